"""Searches hostile lines for random patterns, beside Python's `re`; run as a program, so that a crash is its own.

    python random_patterns.py SEED COUNT FILE

It writes to FILE which pattern it is at, and prints what was found otherwise than by `re` as JSON.
"""

import json
import random
import re
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TypeVar

from agent.errors import WrongUse
from agent.trace import timed_pattern
from agent.trace.matcher import Matcher, Query, matcher
from agent.trace.timed_pattern import Spans

LINES = [
    "", "a", "z" * 500, "z" * 400 + "y", "ab" * 200 + "!", "aA" * 60 + "\x00b\x00", "\x00" * 30, "é" * 200 + "x",
    "日本 Error: é1_x", "   \t a1-2 . x", "l" * 90 + "a" + "o" * 90 + "x", "foo(bar)[baz]{1,2}|^$*+?\\",
    "\ufffd9\ufffd",
]  # fmt: skip
# `regex` misses some starts where a group that may be nothing is repeated by number: a fault of its own.
OPTIONAL_COUNTED = re.compile(r"\|\)\{")
ATOMS = [
    "a", "b", "z", "y", "x", "o", "l", "é", "日", "foo", "ab", "Error", "\x00", " ", "-", "1", r"\.", r"\\", r"\[",
    "{", "}", ",", ".", r"\w", r"\d", r"\s", r"\W", r"\D", r"\S", r"\b", r"\B", "^", "$", r"\A", r"\Z", r"\x61",
    r"\u00e9", r"\n", r"\t", "[a-z]", "[^a]", "[é-日]", r"[\w.]", "[]a]", "[^]]", r"[^\W\d]", "[{:]", r"[\x00-\x20]",
    r"\1", "(?P=g)", "]", "a{1,300}z",
]  # fmt: skip
REPEATS = [
    "*", "+", "?", "*?", "+?", "??", "*+", "++", "{2}", "{0,3}", "{1,}", "{,2}", "{3,400}", "{1,65000}", "{0}",
    "{2,3}?",
]  # fmt: skip
GROUPS = [
    "({})",
    "(?:{})",
    "(?P<g>{})",
    "(?={})",
    "(?!{})",
    "(?>{})",
    "(?<=a|b)",
    "(?<!z)",
    "(?i:{})",
    "({}|{})",
    "(?:{}|)",
]
ORACLE_SECONDS = 0.02
HASTY, PATIENT = 0.02, 30.0
"""How long one text may take us: at first, and before we count as saying something else than `re`."""

Answer = TypeVar("Answer")


class _TooSlow(Exception):
    """`re` has no answer in time."""


def pattern(chance: random.Random, depth: int = 0) -> str:
    """A pattern of a few parts, some of them groups in groups, most of them repeated."""
    parts = []
    for _ in range(chance.randrange(1, 5)):
        part = chance.choice(ATOMS)
        if depth < 4 and chance.random() < 0.4:
            shape = chance.choice(GROUPS)
            part = shape.format(*(pattern(chance, depth + 1) for _ in range(shape.count("{}"))))
        parts.append(part + (chance.choice(REPEATS) if chance.random() < 0.45 else ""))
    return "".join(parts) + ("|" + chance.choice(ATOMS) if chance.random() < 0.1 else "")


def in_time(work: Callable[[], Answer]) -> Answer | None:
    """What the work answers, None where it takes too long; what other programs take does not count."""
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, ORACLE_SECONDS)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _TooSlow:
        return None


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise _TooSlow


def places(compiled: "re.Pattern[str]", line: str) -> tuple[bool, list[tuple[int, int]]]:
    """Whether `re` finds it in a line, and where it does."""
    spans = [match.span() for match in compiled.finditer(line)]
    return bool(spans), [(start, end) for start, end in spans if end > start]


def differences(text: str, ignore_case: bool, data: bytes) -> list[str]:
    """The lines about which we say something else than `re`."""
    try:
        compiled = re.compile(text, re.IGNORECASE if ignore_case else 0)
    except (re.error, RecursionError, OverflowError):
        compiled = None
    try:
        ours = matcher(Query(text, True, ignore_case))
        matching = {data[start:end].decode() for start, end in ours.lines(data, len(data), lambda: False)}
    except WrongUse as refused:
        return [f"refused: {refused}"] if compiled is not None and "no regular" in str(refused) else []
    if compiled is None:
        return ["taken, though it is no pattern"]
    different = []
    for line in LINES:
        if not line and r"\B" in text:  # Python 3.14 finds it in nothing, as we do; those before did not
            continue
        if OPTIONAL_COUNTED.search(text):
            continue
        theirs = in_time(lambda line=line: places(compiled, line))  # type: ignore[misc]
        if theirs is None or "passed over" in (ours.note or ""):
            continue
        if (line in matching) != theirs[0]:
            different.append(f"{line[:20]!r}: {'found' if line in matching else 'overlooked'}")
        elif line in matching and ours.note is None and (spans := in_the_end(ours, line, theirs[1])) != theirs[1]:
            different.append(f"{line[:20]!r}: {spans[-3:]} of {len(spans)} for {theirs[1][-3:]} of {len(theirs[1])}")
    return different


def in_the_end(ours: Matcher, line: str, theirs: Spans) -> Spans:
    """Where we find it; where time may have run out first, looked for once more with all the time it needs."""
    spans = ours.spans(line)
    if spans != theirs and spans == theirs[: len(spans)]:
        timed_pattern.PATIENCE = PATIENT
        spans = ours.spans(line)
        timed_pattern.PATIENCE = HASTY
    return spans


def main(seed: int, count: int, progress: Path) -> None:
    """Go over so many patterns, and print where we differ and how much memory it took."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGVTALRM, _too_slow)
    timed_pattern.PATIENCE = HASTY
    chance = random.Random(seed)
    data = "".join(f"{line}\n" for line in LINES).encode()
    different = {}
    with progress.open("w") as file:
        for _ in range(count):
            text, ignore_case = pattern(chance), chance.random() < 0.3
            file.seek(0)
            file.write(f"{text!r}\n")
            file.flush()
            if faults := differences(text, ignore_case, data):
                different[f"{text}{' -i' * ignore_case}"] = faults
    print(json.dumps({"different": different, "megabytes": peak()}))


def peak() -> int:
    """The most megabytes that this program has held; what `getrusage` says on Linux counts its parent too."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024**2


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
