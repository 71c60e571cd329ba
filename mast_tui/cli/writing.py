"""The option `-o`, and the reports it asks for."""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path

from agent.diagnosis.shapes import Diagnosis
from agent.report.sketch import Sketch
from agent.report.wording import size
from agent.report.write import write_report
from mast_tui.cli.output import narrate, visible


def output_option(parser: ArgumentParser, *, required: bool = False) -> None:
    """Where reports go, once for each."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        action="append",
        type=Path,
        default=[],
        required=required,
        help="write a report: .md, .html, .json or .sarif; may be given several times",
    )


def write_reports(diagnosis: Diagnosis, paths: Sequence[Path], kept: Iterable[Path], sketch: Sketch | None) -> None:
    """Write each report and say so."""
    kept = list(kept)
    for path in paths:
        written = write_report(diagnosis, path, kept, sketch)
        narrate(f"Report written to {visible(str(path))} ({size(written)}).")
