"""An actor has worked out a concrete change, and its report to the others does not carry it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_PROPOSES = re.compile(r"\b(?:propose|solution|fix|modified|updated|corrected|change)\b[^\n]{0,200}\n", re.IGNORECASE)
_WORDS = ("propose", "solution", "fix", "modified", "updated", "corrected", "change")
_NAME = re.compile(r"\b(?:def|class)\s+([A-Za-z_]\w{3,})")
_LISTING = re.compile(r"^\s*\d+[ \t:|]", re.MULTILINE)
_LEAST = 120


@dataclass(slots=True)
class _Private:
    """Code an actor wrote since it last reported: where, and the names it defines."""

    event: int
    at: int
    names: list[str] = field(default_factory=list)


class PrivateFix(Detector):
    """Compares the names an actor's own code defines with what its next handoff says."""

    name = "private_fix"
    mode = "FM-2.4"
    tier = "hint"
    precision = Precision(3, 4)
    known_false = (
        "code that only looks around, tests, or shows a file with its line numbers",
        "an order to somebody else: only an answer to an order is a report",
        "a report that carries the code in other words",
        "a log that prints the same report twice",
    )
    english_only = True

    def __init__(self) -> None:
        self._own: dict[str, _Private] = {}
        self._delegations: dict[frozenset[str], str] = {}
        self._hits: list[tuple[int, int, tuple[str, ...], int]] = []

    def see(self, event: Event, text: str) -> None:
        """Remember proposed code by its author; a handoff of the same author has to carry it."""
        if not is_action(event) or event.actor is None:
            return
        key = self._team(event.actor)
        if event.kind is Kind.HANDOFF:
            receiver = self._team(event.to[0]) if event.to else ""
            reports = self._delegations.setdefault(frozenset((key, receiver)), key) != key
            own = self._own.pop(key, None)
            if reports and own is not None and own.names and not any(name in text for name in own.names):
                self._hits.append((own.event, own.at, tuple(own.names[:6]), event.number))
            return
        if "```" not in text or not has_any(text, _WORDS) or not _PROPOSES.search(text):
            return
        for block in code_blocks(text):
            body = text[block.start : block.end]
            names = [name for name in _NAME.findall(body) if not name.lower().startswith("test")]
            if len(body) >= _LEAST and names and "_run(" not in body and not _LISTING.search(body):
                self._own[key] = _Private(event.number, block.start, names)

    @staticmethod
    def _team(actor: str) -> str:
        """Inner helpers of an actor write in its name: what stands before the first dash or after `Inner-`."""
        return actor.removeprefix("Inner-").split("-")[0].split(" ")[0].lower()

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each report that leaves the change out."""
        for number, at, names, report in self._hits:
            event, handoff = trace.event(number), trace.event(report)
            pattern = "|".join(rf"\b{re.escape(name)}\b" for name in names)
            search = absent(trace, pattern, report, report, handoff.lines[0])
            if search is None:
                continue
            text = trace.text(number)
            yield self.hit(
                title=f"{handoff.actor or 'An actor'}'s report leaves out the change it had worked out",
                why=(
                    f"L{event.lines[0]} holds concrete code; the report at L{handoff.lines[0]} names none of what it "
                    "defines, so whoever decides next does not have it."
                ),
                actor=handoff.actor,
                acts=[mark(handoff, trace.text(report), note="the report without the change")],
                references=[mark(event, text, at + len(text[at:]) - len(text[at:].lstrip()), "the change")],
                search=search,
                topic=names[0],
                occurrences=[handoff.lines],
            )
