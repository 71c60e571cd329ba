"""The tools that read a trace and conclude nothing: outline, search, lines, event, stats."""

from collections.abc import Callable

from agent.lookup.tools import read, run_in_numbers, search
from agent.lookup.tools.tool import BadCall, Tool
from mast_tui.mcp.arguments import Arguments, BadRequest
from mast_tui.mcp.tool_answer import ROOM, Answer, of_result
from mast_tui.mcp.tool_context import ToolContext
from mast_tui.mcp.tools.tool import WHICH, AgentTool, Schema


def _reading(tool: Tool) -> Callable[[ToolContext, Arguments], Answer]:
    """What a lookup of ours brings, for whoever names the trace."""

    def answer(context: ToolContext, arguments: Arguments) -> Answer:
        opened = context.traces.open(arguments.needed("trace"), arguments.text("run"))
        if not opened.trace.lines_count:
            return Answer(f"{opened.words}: there is nothing in it.")
        try:
            wanted = tool.checked(arguments.rest(("trace", "run")))
            result = tool.run(opened.material.visible, wanted, ROOM)
        except BadCall as fault:
            raise BadRequest(str(fault)) from None
        return of_result(f"{opened.words}: {result.activity}.", result, opened.material.mark)

    return answer


def _agent_tool(tool: Tool, name: str, title: str, what: str) -> AgentTool:
    takes: dict[str, Schema] = {**WHICH, **tool.schema()["properties"]}
    needed = [each for each, parameter in tool.parameters.items() if parameter.needed]
    return AgentTool(name, title, what, takes, ("trace", *needed), _reading(tool))


OUTLINE = _agent_tool(
    read.OUTLINE,
    "outline",
    "Outline of a run",
    "What happens in a run, or in lines first to last of it: who did what, each row with its lines. Begin here.",
)
SEARCH = _agent_tool(
    search.SEARCH,
    "search",
    "Search a run",
    "Passages in lines first to last that best fit some words, in any case and form; with regex every line that "
    "matches. Says how many there are; go on with skip.",
)
LINES = _agent_tool(
    read.READ_LINES,
    "lines",
    "Lines of a run",
    "Lines first to last as they stand, numbered, as many as there is room for; says how to go on.",
)
EVENT = _agent_tool(read.EVENT, "event", "One event", "One event, which other tools name as @number, with its lines.")
STATS = _agent_tool(
    run_in_numbers.STATISTICS,
    "stats",
    "A run in numbers",
    "Counted, not judged: who did how much, handed to whom, waited, failed, repeated and spent, with lines.",
)
