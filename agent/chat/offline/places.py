"""Offline answers by search: where something first or last stands, how often, who wrote it, or that it is not there."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.chat.offline.conclusions import root
from agent.chat.offline.draft import Draft
from agent.chat.questions import Question
from agent.chat.searching import Seen, Sought, seek, seek_query
from agent.chat.whose import who
from agent.trace.matcher import Query

SHOWN = 5
_ENDING = re.compile(r"(?:ations?|ings?|ied|ies|ed|es|s|e|d)$")


@dataclass
class Tally:
    """What a search saw: how often, who wrote it, the first few places and the last one."""

    sought: str
    lines: int = 0
    places: int = 0
    again: int = 0
    first: list[Seen] = field(default_factory=list)
    last: Seen | None = None
    by: "Counter[str]" = field(default_factory=Counter)
    inside: list[Seen] = field(default_factory=list)
    """Lines that hold it only inside other words: the first, and how many follow it."""
    insides: int = 0

    def see_inside(self, seen: Seen) -> None:
        """Count a line that holds it inside other words."""
        self.insides += 1
        if not self.inside:
            self.inside.append(seen)

    def see(self, seen: Seen) -> None:
        """Count one matching line."""
        self.lines += 1
        if seen.event.repeats is not None:
            self.again += 1
            return
        self.by[who(seen.event)] += 1
        if len(self.first) < SHOWN:
            self.first.append(seen)
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
    name = f"`{draft.ground.safe(tally.sought)}`"
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
    others = [seen for seen in tally.first if question.kind != "first" or seen is not tally.first[0]]
    draft.listed(draft.quoted(seen.line, tally.sought) for seen in others[: SHOWN - 1])
    if question.kind == "first":
        draft.say(f"It stands on {_lines(tally)}; the last is {draft.line(tally.last.line)}.")
    if tally.inside:
        noun = "line" if tally.insides == 1 else "lines"
        first = draft.quoted(tally.inside[0].line, tally.sought)
        draft.say(f"Inside other words it stands on {tally.insides:,} more {noun}, the first: {first}")
    if not question.quoted and tally.sought.casefold() != subject.casefold():
        draft.say(f"I looked for `{draft.ground.safe(tally.sought)}`; put words in quotes to look for exactly those.")


def look(draft: Draft, question: Question) -> Tally | None:
    """The first way of looking for the subject that finds something: the words as they stand, then looser."""
    for sought in _ways(question):
        tally = Tally(sought.text)
        wider = Sought(sought.words, "anywhere") if sought.edges == "whole" else sought
        for seen in seek(draft.ground.trace, wider):
            if question.kind == "who" or question.actor is None or who(seen.event) == question.actor:
                tally.see(seen) if sought.on(seen.text) else tally.see_inside(seen)
        noun = "hit" if tally.lines == 1 else "hits"
        draft.activities.append(f'searching "{draft.ground.safe(sought.text)}": {tally.lines} {noun}')
        if tally.last is not None:
            return tally
    return None


def not_there(draft: Draft, question: Question) -> None:
    """That something is not in the trace, and the nearest mention of it."""
    words = [word for word in content(question) if len(word) > 3]
    if question.quoted or len(words) < 2:
        draft.say(f"Not in this trace: no line holds `{draft.ground.safe(question.subject)}`.")
    else:
        named = ", ".join(f"`{draft.ground.safe(word)}`" for word in words)
        draft.say(f"Not in this trace: no line holds {named} together.")
    nearest = nearest_mention(draft, words)
    if nearest is not None:
        draft.say(f"The nearest mention: {draft.quoted(*nearest)}")


def nearest_mention(draft: Draft, words: Sequence[str]) -> tuple[int, str] | None:
    """The first line that holds the most of these words, and one of them."""
    if not words:
        return None
    stems = [_stem(word).casefold() for word in words]
    best: tuple[int, int, str] | None = None
    query = Query("|".join(map(re.escape, stems)), regex=True, ignore_case=True)
    for seen in seek_query(draft.ground.trace, query):
        text = seen.text.casefold()
        held = [stem for stem in stems if stem in text]
        if seen.event.is_act and (best is None or len(held) > best[0]):
            best = len(held), seen.line, held[0] if held else ""
            if len(held) == len(stems):
                break
    return (best[1], best[2]) if best else None


def _ways(question: Question) -> list[Sought]:
    """What to look for, from the strictest to the loosest."""
    whole = Sought((question.subject,))
    inside = Sought((question.subject,), "anywhere")
    words = tuple(content(question))
    if question.quoted:
        return [whole, inside]
    looser = [Sought(words), Sought(tuple(map(_stem, words)), "beginning")] if len(words) <= 4 else []
    return [whole, *looser, inside]


def content(question: Question) -> list[str]:
    """The words of the subject that are not the name of the actor asked about."""
    if question.quoted:
        return question.subject.split()
    named = set((question.actor or "").casefold().split())
    return [word for word in question.words if word.casefold() not in named] or list(question.words)


def _stem(word: str) -> str:
    shorter = _ENDING.sub("", word)
    return shorter if len(shorter) >= 4 else word


def _lines(tally: Tally) -> str:
    noun = "line" if tally.lines == 1 else "lines"
    again = f", {tally.again} of them printed again by the log" if tally.again else ""
    return f"{tally.lines:,} {noun}{again}"
