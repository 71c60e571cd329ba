"""`mast-tui agreement`: how far annotators agree, as a table or as one JSON object."""

import argparse
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

from agent.errors import UnreadableTrace, WrongUse
from mast_tui.cli import output
from taxonomy.labels.comparison import Comparison, ModeAgreement, compare
from taxonomy.labels.files import read_labels
from taxonomy.labels.label import BadLabels, tabulate
from taxonomy.labels.view import Blanks
from taxonomy.mast import UnknownMode, load, mode_code
from taxonomy.versions import PAPER, UnknownNumbering, numberings

NO_VALUE = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """LABELS and how to read them."""
    parser.add_argument(
        "labels",
        metavar="LABELS",
        nargs="+",
        type=Path,
        help="an annotation sheet, a CSV with trace,mode,label[,annotator], or a saved diagnosis",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument(
        "--blanks",
        choices=[str(choice) for choice in Blanks],
        default=str(Blanks.ABSENT),
        help="what a blank cell counts as (default absent)",
    )
    parser.add_argument(
        "--numbering",
        metavar="NAME",
        default=PAPER,
        help=f"how the modes of a CSV are numbered: {', '.join(known.name for known in numberings())}",
    )


def run(options: argparse.Namespace) -> int:
    """Read the labels, measure, and say it."""
    agreement = _measure(options.labels, options.numbering, Blanks(options.blanks))
    if options.json:
        output.write_json(document(agreement))
    else:
        output.write("\n".join(_page(agreement, max(60, min(shutil.get_terminal_size().columns, 120)))))
    return 0


def document(comparison: Comparison) -> dict[str, Any]:
    """The comparison as the contract's JSON object."""
    return {
        "annotators": list(comparison.annotators),
        "cells": comparison.cells,
        "cohen": {"pairs": dict(comparison.cohen), "mean": comparison.cohen_mean},
        "fleiss": comparison.fleiss,
        "alpha": comparison.alpha,
        "raw": comparison.raw,
        "positive": {
            "pairs": dict(comparison.positive),
            "mean": comparison.positive_mean,
            "present": dict(comparison.present),
        },
        "interval": None if comparison.interval is None else list(comparison.interval),
        "modes": {mode.key: _mode_document(mode) for mode in comparison.modes},
        "warnings": list(comparison.warnings),
    }


def _mode_document(mode: ModeAgreement) -> dict[str, Any]:
    return {
        "name": _name(mode),
        "labelled_as": [
            {"numbering": entry.numbering, "code": entry.code, "name": next(iter(entry.names), None)}
            for entry in mode.entries
        ],
        "cells": mode.cells,
        "present": dict(mode.present),
        "cohen": mode.cohen,
        "alpha": mode.alpha,
        "raw": mode.raw,
        "positive": mode.positive,
    }


def _measure(paths: list[Path], numbering: str, blanks: Blanks) -> Comparison:
    try:
        files = read_labels(paths, numbering)
        return compare(tabulate(files.labels), blanks, files.notes)
    except BadLabels as error:
        raise UnreadableTrace(error.what, error.where, error.next_step) from error
    except UnknownNumbering as error:
        raise WrongUse(
            f'"{numbering}" is no numbering of MAST.',
            f"Those that are known are {', '.join(known.name for known in numberings())}.",
            "Give --numbering one of these names.",
        ) from error
    except OSError as error:
        raise UnreadableTrace(
            "The labels cannot be read.",
            f"{error.filename}: {error.strerror}.",
            "Check the path, and that you may read the file.",
        ) from error


def _page(comparison: Comparison, width: int) -> Iterable[str]:
    """The comparison for a person."""
    who = f"{len(comparison.annotators)} annotators" if len(comparison.annotators) != 1 else "1 annotator"
    traces = f"{comparison.traces} traces" if comparison.traces != 1 else "1 trace"
    yield from wrap(
        f"{who} ({', '.join(map(output.visible, comparison.annotators))}), {comparison.cells} cells, {traces}", width
    )
    yield ""
    yield from _measures(comparison)
    yield ""
    yield from _modes(comparison, width)
    if comparison.warnings:
        yield ""
        yield "Mind:"
        for warning in comparison.warnings:
            yield from wrap(output.visible(warning), width, initial_indent="  - ", subsequent_indent="    ")


def _measures(comparison: Comparison) -> Iterable[str]:
    interval = (
        ""
        if comparison.interval is None
        else f"   95 % interval {_value(comparison.interval[0])} to {_value(comparison.interval[1])}"
    )
    pairs = (
        [(f"  {output.visible(pair)}", value) for pair, value in comparison.cohen.items()]
        if len(comparison.cohen) > 1
        else []
    )
    rows: list[tuple[str, float | None]] = [
        ("Cohen's kappa" + (", mean of pairs" if pairs else ""), comparison.cohen_mean),
        *pairs,
        ("Fleiss' kappa", comparison.fleiss),
        ("Krippendorff's alpha", comparison.alpha),
        ("raw agreement", comparison.raw),
        ("agreement on present", comparison.positive_mean),
    ]
    column = max(len(name) for name, _ in rows)
    for number, (name, value) in enumerate(rows):
        yield f"{name:{column}}  {_value(value):>7}{interval if number == 0 else ''}"


def _modes(comparison: Comparison, width: int) -> Iterable[str]:
    """One row per mode; what it is called in the labels follows where that is not our code."""
    head = ["mode", "name", "cells", "present", "kappa", "alpha", "raw"]
    rows = [
        [
            mode.key,
            _name(mode),
            str(mode.cells),
            _counts(mode.present),
            _value(mode.cohen),
            _value(mode.alpha),
            _value(mode.raw),
        ]
        for mode in comparison.modes
    ]
    sizes = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    room = width - sum(sizes) + sizes[1] - 2 * (len(head) - 1)
    sizes[1] = max(12, min(sizes[1], room))
    for row in [head, *rows]:
        cells = [row[0].ljust(sizes[0]), _cut(output.visible(row[1]), sizes[1]).ljust(sizes[1])]
        yield "  ".join([*cells, *(text.rjust(size) for text, size in zip(row[2:], sizes[2:], strict=True))]).rstrip()
    if comparison.annotators:
        yield f"present: cells that {', '.join(map(output.visible, comparison.annotators))} marked"
    yield from _labelled_as(comparison, width)


def _labelled_as(comparison: Comparison, width: int) -> Iterable[str]:
    """Which codes of other numberings were compared under which of ours, as far as the two differ."""
    names: dict[str, list[str]] = {}
    for mode in comparison.modes:
        for entry in mode.entries:
            if entry.mode and entry.numbering != PAPER:
                differs = entry.code is None or mode_code(entry.code) != entry.mode
                names.setdefault(entry.numbering, []).extend(
                    [f"{entry.code or entry.names[0]} is {mode.key}"] * differs
                )
    for name, codes in names.items():
        listed = f"{', '.join(codes)}; the rest as numbered" if codes else "as numbered"
        yield from wrap(f"{name}, by meaning: {listed}", width, subsequent_indent="  ")


def _name(mode: ModeAgreement) -> str:
    try:
        return load().mode(mode.key).name
    except UnknownMode:
        return next((name for entry in mode.entries for name in entry.names), mode.key)


def _counts(present: Mapping[str, int]) -> str:
    return (
        " ".join(map(str, present.values()))
        if len(present) <= 4
        else f"{min(present.values())}-{max(present.values())}"
    )


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"


def _value(value: float | None) -> str:
    return NO_VALUE if value is None else f"{value:.4f}"
