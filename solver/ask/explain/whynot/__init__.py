"""Explain why a fact does not hold: the obstacles, and the changes that would remove them."""
