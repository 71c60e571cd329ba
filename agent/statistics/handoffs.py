"""Counts who turns to whom, how often, and who was asked and did nothing before being asked again."""

from dataclasses import dataclass, field

from agent.trace.event import Event, Kind

PLACES = 200
"""So many lines are kept for each count."""
ADDRESSED = frozenset({Kind.TASK, Kind.SAY, Kind.HANDOFF, Kind.PLAN, Kind.CALL, Kind.ANSWER})
_ASKING = frozenset({Kind.TASK, Kind.HANDOFF})
"""What asks for work; of words that are said to somebody, nobody knows whether they want an answer."""
PEOPLE = frozenset({"user", "human"})


@dataclass(slots=True)
class Handoff:
    """How often one turned to another, and how often nothing came of it before the next time."""

    sender: str
    receiver: str
    count: int = 0
    unanswered: int | None = None
    """None where nothing was asked outright, so that nobody knows."""
    lines: list[int] = field(default_factory=list)
    unanswered_lines: list[int] = field(default_factory=list)


class Handoffs:
    """Follows who turns to whom: by the names the trace gives, and by who acts next."""

    def __init__(self) -> None:
        self._named: dict[tuple[str, str], Handoff] = {}
        self._replies: dict[tuple[str, str], Handoff] = {}
        self._in_order: dict[tuple[str, str], Handoff] = {}
        self._open: dict[tuple[str, str], tuple[int, bool]] = {}
        """Who waits for whom: since which line, and whether others have acted since."""
        self._last: str | None = None
        self._names_receivers = False
        self.sent_to: set[str] = set()
        """Whom somebody handed work to: an agent, though nothing but its result may be told of it."""

    def acted(self, event: Event, *, by_tool: bool) -> None:
        """Somebody did something: it answers whoever asked them, and may turn to somebody."""
        actor = event.actor
        if actor is None:
            return
        line = event.lines[0]
        if not by_tool:
            if self._last is not None and self._last != actor:
                _counted(self._in_order, (self._last, actor), line)
            self._last = actor
        for pair in [pair for pair in self._open if pair[1] == actor]:
            del self._open[pair]
        for pair, (asked_at, _) in self._open.items():
            if actor != pair[0]:
                self._open[pair] = asked_at, True
        if event.kind is Kind.RESULT:
            for receiver in event.to:
                _counted(self._replies, (actor, receiver), line)
        elif event.kind in ADDRESSED:
            for receiver in event.to:
                self._asked(event, actor, receiver)

    def _asked(self, event: Event, sender: str, receiver: str) -> None:
        if receiver == sender:
            return
        self._names_receivers = self._names_receivers or event.kind is not Kind.TASK
        handoff = _counted(self._named, (sender, receiver), event.lines[0])
        if event.kind is Kind.HANDOFF:
            self.sent_to.add(receiver)
        if event.kind not in _ASKING or len(event.to) > 1:
            return
        handoff.unanswered = handoff.unanswered or 0
        before = self._open.get((sender, receiver))
        if before is not None and before[1]:
            _unanswered(handoff, before[0])
        if before is None or before[1]:
            self._open[sender, receiver] = event.lines[0], False

    def end(self, agents: set[str]) -> tuple[list[Handoff], str]:
        """Who turned to whom, most often first, and how that is known: by `address` or by `order`."""
        for pair, (asked_at, _) in self._open.items():
            if pair[1].lower() not in PEOPLE:
                _unanswered(self._named[pair], asked_at)
        if not self._names_receivers:
            handoffs = [each for each in self._in_order.values() if agents.issuperset((each.sender, each.receiver))]
            by = "order"
        else:
            for pair, reply in self._replies.items():
                if pair[0] in agents:
                    known = self._named.setdefault(pair, Handoff(*pair))
                    known.count += reply.count
                    known.lines = sorted({*known.lines, *reply.lines})[:PLACES]
            handoffs, by = list(self._named.values()), "address"
        return sorted(handoffs, key=lambda each: (-each.count, each.sender, each.receiver)), by


def _counted(handoffs: dict[tuple[str, str], Handoff], pair: tuple[str, str], line: int) -> Handoff:
    handoff = handoffs.setdefault(pair, Handoff(*pair))
    handoff.count += 1
    if len(handoff.lines) < PLACES:
        handoff.lines.append(line)
    return handoff


def _unanswered(handoff: Handoff, line: int) -> None:
    handoff.unanswered = (handoff.unanswered or 0) + 1
    if len(handoff.unanswered_lines) < PLACES:
        handoff.unanswered_lines.append(line)
