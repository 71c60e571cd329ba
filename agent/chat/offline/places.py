"""Offline answers by search: where something first or last stands, how often, who wrote it, or that it is not there."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.chat.actor_name import actor_name
from agent.chat.exact_search import MatchingLine, SearchWords, lines_with, matching_lines
from agent.chat.naming import is_identifier
from agent.chat.offline.conclusions import root
from agent.chat.offline.draft import Draft
from agent.chat.questions import Question
from agent.trace.event import Kind
from agent.trace.matcher import Query

SHOWN, MOST_WORDS, SHORT = 5, 4, 4
_ENDING = re.compile(r"(?:ations?|ings?|ied|ies|ed|es|s|e|d)$")


@dataclass
class Tally:
    """What a search saw: how often, who wrote it, the first few places and the last one."""

    name: str
    """What was looked for, as a person is told."""
    sought: str
    """The word of it that quotes are laid around."""
    talk_first: bool = False
    lines: int = 0
    places: int = 0
    again: int = 0
    first: list[MatchingLine] = field(default_factory=list)
    printed: list[MatchingLine] = field(default_factory=list)
    """Of the first, those that tools printed, where talk is what a question is about."""
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
        shelf = self.printed if self.talk_first and seen.event.kind is Kind.RESULT else self.first
        if len(shelf) < SHOWN:
            shelf.append(seen)
        self.last = seen


def place(draft: Draft, question: Question) -> None:
    """Where something first or last stands, how often and by whom."""
    subject = question.subject
    if question.kind == "first" and question.is_about_faults:
        root(draft)
        return
    if not subject:
        draft.say('Say what to look for, best in quotes: `where did "USD" first appear`.')
        return
    tally = look(draft, question)
    if tally is None or tally.last is None:
        not_there(draft, question)
        return
    name = f"`{draft.material.safe(tally.name)}`"
    if question.kind == "last":
        draft.say(f"{name} last stands at {draft.quoted(tally.last.line, tally.sought)}")
    elif question.kind == "count":
        draft.say(f"{name} stands on {_lines(tally)}.")
    elif question.kind == "who":
        writers = ", ".join(f"{draft.name(name)} ({count})" for name, count in tally.by.most_common(6))
        draft.say(f"{name} was written by {writers}. First: {draft.quoted(tally.first[0].line, tally.sought)}")
    elif question.kind == "first":
        draft.say(f"{name} first stands at {draft.quoted(tally.first[0].line, tally.sought)}")
    else:
        draft.say(f"{name} stands on {_lines(tally)}.")
    others = [seen for seen in tally.first if question.kind not in ("first", "who") or seen is not tally.first[0]]
    draft.listed(draft.quoted(seen.line, tally.sought) for seen in others[: SHOWN - 1])
    if question.kind == "first":
        draft.say(f"It stands on {_lines(tally)}; the last is {draft.line(tally.last.line)}.")
    if tally.inside:
        noun = "line" if tally.insides == 1 else "lines"
        first = draft.quoted(tally.inside[0].line, tally.sought)
        draft.say(f"Inside other words it stands on {tally.insides:,} more {noun}, the first: {first}")
    if not question.quoted and tally.name.casefold() != subject.casefold():
        draft.say(f"I looked for {name}; put words in quotes to look for exactly those.")


def look(draft: Draft, question: Question) -> Tally | None:
    """The first way of looking for the subject that finds something: the words as they stand, then looser."""
    part = draft.part
    for sought in _ways(question):
        tally = Tally(sought.text, max(sought.words, key=len), question.kind in ("search", "why"))
        wider = SearchWords(sought.words, "anywhere") if sought.edges == "whole" else sought
        for seen in lines_with(draft.material.trace, wider):
            if part is not None and not part[0] <= seen.line <= part[1]:
                continue
            if question.kind == "who" or question.actor is None or actor_name(seen.event) == question.actor:
                tally.see(seen) if sought.on(seen.text) else tally.see_inside(seen)
        noun = "hit" if tally.lines == 1 else "hits"
        draft.activities.append(f'searching "{draft.material.safe(sought.text)}": {tally.lines} {noun}')
        if tally.last is not None:
            tally.first = [*tally.first, *tally.printed][:SHOWN]
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
    nearest = nearest_mention(draft, words)
    if nearest is not None:
        draft.say(f"The nearest mention: {draft.quoted(*nearest)}")


def nearest_mention(draft: Draft, words: Sequence[str]) -> tuple[int, str] | None:
    """The first line that holds the most of these words, at least half of them, and one that it holds."""
    if not words:
        return None
    stems = [_stem(word).casefold() for word in words]
    best: tuple[int, int, str] | None = None
    query = Query(rf"\b(?:{'|'.join(map(re.escape, stems))})", regex=True, ignore_case=True)
    for seen in matching_lines(draft.material.trace, query):
        text = seen.text.casefold()
        held = [stem for stem in stems if re.search(rf"\b{re.escape(stem)}", text)]
        if seen.event.is_act and (best is None or len(held) > best[0]):
            best = len(held), seen.line, held[0] if held else ""
            if len(held) == len(stems):
                break
    return (best[1], best[2]) if best and 2 * best[0] >= len(stems) else None


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
    if question.kind in ("search", "why"):
        if any(len(word) < SHORT or not word.isalpha() for word in words):
            return [SearchWords(words) if 0 < len(words) <= MOST_WORDS else whole, *named]
        return [beginnings if len(words) <= MOST_WORDS else whole, *named]
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
