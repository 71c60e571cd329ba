"""The report as it will be written, what is in it, and where it goes."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from agent.clean import clean_name
from agent.errors import MastError
from agent.number_words import size
from agent.report.included import Included, narrowed
from agent.report.kinds import KINDS, Content
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.field import Field
from mast_tui.widgets.field_row import NAME, FieldRow, Option, Ticked
from mast_tui.widgets.inclusion import Inclusion
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.path_box import cannot_write, expanded, with_suffix
from mast_tui.widgets.preview import Preview

if TYPE_CHECKING:
    from agent.report.trace_extract import TraceExtract

_FIELDS = ("Preview", "#format", "#include", "Input")


@dataclass(eq=False, repr=False)
class Written(Message):
    """The report is written, or is not."""

    path: str
    bytes_written: int
    trouble: str = ""


@dataclass(eq=False, repr=False)
class Previewed(Message):
    """The text of the report is there."""

    about: object
    suffix: str
    text: str


class ReportScreen(WorkingScreen[None]):
    """Choose a format, what is in it, and a place; Enter writes."""

    BINDINGS = bindings("report")
    DEFAULT_CSS = f"""
    ReportScreen Preview {{ height: 1fr; }}
    ReportScreen #fields {{ height: 5; background: $pane; padding: 1 0; }}
    ReportScreen #place {{ height: 1; }}
    ReportScreen #place FieldRow {{ width: {NAME}; }}
    ReportScreen Input {{
        width: 1fr; height: 1; border: none; padding: 0; margin: 0 2 0 0; background: $bar; color: $text-token;
    }}
    ReportScreen Input:focus {{ border: none; background: $cursor; }}
    """

    def __init__(self, session: Session, chat: Callable[[], str] | None = None) -> None:
        """`chat` gives the conversation as Markdown; none means that nothing was asked."""
        super().__init__()
        self._session = session
        self._chat = chat
        self._included = Included()
        self._with_chat = False
        self._suffixes = list(KINDS)
        self._at = 0
        self._agreed = ""
        self._written = ""
        self._drawn: TraceExtract | None = None

    def compose(self) -> ComposeResult:
        """Preview above, fields below."""
        yield Bar(id="title")
        yield Preview()
        with Vertical(id="fields"):
            yield FieldRow("Format", one=True, id="format")
            yield FieldRow("Include", one=False, id="include")
            with Horizontal(id="place"):
                name = FieldRow("Write to", one=False, id="place_name")
                name.can_focus = False
                yield name
                yield Field(self._proposed(), compact=True)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Draw the preview beside the event loop."""
        self.query_one("#title", Bar).show([[Span("Report", "text bold")], [Span(self._session.name, "quiet")]])
        self._offer()
        self.query_one(Preview).focus()

    @property
    def _suffix(self) -> str:
        return self._suffixes[self._at]

    @property
    def _about(self) -> object:
        """All that the text depends on."""
        return self._suffix, self._included, self._with_chat

    def _proposed(self) -> str:
        name = str(self._session.trace.source.name).split(".")[0] or "trace"
        return f"{name}-diagnosis{self._suffixes[self._at]}"

    def _offer(self) -> None:
        """Show the choices as they stand, and the text they make."""
        self.query_one("#format", FieldRow).offer(
            tuple(Option(kind.name, kind.suffix == self._suffix) for kind in KINDS.values())
        )
        self.query_one("#include", FieldRow).offer(tuple(self._inclusion.boxes()), self._inclusion.aside())
        self._focus_shown()
        self.say("")
        self.preview(self._about)

    @property
    def _inclusion(self) -> Inclusion:
        return Inclusion(self._session, self._suffix, self._included, self._with_chat, self._chat is not None)

    def action_format(self, step: int) -> None:
        """Choose another format."""
        self._at = (self._at + step) % len(self._suffixes)
        field = self.query_one(Input)
        field.value = with_suffix(field.value.strip(), self._suffix, self._proposed())
        self._offer()

    @on(Ticked)
    def _ticked(self, message: Ticked) -> None:
        if message.field == "format":
            names = [kind.name for kind in KINDS.values()]
            self.action_format(names.index(message.name) - self._at)
            return
        option = self.query_one("#include", FieldRow).chosen
        if option.why_not:
            self.say(option.why_not)
            return
        if message.name == "chat":
            self._with_chat = not self._with_chat
        else:
            self._included = replace(self._included, **{message.name: not option.ticked})
        self._offer()

    def _text(self) -> tuple[str, "TraceExtract | None"]:
        """The conversation, where it is wanted, and the extract of the trace, made once."""
        from agent.report.trace_extract import extract_of

        diagnosis = self._session.diagnosis
        if self._drawn is None and diagnosis is not None:
            self._drawn = extract_of(self._session.diagnosed or self._session.trace, diagnosis)
        wanted = self._with_chat and self._inclusion.takes_chat
        return (self._chat() if wanted and self._chat is not None else ""), self._drawn

    @background("preview", "The preview", "{report.next_format} makes it again in the next format")
    def preview(self, about: object) -> None:
        """Make the text of the report."""
        diagnosis, suffix = self._session.diagnosis, self._suffix
        if diagnosis is not None:
            chat, drawn = self._text()
            content = Content(narrowed(diagnosis, self._included, suffix), drawn, chat, self._inclusion.notes())
            self.post_message(Previewed(about, suffix, KINDS[suffix].text(content)))

    def on_previewed(self, message: Previewed) -> None:
        """Show it, if it is still what is wanted."""
        if message.about == self._about:
            self.query_one(Preview).show(message.text, markdown=message.suffix == ".md")

    def action_other(self, step: int) -> None:
        """Go to another field."""
        fields = [self.query_one(name) for name in _FIELDS]
        at = next((at for at, field in enumerate(fields) if field.has_focus), 0)
        fields[(at + step) % len(fields)].focus()

    def on_descendant_focus(self) -> None:
        """Say what can be done in the field that has the focus."""
        self._focus_shown()

    def _focus_shown(self) -> None:
        typed = self.query_one(Input).has_focus
        self.query_one("#place_name", FieldRow).light(typed)
        keys = [("{report.write}", "write"), ("{report.next_field}", "next field")]
        if self.query_one("#include").has_focus:
            keys += [("{field.before} {field.next}", "box"), ("{field.take}", "tick")]
        elif not typed:
            keys += [("{report.format_before} {report.next_format}", "format")]
            keys += [("{report.copy}", "copy path")] if self._written else []
        self.query_one(KeyHints).show_keys([*keys, ("{report.close}", "back")])

    @on(Input.Submitted)
    def action_write(self) -> None:
        """Write; what is there already is replaced only when Enter is pressed again."""
        path = self.query_one(Input).value.strip()
        if path and os.path.isfile(expanded(path)) and self._agreed != path:  # noqa: PTH113 - a shut folder is no fault
            self._agreed = path
            self.say(f"{clean_name(path)} exists, {key_of('report.write')} again replaces it.", error=True)
            return
        self._agreed = ""
        self.write(path)

    @background("writing", "Writing the report", "{report.write} writes it again")
    def write(self, path: str) -> None:
        """Write the file."""
        from agent.report.write import write_report

        diagnosis = self._session.diagnosis
        if diagnosis is None:
            return
        place = expanded(path)
        try:
            source = self._session.trace.source
            chat, drawn = self._text()
            chosen = narrowed(diagnosis, self._included, place.suffix.lower())
            content = Content(chosen, drawn, chat, self._inclusion.notes())
            written = write_report(content, place, (source.path, *source.companions))
            self.post_message(Written(str(place.absolute()), written))
        except (MastError, OSError) as fault:
            self.post_message(Written(path, 0, cannot_write(fault, place)))

    def on_written(self, message: Written) -> None:
        """Say where it is."""
        if message.trouble:
            self.say(clean_name(message.trouble), error=True)
            return
        self._written = message.path
        self.query_one(Preview).focus()
        path, kept = clean_name(message.path), size(message.bytes_written, "B")
        copy, again = key_of("report.copy"), key_of("report.next_format")
        self.say(f"Report written to {path} ({kept}); {copy} copies the path, {again} writes another format.")
        self._focus_shown()

    def action_copy(self) -> None:
        """Copy the path."""
        if self._written:
            self.app.copy_to_clipboard(self._written)
        self.say(with_keys("The path is copied." if self._written else "Nothing is written: {report.write} writes."))

    def action_close(self) -> None:
        """Back to the trace."""
        leave(self)
