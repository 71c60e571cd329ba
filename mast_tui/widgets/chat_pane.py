"""Questions about the trace and their answers, with the lines they rest on."""

from collections.abc import Mapping, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from agent.clean import clean, clean_line
from mast_tui.dialogue import Proposed, Turn
from mast_tui.keys import bindings
from mast_tui.layout.answer_rows import answer_rows
from mast_tui.layout.phrases import lines
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import cut, words_wrapped
from mast_tui.messages import Asked, LineWanted, ProposalTaken, TurnWanted, UndoWanted
from mast_tui.widgets.field import Field
from mast_tui.widgets.rows_view import RowsView

SUGGESTED = ("Why did it fail?", "What was the task?", "Which agents took part?")


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
        self._firsts: list[int] = []
        self.offered: Sequence[str] = ()
        self.decided: Mapping[str, str] = {}

    def show(self, turns: Sequence[Turn], about: str, hint: str, decided: Mapping[str, str]) -> None:
        """Show the turns."""
        shown = (list(turns), about, hint, dict(decided))
        if shown != (self._turns, self._about, self._hint, self.decided):
            self._turns, self._about, self._hint, self.decided = shown
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
        if not self._turns:
            rows += [row(("  ▹ ", "accent"), (cut(words, width - 6), "text")) for words in self.offered]
        self._firsts = []
        for turn in self._turns:
            self._begun = len(rows)
            self._firsts.append(self._begun)
            self._turn(turn, width, rows, stops)
        return rows, stops

    def _turn(self, turn: Turn, width: int, rows: list[Row], stops: list[tuple[int, int]]) -> None:
        for at, words in enumerate(words_wrapped(clean_line(turn.question), width - 9) or [""]):
            rows.append(row(("       " if at else "  You  ", "accent bold"), (words, "text bold")))
        if turn.answer is None:
            working = f"{clean_line(turn.working or 'looking')} · Esc drops the question"
            rows += [*(row((f"  {words}", "quiet italic")) for words in words_wrapped(working, width - 4)), Row()]
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
                said.add(place[0])
                self._link(place, row(("  ", "text"), (lines(*place), "accent underline")), rows, stops)
        if turn.answer.verdict:
            rows += [row((f"  {each}", "ok italic")) for each in words_wrapped(turn.answer.verdict, width - 4)]
        for doubtful in turn.answer.unverified:
            words = f"not verified: {clean_line(doubtful)}"
            rows += [row((f"  {each}", "major italic")) for each in words_wrapped(words, width - 4)]
        for proposal in turn.answer.proposals:
            self._proposal(proposal, width, rows, stops)
        if turn.model is not None:
            rows.append(row((f"  answered by {clean_line(turn.model)}", "quiet italic")))
        rows.append(Row())

    def _proposal(self, proposal: Proposed, width: int, rows: list[Row], stops: list[tuple[int, int]]) -> None:
        """A change that is proposed, with the keys that settle it, or what was done with it."""
        done = self.decided.get(proposal.text, "")
        keys = f"{done}, U takes it back" if done == "applied" else done or "a apply  r dismiss"
        if self.input_focused and not done:
            keys = f"Esc, then {keys}"
        texts = words_wrapped(f"proposal  {clean_line(proposal.text)}", width - 4)
        first = len(rows)
        for at, words in enumerate(texts):
            head = words.startswith("proposal") and not at
            spans = (("  proposal", "accent bold"), (words[8:], "text")) if head else (("  ", "text"), (words, "text"))
            rows.append(row(*spans))
        rows.append(row(("            ", "text"), (keys, "quiet")))
        stops.append((first, len(rows) - 1))
        self._links.append(proposal)

    def _link(
        self, link: tuple[int, int] | Proposed, shown: Row, rows: list[Row], stops: list[tuple[int, int]]
    ) -> None:
        stops.append((len(rows), len(rows)))
        rows.append(shown)
        self._links.append(link)

    def action_enter(self) -> None:
        """Jump to the line; a proposal waits for its own key."""
        self._ensure()
        link = self._links[self.cursor] if self._links else None
        if isinstance(link, Proposed):
            self.app.bell()
        elif link is not None:
            self.post_message(LineWanted(link[0]))

    def action_settle(self, what: str) -> None:
        """Apply or dismiss the proposal under the cursor, or the last one that is open."""
        self._ensure()
        link = self._links[self.cursor] if self._links else None
        if not isinstance(link, Proposed):
            still = [one for one in self._links if isinstance(one, Proposed) and not self.decided.get(one.text)]
            link = still[-1] if still else None
        if isinstance(link, Proposed):
            self.post_message(ProposalTaken(link, what))

    def action_undo(self) -> None:
        """Take the last decision back."""
        self.post_message(UndoWanted())

    def action_copy_turn(self) -> None:
        """Copy the turn under the cursor, or the last one."""
        self._ensure()
        if not self._turns:
            return
        row_at = self._stops[self.cursor][0] if self._stops else len(self._rows)
        at = max((number for number, first in enumerate(self._firsts) if first <= row_at), default=len(self._turns) - 1)
        self.post_message(TurnWanted(self._turns[at]))


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
