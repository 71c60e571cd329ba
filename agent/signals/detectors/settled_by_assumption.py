"""An agent sees that a request can mean several things, picks one, and asks nobody although a person could be asked."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.clarification import unasked
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_ASSUMES = re.compile(
    r"\b(?:I|we)(?:'ll| will|'m going to| shall)? (?:just |simply |therefore )?"
    r"(?:assum(?:e|ing)|guess|take it that|go with|pick)\b"
    r"|\blet(?:'s| us| me) (?:just )?(?:assume|go with|take|pick)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:several|more than one|multiple|two|three|many|different) (?:\w+ ){0,3}"
    r"(?:of that kind|of that name|candidates|matches|possibilit\w+|options|interpretations|meanings|places|results"
    r"|versions|people|persons)\b|\bambiguous\b|\bunclear\b|\bnot (?:clear|specified|stated|given|mentioned)\b"
    r"|\b(?:does|did|has|have)(?:n't| not) "
    r"(?:say|said|specif\w+|state[d]?|tell|told|mention(?:ed)?|given?)\b"
    r"|\bcould (?:mean|refer to)\b",
    re.IGNORECASE,
)
_HINTS = ("assum", "guess", "take it that", "go with", "pick", "let me take", "let's take", "let us take")
_PERSON = re.compile(
    r"\b(?:UserProxy|user_proxy|human_proxy|request_(?:user_input|clarification)|human_input|get_(?:human|user)_input)\b"
    r"|\bask_(?:the_)?(?:user|human|customer|client|caller|person|guest|patient|requester|clarif\w+)\b"
    r"|\b(?:can|may|should|to) ask (?:the )?(?:user|customer|client|caller|guest|patient|requester)\b",
    re.IGNORECASE,
)
_PEOPLE = (
    *("userproxy", "user_proxy", "human_proxy", "request_", "human_input", "user_input"),
    *("ask_", "can ask", "may ask", "should ask", "to ask"),
)
_NEAR = 400
_OPENING = 60


class SettledByAssumption(Detector):
    """The doubt and the assumption stand in one message, a person is among those who can be asked, nobody is."""

    name = "settled_by_assumption"
    mode = "FM-2.2"
    tier = "fact"
    known_false = (
        "an unknown of a sum that is given a letter",
        "systems in which no person can be asked",
        "a question that was asked before the guess",
    )
    english_only = True

    def __init__(self) -> None:
        self._person = 0
        self._task = 0
        self._hits: list[tuple[int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Remember whether a person can be asked, and look for a doubt that is settled by assuming."""
        if event.kind is Kind.TASK:
            self._task = self._task or event.number
        if not self._person and event.number <= _OPENING and has_any(text, _PEOPLE) and _PERSON.search(text):
            self._person = event.number
        if not self._person and event.number > _OPENING:
            return
        if not is_visible_action(event) or len(self._hits) >= 20 or not has_any(text, _HINTS):
            return
        for match in _ASSUMES.finditer(text, 0, 20_000):
            if _SEVERAL.search(text, max(0, match.start() - _NEAR), match.end() + _NEAR):
                self._hits.append((event.number, match.start()))
                return

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The first doubt that was settled so."""
        if not self._person or not self._hits:
            return
        number, at = self._hits[0]
        event, text = trace.event(number), trace.text(number)
        line = line_at(event, text, at)
        search = unasked(trace, max(self._task, min(self._person, number - 1)), number, line)
        if search is None:
            return
        person = trace.event(self._person)
        named = _PERSON.search(trace.text(self._person))
        yield self.hit(
            title=f"{event.actor or 'An agent'} settles by assumption what the request leaves open",
            why=f"L{line} sees that several things can be meant and takes one; a person can be asked in this system, "
            "and between the request and this line nobody is.",
            actor=event.actor,
            acts=[mark(trace.event(n), trace.text(n), o, "the assumption") for n, o in self._hits[:3]],
            references=[
                mark(person, trace.text(person.number), named.start() if named else None, "who could be asked"),
                *task_marks(trace),
            ],
            search=search,
            topic="assumption",
            occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o in self._hits],
            severity="major",
        )
