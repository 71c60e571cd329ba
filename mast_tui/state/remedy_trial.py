"""A remedy that is tried in the app: what would be asked, what has come of it so far, and what it shows."""

from dataclasses import dataclass, field
from typing import Literal

from agent.diagnosis.document_parts import Finding, RemedyAdvice
from agent.trial.arms import as_text
from agent.trial.experiment import Experiment
from agent.trial.trial import TIMES, Heard, Judged, Trial

Stage = Literal["reading", "refused", "ready", "planning", "asking", "stopped", "done"]
MOST_TIMES = 50
UNDER_WAY = "Answers are under way; {trial.close} stops them."


@dataclass
class RemedyTrial:
    """The trial of one finding; what a person wrote into the messages stays with each remedy."""

    finding: Finding
    number: int = 0
    """Which of the remedies."""
    asked: str = ""
    """Who would be asked, in words."""
    times: int = TIMES
    stage: Stage = "reading"
    words: str = ""
    """Why it was refused."""
    tried: Experiment | None = None
    in_remedy: bool = True
    """Whether the arm with the remedy is shown."""
    opened: set[tuple[str, int]] = field(default_factory=set)
    """The messages and answers that are shown whole."""
    heard: dict[tuple[str, int], Heard] = field(default_factory=dict)
    judged: Judged | None = None
    result: Trial | None = None
    changed: tuple[list[str], list[str]] = ([], [])
    """The lines that only one arm has."""
    _of_remedy: dict[int, Experiment] = field(default_factory=dict)

    @property
    def remedy(self) -> RemedyAdvice:
        """The remedy that is tried."""
        return self.finding.remedies[self.number]

    @property
    def is_asking(self) -> bool:
        """Whether answers are under way."""
        return self.stage in ("planning", "asking")

    def take(self, tried: Experiment) -> None:
        """What would be asked is known, or a person changed it."""
        self.tried = self._of_remedy[self.number] = tried
        self.stage, self.result = "ready", None
        self.changed = _changed(tried)
        self.heard.clear()

    def next_remedy(self) -> None:
        """Try another remedy of the finding."""
        if self.tried is not None:
            self.number = (self.number + 1) % len(self.finding.remedies)
            self.take(self._of_remedy.get(self.number) or self.tried.with_remedy(self.remedy))

    def begin(self) -> None:
        """Nothing has come yet."""
        self.stage, self.judged, self.result = "asking", None, None
        self.heard.clear()

    def note(self, progress: Heard | Judged) -> None:
        """Something has come."""
        if isinstance(progress, Heard):
            self.heard[progress.arm, progress.number] = progress
        else:
            self.judged = progress

    @property
    def here(self) -> int:
        """How many answers are here whole."""
        return sum(each.is_whole for each in self.heard.values())


def _changed(tried: Experiment) -> tuple[list[str], list[str]]:
    """The lines that only one arm has, from the first that differs to the last."""
    one, other = (as_text(arm).split("\n") for arm in tried.arms)
    least = min(len(one), len(other))
    head = next((at for at in range(least) if one[at] != other[at]), least)
    tail = next((at for at in range(least - head) if one[-1 - at] != other[-1 - at]), least - head)
    return one[head : len(one) - tail], other[head : len(other) - tail]
