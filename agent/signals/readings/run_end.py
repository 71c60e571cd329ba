"""How a trace ends: its last acts, whether a limit from outside cut them off, and what was asked for at its opening."""

from dataclasses import dataclass

from agent.signals.detector import Scene
from agent.signals.readings.kind_groups import ASIDE
from agent.signals.readings.marks import closing, mark
from agent.signals.readings.stops import stop_in
from agent.signals.signal import Mark
from agent.trace.event import Event, Kind

_TAIL = 12
_OPENING = 50


@dataclass(frozen=True, slots=True)
class Finale:
    """The last events of a trace, the newest first, repeats and framing left out."""

    acts: tuple[Event, ...]
    limit: tuple[int, int] | None
    """The event that says a limit was reached, and where in its text."""

    @property
    def last(self) -> Event | None:
        """The last thing anybody did."""
        return self.acts[0] if self.acts else None


def finale(scene: Scene) -> Finale:
    """Read the end of a trace backwards."""
    acts: list[Event] = []
    limit = None
    for number in range(scene.events, max(0, scene.events - 400), -1):
        event = scene.event(number)
        stop = stop_in(event, scene.text(number)) if len(acts) < 2 else None
        if stop is not None:
            limit = limit or (number, stop[0])
            continue
        if event.repeats is None and event.kind not in ASIDE:
            acts.append(event)
            if len(acts) >= _TAIL:
                break
    return Finale(tuple(acts), limit)


def last_words(scene: Scene) -> Mark | None:
    """The last words of the run, where something that never came should have come by."""
    last = finale(scene).last
    text = scene.text(last.number) if last is not None else ""
    return closing(last, text, "the end of the run") if last is not None and text.strip() else None


def task_mark(scene: Scene) -> Mark | None:
    """What was asked for, where an event states it."""
    for number in range(1, min(scene.events, _OPENING) + 1):
        event = scene.event(number)
        if event.kind is Kind.TASK and event.is_act:
            text = scene.text(number)
            return mark(event, text, note="what was asked for") if text.strip() else None
    return None
