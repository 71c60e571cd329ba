"""The report as it will be written, and where to."""

from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from agent.clean import clean, clean_name
from agent.errors import MastError
from mast_tui.keys import bindings
from mast_tui.layout.phrases import size
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import wrapped
from mast_tui.session import Session
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.rows_view import RowsView

_WIDEST = 100
_NAMES = {".md": "Markdown", ".html": "HTML", ".json": "JSON", ".sarif": "SARIF"}


class Written(Message):
    """The report is written, or is not."""

    def __init__(self, path: str, bytes_written: int, trouble: str = "") -> None:
        super().__init__()
        self.path = path
        self.bytes_written = bytes_written
        self.trouble = trouble


class Previewed(Message):
    """The text of the report is there."""

    def __init__(self, suffix: str, text: str) -> None:
        super().__init__()
        self.suffix = suffix
        self.text = text


class Preview(RowsView):
    """The text of the report."""

    BINDINGS = bindings("card")
    tone = "page"
    words = "The report is being drawn ..."

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Its lines, wrapped."""
        rows = []
        for line in clean(self.words[:200_000]).split("\n"):
            ink = "text bold" if line.startswith("#") else "quiet" if line.startswith(("|", "Made by")) else "text"
            for start, end in wrapped(line, min(width - 4, _WIDEST)):
                rows.append(row((f"  {line[start:end]}", ink)))
        return rows, []


class ReportScreen(Screen[None]):
    """Choose a format and a place; Enter writes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False),
        Binding("left", "format(-1)", "Format before", show=False),
        Binding("right", "format(1)", "Next format", show=False),
        Binding("y", "copy", "Copy the path", show=False),
        Binding("enter", "write", "Write", show=False),
        Binding("tab", "other", "Other field", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    ReportScreen Preview { height: 1fr; }
    ReportScreen #fields { height: 4; background: $pane; padding: 1 0 0 0; }
    ReportScreen #fields Bar { background: $pane; }
    ReportScreen Input { height: 1; border: none; margin: 0 2; background: $bar; color: $text-token; }
    ReportScreen Input:focus { border: none; background: $cursor; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._suffixes = list(_NAMES)
        self._at = 0
        self._agreed = ""
        self._written = ""

    def compose(self) -> ComposeResult:
        """Preview above, fields below."""
        yield Bar(id="title")
        yield Preview()
        with Vertical(id="fields"):
            yield Bar(id="format")
            yield Bar(id="include")
            yield Input(self._proposed(), compact=True)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Draw the preview beside the event loop."""
        self.query_one("#title", Bar).show([[Span("Report", "text bold")], [Span(self._session.name, "quiet")]])
        self.query_one(KeyHints).show_keys(
            [("Enter", "write"), ("Left Right", "format"), ("Tab", "place"), ("Esc", "back")]
        )
        self.query_one("#include", Bar).show([[Span(self._included(), "quiet")]])
        self._draw()
        self.query_one(Preview).focus()
        self.preview(self._suffix)

    @property
    def _suffix(self) -> str:
        return self._suffixes[self._at]

    def _included(self) -> str:
        findings = self._session.findings
        rejected = sum(finding.decision == "rejected" for finding in findings)
        notes = sum(finding.note is not None for finding in findings)
        return f"Include  {len(findings) - rejected} findings   {notes} notes   {rejected} rejected, named as such"

    def _proposed(self) -> str:
        name = str(self._session.trace.source.name).split(".")[0] or "trace"
        return f"{name}-diagnosis{self._suffixes[self._at]}"

    def _draw(self) -> None:
        spans = [Span("Format  ", "quiet")]
        for at, suffix in enumerate(self._suffixes):
            ink = "on_accent/accent bold" if at == self._at else "quiet"
            spans += [Span(f" {_NAMES.get(suffix, suffix)} ", ink), Span(" ")]
        self.query_one("#format", Bar).show([spans])
        self._say("")

    def _say(self, words: str, ink: str = "text") -> None:
        self.query_one("#status", Bar).tell(words, ink)

    def action_format(self, step: int) -> None:
        """Choose another format."""
        self._at = (self._at + step) % len(self._suffixes)
        field = self.query_one(Input)
        field.value = str(Path(field.value).with_suffix(self._suffix))
        self._draw()
        self.preview(self._suffix)

    @work(thread=True, exclusive=True, group="preview", exit_on_error=False)
    def preview(self, suffix: str) -> None:
        """Make the text of the report."""
        from agent.report.sketch import sketch
        from agent.report.write import rendered

        diagnosis = self._session.diagnosis
        if diagnosis is not None:
            self.post_message(Previewed(suffix, rendered(diagnosis, suffix, sketch(self._session.trace, diagnosis))))

    def on_previewed(self, message: Previewed) -> None:
        """Show it."""
        if message.suffix == self._suffix:
            preview = self.query_one(Preview)
            preview.words = message.text
            preview.renew()

    def action_other(self) -> None:
        """Go to the other field."""
        field = self.query_one(Input)
        (self.query_one(Preview) if field.has_focus else field).focus()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_write()

    def action_write(self) -> None:
        """Write; what is there already is replaced only when Enter is pressed again."""
        path = self.query_one(Input).value.strip()
        if Path(path).expanduser().exists() and self._agreed != path:
            self._agreed = path
            self._say(f"{clean_name(path)} exists, Enter again replaces it.", "major")
            return
        self._agreed = ""
        self.write(path)

    @work(thread=True, exclusive=True, group="writing", exit_on_error=False)
    def write(self, path: str) -> None:
        """Write the file."""
        from agent.report.sketch import sketch
        from agent.report.write import write_report

        diagnosis = self._session.diagnosis
        if diagnosis is None:
            return
        place = Path(path).expanduser()
        try:
            source = self._session.trace.source
            drawn = sketch(self._session.trace, diagnosis)
            written = write_report(diagnosis, place, (source.path, *source.companions), drawn)
            self.post_message(Written(str(place.absolute()), written))
        except (MastError, OSError) as fault:
            self.post_message(Written(path, 0, str(fault)))

    def on_written(self, message: Written) -> None:
        """Say where it is."""
        if message.trouble:
            self._say(clean_name(message.trouble), "major")
            return
        self._written = message.path
        path, kept = clean_name(message.path), size(message.bytes_written)
        self._say(f"Report written to {path} ({kept}); y copies the path, x writes another format.")
        self.query_one(Preview).focus()

    def action_copy(self) -> None:
        """Copy the path."""
        if self._written:
            self.app.copy_to_clipboard(self._written)
            self._say("The path is copied.")

    def action_close(self) -> None:
        """Back to the trace."""
        self.dismiss()
