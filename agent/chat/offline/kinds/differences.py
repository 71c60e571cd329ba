"""Offline answers that lay two places side by side: what only one of two events says, line by line."""

import re
from difflib import SequenceMatcher

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.findings_asked import check_names, explain
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.lookup.actor_name import actor_name
from agent.number_words import line_range
from agent.trace.event import Event

MOST_COMPARED, SHOWN = 400, 8


def compare(draft: Draft, question: Question, about: About) -> None:
    """What is different between two events, two lines or two findings."""
    if len(set(question.findings)) > 1:
        if check_names(draft, question):
            for name in dict.fromkeys(question.findings):
                finding = draft.material.visible.finding(name)
                if finding is not None:
                    explain(draft, finding)
        return
    pair = _pair(draft, question)
    if pair is None:
        return
    one, other = pair
    if one.number == other.number:
        draft.say(f"Both lie in event {one.number}, {line_range(*one.lines)}:")
        draft.listed(draft.quoted(line) for line in dict.fromkeys(question.lines or one.lines))
        return
    before, after = _texts(draft, one), _texts(draft, other)
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    same = sum(block.size for block in blocks)
    draft.say(f"E{_named(draft, one)[1:]} and {_named(draft, other)}:")
    if same == len(before) == len(after):
        draft.say("They say the same, word for word.")
        return
    noun = "line is" if same == 1 else "lines are"
    draft.say(f"{same} {noun} the same." if same else "No line is the same.")
    kept: set[int] = set()
    beside: set[int] = set()
    for block in blocks:
        kept.update(range(block.a, block.a + block.size))
        beside.update(range(block.b, block.b + block.size))
    _only(draft, one, [at for at, text in enumerate(before) if at not in kept and text.strip()])
    _only(draft, other, [at for at, text in enumerate(after) if at not in beside and text.strip()])
    longest = max(one.lines[1] - one.lines[0], other.lines[1] - other.lines[0]) + 1
    if longest > MOST_COMPARED:
        draft.say(f"Only the first {MOST_COMPARED} lines of each were compared.")


def _pair(draft: Draft, question: Question) -> tuple[Event, Event] | None:
    events = draft.material.trace.events
    if question.events is not None:
        one, other = question.events
        if not 1 <= one <= other <= len(events):
            draft.say(f"Event {other:,} is not in this trace; its last event is {len(events):,}.")
            return None
        return events[one], events[other]
    if question.lines is None or not 1 <= question.lines[0] <= question.lines[1] <= events.lines:
        draft.say(f"Say which two, by events or lines of this trace; its last line is {draft.line(events.lines)}.")
        return None
    return events.at_line(question.lines[0]), events.at_line(question.lines[1])


def _texts(draft: Draft, event: Event) -> list[str]:
    return draft.material.trace.text(event).split("\n")[:MOST_COMPARED]


def _named(draft: Draft, event: Event) -> str:
    return f"event {event.number} ({line_range(*event.lines)}, {draft.name(actor_name(event))}, {event.kind.value})"


def _only(draft: Draft, event: Event, lines: list[int]) -> None:
    if lines:
        draft.say(f"Only in event {event.number}, {len(lines)} {'line' if len(lines) == 1 else 'lines'}:")
        draft.listed(draft.quoted(event.lines[0] + at) for at in lines[:SHOWN])
        if len(lines) > SHOWN:
            draft.say(f"{len(lines) - SHOWN} more are not listed.")


KIND = QuestionKind(
    "differences",
    compare,
    fits=lambda question: (
        question.names_two
        and re.search(r"\b(compar\w+|diff|differ\w*|(the )?same as|identical|versus|vs)\b", question.bare) is not None
    ),
)
