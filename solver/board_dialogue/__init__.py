"""The dialogue of ``typeline board``: it builds a board step by step."""
