"""How far a diagnosis has come, and what it has claimed so far."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.diagnosis.claim import Grounded
    from mast_tui.state.diagnosis_before import ShownDiagnosis

CATEGORIES = 3


@dataclass
class DiagnosisProgress:
    """How far a diagnosis has come."""

    started: float = 0.0
    chunks: int = 0
    judged: dict[str, set[int]] = field(default_factory=dict)
    cells: dict[str, set[str]] = field(default_factory=dict)
    states: dict[tuple[str, int], str] = field(default_factory=dict)
    """What became of each mode and chunk so far."""
    claims: "list[Grounded]" = field(default_factory=list)
    tokens: int = 0
    cost: float | None = 0.0
    """Dollars; none where the price is not known."""
    word: str = ""
    host: str = ""
    """Who is asked; nobody where nothing leaves the machine."""
    delay: tuple[str, float] | None = None
    """Why the next try has to wait, and until when."""
    before: "ShownDiagnosis | None" = None
    """What was shown until it was begun, and is shown again if it ends too early."""

    def seconds_left(self, now: float) -> float | None:
        """An estimate, never before two chunks are done."""
        done = sum(map(len, self.judged.values()))
        total = self.chunks * CATEGORIES
        if done < 2 or total <= done:
            return None
        return (now - self.started) / done * (total - done)
