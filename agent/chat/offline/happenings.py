"""Offline answers about what was done: errors, tools, checks, who spoke to whom, how long it took, in what order."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from agent.chat.offline.draft import Draft
from agent.chat.offline.facts import first_telling
from agent.chat.questions import Question
from agent.chat.stopping import go_on
from agent.chat.whose import who
from agent.trace.event import Event, Kind

SHOWN = 8
_ERROR_LINE = re.compile(r"^[ \t]*(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt)\b.*$", re.MULTILINE)
_TROUBLE = re.compile(
    r"traceback \(most recent call last\)|^\s*(?:[\w.]*[A-Z]\w*(?:Error|Exception)\b|error\b|fatal\b|failed\b|failure:)"
    r"|\bexit(?:ed with)?[ _]?(?:code|status):? ?[1-9]|exitcode: ?[1-9]|\bexecution failed\b"
    r"|^FAILED |\b[1-9]\d* failed\b|\bcommand not found\b|\"error\"\s*:\s*\"|\bno such file or directory\b",
    re.IGNORECASE | re.MULTILINE,
)
_CHECK = re.compile(
    r"\b(?:py|unit)?tests?\b|\btested\b|\bverif(?:y|ied|ies|ication)\b|\bcheck(?:ed|s|ing)?\b|\breview(?:ed|s)?\b"
    r"|\bvalidat\w+\b|\bapprove[ds]?\b",
    re.IGNORECASE,
)
_FAILED = frozenset({"error", "failed", "failure", "fail", "exception", "timeout", "cancelled"})
_SPEAKS = frozenset({Kind.CALL, Kind.SAY, Kind.RESULT, Kind.ANSWER, Kind.THINK, Kind.HANDOFF, Kind.PLAN})
_QUIET = frozenset({Kind.NOISE, Kind.USAGE})


def errors(draft: Draft, question: Question) -> None:
    """What went wrong by the words of the run itself: how often, the first, the last, or all of it."""
    found = [
        (event, line)
        for event in _acts(draft)
        if (line := trouble(draft, event)) is not None and question.actor in (None, who(event))
    ]
    if not found:
        draft.say("Not in this trace: no result of a tool and no event says that it failed.")
        return
    text = question.text.casefold()
    if re.search(r"\b(last|latest|final)\b", text):
        draft.say(f"The last error stands at {draft.quoted(found[-1][1])}")
    elif re.search(r"\b(first|earliest)\b", text):
        draft.say(f"The first error stands at {draft.quoted(found[0][1])}")
    noun = "event says" if len(found) == 1 else "events say"
    draft.say(f"{len(found)} {noun} that something failed:")
    draft.listed(draft.quoted(line) for _, line in found[:SHOWN])
    if len(found) > SHOWN:
        draft.say(f"{len(found) - SHOWN} more follow; the last is {draft.line(found[-1][1])}.")


def trouble(draft: Draft, event: Event) -> int | None:
    """The line on which an event says that something failed; None where it says no such thing."""
    if event.kind is Kind.ERROR:
        return first_telling(draft, event)
    if event.kind is not Kind.RESULT:
        return None
    text = draft.ground.trace.text(event)
    found = _TROUBLE.search(text)
    if found is not None:
        said = _ERROR_LINE.search(text, found.end()) if found[0].casefold().startswith("traceback") else None
        at = said.start() if said is not None else found.start() + len(found[0]) - len(found[0].lstrip())
        return event.lines[0] + text.count("\n", 0, at)
    return first_telling(draft, event) if (event.status or "").casefold() in _FAILED else None


def tools(draft: Draft, question: Question) -> None:
    """Which tools were called, how often, and which of the calls failed."""
    called: Counter[str] = Counter()
    first: dict[str, int] = {}
    failed: list[tuple[str, int]] = []
    for event in _acts(draft):
        name = event.tool or (event.actor if event.kind is Kind.RESULT else None)
        if event.kind is Kind.CALL and event.tool:
            called[event.tool] += 1
            first.setdefault(event.tool, event.lines[0])
        elif event.kind in (Kind.RESULT, Kind.ERROR) and (line := trouble(draft, event)) is not None:
            failed.append((name or "a tool without a name", line))
    if re.search(r"\b(fail\w*|broke|error\w*|crash\w*|wrong)\b", question.text, re.IGNORECASE):
        _failed(draft, failed, bool(called))
        return
    if not called:
        draft.say("Not in this trace: no call names its tool.")
        return
    total = sum(called.values())
    draft.say(f"{len(called)} {'tool was' if len(called) == 1 else 'tools were'} called {total:,} times:")
    bad = Counter(name for name, _ in failed)
    draft.listed(
        f"{draft.name(name)}: {count:,}, first at {draft.line(first[name])}"
        + (f", {bad[name]} of its results tell of an error" if bad[name] else "")
        for name, count in called.most_common(SHOWN)
    )
    if len(called) > SHOWN:
        draft.say(f"{len(called) - SHOWN} more were called less often.")


def _failed(draft: Draft, failed: list[tuple[str, int]], any_named: bool) -> None:
    if not failed:
        draft.say("Not in this trace: no result of a tool tells of an error.")
        return
    counts = Counter(name for name, _ in failed)
    draft.say("Results that tell of an error, by tool:")
    for name, count in counts.most_common(4):
        lines = [line for other, line in failed if other == name]
        draft.say(f"{draft.name(name)}, {count}:")
        draft.listed(draft.quoted(line) for line in lines[:4])
    if not any_named:
        draft.say("The format of this trace names no tools, so these are named by whoever answered.")


def checks(draft: Draft, question: Question) -> None:
    """Whether anything was tested or reviewed: the calls and words that say so, and where the run ends."""
    found: list[tuple[Event, int, str]] = []
    for event in _acts(draft):
        if event.kind not in _SPEAKS:
            continue
        text = draft.ground.trace.text(event)
        word = _CHECK.search(text)
        if word is not None and question.actor in (None, who(event)):
            found.append((event, event.lines[0] + text.count("\n", 0, word.start()), word[0]))
    ran = [one for one in found if one[0].kind is Kind.CALL]
    said = [one for one in found if one[0].kind not in (Kind.CALL, Kind.RESULT)]
    shown = [one for one in found if one[0].kind is Kind.RESULT]
    if not found:
        draft.say("Not in this trace: no call and nobody's words speak of a test, a check or a review.")
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
    acts = [event for event in _acts(draft) if who(event) == name]
    if name is None or not acts:
        draft.say("Say of whom, by the name that the trace has: `which agents took part` lists them.")
        return
    kinds = Counter(event.kind.value for event in acts)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(6))
    draft.say(f"{draft.name(name)} did {len(acts):,} things: {told}.")
    weighty = sorted(acts, key=lambda event: (-event.salience, event.number))[:SHOWN]
    kept = {event.number: event for event in [acts[0], *weighty[: SHOWN - 2], acts[-1]]}
    draft.listed(draft.quoted(first_telling(draft, kept[number])) for number in sorted(kept))
    if len(acts) > len(kept):
        draft.say(f"These are the first, the weightiest and the last of them; {len(acts) - len(kept)} are not listed.")


def handoffs(draft: Draft) -> None:
    """Who addressed whom, how often, and where first."""
    pairs: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], int] = {}
    for event in _acts(draft):
        for to in event.to:
            if event.actor:
                pairs[event.actor, to] += 1
                first.setdefault((event.actor, to), event.lines[0])
    if not pairs:
        draft.say("Not in this trace: its format does not say who is addressed.")
        return
    draft.say("Who addressed whom:")
    draft.listed(
        f"{draft.name(one)} to {draft.name(other)}: {count:,}, first at {draft.line(first[one, other])}"
        for (one, other), count in pairs.most_common(12)
    )


def duration(draft: Draft) -> None:
    """How long it took by its own clock."""
    timed = [event for event in draft.ground.trace.events if event.time]
    begin, end = (_clock(event.time) for event in (timed[0], timed[-1])) if timed else (None, None)
    if begin is None or end is None:
        draft.say("Not in this trace: its events carry no time.")
        return
    first, last = draft.line(timed[0].lines[0]), draft.line(timed[-1].lines[0])
    seconds = (end - begin).total_seconds()
    draft.say(f"From {first} to {last} it took {_span(seconds)} by the trace's own clock.")
    gaps = []
    for one, other in pairwise(timed):
        before, after = _clock(one.time), _clock(other.time)
        if before is not None and after is not None:
            gaps.append(((after - before).total_seconds(), other))
    longest = sorted(gaps, key=lambda gap: -gap[0])[:3]
    if longest and longest[0][0] > 0:
        draft.say("The longest waits came before these:")
        draft.listed(f"{_span(gap)} before {draft.quoted(first_telling(draft, event))}" for gap, event in longest)


def usage(draft: Draft) -> None:
    """What the log says of tokens; no sum is made of figures that may overlap."""
    told = [event for event in draft.ground.trace.events if event.kind is Kind.USAGE]
    if not told:
        draft.say("Not in this trace: no event says how many tokens were used.")
        return
    draft.say(f"{len(told)} {'event tells' if len(told) == 1 else 'events tell'} of tokens or cost, the last:")
    draft.listed(draft.quoted(first_telling(draft, event)) for event in told[-3:])
    draft.say("They are not added up here: some logs count anew, others go on counting.")


def timeline(draft: Draft) -> None:
    """The weightiest events in their order, and the findings among them."""
    acts = [event for event in _acts(draft) if event.kind is not Kind.SYSTEM]
    if not acts:
        draft.say("Not in this trace: it holds no act.")
        return
    weighty = sorted(acts[1:-1], key=lambda event: (-event.salience, event.number))[:10]
    onsets = {finding.onset: finding for finding in draft.ground.findings}
    kept = {event.number: event for event in (acts[0], *weighty, acts[-1])}
    for line in onsets:
        event = draft.ground.event_at(line)
        if event is not None:
            kept[event.number] = event
    draft.say(f"The run in {len(kept)} of its {len(acts):,} acts:")
    draft.listed(_told(draft, kept[number], onsets) for number in sorted(kept))


def _told(draft: Draft, event: Event, onsets: object) -> str:
    names = [one.id for one in draft.ground.findings if event.lines[0] <= one.onset <= event.lines[1]]
    return draft.quoted(first_telling(draft, event)) + (f" ({', '.join(names)})" if names else "")


def _acts(draft: Draft) -> Iterator[Event]:
    """What was done, in order, as long as somebody waits for it."""
    for event in draft.ground.trace.events:
        if event.number % 512 == 0:
            go_on()
        if event.is_act and event.kind not in _QUIET:
            yield event


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
