"""Opens the file of the trace in the editor of a person, at the line that the cursor stands on."""

from agent.clean import clean_line
from mast_tui.screens.trace.part import Part
from mast_tui.widgets.outside_editor import open_outside


class Editing(Part):
    """The way from a line of the trace to its line of the file."""

    def action_editor(self) -> None:
        """Open the file's own line in an editor."""
        source, reader = self.session.trace.source, self.session.reader
        if not reader.last:
            return
        if not source.path.is_file():
            self.view.say("The trace is no file that an editor can open: it came from a pipe, or is gone.", error=True)
            return
        line = self._source_line(self.view.trace.place.line)
        trouble = open_outside(self.view.trace.app, source.path, line)
        self.view.say(clean_line(trouble) or f"Back from line {line:,} of the file.", error=bool(trouble))

    def _source_line(self, line: int) -> int:
        """The line of the file: in a log the same one, else where the event begins, and as far into it as one is."""
        events = self.session.trace.events
        if events.level:
            return line
        event = self.session.reader.event_at(line)
        first, last = event.source_lines
        return min(last, first + line - event.lines[0]) if last > first else first
