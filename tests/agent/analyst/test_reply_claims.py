"""A reply about one chunk becomes claims in the same words as those of the offline analyst."""

from pathlib import Path

import pytest

from taxonomy.mast import load
from tests.agent.analyst.stage import ACT, LOG, REFERENCE, case_of, dumps, judged
from tests.agent.model.judge import finding, judgement


@pytest.mark.parametrize(
    ("what", "title"),
    [
        ("Coder writes two files.", "Coder writes two files"),
        ("Coder writes two files", "Coder writes two files"),
        ("Does util.py belong here?", "Does util.py belong here?"),
        ("", load().mode("FM-1.1").name),
        (".", load().mode("FM-1.1").name),
    ],
)
async def test_a_title_is_a_label_without_a_full_stop(what: str, title: str, tmp_path: Path) -> None:
    reply = dumps(judgement("FC1", {"FM-1.1": finding(ACT, REFERENCE, what=what)}))
    walked, _ = await judged(case_of(tmp_path), "FC1", [reply, reply])
    assert [claim.title for claim in walked.claims] == [title]


MISTAKE = {
    "kind": "Capability",
    "what": "The coder counts two files where the task says one",
    "why": "The number is read wrong.",
    "actor": "coder",
    "about": "app.py",
    "acts": [{"line": 2, "quote": "I write two files"}],
    "references": [{"line": 1, "quote": "write one file app.py"}],
    "severity": "fatal",
    "confidence": 0.9,
}


async def test_a_plain_mistake_is_a_finding_with_no_mode(tmp_path: Path) -> None:
    reply = judgement("FC1", {}) | {"mistakes": [MISTAKE]}
    walked, model = await judged(case_of(tmp_path), "FC1", [dumps(reply)])
    (claim,) = walked.claims
    assert (claim.mode, claim.called, claim.onset, claim.confidence) == (
        "capability",
        "plain mistake: capability",
        2,
        "likely",
    )
    assert set(walked.cells) == {mode.code for mode in load().modes_of("FC1")}
    assert "capability: An agent gets something wrong" in model.requests[0].messages[1].text
    assert "mistakes" in str(model.requests[0].response_format)


@pytest.mark.parametrize(
    ("kind", "named", "actor"),
    [("environment", "", None), ("data", "-", None), ("environment", "coder", "coder"), ("capability", "", "coder")],
)
async def test_what_comes_from_outside_is_nobodys_where_a_reply_names_nobody(
    kind: str, named: str, actor: str | None, tmp_path: Path
) -> None:
    reply = judgement("FC1", {}) | {"mistakes": [MISTAKE | {"kind": kind, "actor": named}]}
    walked, _ = await judged(case_of(tmp_path), "FC1", [dumps(reply)])
    assert [claim.actor for claim in walked.claims] == [actor]


async def test_a_short_quote_counts_where_it_is_all_that_its_line_says(tmp_path: Path) -> None:
    case = case_of(tmp_path, f"{LOG}2026-03-01 10:00:04 INFO tester: the columns are\n42\n7 of 9\n")
    references = [{"line": 6, "quote": "42"}, {"line": 7, "quote": "7"}]
    reply = judgement("FC1", {}) | {"mistakes": [MISTAKE | {"references": references}]}
    walked, _ = await judged(case, "FC1", [dumps(reply)])
    (claim,) = walked.claims
    assert [case.finder.at(place).lines for place in claim.places if place.part == "reference"] == [(6, 6)]


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({"acts": [{"line": 2, "quote": "I write nine folders of it"}]}, "not in the trace"),
        ({"references": []}, "need both"),
    ],
)
async def test_a_plain_mistake_rests_on_the_same_evidence_as_a_mode(change: dict, asked: str, tmp_path: Path) -> None:  # type: ignore[type-arg]
    first = judgement("FC1", {}) | {"mistakes": [MISTAKE | change]}
    walked, model = await judged(case_of(tmp_path), "FC1", [dumps(first), dumps(judgement("FC1", {}))])
    assert walked.claims == ()
    assert asked in model.requests[1].messages[-1].text


async def test_plain_mistakes_are_asked_for_once(tmp_path: Path) -> None:
    _, model = await judged(case_of(tmp_path), "FC2", [dumps(judgement("FC2", {}))])
    assert "mistakes" not in str(model.requests[0].response_format)
    assert "force none of it into a mode" in model.requests[0].messages[1].text
