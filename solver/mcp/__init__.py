"""`typeline mcp`: answers about boards for assistants that speak the Model Context Protocol.

Only `mcp_server` and `mcp_running` import the SDK, which is an extra. `tool_calls` and `tool_answers` answer questions,
in a process of a pool.
"""
