"""Tells whose work a span is by its name: an agent's own name, or a word for how programs run."""

from agent.trace.formats.base.pattern import pattern

_ROUTINE = pattern(
    r"Runnable\w*|Channel(?:Write|Read)\b.*|Branch<.*|LangGraph|CompiledStateGraph|_\w*|should_\w+|route\w*|\w*Parser"
    r"|\w*Prompt\w*|\w*Template|tools_condition|AgentExecutor|call_\w+|agent|model|tools?|chain|__start__|Unnamed\w*"
    r"|task|turn|span|trace|chat|completion|generation|response|step|invocation(?: \[.*)?|llm"
    # An operation of a program: a dotted name, or a verb of its own.
    r"|[a-z][\w-]*(?:\.[\w-]+)+|\w+\._\w+|\w+\.a?(?:run|kickoff|invoke|call|chat|complete|stream|generate|create|predict|query|execute)\w*"
    r"|(?:chat|running|orchestrate|execute|call|generate|iteration)[ _-].*|.*[ _-](?:trace|workflow|turn)"
)
_AGENT = (
    pattern(r"(?:agent_run \[|invoke_agent (?!\[))([^\]]+)\]?\Z"),
    pattern(r"(?i)(\w*agent\w*)(?: run|\.a?(?:run|invoke|execute\w*|_\w+))\Z"),
)

_TOOL = pattern(r"(?:execute_tool|running tool:?|tool(?: call)?:|ai\.toolCall) ?(\S+)\Z")


def is_routine(name: str) -> bool:
    """Whether the name of a span says how it runs and not whose work it is."""
    return not name or _ROUTINE.fullmatch(name) is not None


def agent_called(name: str) -> str | None:
    """The agent that the name of a span says it is a run of."""
    return next((match[1] for named in _AGENT if (match := named.match(name)) is not None), None)


def tool_called(name: str) -> str | None:
    """The tool that the name of a span says it is a run of."""
    match = _TOOL.match(name)
    return match[1] if match is not None else None
