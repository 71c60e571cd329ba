"""Answers one question without a model, and says so where it takes one."""

import time
from collections.abc import Callable

from agent.chat.material import About, Material, line_range
from agent.chat.offline import comparing, conclusions, facts, failures, happenings, places, remedies, verdicts, whole
from agent.chat.offline.draft import Draft
from agent.chat.offline.stretch import stretch
from agent.chat.progress import Activity, Answered, Cited, Delta, Progress, Proposed
from agent.chat.proposals import from_words, refusal
from agent.chat.questions import Question, understood
from agent.diagnosis.shapes import Usage

CHECKING = ("FM-3.1", "FM-3.2", "FM-3.3")
ABLE = (
    "Without a model I understand plain English, each question by itself: why it failed and on what evidence, whose "
    "doing it was, what would fix it, what a mode means, what was checked, which tools failed, where something first "
    "stands, who said it, how often, what happened between two lines, how two events differ."
)
_KEEP_TO_A_PART = frozenset(
    ("errors", "tools", "checks", "spoken", "handoffs", "timeline", "count", "first", "last", "mention")
)
"""Kinds that are answered from the lines that a question names, and from no others."""


def answered(material: Material, question: str, about: About) -> Draft:
    """The draft of an answer from findings, signals and search."""
    draft = Draft(material)
    proposal = from_words(material, question)
    if proposal is not None:
        draft.proposals.append(proposal)
        draft.say(f"Proposed: {draft.name(proposal.text)}. Nothing is changed until you confirm it.")
        return draft
    refused = refusal(material, question)
    if refused is not None:
        draft.say(refused)
        return draft
    asked = understood(question, material)
    if asked.read_as:
        read = ", ".join(f"`{material.safe(word)}` as `{meant}`" for word, meant in asked.read_as)
        draft.say(f"I read {read}.")
    if asked.kind in _KEEP_TO_A_PART or asked.quoted:
        draft.part = stretch(draft, asked)
        if draft.part is not None:
            draft.say(f"Of {line_range(draft.part)} only:")
    _BY_KIND[asked.kind](draft, asked, about)
    return draft


def answer_offline(material: Material, question: str, about: About) -> list[Progress]:
    """Everything that happens on the way to the turn, and the turn."""
    started = time.monotonic()
    material.trace.read()
    draft = answered(material, question, about)
    turn = draft.turn(question, about.text, Usage(seconds=round(time.monotonic() - started, 3)))
    news: list[Progress] = [Activity(text) for text in draft.activities]
    return [*news, Delta(turn.answer), *map(Cited, turn.citations), *map(Proposed, turn.proposals), Answered(turn)]


def _why(draft: Draft, asked: Question, about: About) -> None:
    """The findings; for a question about one agent's act, also where the act stands."""
    known = draft.material.diagnosis is not None and not asked.findings
    if known and asked.modes and not conclusions.meant(draft, asked, about):
        verdicts.verdict(draft, asked)
    if known and asked.actor and asked.lines is None and not conclusions.meant(draft, asked, about):
        draft.say(f"No finding is about {draft.name(asked.actor)}. Why it did so takes a model that reads the trace.")
        _acted(draft, asked)
    else:
        conclusions.why(draft, asked, about)
        if asked.actor and asked.lines is not None:
            event = draft.material.event_at(asked.lines[0])
            if event is not None:
                draft.say(f"The line you name stands in this: {draft.quoted(facts.first_telling(draft, event))}")
        elif asked.actor and not asked.modes and not asked.findings and places.content(asked, strictly=True):
            _acted(draft, asked)
    if asked.quoted:
        places.place(draft, asked)


def _acted(draft: Draft, asked: Question) -> None:
    """What an agent wrote of what a question names; else what it did at all."""
    tally = places.look(draft, asked) if places.content(asked, strictly=True) else None
    if tally is not None:
        draft.say(f"What {draft.name(asked.actor or '')} wrote of `{draft.material.safe(tally.name)}`:")
        draft.listed(draft.quoted(seen.line, tally.sought) for seen in tally.first[:3])
    else:
        happenings.spoken(draft, asked)


def _evidence(draft: Draft, asked: Question, about: About) -> None:
    if asked.quoted:
        places.place(draft, asked)
    else:
        conclusions.evidence(draft, asked, about)


