"""The loop over layers, and questions about moments of the past."""
