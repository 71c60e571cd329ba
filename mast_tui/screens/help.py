"""Help: the keys of where one came from, the fourteen modes in a sentence each, and where settings lie."""

from typing import cast

from textual import on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Input

from mast_tui.keys.chosen import every_key
from mast_tui.keys.key import Key, Pane
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import cells, words_wrapped
from mast_tui.state.paths import settings_path
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.field import Field
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.rows_view import RowsView
from taxonomy.mast import load

_GROUPS = ("Move", "Find", "Diagnose", "Anywhere")
_TITLES = {
    "trace": "In the trace",
    "findings": "In the findings",
    "finding": "In a finding",
    "modes": "In the modes",
    "outline": "In the outline",
    "ask": "Where you ask",
    "open": "Where traces are opened",
    "run_table": "In the table of runs",
    "two_runs": "In two runs side by side",
    "watched": "In a command that is watched",
    "trial": "In the trial of a remedy",
    "summary": "In the summary of many runs",
}
_TOGETHER: dict[str, tuple[Pane, ...]] = {
    "findings": ("findings", "decide"),
    "finding": ("finding", "decide"),
    "ask": ("ask", "question"),
    "open": ("open", "start"),
    "run_table": ("table", "run_table"),
    "two_runs": ("divergences", "two_runs"),
    "watched": ("watched_rows", "watched"),
    "trial": ("messages", "trial"),
    "summary": ("heat", "summary"),
}
"""The panes that share a part of the help; the keys of the others stand alone."""


class HelpRows(RowsView):
    """Keys, modes and symbols, those that fit what was typed."""

    BINDINGS = bindings("card")
    tone = "page"

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._pane = pane
        self.sought = ""

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """All parts."""
        rows: list[Row] = []
        own = [key for key in every_key() if key.pane in _TOGETHER.get(self._pane, (self._pane,))]
        rows += self._keys(_TITLES.get(self._pane, f"In {self._pane}"), own, width)
        for group in _GROUPS:
            there = [key for key in every_key() if key.group == group and key.pane in ("panes", "anywhere")]
            rows += self._keys(group, there, width)
        rows += self._modes(width)
        if not self.sought:
            rows += self._symbols()
        return rows, []

    def _fits(self, words: str) -> bool:
        return self.sought.casefold() in words.casefold()

    def _keys(self, title: str, keys: list[Key], width: int) -> list[Row]:
        keys = [key for key in keys if self._fits(f"{key.shown} {key.words}")]
        if not keys:
            return []
        names, words = max(cells(key.shown) for key in keys) + 2, max(cells(key.words) for key in keys) + 3
        columns = max(1, min(4, (width - 3) // (names + words)))
        high = -(-len(keys) // columns)
        rows = [Row(), row((f"  {title}", "text bold"))]
        for at in range(high):
            spans = [Span("  ")]
            for key in keys[at::high]:
                spans += [Span(f"{key.shown:<{names}}", "accent bold"), Span(f"{key.words:<{words}}", "text")]
            rows.append(Row(tuple(spans)))
        return rows

    def _modes(self, width: int) -> list[Row]:
        rows: list[Row] = []
        for mode in load().modes:
            if self._fits(f"{mode.code} {mode.name} {mode.definition}"):
                rows.append(row((f"  {mode.code}  ", "quiet"), (mode.name, "text bold")))
                rows += [
                    row((f"          {each}", "quiet")) for each in words_wrapped(mode.definition, min(width - 14, 90))
                ]
        return [Row(), row(("  The fourteen modes", "text bold")), *rows] if rows else []

    def _symbols(self) -> list[Row]:
        pairs = (
            (
                "severity",
                ((FULL.fatal, "fatal"), (FULL.major, "major"), (FULL.minor, "minor"), (FULL.recovered, "recovered")),
            ),
            (
                "verdict",
                ((FULL.present, "present"), (FULL.unclear, "unclear"), (FULL.absent, "absent"), ("·", "not assessed")),
            ),
            (
                "trace",
                (
                    ("▐", "what is in view"),
                    (FULL.fold, "folded lines"),
                    (FULL.signal, "worth a look"),
                    ("›", "a match"),
                ),
            ),
        )
        rows = [Row(), row(("  Symbols", "text bold"))]
        for name, signs in pairs:
            rows.append(row((f"  {name:<10}", "quiet"), *((f"{sign} {words}   ", "text") for sign, words in signs)))
        place = f"  {settings_path()}"
        said = "theme, motion, wrap, ascii, mouse, plain, and under [keys] any key by its id"
        lines = words_wrapped(f"{said}; `mast-tui config keys` lists the ids", 70)
        return [
            *rows,
            Row(),
            row(("  Settings", "text bold")),
            row((place, "text")),
            *(row((f"  {each}", "quiet")) for each in lines),
        ]


class HelpScreen(Screen[None]):
    """The page of keys; / narrows it."""

    BINDINGS = bindings("help")
    DEFAULT_CSS = """
    HelpScreen Input { height: 1; border: none; padding: 0 2; background: $bar; color: $text-token; display: none; }
    HelpScreen Input:focus { border: none; }
    HelpScreen HelpRows { height: 1fr; }
    """

    def __init__(self, pane: str) -> None:
        super().__init__()
        self._pane = cast(Pane, pane)

    def compose(self) -> ComposeResult:
        """Title, rows, field, hints."""
        yield Bar(id="title")
        yield HelpRows(self._pane)
        yield Field(placeholder="/ part of a key, an action or a mode", compact=True)
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Say where one is."""
        self.query_one("#title", Bar).show([[Span("Help", "text bold")], [Span("keys, modes, symbols", "quiet")]])
        self.query_one(KeyHints).show_keys(
            [("{card.down} {card.up}", "scroll"), ("{help.narrow}", "narrow"), ("{help.close}", "back")]
        )
        self.query_one(HelpRows).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where letters are typed, a slash is one."""
        return not (action == "narrow" and isinstance(self.focused, Input))

    def action_narrow(self) -> None:
        """Type what is wanted."""
        field = self.query_one(Input)
        field.display = True
        field.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        rows = self.query_one(HelpRows)
        rows.sought = event.value.strip()
        rows.renew()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.query_one(HelpRows).focus()

    def action_close(self) -> None:
        """Back to where one was."""
        leave(self)
