"""What a filter can be completed with: its fields, and the agents, tools and phases that a trace has."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from agent.trace.event import Kind
from agent.trace.event_filter import FIELDS
from agent.trace.events import EventTable

_LOOKED_AT = 50_000
_MOST = 200
Words = Mapping[str, Sequence[str]]


def filter_words(events: EventTable, stop: Callable[[], bool]) -> Words:
    """The values of each field in the first events, the most frequent first."""
    counts: dict[str, Counter[str]] = {"agent": Counter(), "to": Counter(), "tool": Counter(), "phase": Counter()}
    kinds: Counter[str] = Counter()
    for event in islice(events, _LOOKED_AT):
        if stop():
            break
        kinds[event.kind.value] += 1
        for field, values in (("agent", (event.actor,)), ("to", event.to), ("tool", (event.tool,))):
            counts[field].update(value for value in values if value)
        if event.section:
            counts["phase"][event.section] += 1
    words: dict[str, list[str]] = {
        field: [value for value, _ in values.most_common(_MOST)] for field, values in counts.items()
    }
    words["kind"] = [kind for kind, _ in kinds.most_common()] or [kind.value for kind in Kind]
    words["status"] = ["failed", "ok"]
    return words


def completed(typed: str, words: Words) -> str | None:
    """What is typed with its last word completed; None where nothing fits or nothing is missing."""
    start = _last_word(typed)
    word = typed[start:]
    sign = word[:1] if word[:1] in ("-", "!") else ""
    name, colon, value = word[len(sign) :].partition(":")
    if not colon:
        field = next((each for each in FIELDS if name and each.startswith(name.lower())), None)
        return f"{typed[:start]}{sign}{field}:" if field is not None else None
    *before, last = value.lstrip('"').split(",")
    for candidate in words.get(name.lower(), ()):
        if candidate.casefold().startswith(last.casefold()) and candidate.casefold() != last.casefold():
            if " " not in candidate and '"' not in candidate:
                return typed[:start] + f"{sign}{name}:{','.join([*before, candidate])}"
            if not before:
                quoted = candidate.replace("\\", "\\\\").replace('"', '\\"')
                return typed[:start] + f'{sign}{name}:"{quoted}"'
    return None


def _last_word(typed: str) -> int:
    """Where the last word begins: blanks in quotes do not end one."""
    start, is_quoted = 0, False
    for at, character in enumerate(typed):
        if character == '"':
            is_quoted = not is_quoted
        elif character == " " and not is_quoted:
            start = at + 1
    return start
