"""An actor writes the output of its own action itself, where only the tool may speak."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event

_ACTION = re.compile(r"^[ \t]*(?:\*\*)?Action(?: Input)?(?:\*\*)?:", re.MULTILINE)
_OBSERVED = re.compile(r"^[ \t]*(?:\*\*)?Observation(?:\*\*)?:(?:\*\*)?[ \t]*", re.MULTILINE)
_TEMPLATE = re.compile(
    r"\s*(?:the result of|the output of|\(?result of"
    r"|\[|<|\.\.\.|you will|will be|\{)|\s*(?:Thought|Action|Final Answer):",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"Use the following format|^[ \t]*Observation:\s*the result of", re.IGNORECASE | re.MULTILINE)
_SHOWN = ("use the following format", "the result of")
_LEAST = 12


class FabricatedObservation(Detector):
    """Fires where one message of an agent holds an action and, after it, an observation with content."""

    name = "fabricated_observation"
    mode = "FM-2.6"
    tier = "fact"
    precision = Precision(4, 4)
    known_false = (
        "the word alone at the end of a message, where the model was stopped",
        "a prompt that shows the format, with an example, echoed by an agent",
        "a tool's real result in an event of its own",
        "a log that prints the same message twice",
        "a log of an unknown program, where one record may hold an action and what the tool answered",
    )

    def __init__(self) -> None:
        self._acted: tuple[int | None, str | None, int] = (None, None, 0)
        self._hits: dict[str | None, list[tuple[int, int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Look for an observation after an action in the same message, be it one event or several of one record."""
        if not is_action(event):
            return
        observed = "Observation" in text and not (has_any(text, _SHOWN) and _PROMPT.search(text))
        action = _ACTION.search(text) if observed or "Action" in text else None
        same = event.record is not None and self._acted[:2] == (event.record, event.actor)
        if observed:
            for match in _OBSERVED.finditer(text):
                own = action is not None and action.start() < match.start()
                if (own or same) and self._says_something(text, match.end()):
                    acted = event.number if own else self._acted[2]
                    self._hits.setdefault(event.actor, []).append((event.number, match.start(), acted))
                    break
        if action is not None:
            self._acted = (event.record, event.actor, event.number)

    @staticmethod
    def _says_something(text: str, at: int) -> bool:
        return len(text) - at >= _LEAST and not _TEMPLATE.match(text, at) and bool(text[at:].strip())

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that did so."""
        if not trace.reading.records_are_messages:
            return
        for actor, hits in self._hits.items():
            number, _, acted = hits[0]
            event = trace.event(number)
            action_text = trace.text(acted)
            action = _ACTION.search(action_text)
            lines = [line_at(trace.event(n), trace.text(n), o) for n, o, _ in hits[:200]]
            yield self.hit(
                title=(
                    f"{actor or 'An actor'} writes the observation of its own action instead of waiting for the tool"
                ),
                why=(
                    f"The message that acts at L{event.lines[0]} goes on with its own observation at "
                    f"L{lines[0]}, in the same message: no tool has spoken in between, it goes on from its own words."
                ),
                actor=actor,
                acts=[
                    mark(
                        trace.event(n), trace.text(n), self._content(trace.text(n), o), "output the actor wrote itself"
                    )
                    for n, o, _ in hits[:5]
                ],
                references=[
                    mark(
                        trace.event(acted), action_text, action.start() if action else None, "the action it belongs to"
                    )
                ],
                topic="own observation",
                occurrences=[(line, line) for line in lines],
                severity="major",
            )

    @staticmethod
    def _content(text: str, at: int) -> int:
        match = _OBSERVED.match(text, at)
        end = match.end() if match else at
        rest = text[end:]
        if rest[:1] not in ("\n", ""):
            return at
        fence = re.match(r"\s*(?:```\w*\s*)?", rest)
        return end + (fence.end() if fence and fence.end() < len(rest) else 0)
