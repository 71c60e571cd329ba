"""How many and how much, of what a program counts: events and their kinds, lines, agents, tokens, money."""

import re
from collections.abc import Callable

from agent.chat.material import About
from agent.chat.offline.acts import acts, kinds_named
from agent.chat.offline.draft import Draft
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, asks_only
from agent.lookup.actor_name import actor_name
from agent.lookup.cancellation import is_cancelled, raise_if_cancelled
from agent.number_words import count, money
from agent.statistics.run_statistics import RunStatistics, statistics
from agent.statistics.spending import Spending
from agent.trace.event import Kind

MOST = 12
_MANY = r"\b(how (many|much|big|large|long)|number of|count|total)\b.*"
_SPENT = (
    r"\b(how|what|number of|count|total)\b.*"
    r"\b(tokens?|costs?|prices?|spen[dt]|expensive|money|dollars?|usd)\b"
)
_AGENTS = _MANY + r"\b(agents|actors|participants)\b"
_SIZE = r"\bhow (big|large|long) (is|was)\b|\b(what|which) (format|framework)\b|" + _MANY + r"\b(bytes|lines)\b"
_EVENTS = _MANY + (
    r"\b(events|acts|actions|steps|turns|rounds|iterations|messages|replies|calls|results|thoughts|handoffs|handovers)\b"
)
_FILLING = frozenset(
    "much total totals altogether overall big large long size bytes token tokens cost costs price prices spent spend "
    "expensive money dollar dollars usd agents actors participants acts actions steps turns rounds iterations messages "
    "replies calls results thoughts handoffs handovers sent send exchanged took take taken different distinct whole "
    "file log format framework input output consumed consume team involved present participated entire "
    "model llm".split()
)


def events(draft: Draft, question: Question) -> None:
    """How many events there are of the kinds that are asked for, kind by kind."""
    name, kinds = kinds_named(question.bare)
    found = [event for event in acts(draft) if event.kind in kinds and question.actor in (None, actor_name(event))]
    by = f" by {draft.name(question.actor)}" if question.actor else ""
    if not found:
        draft.say_absent(f"no event{by} is of the kind {' or '.join(sorted(kinds))}.")
        return
    first, last = draft.line(found[0].lines[0]), draft.line(found[-1].lines[0])
    noun = name if len(found) > 1 else name.removesuffix("s")
    draft.say(f"{len(found):,} {noun}{by}, the first at {first}, the last at {last}.")
    of_kind: dict[Kind, list[int]] = {}
    for event in found:
        of_kind.setdefault(event.kind, []).append(event.lines[0])
    ranked = sorted(of_kind.items(), key=lambda one: -len(one[1]))
    if len(ranked) > 1:
        draft.listed(f"{kind.value}: {len(lines):,}, first at {draft.line(lines[0])}" for kind, lines in ranked)
    table = draft.material.trace.events
    if draft.part is None and not question.actor and name == "events" and len(table) > len(found):
        draft.say(f"{len(table) - len(found):,} more are printed again by the log, or are its own noise.")
    if re.search(r"\b(steps|turns|rounds|iterations)\b", question.bare):
        draft.say("What counts as a step or a turn is not told by every trace, so these are its events.")


def size(draft: Draft, question: Question) -> None:
    """How long the trace is, and how it is read."""
    trace = draft.material.trace
    of_file = trace.source.known_size
    told = f", {of_file:,} bytes" if of_file is not None else ""
    draft.say(f"{count(trace.lines_count, 'line')} in {count(len(trace.events), 'event')}{told}.")
    draft.say(f"It is read as {draft.name(trace.format.name)}; its last line is {draft.line(trace.lines_count)}.")


def agents(draft: Draft, question: Question) -> None:
    """How many agents there are, and who else did something."""
    actors = [each for each in _counted(draft).actors if each.actor is not None and each.acts]
    mine = [each for each in actors if each.is_agent]
    if not mine:
        draft.say_absent("nothing says which of those who act are agents.")
    else:
        draft.say(f"{count(len(mine), 'agent')}:")
    for group in (mine, [each for each in actors if not each.is_agent]):
        if group is not mine and group:
            draft.say("Who or what else acts (people, tools, the system):")
        draft.listed(
            f"{draft.name(str(each.actor))}: {count(each.acts, 'act')}, first at {draft.line(each.lines[0])}"
            for each in group[:MOST]
        )
        if len(group) > MOST:
            draft.say(f"{len(group) - MOST} more did less.")


def spending(draft: Draft, question: Question) -> None:
    """Tokens and money, as far as the trace tells of them."""
    counted = _counted(draft)
    actor = next((each for each in counted.actors if each.actor == question.actor), None) if question.actor else None
    total = actor.spending if actor is not None else counted.spending
    whose = f" by {draft.name(str(actor.actor))}" if actor is not None else ""
    if total.sent is None and total.answered is None and total.cost is None:
        draft.say_absent(f"it tells of no tokens and no costs{whose}.")
        return
    draft.say(f"{_spent(total)}{whose}, {'over ' + count(total.calls, 'call') + ' of a model ' if total.calls else ''}"
              "as far as the trace tells.")  # fmt: skip
    points = [point for point in counted.context if actor is None or point.actor == actor.actor]
    if points:
        first, last = draft.line(points[0].line), draft.line(points[-1].line)
        most = max(points, key=lambda point: point.tokens)
        draft.say(f"Calls are told from {first} to {last}; most was sent at {draft.line(most.line)}: {most.tokens:,}.")
    if actor is None:
        spenders = [each for each in counted.actors if each.spending.calls]
        draft.listed(f"{draft.name(each.actor or 'nobody named')}: {_spent(each.spending)}" for each in spenders[:MOST])
    draft.listed(said for said in counted.missing if "token" in said or "cost" in said)


def _spent(one: Spending) -> str:
    tokens = f"{one.sent or 0:,} tokens sent to a model and {one.answered or 0:,} answered"
    if one.cost is None:
        return tokens
    return f"{tokens}, {money(one.cost)} by {'list prices' if one.is_estimate else 'its own account'}"


def _counted(draft: Draft) -> RunStatistics:
    counted = statistics(draft.material.trace, is_cancelled)
    raise_if_cancelled()
    return counted


_ASKED: tuple[tuple[str, Callable[[Draft, Question], None]], ...] = (
    (_SPENT, spending),
    (_AGENTS, agents),
    (_EVENTS, events),
    (_SIZE, size),
)


def asked(question: Question) -> Callable[[Draft, Question], None] | None:
    """What a question wants counted; None where it says anything beside, or names lines that are not counted apart."""
    if not asks_only(question, _FILLING):
        return None
    counting = next((counting for words, counting in _ASKED if re.search(words, question.bare)), None)
    return None if question.names_place and counting is not events else counting


def answer(draft: Draft, question: Question, about: About) -> None:
    """The number, and where it comes from."""
    counting = asked(question)
    if counting is not None:
        counting(draft, question)


KIND = QuestionKind("amounts", answer, fits=lambda question: asked(question) is not None, keeps_to_lines=True)
