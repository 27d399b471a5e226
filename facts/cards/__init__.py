"""Cards: values, lists of types and keywords, editions, the built-in library, and a user's own store."""
