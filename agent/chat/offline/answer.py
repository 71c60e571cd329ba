"""Answers one question without a model, and says so where it takes one."""

import time
from collections.abc import Callable

from agent.chat.ground import About, Ground
from agent.chat.offline import conclusions, facts, happenings, places
from agent.chat.offline.draft import Draft
from agent.chat.progress import Activity, Cited, Delta, Progress, Proposed
from agent.chat.proposals import from_words, refusal
from agent.chat.questions import Question, understood
from agent.chat.turn import Turn
from agent.diagnosis.shapes import Usage

CHECKING = ("FM-3.1", "FM-3.2", "FM-3.3")
ABLE = (
    "Without a model I can say why it failed and on what evidence, whose doing it was, what would fix it, what a mode "
    "means, what was checked, which tools failed, where something first stands, who said it, how often, and what "
    "happened between two lines."
)


def answered(ground: Ground, question: str, about: About) -> Draft:
    """The draft of an answer from findings, signals and search."""
    draft = Draft(ground)
    proposal = from_words(ground, question)
    if proposal is not None:
        draft.proposals.append(proposal)
        draft.say(f"Proposed: {draft.name(proposal.text)}. Nothing is changed until you confirm it.")
        return draft
    refused = refusal(ground, question)
    if refused is not None:
        draft.say(refused)
        return draft
    asked = understood(question, ground)
    _BY_KIND[asked.kind](draft, asked, about)
    return draft


def told(ground: Ground, question: str, about: About) -> tuple[Turn, list[Progress]]:
    """The turn, and everything that happens on the way to it."""
    started = time.monotonic()
    ground.trace.read()
    draft = answered(ground, question, about)
    turn = draft.turn(question, about.text, Usage(seconds=round(time.monotonic() - started, 3)))
    news: list[Progress] = [Activity(text) for text in draft.activities]
    news += [Delta(turn.answer), *map(Cited, turn.citations), *map(Proposed, turn.proposals)]
    return turn, news


def _why(draft: Draft, asked: Question, about: About) -> None:
    """The findings; for a question about one agent's act, also where the act stands."""
    conclusions.why(draft, asked, about)
    words = places.content(asked)
    if asked.actor and asked.lines is not None:
        event = draft.ground.event_at(asked.lines[0])
        if event is not None:
            draft.say(f"The line you name stands in this: {draft.quoted(facts.first_telling(draft, event))}")
    elif asked.actor and words and not asked.modes:
        tally = places.look(draft, asked)
        if tally is not None:
            draft.say(f"What {draft.name(asked.actor)} wrote about it:")
            draft.listed(draft.quoted(seen.line, tally.sought) for seen in tally.first[:3])
        else:
            draft.say(f"No line of {draft.name(asked.actor)} holds `{draft.ground.safe(' '.join(words))}`.")
    if asked.quoted:
        places.place(draft, asked)


def _evidence(draft: Draft, asked: Question, about: About) -> None:
    if asked.quoted:
        places.place(draft, asked)
    else:
        conclusions.evidence(draft, asked, about)


def _checks(draft: Draft, asked: Question, about: About) -> None:
    """What speaks of a check, and what the diagnosis says of the modes about checking."""
    happenings.checks(draft, asked)
    conclusions.verdicts(draft, CHECKING)


def _errors(draft: Draft, asked: Question, about: About) -> None:
    if asked.quoted:
        places.place(draft, asked)
    else:
        happenings.errors(draft, asked)


def _tools(draft: Draft, asked: Question, about: About) -> None:
    if asked.quoted:
        places.place(draft, asked)
    else:
        happenings.tools(draft, asked)


def _spoken(draft: Draft, asked: Question, about: About) -> None:
    if asked.actor is not None and not asked.quoted:
        happenings.spoken(draft, asked)
    elif asked.lines is not None:
        facts.lines(draft, asked.lines)
    elif not asked.quoted:
        facts.actors(draft)
    else:
        places.place(draft, asked)


def _beyond(draft: Draft, asked: Question, about: About) -> None:
    draft.say("This takes a model: it asks for words that are not in the trace.")
    draft.say(ABLE)


def _sure(draft: Draft, asked: Question, about: About) -> None:
    conclusions.sure(draft, asked, about)


def _who(draft: Draft, asked: Question, about: About) -> None:
    if not asked.subject and about.lines:
        draft.say(f"{draft.quoted(about.lines[0])}")
    elif asked.lines is not None:
        facts.lines(draft, asked.lines)
    else:
        places.place(draft, asked)


def _definition(draft: Draft, asked: Question, about: About) -> None:
    if asked.modes:
        facts.definition(draft, asked)
    else:
        _search(draft, asked, about)


def _search(draft: Draft, asked: Question, about: About) -> None:
    """The lines nearest to a question that was not understood."""
    if asked.findings:
        conclusions.why(draft, asked, about)
        return
    tally = places.look(draft, asked) if asked.subject else None
    if tally is not None and tally.first:
        draft.say(f"What this means takes a model. Lines that hold `{draft.ground.safe(tally.sought)}`:")
        draft.listed(draft.quoted(seen.line, tally.sought) for seen in tally.first)
    else:
        nearest = places.nearest_mention(draft, [word for word in asked.words if len(word) > 3])
        draft.say("This question takes a model: no line of the trace holds its words together.")
        if nearest is not None:
            draft.say(f"The nearest mention: {draft.quoted(*nearest)}")
    draft.say(ABLE)


def _count(draft: Draft, asked: Question, about: About) -> None:
    if asked.modes:
        conclusions.verdict(draft, asked)
    elif asked.is_about_findings:
        conclusions.findings_list(draft)
    else:
        places.place(draft, asked)


_BY_KIND: dict[str, Callable[[Draft, Question, About], None]] = {
    "why": _why,
    "evidence": _evidence,
    "remedy": conclusions.remedy,
    "verdict": lambda draft, asked, _: conclusions.verdict(draft, asked),
    "findings": lambda draft, asked, _: conclusions.findings_list(draft),
    "outcome": lambda draft, asked, _: conclusions.outcome(draft),
    "definition": _definition,
    "task": lambda draft, asked, _: facts.task(draft),
    "answer": lambda draft, asked, _: facts.answer(draft),
    "actors": lambda draft, asked, _: facts.actors(draft),
    "lines": _who,
    "between": facts.between,
    "who": _who,
    "count": _count,
    "first": lambda draft, asked, _: places.place(draft, asked),
    "last": lambda draft, asked, _: places.place(draft, asked),
    "mention": lambda draft, asked, _: places.place(draft, asked),
    "search": _search,
    "blame": lambda draft, asked, _: conclusions.blame(draft),
    "sure": _sure,
    "errors": _errors,
    "tools": _tools,
    "checks": _checks,
    "spoken": _spoken,
    "handoffs": lambda draft, asked, _: happenings.handoffs(draft),
    "duration": lambda draft, asked, _: happenings.duration(draft),
    "usage": lambda draft, asked, _: happenings.usage(draft),
    "timeline": lambda draft, asked, _: happenings.timeline(draft),
    "beyond": _beyond,
}
