"""Ranks the passages that fit some words, as people say them: rare words first, other words for the same after them."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from agent.lookup.visible_trace import NAMED, VisibleTrace
from agent.lookup.word_index import SHELVES, Passage, Shelf
from agent.trace.event import Event, Kind

WEIGHED, RELATED, EVERY = 120, 40, 20_000
"""Passages of a shelf that are weighed, those found by words for the same, and those that a filter chooses from."""
LONGEST, FIRST = 20_000, 1e9
SAME_MEANING, AROUND = 0.35, 0.8
"""What a word for the same counts beside the word itself, and the words around a line beside those on it."""
_LESS = {Kind.SYSTEM: 0.5, Kind.TASK: 0.7, Kind.NOTE: 0.7, Kind.RESULT: 0.85}
_ENDINGS = re.compile(r"(?:ations?|ings?|edly|ied|ies|ed|ers?|es|ment|ly|s|y|e)$")
_STEP = re.compile(r"\b(?:step|turn|message|record|event)\s*#?(\d{1,7})\b", re.IGNORECASE)
_SYNONYMS = Path(__file__).with_name("synonyms.toml")


@dataclass(frozen=True, slots=True)
class Best:
    """The line of a passage that holds the most of what is looked for, and where its first word stands."""

    line: int
    event: int
    text: str
    place: int
    weight: float
    shelf: Shelf
    also: tuple[int, ...] = ()
    """Other lines that say the same."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The best lines of the passages that were weighed, and how many there are."""

    best: list[Best]
    total: int
    weighed: int


def ranked(visible: VisibleTrace, words: str, wanted: Callable[[int, Event], bool] | None) -> Ranked:
    """The passages that hold some of the words, the most telling first, of noise last; `wanted` narrows them."""
    sought = re.findall(r"\w+", words)
    weights = _weights(visible, sought)
    steps, total, weighed = list(_steps(visible, words, wanted)), 0, 0
    for shelf in SHELVES:
        passages, number = visible.index.best(sought, WEIGHED if wanted is None else EVERY, shelf)
        related, _ = visible.index.best(_related(sought), RELATED, shelf)
        known = set(passages)
        if wanted is not None:
            passages = [one for one in passages if _fits(visible, one, wanted)]
            related = [one for one in related if _fits(visible, one, wanted)]
            number = len(passages)
        related = [one for one in related if one not in known]
        steps += [_best(visible, one, words, weights) for one in [*passages[:WEIGHED], *related]]
        total += number + len(related)
        weighed += len(passages[:WEIGHED]) + len(related)
    hidden = visible.redacted_lines()
    kept = [best for best in steps if best.weight or best.line not in hidden]
    return Ranked(_each_once(sorted(kept, key=_order)), total, weighed)


def _order(best: Best) -> tuple[bool, float, int]:
    return best.shelf == "noise", -best.weight, best.line


def _fits(visible: VisibleTrace, passage: Passage, wanted: Callable[[int, Event], bool]) -> bool:
    event = visible.trace.events[passage.event]
    return any(wanted(line, event) for line in range(passage.lines[0], passage.lines[1] + 1))


def _each_once(lines: list[Best]) -> list[Best]:
    """The lines, those that say the same as a better one only named with it."""
    kept: dict[str, Best] = {}
    for best in lines:
        words = " ".join(best.text.casefold().split()) or f"line {best.line}"
        first = kept.get(words)
        if first is None:
            kept[words] = best
        elif first.line != best.line and best.line not in first.also:
            kept[words] = replace(first, also=(*first.also, best.line))
    return list(kept.values())


def _steps(visible: VisibleTrace, words: str, wanted: Callable[[int, Event], bool] | None) -> Iterator[Best]:
    """The first events of records that are named by their number, counted from 1 or, as logs do, from 0."""
    numbers = {int(number) + more for number in _STEP.findall(words) for more in (0, 1)}
    for event in visible.trace.events if numbers and len(visible.trace.events) <= NAMED else ():
        number = event.record if event.record is not None else event.number
        if number in numbers and event.is_act and (wanted is None or wanted(event.lines[0], event)):
            numbers.discard(number)
            yield Best(event.lines[0], event.number, visible.title(event), 0, FIRST - number, "talk")


def _best(visible: VisibleTrace, passage: Passage, words: str, weights: Mapping[str, float]) -> Best:
    event = visible.trace.events[passage.event]
    phrase = words.casefold().strip()
    name = visible.name_words(event).casefold() if event.lines[0] == passage.lines[0] else ""
    weight, line, text = -1.0, passage.lines[0], ""
    inside: set[str] = set()
    for at, row in visible.lines(*passage.lines):
        lowered = row[:LONGEST].casefold()
        held = {stem for stem in weights if stem in lowered}
        here = sum(weights[stem] for stem in held) + (sum(weights.values()) if phrase in lowered else 0)
        inside |= held
        if here > weight:
            weight, line, text = here, at, row
    inside |= {stem for stem in weights if stem in name}
    total = (weight + AROUND * sum(weights[stem] for stem in inside)) * _LESS.get(event.kind, 1.0)
    places = [at for stem in weights if (at := text.casefold().find(stem)) >= 0]
    return Best(line, passage.event, text, min(places, default=0), total, passage.shelf)


def _weights(visible: VisibleTrace, words: list[str]) -> dict[str, float]:
    """What each word counts by its beginning: the rarer the more; words for the same count less."""
    weights: dict[str, float] = {}
    for share, some in ((1.0, words), (SAME_MEANING, _related(words))):
        for word in some:
            weights.setdefault(stem_of(word), share * visible.index.rarity(word))
    return weights


def _related(words: list[str]) -> list[str]:
    """Other words for what some words mean."""
    meanings = _meanings()
    own = {stem_of(word) for word in words}
    return list(
        dict.fromkeys(other for word in words for other in meanings.get(stem_of(word), ()) if stem_of(other) not in own)
    )


@cache
def _meanings() -> dict[str, tuple[str, ...]]:
    """For the beginning of a word, all the words of its groups."""
    meanings: dict[str, tuple[str, ...]] = {}
    for group in tomllib.loads(_SYNONYMS.read_text("utf-8"))["groups"]:
        words = tuple(group.split())
        for word in words:
            meanings[stem_of(word)] = (*meanings.get(stem_of(word), ()), *words)
    return meanings


@cache
def stem_of(word: str) -> str:
    """The beginning of a word that stays the same in its forms: `plan` of planning and plans."""
    lowered = word.casefold()
    stem = _ENDINGS.sub("", lowered)
    if len(stem) < 4:
        return lowered
    return stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
