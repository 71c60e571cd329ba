"""Criteria that a person names for a task: read from a file, judged like those that a trace states itself."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.diagnosis.document_parts import Criterion, Outcome
from agent.errors import WrongUse
from agent.settings_file import parsed
from agent.trace.whole_file import read_whole

MOST, LONGEST = 20, 200
"""So many criteria of so many characters at most: a question for the outcome has to hold them all."""
OWN_ID = "own"
_BULLET = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def read_criteria(path: Path) -> tuple[str, ...]:
    """The criteria of a file: `criteria = ["..."]` in TOML, or a line for each; WrongUse names what is bad."""
    try:
        text = read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad(path, 1, "it is not UTF-8 text") from None
    named = _of_toml(path, text) if path.suffix == ".toml" else _of_lines(text)
    seen: dict[str, int] = {}
    for line, criterion in named:
        if _CONTROL.search(criterion):
            raise _bad(path, line, "it holds a control character")
        if len(criterion) > LONGEST:
            raise _bad(path, line, f"it has {len(criterion)} characters, the most are {LONGEST}")
        if criterion.casefold() in seen:
            raise _bad(path, line, f"it says the same as line {seen[criterion.casefold()]}")
        seen[criterion.casefold()] = line
    if not named:
        raise _bad(path, 1, "it holds no criterion")
    if len(named) > MOST:
        raise _bad(path, named[MOST][0], f"it is criterion {MOST + 1}, the most are {MOST}")
    return tuple(criterion for _, criterion in named)


def _of_lines(text: str) -> list[tuple[int, str]]:
    rows = ((number, row.strip()) for number, row in enumerate(text.split("\n"), 1))
    return [(number, _BULLET.sub("", row, count=1)) for number, row in rows if row and not row.startswith("#")]


def _of_toml(path: Path, text: str) -> list[tuple[int, str]]:
    try:
        table = parsed(text)
    except ValueError as fault:
        at = re.search(r"line ([0-9]+)", str(fault))
        raise _bad(path, int(at[1]) if at else 1, str(fault).split(" (at")[0].rstrip(".")) from None
    rows = text.split("\n")
    strange = next((name for name in table if name != "criteria"), None)
    if strange is not None:
        raise _bad(path, _line_of(rows, strange), f"`{strange[:40]}` is not known; it takes `criteria` only")
    value = table.get("criteria", [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _bad(path, _line_of(rows, "criteria"), "`criteria` is not a list of texts")
    return [(_line_of(rows, one.split("\n")[0]), " ".join(one.split())) for one in value if one.strip()]


def _line_of(rows: Sequence[str], words: str) -> int:
    return next((number for number, row in enumerate(rows, 1) if words in row), 1)


def _bad(path: Path, line: int, why: str) -> WrongUse:
    return WrongUse(
        "The criteria cannot be used.",
        f"{path} line {line}: {why}.",
        'Write one criterion on each line, or `criteria = ["..."]` in a file that ends in .toml.',
    )


def with_own(outline: Mapping[str, Any], criteria: Sequence[str]) -> dict[str, Any]:
    """The outline with a person's criteria after those of the trace, under ids that say whose they are."""
    own = [{"id": own_id(number), "text": text, "line": 0, "words": ""} for number, text in enumerate(criteria, 1)]
    return {**outline, "criteria": [*outline.get("criteria", []), *own]} if own else dict(outline)


def each_named(outcome: Outcome, criteria: Sequence[str]) -> Outcome:
    """The outcome with every criterion of a person in it: one that nobody judged is unknown, and is named."""
    known = {one.id for one in outcome.criteria}
    missing = [
        Criterion(own_id(number), text, "unknown")
        for number, text in enumerate(criteria, 1)
        if own_id(number) not in known
    ]
    named = unjudged(outcome, [one.id for one in missing])
    return replace(named, criteria=(*outcome.criteria, *missing)) if missing else outcome


def unjudged(outcome: Outcome, names: Sequence[str]) -> Outcome:
    """The outcome with a word on the criteria that nobody judged."""
    said = f"{outcome.basis} Nobody judged {', '.join(names)}.".strip()
    return replace(outcome, basis=said) if names else outcome


def left_out(known: Iterable[str], judged: Iterable[str]) -> list[str]:
    """The ids of a person's criteria among those that were asked about, of which nothing was said."""
    said = set(judged)
    return [name for name in known if name.startswith(OWN_ID) and name not in said]


def own_id(number: int) -> str:
    """The id of a person's criterion."""
    return f"{OWN_ID}{number}"
