"""Lets a person write on lines of the trace."""

from textual import on

from agent.number_words import line_range
from mast_tui.screens.trace.reading import Hashed
from mast_tui.screens.trace.seeking import SeekingDesk
from mast_tui.state.notes import look_again, restore_notes, write_note
from mast_tui.state.session import Session
from mast_tui.widgets.messages import LineNoteWanted, NoteAsked, Written


class NotingDesk(SeekingDesk):
    """The desk with a pencil on it."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._line_drafts: dict[tuple[int, int], str] = {}
        """What was written and not kept, by its lines."""

    def on_hashed(self, message: Hashed) -> None:
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
        chosen = self.view.selected or (self.view.place.line, self.view.place.line)
        first, last = min(chosen), max(chosen)
        note = self.session.marks.note_at(first) if self.view.selected is None else None
        self.post_message(LineNoteWanted(note.lines if note else (first, last)))

    @on(LineNoteWanted)
    def _note_wanted(self, message: LineNoteWanted) -> None:
        place, session = message.lines, self.session
        before = next((note.text for note in session.marks.notes if note.lines == place), "")
        words = f"A note on {line_range(*place)}" + ("; without words it goes" if before else "")

        def then(written: Written | None) -> None:
            if written is None:
                return
            self._line_drafts.pop(place, None)
            if not written.kept:
                self._line_drafts[place] = written.text
                return
            write_note(session, place, written.text)
            self.view.selected = None
            if written.text or before:
                self.say(f"{line_range(*place)}: {'the note is kept' if written.text else 'the note is gone'}.")
            self.rows.refresh()
            self.view.renew()
            self.draw()

        self.post_message(NoteAsked(words, self._line_drafts.get(place) or before, then))
