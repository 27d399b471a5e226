"""`typeline mcp`: answers about boards for assistants that speak the Model Context Protocol.

Only `mcp_server` and `mcp_running` import the SDK, which is an extra. `tool_calls` and `tool_answers` answer questions,
in a process of a pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.mcp.mcp_running import serve_http, serve_stdio

__all__ = ["serve_http", "serve_stdio"]

offer(__name__)
