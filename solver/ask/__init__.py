"""Questions about a board: derive, query, compare, explain and check."""
