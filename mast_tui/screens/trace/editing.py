"""Opens the file of the trace in the editor of a person, at the line that the cursor stands on."""

from textual.app import SuspendNotSupported

from agent.clean import clean_line
from mast_tui.screens.trace.part import Part
from mast_tui.terminal.editor import editor_command, run_editor


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
        command = editor_command(source.path, line)
        if command is None:
            self.view.say("No editor is known: set EDITOR, such as EDITOR=nano.", error=True)
            return
        try:
            with self.view.trace.app.suspend():
                trouble = run_editor(command)
        except SuspendNotSupported:
            self.view.say("The terminal cannot be given to an editor here.", error=True)
            return
        self.view.trace.app.refresh(layout=True)
        self.view.say(clean_line(trouble) or f"Back from line {line:,} of the file.", error=bool(trouble))

    def _source_line(self, line: int) -> int:
        """The line of the file: in a log the same one, else where the event begins, and as far into it as one is."""
        events = self.session.trace.events
        if events.level:
            return line
        event = self.session.reader.event_at(line)
        first, last = event.source_lines
        return min(last, first + line - event.lines[0]) if last > first else first
