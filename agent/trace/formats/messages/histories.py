"""Remembers the messages of earlier model calls: most of a later call are, byte for byte, the same."""

import re
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.messages.chat_messages import Calls

MADE = frozenset({Kind.CALL, Kind.HANDOFF})
MOST = 8
LARGEST = 4 * 1024 * 1024
_SPACE = rb"(?: |\\[nrt])*+"
_CLOSE = re.compile(_SPACE + rb"\]" + _SPACE + rb"\Z")
_NEXT = re.compile(_SPACE + rb"[,\]]")
_TAIL = 200


@dataclass(slots=True, eq=False)
class History:
    """The messages sent with one call, as JSON inside a string, up to the bracket that closes them."""

    opening: bytes
    """What was sent before the messages."""
    written: bytes
    agent: str | None
    named: bool
    """Whether every message that makes a call says who does, so that it does not matter who the agent is."""
    calls: tuple[tuple[str | None, str | None, str | None], ...]
    """Which calls of tools they make: the id, the tool and the caller of each."""
    drafts: int
    """How many drafts came of what was new in them."""
    known: Counter[Hashable]
    """How often each text, and each call by its id, stands in what was not new."""
    keys: Counter[Hashable] | None = None
    """How often each stands in them; known once their events were made."""


@dataclass(slots=True)
class Histories:
    """The histories of the last few calls: those of several agents may take turns."""

    _calls: Calls
    _kept: deque[History] = field(default_factory=lambda: deque(maxlen=MOST))

    def known(self, opening: bytes, written: bytes, agent: str | None) -> History | None:
        """The longest history that these messages begin with."""
        fitting = [
            history
            for history in self._kept
            if history.keys is not None
            and (history.named or history.agent == agent)
            and history.opening == opening
            and written.startswith(history.written)
            and _NEXT.match(written, len(history.written))
        ]
        return max(fitting, key=lambda history: len(history.written), default=None)

    def recall(self, history: History) -> None:
        """Note the calls that a history makes, as reading it again would."""
        for call in history.calls:
            self._calls.note(*call)

    def keep(
        self,
        opening: bytes,
        written: bytes,
        agent: str | None,
        known: History | None,
        drafts: list[Draft],
        *,
        named: bool,
    ) -> History:
        """Remember messages that are closed, by the drafts of what is not known of them."""
        calls = tuple((d.call, d.tool, d.actor or agent) for d in drafts if d.kind in MADE)
        keys = None
        if known is not None:
            calls, named, keys = known.calls + calls, known.named and named, known.keys
        close = _CLOSE.search(written, max(0, len(written) - _TAIL))
        written = written[: close.start()] if close is not None else written
        history = History(opening, written, agent, named, calls, len(drafts), keys or Counter())
        self._kept.append(history)
        return history


def is_closed(written: bytes) -> bool:
    """Whether messages end with the bracket that closes them."""
    return _CLOSE.search(written, max(0, len(written) - _TAIL)) is not None


def new_part(written: bytes, known: History | None) -> int:
    """Where the comma or the bracket stands that comes before what is new."""
    if known is None:
        return 0
    match = _NEXT.match(written, len(known.written))
    return match.end() - 1 if match is not None else 0
