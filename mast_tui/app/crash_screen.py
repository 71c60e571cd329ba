"""The screen that is left when the app has failed: what happened, where the work is saved, how to report it."""

import os
from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from agent.clean import Clean
from mast_tui.app.base_app import ThemedApp
from mast_tui.app.fault_text import Fault, details, fault_rows
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import words_wrapped
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.terminal.clipboard import keep_copy
from mast_tui.widgets.rows_view import RowsView

_HEAD = 3
"""The rows that are sentences; those behind them are for a report."""


class FaultRows(RowsView):
    """The fault in sentences, then the lines for a report."""

    DEFAULT_CSS = "FaultRows { height: 1fr; padding: 1 2; }"
    tone = "page"

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self._fault = fault
        self.said = ""

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """None of them can be chosen."""
        rows: list[Row] = []
        for at, words in enumerate(fault_rows(self._fault)):
            ink = "fatal bold" if at == 0 else "text" if at < _HEAD else "quiet"
            indent = "  " if at < _HEAD else "    "
            rows += [row((indent, "text"), (part, ink)) for part in words_wrapped(words.strip(), width - 6)]
            if at < _HEAD:
                rows.append(Row())
        keys = (Span("  "), Span("y", "accent bold"), Span(" copies these lines   ", "quiet"))
        rows += [Row(), Row((*keys, Span("any other key", "accent bold"), Span(" ends", "quiet")))]
        if self.said:
            rows += [Row(), row((f"  {self.said}", "text"))]
        return rows, []


class CrashApp(ThemedApp):
    """Shows a fault, and ends at the next key."""

    BINDINGS: ClassVar[list[BindingType]] = []
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, fault: Fault, settings: ScreenSettings) -> None:
        super().__init__(settings)
        self._shown = fault

    def compose(self) -> ComposeResult:
        """Nothing but the rows."""
        yield FaultRows(self._shown)

    async def on_event(self, event: events.Event) -> None:
        """`y` copies; any other key ends."""
        if not isinstance(event, events.Key):
            await super().on_event(event)
        elif event.key == "y":
            self._copy()
        else:
            self.exit()

    def _copy(self) -> None:
        text = "\n".join(details(self._shown))
        self.copy_to_clipboard(text)
        with suppress(OSError):
            keep_copy(text, usable_state_folder())
        rows = self.query_one(FaultRows)
        rows.said = "They are copied."
        rows.renew()


def show_fault(fault: Fault, settings: ScreenSettings) -> None:
    """Show it on a screen of its own; where that fails too, and for whoever looks for it later, print it."""
    with suppress(Exception):
        CrashApp(fault, settings).run()
    for line in fault_rows(fault):
        _print(line)


def _print(line: Clean) -> None:
    with suppress(OSError):
        os.write(2, f"{line}\n".encode())
