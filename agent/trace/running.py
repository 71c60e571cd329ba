"""Whether a run goes on, and what of it: told from what has not ended, and from when its file was written last."""

import time
from contextlib import suppress

from agent.trace.trace import Trace

LATELY = 600
"""Seconds for which a run that has no end yet is taken to go on."""


def goes_on(trace: Trace, changed: float) -> bool:
    """Whether something of a run has not ended, and its file was written lately."""
    return trace.reading.is_open and time.time() - changed < LATELY


def running_words(trace: Trace) -> str:
    """What of a run goes on, in a few words; nothing where all of it has ended."""
    parts = trace.reading.open
    if not parts:
        return ""
    changed = 0.0
    with suppress(OSError):
        changed = trace.source.path.stat().st_mtime
    more = f" and {len(parts) - 1:,} more" if len(parts) > 1 else ""
    return f"{'running' if goes_on(trace, changed) else 'not ended'}: {parts[-1].name}{more}"
