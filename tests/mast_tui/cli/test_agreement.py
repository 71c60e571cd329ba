"""`mast-tui agreement`: the published sheets to four decimals, files of every shape, and errors that name a row."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RunCli = Callable[..., tuple[int, str, str]]
KEYS = ["annotators", "cells", "cohen", "fleiss", "alpha", "raw", "positive", "interval", "modes", "warnings"]
SHEETS = {
    "round_2": ["round_2.json"],
    "round_3": ["round_3.json"],
    "new_benchmarks": ["generalisation.json"],
    "rounds_2+3_pooled": ["round_3.json", "round_2.json"],
    "all_three_pooled": ["round_2.json", "round_3.json", "generalisation.json"],
}


def measure(run_cli: RunCli, *words: str | Path) -> dict[str, Any]:
    code, out, err = run_cli("agreement", *words, "--json")
    assert (code, err) == (0, "")
    assert "NaN" not in out
    document: dict[str, Any] = json.loads(out)
    return document


def refused(run_cli: RunCli, *words: str | Path) -> str:
    code, out, err = run_cli("agreement", *words)
    assert (code, out) == (66, "")
    assert len(err.rstrip("\n").split("\n")) == 3
    return err


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


Write = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize("name", SHEETS)
def test_the_sheets_give_the_expected_figures(name: str, run_cli: RunCli, shared: Path) -> None:
    folder = shared / "labels" / "agreement"
    expected = json.loads((folder / "expected.json").read_text("utf-8"))[name]
    agreement = measure(run_cli, *(folder / file for file in SHEETS[name]))
    blanks = expected["blank_as_false"]
    assert list(agreement) == KEYS
    assert agreement["annotators"] == ["1", "2", "3"]
    assert agreement["cells"] == expected["cells"]
    assert agreement["cohen"]["pairs"] == pytest.approx(blanks["pairwise_cohen"], abs=5e-5)
    assert agreement["cohen"]["mean"] == pytest.approx(blanks["mean_pairwise_cohen"], abs=5e-5)
    assert agreement["fleiss"] == pytest.approx(blanks["fleiss"], abs=5e-5)
    assert agreement["raw"] == pytest.approx(blanks["raw_agreement_all3"], abs=5e-5)
    assert agreement["alpha"] == pytest.approx(expected["krippendorff_alpha"], abs=5e-5)
    assert list(agreement["positive"]["present"].values()) == expected["true_counts"]
    low, high = agreement["interval"]
    assert low < agreement["cohen"]["mean"] <= high <= 1
    assert any("Few cells are marked present" in warning for warning in agreement["warnings"])


def test_blanks_can_be_left_out(run_cli: RunCli, shared: Path) -> None:
    folder = shared / "labels" / "agreement"
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["new_benchmarks"]
    agreement = measure(run_cli, folder / "generalisation.json", "--blanks", "missing")
    assert agreement["cohen"]["pairs"] == pytest.approx(expected["pairwise_deletion"]["pairwise_cohen"], abs=5e-5)
    assert agreement["fleiss"] == pytest.approx(expected["listwise_complete"]["fleiss"], abs=5e-5)
    assert agreement["raw"] == pytest.approx(expected["listwise_complete"]["raw_agreement_all3"], abs=5e-5)
    assert agreement["alpha"] == pytest.approx(expected["krippendorff_alpha"], abs=5e-5)


def test_modes_of_the_sheets_stand_under_what_they_mean(run_cli: RunCli, shared: Path) -> None:
    modes = measure(run_cli, shared / "labels" / "agreement" / "round_2.json")["modes"]
    assert len(modes) == 17
    assert list(modes)[:14] == sorted(list(modes)[:14])
    assert list(modes)[14:] == ["MAST-17 1.4", "MAST-17 2.4", "MAST-17 2.5"]
    swapped = modes["FM-3.3"]["labelled_as"]
    assert [(entry["numbering"], entry["code"]) for entry in swapped] == [("MAST-17", "3.2")]
    assert modes["FM-1.3"]["labelled_as"][0]["code"] == "1.5"


def test_the_table_tells_the_same_and_fits(run_cli: RunCli, shared: Path) -> None:
    files = [shared / "labels" / "agreement" / name for name in SHEETS["all_three_pooled"]]
    code, out, err = run_cli("agreement", *files, env={"COLUMNS": "80"})
    assert (code, err) == (0, "")
    assert "0.8825" in out and "FM-3.3" in out and "MAST-17 1.4" in out
    assert max(map(len, out.split("\n"))) <= 80


def test_sheets_of_single_annotators_are_pooled_by_their_names(run_cli: RunCli, shared: Path, write: Write) -> None:
    whole = shared / "labels" / "agreement" / "round_3.json"
    sheet = json.loads(whole.read_text("utf-8"))
    parts = [
        write(f"{name}.json", json.dumps({**sheet, "cells": [c for c in sheet["cells"] if c["annotator"] == name]}))
        for name in sheet["annotators"]
    ]
    assert measure(run_cli, *parts) == measure(run_cli, whole)


TWO = "trace,mode,label,annotator\n" + "".join(
    f"t{number},{mode},{label},{who}\n"
    for number, mode, a, b in [(1, "FM-1.1", 1, 1), (2, "2.5", 1, 0), (3, "Step repetition", 0, 0), (4, "fm-3.1", 0, 0)]
    for who, label in (("a", a), ("b", b))
)


def test_a_csv_with_annotators(run_cli: RunCli, write: Write) -> None:
    agreement = measure(run_cli, write("two.csv", TWO))
    assert agreement["annotators"] == ["a", "b"]
    assert agreement["cells"] == 4
    assert agreement["cohen"] == {"pairs": {"a-b": 0.5}, "mean": 0.5}
    assert agreement["raw"] == 0.75
    assert agreement["positive"]["pairs"]["a-b"] == pytest.approx(2 / 3)
    assert list(agreement["modes"]) == ["FM-1.1", "FM-1.3", "FM-2.5", "FM-3.1"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace(",", ";").encode(),
        lambda text: text.replace(",", "\t").encode(),
        lambda text: text.replace("trace,mode,label,annotator", " Trace , MODE,Label,Annotator").encode(),
        lambda text: text.replace(",1,", ",TRUE,").replace(",0,", ",False,").encode(),
        lambda text: text.replace(",1,", ", yes ,").replace(",0,", ",NO,").encode(),
        lambda text: text.replace(",1,", ",present,").replace(",0,", ",Absent,").encode(),
        lambda text: text.replace(",1,", ",1.0,").replace(",0,", ",0.0,").encode(),
        lambda text: (text + "\n,,,\n\n").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: "\n".join([text.split("\n")[0], *sorted(text.split("\n")[1:], reverse=True)]).encode(),
        lambda text: "\n".join(f'"{line}"'.replace(",", '","') for line in text.split("\n") if line).encode(),
    ],
    ids=range(14),
)
def test_a_csv_may_be_written_in_many_ways(
    change: Callable[[str], bytes], run_cli: RunCli, write: Write, tmp_path: Path
) -> None:
    plain = measure(run_cli, write("plain.csv", TWO))
    assert measure(run_cli, write("other.csv", change(TWO))) == plain


def test_csv_files_without_annotators_are_one_annotator_each(run_cli: RunCli, write: Write, tmp_path: Path) -> None:
    rows = "trace,mode,label\nt1,1.1,{}\nt2,1.1,0\nt3,1.1,1\n"
    (tmp_path / "más").mkdir()
    first, second = write("gold.csv", rows.format(1)), write("más/gold.csv", rows.format(0))
    third = write("judge 2.csv", rows.format(1))
    agreement = measure(run_cli, first, third)
    assert agreement["annotators"] == ["gold", "judge 2"]
    assert agreement["cohen"]["mean"] == 1
    assert len(measure(run_cli, first, second)["annotators"]) == 2


def test_unicode_names_are_kept_and_terminal_codes_are_not_obeyed(run_cli: RunCli, write: Write) -> None:
    path = write(
        "names.csv", "trace,mode,label,annotator\nтрасса,1.1,1,Zoë\nтрасса,1.1,1,花\nx\x1b[2J,1.2,1,e\x1b[31mvil\n"
    )
    assert "Zoë-花" in measure(run_cli, path)["cohen"]["pairs"]
    code, out, _ = run_cli("agreement", path)
    assert code == 0 and "\x1b" not in out and "花" in out


def test_blank_cells_count_as_absent_with_a_warning_and_unclear_ones_are_missing(run_cli: RunCli, write: Write) -> None:
    rows = "trace,mode,label,annotator\nt1,1.1,1,a\nt1,1.1,1,b\nt2,1.1,0,a\nt2,1.1,{},b\n"
    blank = measure(run_cli, write("blank.csv", rows.format("")))
    assert (blank["cohen"]["mean"], blank["cells"], blank["alpha"]) == (1, 2, None)
    assert any("1 blank cell counts as absent" in warning for warning in blank["warnings"])
    unclear = measure(run_cli, write("unclear.csv", rows.format("unclear")))
    assert unclear["cohen"]["mean"] is None
    assert unclear["raw"] == 1
    assert any("missing" in warning for warning in unclear["warnings"])


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("t1,1.1,1,a\nt2,1.1,0,a\n", "one annotator"),
        ("t1,1.1,1,a\nt2,1.1,0,b\n", "no cell is labelled by both"),
        ("t1,1.1,0,a\nt1,1.1,0,b\nt2,1.1,0,a\nt2,1.1,0,b\n", "not defined"),
        ("t1,1.1,1,a\nt1,1.1,1,b\nt1,1.2,0,a\nt1,1.2,0,b\n", "at least two traces"),
    ],
)
def test_where_a_measure_is_not_defined_a_warning_says_why(rows: str, said: str, run_cli: RunCli, write: Write) -> None:
    agreement = measure(run_cli, write("degenerate.csv", "trace,mode,label,annotator\n" + rows))
    assert list(agreement) == KEYS
    assert None in (agreement["cohen"]["mean"], agreement["interval"])
    assert any(said in warning for warning in agreement["warnings"])
    code, out, _ = run_cli("agreement", write("degenerate.csv", "trace,mode,label,annotator\n" + rows))
    assert code == 0 and "nan" not in out


def test_the_same_word_twice_counts_once_and_is_said(run_cli: RunCli, write: Write) -> None:
    agreement = measure(run_cli, write("twice.csv", TWO + "t1,FM-1.1,1,a\n"))
    assert {**agreement, "warnings": []} == {**measure(run_cli, write("once.csv", TWO)), "warnings": []}
    assert any("more than once" in warning for warning in agreement["warnings"])


def test_a_csv_in_another_numbering_can_say_so(run_cli: RunCli, write: Write) -> None:
    path = write(
        "old.csv", "trace,mode,label,annotator\nt,1.7,1,a\nt,1.7,1,b\nt,3.2,1,a\nt,3.2,0,b\nt,1.4,0,a\nt,1.4,0,b\n"
    )
    agreement = measure(run_cli, path, "--numbering", "mast-17")
    assert list(agreement["modes"]) == ["FM-1.2", "FM-3.3", "MAST-17 1.4"]
    assert any("No counterpart" in warning for warning in agreement["warnings"])


HEAD = "trace,mode,label,annotator\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (HEAD + "t,1.1,1,a\nt,9.9,1,a\n", ["9.9", "labels.csv row 3"]),
        (HEAD + "t,FM-1.6,1,a\nt,1.7,1,a\n", ["FM-1.6", "row 2", "MAST-17", "--numbering"]),
        (HEAD + "t,1.1,1,a\n\nt,4.1,1,a\n", ["4.1", "row 4", "MAST-18", "FM-3.1"]),
        (HEAD + "t,1.5 Step repetition,1,a\n", ["row 2", "MAST-17", "FM-1.3"]),
        (HEAD + "t,Weak or no verification,1,a\n", ["Weak or no verification", "row 2"]),
        (HEAD + "t,No or Incorrect Verification,1,a\n", ["row 2", "FM-3.2 or FM-3.3"]),
        (HEAD + "t,1.1,1,a\nt,1.2,1\n", ["3 cells", "row 3"]),
        (HEAD + "t,1.1,1,a\nt,1.2,1,a,b,c\n", ["6 cells", "row 3"]),
        (HEAD + "t,1.1,1,a\nt,1.1,0,b\nt,FM-1.1,no,a\n", ["Annotator a", "row 2", "row 4"]),
        (HEAD + "t,1.1,perhaps,a\n", ["perhaps", "row 2"]),
        (HEAD + "t,1.1,1,\n", ["annotator", "row 2"]),
        (HEAD + ",1.1,1,a\n", ["trace", "row 2"]),
        (HEAD + "t,,1,a\n", ["mode", "row 2"]),
        (HEAD + 't,"1.1,1,a\n', ["row 2"]),
        ("trace,mode\nt,1.1\n", ["no column label", "row 1"]),
        ("trace,mode,label,mode\nt,1.1,1,1.1\n", ["two columns called mode"]),
        (HEAD, ["no labels"]),
        ("", ["no labels"]),
        (b"trace,mode,label\nt,1.1,1\ncaf\xe9,1.1,1\n", ["UTF-8", "row 3"]),
        ("[]", ["known here"]),
        ("{}", ["known here"]),
        ('{"cells": [', ["not valid"]),
        ("[" * 100_000, ["not valid"]),
    ],
    ids=range(23),
)
def test_what_cannot_be_used_is_refused_by_its_row(
    content: str | bytes, said: list[str], run_cli: RunCli, write: Write
) -> None:
    err = refused(run_cli, write("labels.csv", content))
    for words in said:
        assert words in err


def test_a_file_that_is_not_there_or_is_a_folder(run_cli: RunCli, tmp_path: Path) -> None:
    assert "nothing.csv" in refused(run_cli, tmp_path / "nothing.csv")
    assert "cannot be read" in refused(run_cli, tmp_path)


def test_an_unknown_numbering_is_wrong_use(run_cli: RunCli, write: Write) -> None:
    code, _, err = run_cli("agreement", write("two.csv", TWO), "--numbering", "mast-99")
    assert code == 2 and "MAST-17" in err
    assert run_cli("agreement")[0] == 2


def cell(code: str, annotator: object, value: object, **more: object) -> dict[str, object]:
    return {"code": code, "annotator": annotator, "value": value, "framework_set": "A", **more}


def sheet(version: str | None, *cells: dict[str, object], **head: object) -> str:
    return json.dumps({"taxonomy": {"version": version, **head}, "cells": cells})


def test_a_sheet_of_round_1_and_one_in_its_own_numbering(run_cli: RunCli, write: Write) -> None:
    cells = [cell("4.2", 1, True), cell("4.2", 2, "TRUE"), cell("3.4", 1, 0), cell("3.4", 2, None)]
    agreement = measure(run_cli, write("one.json", sheet("MAST-18 (round 1)", *cells)))
    assert list(agreement["modes"]) == ["FM-3.2", "MAST-18 3.4"]
    assert agreement["cohen"]["mean"] == 1
    own = sheet("Ours-2", cell("Q1", "a", True), cell("Q1", "b", True), codes={"Q1": "Loud failure"})
    agreement = measure(run_cli, write("own.json", own))
    assert agreement["modes"]["Ours-2 Q1"]["name"] == "Loud failure"
    assert any("Ours-2" in warning for warning in agreement["warnings"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (sheet("MAST-14 sheet", cell("1.1", 1, True), cell("1.7", 1, True)), ["1.7", "cell 2", "MAST-17"]),
        (sheet("MAST-14 sheet", cell("1.5", 1, True, name="Step repetition")), ["Step repetition", "1.3", "cell 1"]),
        (sheet("MAST-17", cell("1.1", 1, True), cell("1.1", 1, False)), ["Annotator 1", "cell 1", "cell 2"]),
        (sheet("MAST-17", cell("1.1", 1, "maybe")), ["maybe", "cell 1"]),
        (sheet("MAST-17", cell("1.1", None, True)), ["annotator", "cell 1"]),
        (sheet("MAST-17", cell("1.1", 1, True, framework_set=None)), ["trace", "cell 1"]),
        (sheet("MAST-77", cell("1.1", 1, True)), ["MAST-77", "cell 1", "MAST-17"]),
        (sheet(None, cell("1.1", 1, True)), ["no numbering", "cell 1"]),
        (json.dumps({"cells": ["x"]}), ["cell 1"]),
    ],
    ids=range(9),
)
def test_a_sheet_that_cannot_be_used_is_refused_by_its_cell(
    content: str, said: list[str], run_cli: RunCli, write: Write
) -> None:
    err = refused(run_cli, write("sheet.json", content))
    for words in said:
        assert words in err


def diagnosis(model: str | None, sha: str, path: str, **verdicts: str) -> str:
    codes = [
        f"FM-{category}.{number}" for category, count in ((1, 5), (2, 6), (3, 3)) for number in range(1, count + 1)
    ]
    return json.dumps(
        {
            "schema": "mast-tui/diagnosis/1",
            "made_by": {"analyst": "model" if model else "offline", "model": model},
            "taxonomy": {"name": "MAST", "version": "arXiv:2503.13657v3"},
            "trace": {"path": path, "sha256": sha},
            "modes": [
                {"code": code, "verdict": verdicts.get(code.replace("FM-", "m").replace(".", "_"), "absent")}
                for code in codes
            ],
        }
    )


def test_diagnoses_by_two_analysts_of_one_trace(run_cli: RunCli, write: Write) -> None:
    first = write("one.json", diagnosis("big", "ab12", "run.log", m1_1="present", m2_5="present"))
    second = write(
        "two.json", diagnosis(None, "ab12", "/other/run.log", m1_1="present", m2_5="unclear", m2_6="not_assessed")
    )
    agreement = measure(run_cli, first, second)
    assert agreement["annotators"] == ["big", "offline"]
    assert (agreement["cells"], agreement["cohen"]["mean"]) == (14, 1)
    assert agreement["modes"]["FM-2.5"]["present"] == {"big": 1, "offline": 0}
    assert any("2 labels are unclear or not assessed" in warning for warning in agreement["warnings"])


def test_diagnoses_by_one_analyst_of_one_trace_are_told_apart_by_their_files(run_cli: RunCli, write: Write) -> None:
    first = write("monday.json", diagnosis("big", "ab12", "run.log", m1_1="present"))
    second = write("friday.json", diagnosis("big", "ab12", "run.log", m1_2="present"))
    assert measure(run_cli, first, second)["annotators"] == ["friday", "monday"]


def test_diagnoses_of_several_traces_meet_a_person_who_names_the_files(run_cli: RunCli, write: Write) -> None:
    first = write("d1.json", diagnosis("big", "ab12", "logs/run1.log", m1_1="present"))
    second = write("d2.json", diagnosis("big", "cd34", "logs/run2.log"))
    person = write("person.csv", "trace,mode,label\nrun1,1.1,1\nrun1.log,2.5,0\nCD34,1.1,0\nlogs/run2.log,2.5,1\n")
    agreement = measure(run_cli, first, second, person)
    assert agreement["annotators"] == ["big", "person"]
    assert agreement["cells"] == 28
    assert agreement["raw"] == 0.75
    assert any("24 of 28 cells are labelled by one annotator only" in warning for warning in agreement["warnings"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"FM-1.1"', '"FM-1.9"', ["FM-1.9", "mode 1"]),
        ('"present"', '"perhaps"', ["perhaps", "mode 3"]),
        ("13657v3", "13657v9", ["another version"]),
        ('"modes"', '"nodes"', ["no modes"]),
        ('"made_by": {', '"made_by": [], "x": {', ["made_by"]),
    ],
)
def test_a_diagnosis_that_cannot_be_used_is_refused(
    old: str, new: str, said: list[str], run_cli: RunCli, write: Write
) -> None:
    text = diagnosis("big", "ab12", "run.log", m1_3="present")
    assert old in text
    err = refused(run_cli, write("diagnosis.json", text.replace(old, new)))
    for words in said:
        assert words in err
