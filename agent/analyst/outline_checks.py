"""Keeps of an outline only what the trace states: criteria, constraints and roles, each with the line that says so."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from agent.analyst.case import Case
from agent.analyst.closing_questions import orders
from agent.diagnosis.quote import Quote
from agent.injection.injections import suspicious
from agent.model.reply_schemas import CheckReply, OutlineReply, RoleReply

AROUND, ENOUGH = 2, 0.6
"""Lines beside the one that is named, and the share of the words that must stand there."""
MOST_SEARCHED = 200_000
"""Characters of one event in which words are looked for."""
_WORD = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]{4,}")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")


def numbered(case: Case, reply: OutlineReply) -> dict[str, Any]:
    """The outline as plain values, its criteria and constraints numbered C1, C2, ..., its roles R1, R2, ...

    What no line of the trace states is left out, whatever the model says, and so is what speaks to its reader.
    """
    lines = case.trace.events.lines
    stated = [(name, one) for name in ("criteria", "constraints") for one in _stated(case, getattr(reply, name))]
    checks = [(name, _entry(f"C{number}", *one)) for number, (name, one) in enumerate(stated, 1)]
    roles = [
        (f"{one.actor}: {one.duties}{f'; must not: {one.forbidden}' if one.forbidden else ''}", line, words)
        for one, (_, line, words) in ((one, where) for one in reply.roles for where in _stated(case, [one]))
    ]
    unknown = [text for text in reply.unknown if _honest(text) == text]
    return {
        "goal": reply.goal,
        "criteria": [entry for name, entry in checks if name == "criteria"],
        "constraints": [entry for name, entry in checks if name == "constraints"],
        "roles": [_entry(f"R{number}", *one) for number, one in enumerate(roles, 1)],
        "unknown": [_entry(f"U{number}", text, 0, "") for number, text in enumerate(unknown, 1)],
        "suspicious": [
            [max(1, one.first), min(lines, one.last), one.why]
            for one in reply.suspicious
            if 1 <= one.first <= min(one.last, lines)
        ],
    }


def _entry(name: str, text: str, line: int, words: str) -> dict[str, Any]:
    return {"id": name, "text": text, "line": line, "words": words}


def _stated(case: Case, checks: Sequence[CheckReply | RoleReply]) -> Iterator[tuple[str, int, str]]:
    """Those that the trace states: the text, the line that states it, and its words there.

    One that says the same with a number of its own, a sum perhaps, is told in the words of the trace.
    """
    said = set[str]()
    for check in checks:
        text = check.text if isinstance(check, CheckReply) else check.duties
        if any(isinstance(part, str) and _honest(part) != part for part in check.model_dump().values()):
            continue
        where = _where(case, text, check.words, check.line)
        if where is None and _share(check.words, text) >= ENOUGH:
            text = check.words.strip(" -*•")
            where = _where(case, text, check.words, check.line)
        if where is not None and text.casefold() not in said:
            said.add(text.casefold())
            yield (text, *where)


def _where(case: Case, text: str, words: str, line: int) -> tuple[int, str] | None:
    """The line that holds the words of a check, and those words; no number may be in it that is not there."""
    trace, lines = case.trace, case.trace.events.lines
    named = (line, line) if 1 <= line <= lines else None
    evidence = case.finder.find(Quote(case.restore(words, line), named), "reference") if words else None
    if (
        evidence is not None
        and not orders(case, evidence)
        and _numbers(text) <= _numbers(_event_text(case, evidence.lines[0]))
    ):
        return evidence.lines[0], case.show(evidence)
    if named is not None:
        near = _honest("\n".join(trace.lines(max(1, line - AROUND), min(lines, line + AROUND))))
        if _share(words or text, near) >= ENOUGH and _numbers(text) <= _numbers(_event_text(case, line)):
            return line, ""
    task = trace.task()
    said = _honest(task.text) if task is not None else ""
    if words and _flat(words) in _flat(said) and _numbers(text) <= _numbers(said):
        return 0, words
    if _share(text, said) >= ENOUGH and _numbers(text) <= _numbers(said):
        return 0, ""
    return None


def _honest(text: str) -> str:
    """A text without the lines of it that speak to whoever reads the trace."""
    spoken = {text.count("\n", 0, start) for start, _, _ in suspicious(text)}
    return "\n".join(row for at, row in enumerate(text.split("\n")) if at not in spoken)


def _flat(text: str) -> str:
    """A text on one line, in small letters."""
    return " ".join(text.casefold().split())


def _event_text(case: Case, line: int) -> str:
    return case.trace.text(case.trace.events.at_line(line))[:MOST_SEARCHED]


def _share(words: str, text: str) -> float:
    """The share of the words, by their beginnings, that a text holds."""
    wanted = {word.casefold()[:6] for word in _WORD.findall(words)}
    there = text.casefold()
    return sum(word in there for word in wanted) / len(wanted) if wanted else 0.0


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))
