"""Offline answers about what was done: what was checked, who spoke to whom, how long it took, in what order."""

import re
from collections import Counter
from datetime import datetime
from itertools import pairwise

from agent.chat.actor_name import actor_name
from agent.chat.offline.acts import QUIET, SPEAKS, acts
from agent.chat.offline.draft import Draft
from agent.chat.offline.facts import first_telling
from agent.chat.questions import Question
from agent.trace.event import Event, Kind

SHOWN = 8
_CHECK = re.compile(
    r"\b(?:py|unit)?tests?\b|\btested\b|\bverif(?:y|ied|ies|ication)\b|\bcheck(?:ed|s|ing)?\b|\breview(?:ed|s)?\b"
    r"|\bvalidat\w+\b|\bapprove[ds]?\b",
    re.IGNORECASE,
)


def checks(draft: Draft, question: Question) -> None:
    """Whether anything was tested or reviewed: the calls and words that say so, and where the run ends."""
    found: list[tuple[Event, int, str]] = []
    for event in acts(draft):
        if event.kind not in SPEAKS:
            continue
        text = draft.material.trace.text(event)
        word = _CHECK.search(text)
        if word is not None and question.actor in (None, actor_name(event)):
            found.append((event, event.lines[0] + text.count("\n", 0, word.start()), word[0]))
    ran = [one for one in found if one[0].kind is Kind.CALL]
    said = [one for one in found if one[0].kind not in (Kind.CALL, Kind.RESULT)]
    shown = [one for one in found if one[0].kind is Kind.RESULT]
    if not found:
        draft.say_absent("no call and nobody's words speak of a test, a check or a review.")
    if ran:
        draft.say(f"{len(ran)} {'call speaks' if len(ran) == 1 else 'calls speak'} of a check, the last:")
        draft.listed(draft.quoted(line, word) for _, line, word in ran[-3:])
    if said:
        draft.say(f"{len(said)} {'message speaks' if len(said) == 1 else 'messages speak'} of one, the last:")
        draft.listed(draft.quoted(line, word) for _, line, word in said[-3:])
    if shown and not ran:
        draft.say(f"{len(shown)} {'output speaks' if len(shown) == 1 else 'outputs speak'} of one, the last:")
        draft.listed(draft.quoted(line, word) for _, line, word in shown[-3:])


def spoken(draft: Draft, question: Question) -> None:
    """How much somebody did, and what: first, last, and of which kinds."""
    name = question.actor
    done = [event for event in acts(draft) if actor_name(event) == name]
    if name is None or not done:
        draft.say("Say of whom, by the name that the trace has: `which agents took part` lists them.")
        return
    kinds = Counter(event.kind.value for event in done)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(6))
    draft.say(f"{draft.name(name)} did {len(done):,} {'thing' if len(done) == 1 else 'things'}: {told}.")
    weighty = sorted(done, key=lambda event: (-event.salience, event.number))[:SHOWN]
    kept = {event.number: event for event in [done[0], *weighty[: SHOWN - 2], done[-1]]}
    draft.listed(draft.quoted(first_telling(draft, kept[number])) for number in sorted(kept))
    if len(done) > len(kept):
        draft.say(f"These are the first, the weightiest and the last of them; {len(done) - len(kept)} are not listed.")


def handoffs(draft: Draft) -> None:
    """Who addressed whom, how often, and where first."""
    pairs: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], int] = {}
    for event in acts(draft):
        for to in event.to:
            if event.actor:
                pairs[event.actor, to] += 1
                first.setdefault((event.actor, to), event.lines[0])
    if not pairs:
        draft.say_absent("its format does not say who is addressed.")
        return
    draft.say("Who addressed whom:")
    draft.listed(
        f"{draft.name(one)} to {draft.name(other)}: {count:,}, first at {draft.line(first[one, other])}"
        for (one, other), count in pairs.most_common(12)
    )


def duration(draft: Draft) -> None:
    """How long it took by its own clock."""
    timed = [event for event in draft.material.trace.events if event.time]
    begin, end = (_clock(event.time) for event in (timed[0], timed[-1])) if timed else (None, None)
    if begin is None or end is None:
        draft.say_absent("its events carry no time.")
        return
    first, last = draft.line(timed[0].lines[0]), draft.line(timed[-1].lines[0])
    seconds = (end - begin).total_seconds()
    draft.say(f"From {first} to {last} it took {_span(seconds)} by the trace's own clock.")
    gaps = []
    for one, other in pairwise(event for event in timed if event.kind not in QUIET):
        before, after = _clock(one.time), _clock(other.time)
        if before is not None and after is not None:
            gaps.append(((after - before).total_seconds(), other))
    longest = sorted(gaps, key=lambda gap: -gap[0])[:3]
    if longest and longest[0][0] > 0:
        draft.say("The longest waits came before these:")
        draft.listed(f"{_span(gap)} before {draft.quoted(first_telling(draft, event))}" for gap, event in longest)


def usage(draft: Draft) -> None:
    """What the log says of tokens; no sum is made of figures that may overlap."""
    told = [event for event in draft.material.trace.events if event.kind is Kind.USAGE]
    if not told:
        draft.say_absent("no event says how many tokens were used.")
        return
    draft.say(f"{len(told)} {'event tells' if len(told) == 1 else 'events tell'} of tokens or cost, the last:")
    draft.listed(draft.quoted(first_telling(draft, event)) for event in told[-3:])
    draft.say("They are not added up here: some logs count anew, others go on counting.")


def timeline(draft: Draft) -> None:
    """The weightiest events in their order, and the findings among them."""
    done = [event for event in acts(draft) if event.kind is not Kind.SYSTEM]
    if not done:
        draft.say_absent("it holds no act.")
        return
    weighty = sorted(done[1:-1], key=lambda event: (-event.salience, event.number))[:10]
    onsets = {finding.onset: finding for finding in draft.material.findings}
    kept = {event.number: event for event in (done[0], *weighty, done[-1])}
    for line in onsets:
        event = draft.material.event_at(line)
        if event is not None:
            kept[event.number] = event
    draft.say(f"The run in {len(kept)} of its {len(done):,} acts:")
    draft.listed(_told(draft, kept[number], onsets) for number in sorted(kept))


def _told(draft: Draft, event: Event, onsets: object) -> str:
    names = [one.id for one in draft.material.findings if event.lines[0] <= one.onset <= event.lines[1]]
    return draft.quoted(first_telling(draft, event)) + (f" ({', '.join(names)})" if names else "")


def _clock(time: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(time) if time else None
    except ValueError:
        return None
    return moment.replace(tzinfo=None) if moment is not None else None


def _span(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
