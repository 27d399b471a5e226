"""Facts that users may ask about: the grammar, and the meaning of its words on a board."""
