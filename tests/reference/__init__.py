"""A second, independent implementation of the layer system, to check the rules program against.

``engine`` applies the rules to objects and effects, slowly and plainly; ``boards`` makes small random boards
in the project's board format and turns them into what ``engine`` reads. Nothing here shares a line with the
rules program or with the packages under test, except the lists of subtypes, which are data.
"""
