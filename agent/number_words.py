"""Numbers as people read them, on screen and in reports: counts, bytes, times, money, shares, line ranges."""

_MINUTE, _HOUR = 60, 3600


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 finding`, `1,204 lines`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def times(number: int) -> str:
    """How often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def size(number: int, unit: str = "bytes") -> str:
    """An amount of bytes in powers of 1,000; `unit` is how single ones are called."""
    amount = float(number)
    for name in (unit, "KB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {name}" if amount >= 10 or name == unit else f"{amount:.1f} {name}"
        amount /= 1000
    return f"{amount:,.1f} GB"


def duration(seconds: float) -> str:
    """A stretch of time: `0.4 s`, `18 s`, `2 min 05 s`, `1 h 12 min`."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE:02} s"
    return f"{whole // _HOUR:,} h {whole % _HOUR // _MINUTE:02} min"


def money(dollars: float | None) -> str:
    """A price in US dollars."""
    if dollars is None:
        return "price not known"
    return "< $0.01" if 0 < dollars < 0.005 else f"${dollars:,.2f}"


def percent(part: float, whole: float = 100) -> str:
    """A share without decimals; only all of it is 100 %."""
    share = 100 * part / whole if whole > 0 else 0
    return "< 1 %" if 0 < share < 1 else f"{min(int(share), 99) if share < 100 else 100} %"


def points(difference: float) -> str:
    """A difference of two shares in points of a hundred: `+12`, `-3`, `0`."""
    rounded = round(100 * difference)
    return f"{rounded:+d}" if rounded else "0"


def line_range(first: int, last: int) -> str:
    """A line or a line range as the command line takes it: `L1204`, `L410-415`."""
    return f"L{first}" if first == last else f"L{first}-{last}"
