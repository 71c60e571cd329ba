"""The official client of the protocol, talking to the program over its standard input and output."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.types import TextContent

ROOT = Path(__file__).resolve().parents[3]


@asynccontextmanager
async def asking(*words: str | Path, env: dict[str, str] | None = None) -> AsyncIterator[Client]:
    """A client of `mast-tui mcp` with these words."""
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "mast_tui", "mcp", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
    )
    async with Client(program) as client:
        yield client


async def told(client: Client, tool: str, **arguments: object) -> str:
    """What a tool says."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return _text(result.content)


async def refused(client: Client, tool: str, **arguments: object) -> str:
    """What a tool says against a call."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result
    return _text(result.content)


def _text(content: object) -> str:
    assert isinstance(content, list) and len(content) == 1 and isinstance(content[0], TextContent)
    return str(content[0].text)
