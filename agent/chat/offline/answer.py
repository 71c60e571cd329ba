"""Answers one question without a model, and says so where it takes one."""

import time
from collections.abc import Sequence

from agent.chat.answer_progress import Activity, Answered, Cited, Delta, Progress, Proposed
from agent.chat.citations import code_span
from agent.chat.material import About, Material
from agent.chat.offline.draft import Draft
from agent.chat.offline.follow_up import resolved
from agent.chat.offline.halves import completed
from agent.chat.offline.lines_named import lines_named
from agent.chat.offline.understanding import asked, understood
from agent.chat.offline.word_search import say_nearest
from agent.chat.proposals import from_words, refusal
from agent.chat.turn import Turn
from agent.diagnosis.usage import Usage
from agent.number_words import line_range

LEANS = "Not answered: this leans on what stands before it. Ask it by itself, with the words it means."
NOTHING = "This trace is empty: it has no line, so nothing in it can answer."


def answer_offline(material: Material, question: str, about: About, turns: Sequence[Turn] = ()) -> list[Progress]:
    """Everything that happens on the way to the turn, and the turn."""
    started = time.monotonic()
    material.trace.read()
    draft = drafted(material, *resolved(question, turns, material), about)
    turn = draft.turn(question, about.text, Usage(seconds=round(time.monotonic() - started, 3)))
    steps: list[Progress] = [Activity(text) for text in draft.activities]
    return [*steps, Delta(turn.answer), *map(Cited, turn.citations), *map(Proposed, turn.proposals), Answered(turn)]


def drafted(material: Material, text: str, read_as: str, about: About) -> Draft:
    """The draft of an answer from findings, signals and search; a question that leans on the last one was read so."""
    draft = Draft(material)
    if material.trace.lines_count == 0:
        draft.say(NOTHING)
        return draft
    if read_as:
        draft.say(f"I read: {draft.name(read_as)}")
    proposal = from_words(material, text)
    if proposal is not None:
        draft.proposals.append(proposal)
        draft.say(f"Proposed: {draft.name(proposal.text)}. Nothing is changed until you confirm it.")
        return draft
    refused = refusal(material, text)
    if refused is not None:
        draft.say(refused)
        return draft
    parts = asked(text, material)
    if len(parts) == 1:
        _say_one(draft, text, about)
    else:
        _say_each(draft, parts, about)
    return draft


def _say_each(draft: Draft, parts: Sequence[str], about: About) -> None:
    """The answer to each part of a question below its words; parts that are answered alike once."""
    answers: dict[str, tuple[list[str], Draft]] = {}
    for at, part in enumerate(parts):
        one = Draft(draft.material)
        whole = completed(part, " ".join(parts[:at])) if at else part
        if whole:
            _say_one(one, whole, about)
        else:
            one.say(LEANS)
        answers.setdefault(one.text, ([], one))[0].append(whole or part)
    for asked_so, one in answers.values():
        if len(answers) > 1:
            draft.say(f"{', '.join(code_span(draft.material.safe(words)) for words in asked_so)}:")
        draft.take(one)


def _say_one(draft: Draft, text: str, about: About) -> None:
    """The answer to a question that asks one thing."""
    material = draft.material
    question, kind = understood(text, material)
    if question.read_as:
        read = ", ".join(f"`{material.safe(word)}` as `{meant}`" for word, meant in question.read_as)
        draft.say(f"I read {read}.")
    if question.quoted or (kind is not None and kind.keeps_to_lines):
        draft.part = lines_named(draft, question)
        if draft.part is not None:
            draft.say(f"Of {line_range(*draft.part)} only:")
    if kind is None:
        say_nearest(draft, question)
    else:
        kind.answer(draft, question, about)
