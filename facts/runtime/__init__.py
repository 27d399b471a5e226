"""Starting fast and sharing: imports and patterns on demand, and locks that threads share."""
