"""What widgets tell the screen they stand on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.message import Message

from mast_tui.dialogue import Proposed, Turn
from mast_tui.layout.row import Row
from mast_tui.layout.trace_rows import Place
from mast_tui.sending import Plan


class Furnished(Message):
    """The trace screen has its first frame or all its panes: keys typed before may be acted on."""


@dataclass
class TraceMoved(Message):
    """The cursor of the trace stands somewhere else."""

    place: Place
    by_person: bool = True


@dataclass
class LineEntered(Message):
    """Enter on a row of the trace."""

    place: Place
    kind: str


@dataclass
class RulerPicked(Message):
    """The ruler was clicked or dragged."""

    line: int


@dataclass
class FindingLit(Message):
    """The cursor of the list stands on a finding."""

    finding: str


@dataclass
class FindingEntered(Message):
    """Go to the act of a finding."""

    finding: str


@dataclass
class DetailWanted(Message):
    """Open a finding."""

    finding: str


@dataclass
class LineWanted(Message):
    """Go to a line: a hint, an outline row or a citation names it."""

    line: int


@dataclass
class EvidenceLit(Message):
    """A piece of a finding's evidence was chosen."""

    finding: str
    index: int
    enter: bool = False


@dataclass
class Decided(Message):
    """A person judged a finding."""

    finding: str
    decision: str


@dataclass
class NoteWanted(Message):
    """A person wants to write about a finding."""

    finding: str
    purpose: str


@dataclass
class UndoWanted(Message):
    """Take the last decision back."""


@dataclass
class ModeLit(Message):
    """The cursor of the modes stands on a mode."""

    code: str


@dataclass
class ModeEntered(Message):
    """Open the card of a mode."""

    code: str


@dataclass
class ModeOnly(Message):
    """Show only the findings of a mode."""

    code: str


@dataclass
class Sought(Message):
    """Something was typed into the search bar."""

    prompt: str
    pattern: str
    regex: bool
    any_case: bool | None
    final: bool


@dataclass
class SearchDropped(Message):
    """The search bar was closed without a search."""


@dataclass
class Asked(Message):
    """A question was sent."""

    question: str


@dataclass
class ProposalTaken(Message):
    """A proposal of an answer is to be applied, or dismissed."""

    proposal: Proposed
    what: str = "applied"


@dataclass
class TurnWanted(Message):
    """A turn is to be copied."""

    turn: Turn


@dataclass
class TraceChosen(Message):
    """A trace was picked to be opened; `run` is the one of several runs that was open before."""

    path: str
    run: str | None = None


@dataclass
class RunsWanted(Message):
    """Show the runs that the open trace's source holds."""


@dataclass
class TraceDropped(Message):
    """A recent trace was taken off the list."""

    path: str


@dataclass
class CardWanted(Message):
    """Show a card made of these rows."""

    make: Callable[[int], Sequence[Row]]


class Written(NamedTuple):
    """What a person wrote; not `kept` means that it stays a draft."""

    text: str
    kept: bool


@dataclass
class NoteAsked(Message):
    """Let a person write something; `then` hears what."""

    words: str
    draft: str
    then: Callable[[Written | None], None]


@dataclass
class AuditWanted(Message):
    """List what was taken out of the diagnosis on the way."""


@dataclass
class LineNoteWanted(Message):
    """Write on some lines of the trace, or change what is written there."""

    lines: tuple[int, int]


@dataclass
class ConsentAsked(Message):
    """Ask whether a plan may be carried out; `then` hears `send`, `offline`, or None."""

    plan: Plan
    then: Callable[[str | None], None]


@dataclass
class ScreenWanted(Message):
    """Show another screen: report, compare, help or open; `about` says more."""

    name: str
    about: str = ""


@dataclass
class ChoiceMade(Message):
    """A person chose how the screen is to be, also the next time."""

    name: str
    value: bool | str
