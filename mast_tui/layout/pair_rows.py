"""Two diagnoses side by side as rows: fourteen verdicts, then what only one of them found, and what both did."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from agent.clean import clean_line
from mast_tui.layout.row import Row, row
from mast_tui.layout.width import padded, words_wrapped

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis, Finding

    _Pair = tuple[Finding | None, Finding | None]
    """A finding as A has it and as B has it."""

_NAME = 44


class Told(NamedTuple):
    """A row, and what stands on the card behind it; none means that it cannot be chosen."""

    row: Row
    card: "tuple[tuple[str, str], ...]" = ()
    leads_to: tuple[str, str] = ("", "")
    """The finding that the row is about, in A and in B."""


def pair_rows(one: "Diagnosis", other: "Diagnosis", width: int) -> Iterator[Told]:
    """Equal verdicts are faint, different ones bold."""
    column = 16 if width < 100 else 24
    yield Told(row((f"  {padded('mode', _NAME)}", "quiet bold"), (padded("A", column), "quiet bold"), "B"))
    others = {mode.code: mode for mode in other.modes}
    for mode in one.modes:
        there = others.get(mode.code)
        verdict = there.verdict if there else "not_assessed"
        ink = "faint" if verdict == mode.verdict else "text bold"
        name = padded(f"{mode.code}  {mode.name}", _NAME)
        card = ((f"{mode.code}  {mode.name}", ""), ("A", mode.reason), ("B", there.reason if there else ""))
        yield Told(
            row((f"  {name}", ink), (padded(_word(mode.verdict), column), ink), (_word(verdict), ink)),
            card,
        )
    for title, pairs in grouped(one, other):
        yield Told(Row())
        yield Told(row((f"  {title}", "text bold"), (f"   {len(pairs)}", "quiet")))
        for in_a, in_b in pairs:
            each = in_a or in_b
            assert each is not None  # noqa: S101 - one of them has it
            card = ((f"{each.id}  {each.title}", ""), (each.called, f"L{each.onset}"), ("why", each.explanation))
            first, *rest = words_wrapped(clean_line(each.title), width - 10) or [""]
            to = (in_a.id if in_a else "", in_b.id if in_b else "")
            yield Told(row((f"  {each.id:<4} ", "evidence_note bold"), (first, "text")), card, to)
            yield from (Told(row((f"       {line}", "text"))) for line in rest)
        if not pairs:
            yield Told(row(("  none", "quiet")))


def differing(one: "Diagnosis", other: "Diagnosis") -> int:
    """How many modes have another verdict."""
    others = {mode.code: mode.verdict for mode in other.modes}
    return sum(others.get(mode.code, "not_assessed") != mode.verdict for mode in one.modes)


def grouped(one: "Diagnosis", other: "Diagnosis") -> "list[tuple[str, list[_Pair]]]":
    """What was found only in one, only in the other, in both: the same mode, of the same actor, at a shared line."""
    left = list(other.findings)
    both: list[_Pair] = []
    only: list[_Pair] = []
    for finding in one.findings:
        same = next((each for each in left if _is_same(finding, each)), None)
        if same is None:
            only.append((finding, None))
        else:
            left.remove(same)
            both.append((finding, same))
    return [
        ("Findings only in A", only),
        ("Findings only in B", [(None, each) for each in left]),
        ("Findings in both", both),
    ]


def _is_same(one: "Finding", other: "Finding") -> bool:
    if (one.failure, one.actor) != (other.failure, other.actor):
        return False
    return one.onset == other.onset or any(
        first <= other_last and other_first <= last
        for first, last in one.occurrences
        for other_first, other_last in other.occurrences
    )


def _word(verdict: str) -> str:
    return verdict.replace("_", " ")
