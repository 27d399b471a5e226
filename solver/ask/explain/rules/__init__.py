"""The rules and the true atoms of a board, as explanations read them."""
