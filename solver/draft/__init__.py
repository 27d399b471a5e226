"""A board that a user writes step by step: names as typed, the options of each step, and the legal answers."""
