"""A field of three rows for what a person wants to say of a finding or of lines."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import var
from textual.screen import ModalScreen
from textual.widgets import TextArea

from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.widgets.bars import Bar, hint_fields
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.messages import Written


class NoteField(TextArea):
    """Enter keeps what is written, in its turn after the letters before it."""

    cursor_blink = var(False)

    class Kept(Message):
        """Enter was pressed."""

    enter_keeps = True

    def on_key(self, event: events.Key) -> None:
        """Take Enter for oneself."""
        if event.key == "enter" and self.enter_keeps:
            event.prevent_default()
            event.stop()
            self.post_message(self.Kept())


class NoteScreen(ModalScreen[Written]):
    """Returns what was written; Esc returns it as a draft, for the next time."""

    DEFAULT_CSS = """
    NoteScreen { align: center middle; background: $page 60%; }
    NoteScreen > Vertical {
        width: 72; max-width: 96%; height: 7; border: round $accent-token; background: $pane; padding: 0 1;
    }
    NoteScreen NoteField { height: 3; margin: 0 1; border: none; background: $bar; color: $text-token; }
    NoteScreen NoteField:focus { border: none; }
    NoteScreen.text > Vertical { width: 96%; height: 90%; }
    NoteScreen.text NoteField { height: 1fr; }
    NoteScreen Bar { background: $pane; }
    """
    BINDINGS = bindings("note")

    def __init__(self, words: str, draft: str = "", *, is_text: bool = False) -> None:
        super().__init__(classes="text" if is_text else None)
        self._is_text = is_text
        self._words = words
        self.draft = draft

    def compose(self) -> ComposeResult:
        """What it is about, the field, the keys."""
        about, keys = Bar(id="about"), Bar(id="keys")
        about.tone = keys.tone = "pane"
        with Vertical():
            yield about
            yield NoteField(self.draft, soft_wrap=True, show_line_numbers=False)
            yield keys

    def on_mount(self) -> None:
        """Write at once."""
        keys = (("{note.keep}" if self._is_text else "Enter", "keep"), ("{note.leave}", "leave it"))
        self.query_one("#about", Bar).show([[Span(self._words, "text bold")]])
        self.query_one("#keys", Bar).show(hint_fields(keys))
        field = self.field
        field.enter_keeps = not self._is_text
        field.focus()
        field.move_cursor(field.document.end)

    @property
    def field(self) -> NoteField:
        """Where one writes."""
        return self.query_one(NoteField)

    @on(NoteField.Kept)
    def _kept(self) -> None:
        leave(self, Written(self.field.text.strip(), kept=True))

    def action_keep(self) -> None:
        """Return a text to the letter, with the blanks at its ends."""
        if self._is_text:
            leave(self, Written(self.field.text, kept=True))

    def action_leave(self) -> None:
        """Return the draft."""
        leave(self, Written(self.field.text, kept=False))
