"""`mast-tui compare`: how often each mode is present in two groups of diagnoses, before and after a change."""

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from agent.diagnosis.document import load
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.compare import Comparison, ModeChange, Unclear, compare
from agent.evaluation.group import read_group
from agent.evaluation.pairs import PairedChange, compare_pairs, pairing
from agent.number_words import points
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.state.kept_review import with_labels

NARROWEST, WIDEST = 60, 100
NUMBERS = 40
NOTHING = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """The two groups, and how to count."""
    parser.add_argument(
        "before", metavar="BEFORE", nargs="+", type=Path, help="diagnoses saved before the change, or folders of them"
    )
    parser.add_argument(
        "--with", dest="after", metavar="AFTER", nargs="+", type=Path, required=True, help="diagnoses saved after it"
    )
    parser.add_argument(
        "--unclear",
        choices=[str(choice) for choice in Unclear],
        default=str(Unclear.LEFT_OUT),
        help="what `unclear` counts as (default left-out)",
    )
    parser.add_argument(
        "--pair",
        choices=("auto", "task", "none"),
        default="auto",
        help="compare runs of the same task with each other (default: where folders are named)",
    )
    parser.add_argument(
        "--labels", action="store_true", help="use what people decided about findings, where they decided anything"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(options: Namespace) -> int:
    """Compare the groups and say it."""
    before, after, unclear = _group(options.before), _group(options.after), Unclear(options.unclear)
    if options.labels:
        before, after = with_labels(before), with_labels(after)
    changes: Mapping[str, PairedChange] = {}
    wants_pairs = options.pair == "task" or any(path.is_dir() for path in (*options.before, *options.after))
    pairs = pairing(before, after) if wants_pairs and options.pair != "none" else None
    if pairs is not None and pairs.pairs:
        comparison, changes = compare_pairs(pairs, unclear)
    else:
        comparison = compare(before, after, unclear)
        if pairs is not None:
            comparison = replace(comparison, warnings=(pairs.says, *comparison.warnings))
    if options.json:
        write_json(document(comparison, changes))
    else:
        width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
        write("\n".join(map(visible, _page(comparison, width, changes))))
    return 0


def _group(paths: Iterable[Path]) -> list[Diagnosis]:
    """The diagnoses of some files and folders."""
    group: list[Diagnosis] = []
    for path in paths:
        held = read_group(path) if path.is_dir() else None
        if held is None:
            group.append(load(path))
            continue
        group += held.diagnoses
        if held.unread:
            narrate(f"{visible(str(path))} holds {len(held.unread):,} JSON files that are no diagnosis; left out.")
    return group


def document(comparison: Comparison, changes: Mapping[str, PairedChange] | None = None) -> dict[str, Any]:
    """The comparison as the contract's JSON object; over pairs with what came and went in them."""
    paired = {
        code: {"pairs": each.pairs, "went": each.went, "came": each.came, "mcnemar": round(each.chance, 6)}
        for code, each in (changes or {}).items()
    }
    return {
        "modes": [
            {
                "code": mode.code,
                "before": list(mode.before),
                "after": list(mode.after),
                "difference": None if mode.difference is None else round(mode.difference, 4),
                "interval": None if mode.interval is None else [round(edge, 4) for edge in mode.interval],
                **({"paired": paired[mode.code]} if mode.code in paired else {}),
            }
            for mode in comparison.modes
        ],
        **({"paired": True} if paired else {}),
        "warnings": list(comparison.warnings),
    }


def _page(comparison: Comparison, width: int, changes: Mapping[str, PairedChange]) -> Iterator[str]:
    one, other = (f"{size:,} {'diagnosis' if size == 1 else 'diagnoses'}" for size in comparison.sizes)
    yield from wrap(f"before {one}, after {other}; change in points of a hundred", width)
    yield ""
    titles = [f"{mode.code} {mode.name}" for mode in comparison.modes]
    if max(map(len, titles)) > width - NUMBERS:
        titles = [mode.code for mode in comparison.modes]
    names = min(width - NUMBERS, max(map(len, titles)) + 2)
    yield f"{'mode':{names}}{'before':>8}{'after':>8}{'change':>8}  {'95 % interval'}"
    for mode, title in zip(comparison.modes, titles, strict=True):
        if mode.before[1] or mode.after[1]:
            yield f"{title:{names}}{_numbers(mode)}{_chance(changes.get(mode.code))}"
    unsaid = [mode.code for mode in comparison.modes if not (mode.before[1] or mode.after[1])]
    if unsaid:
        yield ""
        yield from wrap(f"No diagnosis could say: {', '.join(unsaid)}", width, break_on_hyphens=False)
    yield ""
    for warning in comparison.warnings:
        yield from wrap(warning, width, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)


def _numbers(mode: ModeChange) -> str:
    change, interval = NOTHING, NOTHING
    if mode.difference is not None and mode.interval is not None:
        change = points(mode.difference)
        low, high = mode.interval
        interval = "includes zero" if mode.includes_zero else f"{points(low)} to {points(high)}"
    return f"{_share(mode.before):>8}{_share(mode.after):>8}{change:>8}  {interval}"


def _chance(change: PairedChange | None) -> str:
    if change is None or not change.went + change.came:
        return ""
    return f"  (went {change.went}, came {change.came}, p {change.chance:.3f})"


def _share(share: tuple[int, int]) -> str:
    return f"{share[0]}/{share[1]}" if share[1] else NOTHING
