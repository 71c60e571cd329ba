"""What was taken out of a diagnosis on the way: refuted findings, quotes not in the trace, and orders to its reader."""

from agent.diagnosis.record import shape


@shape
class Refuted:
    """A finding that did not stand up to its challenge."""

    mode: str
    title: str
    lines: tuple[int, int]
    because: str


@shape
class DroppedQuote:
    """Words an analyst claimed to be in the trace that are not there: kept for the audit, never shown as a quote."""

    mode: str
    claimed: str
    why: str


@shape
class Injection:
    """A place where the trace tries to instruct whoever reads it."""

    lines: tuple[int, int]
    why: str
    masked: str = ""
    """What came of it when the same lines were judged once more without this place; nothing where they were not."""


@shape
class Audit:
    """What was taken out on the way, and what was suspicious."""

    refuted: tuple[Refuted, ...] = ()
    dropped_quotes: tuple[DroppedQuote, ...] = ()
    injections: tuple[Injection, ...] = ()
