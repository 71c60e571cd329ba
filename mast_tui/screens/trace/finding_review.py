"""The list of findings, the one that is open, and what a person says of them."""

from collections.abc import Iterable

from agent.clean import clean_line
from mast_tui.keys.chosen import key_of
from mast_tui.layout.finding_rows import FindingRows
from mast_tui.layout.row import Span
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Pane, Part, View, hears
from mast_tui.screens.trace.screen_words import empty_findings, looks_of, notes_of
from mast_tui.screens.trace.trace_memory import Hashed
from mast_tui.state.session import Session
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.finding_list import FindingList
from mast_tui.widgets.finding_pane import FindingPane
from mast_tui.widgets.messages import (
    Decided,
    DetailWanted,
    LineEntered,
    NoteAsked,
    NoteWanted,
    UndoWanted,
    Written,
)

_ASKED = {
    "note": "A note on {id}",
    "why": "Why is {id} rejected? Enter alone skips.",
}


class FindingReview(Part):
    """Choose, open, accept, reject, edit, note, undo."""

    list: FindingList
    detail: FindingPane

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.opened: str | None = None
        """The id of the finding that is open beside the trace."""
        self._drafts: dict[tuple[str, str], str] = {}
        """What was written and not kept, by finding and purpose."""

    def make_panes(self) -> Iterable[Pane]:
        """The list, and the pane that takes its place when a finding is open."""
        self.list, self.detail = FindingList(id="findings"), FindingPane(id="finding")
        self.list.symbols = self.detail.symbols = self.view.symbols
        yield Pane(
            "findings",
            self.list,
            height=lambda plan: "1fr" if plan.one_pane else plan.findings,
            rows_wanted=lambda: self.list.rows_wanted,
        )
        yield Pane(
            "finding",
            self.detail,
            shown=lambda plan: self.opened is not None,
            covers=True,
            leave=lambda: self._set(None),
        )

    @hears(Hashed)
    def _hashed(self, _: Hashed) -> None:
        """Go to the finding that was named when the trace was opened, once the diagnosis is shown."""
        if self.session.goal.finding is not None:
            self.view.soon(self._reach)

    def _reach(self) -> None:
        finding = self.session.goal.finding or ""
        if self.session.finding(finding) is None:
            none = f"nothing is diagnosed; {key_of('panes.diagnose')} diagnoses"
            why = "the diagnosis has none of that number" if self.session.judged else none
            self.view.say(f"There is no finding {finding} to go to: {why}.", error=True)
            return
        self.list.choose(finding)
        self.view.part(Navigator).light(finding)

    def _set(self, finding: str | None) -> None:
        self.opened = finding

    def draw(self) -> None:
        """Show the list and the open finding as they are now."""
        session = self.session
        if self.list.stale != session.stale:
            self.list.stale = session.stale
            self.list.renew()
        self.list.show(session.entries, looks_of(session), *empty_findings(session), notes_of(session), session.behind)
        self._draw_opened()

    def draw_place(self) -> None:
        """Whoever is in the list has seen what is new in it."""
        if self.view.part(PaneLayout).pane == "findings":
            self.session.unseen = 0

    def _draw_opened(self) -> None:
        from mast_tui.diagnosis.evidence_marks import evidence_of
        from taxonomy.mast import load

        session = self.session
        finding = session.finding(self.opened or "")
        if finding is None:
            return
        ids = [entry.id for entry in session.entries]
        heading = f"Finding {ids.index(finding.id) + 1} of {len(ids)}" if finding.id in ids else f"Finding {finding.id}"
        chip: tuple[Span, ...] = ()
        if finding.actor:
            member = session.actors.member(finding.actor)
            ink = f"page/{member.ink} bold" if member.is_agent else "quiet"
            chip = (Span(f" {member.letters} ", ink), Span(f" {member.name}", f"{member.ink} bold"))
        event = session.reader.event_at(finding.onset).number if finding.onset <= session.reader.last else None
        rows = FindingRows(finding, evidence_of(finding), load(), FULL)
        self.detail.show(finding.id, heading, rows, chip, event)

    @hears(DetailWanted)
    def _detail(self, message: DetailWanted) -> None:
        self.open(message.finding)

    @hears(LineEntered)
    def _line_entered(self, message: LineEntered) -> None:
        """Enter on lit words opens the finding they are evidence of."""
        pieces = self.session.marks.at(message.place.line)
        own = [piece for piece in pieces if piece.finding == self.session.marks.selected]
        if message.kind in ("text", "note") and pieces:
            piece = (own or pieces)[0]
            of_finding = [each for each in self.session.marks.pieces if each.finding == piece.finding]
            self.open(piece.finding, of_finding.index(piece))

    def open(self, finding: str, at: int = 0) -> None:
        """Open a finding, and light its evidence; one stands on one of its pieces."""
        if self.session.finding(finding) is None:
            self._say_claim(finding)
            return
        self._set(finding)
        self.list.choose(finding)
        self.view.part(Navigator).light(finding, move=False, at=at)
        self.view.show_pane("finding")
        if at:
            self.detail.stand_on(at)

    def _say_claim(self, id: str) -> None:
        """Say why nothing is done with what is not yet a finding."""
        self.view.say(f"{id} is a claim until the diagnosis is done: then it can be opened, judged and annotated.")

    def go_back(self) -> bool:
        """From the open finding to the list."""
        if self.view.part(PaneLayout).pane != "finding":
            return False
        self._set(None)
        self.view.show_pane("findings")
        return True

    def action_finding(self, step: int) -> None:
        """Go to the next finding or the one before, to its act; an open one is replaced."""
        ids = [entry.id for entry in self.session.entries] if self.session.diagnosis is not None else []
        if not ids:
            under_way = self.session.stage == "diagnosing"
            then = "the diagnosis is still under way" if under_way else f"{key_of('panes.diagnose')} diagnoses"
            self.view.say(f"There is no finding to go to yet; {then}.")
            return
        here = self.session.marks.selected
        chosen = ids[(ids.index(here) + step) % len(ids) if here in ids else 0]
        self.list.choose(chosen)
        if self.opened is not None:
            self._set(chosen)
        self.view.part(Navigator).light(chosen)

    def action_step(self, direction: int) -> None:
        """Go on in the current set; an open finding follows, or steps where one stands in it."""
        if self.view.part(PaneLayout).pane == "finding":
            self.detail.action_evidence(direction)
            return
        navigator = self.view.part(Navigator)
        navigator.step(direction)
        places = navigator.places
        if places is not None and places.kind == "evidence" and self.opened == self.session.marks.selected:
            self.detail.stand_on(places.at)

    @hears(Decided)
    def _decided(self, message: Decided) -> None:
        if self.session.decisions.decide(message.finding, message.decision):
            sign = FULL.accepted if message.decision == "accepted" else FULL.rejected
            self.view.say(f"{sign} {message.finding} {message.decision}; {key_of('panes.undo')} takes it back.")
            if message.decision == "rejected":
                self.view.send(NoteWanted(message.finding, "why"))
        elif self.session.finding(message.finding) is None:
            self._say_claim(message.finding)
        self.view.draw()

    @hears(UndoWanted)
    def _undo(self, _: UndoWanted) -> None:
        from mast_tui.diagnosis.evidence_marks import evidence_marks

        finding = self.session.decisions.undo()
        if finding and self.session.judged is not None:
            self.session.marks.show(evidence_marks(self.session))
            self.view.trace.renew()
        taken = f"The last decision about {clean_line(finding or '')} is taken back."
        self.view.say(taken if finding else "There is no decision to take back.")
        self.view.draw()

    @hears(NoteWanted)
    def _note(self, message: NoteWanted) -> None:
        finding = self.session.finding(message.finding)
        if finding is None:
            self._say_claim(message.finding)
            return
        about = (finding.id, message.purpose)
        draft = self._drafts.get(about) or (finding.note or "" if message.purpose != "why" else "")

        def then(written: Written | None) -> None:
            if written is not None and written.kept:
                self._drafts.pop(about, None)
                self._keep(*about, finding.decision, written.text)
            else:
                self._drafts[about] = written.text if written else draft

        self.view.send(NoteAsked(_ASKED[message.purpose].format(id=finding.id), draft, then))

    def _keep(self, finding: str, purpose: str, decision: str | None, words: str) -> None:
        """Keep what was written about a finding, with the decision that it means."""
        if purpose == "why" and not words:
            return
        self.session.decisions.decide(finding, "rejected" if purpose == "why" else decision, words)
        said = "rejected, reason kept" if purpose == "why" else "note kept" if words else "the note is gone"
        self.view.say(f"{finding}: {said}; {key_of('panes.undo')} takes it back.")
        self.view.draw()
