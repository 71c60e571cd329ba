"""A selfcheck by the real graph, asked of models that answer by a script: one that knows, one that guesses."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

from agent.analyst.model_analyst import ModelAnalyst
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.check import Conditions, check, quick
from agent.evaluation.known_runs import KnownRun, read_known_runs
from agent.evaluation.run_score import RunScore
from agent.evaluation.selfcheck import Checked, Spending, document, kappa
from agent.model.asker import Asker
from agent.model.model import Request
from tests.agent.evaluation.judges import Reply, guesser, mistaken, oracle
from tests.agent.model.scripted_model import ScriptedModel

RUNS = read_known_runs(Path(__file__).parents[3] / "sample_traces" / "selfcheck")


def analyst(reply: Reply) -> ModelAnalyst:
    def answered(letter: Request) -> str:
        form: dict[str, Any] = dict((letter.response_format or {})["json_schema"])
        return reply(form["name"], "\n".join(message.text for message in letter.messages), form["schema"])

    return ModelAnalyst(Asker(ScriptedModel(answered)), b"salt")


async def scores_of(runs: tuple[KnownRun, ...], reply: Reply) -> tuple[list[RunScore], list[Diagnosis]]:
    each = [one async for one in check(runs, Conditions(lambda: analyst(reply)), 2)]
    each.sort(key=lambda one: one[0].run.name)
    return [score for score, _ in each], [diagnosis for _, diagnosis in each]


@cache
def by_the_oracle() -> tuple[list[RunScore], list[Diagnosis]]:
    return asyncio.run(scores_of(RUNS, oracle(RUNS)))


@cache
def by_chance() -> tuple[list[RunScore], list[Diagnosis]]:
    return asyncio.run(scores_of(RUNS, guesser(RUNS)))


def written(scores: list[RunScore], diagnoses: list[Diagnosis]) -> dict[str, Any]:
    spent = Spending()
    for diagnosis in diagnoses:
        spent = spent.plus(diagnosis)
    return document(Checked("model", "scripted", "scripted", "abc", "2026-11-18"), scores, spent)


def test_a_model_that_knows_the_truth_finds_everything_at_its_place() -> None:
    # Slow, since all runs of the check are walked.
    result = written(*by_the_oracle())
    for code, tally in result["modes"].items():
        for name in ("found", "place", "root", "outcome"):
            assert tally[name] == [3, 3], (code, name)
        assert tally["false_alarms"] == [0, 21]
        assert not tally["weak"]
    assert result["clean"] == {"false_alarms": [0, 14]}
    assert result["hard"] == {"false_alarms": [0, 7]}
    assert result["outcome"] == [63, 63]
    assert result["root"] == result["remedy"] == [42, 42]
    assert result["kappa"] == {"value": 1.0, "interval": [1.0, 1.0]}
    assert result["incomplete"] == 0
    assert result["cost"]["calls"] > 63 * 4


def test_a_model_that_guesses_agrees_by_chance_only() -> None:
    # Slow, since all runs of the check are walked.
    scores, diagnoses = by_chance()
    value, interval = kappa(scores)
    assert value is not None
    assert interval is not None
    assert interval[0] <= 0 <= interval[1]
    result = written(scores, diagnoses)
    blind = result["baselines"]["at_random"]
    assert abs(sum(tally["found"][0] for tally in result["modes"].values()) - blind["found"][0]) <= 8
    assert result["clean"]["false_alarms"][0] > 7


def test_blind_answers_have_kappa_0() -> None:
    scores, diagnoses = by_the_oracle()
    baselines = written(scores, diagnoses)["baselines"]
    assert baselines["always_present"] == {"found": [42, 42], "false_alarms": [14, 14], "kappa": 0.0}
    assert baselines["never_present"] == {"found": [0, 42], "false_alarms": [0, 14], "kappa": 0.0}


def test_a_quick_check_takes_one_run_of_each_mode_and_seven_clean_ones() -> None:
    few = quick(RUNS)
    assert sorted(run.mode for run in few if run.mode) == sorted({run.mode for run in RUNS if run.mode})
    assert sum(not run.fails for run in few) == 7
    assert {run.kind for run in few if run.fails} == {"plain", "apart", "subtle"}


def test_another_mode_at_the_act_and_the_mode_at_another_place_are_told_apart() -> None:
    runs = tuple(run for run in RUNS if run.name in ("11-plain", "12-plain", "12-clean"))
    scores, diagnoses = asyncio.run(scores_of(runs, mistaken(runs, "FM-1.2")))
    assert [score.verdict for score in scores] == ["wrong mode: FM-1.2", "quiet", "found"]
    modes = written(scores, diagnoses)["modes"]
    assert modes["FM-1.1"]["wrong"] == [1, 1]
    assert modes["FM-1.2"]["named_elsewhere"] == 1
    far = runs[-1:]
    (score,), _ = asyncio.run(scores_of(far, mistaken(far, "FM-1.2", at=2)))
    assert (score.verdict, score.root) == ("found elsewhere", False)
