"""Offline answers about errors and tools: what failed by the words of the run itself, and which tools were called."""

import re
from collections import Counter

from agent.chat.material import About
from agent.chat.offline.acts import SPEAKS, acts
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import first_telling
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import say_place
from agent.lookup.actor_name import actor_name
from agent.number_words import times
from agent.trace.event import Event, Kind

SHOWN, ALIKE = 8, 200
_FIGURES = re.compile(r"\d[\d:., -]*")
_ERROR_LINE = re.compile(r"^[ \t]*(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt)\b.*$", re.MULTILINE)
_TROUBLE = re.compile(
    r"traceback \(most recent call last\)|^\s*(?:[\w.]*[A-Z]\w*(?:Error|Exception)\b|error\b|fatal\b|failed\b|failure:)"
    r"|\bexit(?:ed with)?[ _]?(?:code|status):? ?[1-9]|exitcode: ?[1-9]|\bexecution failed\b"
    r"|^FAILED |\b[1-9]\d* failed\b|\bcommand not found\b|\"error\"\s*:\s*\"|\bno such file or directory\b",
    re.IGNORECASE | re.MULTILINE,
)
_FAILED = frozenset({"error", "failed", "failure", "fail", "exception", "timeout", "cancelled"})


def errors(draft: Draft, question: Question) -> None:
    """What went wrong by the words of the run itself: how often, the first, the last, or all of it."""
    failed = [
        (event, line)
        for event in acts(draft)
        if (line := trouble(draft, event)) is not None and question.actor in (None, actor_name(event))
    ]
    if not failed:
        draft.say_absent(f"no result of a tool and no event says that it failed.{_unrecorded(draft)}")
        _spoken_of(draft, question)
        return
    text = question.text.casefold()
    if re.search(r"\b(last|latest|final)\b", text):
        draft.say(f"The last error stands at {draft.quoted(failed[-1][1])}")
    elif re.search(r"\b(first|earliest)\b", text):
        draft.say(f"The first error stands at {draft.quoted(failed[0][1])}")
    noun = "event says" if len(failed) == 1 else "events say"
    draft.say(f"{len(failed)} {noun} that something failed:")
    groups = _alike(draft, [line for _, line in failed])
    draft.listed(_told(draft, lines) for lines in groups[:SHOWN])
    if len(groups) > SHOWN:
        draft.say(f"{len(groups) - SHOWN} more of other kinds follow; the last is {draft.line(failed[-1][1])}.")


def _alike(draft: Draft, lines: list[int]) -> list[list[int]]:
    """Lines that say the same but for their numbers, together, in the order of the first of them."""
    groups: dict[str, list[int]] = {}
    for line in lines:
        text = next(draft.material.trace.lines(line, line), "")
        groups.setdefault(_FIGURES.sub("0", text)[:ALIKE], []).append(line)
    return list(groups.values())


def _told(draft: Draft, lines: list[int]) -> str:
    first = draft.quoted(lines[0])
    return first if len(lines) == 1 else f"{first}, {len(lines)} times, the last at {draft.line(lines[-1])}"


def trouble(draft: Draft, event: Event) -> int | None:
    """The line on which an event says that something failed; None where it says no such thing."""
    if event.kind is Kind.ERROR:
        return first_telling(draft, event)
    if event.kind is not Kind.RESULT:
        return None
    text = draft.material.trace.text(event)
    match = _TROUBLE.search(text)
    if match is not None:
        said = _ERROR_LINE.search(text, match.end()) if "traceback" in text[match.start() :].casefold()[:80] else None
        at = said.start() if said is not None else match.start() + len(match[0]) - len(match[0].lstrip())
        return event.lines[0] + text.count("\n", 0, at)
    return first_telling(draft, event) if (event.status or "").casefold() in _FAILED else None


def _unrecorded(draft: Draft) -> str:
    """That silence means nothing where a format does not record what tools return."""
    if draft.material.trace.reading.records_tool_results:
        return ""
    return " But it does not record what tools return, so that says nothing about the run."


