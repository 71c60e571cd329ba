"""Offline answers by search: where something first or last stands, how often, who wrote it, or that it is not there."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from agent.chat.offline.draft import Draft
from agent.chat.offline.named_things import is_identifier
from agent.chat.offline.question import Question
from agent.lookup.actor_name import actor_name
from agent.lookup.exact_search import LONGEST, MatchingLine, SearchWords, lines_with, matching_lines
from agent.trace.matcher import Query

SHOWN, MOST_WORDS, NEAREST, MOST_SEEN = 5, 4, 3, 20_000
ABLE = (
    "Without a model I understand plain English, one question or several at once: why it failed and on what evidence, "
    "what would fix it, what a mode means, what was checked, which calls failed, what repeats, when something "
    "happened, where it first or last stands, who said it, how often, what happened between two lines, how two events "
    "differ, what the task was, who did what first, last or most, how many events, agents or tokens there are, "
    "which model was used."
)
Wanted = Literal["first", "last", "count", "writer"]
"""What a question wants to know of some words."""
_END = r"\b"
_ENDING = re.compile(r"(?:ations?|ings?|ied|ies|ed|es|s|e|d)$")


@dataclass
class Tally:
    """What a search saw: how often, who wrote it, the first few places and the last one."""

    name: str
    """What was looked for, as a person is told."""
    sought: str
    """The word of it that quotes are laid around."""
    lines: int = 0
    places: int = 0
    again: int = 0
    first: list[MatchingLine] = field(default_factory=list)
    last: MatchingLine | None = None
    by: "Counter[str]" = field(default_factory=Counter)
    inside: list[MatchingLine] = field(default_factory=list)
    """Lines that hold it only inside other words: the first, and how many follow it."""
    insides: int = 0

    def see_inside(self, seen: MatchingLine) -> None:
        """Count a line that holds it inside other words."""
        self.insides += 1
        if not self.inside:
            self.inside.append(seen)

    def see(self, seen: MatchingLine) -> None:
        """Count one matching line."""
        self.lines += 1
        if seen.event.repeats is not None:
            self.again += 1
            return
        self.by[actor_name(seen.event)] += 1
        if len(self.first) < SHOWN:
            self.first.append(seen)
        self.last = seen


def say_place(draft: Draft, question: Question, wanted: Wanted) -> None:
    """Where something first or last stands, how often it does, or who wrote it."""
    if not question.subject:
        draft.say('Say what to look for, best in quotes: `where did "USD" first appear`.')
        return
    tally = look(draft, question, wanted)
    if tally is None or tally.last is None:
        not_there(draft, question)
        return
    name, first, last = f"`{draft.material.safe(tally.name)}`", tally.first[0], tally.last
    if wanted == "last":
        draft.say(f"{name} last stands at {draft.quoted(last.line, tally.sought)}")
    elif wanted == "writer":
        writers = ", ".join(f"{draft.name(name)} ({count})" for name, count in tally.by.most_common(6))
        draft.say(f"{name} was written by {writers}. First: {draft.quoted(first.line, tally.sought)}")
    elif wanted == "first":
        draft.say(f"{name} first stands at {draft.quoted(first.line, tally.sought)}")
    else:
        draft.say(f"{name} stands on {_lines(tally)}.")
    others = tally.first[1:] if wanted in ("first", "writer") else tally.first
    draft.listed(draft.quoted(seen.line, tally.sought) for seen in others[: SHOWN - 1])
    if wanted == "first":
        draft.say(f"It stands on {_lines(tally)}; the last is {draft.line(last.line)}.")
    if tally.inside:
        noun = "line" if tally.insides == 1 else "lines"
        inside = draft.quoted(tally.inside[0].line, tally.sought)
        draft.say(f"Inside other words it stands on {tally.insides:,} more {noun}, the first: {inside}")
    if not question.quoted and tally.name.casefold() != question.subject.casefold():
        draft.say(f"I looked for {name}; put words in quotes to look for exactly those.")


def look(draft: Draft, question: Question, wanted: Wanted) -> Tally | None:
    """The first way of looking for the subject that finds something: the words as they stand, then looser."""
    part = draft.part
    for sought in _ways(question):
        tally = Tally(sought.text, max(sought.words, key=len))
        wider = SearchWords(sought.words, "anywhere") if sought.edges == "whole" else sought
        for seen in lines_with(draft.material.trace, wider):
            if part is not None and not part[0] <= seen.line <= part[1]:
                continue
            if wanted == "writer" or question.actor is None or actor_name(seen.event) == question.actor:
                tally.see(seen) if sought.on(seen.text) else tally.see_inside(seen)
        noun = "hit" if tally.lines == 1 else "hits"
        draft.activities.append(f'searching "{draft.material.safe(sought.text)}": {tally.lines} {noun}')
        if tally.last is not None:
            return tally
    return None


def not_there(draft: Draft, question: Question) -> None:
    """That something is not in the trace, and the nearest mention of it."""
    words = [word for word in content(question) if len(word) > 3]
    if question.quoted or len(words) < 2:
        draft.say_absent(f"no line holds `{draft.material.safe(question.subject)}`.")
    else:
        named = ", ".join(f"`{draft.material.safe(word)}`" for word in words)
        draft.say(f"No line of the trace holds {named} together. Words in quotes are looked for as they stand.")
    for nearest in nearest_lines(draft, words, 1):
        draft.say(f"The nearest mention: {draft.quoted(*nearest)}")


def say_nearest(draft: Draft, question: Question) -> None:
    """That a question takes a model, and the lines that come nearest to it."""
    lines = nearest_to(draft, question)
    if not lines:
        draft.say("I cannot answer that without a model, and no line of the trace holds its words.")
    else:
        draft.say("I cannot answer that without a model; the nearest lines are:")
        draft.listed(draft.quoted(line, word) for line, word in lines)
    draft.say(ABLE)


def nearest_to(draft: Draft, question: Question) -> list[tuple[int, str]]:
    """The lines that come nearest to a question, by its telling words, or by all of them."""
    telling = [word for word in content(question, strictly=True) if len(word) > 3 or not word.isalpha()]
    return nearest_lines(draft, telling or question.words)


def nearest_lines(draft: Draft, words: Sequence[str], most: int = NEAREST) -> list[tuple[int, str]]:
    """The lines that hold the most and the rarest of these words, in order, each with one word that it holds."""
    stems = list(dict.fromkeys(_stem(word).casefold() for word in words))
    if not stems:
        return []
    patterns = {stem: rf"\b{re.escape(stem)}{_END if stem[-1:].isdigit() else ''}" for stem in stems}
    query = Query("|".join(patterns.values()), regex=True, ignore_case=True)
    spread: Counter[str] = Counter()
    seen_lines: list[tuple[int, list[str]]] = []
    for seen in islice(matching_lines(draft.material.trace, query), MOST_SEEN):
        text = seen.text[:LONGEST].casefold()
        held = [stem for stem, pattern in patterns.items() if re.search(pattern, text)]
        if held and seen.event.is_act:
            spread.update(held)
            seen_lines.append((seen.line, held))
    best = sorted(seen_lines, key=lambda one: (-sum(1 / spread[stem] for stem in one[1]) - len(one[1]), one[0]))[:most]
    return sorted((line, held[0]) for line, held in best)


def _ways(question: Question) -> list[SearchWords]:
    """What to look for, from the strictest to the loosest; at last the one name of code that is among the words."""
    whole = SearchWords((question.subject,))
    inside = SearchWords((question.subject,), "anywhere")
    words = tuple(content(question))
    if question.quoted:
        return [whole, inside]
    beginnings = SearchWords(tuple(map(_stem, words)), "beginning")
    names = [word for word in words if is_identifier(word)]
    named = [SearchWords((names[0],))] if len(names) == 1 and len(words) > 1 else []
    looser = [SearchWords(words), beginnings] if len(words) <= MOST_WORDS else []
    return [whole, *looser, *named, inside]


def content(question: Question, *, strictly: bool = False) -> list[str]:
    """The words of the subject that are not the name of the actor asked about; all of them where none is left."""
    if question.quoted:
        return question.subject.split()
    named = set((question.actor or "").casefold().split())
    words = [word for word in question.words if word.casefold() not in named]
    return words or ([] if strictly else list(question.words))


def _stem(word: str) -> str:
    shorter = _ENDING.sub("", word)
    return shorter if len(shorter) >= 4 else word


def _lines(tally: Tally) -> str:
    noun = "line" if tally.lines == 1 else "lines"
    again = f", {tally.again} of them printed again by the log" if tally.again else ""
    return f"{tally.lines:,} {noun}{again}"
