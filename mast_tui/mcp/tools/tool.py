"""A tool of the server: its name, what it takes, and what makes its answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mast_tui.mcp.arguments import Arguments
from mast_tui.mcp.tool_answer import Answer
from mast_tui.mcp.tool_context import ToolContext

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
TRACE: Schema = {"type": "string", "description": "path of a trace or of a saved diagnosis, as `runs` lists it"}
RUN: Schema = {"type": "string", "description": "which run of a file with several: its id, or its number in the file"}
WHICH = {"trace": TRACE, "run": RUN}


@dataclass(frozen=True, slots=True)
class AgentTool:
    """Something that a program may ask for."""

    name: str
    title: str
    what: str
    takes: Mapping[str, Schema]
    needs: tuple[str, ...]
    answer: Callable[[ToolContext, Arguments], Answer]

    def schema(self) -> Schema:
        """What it takes, as JSON Schema."""
        return {
            "type": "object",
            "properties": dict(self.takes),
            "required": list(self.needs),
            "additionalProperties": False,
        }
