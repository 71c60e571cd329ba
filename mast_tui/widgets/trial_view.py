"""The trial of a remedy as one page: messages and answers can be stood on and opened."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from mast_tui.keys.chosen import with_keys
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row
from mast_tui.state.remedy_trial import UNDER_WAY, RemedyTrial
from mast_tui.widgets.messages import NoteAsked, Written
from mast_tui.widgets.outside_editor import written_outside
from mast_tui.widgets.rows_view import RowsView
from mast_tui.widgets.trial_rows import Stop, TrialRows, as_written, clean_text

_AS_IT_WAS = "As it was stays as it was: {trial.arm} goes to the arm that can be changed."
_NO_MESSAGE = "An answer cannot be changed; the messages can."
_TOO_LONG = "This message is too long to be changed here; {messages.editor} opens it in your editor."
LONGEST = 200_000
"""Characters of a message that can be changed on the screen."""


@dataclass(eq=False, repr=False)
class MessageWritten(Message):
    """A person wrote another text for a message of the arm with the remedy."""

    number: int
    text: str


@dataclass(eq=False, repr=False)
class NotWritten(Message):
    """Why nothing can be written."""

    why: str
    is_error: bool = False


class TrialView(RowsView):
    """Space opens or folds what the cursor stands on."""

    BINDINGS = bindings("messages")
    tone = "page"

    def __init__(self, state: RemedyTrial) -> None:
        super().__init__()
        self._state = state
        self._marks: list[Stop] = []
        self._drafts: dict[tuple[int, int], str] = {}
        """What was written and not kept, by remedy and message."""

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows of the trial as it stands."""
        made = TrialRows(self._state, width)
        self._marks = made.stops
        return made.rows, [(each.first, each.last) for each in made.stops]

    @property
    def mark(self) -> Stop | None:
        """What the cursor stands on."""
        self._ensure()
        return self._marks[self.cursor] if self.cursor < len(self._marks) else None

    def stand_on_top(self) -> None:
        """Show the page from its beginning."""
        self._offset, self._scrolled = 0, False
        self.cursor = 0
        self.renew()

    def action_fold(self) -> None:
        """Show a text whole, or fold it."""
        if self.mark is not None:
            self._state.opened ^= {(self.mark.kind, self.mark.number)}
            self.renew()

    action_enter = action_fold

    def _text(self) -> tuple[int, str] | None:
        """The message under the cursor and its text, if it can be changed; else say why not."""
        state, mark = self._state, self.mark
        if state.tried is None or mark is None:
            return None
        if state.is_asking:
            self.post_message(NotWritten(with_keys(UNDER_WAY)))
        elif mark.kind != "message":
            self.post_message(NotWritten(_NO_MESSAGE))
        elif not state.in_remedy:
            self.post_message(NotWritten(with_keys(_AS_IT_WAS)))
        else:
            arm = state.tried.arms[1]
            return mark.number, arm.messages[mark.number].text if mark.number < len(arm.messages) else arm.check
        return None

    def action_change(self) -> None:
        """Change a message on the screen."""
        if (message := self._text()) is None:
            return
        number, text = message
        if len(text) > LONGEST:
            self.post_message(NotWritten(with_keys(_TOO_LONG)))
            return
        about = (self._state.number, number)

        def then(written: Written | None) -> None:
            if written is not None and written.kept:
                self._drafts.pop(about, None)
                self.post_message(MessageWritten(number, as_written(written.text, text)))
            elif written is not None:
                self._drafts[about] = written.text

        draft = self._drafts.get(about, clean_text(text))
        self.post_message(NoteAsked(f"Message {number + 1}, with the remedy", draft, then, is_text=True))

    def action_editor(self) -> None:
        """Change a message in the editor of the person."""
        if (message := self._text()) is None:
            return
        written, trouble = written_outside(self.app, message[1])
        if trouble:
            self.post_message(NotWritten(trouble, is_error=True))
        elif written is not None:
            self.post_message(MessageWritten(message[0], written))
