"""Reads the time that a log record begins with."""

from agent.trace.formats.base.pattern import pattern

_MOMENT = pattern(rb"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,6}))?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?")


def time_of_header(data: bytes) -> str | None:
    """The time of a header in ISO form, where it has a date."""
    moment = _MOMENT.search(data)
    if moment is None:
        return None
    year, month, day, clock, fraction, zone = moment.groups(b"")
    text = b"%b-%b-%bT%b" % (year, month, day, clock) + (b"." + fraction if fraction else b"")
    return (text + (b"Z" if zone == b"UTC" else zone)).decode("ascii")
