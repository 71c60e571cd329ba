"""Who made a diagnosis, of which trace, by which edition of the taxonomy."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.record import shape
from agent.trace.trace import Trace


def settings_of(trace: Trace, budget: int, own: Mapping[str, Any], *, redacts: bool) -> dict[str, Any]:
    """All that was chosen and changes the answer, with the analyst's own; of a task that was stated, a mark."""
    chosen: dict[str, Any] = {"chunk_tokens": budget}
    if trace.reading.run is not None:
        chosen["run"] = trace.reading.run
    if trace.stated_task is not None:
        chosen["task"] = sha256(trace.stated_task.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    if not redacts:
        chosen["redact"] = False
    return {**chosen, **own}


@shape
class MadeBy:
    """Who made the diagnosis, and with what."""

    tool: str
    version: str
    analyst: str
    """The name of a kind of analyst."""
    model: str | None
    host: str | None
    prompts: str | None
    settings: dict[str, Any]
    checked: dict[str, Any] | None = None
    """How this analyst fared on traces with known failures: date, found and false_alarms as [number, of]."""

    @property
    def asked_a_model(self) -> bool:
        """Whether a language model judged the trace."""
        return KINDS[self.analyst].asks_a_model


@shape
class TaxonomyMark:
    """Which edition of the taxonomy was used."""

    name: str
    version: str
    fingerprint: str


@shape
class TraceMark:
    """Which trace was read."""

    path: str
    sha256: str
    bytes: int
    source_lines: int
    lines: int
    events: int
    format: str
    actors: tuple[str, ...]
    task: str | None
    warnings: tuple[str, ...] = ()
    """What a person should know about how it was read; in a document only where there is any."""
