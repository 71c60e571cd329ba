"""The tools that a model may look things up with, in the order in which it is told of them."""

from agent.lookup.tools.counting import COUNT, FIRST_AND_LAST
from agent.lookup.tools.findings import DEFINITION, FINDINGS
from agent.lookup.tools.read import DIFFERENCES, EVENT, EVENTS, OUTLINE, READ_LINES
from agent.lookup.tools.search import SEARCH
from agent.lookup.tools.tool import Tool

READING: tuple[Tool, ...] = (
    OUTLINE,
    READ_LINES,
    EVENT,
    EVENTS,
    DIFFERENCES,
    SEARCH,
    FIRST_AND_LAST,
    COUNT,
)
"""Those that read nothing but the trace: no conclusion of anybody reaches who asks them."""

TOOLS: tuple[Tool, ...] = (*READING, FINDINGS, DEFINITION)
