"""The runs that a file or a folder holds, as `mast-tui events TRACE --runs` lists them."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent.clean import clean_line, clean_name
from agent.statistics.times import moment
from agent.trace.folder import folder_runs
from agent.trace.trace import Trace
from mast_tui.cli.output import narrate, write, write_json
from mast_tui.cli.trace_argument import open_unread
from mast_tui.layout.width import cells, cut, padded

WIDEST_ID = 64
WIDEST_ENDING = 20
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
            "task": measured.task or None,
            "acts": measured.acts,
            "seconds": _seconds(run.time or measured.time, measured.ended),
            "outcome": measured.ending,
            "shown": run.id == shown,
        }


def _of_folder(number: int, id: str, size: int, changed: float) -> dict[str, Any]:
    time = datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    unread = dict.fromkeys(("events", "lines", "first", "last", "task", "acts", "seconds", "outcome"))
    return {"run": number, "id": id, "bytes": [0, size], "time": time, "shown": False, **unread}


def _rows(listed: list[dict[str, Any]]) -> Iterator[str]:
    """The runs as aligned rows; `*` stands before the one that is read where none is named."""
    ids = [cut(clean_name(each["id"]), WIDEST_ID) for each in listed]
    endings = [cut(clean_line(each["outcome"] or ""), WIDEST_ENDING) for each in listed]
    wide, end = max(2, *map(cells, ids)), max(7, *map(cells, endings))
    heading = f"{'acts':>7}  {'start':19}  {'took':>7}  {padded('outcome', end)}  task"
    yield f"     run  {padded('id', wide)}  {heading if listed[0]['events'] is not None else f'{str():9}start'}"
    for id, ending, each in zip(ids, endings, listed, strict=True):
        mark = "*" if each["shown"] else " "
        words = cut(clean_line(each["task"] or each["first"] or ""), WORDS)
        told = f"{_number(each['acts']):>7}  {(each['time'] or '')[:19]:19}  {_took(each['seconds']):>7}"
        yield f"{mark} {each['run']:>6}  {padded(id, wide)}  {told}  {padded(ending, end)}  {words}".rstrip()


def _seconds(began: str | None, ended: str | None) -> float | None:
    """How long a run took, where both of its times are known."""
    try:
        return None if not began or not ended else max(0.0, (moment(ended) - moment(began)).total_seconds())
    except ValueError:
        return None


def _took(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes_left = divmod(minutes, 60)
    return f"{hours}h{minutes_left:02}m" if hours else f"{minutes}m{rest:02}s" if minutes else f"{seconds:.1f}s"


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
