"""Which models the run used: as fields of the file name them, else as lines of settings, notes and usage do."""

import re

from agent.chat.citations import code_span
from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, asks_only
from agent.lookup.actor_name import actor_name
from agent.lookup.cancellation import is_cancelled, raise_if_cancelled
from agent.lookup.exact_search import matching_lines
from agent.number_words import count
from agent.statistics.models_named import MOST as MOST_FIELDS
from agent.statistics.models_named import ModelNamed, models_named
from agent.trace.event import Kind
from agent.trace.matcher import Query

MOST, MOST_LINES = 12, 5_000
_OWN = frozenset({Kind.SYSTEM, Kind.NOTE, Kind.USAGE, Kind.NOISE})
"""Kinds of events in which a framework tells of itself."""
_LINE = (
    r"(?<![\w.])(?:model|llm)(?:[ _]?(?:name|type|id|slug|version))?[\"'*`| ]{0,6}[:=|][\"'*`| ]{0,4}"
    r"((?=[\w./:@-]*[\d_/-])[A-Za-z][\w./:@-]{1,80})"
)
_ASKED = (
    r"\b(?:which|what|whose|list|show|name|tell|how many)(?: (?:me|us|the|all|of|are|is|was|were|different|kind|"
    r"version|language|large|underlying|ai|llm)){0,5} (?:models?|llms?)\b"
    r"|\bwhat (?:did|do|does|were|was|are|is) .*\b(?:run|ran|running|powered|based) (?:on|by)\b"
)
_FILLING = frozenset(
    "model models llm llms language large ai underlying different kind version versions run ran running runs behind "
    "power powers powered based agents team system respond responded answer answered answering generated produced "
    "provider whose work worked working under hood involved team's agent's".split()
)


def answer(draft: Draft, question: Question, about: About) -> None:
    """Each model that is named, how often, where and for whom; or that the trace does not tell."""
    models = models_named(draft.material.trace, question.actor, is_cancelled)
    raise_if_cancelled()
    by = f" for {draft.name(question.actor)}" if question.actor else ""
    if models:
        verb = "is" if len(models) == 1 else "are"
        draft.say(f"{count(len(models), 'model')} {verb} named in fields of the file{by}:")
        draft.listed(_row(draft, model) for model in sorted(models, key=lambda model: -model.times)[:MOST])
        if len(models) > MOST:
            draft.say(f"{len(models) - MOST} more are named less often.")
        if sum(model.times for model in models) >= MOST_FIELDS:
            draft.say(f"Only the first {MOST_FIELDS:,} such fields are counted.")
    elif not _say_lines(draft, question):
        draft.say_absent(f"no field of the file and no line of settings, notes or usage names a model{by}.")


def _row(draft: Draft, model: ModelNamed) -> str:
    """A model with the places that name it."""
    said = f"{code_span(draft.material.safe(model.name))}: {count(model.times, 'time')}"
    if model.lines:
        said += f", first at {draft.line(model.lines[0])}"
        said += f", last at {draft.line(model.lines[-1])}" if model.lines[-1] != model.lines[0] else ""
    if model.source_line is not None:
        said += f", on line {model.source_line:,} of the file itself, which is no line here"
    return said


def _say_lines(draft: Draft, question: Question) -> bool:
    """The lines in which settings, notes or usage say which model it is; False where there are none."""
    lines: dict[str, list[int]] = {}
    query = Query(_LINE, regex=True, ignore_case=True)
    for seen, _ in zip(matching_lines(draft.material.trace, query), range(MOST_LINES), strict=False):
        named = re.search(_LINE, seen.text, re.IGNORECASE)
        mine = question.actor in (None, actor_name(seen.event))
        if named is not None and mine and seen.event.kind in _OWN:
            lines.setdefault(named[1], []).append(seen.line)
    if lines:
        draft.say("No field of the file names a model. Lines of settings, notes and usage do:")
        draft.listed(
            f"{draft.quoted(places[0], name)}" + (f", {count(len(places), 'time')} in all" if places[1:] else "")
            for name, places in sorted(lines.items(), key=lambda one: -len(one[1]))[:MOST]
        )
    return bool(lines)


KIND = QuestionKind(
    "models used",
    answer,
    fits=lambda question: (
        re.search(_ASKED, question.bare) is not None and not question.names_place and asks_only(question, _FILLING)
    ),
)
