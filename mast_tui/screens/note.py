"""A field of three rows for what a person wants to say of a finding or of lines."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import TextArea

from mast_tui.layout.row import Span
from mast_tui.messages import Written
from mast_tui.widgets.bars import Bar


class NoteScreen(ModalScreen[Written]):
    """Returns what was written; Esc returns it as a draft, for the next time."""

    DEFAULT_CSS = """
    NoteScreen { align: center middle; background: $page 60%; }
    NoteScreen > Vertical {
        width: 72; max-width: 96%; height: 9; border: round $accent-token; background: $pane; padding: 0 1;
    }
    NoteScreen TextArea { height: 4; border: none; background: $bar; color: $text-token; }
    NoteScreen Bar { background: $pane; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave it", show=False, priority=True),
        Binding("enter", "keep", "Keep it", show=False, priority=True),
    ]

    def __init__(self, words: str, draft: str = "") -> None:
        super().__init__()
        self._words = words
        self.draft = draft

    def compose(self) -> ComposeResult:
        """What it is about, the field, the keys."""
        with Vertical():
            yield Bar(id="about")
            yield TextArea(self.draft, soft_wrap=True, show_line_numbers=False)
            yield Bar(id="keys")

    def on_mount(self) -> None:
        """Write at once."""
        keys = (("Enter", "keep"), ("Esc", "leave it"))
        self.query_one("#about", Bar).show([[Span(self._words, "text bold")]])
        self.query_one("#keys", Bar).show([[Span(key, "accent bold"), Span(f" {said}", "quiet")] for key, said in keys])
        field = self.query_one(TextArea)
        field.focus()
        field.move_cursor(field.document.end)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep the draft."""
        self.draft = event.text_area.text

    def action_keep(self) -> None:
        """Return what was written."""
        self.dismiss(Written(self.draft.strip(), kept=True))

    def action_leave(self) -> None:
        """Return the draft."""
        self.dismiss(Written(self.draft, kept=False))
