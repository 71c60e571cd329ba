"""Joins the calls that models ask for with the runs of the tools: each call once, whichever is told first."""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft

_CALLS = (Kind.CALL, Kind.HANDOFF, Kind.RESULT)
_MARKS = re.compile(r"[\W_]+")


class _Call(NamedTuple):
    event: int
    id: str | None
    agent: str | None
    words: str
    at: int


@dataclass(slots=True)
class SpanCalls:
    """The calls that wait for the run of their tool, the runs that wait for the model's word, and what is answered."""

    _asked: dict[str | None, list[_Call]] = field(default_factory=lambda: defaultdict(list))
    _run: dict[str | None, list[_Call]] = field(default_factory=lambda: defaultdict(list))
    _told: dict[tuple[str, bool], list[int]] = field(default_factory=lambda: defaultdict(list))

    def ask(self, draft: Draft, event: int, agent: str | None, text: str, since: int) -> None:
        """A model that was called at a time asks for a call, unless a run of the tool has told of it since then."""
        made = self._take([one for one in self._run[draft.tool] if one.at >= since], draft, agent, text, alike=True)
        if made is not None:
            self._run[draft.tool].remove(made)
            draft.repeats = made.event
        else:
            self._asked[draft.tool].append(_Call(event, draft.call, agent, _bare(text), since))

    def run(self, draft: Draft, event: int, agent: str | None, text: str, at: int) -> None:
        """A tool runs: no second call, if the model has asked for it."""
        asked = self._take(self._asked[draft.tool], draft, agent, text, alike=False)
        if asked is not None:
            self._asked[draft.tool].remove(asked)
            draft.repeats, draft.call = asked.event, draft.call or asked.id
        else:
            self._run[draft.tool].append(_Call(event, draft.call, agent, _bare(text), at))

    def has_id(self, draft: Draft) -> bool:
        """Whether a draft is a call or a result that is known by its id."""
        return _key(draft) is not None

    def tell(self, draft: Draft, words: int) -> None:
        """A call or its result has been shown, in these words."""
        if (key := _key(draft)) is not None:
            self._told[key].append(words)
            if draft.kind is Kind.RESULT:  # its tool has run: no later run is that of this call
                waiting = self._asked[draft.tool]
                waiting[:] = [one for one in waiting if one.id != draft.call]

    def told_as(self, draft: Draft, sent: Counter[Hashable]) -> int | None:
        """The words in which a call or a result that is sent again has been shown, if it has been."""
        key = _key(draft)
        if key is None:
            return None
        sent[key] += 1
        told = self._told.get(key, ())
        return told[sent[key] - 1] if sent[key] <= len(told) else None

    def _take(self, waiting: list[_Call], draft: Draft, agent: str | None, text: str, *, alike: bool) -> _Call | None:
        """The waiting call that is the same one: by its id, by its words, by who made it."""
        words = _bare(text)
        fitting = [
            (one.id is not None and one.id == draft.call, _alike(words, one.words), one.agent == agent, -number)
            for number, one in enumerate(waiting)
            if one.id is None or draft.call is None or one.id == draft.call
        ]
        best = max(fitting, default=None)
        if best is None or (alike and not (best[0] or best[1])) or not (best[0] or best[1] or best[2]):
            return None
        return waiting[-best[3]]


def _bare(text: str) -> str:
    return _MARKS.sub("", text[:4000]).casefold()


def _alike(one: str, other: str) -> bool:
    return one == other or (bool(one) and bool(other) and (one in other or other in one))


def _key(draft: Draft) -> tuple[str, bool] | None:
    """What a call or its result is known by; a name in place of an id says nothing."""
    if draft.kind not in _CALLS or not draft.call or draft.call == draft.tool:
        return None
    return draft.call, draft.kind is Kind.RESULT
