"""What happened between two places of a trace, around one, or on the lines that a question names."""

import re

from agent.chat.material import About
from agent.chat.offline.acts import QUIET
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import MOST_LINES, event_row, quote_lines
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.number_words import line_range

MOST_EVENTS, NEAR = 12, 10
_SIDE = (
    r"(after|before|around|since|until|till|following|near|past|leading (up )?to) (the )?"
    r"(lines? |l|events? |steps? |f)\d"
)
"""A place in the trace, and the side of it that is meant."""
_PATTERNS = (
    r"\bbetween\b|\bwent on\b|\bhappen\w*\b.*\b(after|before|around|near|at|from|since|until)\b",
    r"\b(led|leading|lead) (up )?to\b|\b(right|just|shortly) (after|before)\b",
    r"\bwhat (came|comes|was) (next|before|after)\b",
    r"\b(what|which) .*\b(know|knew|known|see|seen|saw)\b.*\b(at|by|before|until)\b",
    r"^(?!why\b|.*\b(who|caused?)\b).*\b" + _SIDE,
)


def answer(draft: Draft, question: Question, about: About) -> None:
    """The events of a range, or the words of the one place that is named and nothing else."""
    asks_for_range = any(re.search(pattern, question.bare) for pattern in _PATTERNS)
    if question.lines is not None and not asks_for_range:
        named_lines(draft, question.lines)
    elif question.events is not None and question.events[0] == question.events[1] and not asks_for_range:
        event(draft, question.events[0])
    else:
        between(draft, question, about)


def named_lines(draft: Draft, places: Lines) -> None:
    """The lines that a question names."""
    first, last = places
    end = draft.material.trace.events.lines
    if first > end or first < 1:
        draft.say(f"Line {first:,} is not in this trace; its last line is {draft.line(end)}.")
        return
    draft.activities.append(f"reading L{first}-{min(last, end)}")
    quote_lines(draft, (first, min(last, end)))


def event(draft: Draft, number: int) -> None:
    """The event that a question names: who, to whom, what, and its lines."""
    events = draft.material.trace.events
    if not 1 <= number <= len(events):
        draft.say(f"Event {number:,} is not in this trace; its last event is {len(events):,}.")
        return
    one = events[number]
    to = f" to {draft.name(', '.join(one.to[:3]))}" if one.to else ""
    draft.say(f"Event {number:,} is {draft.name(actor_name(one))}{to}, {one.kind.value}, {line_range(*one.lines)}:")
    quote_lines(draft, one.lines)


def between(draft: Draft, question: Question, about: About) -> None:
    """What happened in a range of lines or events, or around what the person looks at."""
    bounds = _bounds(draft, question, about)
    if bounds is None:
        draft.say("Say between which lines or events, for example `what happened between L10 and L40`.")
        return
    low, high = bounds
    end = draft.material.trace.events.lines
    if question.lines is not None and question.lines[1] > end:
        draft.say(f"Line {question.lines[1]:,} is not in this trace; its last line is {draft.line(end)}.")
    draft.activities.append(f"reading L{low}-{high}")
    events = draft.material.trace.events
    acts = [
        event
        for event in events.between(events.at_line(low).number, events.at_line(high).number)
        if event.is_act and event.kind not in QUIET and question.actor in (None, event.actor, *event.to)
    ]
    whose = f" by or to {draft.name(question.actor)}" if question.actor else ""
    noun = "event" if len(acts) == 1 else "events"
    draft.say(f"Between L{low} and L{high}: {len(acts)} {noun}{whose}.")
    kept = acts
    if len(acts) > MOST_EVENTS:
        weighty = sorted(acts, key=lambda event: (-event.salience, event.number))[:MOST_EVENTS]
        kept = sorted(weighty, key=lambda event: event.number)
        if question.actor or _looks_back(question.text):
            kept = acts[-MOST_EVENTS:]
    draft.listed(event_row(draft, event) for event in kept)
    if len(acts) <= 1 and high - low < MOST_LINES * 3:
        draft.say("Line by line:")
        quote_lines(draft, (low, high))
    if len(acts) > len(kept):
        draft.say(f"{len(acts) - len(kept)} more are not listed; ask about a smaller range to see them.")


def _looks_back(text: str) -> bool:
    return any(word in text.casefold().split() for word in ("before", "until", "by", "at", "know", "knew", "led"))


def _bounds(draft: Draft, question: Question, about: About) -> Lines | None:
    events = draft.material.trace.events
    last = events.lines
    if not last:
        return None
    if question.events is not None:
        first = min(max(1, question.events[0]), len(events))
        return events[first].lines[0], events[min(max(first, question.events[1]), len(events))].lines[1]
    places = question.lines or _findings_lines(draft, question) or about.lines
    if places is None and about.finding and (finding := draft.material.visible.finding(about.finding)):
        places = finding.onset, finding.onset
    if places is None:
        return None
    low, high = max(1, min(places[0], last)), max(1, min(places[1], last))
    if low < high:
        return low, high
    number = events.at_line(low).number
    words = question.text.casefold()
    if "after" in words or "since" in words or "from" in words:
        return low, events[min(len(events), number + NEAR)].lines[1]
    if question.actor or _looks_back(question.text):
        return (1 if question.actor else events[max(1, number - NEAR)].lines[0]), low
    return events[max(1, number - NEAR // 2)].lines[0], events[min(len(events), number + NEAR // 2)].lines[1]


def _findings_lines(draft: Draft, question: Question) -> Lines | None:
    onsets = [finding.onset for name in question.findings if (finding := draft.material.visible.finding(name))]
    return (min(onsets), max(onsets)) if onsets else None


KIND = QuestionKind("between", answer, _PATTERNS, fits_last=lambda question: question.names_place)
