"""The pane where one asks about the trace: the turns, and the field below them."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from mast_tui.keys.table import bindings
from mast_tui.widgets.field import Field
from mast_tui.widgets.messages import Asked
from mast_tui.widgets.turns import Turns

SUGGESTED = ("Why did it fail?", "What was the task?", "Which agents took part?")


class Question(Field):
    """The field; Down offers questions, Up brings back earlier ones, Esc leaves."""

    BINDINGS = bindings("question")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(placeholder="› Ask about this trace, or c on a finding", compact=True, id=id)
        self.asked: list[str] = []
        self.suggested: Sequence[str] = SUGGESTED
        self._at = 0

    def action_offer(self, step: int) -> None:
        """Put a suggested question into the field, or an earlier one."""
        offered = [*self.asked, "", *self.suggested]
        here = len(self.asked)
        self._at = max(-here, min(len(self.suggested), self._at + step))
        self.value = offered[here + self._at]
        self.cursor_position = len(self.value)

    def reset(self, asked: str) -> None:
        """Begin anew after a question was sent."""
        self.asked.append(asked)
        self._at = 0
        self.value = ""


class ChatPane(Vertical):
    """The turns and the field below them."""

    DEFAULT_CSS = """
    ChatPane { height: 1fr; }
    ChatPane Input { height: 1; border: none; padding: 0 1; margin: 0 1 0 2; background: $bar; color: $text-token; }
    ChatPane Input:focus { border: none; background: $cursor; }
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
            self.field.value = question
            self.field.cursor_position = len(question)

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

    @on(Input.Submitted, "#question")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        question = event.value.strip()
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
