"""Many boards at once: they share groundings, and each keeps its own answer."""
