"""Explaining: the walk through the layers, proofs, and what stands in the way of a fact."""
