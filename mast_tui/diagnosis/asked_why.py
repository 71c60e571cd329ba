"""Why two runs part, asked of a model: what would be sent, and what it says with quotes that stand in the traces."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.choice import Choice, asker_of, choose
from agent.analyst.why_they_part import Why, asked_why, question_of
from agent.divergence.divergences import Differences
from agent.errors import WrongUse
from agent.model.cache import Cache
from agent.model.faults import Fault
from agent.model.model_question import Question
from agent.model.request_tokens import conversation_tokens, form_tokens
from agent.model.why_reply import WhyReply
from agent.redaction.redact import Redactor
from agent.salt import derived, salt
from agent.settings import Settings
from agent.trace.trace import Trace
from mast_tui.state.sending_plan import SendingPlan

ONE_ANSWER = "one answer of a model; its quotes were looked up in the traces, its reasons were not checked"
WHAT = "lines of both runs at the places where they part"
_ANSWER_TOKENS = 150


@dataclass(frozen=True, slots=True)
class WhyQuestion:
    """What is asked about two runs, and of whom."""

    choice: Choice
    cases: tuple[Case, Case]
    differences: Differences
    question: Question[WhyReply]
    folder: Path | None

    @property
    def tokens(self) -> int:
        """How many tokens are sent."""
        return conversation_tokens(self.question.messages) + form_tokens(self.question.schema)

    def plan(self) -> SendingPlan:
        """What a person agrees to."""
        choice, settings = self.choice, self.choice.settings
        price, longest = choice.price, settings.answer_tokens
        return SendingPlan(
            host=str(choice.host or ""),
            encrypted=not str(settings.address or "").startswith("http://"),
            model=str(choice.model or ""),
            chunks=1,
            lines=0,
            removed=tuple((self.cases[0].redactions() + self.cases[1].redactions()).items()),
            calls=(1, 2),
            tokens=(self.tokens, 2 * (self.tokens + longest)),
            price=(price.of_tokens(self.tokens, 0, _ANSWER_TOKENS), price.of_tokens(2 * self.tokens, 0, 2 * longest))
            if price
            else None,
            limit=settings.limits.cost_usd,
            seconds=None,
            first_chunk="\n\n".join(message.text for message in self.question.messages),
            what=WHAT,
            proxy=settings.proxy,
        )

    async def ask(self) -> Why:
        """The paragraph; an answer that is kept costs no call."""
        asker = asker_of(self.choice, self.folder)
        try:
            sha256 = self.cases[1].trace.source.sha256()
            return await asked_why(asker, self.question, *self.cases, self.differences, Cache(self.folder, sha256))
        except Fault as fault:
            raise fault.error(asker.model.host) from None
        finally:
            await asker.close()


async def why_question(
    traces: tuple[Trace, Trace],
    differences: Differences,
    settings: Settings,
    folder: Path | None,
    *,
    offline: bool = False,
    redact: bool = True,
) -> WhyQuestion:
    """What would be asked; nothing of the traces is sent."""
    choice = await choose(settings, offline=offline, state_folder=folder)
    if not choice.asks_a_model:
        raise WrongUse("Why two runs part is told by a model.", "None is named.", "Name one with --model.")
    number = salt(folder)
    good, bad = (Case(each, redactor=Redactor(number) if redact else None) for each in traces)
    mark = derived(number, "fence", traces[0].source.sha256() + traces[1].source.sha256())
    return WhyQuestion(choice, (good, bad), differences, question_of(good, bad, differences, mark), folder)


def told_why(why: Why) -> Iterator[str]:
    """The paragraph with its quotes; one that quotes what is not there is not told."""
    if not why.holds:
        yield "Why: not told, for the answer of the model quotes no words that stand in both runs."
        return
    yield f"Why ({ONE_ANSWER})"
    yield f"  {' '.join(why.text.split())}"
    for name, cited in (("good", why.good), ("bad", why.bad)):
        for line, words in cited:
            yield f"  {name:<4}  L{line}: {words}"
    if why.left_out:
        yield f"  {why.left_out} more quoted words do not stand in the traces and are left out."
