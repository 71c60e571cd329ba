"""Known runs written otherwise: the truth comes along, and a model that reads what matters scores the same."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from agent.evaluation.perturb import VARIANTS, compared, reordered, rewritten
from agent.trace.trace import Trace
from taxonomy.mast import load
from tests.agent.evaluation.judges import oracle
from tests.agent.evaluation.test_selfcheck import RUNS, scores_of

REWRITING = [variant for variant in VARIANTS if variant.names is not None]


@pytest.mark.parametrize("variant", REWRITING, ids=lambda variant: variant.name)
def test_the_truth_stands_in_every_run_that_is_written_otherwise(variant: object, tmp_path: Path) -> None:
    names = next(one.names for one in REWRITING if one is variant)
    assert names is not None
    for run in RUNS:
        made = rewritten(run, names, tmp_path)
        assert made is not None, run.name
        with closing(Trace.open(made.trace)) as trace:
            trace.read()
            for place in (*made.act, *made.reference):
                text = trace.text(trace.events.at_line(place.lines[0]))
                assert place.quote in text
        assert (made.mode, made.outcome, len(made.act)) == (run.mode, run.outcome, len(run.act))


def test_names_are_swapped_everywhere(tmp_path: Path) -> None:
    run = next(run for run in RUNS if run.name == "12-plain")
    texts = {}
    for variant in REWRITING:
        assert variant.names is not None
        made = rewritten(run, variant.names, tmp_path)
        assert made is not None
        texts[variant.name] = made.trace.read_text()
    assert '"name": "intake"' in texts["headers"]
    assert "intake" not in texts["renamed"]
    assert '"name": "Amber"' in texts["renamed"]
    assert texts["shuffled"].count('"name": "intake"') != texts["headers"].count('"name": "intake"')


def test_the_modes_of_each_category_are_asked_about_in_reverse() -> None:
    assert reordered(load()).codes[:5] == ("FM-1.5", "FM-1.4", "FM-1.3", "FM-1.2", "FM-1.1")
    assert sorted(reordered(load()).codes) == sorted(load().codes)


def test_a_model_that_knows_the_truth_is_not_moved_by_names(tmp_path: Path) -> None:
    few = tuple(run for run in RUNS if run.name in ("11-plain", "12-plain", "12-clean"))
    base, _ = asyncio.run(scores_of(few, oracle(few)))
    for variant in REWRITING:
        assert variant.names is not None
        made = tuple(one for run in few if (one := rewritten(run, variant.names, tmp_path)) is not None)
        after, _ = asyncio.run(scores_of(made, oracle(made)))
        change = compared(base, after)
        assert change["found"] == (2, 2)
        assert change["changed"] == [0, 3]
        assert change["difference"]["within_noise"]
