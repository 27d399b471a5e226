"""The words of the game and of its cards, as lists and tables: types, keywords, and the words of effects."""
