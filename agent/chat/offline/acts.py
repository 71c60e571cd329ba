"""What was done, in order, in the part of the trace that a question keeps to, and by which words one asks for it."""

import re
from collections.abc import Iterator

from agent.chat.offline.draft import Draft
from agent.lookup.cancellation import raise_if_cancelled
from agent.trace.event import Event, Kind

QUIET = frozenset({Kind.NOISE, Kind.USAGE})
SPEAKS = frozenset({Kind.CALL, Kind.SAY, Kind.RESULT, Kind.ANSWER, Kind.THINK, Kind.HANDOFF, Kind.PLAN})
MESSAGES = frozenset({Kind.TASK, Kind.SAY, Kind.HANDOFF, Kind.ANSWER})
"""What somebody says to somebody else."""
_SAID = r"messages?|repl(?:y|ies)|utterances?|sp(?:eak|oke|oken|eaker)|talk(?:ed|s)?|said|says?|wr(?:ite|ote)"
_BY_WORD: tuple[tuple[str, str, frozenset[Kind]], ...] = (
    (r"calls?|called|commands?", "calls", frozenset({Kind.CALL})),
    (r"results?|outputs?", "results", frozenset({Kind.RESULT})),
    (r"thoughts?|think|thought", "thoughts", frozenset({Kind.THINK})),
    (r"hand-?(?:off|over)s?", "handoffs", frozenset({Kind.HANDOFF})),
    (_SAID, "messages", MESSAGES),
)


def acts(draft: Draft) -> Iterator[Event]:
    """Every act but noise, as long as somebody waits for it."""
    events = draft.material.trace.events
    part = draft.part
    for event in events if part is None else events.between(*(events.at_line(line).number for line in part)):
        if event.number % 512 == 0:
            raise_if_cancelled()
        if event.is_act and event.kind not in QUIET:
            yield event


def kinds_named(bare: str) -> tuple[str, frozenset[Kind]]:
    """Which kinds of events a question asks for, with a word for them; every kind where it names none."""
    for words, name, kinds in _BY_WORD:
        if re.search(rf"\b(?:{words})\b", bare):
            return name, kinds
    return "events", frozenset(Kind)
