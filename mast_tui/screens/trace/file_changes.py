"""Shows what changed in a file that was written more than once in the trace."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from mast_tui.screens.trace.part import Part, hears
from mast_tui.widgets.background_work import background
from mast_tui.widgets.messages import CardWanted

if TYPE_CHECKING:
    from agent.lookup.written_files import FileVersion

_NONE = "No file was written twice in this trace, as far as blocks of code, heredocs and arguments tell."


@dataclass(eq=False, repr=False)
class FilesRead(Message):
    """The files of the trace are known, and where one stood when somebody asked for them."""

    files: "dict[str, list[FileVersion]]"
    event: int


class FileChanges(Part):
    """The difference between two versions of the file that was written here, or last before."""

    def action_file_change(self) -> None:
        """Look for the files of the trace."""
        reader = self.session.reader
        if reader.last:
            self.read_files(reader.event_at(self.view.trace.place.line).number)

    @background("files", "Looking for what changed in the file")
    def read_files(self, event: int) -> None:
        """Read what was written, beside the event loop: all acts are looked at."""
        from agent.lookup.written_files import LARGEST, written_files

        trace = self.session.trace
        self.view.send(FilesRead(written_files(trace.events, lambda each: trace.text(each)[:LARGEST]), event))

    @hears(FilesRead)
    def _files_read(self, message: FilesRead) -> None:
        from agent.lookup.written_files import change_at
        from mast_tui.layout.file_change_rows import file_change_rows

        change = change_at(message.files, message.event)
        if change is None:
            self.view.say(_NONE)
            return
        versions = message.files[change[1].name]
        number = versions.index(change[1]) + 1
        self.view.send(CardWanted(lambda width: file_change_rows(change, number, len(versions), width)))
