"""Places in a trace that speak to whoever reads it later: orders, false verdicts, forged turns and fences."""

import re
import threading
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from agent.injection.ciphers import plainly
from agent.injection.disguises import LEET, SPREAD, undone, unveiled
from agent.injection.families import FORGETS, is_told_of, together
from agent.injection.orders import FORMS
from agent.injection.tongues import FORGET, REPORT

_GAP, _ANYTHING = r"[^.\n]{0,60}?", "[^.\n]*"
_ABROAD = {FORGETS: FORGET, "it tells the reader what to report": REPORT}
_HIDDEN = "it hides words behind other signs"
_NEAR = 600
"""Characters on each side of a telling word that are looked at in a long line."""
_making, _scanning = threading.Lock(), threading.Lock()
FLOOD = 100_000
"""Telling words of one text that are followed up."""


class Form(NamedTuple):
    """One form of an order: why it is suspicious, what it looks like; no pattern for words in disguise."""

    why: str
    pattern: str | None


@cache
def _forms() -> tuple[Form, ...]:
    found = [Form(why, form) for why, forms in FORMS for form in (*forms, *_ABROAD.get(why, ()))]
    return (*found, Form(LEET, None), Form(SPREAD, None))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("~", _GAP), re.IGNORECASE)


def prepare() -> None:
    """Make what the search needs, in a thread of its own: it takes half a second, and holds nobody up."""
    threading.Thread(target=lambda: list(suspicious("")), daemon=True).start()


def _sieve() -> Any:
    """A database that finds where a form may stand, and few other places, at the speed of memory."""
    with _making:
        return _made()


@cache
def _made() -> Any:
    import hyperscan

    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_MULTILINE | hyperscan.HS_FLAG_PREFILTER
    wanted = [_coarse(form.pattern or form.why).encode() for form in _forms()]
    database = hyperscan.Database()
    database.compile(expressions=wanted, ids=list(range(len(wanted))), flags=[flags] * len(wanted))
    return database


def _coarse(form: str) -> str:
    """What stands wherever the form does: its parts, however far apart in a sentence, bytes for letters."""
    form = re.sub(r"\(\?![^()]*(?:\([^()]*\)[^()]*)*\)", "", form)
    form = re.sub(r"\[[^\]]*[^\x00-\x7f][^\]]*\]", r"[^\\n]{1,4}", form)
    if not form.isascii():
        form = form.replace(r"\b", "").replace(r"\w*~", "~")
    return re.sub(r"(?:\.|\[\^[^\]]*\])\{0,\d+\}\??", "[^\\\\n]*", form.replace("~", _ANYTHING))


def suspicious(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a text speaks to its later reader: start, end, and why it looks so; one for each line at most."""
    found = list(_found(text))
    seen = unveiled(text)
    if seen is not None:
        lines = {text.count("\n", 0, start) for start, _, _ in found}
        ends = [at.start() for at in re.finditer("\n", text)] + [len(text)]
        for start, _, why in _found(seen):
            line = seen.count("\n", 0, start)
            if line not in lines:
                found.append((ends[line - 1] + 1 if line else 0, ends[line], why))
    yield from sorted((*found, *_ciphered(text, found)))


def _ciphered(text: str, found: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Orders written in signs of another kind, in lines where nothing else was found."""
    lines = {text.rfind("\n", 0, end) + 1 for _, end, _ in found}
    for start, end, said in plainly(text):
        line_end = text.find("\n", start, end)
        line = text.rfind("\n", 0, start) + 1
        if line not in lines and any(_found(said)):
            lines.add(line)
            yield start, line_end if line_end >= 0 else end, _HIDDEN


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """The first form that stands in each line; where none does, the first families that stand together."""
    lines: set[int] = set()
    for start, end, why in (*_formed(text), *together(text)):
        line = text.rfind("\n", 0, end) + 1
        if line not in lines and not (why == FORGETS and is_told_of(text, start)):
            lines.add(line)
            yield start, end, why


def _formed(text: str) -> Iterator[tuple[int, int, str]]:
    """The first form that stands in each line; one in disguise only where no other does."""
    data = text.encode("utf-8", "replace")
    forms = _forms()
    hits: dict[int, tuple[int, tuple[int, int, str]]] = {}
    for name, start, end in sorted(_ends(data), key=lambda one: (forms[one[0]].pattern is None, one[2], one[0])):
        if start in hits:
            continue
        first, last = max(start, end - _NEAR), data.find(b"\n", end, end + _NEAR)
        while first < end and data[first] & 0xC0 == 0x80:
            first += 1
        last = min(len(data) if last < 0 else last, end + _NEAR)
        hit = _verified(forms[name], data[first:last].decode("utf-8", "ignore"))
        if hit is not None:
            hits[start] = first, hit
    at = done = 0
    for first, hit in sorted(hits.values()):
        at, done = at + len(data[done:first].decode("utf-8", "ignore")), first
        yield at + hit[0], at + hit[1], hit[2]


def _ends(data: bytes) -> list[tuple[int, int, int]]:
    """Where forms may end: which form, where its line begins, and the byte; of many in one stretch, one."""
    import hyperscan

    seen: list[tuple[int, int]] = []

    def note(name: int, start: int, to: int, flags: int, context: object) -> bool | None:
        seen.append((name, to))
        return len(seen) >= FLOOD or None

    sieve = _sieve()
    with _scanning, suppress(hyperscan.ScanTerminated):
        sieve.scan(data, match_event_handler=note)
    if not seen:
        return []
    lines = [0, *(found.end() for found in re.finditer(b"\n", data))]
    stretches = {(name, lines[bisect_left(lines, to) - 1], to // (_NEAR // 2)): to for name, to in reversed(seen) if to}
    return [(name, start, to) for (name, start, _), to in stretches.items()]


def _verified(form: Form, line: str) -> tuple[int, int, str] | None:
    """The form in a line; of words in disguise, any form in the words behind it."""
    if form.pattern is not None:
        hit = _compiled(form.pattern).search(line)
        return (hit.start(), hit.end(), form.why) if hit else None
    plain = undone(line)
    if plain is not None and (
        any(_compiled(one.pattern).search(plain) for one in _forms() if one.pattern) or any(together(plain))
    ):
        return 0, len(line), _HIDDEN
    return None
