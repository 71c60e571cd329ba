"""Tokens in the bytes of a file: every spelling, each call once, nothing from what somebody said."""

import json
from pathlib import Path

import pytest

from agent.statistics import token_figures
from agent.statistics.token_figures import FigureReader
from agent.statistics.token_owners import sums
from agent.trace.source import Source

SPELLINGS = (
    ('{"usage": {"prompt_tokens": 60, "completion_tokens": 12}}', (60, 12)),
    ('{"usage": {"prompt_tokens": 60, "cache_read_input_tokens": 50, "completion_tokens": 12}}', (60, 12)),
    ('{"usage": {"input_tokens": 6, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 50, '
     '"output_tokens": 12, "iterations": [{"x": 1}]}}', (59, 12)),
    ('{"usage":{"input":6,"output":12,"cacheRead":50,"cacheWrite":0,"cost":{"input":0,"total":0.5}}}', (56, 12)),
    ('{"tokens":{"input":6,"output":12,"reasoning":0,"cache":{"read":1,"write":2}},"cost":0.01}', (9, 12)),
    ('{"usageMetadata": {"promptTokenCount": 60, "candidatesTokenCount": 12}}', (60, 12)),
    ('{"attributes": [{"key": "gen_ai.usage.input_tokens", "value": {"intValue": "60"}},\n'
     ' {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "12"}}]}', (60, 12)),
    ('{"llm.token_count.prompt": "60", "llm.token_count.completion": "12"}', (60, 12)),
)  # fmt: skip


def figures(folder: Path, text: str) -> list[tuple[int, int]]:
    path = folder / "run.json"
    path.write_text(text)
    return [call.tokens for call in FigureReader().read(Source.open(path))]


@pytest.mark.parametrize(("text", "tokens"), SPELLINGS)
def test_every_spelling_is_read(tmp_path: Path, text: str, tokens: tuple[int, int]) -> None:
    assert figures(tmp_path, text) == [tokens]


KEPT = (
    '{"usage": {"prompt_tokens": 60, "completion_tokens": 12, "prompt_tokens_details": {"cached_tokens": 50}}}',
    '{"usage": {"input_tokens": 60, "input_tokens_details": {"cached_tokens": 50}, "output_tokens": 12}}',
    '{"last_token_usage": {"input_tokens": 60, "cached_input_tokens": 50, "output_tokens": 12}}',
    '{"usageMetadata": {"promptTokenCount": 60, "cachedContentTokenCount": 50, "candidatesTokenCount": 12}}',
)


@pytest.mark.parametrize("text", KEPT)
def test_what_was_kept_of_earlier_calls_is_part_of_what_was_sent_where_it_is_told_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    (call,) = FigureReader().read(Source.open(path))
    assert (call.tokens, call.kept) == ((60, 12), 50)


def test_a_cost_beside_the_tokens_of_a_call_is_of_that_call(tmp_path: Path) -> None:
    usages = (
        {"prompt_tokens": 60, "completion_tokens": 12, "cost": 0.25},
        {"prompt_tokens": 61, "completion_tokens": 12},
        {"cost": 0.5, "prompt_tokens": 62, "completion_tokens": 12},
    )
    path = tmp_path / "run.json"
    path.write_text("\n".join(json.dumps({"usage": usage}) for usage in usages))
    calls = FigureReader().read(Source.open(path))
    assert [(call.sent, call.cost) for call in calls] == [(60, 0.25), (61, None), (62, 0.5)]


def test_what_somebody_said_is_no_figure(tmp_path: Path) -> None:
    said = {
        "content": '{"usage": {"input_tokens": 9, "output_tokens": 9}}',
        "max_output_tokens": 5,
        "input_tokens": None,
    }
    assert figures(tmp_path, json.dumps(said)) == []


def test_totals_by_name_are_not_added(tmp_path: Path) -> None:
    total = {"total_token_usage": {"input_tokens": 30, "output_tokens": 3}}
    calls = [{**total, "last_token_usage": {"input_tokens": 10, "output_tokens": 1}}]
    assert figures(tmp_path, json.dumps(calls)) == [(10, 1)]


def test_figures_across_blocks_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_figures, "BLOCK", 64)
    monkeypatch.setattr(token_figures, "OVERLAP", 96)
    monkeypatch.setattr(token_figures, "NEAR", 60)
    lines = [json.dumps({"n": "x" * (at % 37), "input_tokens": at, "output_tokens": 1}) for at in range(1, 60)]
    assert figures(tmp_path, "\n".join(lines)) == [(at, 1) for at in range(1, 60)]


def test_a_sum_before_or_behind_its_parts_is_known() -> None:
    parts = [(10, 1), (20, 2), (31, 3)]
    assert sums([*parts, (61, 6)]) == [False, False, False, True]
    assert sums([(61, 6), *parts]) == [True, False, False, False]
    assert sums([*parts, (32, 3)]) == [False] * 4
    assert sums([(10, 1), (10, 1)]) == [False, False]


def test_a_sum_of_answers_alone_may_as_well_be_a_call() -> None:
    assert sums([(0, 10), (0, 20), (0, 30)]) == [False] * 3
    assert sums([(0, 30), (0, 10), (0, 20)]) == [False] * 3
    assert sums([(0, 10), (7, 20), (7, 30)]) == [False, False, True]
