"""Which lines of the trace a model has been shown."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.diagnosis.document_parts import Lines


@dataclass
class LinesRead:
    """The lines a model was shown, or was told of before."""

    ranges: list[Lines] = field(default_factory=list)

    def note(self, ranges: Iterable[Lines]) -> None:
        """More lines that were shown."""
        self.ranges += ranges

    def holds(self, lines: Lines) -> bool:
        """Whether any of these lines was shown."""
        return any(first <= lines[1] and last >= lines[0] for first, last in self.ranges)
