"""Text: reading files into plain data that knows its lines, errors, names, and terms for clingo."""
