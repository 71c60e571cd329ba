"""Runs a trial: the same act asked again and again in two arms, judged in random order, and counted."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from agent.diagnosis.document_parts import Finding, RemedyAdvice
from agent.model.asker import Asker
from agent.model.model import Message, Said, ToolCall
from agent.trace.event import Event
from agent.trial.arms import CONTROL, REMEDY, gate, with_remedy
from agent.trial.context import Context
from agent.trial.exact_figures import LEVEL, fisher, interval
from agent.trial.judging import CANNOT_TELL, FAILS, by_model, by_program

Tell = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: its arm, its words, the calls it wants, and whether it fails as the act did."""

    arm: str
    text: str
    calls: tuple[ToolCall, ...]
    verdict: str = CANNOT_TELL

    @property
    def shown(self) -> str:
        """The words, with the calls below them; calls are shown and never run."""
        return "\n".join([self.text, *(f"calls {call.name}: {call.arguments}" for call in self.calls)]).strip()


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it: how many answers fail in each arm, of those that could be told."""

    model: str
    exact: bool
    answers: tuple[Answered, ...]

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

    def as_dict(self) -> dict[str, object]:
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
        }

    def conclusion(self) -> str:
        """What follows, and no more."""
        (failed, of), (failed_with, of_with) = self.failed(CONTROL), self.failed(REMEDY)
        if not of or not of_with:
            return "Too few answers could be judged: nothing follows."
        told = f"As it was {failed} of {of} fail, with the remedy {failed_with} of {of_with}."
        if not failed:
            return f"{told} The failure does not come back by itself, so nothing follows from the other arm."
        shown = (self.chance or 1.0) < LEVEL and failed_with * of < failed * of_with
        more = "That is more than chance explains." if shown else "So few answers do not tell that from chance."
        return f"{told} {more} Only this one act was asked again; what would have followed is unknown."


async def run_trial(
    asker: Asker,
    context: Context,
    finding: Finding,
    remedy: RemedyAdvice,
    act: tuple[Event, str],
    times: tuple[int, int],
    tell: Tell = lambda arm, number: None,
) -> Trial:
    """Ask each arm so often, then judge all answers in random order, blind to their arms."""
    jobs = [(CONTROL, number) for number in range(times[0])] + [(REMEDY, number) for number in range(times[1])]
    answers = list(await asyncio.gather(*(_answer(asker, context, remedy, arm, number, tell) for arm, number in jobs)))
    order = list(range(len(answers)))
    random.SystemRandom().shuffle(order)
    verdicts = dict(
        zip(order, await asyncio.gather(*(_judged(asker, finding, act, answers[at]) for at in order)), strict=True)
    )
    judged = tuple(Answered(answer.arm, answer.text, answer.calls, verdicts[at]) for at, answer in enumerate(answers))
    return Trial(asker.model.name, context.exact, judged)


async def _answer(asker: Asker, context: Context, remedy: RemedyAdvice, arm: str, number: int, tell: Tell) -> Answered:
    messages = with_remedy(context, remedy) if arm == REMEDY else context.messages
    answer = await _said(asker, messages, context)
    if arm == REMEDY and (after := gate(remedy, messages, answer.text)) is not None:
        answer = await _said(asker, after, context)
    tell(arm, number)
    return Answered(arm, answer.text, answer.calls)


async def _said(asker: Asker, messages: tuple[Message, ...], context: Context) -> Said:
    async for piece in asker.converse(messages, context.tools, temperature=None):
        if isinstance(piece, Said):
            return piece
    raise AssertionError("a conversation ends with all its words")


async def _judged(asker: Asker, finding: Finding, act: tuple[Event, str], answer: Answered) -> str:
    event, text = act
    if not answer.shown:
        return CANNOT_TELL
    known = by_program(finding, event, text, answer.text, answer.calls)
    if known is not None:
        return known
    return await by_model(asker, finding, text, answer.shown, f"{random.SystemRandom().getrandbits(40):x}")
