"""The tools that tell of calls, parts of a run, tables, files and numbers: on a run whose every number is known."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agent.lookup.calls import Lookups
from agent.lookup.visible_trace import VisibleTrace
from agent.trace.trace import Trace

TABLE = "Here:\n\n| city | people |\n|---|---|\n| Bern | 134000 |\n| Rome | 2800000 |\n\nDone."
ONE, TWO = "def area(r):\n    return r * r", "def area(r):\n    return 3.14 * r * r"


def called(number: int, name: str, **given: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(given)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": f"c{number}", "function": function}]}


def returned(number: int, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": f"c{number}", "content": text}


MESSAGES = [
    {"role": "user", "content": "Compute the area. The secret word is heron."},
    called(1, "run", code="area(2)"),
    returned(1, "NameError: area"),
    {"role": "assistant", "content": f"geometry.py\n```python\n{ONE}\n```"},
    called(2, "run", code="area(2)"),
    returned(2, "4"),
    called(3, "read_file", path="cities.csv"),
    returned(3, TABLE),
    {"role": "user", "content": "That is wrong, do it again."},
    {"role": "assistant", "content": f"geometry.py\n```python\n{TWO}\n```\nThe heron is right now."},
    called(4, "run", code="area(3)"),
]


@pytest.fixture
def lookups(tmp_path: Path) -> Lookups:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"messages": MESSAGES}))
    return Lookups(VisibleTrace(Trace.open(path).read()))


def looked(lookups: Lookups, name_of_tool: str, room: int = 2_000, **given: Any) -> str:
    return lookups.run(lookups.call_of(name_of_tool, json.dumps(given)), room).text


def test_calls_are_counted_and_alike_ones_share_a_row(lookups: Lookups) -> None:
    text = looked(lookups, "calls")
    assert text.startswith("4 calls of 4, 3 different;") and "By tool: run 3, read_file 1" in text
    assert "2x @" in text and "area(2)" in text and "4" in text
    assert looked(lookups, "calls", tool="read").startswith("1 call of 4")
    assert looked(lookups, "calls", tool="run", last=3).startswith("1 call of 4")


def test_calls_go_on_where_they_broke_off(lookups: Lookups) -> None:
    whole, skip = looked(lookups, "calls").split("\n")[1:], 0
    rows: list[str] = []
    while len(rows) < len(whole):
        text = looked(lookups, "calls", 180, skip=skip)
        shown = [row for row in text.split("\n")[1:] if row and not row.startswith("... ")]
        assert shown and (len(rows) + len(shown) == len(whole) or f"skip={skip + len(shown)}" in text)
        rows, skip = rows + shown, skip + len(shown)
    assert rows == whole


def test_a_run_without_phases_has_a_segment_for_each_request_with_what_was_open(lookups: Lookups) -> None:
    text = looked(lookups, "segments")
    assert "2 segments" in text and "one for each request of a person" in text
    assert "open at its end: call @" in text.split("\n")[-1]


def test_a_table_is_rows_and_columns(lookups: Lookups) -> None:
    line = next(row for row in looked(lookups, "search", words="Bern").split("\n") if "Bern" in row).split("|")[0]
    text = looked(lookups, "table", line=int(line) - 1)
    assert "2 columns, 3 rows with its heading" in text and "| Rome | 2800000" in text and "---" not in text
    assert "No table is seen" in looked(lookups, "table", line=1)


@pytest.mark.parametrize(
    "text",
    [
        "a,b,c\n1,2,3\n4,5,6",
        "a\tb\tc\n1\t2\t3\n4\t5\t6",
        "a    b    c\n1    2    3\n4    5    6",
        '[{"a": 1}, {"a": 4}]',
    ],
    ids=["commas", "tabs", "aligned", "objects"],
)
def test_tables_are_read_however_they_are_written(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "x"}, returned(1, text)]}))
    shown = looked(Lookups(VisibleTrace(Trace.open(path).read())), "table", line=2)
    assert "3 rows with its heading" in shown and shown.count("\n") == 3


def test_a_file_has_its_versions_and_what_changed_between_them(lookups: Lookups) -> None:
    assert "geometry.py: 2 versions: 1 @" in looked(lookups, "file_versions")
    latest = looked(lookups, "file_versions", name="geometry")
    assert "version 2 of 2" in latest and "return 3.14 * r * r" in latest and "def area" in latest
    changed = looked(lookups, "file_versions", name="geometry.py", version=1, other=2).split("\n")[1:]
    assert [row.partition("| ")[2].strip() for row in changed] == ["return r * r", "return 3.14 * r * r"]
    assert "There is no version 7" in looked(lookups, "file_versions", name="geometry.py", version=7)
    assert 'no file is called "zebra"' in looked(lookups, "file_versions", name="zebra")


def test_who_had_a_word_when_and_the_numbers_of_the_run(lookups: Lookups) -> None:
    text = looked(lookups, "first_and_last", text="heron")
    assert text.startswith("first 1| ") and "user wrote it first at L1" in text
    assert "4" in next(row for row in looked(lookups, "statistics").split("\n") if row.startswith("assistant | "))


@pytest.mark.parametrize("tool", ["segments", "statistics", "file_versions", "outline"])
def test_places_that_a_row_tells_of_are_named_and_not_shown(lookups: Lookups, tool: str) -> None:
    one = lookups.run(lookups.call_of(tool, "{}"), 2_000)
    said = {int(line) for pair in re.findall(r"L(\d+)(?:-(\d+))?", one.text) for line in pair if line}
    named = {line for place in one.named for line in place}
    assert named and not one.lines
    assert named <= said or tool == "segments", "nothing is named that no row tells of"
    assert {min(said), max(said)} <= named


def test_what_an_event_is_called_is_found_by_pattern_and_by_words(lookups: Lookups) -> None:
    listed = looked(lookups, "events", kind="call")
    name = listed.split("\n")[1].partition("call: ")[2][:12]
    assert name and "none further" in looked(lookups, "search", words="call: " + re.escape(name), regex=True)


def test_a_search_says_how_many_there_are_and_pages_through_all(lookups: Lookups) -> None:
    text = looked(lookups, "search", words="area|Rome|4", regex=True)
    total = int(text.split(" ")[0])
    rows = [row for row in text.split("\n") if row.split("|")[0].isdigit()]
    assert "match" in text and 0 < len(rows) < total
    assert text.endswith(f"... {total - len(rows)} more; go on with skip={len(rows)}")
    rest = looked(lookups, "search", words="area|Rome|4", regex=True, skip=len(rows))
    others = [row for row in rest.split("\n") if row.split("|")[0].isdigit()]
    assert rest.endswith("none further") and len({*rows, *others}) == total
    assert "Not in this trace" in looked(lookups, "search", words="zebra quagga")
    assert "Elsewhere in the trace there are" in looked(lookups, "search", words="Rome", last=1)
