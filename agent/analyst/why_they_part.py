"""Why two runs came out differently, in the words of a model whose quotes of both are looked up in the traces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from agent.analyst.case import Case
from agent.analyst.closing_questions import found_in
from agent.divergence.divergences import Differences, Side
from agent.divergence.told_differences import by_weight, told_act
from agent.injection.injections import suspicious
from agent.model.asker import Asker
from agent.model.cache import Cache
from agent.model.model_question import Question
from agent.model.prompts import fence
from agent.model.reply_schemas import QuoteReply, schema_of
from agent.model.why_reply import WhyReply
from agent.trace.event import Event

MOST_PLACES, MOST_ACTS, MOST_LINES, LONGEST_LINE = 5, 4, 25, 400
Cited = tuple[int, str]
"""A line of a trace, and words that were found there."""


@dataclass(frozen=True, slots=True)
class Why:
    """A paragraph, and the quotes of each run that were found in its trace."""

    text: str
    good: tuple[Cited, ...]
    bad: tuple[Cited, ...]
    left_out: int
    """How many quotes do not stand in the trace."""
    holds: bool
    """Whether each run that does something at these places is quoted with words that stand there."""

    def as_dict(self) -> dict[str, Any]:
        """As plain values for a script; a paragraph that does not hold is not told."""
        cited = {
            name: [{"line": line, "quote": words} for line, words in held]
            for name, held in (("good", self.good), ("bad", self.bad))
        }
        return {"text": self.text if self.holds else None, **cited, "quotes_left_out": self.left_out}


def question_of(good: Case, bad: Case, differences: Differences, mark: str) -> Question[WhyReply]:
    """What is asked: the first place where the runs part and the heaviest of the others, with lines of both."""
    shown = "\n\n".join(
        fence(mark, name, "\n".join(_rows(case, sides)) or "nothing here")
        for name, case, sides in zip(("GOOD", "BAD"), (good, bad), _sides(differences), strict=True)
    )
    prompt = files("agent.analyst").joinpath("why_they_part.md").read_text("utf-8").strip()
    return Question("why", prompt, shown, WhyReply, schema_of(WhyReply))


async def asked_why(
    asker: Asker, question: Question[WhyReply], good: Case, bad: Case, differences: Differences, cache: Cache
) -> Why:
    """The paragraph, with the quotes that stand in the traces."""
    reply = await asker.ask(question, cache)
    cited = [tuple(_citations(case, quotes)) for case, quotes in ((good, reply.good), (bad, reply.bad))]
    holds = all(held or not sides for held, sides in zip(cited, _sides(differences), strict=True))
    left_out = len(reply.good) + len(reply.bad) - sum(map(len, cited))
    return Why(bad.restore(good.restore(reply.why, 0), 0), cited[0], cited[1], left_out, holds and bool(reply.why))


def _sides(differences: Differences) -> tuple[list[Side], list[Side]]:
    if differences.first is None:
        return [], []
    numbers = [differences.first, *by_weight(differences)][:MOST_PLACES]
    places = [differences.divergences[number] for number in sorted(numbers)]
    return [each.good for each in places if each.good], [each.bad for each in places if each.bad]


def _rows(case: Case, sides: Sequence[Side]) -> Iterator[str]:
    for side in sides:
        for act in side.acts[:MOST_ACTS]:
            yield f"@ {told_act(act)}"
            yield from _lines(case, act)


def _lines(case: Case, act: Event) -> Iterator[str]:
    """An act by its numbered lines, without secrets and without what speaks to whoever reads it."""
    first, last = act.lines
    text = "\n".join(line[:LONGEST_LINE] for line in case.trace.lines(first, min(last, first + MOST_LINES - 1)))
    orders = {text.count("\n", 0, start) for start, _, _ in suspicious(text)}
    for at, line in enumerate(case.redact(text).split("\n")):
        yield f"{first + at}| {'(left out: it speaks to whoever reads it)' if at in orders else line}"
    if last - first >= MOST_LINES:
        yield f"({last - first + 1 - MOST_LINES} more lines)"


def _citations(case: Case, quotes: Sequence[QuoteReply]) -> Iterator[Cited]:
    for quote in quotes:
        evidence = found_in(case, quote) if quote.quote.strip() else None
        if evidence is not None:
            text = case.trace.text(case.trace.events[evidence.event])
            yield evidence.lines[0], text[evidence.start : evidence.end]