def _checks(draft: Draft, asked: Question, about: About) -> None:
    """What speaks of a check, and what the diagnosis says of the modes about checking."""
    happenings.checks(draft, asked)
    if asked.quoted:
        places.place(draft, asked)
    verdicts.verdicts(draft, CHECKING)


def _errors(draft: Draft, asked: Question, about: About) -> None:
    if asked.quoted:
        places.place(draft, asked)
    else:
        failures.errors(draft, asked)


def _tools(draft: Draft, asked: Question, about: About) -> None:
    if asked.quoted:
        places.place(draft, asked)
    else:
        failures.tools(draft, asked)


def _spoken(draft: Draft, asked: Question, about: About) -> None:
    if asked.actor is not None and not asked.quoted:
        happenings.spoken(draft, asked)
    elif draft.part is not None and not asked.quoted:
        facts.between(draft, asked, about)
    elif not asked.quoted:
        facts.actors(draft)
    else:
        places.place(draft, asked)


def _beyond(draft: Draft, asked: Question, about: About) -> None:
    draft.say("This takes a model: it asks for words that are not in the trace.")
    draft.say(ABLE)


def _sure(draft: Draft, asked: Question, about: About) -> None:
    verdicts.sure(draft, asked, about)


def _who(draft: Draft, asked: Question, about: About) -> None:
    if not asked.subject and about.lines:
        draft.say(f"{draft.quoted(about.lines[0])}")
    elif asked.lines is not None and not asked.quoted:
        facts.lines(draft, asked.lines)
    elif asked.events is not None and asked.events[0] == asked.events[1]:
        facts.event(draft, asked)
    elif asked.events is not None:
        facts.between(draft, asked, about)
    elif asked.actor is not None and not places.content(asked, strictly=True):
        happenings.spoken(draft, asked)
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
        draft.say(f"What this means takes a model. Lines that hold `{draft.material.safe(tally.name)}`:")
        draft.listed(draft.quoted(seen.line, tally.sought) for seen in tally.first)
    else:
        nearest = places.nearest_mention(
            draft, [word for word in places.content(asked, strictly=True) if len(word) > 3]
        )
        draft.say("This question takes a model: no line of the trace holds its words together.")
        if asked.actor is not None:
            happenings.spoken(draft, asked)
        elif nearest is not None:
            draft.say(f"The nearest mention: {draft.quoted(*nearest)}")
    draft.say(ABLE)


def _outcome(draft: Draft, asked: Question, about: About) -> None:
    verdicts.outcome(draft)
    if asked.text.rstrip("?!. ").endswith("end"):
        facts.ending(draft)


def _first(draft: Draft, asked: Question, about: About) -> None:
    if asked.is_about_findings and not asked.quoted:
        conclusions.findings_list(draft)
    else:
        places.place(draft, asked)


def _count(draft: Draft, asked: Question, about: About) -> None:
    if asked.modes:
        verdicts.verdict(draft, asked)
    elif asked.is_about_findings or asked.counts_faults:
        conclusions.findings_list(draft)
    else:
        places.place(draft, asked)


_BY_KIND: dict[str, Callable[[Draft, Question, About], None]] = {
    "why": _why,
    "evidence": _evidence,
    "remedy": remedies.remedy,
    "verdict": lambda draft, asked, _: verdicts.verdict(draft, asked),
    "findings": lambda draft, asked, _: conclusions.findings_list(draft),
    "outcome": _outcome,
    "definition": _definition,
    "task": lambda draft, asked, _: facts.task(draft),
    "answer": lambda draft, asked, _: facts.answer(draft),
    "actors": lambda draft, asked, _: facts.actors(draft),
    "lines": _who,
    "between": facts.between,
    "who": _who,
    "count": _count,
    "first": _first,
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
    "compare": comparing.compare,
    "trace": lambda draft, asked, _: whole.about_trace(draft),
    "coverage": lambda draft, asked, _: verdicts.coverage(draft),
    "limits": lambda draft, asked, _: whole.limits(draft),
    "secrets": lambda draft, asked, _: whole.secrets(draft),
    "plan": lambda draft, asked, _: whole.plan(draft),
    "told": lambda draft, asked, _: whole.told_to(draft, asked),
    "ending": lambda draft, asked, _: facts.ending(draft, asked.actor),
}
