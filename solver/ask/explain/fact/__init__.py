"""Facts that users may ask about: the grammar, and what its words mean on a board."""
