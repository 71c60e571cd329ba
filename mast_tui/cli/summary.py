"""`mast-tui summary`: what the diagnoses of a folder say together, for people, pages, tables and programs."""

import json
import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from agent.diagnosis.document import from_dict, to_dict
from agent.errors import WrongUse
from agent.number_words import size
from agent.report.wording import listed
from agent.report.write import check_targets, target, write_whole
from agent.summary.json_shape import document
from agent.summary.summary import COLUMNS, Summary, read_labels, summarise
from agent.summary.summary_tables import LEGEND, headline, heat_map, tables
from mast_tui.cli.output import has_screen, narrate, visible, write, write_json
from mast_tui.cli.parser import no_model, no_trace, output_option
from mast_tui.layout.summary_rows import table_lines
from mast_tui.state.kept_review import people_say

KNOWN_BY = {
    ".html": "<title>Summary of ",
    ".md": "# Summary of diagnoses",
    ".json": '"mast-tui/summary/',
    ".csv": "run,document,path,id,task",
    ".parquet": "PAR1",
}
"""The suffixes that a summary may have, and the first words by which an older one is known."""
NARROWEST, WIDEST = 60, 200
ROWS, HEAT_NAME = 30, 24
DECISIONS = ""
"""What `--labels` holds where no file is named with it."""


def add_arguments(parser: ArgumentParser) -> None:
    """The folder, how to count, and where the summary goes."""
    parser.add_argument(
        "folder", metavar="DIR", type=Path, nargs="?", help="a folder of saved diagnoses, also of folders of them"
    )
    output_option(parser, f"write it: {listed(list(KNOWN_BY), 'or')}; may be given several times", "summary")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument(
        "--by",
        metavar="COLUMN",
        action="append",
        default=[],
        help=f"part the runs by {', '.join(COLUMNS)} or a column of --labels; may be given several times",
    )
    parser.add_argument(
        "--labels",
        metavar="FILE.csv",
        nargs="?",
        action="append",
        const=DECISIONS,
        default=[],
        help="use what people decided about findings; with a file, its columns beside ours: the first names the run",
    )
    parser.add_argument(
        "--unclear",
        choices=("left-out", "absent"),
        default="left-out",
        help="what `unclear` counts as (default left-out)",
    )
    no_trace(parser)
    no_model(parser)


def run(options: Namespace) -> int:
    """Count, and write what was asked for."""
    if options.folder is None:
        options.folder = _behind_labels(options)
    check_targets(options.output, (), force=options.force, known_by=KNOWN_BY)
    summary = _counted(options)
    by = tuple(dict.fromkeys(options.by))
    columns = {*COLUMNS, *(name for one in summary.runs for name in one.labels)}
    unknown = [name for name in by if name not in columns]
    if unknown:
        raise WrongUse(
            "No run has such a column.", f"--by {unknown[0]} was given.", f"There are {', '.join(sorted(columns))}."
        )
    for path in options.output:
        written = write_whole(_data(summary, path.suffix.lower(), by), path, target(path, (), KNOWN_BY))
        narrate(f"Summary written to {visible(str(path))} ({size(written)}).")
    if options.json:
        write_json(document(summary, by))
    elif not options.output and has_screen():
        from mast_tui.cli import open as open_command
        from mast_tui.state.told_runs import ToldRuns

        options.overview = ToldRuns(options.folder, summary, by)
        return open_command.run(options)
    elif not options.output:
        width = max(NARROWEST, min(shutil.get_terminal_size((100, 24)).columns, WIDEST))
        write("\n".join(_page(summary, by, width)))
    return 0


def _behind_labels(options: Namespace) -> Path:
    """The folder that stands behind `--labels`, which a person meant without a file."""
    last = Path(options.labels[-1]) if options.labels else None
    if last is None or not last.is_dir():
        raise WrongUse("No folder of diagnoses is named.", "There is no DIR.", "Name one: mast-tui summary found/.")
    options.labels[-1] = DECISIONS
    return last


def _counted(options: Namespace) -> Summary:
    """The summary of the folder, by people's decisions and with columns of one's own where that is wanted."""
    files = [Path(one) for one in options.labels if one != DECISIONS]
    labels: dict[str, dict[str, str]] = {}
    for file in files:
        for name, columns in read_labels(file).items():
            labels.setdefault(name, {}).update(columns)
    unclear = options.unclear == "absent"
    if DECISIONS not in options.labels:
        return summarise(options.folder, labels, unclear_is_absent=unclear)
    with people_say() as said:
        return summarise(
            options.folder,
            labels,
            unclear_is_absent=unclear,
            people=lambda document, name: to_dict(said(from_dict(document, name))),
        )


def _data(summary: Summary, suffix: str, by: Sequence[str]) -> bytes:
    """The summary as bytes of a file."""
    if suffix == ".html":
        from agent.summary.html_page import page

        return page(summary, by).encode("utf-8", "backslashreplace")
    if suffix == ".md":
        from agent.summary.markdown_page import page

        return page(summary, by).encode("utf-8", "backslashreplace")
    if suffix == ".json":
        told = {"schema": "mast-tui/summary/1", **document(summary, by)}
        return (json.dumps(told, indent=1, ensure_ascii=True, allow_nan=False) + "\n").encode()
    from agent.summary.rows_file import as_csv, as_parquet

    return as_csv(summary).encode("utf-8", "backslashreplace") if suffix == ".csv" else as_parquet(summary)


def _page(summary: Summary, by: Sequence[str], width: int) -> Iterator[str]:
    yield from wrap(visible(headline(summary)), width)
    for table in tables(summary, by, ROWS):
        yield from table_lines(table, width)
    yield from table_lines(heat_map(summary, ROWS, brief=True), width, HEAT_NAME, " ")
    yield LEGEND
    yield ""
    for warning in summary.warnings:
        yield from wrap(visible(warning), width, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
