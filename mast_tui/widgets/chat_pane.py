"""The pane where one asks about the trace: the turns, and the field below them."""

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import var
from textual.widgets import TextArea

from mast_tui.keys.table import bindings
from mast_tui.widgets.brush import worded
from mast_tui.widgets.messages import Asked
from mast_tui.widgets.turns import Turns

SUGGESTED = ("Why did it fail?", "What was the task?", "Which agents took part?")


class Question(TextArea):
    """The field, of as many lines as are written; Down offers questions, Up brings back earlier ones, Esc leaves."""

    BINDINGS = bindings("question")
    takes_letters = True
    cursor_blink = var(False)

    class Sent(Message):
        """What is written is to be asked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(
            placeholder="› Ask about this trace, or c on a finding",
            compact=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
            id=id,
        )
        self.asked: list[str] = []
        self.suggested: Sequence[str] = SUGGESTED
        self._at = 0

    def on_mount(self) -> None:
        """Write the words in its place with the signs that are drawn here."""
        self.placeholder = worded(self.app, str(self.placeholder))

    @property
    def value(self) -> str:
        """What is written."""
        return self.text

    @value.setter
    def value(self, words: str) -> None:
        self.write(words)

    def write(self, words: str) -> None:
        """Put words into the field, with the cursor behind them."""
        self.text = words
        self.move_cursor(self.document.end)

    def on_key(self, event: events.Key) -> None:
        """Enter is a command here; a new line has a key of its own."""
        if event.key == "enter":
            event.prevent_default()

    def action_submit(self) -> None:
        """Ask."""
        self.post_message(self.Sent())

    def action_new_line(self) -> None:
        """Go on in a line below."""
        self.insert("\n")

    def action_offer(self, step: int) -> None:
        """Move between the lines; beyond them, put a suggested question into the field, or an earlier one."""
        row = self.cursor_location[0]
        if 0 <= row + step < self.document.line_count:
            (self.action_cursor_down if step > 0 else self.action_cursor_up)()
            return
        offered = [*self.asked, "", *self.suggested]
        here = len(self.asked)
        self._at = max(-here, min(len(self.suggested), self._at + step))
        self.write(offered[here + self._at])

    def reset(self, asked: str) -> None:
        """Begin anew after a question was sent."""
        self.asked.append(asked)
        self._at = 0
        self.text = ""


class ChatPane(Vertical):
    """The turns and the field below them."""

    DEFAULT_CSS = """
    ChatPane { height: 1fr; }
    ChatPane Question {
        height: auto; min-height: 1; max-height: 6; border: none; padding: 0; margin: 0 1 0 2;
        background: $bar; color: $text-token; scrollbar-size-vertical: 0;
    }
    ChatPane Question:focus { border: none; background: $cursor; background-tint: $foreground 5%; }
    ChatPane Question .text-area--placeholder { color: $quiet; }
    ChatPane Question:focus .text-area--cursor {
        background: $accent-token; color: $page; text-style: none;
    }
    """

    def compose(self) -> ComposeResult:
        """Turns above, field below."""
        yield Turns(id="turns")
        yield Question(id="question")

    @property
    def turns(self) -> Turns:
        """The turns."""
        return self.query_one(Turns)

    @property
    def field(self) -> Question:
        """Where one asks."""
        return self.query_one(Question)

    def suggest(self, questions: Sequence[str]) -> None:
        """Offer these questions."""
        if not self.children:
            return  # the pane is about to go
        self.field.suggested = self.turns.offered = tuple(questions) or SUGGESTED
        self.turns.renew()

    def restore(self, question: str) -> None:
        """Put a question back that got no answer, unless another one is being written."""
        if not self.field.value:
            self.field.write(question)

    def remember(self, questions: Sequence[str]) -> None:
        """Earlier questions come back with Up."""
        self.field.asked[:0] = questions

    def leave_field(self) -> bool:
        """From the field to the turns; False where there is nothing to go to."""
        if not self.field.has_focus or not self.turns.stops:
            return False
        self.turns.action_cursor_to(-1)
        self.turns.focus()
        return True

    @on(Question.Sent)
    def _sent(self) -> None:
        question = self.field.value.strip()
        if question:
            self.field.reset(question)
            self.post_message(Asked(question))

    def on_descendant_focus(self) -> None:
        """Show the heading as focused while one types."""
        self.turns.input_focused = self.field.has_focus
        self.turns.renew()

    def on_descendant_blur(self) -> None:
        """Show the heading as not focused."""
        self.turns.input_focused = False
        self.turns.renew()
