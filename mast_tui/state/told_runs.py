"""What many diagnoses say together, as the app holds it: the summary, and the cell that one stands on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.summary.summary import Summary
from mast_tui.layout.summary_rows import HeatCell, told_cell
from mast_tui.state.address import RunAddress


@dataclass
class ToldRuns:
    """A folder of diagnoses; whoever opens one comes back to the same cell."""

    folder: Path
    summary: Summary
    by: Sequence[str] = ()
    at: HeatCell = field(default=HeatCell(0, 0))

    def address(self) -> RunAddress:
        """The diagnosis of the cell with its trace, at the finding where there is one."""
        number, finding, _ = told_cell(self.summary, self.at)
        document = str(self.folder / self.summary.runs[number].document)
        return RunAddress(document if finding is None else f"{document}#{finding.id}")

    def step(self, step: int) -> RunAddress | None:
        """The run that many places below, the worst being the first; from a group, its next run."""
        number = len(self.summary.runs)
        if self.at.row < number:
            if not 0 <= self.at.row + step < number:
                return None
            self.at = HeatCell(self.at.row + step, 0)
        else:
            places = self.summary.groups[self.at.row - number].places
            if not 0 <= self.at.column + step < len(places):
                return None
            self.at = HeatCell(self.at.row, self.at.column + step)
        return self.address()
