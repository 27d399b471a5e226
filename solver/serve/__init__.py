"""``typeline serve``: a page where people ask about a board, and the commands' answers as JSON over HTTP.

The process that listens (`http_server`, `app`, `solver.run.pool`) reads no board. It hands each request to a worker
process, which does (`request_work`). A worker that exceeds a limit of time or memory is ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.serve.http_server import serve
    from solver.serve.messages import Request
    from solver.serve.request_work import Work, warm

__all__ = ["Request", "Work", "serve", "warm"]

offer(__name__)
