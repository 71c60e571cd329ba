"""The question that tries to refute a finding, and what its answer is worth."""

import asyncio

from agent.analyst import questions
from agent.analyst.analyst import SecondLook
from agent.analyst.case import Case
from agent.analyst.closing_questions import Ask, orders
from agent.analyst.shown_trace import ShownTrace
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Challenge
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.quote import Quote
from agent.model.reply_schemas import ChallengeReply, QuoteReply
from agent.signals.registry import DETECTORS

PASSAGE_TOKENS, TASK_CHARACTERS = 1_000, 1_200


async def asked_challenge(shown: ShownTrace, ask: Ask, finding: Grounded) -> SecondLook:
    """What the model says against a finding, weighed; it is not told who proposed it."""
    case = shown.case
    benign = [one for detector in DETECTORS if detector.mode == finding.mode for one in detector.known_false][:6]
    task = case.trace.task()
    words = case.redact(task.text)[:TASK_CHARACTERS] if task is not None else "not stated"
    user = await asyncio.to_thread(questions.challenge, shown, finding, words, benign, PASSAGE_TOKENS)
    reply: ChallengeReply = await ask("challenge", user, ChallengeReply)
    return await asyncio.to_thread(_weighed, shown, finding, reply)


def _weighed(shown: ShownTrace, finding: Grounded, reply: ChallengeReply) -> SecondLook:
    """A refutation counts only with words of the trace that bear it out, and not with words that give orders."""
    case = shown.case
    counter = case.finder.find(quote_of(case, reply.counter), "counter") if reply.counter is not None else None
    evidence = (counter.record(case.show),) if counter is not None else ()
    if reply.verdict == "refuted":
        if counter is None:
            why = "It was refuted without a quote that stands in the trace, which does not count."
            return SecondLook(Challenge("unsure", f"{why} {reply.against}"))
        if orders(case, counter):
            why = "The words quoted against it give orders to the reader, and do not count."
            return SecondLook(Challenge("unsure", why, evidence))
    if reply.verdict != "upheld" and finding.origin != "model" and _speaks(case, finding, counter):
        why = "A program saw this, and the passage that speaks against it speaks to the reader."
        return SecondLook(Challenge("unsure", why, evidence))
    if reply.verdict == "reclassified":
        code = case.code_of(reply.mode)
        has_act = any(place.part == "act" for place in finding.places)
        if code is None or code == finding.mode or not has_act:
            return SecondLook(Challenge("unsure", reply.against, evidence))
        why = f"It was {finding.called} at first. {reply.against}"
        return SecondLook(Challenge("reclassified", why, evidence), code)
    against = f"Said against it: {reply.against}" if reply.against else "Nothing was said against it."
    because = reply.against if reply.verdict == "refuted" else against
    return SecondLook(Challenge(reply.verdict, because, evidence))


def _speaks(case: Case, finding: Grounded, counter: Evidence | None) -> bool:
    """Whether what a second look was shown of a finding, or quoted against it, gives orders to the reader."""
    events = {place.event for place in finding.places} | ({counter.event} if counter is not None else set())
    return any(case.injections((event, event)) for event in events)


def quote_of(case: Case, quote: QuoteReply) -> Quote:
    """A quote of a reply in the words of the trace."""
    lines = (quote.line, quote.line) if 1 <= quote.line <= case.trace.events.lines else None
    return Quote(case.restore(quote.quote, quote.line), lines, said=quote.quote)
