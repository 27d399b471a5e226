"""Reading Oracle text: text in, effect form out."""
