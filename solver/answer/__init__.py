"""Answers: from atoms to typed values, JSON and tables."""
