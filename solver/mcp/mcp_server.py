"""The server: tools, resources and a prompt, as the SDK of the Model Context Protocol serves them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext

from facts.text import InputError, did_you_mean, printable, show
from facts.version import VERSION
from solver.mcp import prompts, resources
from solver.mcp.tool_answers import MAX_BYTES
from solver.mcp.tool_calls import Question, Told
from solver.mcp.tool_schemas import TOOLS
from solver.run import BusyError, Ended, Pool

_NAMES = [tool.name for tool in TOOLS]
_MORE = "Ask about a smaller board, or start the server with more --timeout or --memory"


def make_server(pool: Pool[Question, Told]) -> Server[dict[str, Any]]:
    """Make the server.

    Args:
        pool: Answers the questions. Its creator must end it.

    Returns:
        A server for any transport. It keeps no state: each call stands alone.
    """

    async def list_tools(_: ServerRequestContext, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(place) for place in range(len(TOOLS))])

    async def call_tool(_: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await answered(pool, params.name, params.arguments or {})

    return Server(
        "typeline",
        title="typeline: what every object on a Magic board is",
        version=VERSION,
        instructions=prompts.INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
    )


async def answered(pool: Pool[Question, Told], name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """Answer one call: with data, or with one line that says what is wrong.

    Args:
        pool: Answers the question.
        name: The name of the tool.
        arguments: Its arguments, of any kind.
    """
    try:
        told = await _asked(pool, name, arguments)
    except InputError as error:
        told = str(error)
    except BusyError as error:
        told = f"{name}: {error}"
    if isinstance(told, str):
        return types.CallToolResult(content=[types.TextContent(type="text", text=printable(told))], is_error=True)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=told)


async def _asked(pool: Pool[Question, Told], name: str, arguments: dict[str, Any]) -> Told:
    if name not in _NAMES:
        raise InputError(f"{show(name)} is no tool", did_you_mean(name, _NAMES) or f"There are {', '.join(_NAMES)}")
    if len(json.dumps(arguments).encode()) > MAX_BYTES:
        raise InputError(f"the arguments are longer than {MAX_BYTES:,} bytes", source=name)
    found = await asyncio.wrap_future(pool.submit((name, arguments)))
    if isinstance(found, Ended):
        raise InputError(found.why, _MORE, source=name)
    return found


def _tool(place: int) -> types.Tool:
    """Return a tool, as clients list it."""
    tool = TOOLS[place]
    about = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.arguments,
        output_schema=tool.gives,
        annotations=about,
    )


async def _list_resources(
    _: ServerRequestContext, __: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    listed = [
        types.Resource(uri=one.uri, name=one.name, description=one.description, mime_type=one.media_type)
        for one in resources.pages().values()
    ]
    return types.ListResourcesResult(resources=listed)


async def _read_resource(_: ServerRequestContext, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    try:
        page = resources.page(str(params.uri))
    except InputError as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    found = types.TextResourceContents(uri=page.uri, mime_type=page.media_type, text=page.read())
    return types.ReadResourceResult(contents=[found])


async def _list_prompts(_: ServerRequestContext, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    question = types.PromptArgument(name="question", description="The question, in words.", required=True)
    one = types.Prompt(
        name=prompts.NAME, title="A question in words", description=prompts.DESCRIPTION, arguments=[question]
    )
    return types.ListPromptsResult(prompts=[one])


async def _get_prompt(_: ServerRequestContext, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    try:
        if params.name != prompts.NAME:
            raise InputError(f"{show(params.name)} is no prompt", f"There is {prompts.NAME}")
        text = prompts.prompt((params.arguments or {}).get("question", ""))
    except InputError as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=prompts.DESCRIPTION, messages=[message])
