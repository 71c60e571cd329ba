"""Lets a person write on lines of the trace."""

from agent.number_words import line_range
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.trace_memory import Hashed
from mast_tui.state.kept_notes import look_again, restore_notes, write_note
from mast_tui.state.session import Session
from mast_tui.widgets.messages import LineNoteWanted, NoteAsked, Written


class LineNotes(Part):
    """The notes on lines, and what was written of them and not kept."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._drafts: dict[tuple[int, int], str] = {}

    @hears(Hashed)
    def _hashed(self, message: Hashed) -> None:
        """Bring the notes back, before what else was remembered."""
        restore_notes(self.session, message.sha256, message.earlier)

    def look_again(self) -> None:
        """The trace was read anew: the lines with notes may read otherwise now."""
        if self.session.marks.notes:
            look_again(self.session)

    def action_note_line(self) -> None:
        """Write on the lines selected, else on the line under the cursor."""
        if not self.session.reader.last:
            return
        trace = self.view.trace
        chosen = trace.selected or (trace.place.line, trace.place.line)
        first, last = min(chosen), max(chosen)
        note = self.session.marks.note_at(first) if trace.selected is None else None
        self.view.send(LineNoteWanted(note.lines if note else (first, last)))

    @hears(LineNoteWanted)
    def _wanted(self, message: LineNoteWanted) -> None:
        place = message.lines
        before = next((note.text for note in self.session.marks.notes if note.lines == place), "")
        words = f"A note on {line_range(*place)}" + ("; without words it goes" if before else "")

        def then(written: Written | None) -> None:
            if written is not None:
                self._take(place, before, written)

        self.view.send(NoteAsked(words, self._drafts.get(place) or before, then))

    def _take(self, place: tuple[int, int], before: str, written: Written) -> None:
        """Keep what was written, as a note or as a draft."""
        self._drafts.pop(place, None)
        if not written.kept:
            self._drafts[place] = written.text
            return
        write_note(self.session, place, written.text)
        self.view.trace.selected = None
        if written.text or before:
            self.view.say(f"{line_range(*place)}: {'the note is kept' if written.text else 'the note is gone'}.")
        self.view.rows.refresh()
        self.view.trace.renew()
        self.view.draw()
