"""The question whether a finding holds, and what its answer is worth."""

import asyncio

from agent.analyst import questions
from agent.analyst.analyst import SecondLook
from agent.analyst.case import Case
from agent.analyst.closing_questions import Ask, orders, quote_of
from agent.analyst.closing_view import CHALLENGE_ROOM, ClosingView, closing_view, whole_lines
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import around
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Challenge
from agent.diagnosis.evidence import Evidence
from agent.model.closing_replies import ChallengeReply
from agent.signals.registry import DETECTORS

MOST_QUOTES = 3


async def asked_challenge(shown: ShownTrace, ask: Ask, finding: Grounded) -> SecondLook:
    """What the model says against a finding, weighed; it is told what is claimed, not who proposed it, nor why."""
    view, parts = await asyncio.to_thread(_parts, shown, finding)
    reply: ChallengeReply = await ask("challenge", view, parts, ChallengeReply)
    return await asyncio.to_thread(_weighed, shown, finding, reply)


def _parts(shown: ShownTrace, finding: Grounded) -> tuple[ClosingView, dict[str, str]]:
    """What is shown, and what the prompt says of the finding."""
    mode = shown.case.taxonomy.failure(finding.mode)
    rivals: dict[str, list[str]] = {}
    for rival in mode.rivals:
        rivals.setdefault(rival.rule, []).append(rival.code)
    claim = f"{finding.title} (by {finding.actor or 'no single agent'}, {finding.severity})"
    return closing_view(shown, around(shown, [finding]), CHALLENGE_ROOM), {
        "mode": finding.called,
        "claim": shown.fenced(harmless(clean(claim))),
        "definition": questions.definition(shown.case.taxonomy, mode.code),
        "acts": shown.fenced(_quotes(shown, finding, "act")),
        "references": shown.fenced(_quotes(shown, finding, "reference")),
        "rivals": "".join(
            ["- It is another mode:\n", *(f"  {', '.join(codes)}: {rule}\n" for rule, codes in rivals.items())]
        )
        if rivals
        else "",
        "known": _look_alikes(finding),
    }


def _quotes(shown: ShownTrace, finding: Grounded, part: str) -> str:
    """The quotes of a finding as they stand: their whole lines."""
    rows = [whole_lines(shown, place) for place in finding.places if place.part == part][:MOST_QUOTES]
    absence = finding.absence
    if part == "act" and absence is not None:
        rows.append(f"nothing like {absence.searched} in L{absence.lines[0]}-{absence.lines[1]}")
    return harmless(clean("\n".join(rows) or questions.NOTHING))


def _look_alikes(finding: Grounded) -> str:
    """What the program that saw the finding is known to take for one; nothing where a reader says it."""
    known = [one for detector in DETECTORS if detector.name == finding.source for one in detector.known_false]
    return f"- A program saw this; it was wrong where it met: {'; '.join(known)}.\n" if known else ""


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
