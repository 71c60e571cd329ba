"""The tools, in the order in which a program is told of them."""

from mast_tui.mcp.tools.concluding import DIAGNOSIS, FINDING_TOOL, REMEDIES, VERIFY_QUOTE
from mast_tui.mcp.tools.many_runs import COMPARE, RUNS
from mast_tui.mcp.tools.reading import EVENT, LINES, OUTLINE, SEARCH, STATS
from mast_tui.mcp.tools.tool import AgentTool

TOOLS: tuple[AgentTool, ...] = (
    RUNS,
    OUTLINE,
    SEARCH,
    LINES,
    EVENT,
    STATS,
    DIAGNOSIS,
    FINDING_TOOL,
    VERIFY_QUOTE,
    REMEDIES,
    COMPARE,
)
