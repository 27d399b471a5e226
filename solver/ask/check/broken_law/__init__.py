"""Break the rules of the law, one at a time: do the statements, the cases, and other people's rulings notice?"""
