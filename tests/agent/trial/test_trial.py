"""A remedy tried: what is asked in each arm, how answers are judged, and what the counts can say."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from agent.diagnosis.document_parts import Challenge, Finding, RemedyAdvice
from agent.errors import WrongUse
from agent.model.asker import Asker
from agent.model.model import Request
from agent.trace.event import Kind
from agent.trace.trace import Trace
from agent.trial.act_context import Context, context_before
from agent.trial.arms import CONTROL, REMEDY, arms_of, words_of
from agent.trial.conclusion import conclusion
from agent.trial.exact_figures import fisher, interval
from agent.trial.experiment import Experiment, experiment
from agent.trial.trial import Trial, run_trial
from tests.agent.model.scripted_model import ScriptedModel
from tests.agent.trace.formats.acts import lines, opened

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
SENTENCE = "Ask before you guess a rate."
GUESS, ASKS = "I take 0.9 as the rate.", "Which rate shall I take?"
SEEDS = 200
WORD = re.compile(r"[A-Za-z]{9,}")


def remedy(kind: str = "specification") -> RemedyAdvice:
    return RemedyAdvice(kind, "planner", SENTENCE, "", "", "")  # type: ignore[arg-type]


def finding(mode: str = "FM-2.2") -> Finding:
    challenge = Challenge("upheld", "")
    return Finding(
        "F1", mode, "Guesses a rate", "No rate was given.", "planner", "major", "likely", "root", "model", 1, (), (),
        challenge, (remedy(),),
    )  # fmt: skip


def call_log(folder: Path) -> Trace:
    sent = [{"role": "system", "content": "You\u00e9 plan."}, {"role": "user", "content": "Total  in euros?\n"}]
    record = {
        "request": {"model": "m-1", "messages": sent},
        "response": {"choices": [{"message": {"role": "assistant", "content": GUESS}}]},
    }
    later = {
        "request": {"model": "m-1", "messages": [*sent, {"role": "user", "content": "Later words."}]},
        "response": {"choices": [{"message": {"role": "assistant", "content": "Done."}}]},
    }
    return opened(folder, lines(record, later), "calls.jsonl")


def act_of(trace: Trace, text: str = GUESS) -> int:
    return next(event.number for event in trace.events if trace.text(event) == text)


def test_a_log_of_model_calls_gives_the_messages_to_the_letter(tmp_path: Path) -> None:
    trace = call_log(tmp_path)
    context = context_before(trace, trace.events[act_of(trace)])
    assert context.exact
    assert context.model == "m-1"
    assert [(one.who, one.text) for one in context.messages] == [
        ("system", "You\u00e9 plan."),
        ("user", "Total  in euros?\n"),
    ]


SAMPLED = (
    "invoices.jsonl", "metagpt-roman-numerals.txt", "openai_chat-clean.jsonl", "openinference-meeting_room.json",
    "otlp_genai-invoice.jsonl", "trail-clock_tower.json",
)  # fmt: skip


@pytest.mark.parametrize("name", SAMPLED)
def test_nothing_that_comes_later_is_in_what_an_agent_had(name: str) -> None:
    trace = Trace.open(SAMPLES / name).read()
    acts = [
        event
        for event in trace.events
        if event.is_act and event.kind in (Kind.SAY, Kind.CALL) and event.actor != "user"
    ]
    looked = 0
    for act in acts:
        before = "\n".join(trace.text(event) for event in trace.events if event.number < act.number)
        later = "\n".join(trace.text(event) for event in trace.events if event.number >= act.number)
        told = "\n".join(message.text for message in context_before(trace, act).messages)
        for word in set(WORD.findall(later)) - set(WORD.findall(before)):
            assert word not in told
            looked += 1
    assert looked


def test_what_the_trace_does_not_hold_is_refused(tmp_path: Path) -> None:
    trace = opened(tmp_path, "2026-03-01 10:00:00 INFO started\n2026-03-01 10:00:01 INFO done\n", "plain.log")
    with pytest.raises(WrongUse):
        context_before(trace, trace.events[1])


def experiment_on(trace: Trace, mode: str = "FM-2.2", kind: str = "specification") -> Experiment:
    """The trial of a remedy for the act that guesses."""
    line = trace.events[act_of(trace)].lines[0]
    return experiment(trace, replace(finding(mode), onset=line), remedy(kind), lambda text: text)


def asker(probability: float, with_sentence: float, seed: int) -> Asker:
    """An agent that guesses with one probability, and with another where the sentence is in what it reads."""
    chance = random.Random(seed)

    def answer(request: Request) -> str:
        told = "\n".join(message.text for message in request.messages)
        if "ANSWER" in told and "FAILURE" in told:
            said = told.rpartition("<<<ANSWER")[2]
            fails = GUESS in said
            return json.dumps(
                {"because": "", "quote": GUESS if fails else ASKS, "verdict": "fails" if fails else "does_not_fail"}
            )
        share = with_sentence if SENTENCE in told else probability
        return GUESS if chance.random() < share else ASKS

    return Asker(ScriptedModel(answer), pause=0.0)


async def tried(
    probability: float, with_sentence: float, seed: int, trace: Trace, kind: str = "specification"
) -> Trial:
    return await run_trial(asker(probability, with_sentence, seed), experiment_on(trace, kind=kind), (5, 5))


async def test_the_share_of_failures_is_within_its_interval_over_many_seeds(tmp_path: Path) -> None:
    trace, outside, claimed, shown = call_log(tmp_path), 0, 0, [0, 0]
    for seed in range(SEEDS):
        trial = await tried(0.8, 0.3, seed, trace)
        for at, (arm, share) in enumerate(((CONTROL, 0.8), (REMEDY, 0.3))):
            low, high = interval(*trial.failed(arm))
            outside += not low <= share <= high
            shown[at] += trial.failed(arm)[0]
        claimed += "more than chance" in (await tried(0.5, 0.5, seed, trace)).conclusion()
    for failed, share in zip(shown, (0.8, 0.3), strict=True):
        assert abs(failed / (5 * SEEDS) - share) <= 3 * (share * (1 - share) / (5 * SEEDS)) ** 0.5
    assert outside <= 0.05 * 2 * SEEDS
    assert claimed <= 0.05 * SEEDS


@pytest.mark.parametrize("control", range(6))
@pytest.mark.parametrize("remedy", range(6))
def test_a_conclusion_claims_no_more_than_the_test_allows(control: int, remedy: int) -> None:
    """Over every outcome of five against five."""
    trial = {"control": [control, 5], "with": [remedy, 5], "test": {"p": fisher((control, 5), (remedy, 5))}}
    said = conclusion({**trial, "model": "m", "exact_context": True})
    assert ("That is more than chance" in said) == (fisher((control, 5), (remedy, 5)) < 0.05 and remedy < control)
    assert ("nothing follows" in said) == (control == 0)
    assert "what would have followed is unknown" in said


@pytest.mark.parametrize("kind", ["specification", "coordination", "verification"])
async def test_each_kind_of_remedy_reaches_the_agent_in_its_arm_only(tmp_path: Path, kind: str) -> None:
    trial = await tried(1.0, 0.0, 1, call_log(tmp_path), kind)
    assert trial.failed(CONTROL) == (5, 5)
    assert trial.failed(REMEDY) == (0, 5)
    assert trial.exact
    assert "more than chance" in trial.conclusion()
    assert trial.as_dict()["control"] == [5, 5]


def test_a_remedy_in_quotation_marks_reaches_the_agent_without_them(tmp_path: Path) -> None:
    trace = call_log(tmp_path)
    context = context_before(trace, trace.events[act_of(trace)])
    for change in (SENTENCE, f'"{SENTENCE}"\n'):
        _, arm = arms_of(context, replace(remedy(), change=change))
        assert arm.messages[0].text == f"You\u00e9 plan.\n\n{SENTENCE}"
    both = 'Say "yes" or "no"'
    assert words_of(replace(remedy(), change=both)) == both


async def test_where_the_failure_does_not_come_back_nothing_follows(tmp_path: Path) -> None:
    trial = await tried(0.0, 0.0, 1, call_log(tmp_path))
    assert "nothing follows" in trial.conclusion()


async def test_a_verdict_whose_quote_is_not_in_the_answer_counts_for_nothing(tmp_path: Path) -> None:
    trace = call_log(tmp_path)

    def lies(request: Request) -> str:
        told = "\n".join(message.text for message in request.messages)
        judged = "FAILURE" in told
        return json.dumps({"because": "", "quote": "never said", "verdict": "fails"}) if judged else GUESS

    trial = await run_trial(Asker(ScriptedModel(lies), pause=0.0), experiment_on(trace), (2, 2))
    assert trial.failed(CONTROL) == (0, 0)
    assert trial.untold(REMEDY) == 2
    assert "nothing follows" in trial.conclusion()


async def test_the_same_words_again_are_seen_by_program(tmp_path: Path) -> None:
    trace = call_log(tmp_path)
    model = ScriptedModel(lambda request: GUESS)
    trial = await run_trial(Asker(model, pause=0.0), experiment_on(trace, "FM-1.3"), (3, 3))
    assert trial.failed(CONTROL) == (3, 3)
    assert len(model.requests) == 6


def test_figures_are_those_of_the_textbooks() -> None:
    assert interval(0, 5) == (0.0, 0.5218)
    assert interval(1, 5) == (0.0051, 0.7164)
    assert interval(5, 5) == (0.4782, 1.0)
    assert fisher((5, 5), (0, 5)) == pytest.approx(2 / 252, abs=1e-6)
    assert fisher((3, 5), (3, 5)) == 1.0


def test_a_long_run_is_cut_in_the_middle_and_says_so(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "Do it."}]
    said += [{"role": "assistant", "name": f"a{at % 2}", "content": f"{at} " + "word " * 900} for at in range(60)]
    trace = opened(tmp_path, lines(*said))
    assert trace.events[60].actor == "a0"
    context: Context = context_before(trace, trace.events[60])
    assert context.messages[0].text == "Do it."
    assert "earlier messages are left out" in context.messages[1].text
    assert context.messages[-1].text.startswith("a1: 57")
