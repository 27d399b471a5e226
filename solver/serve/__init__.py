"""``typeline serve``: a page where people ask about a board, and the commands' answers as JSON over HTTP.

The process that listens (`server`, `app`, `pool`) reads no board. It hands each request to a process that does
(`work`), which is ended when it goes beyond a limit of time or memory.
"""
