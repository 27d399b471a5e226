"""Showing explanations: sentences, folded views, and formats."""
