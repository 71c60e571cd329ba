"""What every format provides: recognise a head, cut bytes into drafts of events, note what the file says of itself."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

from agent.clean import clean_name
from agent.trace.event import Kind, Piece
from agent.trace.formats.base.source_run import Run, Runs
from agent.trace.source import Source

BLANKS = b"\xef\xbb\xbf \t\r\n"
"""What may stand before a JSON document: the mark of its encoding, and blanks."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first 64 KiB of a source, with its name: all that recognition may look at."""

    data: bytes
    name: str
    size: int | None
    """How many bytes there are in all, where that is known without reading them."""

    @property
    def text(self) -> str:
        """The head as text, for patterns that are easier said on text."""
        return self.data.decode("utf-8", "replace")

    @property
    def trimmed(self) -> bytes:
        """The head without the blanks before it."""
        return self.data.lstrip(BLANKS)

    @property
    def opens(self) -> bytes:
        """The byte that it opens with, which tells JSON from other text."""
        return self.trimmed[:1]

    @property
    def whole(self) -> bool:
        """Whether the head is all there is."""
        return self.size is not None and self.size <= len(self.data)


@dataclass(slots=True)
class Draft:
    """An event before it has its numbers; the table gives it those, in the order in which drafts are yielded.

    `start` and `end` are the record or its part in the file. With no `pieces` the text is that range as it stands,
    without its last line break. `parent` and `repeats` name events by number: the n-th yielded draft becomes event n.
    """

    kind: Kind
    start: int
    end: int
    record: int | None = None
    actor: str | None = None
    to: tuple[str, ...] = ()
    title: str = ""
    pieces: tuple[Piece, ...] = ()
    time: str | None = None
    tool: str | None = None
    call: str | None = None
    status: str | None = None
    parent: int | None = None
    depth: int = 0
    repeats: int | None = None
    copies: int = 1
    salience: float = 1.0
    section: str | None = None
    """The restart, attempt or phase the event belongs to: a heading of the outline."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Words of the file about the run as a whole (its task, its answer), and where they stand."""

    pieces: tuple[Piece, ...]
    complete: bool = True


class OpenPart(NamedTuple):
    """Something that others lie in and that has not ended, as far as the source tells."""

    id: str
    name: str
    """Its own; where nothing of it is there yet, what lies in it."""
    since: str | None
    """When it, or the first that lies in it, began."""
    holds: int
    """How many lie in it, one level down."""


@dataclass(slots=True)
class Reading:
    """What a format learns of the whole while it cuts: filled by `Format.cut`, complete when the cut ends."""

    task: Statement | None = None
    answer: Statement | None = None
    ending: str | None = None
    """How the run ended, in the word of the program that ran it; never what it was graded."""
    open: list[OpenPart] = field(default_factory=list)
    """What has not ended yet, or was lost, as far as the source tells."""
    records_tool_results: bool = True
    executes_code: bool = True
    """Whether the framework can run code at all; where it cannot by design, absence of a run proves nothing."""
    records_are_messages: bool = True
    """Whether a record is what one actor wrote; a log of an unknown program may put a whole exchange into one."""
    runs: Runs = field(default_factory=Runs)
    """The runs of a source that may hold several, as they are found."""
    run: str | None = None
    """Which of several runs is read; none where all are, one after the other, or where there is only one."""
    companions: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    found_nothing: bool = False
    """Whether the format found no record of its own, and the source is shown as it stands."""
    broken_at: int | None = None
    """The byte where a cut-off or broken source stops making sense, if it does."""

    @property
    def is_open(self) -> bool:
        """Whether something has not ended yet, or was lost."""
        return bool(self.open)

    def longest_run(self, called: str) -> Run:
        """The longest of the runs, which is read where nobody names one; a person is told that there are others."""
        chosen = max(self.runs.all, key=lambda run: run.end - run.start)
        if len(self.runs) > 1:
            self.run = chosen.id
            self.warn(f"the file holds {len(self.runs):,} {called}; shown is {clean_name(chosen.id)}, the longest")
        return chosen

    def hide(self, what: str) -> None:
        """Note, once, that a label or ground truth of this description is kept from every analyst."""
        if what not in self.hidden:
            self.hidden.append(what)

    def warn(self, what: str) -> None:
        """Note, once, something a person should know about how the source was read."""
        if what not in self.warnings:
            self.warnings.append(what)


class Format(Protocol):
    """A way to write traces, and the code that reads it."""

    name: str

    def recognise(self, head: Head) -> str | None:
        """Which rule says that the head is of this format, in words for a person; None if none does."""
        ...

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the source in the order in which they happened; never holds the text of the whole."""
        ...


@runtime_checkable
class HoldsRuns(Protocol):
    """A format whose files may hold several runs: `cut` tells of them, and reads one of them or all."""

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one run that `cut` has told of."""
        ...
