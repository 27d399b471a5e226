"""Boards: reading one, telling its steps in order, and writing it as facts."""
