"""Answers one question without a model, and says so where it takes one."""

import time
from collections.abc import Sequence

from agent.chat.answer_progress import Activity, Answered, Cited, Delta, Progress, Proposed
from agent.chat.material import About, Material
from agent.chat.offline.draft import Draft
from agent.chat.offline.follow_up import resolved
from agent.chat.offline.lines_named import lines_named
from agent.chat.offline.understanding import understood
from agent.chat.offline.word_search import say_nearest
from agent.chat.proposals import from_words, refusal
from agent.chat.turn import Turn
from agent.diagnosis.usage import Usage
from agent.number_words import line_range

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
    return draft
