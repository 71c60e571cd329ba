"""Questions about the trace and their answers, with the lines they rest on."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from agent.clean import clean, clean_line
from mast_tui.keys import bindings
from mast_tui.layout.answer_rows import answer_rows
from mast_tui.layout.phrases import lines
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import cut, words_wrapped
from mast_tui.messages import Asked, LineWanted, ProposalTaken
from mast_tui.session import Proposed, Turn
from mast_tui.widgets.rows_view import RowsView

SUGGESTED = ("Why did this run fail?", "What should be changed?", "Is there evidence against this?")


class Turns(RowsView):
    """What was asked and answered; the cursor goes from line link to line link."""

    DEFAULT_CSS = "Turns { height: 1fr; }"
    heading_rows = 1
    BINDINGS = bindings("ask")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: Sequence[Turn] = ()
        self._links: list[tuple[int, int] | Proposed] = []
        self._about = "whole trace"
        self._hint = ""
        self.input_focused = False
        self._begun = 0

    def show(self, turns: Sequence[Turn], about: str, hint: str) -> None:
        """Show the turns."""
        shown = (list(turns), about, hint)
        if shown != (self._turns, self._about, self._hint):
            self._turns, self._about, self._hint = shown
            self.renew()

    def show_end(self) -> None:
        """Scroll to the last question, so that its answer reads on from there."""
        self._ensure()
        if self._turns and not self.has_focus:
            self._offset = 0
            self.scroll_rows(min(self._begun, len(self._rows)) - self.heading_rows)

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Heading and turns."""
        lead = Span("▌", "accent") if self.has_focus or self.input_focused else Span(" ")
        rows = [spread((lead, Span("3 Ask", "text bold")), (Span(self._about, "quiet"), Span(" ")), width)]
        stops: list[tuple[int, int]] = []
        self._links = []
        if not self._turns:
            rows += [row((f"  {words}", "quiet")) for words in words_wrapped(self._hint, width - 4)]
        for turn in self._turns:
            self._begun = len(rows)
            self._turn(turn, width, rows, stops)
        return rows, stops

    def _turn(self, turn: Turn, width: int, rows: list[Row], stops: list[tuple[int, int]]) -> None:
        rows.append(row(("  You  ", "accent bold"), (cut(clean_line(turn.question), width - 9), "text bold")))
        if turn.answer is None:
            rows += [row((f"  {clean_line(turn.working or 'looking')}", "quiet italic")), Row()]
            return
        said = set()
        for shown, line in answer_rows(clean(turn.answer.text), width):
            if line is None:
                rows.append(shown)
            else:
                said.add(line)
                self._link((line, line), shown, rows, stops)
        for place in turn.answer.lines:
            if place[0] not in said:
                self._link(place, row(("  ", "text"), (lines(*place), "accent underline")), rows, stops)
        if turn.answer.verdict:
            rows += [row((f"  {each}", "ok italic")) for each in words_wrapped(turn.answer.verdict, width - 4)]
        for proposal in turn.answer.proposals:
            words = clean_line(proposal.text)
            shown = row(
                ("  proposal  ", "accent bold"), (cut(words, width - 30), "text"), ("   Enter applies", "quiet")
            )
            self._link(proposal, shown, rows, stops)
        rows.append(Row())

    def _link(
        self, link: tuple[int, int] | Proposed, shown: Row, rows: list[Row], stops: list[tuple[int, int]]
    ) -> None:
        stops.append((len(rows), len(rows)))
        rows.append(shown)
        self._links.append(link)

    def action_enter(self) -> None:
        """Jump to the line, or apply the proposal."""
        self._ensure()
        if self._links:
            link = self._links[self.cursor]
            self.post_message(ProposalTaken(link) if isinstance(link, Proposed) else LineWanted(link[0]))


class Question(Input):
    """The field; Down offers questions, Up brings back earlier ones, Esc leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "offer(1)", "Suggested question", show=False),
        Binding("up", "offer(-1)", "Earlier question", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(placeholder="› Ask about this trace, or c on a finding", compact=True, id=id)
        self.asked: list[str] = []
        self._at = 0

    def action_offer(self, step: int) -> None:
        """Put a suggested question into the field, or an earlier one."""
        offered = [*self.asked, "", *SUGGESTED]
        here = len(self.asked)
        self._at = max(-here, min(len(SUGGESTED), self._at + step))
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
