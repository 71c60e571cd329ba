"""A command that is watched: its acts as they come, and what it prints; both follow their end until one scrolls up."""

from collections.abc import Iterator, Sequence

from textual.message import Message

from agent.clean import clean_line, clean_title
from agent.number_words import count
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import padded, wrapped
from mast_tui.state.watched_run import Printed, ToldAct, WatchedRun
from mast_tui.widgets.rows_view import RowsView

_NAME, _KIND = 16, 8
_INKS = {"hint": "minor", "error": "major", "running": "accent", "task": "text bold", "answer": "text bold"}


class RunEntered(Message):
    """The run is to be opened."""


class _Following(RowsView):
    """Rows whose end is followed until somebody scrolls away from it."""

    BINDINGS = bindings("watched_rows")

    def __init__(self, run: WatchedRun, *, id: str) -> None:
        super().__init__(id=id)
        self._run = run
        self._follows = True

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """A heading, then everything there is; nothing can be chosen."""
        return [row((f" {self.heading}", "quiet bold")), *self.rows(width)], []

    heading = ""
    heading_rows = 1

    def rows(self, width: int) -> Iterator[Row]:
        """The rows below the heading."""
        yield from ()

    def _ensure(self) -> None:
        was_stale = self._stale
        super()._ensure()
        if was_stale and self._follows:
            self._offset = min(self._last, self.lands_at)

    @property
    def lands_at(self) -> int:
        """The row that stays in sight where the end is followed."""
        return len(self._rows)

    @property
    def _last(self) -> int:
        return max(0, len(self._rows) - self.heading_rows - self._height)

    def scroll_rows(self, step: int) -> None:
        """Scroll; at the end it is followed again."""
        super().scroll_rows(step)
        self._follows = self._offset >= self._last

    def action_enter(self) -> None:
        """Open the run."""
        self.post_message(RunEntered())


class ActsAsTheyCome(_Following):
    """The acts of the runs that the command sends, and what was concluded at the end."""

    heading = "What it does"
    _concluded_at = 0

    @property
    def lands_at(self) -> int:
        """The beginning of what was concluded, which is read from there."""
        return self._concluded_at if self._run.concluded else super().lands_at

    def rows(self, width: int) -> Iterator[Row]:
        """Acts, and the diagnosis below them."""
        run = self._run
        if run.acts_left_out:
            yield row(
                (
                    f" {count(run.acts_left_out, 'act')} before; {key_of('watched_rows.enter')} opens the whole run",
                    "quiet",
                )
            )
        if not run.acts:
            words = "No span came; what it printed is read instead." if run.has_ended else "No span yet."
            yield row((f" {words}", "quiet"))
        for act in list(run.acts):
            yield _act_row(act)
        if run.concluded:
            self._concluded_at = len(run.acts) + bool(run.acts_left_out) + (not run.acts)
            yield Row()
            for line in run.concluded.split("\n"):
                yield from _wrapped(line, width, "text")


class PrintedLines(_Following):
    """What the command prints: its standard output, and in another ink its standard error."""

    heading = "What it prints"

    def rows(self, width: int) -> Iterator[Row]:
        """Lines as they were printed, made safe, long ones in several rows."""
        run = self._run
        if run.lines_left_out:
            yield row((f" {count(run.lines_left_out, 'line')} before, in {clean_title(str(run.log))}", "quiet"))
        for line in list(run.printed):
            yield from _wrapped(_shown(line), width, "minor" if line.is_error else "text")


def _shown(line: Printed) -> str:
    return str(clean_line(line.text)).expandtabs(8)


def _act_row(act: ToldAct) -> Row:
    ink = _INKS.get(act.kind, "text")
    who = padded(str(clean_title(act.actor)), _NAME)
    return row((f" {who} ", "accent"), (f"{padded(act.kind, _KIND)} ", "quiet"), (str(clean_title(act.title)), ink))


def _wrapped(line: str, width: int, ink: str) -> Iterator[Row]:
    for start, end in wrapped(line, max(8, width - 2)) or [(0, 0)]:
        yield Row((Span(f" {line[start:end]}", ink),))
