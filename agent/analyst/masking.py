"""Hides from a prompt the lines of a trace that give orders to its reader, and tells what is judged otherwise then."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.analyst.analyst import Judgement, RootAnswer, SecondLook, WeighedOutcome
from agent.diagnosis.audit import Injection
from agent.diagnosis.document_parts import Challenge
from agent.injection.injections import suspicious

MASK = "(left out: words that speak to the reader of the trace)"
SAME = "Judged again without it, the same was found."
WITH = "With the words that speak to the judge"
NOT_AGAIN = "It could not be judged again without the words that speak to the judge."
_ROW = re.compile(r"(?:  \. )?(?P<number>\d+)\| |- [A-Z]\d+ |L\d+: ")
"""What stands before the words of the trace: the number of a line, the id of a finding, the line of a quote."""


def masked(text: str, injections: Sequence[Injection]) -> str:
    """What a prompt shows, in which the lines that speak to its reader say nothing; their numbers stay."""
    numbers = {line for one in injections for line in range(one.lines[0], one.lines[1] + 1)}
    places = {text.count("\n", 0, start) for start, _, _ in suspicious(text)}
    rows = text.split("\n")
    for at, row in enumerate(rows):
        match = _ROW.match(row)
        if at in places or (match is not None and int(match["number"] or 0) in numbers):
            rows[at] = f"{match[0] if match is not None else '  '}{MASK}"
    return "\n".join(rows)


def compared(first: Judgement, again: Judgement) -> Judgement:
    """A judgement with what is found only where nothing speaks to the judge, and in words what differs.

    That nothing was found counts only where it was judged so without these words.
    """
    before, after = {one.mode for one in first.claims}, {one.mode for one in again.claims}
    left = {mode: why for mode, (state, why) in again.cells.items() if state != "judged"}
    only = tuple(one for one in again.claims if one.mode not in before)
    said = [f"{mode} was found only without it." for mode in sorted(after - before)]
    said += [f"{mode} was found only with it." for mode in sorted(before - after - set(left))]
    said += [f"{mode} could not be judged again without it: {why}." for mode, why in left.items()]
    said += [
        f"{mode} could be judged only without it."
        for mode, (state, _) in first.cells.items()
        if state != "judged" and mode not in {*left, *after}
    ]
    if len(left) == len(again.cells):
        said = [f"It could not be judged again without it: {next(iter(left.values()), '')}."]
    cells = {mode: cell if mode in before else again.cells.get(mode, cell) for mode, cell in first.cells.items()}
    return replace(first, claims=(*first.claims, *only), cells=cells, masked=tuple(said) or (SAME,))


def is_upheld(look: SecondLook) -> bool:
    """Whether a finding stands: no words that ask for it to fall had an effect."""
    return look.challenge.verdict == "upheld"


def steadier(first: SecondLook, again: SecondLook | None) -> SecondLook:
    """A second look without the words that speak to the judge, and what it was with them.

    Where there is none, what the words may have asked for is unsure: the finding stands, in its own mode.
    """
    if again is None:
        unsure = replace(first.challenge, verdict="unsure", because=f"With them: {first.challenge.because}".strip())
        return SecondLook(_because(unsure, NOT_AGAIN))
    verdict = first.challenge.verdict
    differs = verdict != again.challenge.verdict
    return replace(again, challenge=_because(again.challenge, f"{WITH} it was {verdict}." if differs else ""))


def _because(challenge: Challenge, more: str) -> Challenge:
    return replace(challenge, because=f"{challenge.because} {more}".strip())


def earned_again(first: WeighedOutcome, again: WeighedOutcome | None) -> WeighedOutcome:
    """How the run came out without the words that speak to the judge, and how with them.

    A success that could only be told with them is not earned, and no finding is graver or less so because of them.
    """
    if again is None:
        outcome = replace(first.outcome, basis=f"{first.outcome.basis} {NOT_AGAIN}".strip())
        is_success = outcome.verdict == "success"
        return WeighedOutcome(replace(outcome, verdict="undetermined", earned="none") if is_success else outcome)
    before, after = first.outcome.verdict, again.outcome.verdict
    if before == after:
        return again
    basis = f"{again.outcome.basis} {WITH} the verdict was {before}, without them it is {after}."
    return replace(again, outcome=replace(again.outcome, basis=basis.strip()))


def rooted_again(first: RootAnswer, again: RootAnswer | None) -> RootAnswer:
    """The root without the words that speak to the judge, and which it was with them."""
    if again is None and first.root is not None:
        unsure = f"{first.root.counterfactual} {NOT_AGAIN}".strip()
        return replace(first, root=replace(first.root, counterfactual=unsure))
    if again is None or first.root is None or again.root is None:
        return again or first
    if (first.root.finding, first.root.line) == (again.root.finding, again.root.line):
        return again
    before = f"{WITH} it was {first.root.finding or 'a cause'} at L{first.root.line}."
    then = f"{again.root.counterfactual} {before}".strip()
    return replace(again, root=replace(again.root, counterfactual=then))


def told(said: Iterable[str]) -> str:
    """What differed in all categories, each sentence once; that nothing did only where nothing did."""
    rows = list(dict.fromkeys(said))
    return " ".join(row for row in rows if row != SAME or len(rows) == 1)
