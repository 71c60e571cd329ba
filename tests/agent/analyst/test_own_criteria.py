"""Criteria of a person: read from a file with every fault named by its line, and judged with those of the trace."""

from pathlib import Path

import pytest

from agent.analyst.own_criteria import each_named, read_criteria, with_own
from agent.diagnosis.document_parts import Criterion, Outcome
from agent.errors import WrongUse


def test_lines_and_toml_say_the_same(tmp_path: Path) -> None:
    lines, toml = tmp_path / "c.txt", tmp_path / "c.toml"
    lines.write_text("# what counts for us\n- The report names its sources.\n\n2. No price is older than a day\n")
    toml.write_text('criteria = ["The report names its sources.", "No price is older than a day"]\n')
    assert read_criteria(lines) == ("The report names its sources.", "No price is older than a day")
    assert read_criteria(toml) == read_criteria(lines)


@pytest.mark.parametrize(
    ("name", "text", "line", "why"),
    [
        ("c.txt", "", 1, "holds no criterion"),
        ("c.txt", "# only this\n", 1, "holds no criterion"),
        ("c.txt", "one\ntwo\none\n", 3, "the same as line 1"),
        ("c.txt", "ok\n" + "x" * 201, 2, "201 characters"),
        ("c.txt", "ok\nbad\x1b[31m\n", 2, "control character"),
        ("c.txt", "".join(f"criterion {n}\n" for n in range(21)), 21, "criterion 21"),
        ("c.toml", 'criteria = ["a"]\nmodes = []\n', 2, "`modes` is not known"),
        ("c.toml", "\ncriteria = 3\n", 2, "not a list"),
        ("c.toml", 'criteria = [\n"a"\n"b"]\n', 3, ""),
    ],
)
def test_a_bad_file_is_refused_with_the_line_and_the_reason(
    name: str, text: str, line: int, why: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(WrongUse) as refused:
        read_criteria(path)
    assert f"line {line}:" in str(refused.value)
    assert why in str(refused.value)


def test_they_join_those_of_the_trace_and_none_is_left_out() -> None:
    stated = {"id": "C1", "text": "five", "line": 1, "words": ""}
    outline = with_own({"criteria": [stated], "goal": ""}, ("mine",))
    assert [one["id"] for one in outline["criteria"]] == ["C1", "own1"]
    assert with_own({"missing": "no answer"}, ("mine",))["criteria"][0]["text"] == "mine"
    judged = Outcome("success", "", (Criterion("own1", "mine", "met"),), ())
    assert each_named(judged, ("mine",)) is judged
    assert each_named(Outcome("undetermined", "", (), ()), ("mine",)).criteria == (
        Criterion("own1", "mine", "unknown"),
    )
