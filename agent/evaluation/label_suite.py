"""Label sheets and CSV as a suite: what most annotators said counts; where they are even it is disputed."""

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from agent.errors import UnreadableTrace
from agent.evaluation.truth import Spot, Suite, Truth, keys_of
from taxonomy.labels.files import decode, read_labels
from taxonomy.labels.label import Said, tabulate
from taxonomy.mast import mode_code
from taxonomy.mode import is_own


def read_label_files(paths: Sequence[Path]) -> Suite:
    """The suite of some files of labels; BadLabels where one cannot be read."""
    if not paths:
        raise UnreadableTrace(
            "There are no labels here.",
            "The folder holds neither a file of labels that is known nor a CSV.",
            "Name a CSV with trace,mode,label, a sheet, or the folder of a suite: see docs/trust.md.",
        )
    files = read_labels(paths)
    table = tabulate(files.labels)
    modes: dict[str, dict[str, bool | None]] = defaultdict(dict)
    disputed = 0
    for (trace, key), row in table.cells.items():
        votes = [label.said is Said.PRESENT for label in row.values() if label.said is not Said.MISSING]
        if (key.startswith("FM-") or is_own(key)) and votes:
            even = 2 * sum(votes) == len(votes)
            disputed += even
            modes[trace][key] = None if even else 2 * sum(votes) > len(votes)
    spots = _spots(paths)
    truths = tuple(Truth(trace, keys_of(trace), said, spots.get(trace.casefold(), ())) for trace, said in modes.items())
    notes = [*files.notes]
    if disputed:
        notes.append(f"{disputed} labels are disputed (annotators are even): they count neither way.")
    return Suite("labels", truths, tuple(notes))


def _spots(paths: Sequence[Path]) -> dict[str, tuple[Spot, ...]]:
    """Where a CSV says in the columns line and actor that a mode was seen."""
    by_trace: dict[str, list[Spot]] = defaultdict(list)
    for path in paths:
        text = decode(path.read_bytes(), str(path))
        if text.lstrip().startswith(("{", "[")):
            continue
        head = text.split("\n", 1)[0]
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
        for row in rows:
            cell = {str(name).strip().casefold(): (value or "").strip() for name, value in row.items() if name}
            lines = _lines(cell.get("line", "") or cell.get("lines", ""))
            if lines and cell.get("label", "").casefold() in ("1", "true", "yes", "present", "x"):
                spot = Spot(mode_code(cell.get("mode", "")) or None, lines=lines, actor=cell.get("actor") or None)
                by_trace[cell.get("trace", "").casefold()].append(spot)
    return {trace: tuple(spots) for trace, spots in by_trace.items()}


def _lines(text: str) -> tuple[int, int] | None:
    """`12` or `12-15`, with or without an L."""
    first, _, last = text.replace("L", "").replace("l", "").partition("-")
    with suppress(ValueError):
        return (int(first), int(last or first))
    return None
