"""Lists every format in the order in which they are tried; a new format is one new file and one line here.

A line is "module:NAME", so that nothing is loaded before it is wanted: a text log loads no reader of JSON. NAME is a
format, or a class of formats that needs no arguments. Where the signs in `signs.py` are missing it is not loaded.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import cast

from agent.errors import WrongUse
from agent.trace.formats.base.format import BLANKS, Format, Head
from agent.trace.formats.signs import with_signs

# Text that says at once what it is: lines of some of these begin as JSON does.
TEXT = (
    ".text.appworld:AppWorld",
    ".hyperagent.hyperagent:HyperAgentLog",
    ".autogen.magentic_one:MagenticOne",
    ".autogen.autogen_console:AutogenConsole",
    ".autogen.printed_messages:PrintedMessages",
    ".chatdev.chatdev:ChatDev",
    ".text.metagpt:MetaGpt",
    ".text.openmanus:OpenManus",
    ".text.loguru:Loguru",
    ".crewai.crewai_log:CrewAiLog",
    ".crewai.crewai_boxes:CrewAiBoxes",
    ".coding_agents.aider:AiderHistory",
    ".coding_agents.specstory:SpecStory",
)
# JSON and lines of JSON, the most particular first.
JSON = (
    ".spans.otlp:INFERENCE",
    ".spans.otlp:INFERENCE_LINES",
    ".spans.otlp:GENAI",
    ".spans.otlp:GENAI_LINES",
    ".spans.otlp_logs:OtlpLogs",
    ".spans.trail:TRAIL",
    ".ag2.ag2_json:AG2_JSON",
    ".trajectories.swe_agent:TRAJECTORY",
    ".trajectories.mini_swe_agent:MESSAGES",
    ".trajectories.openhands:OUTPUT",
    ".trajectories.openhands:EVENTS",
    ".trajectories.tau_bench:RESULTS",
    ".trajectories.tau_bench:SIMULATIONS",
    ".trajectories.google_adk:SESSION",
    ".trajectories.google_adk:EVAL_SET",
    ".trajectories.google_adk:EVAL_RESULT",
    ".trajectories.google_adk:QUERIES",
    ".openai.chatgpt:EXPORT",
    ".json_logs.claude_ai:EXPORT",
    ".text_in_json:TEXT_IN_JSON",
    ".json_logs.whowhen:ALGORITHM_GENERATED",
    ".json_logs.whowhen:HAND_CRAFTED",
    ".coding_agents.qwen_code:SESSION",
    ".coding_agents.gemini_cli:SESSION",
    ".coding_agents.gemini_cli:STREAM",
    ".coding_agents.gemini_responses:RESPONSES",
    ".coding_agents.gemini_responses:RESPONSE",
    ".coding_agents.copilot:SESSION",
    ".coding_agents.antigravity:SESSION",
    ".coding_agents.pi:SESSION",
    ".coding_agents.opencode:EXPORT",
    ".coding_agents.opencode:STREAM",
    ".coding_agents.cline:UI_MESSAGES",
    ".coding_agents.cline_history:HISTORY",
    ".coding_agents.goose:SESSION",
    ".claude_code.managed_agents:SESSION",
    ".claude_code.claude_code:SUBAGENT",
    ".claude_code.claude_code:SESSION",
    ".codex.codex:ROLLOUT",
    ".codex.codex_exec:EXEC_STREAM",
    ".libraries.pydantic_ai:MESSAGES",
    ".libraries.smolagents:MEMORY",
    ".libraries.llamaindex:MESSAGES",
    ".libraries.vercel_ai:MESSAGES",
    ".autogen.autogen_events:CORE_EVENTS",
    ".autogen.autogen_state:TeamState",
    ".autogen.autogen_stream:STREAM",
    ".ag2.ag2_events:AG2_EVENTS",
    ".json_logs.atif:ATIF",
    ".crewai.crewai_json:CREWAI_JSON",
    ".inspect.inspect_log:InspectLog",
    ".langsmith.langsmith:LANGSMITH",
    ".langfuse.langfuse:LANGFUSE",
    ".openai.openai_agents:AGENTS_SDK",
    ".langgraph.langgraph_events:EVENTS",
    ".langgraph.langgraph_history:StateHistory",
    ".langgraph.langgraph_updates:UPDATES",
    ".spans.sdk_spans:MLFLOW",
    ".spans.weave:WEAVE",
    ".spans.phoenix:Phoenix",
    ".spans.phoenix:PhoenixLines",
    ".spans.sdk_spans:SDK_SPANS",
    ".openai.openai_calls:ApiCallLog",
    ".openai.chat_lines:MessageLines",
    ".openai.chat_lines:ConversationLines",
    ".openai.openai_chat:ResponsesItems",
    ".openai.openai_chat:OpenAiChat",
)
# JSON of any other program.
ANY_JSON = (
    ".hyperagent.hyperagent_json:HYPERAGENT_JSON",
    ".json_logs.jsonl:GenericJsonl",
    ".json_logs.jsonl:GenericJson",
)
# Chat roles, and whatever is left.
ANY_TEXT = (".ag2.ag2_text:Ag2Text", ".text.agent_log:AgentLog", ".text.plain:PlainLog")

_OBJECT_LINE = re.compile(rb"\n[{][^\n]*[}]\r?\n")
_BEFORE_JSON = BLANKS + b"\v\f"


def candidates(head: Head) -> Iterator[tuple[Format, str]]:
    """The formats that know the head, in order, each with the rule by which it does; the last is the plain log."""
    is_json = head.data.lstrip(_BEFORE_JSON)[:1] in (b"{", b"[")
    if not is_json and _OBJECT_LINE.search(head.data) is not None:
        known = _log_behind_words(head)
        if known is not None:
            yield known
    yield from _known(lines() if is_json else (*TEXT, *ANY_TEXT), head)


def known_text(head: Head) -> Iterator[tuple[Format, str]]:
    """The kinds of text that know the head by more than its shape, in order, each with the rule by which it does."""
    return _known(TEXT, head)


def _known(lines: Iterable[str], head: Head) -> Iterator[tuple[Format, str]]:
    for line in with_signs(lines, head.data):
        because = load(line).recognise(head)
        if because is not None:
            yield load(line), because


def by_name(name: str) -> Format:
    """The format a person asked for."""
    for candidate in in_order():
        if candidate.name == name:
            return candidate
    known = ", ".join(sorted(candidate.name for candidate in in_order()))
    raise WrongUse("There is no such format.", f"--format {name} was given.", f"Choose one of: {known}.")


def in_order() -> Iterator[Format]:
    """All formats in order."""
    return map(load, lines())


def lines() -> tuple[str, ...]:
    """The lines of all formats in order."""
    return (*TEXT, *JSON, *ANY_JSON, *ANY_TEXT)


@cache
def load(line: str) -> Format:
    """The format that a line of the lists names."""
    module, _, name = line.partition(":")
    named = getattr(import_module(module, __package__), name)
    return cast(Format, named() if isinstance(named, type) else named)


def _log_behind_words(head: Head) -> tuple[Format, str] | None:
    """A log of JSON lines that a program has written some words before, if no kind of text is known by them."""
    from agent.trace.formats.json_logs.json_log import JsonLog

    if any(known_text(head)):
        return None
    for candidate in map(load, with_signs(JSON, head.data)):
        because = candidate.recognise(head) if isinstance(candidate, JsonLog) else None
        if because is not None:
            return candidate, because
    return None
