"""The set of places that n and N step through, and where one stands in it."""

from dataclasses import dataclass


@dataclass
class PlaceSet:
    """The places that n and N step through: hits, a finding's evidence, or the events of a filter."""

    kind: str
    lines: list[int]
    at: int = -1

    def step(self, direction: int) -> tuple[int, bool]:
        """The next line, and whether it was necessary to begin again at the other end."""
        there = self.at + direction
        wrapped = not 0 <= there < len(self.lines)
        self.at = there % len(self.lines)
        return self.lines[self.at], wrapped

    def stand(self, line: int) -> None:
        """Stand on the first place at or after a line."""
        self.at = next((at for at, each in enumerate(self.lines) if each >= line), 0) if self.lines else -1

    @property
    def words(self) -> str:
        """Which of how many."""
        if not self.lines:
            return f"no {self.kind}"
        return f"{self.kind} {max(0, self.at) + 1:,} of {len(self.lines):,}"
