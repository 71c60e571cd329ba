"""Diagnoses scored on labelled traces: known figures come out exactly, and chance has kappa 0."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from agent.errors import UnreadableTrace
from agent.evaluation.evaluate import evaluation, matched
from agent.evaluation.measures import measured
from agent.evaluation.run_score import acts_of
from agent.evaluation.suites import read_suite
from agent.evaluation.truth import Suite
from tests.agent.evaluation.test_compare import group

MODE = "FM-3.1"


def suite_of(tmp_path: Path, labels: str) -> Suite:
    """Labels of FM-3.1 for the traces that `group` makes: P present, A absent."""
    rows = "".join(f"{number:064x},{MODE},{int(letter == 'P')}\n" for number, letter in enumerate(labels))
    path = tmp_path / "labels.csv"
    path.write_text(f"trace,mode,label\n{rows}")
    return read_suite(path)


def scored(tmp_path: Path, truth: str, said: str) -> dict[str, Any]:
    suite = suite_of(tmp_path, truth)
    pairs, others = matched(suite, group(said))
    assert not others
    return evaluation(suite, pairs)


def test_known_answers_have_known_figures(tmp_path: Path) -> None:
    result = scored(tmp_path, "PPPPAAAAAA", "PPPAPAAAAA")
    tally = result["modes"][MODE]
    assert (tally["right"], tally["false"], tally["missed"], tally["cells"]) == (3, 1, 1, 10)
    assert tally["precision"]["value"] == tally["recall"]["value"] == tally["f1"]["value"] == 0.75
    assert tally["kappa"]["value"] == round((0.8 - 0.52) / (1 - 0.52), 4)
    assert tally["kappa"]["interval"][0] < tally["kappa"]["value"] < tally["kappa"]["interval"][1]
    assert result["all"] == tally


def test_an_oracle_has_kappa_1_and_blind_answers_have_0(tmp_path: Path) -> None:
    truth = "PAPAPPAAPAPPAAPAPPAA"
    result = scored(tmp_path, truth, truth)
    assert result["modes"][MODE]["kappa"] == {"value": 1.0, "interval": [1.0, 1.0]}
    assert result["baselines"]["always_present"]["kappa"]["value"] == 0
    assert result["baselines"]["always_present"]["recall"]["value"] == 1
    assert result["baselines"]["never_present"]["kappa"]["value"] == 0
    assert result["baselines"]["majority"]["kappa"]["value"] == 0


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_of_a_judge_by_chance_holds_0(seed: int) -> None:
    draw = random.Random(seed)
    traces = []
    for _ in range(60):
        cells = [(draw.random() < 0.3, draw.random() < 0.3) for _ in range(14)]
        traces.append(
            (
                sum(a and b for a, b in cells),
                sum(a and not b for a, b in cells),
                sum(b and not a for a, b in cells),
                sum(not a and not b for a, b in cells),
            )
        )
    edges = measured(traces).intervals["kappa"]
    assert edges is not None
    assert edges[0] <= 0.03
    assert edges[1] >= -0.03


def test_what_was_not_judged_counts_as_not_seen_or_is_left_out(tmp_path: Path) -> None:
    from agent.evaluation.compare import Unclear

    suite = suite_of(tmp_path, "PPAA")
    pairs, _ = matched(suite, group("PNNA"))
    assert evaluation(suite, pairs)["modes"][MODE]["missed"] == 1
    left = evaluation(suite, pairs, Unclear.LEFT_OUT)["modes"][MODE]
    assert (left["cells"], left["missed"]) == (2, 0)


def test_few_traces_and_missing_diagnoses_are_said(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "PPAA")
    pairs, others = matched(suite, [*group("PA"), *group("P", first=900)])
    result = evaluation(suite, pairs)
    assert len(others) == 1
    assert any("2 of 4 labelled traces have no diagnosis" in warning for warning in result["warnings"])
    assert any("too few" in warning for warning in result["warnings"])


def test_labels_on_which_people_are_even_count_neither_way(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(
        f"trace,mode,label,annotator\n{0:064x},{MODE},1,ada\n{0:064x},{MODE},0,ben\n{1:064x},{MODE},1,ada\n"
    )
    suite = read_suite(path)
    pairs, _ = matched(suite, group("PP"))
    result = evaluation(suite, pairs)
    assert result["disputed"] == 1
    assert result["modes"][MODE]["cells"] == 1


@pytest.mark.parametrize(("away", "hits"), [(0, [1, 1, 1]), (4, [0, 1, 1]), (20, [0, 0, 1]), (60, [0, 0, 0])])
def test_places_of_a_csv_are_compared_by_lines(tmp_path: Path, away: int, hits: list[int]) -> None:
    diagnosis = group("P")[0]
    mode = diagnosis.findings[0].mode
    last = max(act[1] for one in diagnosis.findings if one.mode == mode for act in acts_of(one))
    path = tmp_path / "places.csv"
    path.write_text(f"trace,mode,label,line\n{0:064x},{mode},1,L{last + away}\n")
    suite = read_suite(path)
    lines = evaluation(suite, matched(suite, [diagnosis])[0])["places"]["lines"]
    assert [lines[within] for within in ("0", "5", "25")] == [[hit, 1] for hit in hits]


def test_a_block_of_labels_beside_two_traces_of_the_dataset_is_disputed(tmp_path: Path) -> None:
    labels = {"1.1": 1, "3.2": 0, "3.3": 1}
    records = [
        {"mas_name": "A", "trace_id": 0, "trace": {"key": "a", "trajectory": "x"}, "mast_annotation": labels},
        {"mas_name": "A", "trace_id": 1, "trace": {"key": "b", "trajectory": "y"}, "mast_annotation": labels},
        {"mas_name": "B", "trace_id": 2, "trace": {"key": "c", "trajectory": "z"}, "mast_annotation": {"1.1": 0}},
    ]
    path = tmp_path / "MAD.json"
    path.write_text(json.dumps(records))
    suite = read_suite(path)
    assert suite.kind == "MAST's dataset"
    assert [set(truth.modes.values()) for truth in suite.truths] == [{None}, {None}, {False}]
    assert "2 of 3 records share their block of labels" in suite.notes[0]


def test_annotators_of_the_dataset_are_read_by_the_words_of_their_modes(tmp_path: Path) -> None:
    rows = [
        {"failure mode": "1.5 Step repetition", "annotator_1": True, "annotator_2": True, "annotator_3": False},
        {"failure mode": "1.7 Disobey role specification", "annotator_1": False, "annotator_2": True},
    ]
    path = tmp_path / "human.json"
    path.write_text(json.dumps([{"mas_name": "A", "trace_id": 0, "trace": "x", "annotations": rows}]))
    (truth,) = read_suite(path).truths
    assert truth.modes == {"FM-1.3": True, "FM-1.2": None}


def test_who_and_when_trail_and_agentrx_are_known_by_their_fields(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "1.json").write_text(json.dumps({"history": [], "mistake_step": "1", "mistake_agent": "Ada"}))
    (truth,) = read_suite(tmp_path / "w").truths
    assert (truth.spots[0].step, truth.spots[0].actor, truth.decisive) == (2, "Ada", True)
    (tmp_path / "t").mkdir()
    errors = [{"category": "Tool-related", "location": "ab12"}]
    (tmp_path / "t" / "x.json").write_text(json.dumps({"trace_id": "x", "errors": errors}))
    (truth,) = read_suite(tmp_path / "t").truths
    assert (truth.spots[0].span, truth.spots[0].category) == ("ab12", "Tool-related")
    failures = [{"failure_id": 1, "step_number": 3, "failed_agent": "A"}, {"failure_id": "2", "step_number": 5}]
    record = {"trajectory_id": 7, "failures": failures, "root_cause": {"failure_id": 2}}
    (tmp_path / "rx.jsonl").write_text(json.dumps(record) + "\n")
    (truth,) = read_suite(tmp_path / "rx.jsonl").truths
    assert (truth.name, truth.spots[0].step) == ("7", 5)


def test_a_file_without_labels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(UnreadableTrace):
        read_suite(tmp_path / "x.csv")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnreadableTrace, match="no labels here"):
        read_suite(tmp_path / "empty")
