"""A reviewer has to say nearly the same again after the work came back."""

import re
from collections import deque
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.browser_page import is_page
from agent.signals.readings.critique import fault_at
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.text_similarity import Sketch, estimated_similarity, sketch
from agent.signals.readings.who_acts import by_agent, is_visible_action
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_ALIKE = 0.5
_LEAST = 150
_KEPT = 3
_ORDERS = re.compile(r"^\W*(?:\w+ ){0,3}please\b|^\W*Please\b|\blet's\b", re.IGNORECASE | re.MULTILINE)


class RepeatedReview(Detector):
    """Compares the critiques of one actor with each other, where somebody else worked in between."""

    name = "repeated_review"
    mode = "FM-2.5"
    tier = "hint"
    known_false = (
        "a log that prints the same review twice",
        "an approval in set words",
        "an order that is given again",
        "an opening that returns because the whole run was restarted",
        "code that is sent along with every message",
        "a person who pastes the same page again",
    )
    english_only = True

    def __init__(self) -> None:
        self._reviews: dict[str | None, deque[tuple[int, int, Sketch]]] = {}
        self._runs, self._run = RunCounter(), 1
        self._worked: int = 0
        self._worker: str | None = None
        self._hits: list[tuple[int, int, int, int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Take an event as a critique or as work in between."""
        if self._runs.see(event) != self._run:
            self._run = self._runs.now
            self._reviews.clear()
        if not is_visible_action(event):
            return
        told = (
            event.kind is Kind.SAY
            and by_agent(event)
            and not is_page(text)
            and _LEAST <= len(text) <= 12_000
            and "```" not in text
        )
        at = fault_at(text) if told else None
        if at is not None and has_any(text, ("please", "let's")) and _ORDERS.search(text):
            at = None
        if at is None:
            if len(text) >= _LEAST:
                self._worked, self._worker = event.number, event.actor
            return
        kept = self._reviews.setdefault(event.actor, deque(maxlen=_KEPT))
        own = sketch(text)
        for number, earlier_at, other in kept:
            if self._worker != event.actor and number < self._worked and estimated_similarity(own, other) >= _ALIKE:
                self._hits.append((number, earlier_at, self._worked, event.number, at))
                break
        kept.append((event.number, at, own))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each review that comes back."""
        for before, before_at, work, after, after_at in self._hits:
            first, middle, second = trace.event(before), trace.event(work), trace.event(after)
            yield self.hit(
                title=f"{second.actor or 'A reviewer'} has to repeat its review to {middle.actor or 'another actor'}",
                why=(
                    f"The review of L{first.lines[0]} returns at L{second.lines[0]} nearly word for word, "
                    "although work "
                    f"was handed in at L{middle.lines[0]} in between: it seems not to have been used."
                ),
                actor=middle.actor,
                acts=[mark(middle, trace.text(work), note="the work handed in between")],
                references=[
                    mark(first, trace.text(before), before_at, "the review"),
                    mark(second, trace.text(after), after_at, "the review again"),
                ],
                topic=f"review by {second.actor or 'an actor'}".lower(),
                occurrences=[middle.lines],
            )
