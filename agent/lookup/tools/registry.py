"""The tools that a model may look things up with, in the order in which it is told of them."""

from agent.lookup.tools.calls_made import CALLS
from agent.lookup.tools.counting import COUNT, FIRST_AND_LAST
from agent.lookup.tools.file_versions import FILE_VERSIONS
from agent.lookup.tools.findings import DEFINITION, FINDINGS
from agent.lookup.tools.read import DIFFERENCES, EVENT, EVENTS, OUTLINE, READ_LINES
from agent.lookup.tools.run_in_numbers import STATISTICS
from agent.lookup.tools.search import SEARCH
from agent.lookup.tools.segments import SEGMENTS
from agent.lookup.tools.table_reading import TABLE
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
    CALLS,
    SEGMENTS,
    TABLE,
    FILE_VERSIONS,
    STATISTICS,
)
"""Those that read nothing but the trace: no conclusion of anybody reaches who asks them."""

TOOLS: tuple[Tool, ...] = (*READING, FINDINGS, DEFINITION)
