"""Who did something first, last or most, and what somebody did: the acts of the trace in their order."""

import re

from agent.chat.material import About
from agent.chat.offline.acts import acts, kinds_named
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import event_row
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, asks_only
from agent.lookup.actor_name import actor_name
from agent.number_words import count
from agent.trace.event import Event, Kind

BESIDE, MOST = 2, 12
_FIRST = re.compile(r"\b(first|begin\w*|began|start\w*|open\w*|earliest)\b")
_LAST = re.compile(r"\b(last|final\w*|latest|end\w*|finish\w*|stopped)\b")
_MOST = re.compile(r"\b(most|busiest|loudest)\b")
_WHO = re.compile(r"\b(who|whom|which (agent|actor|one)|what agent)\b|\b(first|last|final) (to|speaker)\b")
_WHAT = re.compile(r"\b(what|which|show|list|tell me)\b")
_DONE = re.compile(r"\b(do|did|does|done|doing|say|said|saying|call(ed)?|write|wrote|contribute\w*)\b")
_EVERYTHING = re.compile(r"\bwhat (happened|did (they|it|the (agents|team|system)|everybody|everyone) do)\b")
_FILLING = frozenset(
    "spoke speak speaker spoken speaks talk talked talks acted act acts active worked work most busiest loudest thing "
    "message messages call calls called command commands result results output outputs reply replies thought thoughts "
    "action actions event step final finally latest earliest happen happened happens ended ends end finish finished "
    "stopped started begin doing done saying write wrote contribute contributed handoff handoffs handover tool kind "
    "agents team system everybody everyone themselves himself herself itself".split()
)
_UNDONE = frozenset({Kind.SYSTEM, Kind.NOTE})


def answer(draft: Draft, question: Question, about: About) -> None:
    """The acts that are meant, the one that is asked for first."""
    name, kinds = kinds_named(question.bare)
    found = [event for event in acts(draft) if event.kind in kinds and question.actor in (None, actor_name(event))]
    found = [event for event in found if event.kind not in _UNDONE and _counts(question, event)] or found
    by = f" by {draft.name(question.actor)}" if question.actor else ""
    if not found:
        draft.say_absent(f"no event{by} is of the kind {' or '.join(sorted(kinds))}.")
    elif _MOST.search(question.bare):
        _most(draft, found, name)
    elif _LAST.search(question.bare):
        draft.say(f"The last of {len(found):,} {name}{by}: {event_row(draft, found[-1])}")
        _beside(draft, "Before it:", found[-1 - BESIDE : -1])
    elif _FIRST.search(question.bare):
        draft.say(f"The first of {len(found):,} {name}{by}: {event_row(draft, found[0])}")
        _beside(draft, "After it:", found[1 : 1 + BESIDE])
    else:
        _all(draft, found, f"{count(len(found), name.removesuffix('s'))}{by}")


def _counts(question: Question, event: Event) -> bool:
    """Whether an event is somebody's act, where it is asked who acts: what a tool gives back is none."""
    return not _WHO.search(question.bare) or (event.actor is not None and event.kind is not Kind.RESULT)


def _beside(draft: Draft, words: str, events: list[Event]) -> None:
    if events:
        draft.say(words)
        draft.listed(event_row(draft, event) for event in events)


def _most(draft: Draft, found: list[Event], name: str) -> None:
    """Who did most of it, by how often."""
    by: dict[str, list[Event]] = {}
    for event in found:
        by.setdefault(actor_name(event), []).append(event)
    ranked = sorted(by.items(), key=lambda one: -len(one[1]))
    draft.say(f"Of {len(found):,} {name}, by how many:")
    draft.listed(
        f"{draft.name(who)}: {len(events):,}, first at {draft.line(events[0].lines[0])}, "
        f"last at {draft.line(events[-1].lines[0])}"
        for who, events in ranked[:MOST]
    )


def _all(draft: Draft, found: list[Event], what: str) -> None:
    """Everything somebody did; where it is much, how it begins and how it ends."""
    if len(found) <= MOST:
        draft.say(f"{what}:")
        draft.listed(event_row(draft, event) for event in found)
        return
    draft.say(f"{what}; it begins:")
    draft.listed(event_row(draft, event) for event in found[: MOST // 2])
    draft.say(f"{len(found) - MOST:,} more are not listed; ask about a smaller range to see them. It ends:")
    draft.listed(event_row(draft, event) for event in found[-(MOST // 2) :])


def _fits(question: Question) -> bool:
    if not asks_only(question, _FILLING):
        return False
    ends = _MOST.search(question.bare) or _LAST.search(question.bare) or _FIRST.search(question.bare)
    if _WHO.search(question.bare):
        return bool(ends and question.actor is None)
    if not _WHAT.search(question.bare):
        return False
    if question.actor is None:
        asks_what = re.search(r"\bwhat\b.*\b(was|is|were|did|happen\w*)\b", question.bare)
        return bool((ends and asks_what) or (_EVERYTHING.search(question.bare) and not question.names_place))
    return bool(_DONE.search(question.bare) and (ends or not question.names_place))


KIND = QuestionKind("acts asked", answer, fits=_fits, keeps_to_lines=True)
