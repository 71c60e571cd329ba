"""Offline answers about the trace as a whole: its size and format, plans, instructions, limits, secrets."""

import re

from agent.chat.actor_name import actor_name
from agent.chat.cancellation import raise_if_cancelled
from agent.chat.offline.acts import acts
from agent.chat.offline.draft import Draft
from agent.chat.offline.facts import ending, first_telling, quote_lines, task
from agent.chat.questions import Question
from agent.trace.event import Event, Kind

SHOWN = 6
SHORTEST = 120
"""Characters of a system event that instructs somebody; shorter ones are notes of the log."""
_LIMIT = re.compile(
    r"\b(?:token|context|rate|time|turn|step|iteration|memory|usage|recursion|round)s?[ _-]?(?:limit|length|window)\b"
    r"|\bmax(?:imum)?[ _](?:number of )?(?:tokens|turns|steps|iterations|rounds|retries|context)\b"
    r"|\btimed? ?out\b|\btimeout\b|\bquota\b|\bout of memory\b|\btoo many requests\b"
    r"|\b(?:budget|limit)\b.{0,30}\b(?:exceeded|exhausted|reached)\b|\b(?:exceed\w*|reached?)\b.{0,30}\b(?:budget|limit)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(r"^[ \t#*>-]*(?:\w+ ){0,3}plan\b[^.?!]{0,40}$", re.IGNORECASE | re.MULTILINE)
_TELLS_OF_LIMITS = frozenset({Kind.RESULT, Kind.ERROR, Kind.NOISE, Kind.USAGE})
_SPEAKS = frozenset({Kind.SAY, Kind.THINK, Kind.PLAN, Kind.NOTE})


def about_trace(draft: Draft) -> None:
    """What the trace is: its format, its size, and what the reader warns of."""
    trace = draft.material.trace
    events = trace.events
    draft.say(
        f"{events.lines:,} lines, to {draft.line(events.lines)}, in {len(events):,} events, of which {events.acts:,} "
        f"are acts; {trace.source.size:,} bytes. It was read as {draft.name(trace.format.name)}: "
        f"{draft.name(trace.because)}."
    )
    draft.listed(draft.name(warning) for warning in dict.fromkeys(trace.warnings))


def plan(draft: Draft) -> None:
    """The plans that were made, the first and the last in full as far as there is room."""
    found = [event for event in acts(draft) if event.kind is Kind.PLAN]
    places = [_heading(draft, event) or first_telling(draft, event) for event in found]
    if not found:
        for event in acts(draft):
            if event.kind in _SPEAKS and (place := _heading(draft, event)) is not None:
                found.append(event)
                places.append(place)
    if not found:
        draft.say("Not in this trace: no event is marked as a plan, and no line is headed as one.")
        return
    noun = "event holds a plan" if len(found) == 1 else "events hold a plan"
    draft.say(f"{len(found)} {noun}. The first, by {draft.name(actor_name(found[0]))}:")
    quote_lines(draft, (places[0], found[0].lines[1]))
    if len(found) > 1:
        draft.say("The others:")
        draft.listed(draft.quoted(place) for place in places[1:][-SHOWN:])
        draft.say(
            "Whether the plan changed in substance takes a model; two of them are compared by their events' numbers:"
        )
        draft.say(f"`compare event {found[0].number} and event {found[-1].number}`")


def _heading(draft: Draft, event: Event) -> int | None:
    """The line of an event that is headed as a plan."""
    text = draft.material.trace.text(event)
    headings = [found.start() for found in _PLAN.finditer(text)]
    return event.lines[0] + text.count("\n", 0, headings[-1]) if headings else None


def told_to(draft: Draft, question: Question) -> None:
    """What an agent, or all of them, were set up with and told to do."""
    name = question.actor
    found = [
        event
        for event in acts(draft)
        if (event.kind is Kind.SYSTEM and len(draft.material.trace.text(event)) >= SHORTEST)
        or (name is not None and event.kind is Kind.TASK)
        if name in (None, event.actor, *event.to)
    ]
    said = [event for event in acts(draft) if name is not None and name in event.to and event.kind is not Kind.SYSTEM]
    if not found and not said:
        whom = f" to {draft.name(name)}" if name else ""
        draft.say(f"Not in this trace: no instructions{whom} stand in it.")
        task(draft)
        return
    if found:
        noun = "event sets" if len(found) == 1 else "events set"
        draft.say(f"{len(found)} {noun} up {draft.name(name) if name else 'the agents'}:")
        draft.listed(draft.quoted(first_telling(draft, event)) for event in found[:SHOWN])
    if said:
        noun = "message goes" if len(said) == 1 else "messages go"
        draft.say(f"{len(said):,} {noun} to {draft.name(name or '')}, the first and the last:")
        draft.listed(draft.quoted(first_telling(draft, event)) for event in dict.fromkeys((*said[:3], said[-1])))


def limits(draft: Draft) -> None:
    """What the diagnosis says of the ending, and lines of outputs and of the log that speak of a limit or a timeout."""
    diagnosis = draft.material.diagnosis
    if diagnosis is not None and "limit" in diagnosis.outcome.basis:
        draft.say(draft.name(diagnosis.outcome.basis))
        draft.listed(draft.evidence(record) for record in diagnosis.outcome.evidence[:SHOWN])
    found = []
    for event in draft.material.trace.events:
        if event.number % 512 == 0:
            raise_if_cancelled()
        if event.is_act and event.kind in _TELLS_OF_LIMITS:
            text = draft.material.trace.text(event)
            if (word := _LIMIT.search(text)) is not None:
                found.append((event.lines[0] + text.count("\n", 0, word.start()), word[0]))
    if not found:
        draft.say("Not in this trace: no output and no error speaks of a limit, a timeout or a spent budget.")
    else:
        noun = "event speaks" if len(found) == 1 else "events speak"
        draft.say(f"{len(found)} {noun} of a limit or a timeout, the last:")
        draft.listed(draft.quoted(line, word) for line, word in found[-SHOWN:])
        draft.say("Whether that is what ended the run, its ending tells.")
    ending(draft)


def secrets(draft: Draft) -> None:
    """What the redactor takes for secrets: how many of which kind, never the words themselves."""
    case = draft.material.case
    if case.redactor is None:
        draft.say("Secrets are looked for only where redaction is on; it was turned off.")
        return
    found = case.redactions()
    if not found:
        draft.say("None was found by its form: no key, no token, no password in the acts of this trace.")
    else:
        draft.say("By their form these were found, and are shown as placeholders:")
        draft.listed(f"{draft.name(kind)}: {count:,}" for kind, count in sorted(found.items()))
    draft.say("A secret that looks like an ordinary word is not found.")
