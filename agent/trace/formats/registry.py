"""The formats in the order in which they are tried; a new format is one new file and one line here."""

import re
from collections.abc import Iterator

from agent.errors import WrongUse
from agent.trace.formats.ag2.ag2_text import Ag2Text
from agent.trace.formats.autogen.autogen_console import AutogenConsole
from agent.trace.formats.autogen.magentic_one import MagenticOne
from agent.trace.formats.base.format import Format, Head
from agent.trace.formats.chatdev.chatdev import ChatDev
from agent.trace.formats.crewai.crewai_log import CrewAiLog
from agent.trace.formats.hyperagent.hyperagent import HyperAgentLog
from agent.trace.formats.text.appworld import AppWorld
from agent.trace.formats.text.loguru import Loguru
from agent.trace.formats.text.metagpt import MetaGpt
from agent.trace.formats.text.openmanus import OpenManus
from agent.trace.formats.text.plain import PlainLog

_AT_ONCE: tuple[Format, ...] = (
    # text that says at once what it is: lines of some of these begin as JSON does
    AppWorld(),
    HyperAgentLog(),
    MagenticOne(),
    AutogenConsole(),
    ChatDev(),
    MetaGpt(),
    OpenManus(),
    Loguru(),
    CrewAiLog(),
)
# chat roles and whatever is left
_AT_LAST: tuple[Format, ...] = (Ag2Text(), PlainLog())
_OBJECT_LINE = re.compile(rb"\n[{][^\n]*[}]\r?\n")
_BEFORE_JSON = b"\xef\xbb\xbf \t\r\n\v\f"


def recognise(head: Head) -> tuple[Format, str]:
    """The first format that knows the head, and the rule by which it does."""
    is_json = head.data.lstrip(_BEFORE_JSON)[:1] in (b"{", b"[")
    if not is_json and _OBJECT_LINE.search(head.data) is not None:
        known = _logs_behind_words(head)
        if known is not None:
            return known
    for candidate in in_order(json=is_json):
        because = candidate.recognise(head)
        if because is not None:
            return candidate, because
    raise AssertionError("the plain log takes whatever nobody else knows")


def _logs_behind_words(head: Head) -> tuple[Format, str] | None:
    """A log of JSON lines that a program has written some words before, if no kind of text is known by them."""
    from agent.trace.formats.json_formats import JSON_FORMATS
    from agent.trace.formats.json_logs.json_log import JsonLog

    if any(candidate.recognise(head) is not None for candidate in _AT_ONCE):
        return None
    for candidate in JSON_FORMATS:
        because = candidate.recognise(head) if isinstance(candidate, JsonLog) else None
        if because is not None:
            return candidate, because
    return None


def by_name(name: str) -> Format:
    """The format a person asked for."""
    for candidate in in_order():
        if candidate.name == name:
            return candidate
    known = ", ".join(sorted(candidate.name for candidate in in_order()))
    raise WrongUse("There is no such format.", f"--format {name} was given.", f"Choose one of: {known}.")


def in_order(*, json: bool = True) -> Iterator[Format]:
    """The formats in order; the many that are JSON are loaded only where they are wanted."""
    yield from _AT_ONCE
    if json:
        from agent.trace.formats.hyperagent.hyperagent_json import HyperAgentJson
        from agent.trace.formats.json_formats import JSON_FORMATS
        from agent.trace.formats.json_logs.documents import Documents
        from agent.trace.formats.json_logs.jsonl import GenericJson, GenericJsonl

        yield from (*JSON_FORMATS, Documents(HyperAgentJson()), GenericJsonl(), GenericJson())
    yield from _AT_LAST
