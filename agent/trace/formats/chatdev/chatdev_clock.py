"""ChatDev's times, which are written YEAR-DAY-MONTH: read by what the log says of itself, never by guess alone."""

from agent.trace.formats.base.format import Reading
from agent.trace.formats.base.pattern import pattern

_STAMP = pattern(rb"\*\*Timestamp\*\*: (\d{4})(\d\d)(\d\d)\d{6}|_(\d{4})(\d\d)(\d\d)\d{6}\.log")


class ChatDevClock:
    """Which of the two numbers is the day; known from the stamp in the first record, else from a number beyond 12."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._day_first: bool | None = None
        self._known = b""
        self._date = ""

    def iso(self, time: bytes, data: bytes) -> str:
        """A time in ISO form; `data` is the record it heads, which may tell the order."""
        if time[:10] != self._known:
            self._known = time[:10]
            self._learn(time, data)
            year, one, two = time[:10].decode().split("-")
            self._date = f"{year}-{two}-{one}" if self._day_first is not False else f"{year}-{one}-{two}"
        return f"{self._date}T{time[11:].decode()}"

    def _learn(self, time: bytes, data: bytes) -> None:
        one, two = time[5:7], time[8:10]
        stamp = _STAMP.search(data) if self._day_first is None else None
        if stamp is not None and one != two:
            month, day = stamp.groups()[1:3] if stamp[1] else stamp.groups()[4:6]
            if {one, two} == {month, day}:
                self._day_first = (one, two) == (day, month)
        beyond = one > b"12" if one > b"12" or two > b"12" else None
        if beyond is not None and beyond is not self._day_first:
            if self._day_first is not None:
                self._reading.warn("times contradict each other about which number is the day")
            self._day_first = beyond
