"""Questions about the trace and their answers, with the lines they rest on."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from agent.clean import clean, clean_line
from mast_tui.keys import bindings
from mast_tui.layout.phrases import count, lines
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import words_wrapped
from mast_tui.messages import Asked, LineWanted
from mast_tui.session import Turn
from mast_tui.widgets.rows_view import RowsView

SUGGESTED = ("Why did this run fail?", "What happened first?", "What should I change?")


class Turns(RowsView):
    """What was asked and answered; the cursor goes from line link to line link."""

    DEFAULT_CSS = "Turns { height: 1fr; }"
    BINDINGS = bindings("ask")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: Sequence[Turn] = ()
        self._links: list[int] = []
        self._about = "whole trace"
        self._hint = ""
        self.input_focused = False

    def show(self, turns: Sequence[Turn], about: str, hint: str) -> None:
        """Show the turns."""
        shown = (list(turns), about, hint)
        if shown != (self._turns, self._about, self._hint):
            self._turns, self._about, self._hint = shown
            self.renew()

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Heading and turns."""
        focused = self.has_focus or self.input_focused
        lead = Span("▌", "accent") if focused else Span(" ")
        rows = [spread((lead, Span("3 Ask", "text bold")), (Span(self._about, "quiet"), Span(" ")), width)]
        stops: list[tuple[int, int]] = []
        self._links = []
        if not self._turns:
            rows += [row((f"  {words}", "quiet")) for words in words_wrapped(self._hint, width - 4)]
        for turn in self._turns:
            rows += [Row(), row(("  You  ", "accent bold"), (clean_line(turn.question)[: width - 10], "text"))]
            if turn.answer is None:
                rows.append(row((f"  {clean_line(turn.working or 'thinking')}", "quiet italic")))
                continue
            for paragraph in clean(turn.answer.text).split("\n"):
                rows += [row((f"  {words}", "text")) for words in words_wrapped(paragraph, width - 4)]
            for first, last in turn.answer.lines:
                stops.append((len(rows), len(rows)))
                self._links.append(first)
                rows.append(row(("  ", "text"), (lines(first, last), "accent underline")))
            if turn.answer.cited:
                said = f"{turn.answer.verified} of {count(turn.answer.cited, 'citation')} found in the trace"
                rows.append(row((f"  {said}", "ok italic")))
        return rows, stops

    def action_enter(self) -> None:
        """Jump to the line."""
        self._ensure()
        if self._links:
            self.post_message(LineWanted(self._links[self.cursor]))


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
        yield Input(placeholder="› Ask about this trace, or c on a finding", compact=True, id="question")

    @property
    def turns(self) -> Turns:
        """The turns."""
        return self.query_one(Turns)

    @property
    def field(self) -> Input:
        """Where one asks."""
        return self.query_one("#question", Input)

    @on(Input.Submitted, "#question")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        question = event.value.strip()
        if question:
            self.field.value = ""
            self.post_message(Asked(question))

    def on_descendant_focus(self) -> None:
        """Show the heading as focused while one types."""
        self.turns.input_focused = self.field.has_focus
        self.turns.renew()

    def on_descendant_blur(self) -> None:
        """Show the heading as not focused."""
        self.turns.input_focused = False
        self.turns.renew()
