"""Offline answers that need no diagnosis: what a mode means, what the task was, who took part, what happened when."""

from itertools import islice

from agent.chat.actor_name import actor_name
from agent.chat.citations import of_quote
from agent.chat.material import About, line_range
from agent.chat.offline.draft import Draft
from agent.chat.questions import Question, mode_of
from agent.diagnosis.shapes import Lines
from agent.signals.readings.log_header import after_header
from agent.trace.event import Event, Kind

MOST_EVENTS, MOST_LINES, NEAR = 12, 20, 10
_QUIET = frozenset({Kind.NOISE, Kind.USAGE})


def definition(draft: Draft, question: Question) -> None:
    """What a mode of MAST means, and how to tell it from its rivals."""
    taxonomy = draft.material.case.taxonomy
    for code in question.modes:
        mode = mode_of(code, taxonomy)
        draft.say(f"**{mode.code} {mode.name}** ({taxonomy.category(mode.category).name}). {mode.definition}")
        draft.say(f"How it shows: {mode.shows}")
        draft.listed(f"not {rival.code}: {rival.rule}" for rival in mode.rivals[:3])
        found = [finding for finding in draft.material.findings if finding.mode == code]
        if found:
            draft.listed(f"here: {f.id} {draft.name(f.title)} ({draft.line(f.onset)})" for f in found[:3])
        elif draft.material.diagnosis is not None:
            verdict = next(one for one in draft.material.diagnosis.modes if one.code == code)
            draft.say(f"In this trace it is {verdict.verdict.replace('_', ' ')}: {verdict.reason}.")


def task(draft: Draft) -> None:
    """What the run was asked to do."""
    stated = draft.material.trace.task()
    event = next((event for event in draft.material.trace.events if event.kind is Kind.TASK), None)
    if event is not None:
        draft.say(f"The task is stated in {line_range(event.lines)}:")
        quote_lines(draft, (_first_of(draft, event, stated.text if stated else ""), event.lines[1]))
    elif stated is not None:
        field = (
            f" It stands in a field of the file, on its line {stated.source_lines[0]:,}." if stated.source_lines else ""
        )
        draft.say(f"The task as it was given: {draft.name(stated.text[:600])}{field}")
    else:
        draft.say("Not in this trace: no event states the task. `--task FILE` tells it.")


def _first_of(draft: Draft, event: Event, words: str) -> int:
    """The line of an event on which certain words begin; its first telling line where they do not stand in it."""
    at = draft.material.trace.text(event).find(words.split("\n", 1)[0]) if words.strip() else -1
    if at < 0:
        return first_telling(draft, event)
    return event.lines[0] + draft.material.trace.text(event).count("\n", 0, at)


def answer(draft: Draft) -> None:
    """What the run answered in the end."""
    trace = draft.material.trace
    event = next((event for event in _backwards(draft) if event.kind is Kind.ANSWER), None)
    if event is not None:
        draft.say(f"The answer stands at {draft.line(event.lines[0])}:")
        quote_lines(draft, event.lines)
        return
    stated = trace.answer()
    if stated is not None and stated.text.strip():
        cited = of_quote(draft.material, stated.text.strip().split("\n", 1)[0][:200])
        where = f" It stands at {draft.shown(cited)}" if cited is not None else ""
        draft.say(f"The answer of the run: {draft.name(stated.text[:600])}{where}")
        return
    spoken = next((event for event in _backwards(draft) if event.kind is Kind.SAY and event.is_act), None)
    draft.say("Not in this trace: no event is marked as the answer.")
    if spoken is not None:
        draft.say(f"The last thing said: {draft.quoted(first_telling(draft, spoken))}")
    else:
        ending(draft)


def ending(draft: Draft, actor: str | None = None) -> None:
    """The last things that were done."""
    acts = [
        event
        for event in _backwards(draft)
        if event.is_act and event.kind not in (*_QUIET, Kind.SYSTEM) and actor in (None, actor_name(event))
    ][:3]
    if acts:
        draft.say("How the trace ends:" if actor is None else f"The last things by {draft.name(actor)}:")
        draft.listed(_row(draft, event) for event in reversed(acts))


