"""Proofs: why a fact holds, down to the statements of the board."""
