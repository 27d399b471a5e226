"""`typeline mcp`: what everything on a board is, and why, for assistants that speak the Model Context Protocol.

Only `server` and `running` import the SDK, which is an extra. What answers a question is `asking` and `answers`, in a
process of a pool.
"""
