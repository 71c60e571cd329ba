"""The runs of a summary as a table for programs: CSV, or Parquet where pyarrow is installed."""

import csv
import io
from typing import Any

from agent.errors import WrongUse
from agent.summary.json_shape import row
from agent.summary.summary import Summary

PLAIN = (
    ("run", "document", "path", "id", "task", "framework", "model", "analyst", "outcome"),
    ("failures", "root_mode", "root_line", "complete", "cost_usd"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def flat(summary: Summary) -> list[dict[str, Any]]:
    """A row for each run: its modes are columns with verdict and line, its labels columns too."""
    names = sorted({name for run in summary.runs for name in run.labels})
    rows = []
    for number, run in enumerate(summary.runs, 1):
        told = row(run, number, summary)
        plain = {name: told[name] for part in PLAIN for name in part}
        for code in summary.taxonomy.codes:
            plain[code] = told["modes"][code]
            plain[f"{code} line"] = next((each.line for each in run.findings if each.failure == code), None)
        rows.append({**plain, **{f"label {name}": run.labels.get(name) for name in names}})
    return rows


def as_csv(summary: Summary) -> str:
    """CSV in which no spreadsheet takes words of a trace for a formula."""
    rows = flat(summary)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _harmless(value) for key, value in one.items()} for one in rows)
    return text.getvalue()


def as_parquet(summary: Summary) -> bytes:
    """Parquet, which takes the library that the extra brings."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise WrongUse(
            "Parquet takes a library that is not installed.",
            "pyarrow is missing.",
            "Install it with `pip install 'mast-tui[parquet]'`, or name a .csv.",
        ) from None
    rows = flat(summary)
    columns: dict[str, list[Any]] = {name: [one[name] for one in rows] for name in rows[0]}
    kinds = {
        name: pyarrow.int64()
        if name in ("run", "failures", "root_line") or name.endswith(" line")
        else pyarrow.bool_()
        if name == "complete"
        else pyarrow.float64()
        if name == "cost_usd"
        else pyarrow.string()
        for name in columns
    }
    sink = io.BytesIO()
    table = pyarrow.table({name: pyarrow.array(held, kinds[name]) for name, held in columns.items()})
    parquet.write_table(table, sink)
    return sink.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
