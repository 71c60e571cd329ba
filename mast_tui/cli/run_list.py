"""The runs that a file or a folder holds, as `mast-tui events TRACE --runs` lists them."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent.clean import clean_line, clean_name
from agent.trace.folder import folder_runs
from agent.trace.trace import Trace
from mast_tui.cli.output import narrate, write, write_json
from mast_tui.cli.trace_argument import open_unread
from mast_tui.layout.width import cells, cut, padded

WIDEST_ID = 64
WORDS = 100


def write_runs(options: Namespace) -> None:
    """Write the runs as a table or as JSON; a source with one run has none to choose from."""
    folder = folder_runs(Path(options.trace)) if options.run is None else []
    if folder:
        listed = [_of_folder(number, each.id, each.bytes, each.changed) for number, each in enumerate(folder, 1)]
        _write(listed, options, Path(options.trace).name)
        return
    with closing(open_unread(options)) as trace:
        _write(list(_of_file(trace)), options, trace.source.name)


def _write(listed: list[dict[str, Any]], options: Namespace, name: str) -> None:
    if options.json:
        write_json({"runs": listed})
    elif not listed:
        narrate(f"{clean_name(name)} holds one run.")
    else:
        for line in _rows(listed):
            write(line)


def _of_file(trace: Trace) -> Iterator[dict[str, Any]]:
    runs = trace.runs()
    shown = trace.only
    if runs and shown is None:
        trace.read_to(1)
        shown = trace.reading.run
    for run in runs:
        measured = trace.measure(run)
        yield {
            "run": run.number,
            "id": run.id,
            "events": measured.events,
            "lines": measured.lines,
            "bytes": [run.start, run.end],
            "time": run.time or measured.time,
            "first": measured.first,
            "last": measured.last,
            "shown": run.id == shown,
        }


def _of_folder(number: int, id: str, size: int, changed: float) -> dict[str, Any]:
    time = datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"run": number, "id": id, "events": None, "lines": None, "bytes": [0, size], "time": time,
            "first": None, "last": None, "shown": False}  # fmt: skip


def _rows(listed: list[dict[str, Any]]) -> Iterator[str]:
    """The runs as aligned rows; `*` stands before the one that is read where none is named."""
    ids = [cut(clean_name(each["id"]), WIDEST_ID) for each in listed]
    wide = max(2, *map(cells, ids))
    of_file = listed[0]["events"] is not None
    last = "last line" if of_file else ""
    yield f"     run  {padded('id', wide)}  {'events':>7}  {'lines':>7}  {'start':19}  {last}".rstrip()
    for id, each in zip(ids, listed, strict=True):
        mark = "*" if each["shown"] else " "
        counts = f"{_number(each['events']):>7}  {_number(each['lines']):>7}"
        words = cut(clean_line(each["last"] or ""), WORDS)
        yield f"{mark} {each['run']:>6}  {padded(id, wide)}  {counts}  {(each['time'] or '')[:19]:19}  {words}".rstrip()


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
