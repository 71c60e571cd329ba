"""In the middle of a conversation an agent greets the others and opens it anew, as if nothing had been said."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.who_acts import by_agent, is_request
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_GREETS = re.compile(
    r"\W{0,4}(?:hello|hi|hey|greetings|welcome|good (?:morning|day|afternoon|evening))\b", re.IGNORECASE
)
_OPENS = re.compile(
    r"\b(?:open|start|begin|kick off)\w* (?:\w+ ){0,2}(?:discussion|conversation|session|meeting|talk)\b"
    r"|\b(?:let us|let's|we will|we'll|shall we) (?:now )?(?:begin|start|get started|kick off)\b"
    r"|\bto (?:begin|start) with\b"
    r"|\bhow (?:can|may) I (?:help|assist) you\b|\bwhat (?:can|may) I do for you\b|\bour new task\b|\bthe new task\b"
    r"|\b(?:first|initial) (?:impression|thoughts)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"\b(?:goodbye|bye|thank(?:s| you))\b", re.IGNORECASE)
_HEAD = 500
_SAID_BEFORE = 2
"""How often the agent, and the others, must have spoken before in this part of the trace."""
_SPEAKS = frozenset({Kind.SAY, Kind.HANDOFF})


class DiscussionRestart(Detector):
    """A greeting that opens, by one who had spoken in the same section, with others answering in between."""

    name = "discussion_restart"
    mode = "FM-2.1"
    tier = "fact"
    known_false = (
        "the first words of a phase, a run or a conversation",
        "a letter or a dialogue that an agent writes as its work",
        "a greeting that answers a person's new request, or takes leave",
    )
    english_only = True

    def __init__(self) -> None:
        self._section: str | None = None
        self._said: dict[str | None, int] = {}
        self._last = 0
        self._hits: list[tuple[int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Count who spoke in this section, and look for an opening in the middle of it."""
        if event.section != self._section or event.kind is Kind.TASK or (is_request(event) and event.repeats is None):
            self._section, self._said = event.section, {}
        if not by_agent(event) or event.kind not in _SPEAKS:
            return
        others = sum(count for actor, count in self._said.items() if actor != event.actor)
        spoke = self._said.get(event.actor, 0)
        if spoke and others and spoke + others >= 2 * _SAID_BEFORE and _GREETS.match(text) is not None:
            opens = _OPENS.search(text, 0, _HEAD)
            if opens is not None and _CLOSING.search(text, 0, _HEAD) is None and len(self._hits) < 20:
                self._hits.append((self._last, event.number))
        self._said[event.actor] = spoke + 1
        self._last = event.number

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """All such openings in one signal."""
        if not self._hits:
            return
        before, again = (trace.event(number) for number in self._hits[0])
        yield self.hit(
            title=f"{again.actor or 'An agent'} opens the discussion anew {times(len(self._hits))} in the middle of it",
            why=f"L{again.lines[0]} greets and opens as if nothing had been said, right after L{before.lines[0]} of "
            "the same conversation: what had been reached by then is not taken up.",
            actor=again.actor,
            acts=[mark(trace.event(number), trace.text(number), 0, "opened anew") for _, number in self._hits[:5]],
            references=[mark(before, trace.text(before.number), note="where the discussion stood")],
            topic="opening",
            occurrences=[trace.event(number).lines for _, number in self._hits],
            severity="minor",
        )
