"""Where words lead that a person types to go somewhere: a line, an event, a time of the run, a share of the trace."""

import re
from datetime import datetime
from typing import NamedTuple

from agent.clean import clean_line
from agent.trace.events import EventTable

_LINE = re.compile(r"[lL]?(\d{1,15})(?:-\d+)?\s*(%?)")
_EVENT = re.compile(r"[eE]\s*(\d{1,15})")
_TIME = re.compile(r"(?:(?P<day>\d{4}-\d\d-\d\d)[T ]+)?(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?")
_WHAT = "type a line (1204), an event (e12), a time (10:42) or a share (50%)"


class NamedPlace(NamedTuple):
    """A line to go to, with what is to be said about it."""

    line: int
    said: str = ""
    is_share: bool = False


def place_named(words: str, events: EventTable, last: int) -> NamedPlace | str:
    """The place that words name, or why they name none."""
    words = words.strip()
    if match := _LINE.fullmatch(words.replace(",", "")):
        return _line(int(match[1]), last, is_share=bool(match[2]))
    if match := _EVENT.fullmatch(words):
        number, most = int(match[1]), len(events)
        said = f"Event {number:,} is beyond the end, so this is the last one, event {most:,}." if number > most else ""
        number = min(max(1, number), most)
        return NamedPlace(events[number].lines[0] if most else 1, said)
    if match := _TIME.fullmatch(words):
        return _time(match, words, events)
    return f'"{clean_line(words)}" is no place: {_WHAT}.'


def _line(line: int, last: int, *, is_share: bool) -> NamedPlace:
    if is_share:
        line = max(1, last * min(100, line) // 100)
    said = f"Line {line:,} is beyond the end, so this is the last one, L{last}." if line > last else ""
    return NamedPlace(min(max(1, line), last), said, is_share)


def _time(match: re.Match[str], words: str, events: EventTable) -> NamedPlace | str:
    """The first event at or after a time: of a day where one is named, else of any day, by the clock alone."""
    clock = f"{int(match['hour']):02}:{match['minute']}:{match['second'] or '00'}"
    wanted = f"{match['day']} {clock}" if match["day"] else clock
    timed = False
    for event in events:
        at = _moment(event.time)
        if at is None:
            continue
        timed = True
        if f"{at:%Y-%m-%d %H:%M:%S}"[-len(wanted) :] >= wanted:
            return NamedPlace(event.lines[0])
    if not timed:
        return "The events of this trace have no times that are known, so none can be gone to."
    return f"No event is as late as {clean_line(words)}."


def _moment(time: object) -> datetime | None:
    if isinstance(time, datetime):
        return time
    try:
        return datetime.fromisoformat(str(time)) if time else None
    except ValueError:
        return None
