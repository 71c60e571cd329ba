"""What is open now: one trace with its diagnosis, marks and place; plain Python that knows no screen."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from agent.clean import Clean, clean_name
from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.severity import gravity
from agent.trace.trace import Trace
from mast_tui.layout.actors import Actors
from mast_tui.layout.folded_lines import FoldedLines
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.state.address import Goal
from mast_tui.state.answerers import Answering, Diagnosing
from mast_tui.state.decisions import Decisions
from mast_tui.state.diagnosis_progress import DiagnosisProgress
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import Memory
from mast_tui.terminal.screen_first import SCREEN_FIRST

if TYPE_CHECKING:
    from agent.chat.turn import Turn
    from agent.diagnosis.claim import Grounded
    from agent.diagnosis.document_parts import Diagnosis, Finding
    from agent.statistics.run_statistics import RunStatistics
    from mast_tui.state.saved_diagnosis import SavedDiagnosis

Stage = Literal["reading", "undiagnosed", "planning", "diagnosing", "done", "stopped", "stale"]


@dataclass(eq=False, repr=False)
class Session:
    """One trace open in the app."""

    trace: Trace
    memory: Memory
    settings: ScreenSettings
    offline: bool = False
    given: "SavedDiagnosis | None" = None
    """The diagnosis that was named together with the trace: it is shown in place of what is remembered."""
    goal: Goal = field(default=Goal())
    """Where to stand once the trace is open."""
    reader: LineReader = field(init=False)
    actors: Actors = field(default_factory=Actors)
    marks: Marks = field(default_factory=Marks)
    folds: FoldedLines = field(init=False)
    stage: Stage = "reading"
    progress: DiagnosisProgress = field(default_factory=DiagnosisProgress)
    earlier: "Diagnosis | None" = None
    """The diagnosis that this one took the place of."""
    turns: "list[Turn]" = field(default_factory=list)
    counted: "tuple[Trace, RunStatistics] | None" = None
    """The run in numbers, and the trace as it was when they were counted."""
    diagnosed: Trace | None = None
    """The trace as it was when its diagnosis was begun."""
    sha256: str | None = None
    """What is remembered of the trace is kept under this: the hash of its source, and its run where it has one."""
    offered: bool = False
    """Whether a person was shown that the source holds several runs."""
    touched: bool = False
    """Whether a key was pressed since the trace was opened."""
    known: bool = False
    """Whether the trace is read and what was remembered of it is back."""
    stale: bool = False
    read_bytes: int = 0
    begun: float = field(default_factory=time.monotonic)
    """When the trace was opened."""
    unseen: int = 0
    only_mode: str | None = None
    chunk_lines: tuple[tuple[int, int], ...] = ()
    """The lines of each chunk of the diagnosis, as far as they are known."""
    fault: str = ""
    """Why the trace ends where it does, if it breaks off."""
    analyst: str = KINDS["offline"].title
    asks_a_model: bool = False
    """Whether that analyst asks a language model."""
    answering: "Answering[Session] | None" = None
    """Who answers questions; none means that nobody was asked yet."""
    model: "Diagnosing[Session] | None" = None
    """The analyst with a model, where one is named and allowed."""
    consented: bool = False
    consented_to_ask: bool = False
    """Whether questions may be sent to the model, with the lines they need."""
    failure: str = ""
    cause: str = ""
    """Why a diagnosis stopped, in a few words, where a person did not stop it."""
    seconds: float | None = None
    pace: str = ""
    """Whether the end of a growing trace is followed, and how."""
    judged: "Diagnosis | None" = None
    """The diagnosis with what a person said of its findings, before that is carried through."""
    decisions: Decisions = field(init=False)
    _standing: "tuple[Diagnosis, Diagnosis] | None" = None

    def __post_init__(self) -> None:
        self.reader = LineReader(self.trace)
        self.actors.events = self.trace.events
        self.trace.events.give_way = SCREEN_FIRST.give_way
        self.folds = FoldedLines(self.reader)
        self.decisions = Decisions(self)

    def adopt(self, trace: Trace) -> None:
        """Take the same trace as it is now; a diagnosis stays with the one that it was made of."""
        self.trace = trace
        self.reader.adopt(trace)
        self.folds.forget(trace.events.shared_lines + 1)
        self.actors.events = trace.events
        trace.events.give_way = SCREEN_FIRST.give_way

    async def close(self, *, keep_source: bool = False) -> None:
        """Let go of the connection to the model and of the file, which another run of it may still read from.

        Called on the event loop once the screen is gone, which has stopped and awaited its own threads.
        """
        if self.answering is not None:
            await self.answering.close()
        await asyncio.to_thread(self.trace.events.close if keep_source else self.trace.close)

    @property
    def lines_not_diagnosed(self) -> int:
        """How many lines have come since the diagnosis was begun."""
        if self.diagnosis is None or self.diagnosed is None:
            return 0
        return max(0, self.reader.last - self.diagnosed.events.lines)

    @property
    def name(self) -> Clean:
        """The name of the trace."""
        return clean_name(self.trace.source.name)

    @property
    def path(self) -> Path:
        """Where the trace is."""
        return self.trace.source.path

    @property
    def findings(self) -> "tuple[Finding, ...]":
        """The findings of the diagnosis in the order of the list: the main part, the root cause, gravity, line.

        Whatever a person decides, they stay in the order in which the diagnosis put them.
        """
        if self.diagnosis is None or self.judged is None:
            return ()
        behind = self.behind
        ranks = {
            each.id: (each.id in behind, each.role != "root", gravity(each.severity), each.onset)
            for each in self.judged.findings
        }
        return tuple(sorted(self.diagnosis.findings, key=lambda each: ranks[each.id]))

    @property
    def behind(self) -> frozenset[str]:
        """The findings that stand behind the main part of the story."""
        failures = self.diagnosis.failures if self.diagnosis is not None else ()
        return frozenset(name for failure in failures if not failure.main for name in failure.findings)

    @property
    def entries(self) -> "list[Finding | Grounded]":
        """What the list of findings shows: until the diagnosis is done, the claims that may become some."""
        listed = self.progress.claims if self.diagnosis is None else self.findings
        return [each for each in listed if self.only_mode in (None, each.mode)]

    def finding(self, id: str) -> "Finding | None":
        """The finding of an id."""
        return next((each for each in self.findings if each.id == id), None)

    def take_answer(self, answer: str | None, *, to_ask: bool = False) -> bool:
        """Keep what a person answered to whether something may be sent; False where neither that nor offline was."""
        if to_ask:
            self.consented_to_ask = answer == "send"
        else:
            self.consented = answer == "send"
        self.offline = self.offline or answer == "offline"
        return answer is not None

    @property
    def diagnosis(self) -> "Diagnosis | None":
        """The diagnosis as it stands: what a person rejected counts no more for verdicts and root."""
        if self.judged is None:
            return None
        if self._standing is None or self._standing[0] is not self.judged:
            from agent.diagnosis.review import reviewed

            self._standing = self.judged, reviewed(self.judged)
        return self._standing[1]

    @diagnosis.setter
    def diagnosis(self, diagnosis: "Diagnosis | None") -> None:
        self.judged = diagnosis

    @property
    def kept_under(self) -> str | None:
        """Under what a diagnosis and decisions about it are kept."""
        return self.decisions.kept_as or self.sha256

    @property
    def may_ask(self) -> bool:
        """Whether a person agreed that questions go to the model."""
        return self.consented or self.consented_to_ask
