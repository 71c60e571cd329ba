"""The tools that a model may look things up with, in the order in which it is told of them."""

from agent.chat.tools.findings import DEFINITION, FINDINGS
from agent.chat.tools.read import DIFFERENCES, EVENT, EVENTS, OUTLINE, READ_LINES
from agent.chat.tools.search import COUNT, FIRST_AND_LAST, SEARCH
from agent.chat.tools.tool import Tool

TOOLS: tuple[Tool, ...] = (
    OUTLINE,
    READ_LINES,
    EVENT,
    EVENTS,
    DIFFERENCES,
    SEARCH,
    FIRST_AND_LAST,
    COUNT,
    FINDINGS,
    DEFINITION,
)
