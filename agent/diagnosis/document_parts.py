"""The parts of a diagnosis as the contract names them; what is written to a file and what reports are drawn from."""

from typing import Any, Literal

from agent.diagnosis.audit import Audit
from agent.diagnosis.provenance import MadeBy, TaxonomyMark, TraceMark
from agent.diagnosis.record import shape
from agent.diagnosis.severity import Confidence, Severity
from agent.diagnosis.usage import Usage
from taxonomy.mode import called

Verdict = Literal["present", "absent", "unclear", "not_assessed"]
OutcomeVerdict = Literal["success", "partial", "failure", "undetermined"]
Role = Literal["root", "contributing", "symptom", "unrelated"]
Origin = Literal["signal", "model", "both"]
Match = Literal["exact", "normalised", "repaired"]
CellState = Literal["judged", "undetermined", "error", "skipped", "not_assessed"]
RemedyKind = Literal["specification", "coordination", "verification"]
MistakeKind = Literal["capability", "environment", "data"]
Earned = Literal["environment", "artefact", "grader", "model", "none"]
Lines = tuple[int, int]


@shape
class Quoted:
    """A quote found in the trace, where it stands, and how it was matched."""

    part: Literal["act", "reference", "counter"]
    quote: str
    lines: Lines
    event: int
    actor: str | None
    bytes: Lines
    match: Match
    redacted: bool


@shape
class Absence:
    """A search that was made and found nothing, and the line where it should have found something."""

    part: Literal["absence"]
    searched: str
    lines: Lines
    hits: Literal[0]
    expected_at: int


EvidenceRecord = Quoted | Absence


@shape
class Criterion:
    """One thing a right run must have done, and whether the trace shows that it did."""

    id: str
    text: str
    state: Literal["met", "unmet", "unknown"]
    lines: Lines | None = None


@shape
class Outcome:
    """Whether the run succeeded, as far as the trace shows."""

    verdict: OutcomeVerdict
    basis: str
    criteria: tuple[Criterion, ...]
    evidence: tuple[EvidenceRecord, ...]
    earned: Earned = "none"
    """What bears a success out."""


@shape
class ModeVerdict:
    """What was decided about one of the fourteen modes."""

    code: str
    name: str
    category: str
    verdict: Verdict
    confidence: Confidence | None
    findings: tuple[str, ...]
    reason: str
    own: bool = False
    """Whether somebody named it for their own systems; never counted into MAST's figures."""


@shape
class Challenge:
    """The second look that tried to refute a finding."""

    verdict: Literal["upheld", "reclassified", "refuted", "unsure", "not_run"]
    because: str
    evidence: tuple[EvidenceRecord, ...] = ()


@shape
class RemedyAdvice:
    """A change that would have prevented a finding, with the names of this trace filled in."""

    kind: RemedyKind
    target: str
    change: str
    because: str
    effect: str
    check: str
    trial: dict[str, Any] | None = None
    """What came of trying it: model, control and with it as [right, tried], interval, test, exact_context."""


@shape
class Finding:
    """A failure we stand behind: of a mode, or a plain mistake that no mode describes."""

    id: str
    mode: str | None
    title: str
    explanation: str
    actor: str | None
    severity: Severity
    confidence: Confidence
    role: Role
    origin: Origin
    onset: int
    occurrences: tuple[Lines, ...]
    evidence: tuple[EvidenceRecord, ...]
    challenge: Challenge
    remedies: tuple[RemedyAdvice, ...]
    decision: Literal["accepted", "rejected", "edited"] | None = None
    note: str | None = None
    kind: MistakeKind | None = None
    """Of what kind a plain mistake is, where `mode` is null."""
    also: tuple[str, ...] = ()
    """Further modes of the same act."""

    @property
    def failure(self) -> str:
        """What kind of failure it is: the code of its mode, or the kind of a plain mistake."""
        return self.mode or self.kind or ""

    @property
    def called(self) -> str:
        """The same in words: `FM-2.5`, or `plain mistake: data`."""
        return called(self.failure)


@shape
class Failure:
    """One failure of the story: a title, and the findings that are this one thing."""

    title: str
    findings: tuple[str, ...]
    main: bool
    """Whether it belongs to the main part, or to the appendix."""


@shape
class Hint:
    """A place worth a look; never a finding. Where the mode is empty, what to read first in a run with no finding."""

    mode: str
    title: str
    lines: Lines
    quote: str
    why: str
    precision: float | None


@shape
class RunnerUp:
    """The cause that came second."""

    finding: str | None
    cause: Literal["environment", "capability"] | None
    line: int
    why: str


@shape
class Root:
    """What went wrong first and decisively."""

    finding: str | None
    cause: Literal["environment", "capability"] | None
    event: int
    actor: str | None
    line: int
    counterfactual: str
    runner_up: RunnerUp | None
    chain: tuple[str, ...]


@shape
class Cell:
    """Whether one chunk was judged for one mode."""

    mode: str
    chunk: int
    state: CellState
    why: str


@shape
class Coverage:
    """Which lines were read for which question, and which were not; percent counts judged cells."""

    lines: int
    lines_read: int
    chunks: int
    cells: tuple[Cell, ...]
    percent: float


@shape
class Diagnosis:
    """All we conclude about one trace."""

    schema: Literal["mast-tui/diagnosis/2"]
    made_by: MadeBy
    taxonomy: TaxonomyMark
    trace: TraceMark
    outcome: Outcome
    modes: tuple[ModeVerdict, ...]
    findings: tuple[Finding, ...]
    hints: tuple[Hint, ...]
    root: Root | None
    coverage: Coverage
    audit: Audit
    usage: Usage
    failures: tuple[Failure, ...] = ()
    """The story in order, the main part first; empty where nobody told one."""
