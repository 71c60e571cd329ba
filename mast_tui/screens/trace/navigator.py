"""Goes to places in the trace, and steps through the set of them that is current."""

from textual.message import Message

from mast_tui.keys.chosen import with_keys
from mast_tui.layout.line_marks import EvidenceMark
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.state.place_set import PlaceSet
from mast_tui.state.session import Session
from mast_tui.widgets.messages import EvidenceLit, FindingEntered, FindingLit, LineWanted, RulerPicked, TraceMoved

_LONGEST = 1_000
_NOTHING = (
    "There is nothing to step through yet: {panes.search} searches, {findings.enter} on a finding lists its evidence."
)


class Navigator(Part):
    """The places that n and N step through (matches, events of a filter, evidence), and the way back from them."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.places: PlaceSet | None = None
        self.set_words = ""
        """Where one stands in the set, for the status line."""
        self.filter_words = ""
        """What the filter shows, if one is on."""
        self._is_upwards = False
        self._came_from = "trace"
        self._wrapped = ""
        self._has_arrived = False
        """Whether one stands, or stood, on the line that was named when the trace was opened."""

    @hears(Read)
    def _read(self, message: Read) -> None:
        """Go to the line that was named when the trace was opened, as soon as it is there."""
        line = self.session.goal.line
        if line is not None and not self._has_arrived and (message.done or self.session.reader.last >= line):
            self._has_arrived = True
            self.go_to(str(line))

    def take(self, places: PlaceSet | None, *, upwards: bool = False) -> None:
        """Step through these places from now on."""
        self.places, self._is_upwards = places, upwards

    def take_filtered(self, ranges: list[tuple[int, int]] | None) -> None:
        """Step through the events that the filter shows, or through nothing where there is none."""
        self.places = PlaceSet("event", [first for first, _ in ranges]) if ranges else None
        self.set_words = self.filter_words if ranges else ""

    def extend(self, lines: list[int], at: int) -> None:
        """There are more matches now; the place among them stays."""
        self.places = PlaceSet("match", lines, min(at, len(lines) - 1))
        self.set_words = self.places.words

    def steps_through(self, kind: str) -> bool:
        """Whether the places of the current set are of a kind."""
        return self.places is not None and self.places.kind == kind

    def words_of_set(self) -> str:
        """Where one stands in the current set."""
        if self.places is None:
            return self.filter_words if self.view.rows.is_filtered else ""
        if self.places.kind == "event":
            return self.filter_words
        name = f"{self.session.marks.selected} " if self.places.kind == "evidence" else ""
        return f"{name}{self.places.words}"

    def step(self, direction: int) -> None:
        """Go on in the current set."""
        if self.places is None or not self.places.lines:
            self.view.say(with_keys(_NOTHING))
            return
        if self._is_upwards and self.places.kind == "match":
            direction = -direction
        line, wrapped = self.places.step(direction)
        at = self.places.at
        pieces = self._pieces(self.session.marks.selected) if self.places.kind == "evidence" else []
        self.set_words = self.words_of_set()
        if at < len(pieces):
            self.reveal(pieces[at])
        else:
            self.view.trace.go(line)
        self._tell_wrapped(direction if wrapped else 0)
        self.view.draw_place()

    def _tell_wrapped(self, direction: int) -> None:
        """Say that the set has begun again at its other end, or take that back at the next step."""
        if direction and self.places is not None:
            where = "back at the top" if direction > 0 else "back at the end"
            self._wrapped = f"{where}, {self.places.words}"
            self.view.say(self._wrapped)
        elif self._wrapped:
            self.view.unsay(self._wrapped)
            self._wrapped = ""

    def go_to(self, words: str) -> None:
        """Go to a line, an event, a time or a percentage."""
        from mast_tui.state.named_place import place_named  # reads what is typed; keys that move need none of it

        place = place_named(words, self.session.trace.events, self.session.reader.last)
        if isinstance(place, str):
            self.view.say(place)
            return
        if place.said:
            self.view.say(place.said)
        if not place.is_share:
            self.lift_filter(place.line)
        self.view.trace.go(place.line, by_person=True)

    def lift_filter(self, line: int) -> None:
        """Show all events again where the filter hides a line that is gone to."""
        rows = self.view.rows
        if rows.is_filtered and not rows.shows(line):
            rows.only(None)
            if self.steps_through("event"):
                self.take_filtered(None)
            self.view.say(f"L{line} was hidden by the filter, so all events are shown again.")

    def _pieces(self, finding: str | None) -> list[EvidenceMark]:
        return [piece for piece in self.session.marks.pieces if piece.finding == finding]

    def light(self, finding: str, *, move: bool = True, at: int = 0) -> None:
        """Fill the words of a finding, and make its evidence the set that n and N step through, from a piece on."""
        self.session.marks.select(finding)
        pieces = self._pieces(finding)
        if pieces:
            self._stand_in_evidence(pieces, at)
            if move:
                self.reveal(pieces[at])
        self.view.trace.renew()
        self.view.draw()

    def _stand_in_evidence(self, pieces: list[EvidenceMark], at: int) -> None:
        self.take(PlaceSet("evidence", [piece.target for piece in pieces], at))
        self.set_words = self.words_of_set()

    def reveal(self, piece: EvidenceMark) -> None:
        """Show a piece of evidence whole, with its note; a filter that hides it is lifted, folds over it open."""
        self.lift_filter(piece.target)
        first, last = (piece.target, piece.target) if piece.part == "absence" else piece.lines
        for line in range(first, min(last, first + _LONGEST) + 1):
            self.session.folds.open(line)
        self.view.trace.go(piece.target, through=last)

    def _leave(self, pane: str) -> None:
        """Go to the trace, and remember the pane that Esc comes back to."""
        self._came_from = pane
        self.view.show_pane("trace")

    @hears(FindingLit, FindingEntered)
    def _finding(self, message: Message) -> None:
        assert isinstance(message, FindingLit | FindingEntered)  # noqa: S101 - it hears nothing else
        self.light(message.finding)
        if isinstance(message, FindingEntered):
            self._leave("findings")

    @hears(LineWanted)
    def _line(self, message: LineWanted) -> None:
        self.lift_filter(message.line)
        self.view.trace.go(message.line)
        self._leave(self.view.part(PaneLayout).pane)

    @hears(EvidenceLit)
    def _evidence(self, message: EvidenceLit) -> None:
        pieces = self._pieces(message.finding)
        if not 0 <= message.index < len(pieces):
            return
        self.session.marks.select(message.finding)
        self._stand_in_evidence(pieces, message.index)
        self.reveal(pieces[message.index])
        if message.enter:
            self._leave("finding")
        self.view.draw_place()

    @hears(RulerPicked)
    def _picked(self, message: RulerPicked) -> None:
        self.view.trace.go(message.line, share=0.5, by_person=True)

    @hears(TraceMoved)
    def _moved(self, _: TraceMoved) -> None:
        self.view.trace.renew()
        self.view.draw_place()

    def go_back(self) -> bool:
        """Back to the pane that one came from."""
        if self._came_from == "trace":
            return False
        pane, self._came_from = self._came_from, "trace"
        self.view.part(PaneLayout).show(pane, returning=True)
        return True