def _spoken_of(draft: Draft, question: Question) -> None:
    """Messages in which somebody shows an error line."""
    told = []
    for event in acts(draft):
        if event.kind in SPEAKS and question.actor in (None, actor_name(event)):
            text = draft.material.trace.text(event)
            if (match := _ERROR_LINE.search(text)) is not None:
                told.append(event.lines[0] + text.count("\n", 0, match.start()))
    if told:
        draft.say(f"{len(told)} {'message shows' if len(told) == 1 else 'messages show'} an error in words:")
        draft.listed(draft.quoted(line) for line in told[:SHOWN])


def tools(draft: Draft, question: Question) -> None:
    """Which tools were called, how often, and which of the calls failed."""
    called: Counter[str] = Counter()
    first: dict[str, int] = {}
    failed: list[tuple[str, int]] = []
    for event in acts(draft):
        name = event.tool or (event.actor if event.kind is Kind.RESULT else None)
        if event.kind is Kind.CALL and event.tool and question.actor in (None, event.tool, actor_name(event)):
            called[event.tool] += 1
            first.setdefault(event.tool, event.lines[0])
        elif event.kind in (Kind.RESULT, Kind.ERROR) and (line := trouble(draft, event)) is not None:
            failed.append((name or "no tool is named", line))
    if re.search(r"\b(fail\w*|broke|error\w*|crash\w*|wrong)\b", question.text, re.IGNORECASE):
        _failed(draft, failed, bool(called))
        return
    by = f" by {draft.name(question.actor)}" if question.actor and question.actor not in called else ""
    if not called:
        draft.say_absent(f"no call{by} names its tool.")
        return
    total = sum(called.values())
    draft.say(f"{len(called)} {'tool was' if len(called) == 1 else 'tools were'} called {times(total)}{by}:")
    bad = Counter(name for name, _ in failed if not by)
    draft.listed(
        f"{draft.name(name)}: {count:,}, first at {draft.line(first[name])}"
        + (f", {bad[name]} of its results tell of an error" if bad[name] else "")
        for name, count in called.most_common(SHOWN)
    )
    if len(called) > SHOWN:
        draft.say(f"{len(called) - SHOWN} more were called less often.")


def _failed(draft: Draft, failed: list[tuple[str, int]], any_named: bool) -> None:
    if not failed:
        draft.say_absent(f"no result of a tool tells of an error.{_unrecorded(draft)}")
        return
    counts = Counter(name for name, _ in failed)
    draft.say("Results that tell of an error, by tool:")
    for name, count in counts.most_common(4):
        groups = _alike(draft, [line for other, line in failed if other == name])
        draft.say(f"{draft.name(name)}, {count}:")
        draft.listed(_told(draft, lines) for lines in groups[:4])
    if not any_named:
        draft.say("The format of this trace names no tools, so these are named by whoever answered.")


def answer(draft: Draft, question: Question, about: About) -> None:
    """Failed calls by their tools where tools are asked for, else everything that says it failed."""
    if question.quoted:
        say_place(draft, question, "count")
    elif re.search(r"\b(tools?|calls?)\b", question.bare):
        tools(draft, question)
    else:
        errors(draft, question)


KIND = QuestionKind(
    "failed calls",
    answer,
    (
        r"\b(which|what|list|show|how many|any|did (a|any))\b.*\btools?\b",
        r"\btools? (calls?|that)?.*\b(fail\w*|broke|error\w*)\b|\bcalls? (that )?(fail\w*|broke)\b",
        r"\b(list|show|all|any|what|which|how many|were there|first|last)\b.*"
        r"\b(errors?|exceptions?|tracebacks?|crash\w*)\b",
        r"\b(errors?|exceptions?|tracebacks?)\b.*\b(were|did|occur\w*|happen\w*|first|last)\b",
        r"\b(was|is|are) there (an?|any) (\w+ )?(errors?|exceptions?|tracebacks?|crash\w*)\W*$",
        r"\bdid (it|anything|something|the (run|code|program)) crash\b",
    ),
    keeps_to_lines=True,
)
