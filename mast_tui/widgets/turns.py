"""What was asked about the trace and what was answered, with links to the lines that answers rest on."""

import re
from collections.abc import Mapping, Sequence

from textual import events

from agent.chat.turn import Proposal, Turn
from agent.clean import clean, clean_line
from agent.number_words import line_range
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.answer_rows import answer_rows
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import cells, cut, words_wrapped
from mast_tui.widgets.messages import LineWanted, ProposalTaken, TurnWanted, UndoWanted
from mast_tui.widgets.rows_view import RowsView


class Turns(RowsView):
    """What was asked and answered; the cursor goes from line link to line link."""

    DEFAULT_CSS = "Turns { height: 1fr; }"
    heading_rows = 1
    BINDINGS = bindings("ask")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: Sequence[Turn] = ()
        self._links: list[tuple[int, int] | Proposal] = []
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

    def on_resize(self) -> None:
        """Where nobody has moved yet, the last question stays in sight: also when the pane is first laid out."""
        if self.cursor == 0 and not self.has_focus:
            self.call_after_refresh(self.show_end)

    def on_click(self, event: events.Click) -> None:
        """A click on a line link jumps there at once."""
        self._ensure()
        at = event.y + (self._offset if event.y >= self.heading_rows else 0)
        left = 0
        for span in self._rows[at].spans if 0 <= at < len(self._rows) else ():
            left += cells(span.text)
            if event.x < left:
                if "underline" in span.ink and (match := re.search(r"L(\d[\d,]*)", span.text)):
                    event.prevent_default()
                    self.post_message(LineWanted(int(match[1].replace(",", ""))))
                return

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
        asked = [each for line in turn.question.split("\n") for each in words_wrapped(clean_line(line), width - 9)]
        for at, words in enumerate(asked or [""]):
            rows.append(row(("       " if at else "  You  ", "accent bold"), (words, "text bold")))
        if not turn.answer:
            working = f"{clean_line(turn.working or 'looking')} · {key_of('question.leave')} drops the question"
            rows += [*(row((f"  {words}", "quiet italic")) for words in words_wrapped(working, width - 4)), Row()]
            return
        said = set()
        for shown, line in answer_rows(clean(turn.answer), width):
            if line is None:
                rows.append(shown)
            else:
                said.add(line)
                self._link((line, line), shown, rows, stops)
        for place in turn.places:
            if place[0] not in said:
                said.add(place[0])
                self._link(place, row(("  ", "text"), (line_range(*place), "accent underline")), rows, stops)
        if turn.verdict:
            rows += [row((f"  {each}", "ok italic")) for each in words_wrapped(turn.verdict, width - 4)]
        for doubtful in turn.unverified:
            words = f"not verified: {clean_line(doubtful)}"
            rows += [row((f"  {each}", "major italic")) for each in words_wrapped(words, width - 4)]
        for proposal in turn.proposals:
            self._proposal(proposal, width, rows, stops)
        if turn.model is not None:
            rows.append(row((f"  answered by {clean_line(turn.model)}", "quiet italic")))
        rows.append(Row())

    def _proposal(self, proposal: Proposal, width: int, rows: list[Row], stops: list[tuple[int, int]]) -> None:
        """A change that is proposed, with the keys that settle it, or what was done with it."""
        done = self.decided.get(proposal.text, "")
        keys = done or f"{key_of('ask.apply')} apply  {key_of('ask.dismiss')} dismiss"
        if done == "applied":
            keys = f"{done}, {key_of('panes.undo')} takes it back"
        if self.input_focused and not done:
            keys = f"{key_of('question.leave')}, then {keys}"
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
        self, link: tuple[int, int] | Proposal, shown: Row, rows: list[Row], stops: list[tuple[int, int]]
    ) -> None:
        stops.append((len(rows), len(rows)))
        rows.append(shown)
        self._links.append(link)

    def action_enter(self) -> None:
        """Jump to the line; a proposal waits for its own key."""
        self._ensure()
        link = self._links[self.cursor] if self._links else None
        if isinstance(link, Proposal):
            self.app.bell()
        elif link is not None:
            self.post_message(LineWanted(link[0]))

    def action_settle(self, what: str) -> None:
        """Apply or dismiss the proposal under the cursor, or the last one that is open."""
        self._ensure()
        link = self._links[self.cursor] if self._links else None
        if not isinstance(link, Proposal):
            still = [one for one in self._links if isinstance(one, Proposal) and not self.decided.get(one.text)]
            link = still[-1] if still else None
        if isinstance(link, Proposal):
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
