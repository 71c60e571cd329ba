"""What widgets tell the screen they stand on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from mast_tui.layout.row import Row
from mast_tui.layout.trace_rows import Place
from mast_tui.state.sending_plan import SendingPlan

if TYPE_CHECKING:
    from agent.chat.turn import Proposal, Turn


class Furnished(Message):
    """The trace screen has its first frame or all its panes: keys typed before may be acted on."""


class PageSized(Message):
    """The page of the trace has its size: from now on it can be moved in."""


@dataclass(eq=False, repr=False)
class TraceMoved(Message):
    """The cursor of the trace stands somewhere else."""

    place: Place
    by_person: bool = True


@dataclass(eq=False, repr=False)
class LineEntered(Message):
    """Enter on a row of the trace."""

    place: Place
    kind: str


@dataclass(eq=False, repr=False)
class RulerPicked(Message):
    """The ruler was clicked or dragged."""

    line: int


@dataclass(eq=False, repr=False)
class FindingLit(Message):
    """The cursor of the list stands on a finding."""

    finding: str


@dataclass(eq=False, repr=False)
class FindingEntered(Message):
    """Go to the act of a finding."""

    finding: str


@dataclass(eq=False, repr=False)
class DetailWanted(Message):
    """Open a finding."""

    finding: str


@dataclass(eq=False, repr=False)
class LineWanted(Message):
    """Go to a line: a hint, an outline row or a citation names it."""

    line: int


@dataclass(eq=False, repr=False)
class EvidenceLit(Message):
    """A piece of a finding's evidence was chosen."""

    finding: str
    index: int
    enter: bool = False


@dataclass(eq=False, repr=False)
class Decided(Message):
    """A person judged a finding."""

    finding: str
    decision: str


@dataclass(eq=False, repr=False)
class NoteWanted(Message):
    """A person wants to write about a finding."""

    finding: str
    purpose: str


@dataclass(eq=False, repr=False)
class UndoWanted(Message):
    """Take the last decision back."""


@dataclass(eq=False, repr=False)
class ModeLit(Message):
    """The cursor of the modes stands on a mode."""

    code: str


@dataclass(eq=False, repr=False)
class ModeEntered(Message):
    """Open the card of a mode."""

    code: str


@dataclass(eq=False, repr=False)
class ModeOnly(Message):
    """Show only the findings of a mode."""

    code: str


@dataclass(eq=False, repr=False)
class Sought(Message):
    """Something was typed into the search bar."""

    prompt: str
    pattern: str
    regex: bool
    any_case: bool | None
    final: bool


@dataclass(eq=False, repr=False)
class SearchDropped(Message):
    """The search bar was closed without a search."""


@dataclass(eq=False, repr=False)
class Asked(Message):
    """A question was sent."""

    question: str


@dataclass(eq=False, repr=False)
class ProposalTaken(Message):
    """A proposal of an answer is to be applied, or dismissed."""

    proposal: "Proposal"
    what: str = "applied"


@dataclass(eq=False, repr=False)
class TurnWanted(Message):
    """A turn is to be copied."""

    turn: "Turn"


@dataclass(eq=False, repr=False)
class TraceChosen(Message):
    """A trace was picked to be opened; `run` is the one of several runs that was open before."""

    path: str
    run: str | None = None


@dataclass(eq=False, repr=False)
class RunsWanted(Message):
    """Show the table of runs, or those that the open trace's source holds; with a step, open a neighbour at once."""

    step: int = 0


@dataclass(eq=False, repr=False)
class TraceDropped(Message):
    """A recent trace was taken off the list."""

    path: str


@dataclass(eq=False, repr=False)
class CardWanted(Message):
    """Show a card made of these rows."""

    make: Callable[[int], Sequence[Row]]


class Written(NamedTuple):
    """What a person wrote; not `kept` means that it stays a draft."""

    text: str
    kept: bool


@dataclass(eq=False, repr=False)
class NoteAsked(Message):
    """Let a person write something; `then` hears what."""

    words: str
    draft: str
    then: Callable[[Written | None], None]
    is_text: bool = False
    """Whether it is a text of many lines, in which Enter begins another."""


@dataclass(eq=False, repr=False)
class AuditWanted(Message):
    """List what was taken out of the diagnosis on the way."""


@dataclass(eq=False, repr=False)
class LineNoteWanted(Message):
    """Write on some lines of the trace, or change what is written there."""

    lines: tuple[int, int]


@dataclass(eq=False, repr=False)
class ConsentAsked(Message):
    """Ask whether a plan may be carried out; `then` hears `send`, `offline`, or None."""

    plan: SendingPlan
    then: Callable[[str | None], None]


@dataclass(eq=False, repr=False)
class ChoiceMade(Message):
    """A person chose how the screen is to be, also the next time."""

    name: str
    value: bool | int | str
