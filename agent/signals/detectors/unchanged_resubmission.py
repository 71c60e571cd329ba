"""After another actor's critique, work is handed in again without any change and without an argument."""

from collections.abc import Iterable
from dataclasses import dataclass

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.critique import argues, fault_at
from agent.signals.readings.demand import is_met, speaks_of
from agent.signals.readings.normalised_text import code_hash, content_hash
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.who_acts import by_agent, is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_LEAST_CODE = 150
_LEAST_TEXT = 400
_MOST_PARTS = 64
_REPLIES = frozenset({Kind.SAY, Kind.ANSWER, Kind.CALL})


@dataclass(slots=True)
class _Work:
    """The last work an actor handed in, by the hashes of its parts, and the critique it got since."""

    event: int
    parts: frozenset[bytes]
    critique: int = 0
    critique_at: int = 0
    critic: str | None = None


def _parts(text: str) -> frozenset[bytes]:
    """The hashes of the code handed in, without its comments, or of the text where it has none; empty if too short."""
    bodies = [text[block.start : block.end] for block in code_blocks(text)]
    if bodies and sum(map(len, bodies)) >= _LEAST_CODE:
        return frozenset(code_hash(body) for body in bodies if body.strip())
    return frozenset({content_hash(text)}) if len(text) >= _LEAST_TEXT else frozenset()


class UnchangedResubmission(Detector):
    """Compares what an actor hands in before and after a critique by the hashes of its parts."""

    name = "unchanged_resubmission"
    mode = "FM-2.5"
    tier = "fact"
    precision = Precision(6, 6)
    known_false = (
        "a framework that sends whole files again by design after an approval",
        "a reply that argues why nothing changes",
        "a log that prints the same message twice",
        "a critique of something else, said by a third actor",
        "an order that is given once more after its receiver could not carry it out",
        "nested markdown fences",
        "a critique that misses what stands in the work already, or names what is not in it",
        "an echo of the author's own words",
        "a person in a chat who tells what did not work",
    )
    english_only = True

    def __init__(self) -> None:
        self._work: dict[str | None, _Work] = {}
        self._latest: str | None = None
        self._hits: list[tuple[str | None, int, int, int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Take an event as work handed in, as a critique of somebody's work, or as neither."""
        if not is_visible_action(event) or event.kind not in _REPLIES or len(text) < 40:
            return
        parts = _parts(text)
        earlier = self._work.get(event.actor)
        if parts and earlier is not None and earlier.critique and parts <= earlier.parts and not argues(text):
            self._hits.append((event.actor, earlier.event, earlier.critique, earlier.critique_at, event.number))
        self._judge(event, text)
        self._interrupt(event)
        if parts:
            going_on = earlier is not None and not earlier.critique and len(earlier.parts) < _MOST_PARTS
            known = earlier.parts if earlier is not None and going_on else frozenset()
            self._work[event.actor] = _Work(event.number, parts | known)
        self._latest = event.actor

    def _judge(self, event: Event, text: str) -> None:
        """Note a critique with the actor it speaks to; other words of the same actor take it back."""
        named = [actor for actor in event.to if actor in self._work]
        author = named[0] if named else self._latest
        work = self._work.get(author)
        if work is None or author == event.actor or (event.to and not named):
            return
        at = fault_at(text)
        if at is not None and by_agent(event):
            work.critique, work.critique_at, work.critic = event.number, at, event.actor
        elif work.critique and len(text) < 4000:
            work.critique = 0

    def _interrupt(self, event: Event) -> None:
        """A third actor's words between a critique and the next work take the critique back."""
        for author, work in self._work.items():
            if work.critique and work.critic != event.actor and author != event.actor:
                work.critique = 0

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each resubmission."""
        for actor, before, critique, at, after in self._hits:
            first, review, second = trace.event(before), trace.event(critique), trace.event(after)
            said, work = trace.text(critique), trace.text(before)
            if is_met(said, trace.text(after)) or not speaks_of(said, at, work):
                continue
            yield self.hit(
                title=(
                    f"{actor or 'An actor'} hands in the same work again after {review.actor or 'another'}'s critique"
                ),
                why=(
                    f"L{review.lines[0]} criticises the work of L{first.lines[0]}; what follows at "
                    f"L{second.lines[0]} is the same, part for part, but for comments and blank lines at most, and "
                    "gives no reason for that."
                ),
                actor=actor,
                acts=[mark(second, trace.text(after), note="handed in again, unchanged")],
                references=[
                    mark(review, said, at, "the critique"),
                    mark(first, work, note="the work as it was"),
                ],
                topic=f"work of {actor or 'an actor'}",
                occurrences=[second.lines],
                severity="major" if sum(one[0] == actor for one in self._hits) > 2 else "minor",
            )
