"""The walk of the model analyst over a scripted model: what it asks, what becomes of each answer."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agent.analyst.model_analyst import ModelAnalyst
from agent.diagnosis.document_parts import Diagnosis
from agent.graph.diagnose import diagnose
from agent.graph.progress import Claimed, Done, Judged, Progress
from agent.model.asker import Asker
from agent.model.closing_replies import OutcomeReply
from agent.model.faults import Fault, Status
from agent.model.meter import Delayed, Meter, Metered
from agent.model.model import Request
from agent.model.model_question import Question
from agent.model.reply_schemas import schema_of
from agent.settings import Limits
from agent.trace.trace import Trace
from taxonomy.mast import load
from tests.agent.analyst.stage import ACT, FOUND, LOG, REFERENCE, body_of, letters
from tests.agent.model.judge import finding, judgement, replies
from tests.agent.model.scripted_model import ScriptedModel

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"


def scripted(findings: Any = None, **more: Any) -> ScriptedModel:
    say = replies(FOUND if findings is None else findings, **more)
    return ScriptedModel(lambda letter: say(body_of(letter)))


async def walked(
    folder: Path, model: ScriptedModel, text: str = LOG, budget: int = 12_000, **more: Any
) -> tuple[Diagnosis, list[Progress]]:
    path = folder / "run.log"
    path.write_text(text)
    analyst = ModelAnalyst(Asker(model, Meter(Limits())), b"salt")
    steps = [step async for step in diagnose(Trace.open(path), analyst, budget=budget, **more)]
    assert isinstance(steps[-1], Done)
    return steps[-1].diagnosis, steps


async def test_a_plain_mistake_may_be_the_root(tmp_path: Path) -> None:
    wrong = {key: value for key, value in finding(ACT, REFERENCE).items() if "rival" not in key and key != "absence"}
    first = judgement("FC1", {}) | {"mistakes": [wrong | {"kind": "capability"}]}
    document, _ = await walked(tmp_path, scripted({}, judge_FC1=first))
    (mistake,) = document.findings
    assert (mistake.mode, mistake.kind, mistake.role) == (None, "capability", "root")
    assert document.root is not None and document.root.finding == mistake.id
    assert mistake.remedies and all("{" not in remedy.target for remedy in mistake.remedies)
    assert all(mode.verdict == "absent" for mode in document.modes)


def long_log(events: int) -> str:
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa"
    return LOG + "".join(
        f"2026-03-01 11:{n // 60:02}:{n % 60:02} INFO coder: step {n * 7919} {words} {n}\n" for n in range(events)
    )


async def test_the_prompt_of_the_three_categories_begins_alike(tmp_path: Path) -> None:
    model = scripted()
    await walked(tmp_path, model, long_log(60), budget=600)
    chunks: dict[str, list[str]] = {}
    for name in ("judge_FC1", "judge_FC2", "judge_FC3"):
        for letter in letters(model, name):
            text = letter.messages[1].text
            chunks.setdefault(text.split("Noted by programs")[0], []).append(text)
    assert len(chunks) > 2
    for shared, texts in chunks.items():
        assert len(texts) == 3
        assert len({text[: text.index("Judge these lines")] for text in texts}) == 1, "facts come before the category"
        assert shared.startswith("<<<TRACE ")
    assert len({letter.messages[0].text for letter in model.requests}) == 1


async def test_every_definition_and_rule_comes_from_the_taxonomy(tmp_path: Path) -> None:
    model = scripted()
    await walked(tmp_path, model)
    for category in load().categories:
        (letter,) = letters(model, f"judge_{category.code}")
        for mode in load().modes_of(category.code):
            assert mode.definition in letter.messages[1].text
            assert mode.shows in letter.messages[1].text
            for rival in mode.rivals:
                assert letter.messages[1].text.count(rival.rule) == 1


async def test_a_claim_is_told_before_its_gate_and_carries_its_place(tmp_path: Path) -> None:
    _, steps = await walked(tmp_path, scripted())
    kinds = [type(step) for step in steps]
    assert kinds.index(Claimed) < kinds.index(Judged)
    (claimed,) = [step.finding for step in steps if isinstance(step, Claimed)]
    assert (claimed.mode, claimed.actor, claimed.onset) == ("FM-1.1", "coder", 2)
    assert [step for step in steps if isinstance(step, Metered)][-1].spent.calls == 8


async def test_a_challenge_knows_what_is_claimed_and_not_the_reasoning_of_the_proposer(tmp_path: Path) -> None:
    findings = {"FM-1.1": finding(ACT, REFERENCE, why="UNMISTAKABLE reasoning", what="Two files are written")}
    model = scripted(findings)
    await walked(tmp_path, model)
    (letter,) = letters(model, "challenge")
    assert "UNMISTAKABLE" not in letter.messages[1].text
    assert "Two files are written (by coder, major)" in letter.messages[1].text
    assert "L2: 2026-03-01 10:00:01 INFO coder: I write two files" in letter.messages[1].text, "the whole line is shown"
    assert len(letter.messages) == 2


CHALLENGES: dict[str, tuple[dict[str, Any], str, set[str]]] = {
    "upheld": ({"verdict": "upheld"}, "upheld", {"FM-1.1"}),
    "refuted with words of the trace": (
        {"verdict": "refuted", "counter": {"line": 3, "quote": "looks good to me"}},
        "refuted",
        set(),
    ),
    "refuted with invented words": (
        {"verdict": "refuted", "counter": {"line": 3, "quote": "two files are fine"}},
        "unsure",
        {"FM-1.1"},
    ),
    "refuted without words": ({"verdict": "refuted"}, "unsure", {"FM-1.1"}),
    "reclassified": ({"verdict": "reclassified", "mode": "FM-2.3"}, "reclassified", {"FM-2.3"}),
    "reclassified as itself": ({"verdict": "reclassified", "mode": "FM-1.1"}, "unsure", {"FM-1.1"}),
    "reclassified as nothing": ({"verdict": "reclassified", "mode": "FM-1.6"}, "unsure", {"FM-1.1"}),
    "unsure": ({"verdict": "unsure"}, "unsure", {"FM-1.1"}),
}


@pytest.mark.parametrize("name", CHALLENGES)
async def test_what_becomes_of_a_challenge(name: str, tmp_path: Path) -> None:
    reply, verdict, modes = CHALLENGES[name]
    model = scripted(challenge={"against": "this and that", "mode": "", "counter": None, **reply})
    diagnosis, _ = await walked(tmp_path, model)
    assert {one.mode for one in diagnosis.findings} == modes
    assert {one.code for one in diagnosis.modes if one.verdict == "present"} == modes
    if verdict == "refuted":
        assert [(one.mode, one.because) for one in diagnosis.audit.refuted] == [("FM-1.1", "this and that")]
    else:
        assert diagnosis.findings[0].challenge.verdict == verdict
        assert diagnosis.findings[0].remedies


async def test_the_root_is_a_counterfactual_with_a_runner_up(tmp_path: Path) -> None:
    findings = {**FOUND, "FM-3.3": finding("3 looks good to me", REFERENCE, severity="minor")}
    candidates = [
        {"id": name, "hidden_cause": "haste", "smallest_change": f"mend {name}", "recovers": "yes"}
        for name in ("F1", "F2")
    ]
    root = {"candidates": candidates, "root": "F2", "runner_up": "F1", "why": "so it is", "chain": ["F2", "F9", "F1"]}
    diagnosis, _ = await walked(tmp_path, scripted(findings, root=root))
    assert diagnosis.root is not None
    assert diagnosis.root.finding == "F2"
    assert "mend F2" in diagnosis.root.counterfactual
    assert diagnosis.root.chain == ("F2", "F1")
    assert diagnosis.root.runner_up is not None
    assert diagnosis.root.runner_up.finding == "F1"
    assert [one.findings for one in diagnosis.failures] == [("F2",), ("F1",)], "the root comes first"


async def test_criteria_count_only_with_words_of_the_trace(tmp_path: Path) -> None:
    outcome = {
        "verdict": "failure",
        "basis": "two files were written",
        "criteria": [
            {"id": "C1", "state": "met", "quote": {"line": 3, "quote": "it was run and printed 5"}},
            {"id": "C2", "state": "unmet", "quote": {"line": 2, "quote": "I write two files"}},
            {"id": "C9", "state": "unmet", "quote": {"line": 2, "quote": "I write two files"}},
        ],
    }
    diagnosis, _ = await walked(tmp_path, scripted(outcome=outcome))
    assert {(one.id, one.state) for one in diagnosis.outcome.criteria} == {("C1", "unknown"), ("C2", "unmet")}
    assert diagnosis.outcome.verdict == "failure"
    assert len(diagnosis.outcome.evidence) == 1
    outcome["criteria"] = outcome["criteria"][:1]
    diagnosis, _ = await walked(tmp_path, scripted({}, outcome=outcome))
    assert diagnosis.outcome.verdict == "undetermined", "nothing stands, and no words are quoted"


async def test_a_root_that_would_not_have_saved_the_run_is_none(tmp_path: Path) -> None:
    findings = {**FOUND, "FM-3.3": finding("3 looks good to me", REFERENCE, severity="minor")}
    saves = {"F1": "no", "F2": "yes"}
    root = {
        "candidates": [
            {"id": name, "hidden_cause": "haste", "smallest_change": f"mend {name}", "recovers": recovers}
            for name, recovers in saves.items()
        ],
        "root": "F1",
        "runner_up": "F2",
        "why": "F1 comes first",
    }
    diagnosis, _ = await walked(tmp_path, scripted(findings, root=root))
    assert diagnosis.root is not None
    assert diagnosis.root.finding == "F2"
    assert diagnosis.root.counterfactual == "Smallest change: mend F2. The run then recovers. Hidden cause: haste."
    assert diagnosis.root.runner_up is not None
    assert diagnosis.root.runner_up.finding == "F1"


async def test_remedies_are_those_of_the_catalogue_in_words_of_this_run(tmp_path: Path) -> None:
    made = {
        "finding": "F1",
        "remedy": "M1",
        "target": "coder.md",
        "change": "Write app.py only.",
        "effect": "",
        "check": "",
    }
    strange = {**made, "remedy": "M77", "change": "Something else."}
    diagnosis, _ = await walked(tmp_path, scripted(remedies={"remedies": [strange, made]}))
    (remedy,) = diagnosis.findings[0].remedies
    assert (remedy.target, remedy.change) == ("coder.md", "Write app.py only.")
    assert remedy.effect
    assert remedy.check
    diagnosis, _ = await walked(tmp_path, scripted(remedies={"remedies": [strange]}))
    assert len(diagnosis.findings[0].remedies) >= 2


async def test_as_many_are_asked_at_once_as_allowed_and_no_more(tmp_path: Path) -> None:
    say = replies({})
    model = ScriptedModel(lambda letter: say(body_of(letter)), pause=0.01)
    await walked(tmp_path, model, long_log(150), budget=600, at_once=3)
    assert model.most_at_once == 3


async def test_who_is_told_to_wait_waits_and_others_wait_with_him() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    told: list[object] = []
    answer = '{"criteria": [], "verdict": "undetermined", "basis": ""}'
    model = ScriptedModel([Fault(Status.RATE_LIMITED, "slow down", wait=300.0), answer])
    asker = Asker(model, Meter(tell=told.append), sleep=sleep)
    question = Question("outcome", "system", "user", OutcomeReply, schema_of(OutcomeReply))
    reply = await asker.ask(question)
    assert reply.verdict == "undetermined"
    assert slept[0] == 300.0
    assert [one.seconds for one in told if isinstance(one, Delayed)] == [300.0]


async def test_nobody_is_asked_about_a_trace_with_nothing_in_it(tmp_path: Path) -> None:
    model = scripted()
    diagnosis, _ = await walked(tmp_path, model, "")
    assert model.requests == []
    assert diagnosis.usage.calls == 0
    assert {mode.verdict for mode in diagnosis.modes} <= {"unclear", "not_assessed"}


async def test_cutting_goes_on_as_soon_as_the_outline_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.analyst.model_analyst.LONGEST_HEAD_START", 3_600)
    async with asyncio.timeout(60):
        diagnosis, _ = await walked(tmp_path, scripted())
    assert diagnosis.coverage.percent == 100


@pytest.mark.parametrize(("vote", "hinted"), [("confirm", False), ("reject", True)])
async def test_a_hint_that_became_a_finding_is_no_hint_any_more(vote: str, hinted: bool, tmp_path: Path) -> None:
    judge = replies({})

    def script(letter: Request) -> str:
        return judge(body_of(letter)).replace('"vote": "confirm"', f'"vote": "{vote}"')

    sample = (SAMPLES / "invoices.jsonl").read_text()
    diagnosis, _ = await walked(tmp_path, ScriptedModel(script), sample)
    assert any(one.mode == "FM-3.2" for one in diagnosis.findings) is not hinted
    assert any(one.mode == "FM-3.2" for one in diagnosis.hints) is hinted
