"""An agent says, plans or writes nearly the same thing again."""

import re
from collections import Counter
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.browser_page import is_page
from agent.signals.readings.change_counter import ChangeCounter, asks_to_run
from agent.signals.readings.code_blocks import code_share
from agent.signals.readings.normalised_text import fingerprint, words_of
from agent.signals.readings.quoted_line import informative_line, topic_of
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.same_wording import GUESS, LETTERS, SHINGLES, is_same, is_swapped, tries_otherwise
from agent.signals.readings.text_similarity import SimilarTexts, similarity, sketch
from agent.signals.readings.who_acts import WORDS, by_agent, is_request
from agent.signals.signal import Mark, Precision, Severity, Signal
from agent.trace.event import Event, Kind

LONG = 400
"""From here on one repetition is enough; shorter acts must come three times."""
LOOP = 0.5
"""The share of words that two requests have in common if they differ in no more than what they are about."""
READ_BACK = 200
GRAVE = 5
_WHOLE = 0.5
"""The share of code from which on words hand in work: sent whole again each time another asks for it."""
SHARE = 0.2
"""From so many repetitions on, if they are so much of what the actor did, the run spent itself on them."""
_PAGES = re.compile(r"\bscroll|\bnext page\b|\bpage down\b", re.IGNORECASE)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.:)])?[ \t]*\[[ xX\u2713\u2714\u2192!~-]\]", re.MULTILINE)
"""A line of a checklist: a tool prints the whole list again at each step."""
_BOXES = tuple(f"[{tick}]" for tick in " xX\u2713\u2714\u2192!~-")


