"""Runs a trial: the same act asked again and again in two arms, judged in random order, and counted."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.model import Message, Said, ToolCall
from agent.trial.arms import CONTROL, REMEDY, Arm
from agent.trial.conclusion import conclusion
from agent.trial.exact_figures import fisher, interval
from agent.trial.experiment import Experiment
from agent.trial.judging import CANNOT_TELL, FAILS, by_model, by_program

T = TypeVar("T")
TIMES = 5
"""Answers in each arm, where nobody says otherwise."""
AT_ONCE = 5
"""Answers that are asked for at the same time."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: its arm, its words, the calls it wants, and whether it fails as the act did."""

    arm: str
    number: int
    text: str
    calls: tuple[ToolCall, ...]
    verdict: str = CANNOT_TELL

    @property
    def shown(self) -> str:
        """The words, with the calls below them; calls are shown and never run."""
        return "\n".join([self.text, *(f"calls {call.name}: {call.arguments}" for call in self.calls)]).strip()


@dataclass(frozen=True, slots=True)
class Heard:
    """What has come of one answer so far; a check of it begins it anew."""

    arm: str
    number: int
    text: str
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """How many answers are judged, of how many."""

    done: int
    of: int


Tell = Callable[[Heard | Judged], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it: how many answers fail in each arm, of those that could be told."""

    model: str
    exact: bool
    answers: tuple[Answered, ...]
    missed: int = 0
    """How many answers never came."""
    why: str = ""
    is_edited: bool = False

    def failed(self, arm: str) -> tuple[int, int]:
        """How many answers of an arm fail, of how many that could be told."""
        told = [answer for answer in self.answers if answer.arm == arm and answer.verdict != CANNOT_TELL]
        return sum(answer.verdict == FAILS for answer in told), len(told)

    def untold(self, arm: str) -> int:
        """How many answers of an arm nobody could judge."""
        return sum(answer.arm == arm and answer.verdict == CANNOT_TELL for answer in self.answers)

    @property
    def chance(self) -> float | None:
        """How likely the two arms differ this much by chance alone."""
        control, remedy = self.failed(CONTROL), self.failed(REMEDY)
        return fisher(control, remedy) if control[1] and remedy[1] else None

    def as_dict(self) -> dict[str, Any]:
        """The shape that a remedy of a diagnosis keeps."""
        control, remedy = self.failed(CONTROL), self.failed(REMEDY)
        return {
            "model": self.model,
            "control": list(control),
            "with": list(remedy),
            "interval": {
                "control": list(interval(*control)) if control[1] else None,
                "with": list(interval(*remedy)) if remedy[1] else None,
            },
            "test": None if self.chance is None else {"name": "Fisher, two-sided", "p": self.chance},
            "exact_context": self.exact,
            "cannot_tell": {"control": self.untold(CONTROL), "with": self.untold(REMEDY)},
            **({"missed": self.missed} if self.missed else {}),
            **({"edited": True} if self.is_edited else {}),
        }

    def conclusion(self) -> str:
        """What follows, and no more."""
        lost = f" {self.missed} of {self.missed + len(self.answers)} answers did not come: {self.why}."
        return conclusion(self.as_dict()) + (lost if self.missed else "")


def _untold(heard: Heard | Judged) -> None:
    """Tell nobody."""


async def run_trial(asker: Asker, tried: Experiment, times: tuple[int, int], tell: Tell = _untold) -> Trial:
    """Ask each arm so often, then judge all answers in random order, blind to their arms."""
    asking = _Asking(asker, tried, tell)
    jobs = [(arm, number) for arm, often in zip(tried.arms, times, strict=True) for number in range(often)]
    came = await _all(asking.answer(arm, number) for arm, number in jobs)
    answers = [answer for answer in came if answer is not None]
    if not answers and asking.fault is not None:
        raise asking.fault.error(asker.model.host)
    order = list(range(len(answers)))
    random.SystemRandom().shuffle(order)
    tell(Judged(0, len(order)))
    verdicts = dict(zip(order, await _all(asking.judged(answers[at], len(order)) for at in order), strict=True))
    judged = tuple(replace(answer, verdict=verdicts[at]) for at, answer in enumerate(answers))
    why = asking.fault.says.rstrip(".") if asking.fault is not None else ""
    return Trial(asker.model.name, tried.context.exact, judged, len(jobs) - len(answers), why, tried.is_edited)


async def _all(jobs: Iterable[Awaitable[T]]) -> list[T]:
    """What comes of all of them; when one breaks or somebody stops them, all are stopped."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_awaited(job)) for job in jobs]
    return [task.result() for task in tasks]


async def _awaited(job: Awaitable[T]) -> T:
    return await job


@dataclass
class _Asking:
    """The asking of one trial: who is asked, and what came between."""

    asker: Asker
    tried: Experiment
    tell: Tell
    fault: Fault | None = None
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _over: bool = False
    _judged: int = 0

    async def answer(self, arm: Arm, number: int) -> Answered | None:
        """One answer of an arm; None where none came."""
        async with self._room:
            if self._over:
                return None
            try:
                said = await self._said(arm.messages, arm, number)
                after = arm.after(said.text)
                said = said if after is None else await self._said(after, arm, number)
            except Fault as fault:
                self._met(fault)
                return None
        answer = Answered(arm.name, number, said.text, said.calls)
        self.tell(Heard(arm.name, number, answer.shown, is_whole=True))
        return answer

    async def _said(self, messages: tuple[Message, ...], arm: Arm, number: int) -> Said:
        text = ""
        pieces = self.asker.converse(messages, self.tried.context.tools, temperature=None)
        async with aclosing(pieces):
            async for piece in pieces:
                if isinstance(piece, Said):
                    return piece
                text += piece.text
                self.tell(Heard(arm.name, number, text))
        raise AssertionError("a conversation ends with all its words")

    async def judged(self, answer: Answered, of: int) -> str:
        """The verdict on an answer."""
        verdict = await self._verdict(answer)
        self._judged += 1
        self.tell(Judged(self._judged, of))
        return verdict

    async def _verdict(self, answer: Answered) -> str:
        tried = self.tried
        if not answer.shown:
            return CANNOT_TELL
        known = by_program(tried.finding, tried.act, tried.act_text, answer.text, answer.calls)
        if known is not None:
            return known
        async with self._room:
            if self._over:
                return CANNOT_TELL
            mark = f"{random.SystemRandom().getrandbits(40):x}"
            try:
                return await by_model(self.asker, tried.finding, tried.act_text, answer.shown, mark)
            except Fault as fault:
                self._met(fault)
                return CANNOT_TELL

    def _met(self, fault: Fault) -> None:
        """Note what came between; where nothing later can succeed, nothing more is asked."""
        self.fault = self.fault or fault
        self._over = self._over or fault.stops or fault.status is Status.SPENT
