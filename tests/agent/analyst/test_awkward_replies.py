"""Replies as models really give them: whatever is not clearly said stays open, and is asked for once more."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.analyst.case import Case
from agent.analyst.model_analyst import ModelAnalyst
from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.model import Answer, Request
from agent.redaction.redact import Redactor
from tests.agent.analyst.stage import ACT, REFERENCE, case_of, dumps, judged, states
from tests.agent.model.judge import finding, judgement
from tests.agent.model.scripted_model import Line, ScriptedModel

FOUND = finding(ACT, REFERENCE)
FC1 = judgement("FC1", {"FM-1.1": FOUND})
FC2 = judgement("FC2", {"FM-2.5": FOUND})
FC3 = judgement("FC3", {"FM-3.2": FOUND})
WHOLE = dumps(FC1)


def changed(place: int, base: dict[str, Any] = FC1, **parts: Any) -> str:
    value = deepcopy(base)
    value["modes"][place] = {**value["modes"][place], **parts}
    return dumps(value)


def without(place: int, base: dict[str, Any] = FC1) -> str:
    value = deepcopy(base)
    value["modes"].pop(place)
    return dumps(value)


def also(*items: dict[str, Any], base: dict[str, Any] = FC1) -> str:
    return dumps({**base, "modes": [*base["modes"], *items]})


def renamed(base: dict[str, Any], **names: str) -> str:
    value = deepcopy(base)
    for mode in value["modes"]:
        mode["mode"] = names.get(mode["mode"].replace("-", "_").replace(".", "_"), mode["mode"])
    return dumps(value)


ABSENT = {"mode": "FM-1.6", "against": "", "state": "absent", "findings": []}

# What a model said, and the modes that it leaves open.
UNDERSTOOD: dict[str, tuple[str, str]] = {
    "as asked": ("FC1", WHOLE),
    "in a fence": ("FC1", f"```json\n{WHOLE}\n```"),
    "in a fence without a language": ("FC1", f"```\n{WHOLE}\n```"),
    "prose before": ("FC1", f"Here is my judgement of the trace:\n\n{WHOLE}"),
    "prose after": ("FC1", f"{WHOLE}\n\nI hope this helps! No further failures."),
    "prose with braces before": ("FC1", f"I looked at {{every}} line and {{}}.\n{WHOLE}"),
    "behind a chain of thought": ("FC1", f'<think>No failure? {{"modes": []}} yes or no</think>\n{WHOLE}'),
    "behind a thought without a beginning": ("FC1", f"so FM-1.1 it is.</think>{WHOLE}"),
    "in a fence behind a thought": ("FC1", f"<think>hm</think>\n```json\n{WHOLE}\n```"),
    "indented": ("FC1", json.dumps(FC1, indent=4)),
    "with a byte order mark": ("FC1", f"\ufeff{WHOLE}"),
    "with control characters in strings": ("FC1", changed(1, against="a\x01b").replace("\\u0001", "\x01")),
    "with half a surrogate": ("FC1", changed(1, against="x\ud800y")),
    "codes without FM": ("FC1", WHOLE.replace("FM-", "")),
    "codes in small letters": ("FC1", WHOLE.replace("FM-", "fm")),
    "codes with their names": ("FC1", renamed(FC1, FM_1_1="FM-1.1 Disobey task specification")),
    "names that hold a no": ("FC3", renamed(FC3, FM_3_2="No or incomplete verification")),
    "names that hold an ignore": ("FC2", renamed(FC2, FM_2_5="Ignored other agent's input")),
    "states in capitals": ("FC1", WHOLE.replace('"absent"', '"ABSENT"').replace('"present"', '"Present"')),
    "lines as words": ("FC1", WHOLE.replace('"line": 2', '"line": "L2"')),
    "confidence in percent": ("FC1", WHOLE.replace('"confidence": 0.9', '"confidence": 90')),
    "stray codes of other numberings": ("FC1", also(ABSENT, {**ABSENT, "mode": "FM-2.7"}, {**ABSENT, "mode": "9.9"})),
    "modes of another category": ("FC1", also({**ABSENT, "mode": "FM-2.1", "state": "present"})),
    "the same twice": ("FC1", also(FC1["modes"][0], FC1["modes"][2])),
    "below a name of its own": ("FC1", dumps({"judge_FC1": FC1})),
    "in another order": ("FC1", dumps({**FC1, "modes": FC1["modes"][::-1]})),
    "texts far too long": ("FC1", changed(1, against="word " * 2_000)),
    "quotes with their numbers": ("FC1", WHOLE.replace("I write two", "2| I write two")),
    "quotes with other spaces": ("FC1", WHOLE.replace("I write two", "I  write\\ntwo")),
}
OPEN: dict[str, tuple[str, str, set[str]]] = {
    "a mode is missing": ("FC1", without(2), {"FM-1.3"}),
    "the mode with a no in its name is missing": ("FC3", without(1, FC3), {"FM-3.2"}),
    "no mode at all": ("FC1", dumps({"signals": [], "modes": []}), {"FM-1.1", "FM-1.2", "FM-1.3", "FM-1.4", "FM-1.5"}),
    "a state that is none": ("FC1", changed(2, state="yes"), {"FM-1.3"}),
    "a state that is a guess": ("FC1", changed(2, state="probably not"), {"FM-1.3"}),
    "a state that is null": ("FC1", changed(2, state=None), {"FM-1.3"}),
    "a state that is false": ("FC1", changed(2, state=False), {"FM-1.3"}),
    "an unknown field": ("FC1", changed(2, execute="rm"), {"FM-1.3"}),
    "findings that are no list": ("FC1", changed(2, findings="none"), {"FM-1.3"}),
    "twice and differently": ("FC1", also({**FC1["modes"][2], "state": "present"}), {"FM-1.3"}),
    "only stray codes": ("FC1", dumps({"signals": [], "modes": [ABSENT]}), {f"FM-1.{n}" for n in range(1, 6)}),
    "an ambiguous name": ("FC3", renamed(FC3, FM_3_2="No or Incorrect Verification"), {"FM-3.2"}),
    "cannot tell": ("FC1", changed(2, state="cannot_tell"), {"FM-1.3"}),
    "present without a finding": ("FC1", changed(2, state="present"), {"FM-1.3"}),
    "present without an act": ("FC1", changed(2, state="present", findings=[{**FOUND, "acts": []}]), {"FM-1.3"}),
    "present without a reference": (
        "FC1",
        changed(0, findings=[{**FOUND, "references": [], "acts": [{"line": 2, "quote": "not there at all"}]}]),
        {"FM-1.1"},
    ),
    "present with invented words": (
        "FC1",
        changed(2, state="present", findings=[finding("2 I never wrote such a thing", "1 nor did anybody ask")]),
        {"FM-1.3"},
    ),
    "present with another number": (
        "FC1",
        changed(0, findings=[finding("1 write one file app.py that prints 7", REFERENCE)]),
        {"FM-1.1"},
    ),
    "absent, with a finding": ("FC1", changed(2, findings=[FOUND]), {"FM-1.3"}),
    "a code with the name of another mode": (
        "FC3",
        renamed(FC3, FM_3_3="FM-3.3 No or incomplete verification"),
        {"FM-3.3"},
    ),
    "two codes in one": ("FC1", renamed(FC1, FM_1_3="FM-1.3, FM-1.4"), {"FM-1.3"}),
    "a code with more behind it": ("FC1", renamed(FC1, FM_1_3="FM-1.3.1"), {"FM-1.3"}),
    "present with a quote of one sign": (
        "FC1",
        changed(0, findings=[finding("2 I", "1 a")]),
        {"FM-1.1"},
    ),
    "a severity that is none": ("FC1", changed(0, findings=[{**FOUND, "severity": "terrible"}]), {"FM-1.1"}),
    "a confidence that is none": ("FC1", changed(0, findings=[{**FOUND, "confidence": "high"}]), {"FM-1.1"}),
}
ALL = {f"FM-1.{n}" for n in range(1, 6)}
NOTHING: dict[str, Line] = {
    "prose alone": "The run looks fine to me. No failures. FM-1.1: no. FM-1.2: no.",
    "a list of yes and no": "1.1 yes\n1.2 no\n1.3 no\n1.4 no\n1.5 no\n1.6 yes\n2.7 no",
    "a refusal in words": "I'm sorry, but I cannot help with that.",
    "an apology and nothing": "Sorry.",
    "an empty object": "{}",
    "a list": "[]",
    "null": "null",
    "a number": "42",
    "a bare list of modes": dumps(FC1["modes"]),
    "modes as an object": dumps({"signals": [], "modes": {"FM-1.1": "absent"}}),
    "a field too many": dumps({**FC1, "verdict": "no failures"}),
    "a schema instead": dumps({"type": "object", "properties": {"modes": {"type": "array"}}}),
    "Python instead of JSON": str({**FC1, "signals": None}),
    "nested too deep": '{"modes": ' + "[" * 3_000 + "]" * 3_000 + "}",
    "a fence that never closes": f"```json\n{WHOLE[:200]}",
    "a thought that never ends": f"<think>{WHOLE}",
    "two halves": f"{WHOLE[:300]}\n...\n{WHOLE[900:]}",
    "empty": Fault(Status.EMPTY, "the reply is empty"),
    "declined": Fault(Status.DECLINED, "the model declined to answer"),
    "cut": Fault(Status.CUT, "the reply ended without saying why", reply=WHOLE[:50]),
}


def test_the_corpus_is_large_enough() -> None:
    assert len(UNDERSTOOD) + len(OPEN) + len(NOTHING) >= 40


@pytest.mark.parametrize("name", UNDERSTOOD)
async def test_what_can_be_understood_is(name: str, tmp_path: Path) -> None:
    category, reply = UNDERSTOOD[name]
    judgement_of, model = await judged(case_of(tmp_path), category, [reply])
    assert set(states(judgement_of).values()) == {"judged"}
    (claim,) = judgement_of.claims
    assert claim.mode == {"FC1": "FM-1.1", "FC2": "FM-2.5", "FC3": "FM-3.2"}[category]
    assert len(model.requests) == 1


@pytest.mark.parametrize("name", OPEN)
async def test_what_is_left_out_stays_open_after_a_second_question(name: str, tmp_path: Path) -> None:
    category, reply, left = OPEN[name]
    judgement_of, model = await judged(case_of(tmp_path), category, [reply, reply])
    assert {code for code, state in states(judgement_of).items() if state != "judged"} == left
    assert all(state == "undetermined" for code, state in states(judgement_of).items() if code in left)
    assert len(model.requests) == (1 if name == "cannot tell" else 2)


@pytest.mark.parametrize("name", [name for name in OPEN if name != "cannot tell"])
async def test_a_second_reply_fills_what_the_first_left_open_and_nothing_else(name: str, tmp_path: Path) -> None:
    category, reply, left = OPEN[name]
    right = {"FC1": FC1, "FC3": FC3}[category]
    other = deepcopy(right)
    for mode in other["modes"]:
        if mode["mode"] not in left:
            mode["state"], mode["findings"] = "cannot_tell", []
    judgement_of, model = await judged(case_of(tmp_path), category, [reply, dumps(other)])
    assert set(states(judgement_of).values()) == {"judged"}
    repair = model.requests[1].messages[-1].text
    assert all(code in repair for code in left)


@pytest.mark.parametrize("name", NOTHING)
async def test_no_answer_is_no_verdict(name: str, tmp_path: Path) -> None:
    line = NOTHING[name]
    judgement_of, model = await judged(case_of(tmp_path), "FC1", [line, line])
    assert states(judgement_of) == dict.fromkeys(ALL, "undetermined")
    assert judgement_of.claims == ()
    assert len(model.requests) == 2
    assert all(why for _, why in judgement_of.cells.values())


@pytest.mark.parametrize("category", ["FC1", "FC2", "FC3"])
async def test_a_reply_cut_at_any_byte_says_nothing_it_did_not_finish(category: str, tmp_path: Path) -> None:
    whole = dumps({"FC1": FC1, "FC2": FC2, "FC3": FC3}[category])
    case = case_of(tmp_path)
    for cut in range(0, len(whole), 50):
        judgement_of, _ = await judged(case, category, [whole[:cut], whole[:cut]])
        assert set(states(judgement_of).values()) == {"undetermined"}, cut
        assert judgement_of.claims == ()


@given(st.text(max_size=200) | st.from_regex(r'\{"modes": \[.{0,80}\]\}', fullmatch=True))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_text_whatever_makes_a_verdict_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    case = case_of(tmp_path_factory.mktemp("case"))
    judgement_of, _ = await judged(case, "FC1", lambda letter: Answer(text, "stop"))
    assert set(states(judgement_of).values()) == {"undetermined"}


async def test_quotes_of_secrets_come_back_as_placeholders_and_still_stand(tmp_path: Path) -> None:
    secret = "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
    plain = case_of(tmp_path, f"10:00 INFO planner: Task: never print a token\n10:01 INFO coder: token {secret} here\n")
    case = Case(plain.trace, redactor=Redactor(b"s"))
    (chunk,) = case.planner.chunks()
    seen: list[str] = []

    def script(letter: Request) -> str:
        text = letter.messages[1].text
        seen.append(text)
        shown = next(line for line in text.split("\n") if line.startswith("2| "))[3:]
        act = shown[shown.index("coder:") :]
        return dumps(judgement("FC1", {"FM-1.1": finding(f"2 {act}", "1 never print a token")}))

    analyst = ModelAnalyst(Asker(ScriptedModel(script)), b"salt")
    judgement_of = await analyst.judge(case, "FC1", chunk, {}, ())
    assert secret not in "".join(seen)
    assert states(judgement_of)["FM-1.1"] == "judged"
    (kept,) = judgement_of.claims
    assert judgement_of.dropped == ()
    shown = case.finder.at(kept.places[0]).record(case.show)
    assert shown.redacted
    assert secret not in shown.quote
    assert "<SECRET:github#" in shown.quote
