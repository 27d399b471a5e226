"""The rules program: finding it, choosing and loading rules, and a user's house rules."""
