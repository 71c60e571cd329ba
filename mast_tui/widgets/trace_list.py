"""The list of traces that can be opened: those opened before, then the samples."""

import time
from pathlib import Path
from typing import NamedTuple

from agent.clean import clean_name
from agent.number_words import count, size
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.time_words import ago
from mast_tui.layout.width import cells, padded, words_wrapped
from mast_tui.state.samples import samples
from mast_tui.state.store import Memory, Recent
from mast_tui.widgets.messages import TraceChosen, TraceDropped
from mast_tui.widgets.rows_view import RowsView

_SIGNS = {"failure": ("■", "fatal"), "partial": ("▲", "major"), "success": ("○", "ok"), "undetermined": ("◐", "major")}


class Choice(NamedTuple):
    """A trace one can open."""

    path: str
    known: bool
    run: str | None = None


class TraceList(RowsView):
    """Recent traces, then samples."""

    BINDINGS = bindings("open")
    tone = "page"

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self._memory = memory
        self._choices: list[Choice] = []

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """One row each."""
        rows: list[Row] = []
        stops: list[tuple[int, int]] = []
        self._choices = []
        recent = self._memory.recent()
        if recent:
            rows.append(row(("  Recent", "text bold")))
        for each in recent:
            self._add(Choice(each.path, True, each.run), self._recent(each, width), rows, stops)
        shipped = samples()
        if shipped:
            rows += [Row(), row(("  Samples", "text bold"))] if rows else [row(("  Samples", "text bold"))]
        for sample in shipped[: 3 if width < 90 else None]:
            title = words_wrapped(sample.title, width - 32)[0]
            words = (Span(f"  {padded(sample.name, 27)} ", "text"), Span(title, "quiet"))
            self._add(Choice(str(sample.path), False), Row(words), rows, stops)
        if not rows:
            rows.append(row(("  No trace was opened before: type / or ~ and a path.", "quiet")))
        return rows, stops

    def _add(self, choice: Choice, shown: Row, rows: list[Row], stops: list[tuple[int, int]]) -> None:
        stops.append((len(rows), len(rows)))
        rows.append(shown)
        self._choices.append(choice)

    def _recent(self, each: Recent, width: int) -> Row:
        path = Path(each.path)
        name = clean_name(path.name) or "trace"
        if not path.exists():
            return Row((Span(f"  {padded(name, 27)} ", "faint"), Span("not there any more", "quiet italic")))
        spans = [Span(f"  {padded(name, 27)} ", "text bold")]
        if width >= 90:
            spans += [
                Span(padded(_short(each.format, 13), 14), "quiet"),
                Span(f"{size(each.bytes, 'B'):>8}   ", "quiet"),
            ]
        spans.append(Span(padded(ago(each.opened, time.time()), 13), "quiet"))
        if each.verdict is None:
            spans.append(Span("· not diagnosed", "quiet"))
        else:
            sign, ink = _SIGNS.get(each.verdict, ("·", "quiet"))
            spans += [Span(f"{sign} {each.verdict}", ink), Span(f"   {count(each.findings or 0, 'finding')}", "quiet")]
        return Row(tuple(spans))

    @property
    def choice(self) -> Choice | None:
        """What the cursor stands on."""
        self._ensure()
        return self._choices[self.cursor] if self.cursor < len(self._choices) else None

    def action_enter(self) -> None:
        """Open it."""
        if self.choice is not None:
            self.post_message(TraceChosen(self.choice.path, self.choice.run))

    def action_forget(self) -> None:
        """Take it off the list."""
        if self.choice is not None and self.choice.known:
            self.post_message(TraceDropped(self.choice.path))


def _short(name: str, room: int) -> str:
    """The name of a format, as many of its parts as there is room for."""
    while cells(name) > room and "_" in name:
        name = name.rpartition("_")[0]
    return name
