"""Knows the headers of plain log records: what begins a record, its level, its logger, who speaks to whom."""

import re
from typing import NamedTuple

from agent.trace.formats.base.pattern import pattern

LEARNED_FROM = 64 * 1024
FEWEST = 3
LONGEST_START = 200
_ANSI = pattern(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)")
COLOUR = rb"(?:\x1b\[[0-9;]*m)*"
_DAY = rb"\d{4}[-/]\d\d[-/]\d\d"
_CLOCK = rb"\d\d:\d\d:\d\d(?:[.,]\d+)?"
_ZONE = rb"(?: ?Z\b| ?[+-]\d\d:?\d\d\b| UTC\b)?"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
LEVELS = rb"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|SEVERE|PANIC)"
STARTS = (
    (_DAY + rb"[T ]" + _CLOCK + _ZONE, "a date and a time"),
    (rb"\[" + _DAY + rb"[T ]" + _CLOCK + _ZONE + rb"\]", "a date and a time in brackets"),
    (_MONTH + rb" [ \d]\d " + _CLOCK, "a time as syslog writes it"),
    (_CLOCK + rb"(?= |\t)", "a time"),
    (rb"\[" + _CLOCK + rb"\]", "a time in brackets"),
    (LEVELS + rb":[\w.]+:", "a level and a logger"),
    (rb"\[" + LEVELS + rb"\] ", "a level in brackets"),
    (rb"[^\s(][^\n(]{0,60} \(to [^\n)]{1,60}\):(?=\r?(?:\n|\Z))", "who speaks to whom"),
)
_NAME = rb"[A-Za-z_][\w./<>-]{0,60}"
_GAP = rb"(?:[\s|:\-\]]|\x1b\[[0-9;]*m)*"
_BETWEEN = rb"(?:[\s|:\-]|\x1b\[[0-9;]*m)*"
_HEADERS = tuple(
    pattern(_GAP + shape, re.DOTALL)
    for shape in (
        rb"(?P<level>" + LEVELS + rb"):(?P<name>[\w.]+):",
        rb"[\[(]?(?P<level>" + LEVELS + rb")\b[\])]?" + _BETWEEN + rb"\[(?P<name>" + _NAME + rb")\](?:\s*:|\s|$)",
        rb"(?P<level>" + LEVELS + rb")\t(?P<name>" + _NAME + rb")\t",
        rb"[\w.-]+ (?P<name>" + _NAME + rb")\[\d+\]:\s",
        rb"[\[(]?(?P<level>"
        + LEVELS
        + rb")\b[\])]?"
        + _BETWEEN
        + rb"(?:[\[(]?(?P<name>"
        + _NAME
        + rb")[\])]?(?:\x1b\[[0-9;]*m)*(?:\s*:| -| \|)\s)?",
        rb"[\[(]?(?P<name>" + _NAME + rb")[\])]?[\s|:\-]+[\[(]?(?P<level>" + LEVELS + rb")\b[\])]?[\s|:\-]*",
        rb"(?!(?:LOG|NOTE|HINT|DETAIL|STATEMENT|CONTEXT|QUERY):)[\[(]?(?P<name>"
        + _NAME
        + rb"(?: [A-Z]\w*){0,2})[\])]?:\s",
    )
)
_SPEAKER = pattern(rb"(?P<name>[^\n(]+?) \(to (?P<to>[^\n)]+)\):")
_MOMENT = pattern(rb"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,6}))?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?")


class HeaderWords(NamedTuple):
    """What a record's header says, and where its message begins."""

    level: bytes
    name: str | None
    to: str | None
    body: int


def learn_start(data: bytes) -> tuple[bytes, str] | None:
    """What begins a record, and its words: often enough, and at once."""
    lines = [line[:LONGEST_START] for line in data[:LEARNED_FROM].split(b"\n") if not line.isspace() and line]
    best: tuple[int, bytes, str] | None = None
    for start, what in STARTS:
        begins = re.compile(COLOUR + start).match
        if not lines or not begins(lines[0].lstrip()):
            continue
        hits = sum(1 for line in lines if begins(line))
        if hits >= FEWEST and (best is None or hits > best[0]):
            best = (hits, start, what)
    return best and (best[1], best[2])


def speaker_words(data: bytes, body: int) -> HeaderWords:
    """The words of a header that says who speaks to whom."""
    names = _SPEAKER.match(data, _behind_mark(data, 0))
    if names is None:
        return HeaderWords(b"", None, None, body)
    return HeaderWords(b"", text_of_name(names["name"]), text_of_name(names["to"]), body)


def level_words(data: bytes, begin: int, body: int) -> HeaderWords:
    """The level and the logger that a header names, in whatever order."""
    begin = _behind_mark(data, begin)
    for header in _HEADERS:
        if match := header.match(data, begin):
            name = match["name"]
            level = match["level"] if "level" in header.groupindex else b""
            return HeaderWords(level, text_of_name(name) if name else None, None, match.end())
    return HeaderWords(b"", None, None, body)


def without_colours(data: bytes) -> bytes:
    """The words without the colours of a terminal."""
    return _ANSI.sub(b"", data) if b"\x1b" in data else data


def text_of_name(name: bytes) -> str:
    """A name as text."""
    return without_colours(name).decode("utf-8", "replace").strip()


def _behind_mark(data: bytes, begin: int) -> int:
    while data[begin : begin + 1] in (b"\xef", b"\xbb", b"\xbf"):
        begin += 1
    return begin


def time_of_header(data: bytes) -> str | None:
    """The time of a header in ISO form, where it has a date."""
    moment = _MOMENT.search(data)
    if moment is None:
        return None
    year, month, day, clock, fraction, zone = moment.groups(b"")
    text = b"%b-%b-%bT%b" % (year, month, day, clock) + (b"." + fraction if fraction else b"")
    return (text + (b"Z" if zone == b"UTC" else zone)).decode("ascii")
