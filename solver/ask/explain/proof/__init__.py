"""Proofs: why a fact holds, down to what the board says."""