def actors(draft: Draft) -> None:
    """Who took part, and how much."""
    counts: dict[str, int] = {}
    first: dict[str, int] = {}
    for event in draft.material.trace.events:
        if event.actor and event.is_act:
            counts[event.actor] = counts.get(event.actor, 0) + 1
            first.setdefault(event.actor, event.lines[0])
    if not counts:
        draft.say("Not in this trace: its format does not say who did what.")
        return
    draft.say(f"{len(counts)} took part:")
    ranked = sorted(counts, key=lambda name: -counts[name])
    draft.listed(
        f"{draft.name(name)}: {counts[name]} {'event' if counts[name] == 1 else 'events'}, first at "
        f"{draft.line(first[name])}"
        for name in ranked[:MOST_EVENTS]
    )


def lines(draft: Draft, places: Lines) -> None:
    """The lines that a question names."""
    first, last = places
    end = draft.material.trace.events.lines
    if first > end or first < 1:
        draft.say(f"Line {first:,} is not in this trace; its last line is {draft.line(end)}.")
        return
    draft.activities.append(f"reading L{first}-{min(last, end)}")
    quote_lines(draft, (first, min(last, end)))


def event(draft: Draft, question: Question) -> None:
    """The event that a question names: who, to whom, what, and its lines."""
    events = draft.material.trace.events
    number = question.events[0] if question.events is not None else 0
    if not 1 <= number <= len(events):
        draft.say(f"Event {number:,} is not in this trace; its last event is {len(events):,}.")
        return
    one = events[number]
    to = f" to {draft.name(', '.join(one.to[:3]))}" if one.to else ""
    draft.say(f"Event {number:,} is {draft.name(actor_name(one))}{to}, {one.kind.value}, {line_range(one.lines)}:")
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
    found = [
        event
        for event in events.between(events.at_line(low).number, events.at_line(high).number)
        if event.is_act and event.kind not in _QUIET and question.actor in (None, event.actor, *event.to)
    ]
    whose = f" by or to {draft.name(question.actor)}" if question.actor else ""
    noun = "event" if len(found) == 1 else "events"
    draft.say(f"Between L{low} and L{high}: {len(found)} {noun}{whose}.")
    kept = found
    if len(found) > MOST_EVENTS:
        weighty = sorted(found, key=lambda event: (-event.salience, event.number))[:MOST_EVENTS]
        kept = sorted(weighty, key=lambda event: event.number)
        if question.actor or _looks_back(question.text):
            kept = found[-MOST_EVENTS:]
    draft.listed(_row(draft, event) for event in kept)
    if len(found) <= 1 and high - low < MOST_LINES * 3:
        draft.say("Line by line:")
        quote_lines(draft, (low, high))
    if len(found) > len(kept):
        draft.say(f"{len(found) - len(kept)} more are not listed; ask about a smaller range to see them.")


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
    if places is None and about.finding and (finding := draft.material.finding(about.finding)):
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
    onsets = [finding.onset for name in question.findings if (finding := draft.material.finding(name))]
    return (min(onsets), max(onsets)) if onsets else None


def _row(draft: Draft, event: Event) -> str:
    to = f" to {draft.name(', '.join(event.to[:3]))}" if event.to else ""
    return f"{draft.quoted(first_telling(draft, event))} ({event.kind.value}{to})"


def first_telling(draft: Draft, event: Event) -> int:
    """The first line of an event below the heading that its log wrote above the words."""
    text = draft.material.trace.text(event)
    first = event.lines[0] + text.count("\n", 0, after_header(text))
    texts = text.split("\n")
    told = [n for n in range(first, event.lines[1] + 1) if _tells(texts[n - event.lines[0]])]
    return (told or [event.lines[0]])[0]


def _tells(text: str) -> bool:
    """Whether a line says something: no rule, no bracket, no opening of a block of code."""
    return sum(map(str.isalnum, text)) > 2 and not text.lstrip().startswith("```")


def quote_lines(draft: Draft, lines: Lines) -> None:
    """The words of a range of lines, as far as there is room."""
    shown = [number for number, text in enumerate(draft.material.trace.lines(*lines), lines[0]) if text.strip()]
    if not shown:
        draft.say(f"{line_range(lines)} holds no words.")
    draft.listed(draft.quoted(number) for number in shown[:MOST_LINES])
    if len(shown) > MOST_LINES:
        draft.say(f"{len(shown) - MOST_LINES} more lines follow, to L{lines[1]}.")


def _backwards(draft: Draft) -> "islice[Event]":
    events = draft.material.trace.events
    return islice((events[number] for number in range(len(events), 0, -1)), 200)