class NearDuplicate(Detector):
    """What one actor says, whose wording is nearly that of something it said before, in the same run."""

    name = "near_duplicate"
    mode = "FM-1.3"
    tier = "fact"
    precision = Precision(20, 21)
    known_false = (
        "duplicate log handlers",
        "loops over a list",
        "whole files sent again with a change",
        "pages echoed as messages",
        "acts of a run that was started again",
        "tests run again after a change",
        "a thought told again with an apology, where what failed is tried in another way",
        "paging and scrolling",
        "a checklist that is printed again at each step",
        "a short request that brings something else each time",
        "a person who asks for something else",
    )

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._changes = ChangeCounter()
        self._asked = 0
        self._index = SimilarTexts()
        self._first: dict[int, int] = {}
        self._again: dict[int, list[int]] = {}
        self._spoke: tuple[str | None, int] = (None, 0)
        self._before: tuple[str | None, int] = (None, 0)
        self._prompts: dict[int, int] = {}
        self._waits: tuple[str | None, int] | None = None
        self._replies: dict[int, int] = {}
        self._acts: Counter[str | None] = Counter()

    def see(self, event: Event, text: str) -> None:
        """Compare an act with the earlier ones of the same actor."""
        run = self._runs.see(event)
        self._changes.see(event, text)
        if event.repeats is None and is_request(event):
            self._asked = fingerprint(text)
        self._listen(event)
        if event.kind not in WORDS or not by_agent(event):
            return
        self._acts[event.actor] += 1
        if len(text) < LETTERS or is_page(text) or _is_checklist(text):
            return
        own = sketch(text)
        if len(own.hashes) < SHINGLES:
            return
        other, share = self._index.add(event.number, (run, self._asked, event.actor, event.kind), own)
        if self._before[1]:
            self._prompts[event.number] = self._before[1]
        if len(text) < LONG:
            self._waits = (event.actor, event.number)
        if share >= GUESS:
            first = self._first.get(other, other)
            self._first[event.number] = first
            self._again.setdefault(first, []).append(event.number)

    def _listen(self, event: Event) -> None:
        """Remember who spoke last, who spoke before that one began, and what came back for a short request."""
        if event.repeats is not None:
            return
        if self._waits and event.actor != self._waits[0] and event.kind in (*WORDS, Kind.RESULT):
            self._replies[self._waits[1]] = event.number
            self._waits = None
        if event.kind not in WORDS:
            return
        if event.actor != self._spoke[0]:
            self._before = self._spoke
        self._spoke = (event.actor, event.number)

    def _asked_otherwise(self, trace: WholeTrace, first: int, again: int) -> bool:
        """Whether the two acts answer requests of one actor that name different things: steps of a loop over a list."""
        one, other = self._prompts.get(first, 0), self._prompts.get(again, 0)
        if not one or not other or one == other:
            return False
        before, after = trace.event(one), trace.event(other)
        asked, then = set(words_of(trace.text(one))), set(words_of(trace.text(other)))
        alike = before.actor == after.actor and len(asked & then) >= LOOP * len(asked | then)
        return alike and is_swapped(trace.text(one), trace.text(other))

    def _moves_on(self, trace: WholeTrace, first: int, again: int) -> bool:
        """Whether the same words are whole code that is asked for again, or a step of a loop over other things."""
        event, text = trace.event(again), trace.text(again)
        if event.kind is Kind.SAY and self._prompts.get(again, 0) > first and code_share(text) > _WHOLE:
            return True
        one, other = self._replies.get(first), self._replies.get(again)
        if one and other and similarity(trace.text(one), trace.text(other)) < GUESS:
            return True
        return self._asked_otherwise(trace, first, again)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that repeats itself, about the group that came most often."""
        groups: dict[str | None, list[list[int]]] = {}
        left = READ_BACK
        for first in sorted(self._again, key=lambda number: (-len(self._again[number]), number)):
            again = self._again[first][:left]
            left -= len(again)
            event = trace.event(first)
            if asks_to_run(trace.text(first)):
                again = [number for number in again if not self._changes.between(first, number)]
            again = [number for number in again if not _tries_otherwise(trace, number)]
            same = [n for n in again if is_same(trace, first, n) and not self._moves_on(trace, first, n)]
            if len(same) >= _enough(event, trace.text(first)):
                groups.setdefault(event.actor, []).append([first, *same])
            if left <= 0:
                break
        for actor, repeated in groups.items():
            count = sum(len(group) - 1 for group in repeated)
            severity: Severity = "major" if count >= max(GRAVE, SHARE * self._acts[actor]) else "minor"
            yield _signal(self, trace, sorted(repeated, key=lambda group: (-len(group), group[0])), severity)


def _tries_otherwise(trace: WholeTrace, number: int) -> bool:
    """Whether an act, or what its actor says right before it in the same record, tells that it is tried otherwise."""
    if tries_otherwise(trace.text(number)):
        return True
    before, event = trace.event(max(1, number - 1)), trace.event(number)
    same = (before.record, before.actor) == (event.record, event.actor) and before.number != number
    return same and tries_otherwise(trace.text(before.number))


def _is_checklist(text: str) -> bool:
    """Whether half of the lines or more are items of a checklist."""
    if not any(map(text.__contains__, _BOXES)):
        return False
    return 2 * len(_ITEM.findall(text)) >= len(text.strip().split("\n"))


def _enough(event: Event, text: str) -> int:
    """How many repetitions are a matter: going through pages and running again need words that are much the same."""
    if _PAGES.search(text) is not None:
        return 3 if len(text) >= LONG else READ_BACK + 1
    if event.kind is Kind.HANDOFF and asks_to_run(text):
        return 3
    return 1 if len(text) >= LONG else 2


def _signal(detector: NearDuplicate, trace: WholeTrace, groups: list[list[int]], severity: Severity) -> Signal:
    first, again = groups[0][:2]
    before, after = trace.event(first), trace.event(again)
    text, earlier = trace.text(again), trace.text(first)
    quote = informative_line(text, set(earlier.split("\n"))) or informative_line(text)
    share = similarity(earlier, text)
    how = "word for word" if share == 1 else f"with {share:.0%} of its wording"
    others = sum(len(group) - 1 for group in groups[1:])
    more = f" The same actor repeats other messages as well, {times(others)}." if others else ""
    return detector.hit(
        title=f"{after.actor or 'An agent'} repeats itself: nearly the same message {times(len(groups[0]))}",
        why=f"L{after.lines[0]} repeats L{before.lines[0]} {how} and about the same things, "
        f"so a step was taken again that this run had already taken.{more}",
        actor=after.actor,
        acts=(Mark(again, quote, "said again"),),
        references=(Mark(first, quote if quote in earlier else informative_line(earlier), "said first"),),
        topic=topic_of(quote),
        occurrences=[trace.event(number).lines for group in groups for number in group[1:]],
        severity=severity,
    )
