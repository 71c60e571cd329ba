"""Offline answers: the common questions in plain English, each with citations that stand in the trace."""

import asyncio
import json
from pathlib import Path

import pytest

from agent.chat.answer_progress import Activity, Answered, Cited, Delta
from agent.chat.ask import ask
from agent.chat.material import About, Material
from agent.chat.offline.draft import Draft
from agent.chat.offline.follow_up import resolved
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.registry import KINDS as KINDS_OF_THE_HOUSE
from agent.chat.offline.understanding import needs_diagnosis, understood
from agent.chat.turn import Turn
from agent.redaction.redact import Redactor
from agent.statistics.run_statistics import statistics
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, HYPERAGENT, SAMPLES, material_of, plain_log

KINDS: list[tuple[str, str]] = [
    ("why did it fail?", "why"),
    ("What went wrong here", "why"),
    ("What is the root cause?", "why"),
    ("why did the Planner begin again?", "why"),
    ("what's the story here, where did things fall apart?", "why"),
    ("which agent is to blame?", "why"),
    ("explain F1 to me", "why"),
    ("which finding matters most?", "why"),
    ("which failures were found?", "why"),
    ("how many findings are there?", "why"),
    ("did it succeed?", "why"),
    ("is the answer correct?", "why"),
    ("at what point did things start going off the rails?", "why"),
    ("where did the wrong number first appear?", "why"),
    ("where does events_between come from", "first and last"),
    ("where does week_view show up for the first time?", "first and last"),
    ("who came up with week_view?", "first and last"),
    ("where was week_view last used?", "first and last"),
    ('When was "week_view" first mentioned?', "when"),
    ("how long did the run take?", "when"),
    ("who said that the editor must compare the start only?", "who"),
    ("which agent wrote week_view", "who"),
    ("which agents took part?", "who"),
    ("which agnets took part", "who"),
    ("who said 2.5?", "who"),
    ("what happened between L10 and L20?", "between"),
    ("what happened after line 15", "between"),
    ("what did the planner know at line 8,000?", "between"),
    ("what had the Planner seen by line 20?", "between"),
    ("what led up to line 20?", "between"),
    ("what happened in the first 20 lines", "between"),
    ("what happend bewteen line 10 and 20", "between"),
    ("show L10-12", "between"),
    ("read me event 4", "between"),
    ("show evidence for F1", "finding evidence"),
    ("how do you know?", "finding evidence"),
    ("F2", "finding evidence"),
    ("how sure are you about F1?", "finding evidence"),
    ("is F1 really a failure?", "finding evidence"),
    ("what evidence speaks against F1?", "finding evidence"),
    ("what would fix it?", "what to change"),
    ("would a stricter spec have helped?", "what to change"),
    ("how can we prevent F2", "what to change"),
    ("could this have been caught by a test?", "what to change"),
    ("what does FM-2.6 mean?", "mode meaning"),
    ("what is step repetition?", "mode meaning"),
    ("define 3.2", "mode meaning"),
    ("is FM-1.3 present?", "mode meaning"),
    ("what's the difference between FM-1.3 and FM-2.1", "mode meaning"),
    ("how often does the run start over?", "counts"),
    ("how many times was 'week_view' used", "counts"),
    ("does the trace mention midnight?", "counts"),
    ("did anyone verify the result before finishing?", "checks made"),
    ("who checked the answer?", "checks made"),
    ("how many errors were there?", "failed calls"),
    ("which tool calls failed?", "failed calls"),
    ("was there an exception?", "failed calls"),
    ("which agents are there?", "who"),
    ("what tools were used?", "failed calls"),
    ("which errors came after L20?", "failed calls"),
    ("how many events are there", "amounts"),
    ("how many agents were involved?", "amounts"),
    ("how many messages did the Planner send", "amounts"),
    ("how many steps did it take?", "amounts"),
    ("how long is the trace?", "amounts"),
    ("how many tokens were used?", "amounts"),
    ("what did the run cost?", "amounts"),
    ("what format is this?", "amounts"),
    ("how many lines mention week_view?", "counts"),
    ("which model was used?", "models used"),
    ("what model did the agents run on?", "models used"),
    ("which LLM did the Planner use", "models used"),
    ("how many calls of a model were there?", "amounts"),
    ("what was the task?", "task and answer"),
    ("what were the agents supposed to do", "task and answer"),
    ("what did the user ask for?", "task and answer"),
    ("what was the final answer?", "task and answer"),
    ("what happened at the end?", "task and answer"),
    ("who spoke last?", "acts asked"),
    ("who spoke first", "acts asked"),
    ("which agent talked most?", "acts asked"),
    ("what did the Planner do first?", "acts asked"),
    ("what did the Planner do?", "acts asked"),
    ("what was the last tool call?", "acts asked"),
    ("what happened?", "acts asked"),
    ("what did the Planner do after line 10?", "between"),
    ("did it loop?", "repeats"),
    ("what was repeated?", "repeats"),
    ("compare event 2 and event 5", "differences"),
    ("what is different between L10 and L20?", "differences"),
    ("how do F1 and F2 differ?", "differences"),
]
TAKES_A_MODEL = (
    "translate the final answer into French",
    "midnight week view rule",
    "did the agents ignore each other?",
    "did it hallucinate?",
    "what was the plan?",
    "what is the capital of France?",
    "did the Planner misunderstand the calendar?",
    "was the customer angry?",
)
REAL = (
    "why did it fail?",
    "what would fix it?",
    "show evidence",
    "what happened between L1 and L60?",
    "which agent is to blame?",
    "did anyone verify the result?",
    "which tool failed?",
    "how long did it take?",
    "give me a timeline",
    "who talked to whom?",
    "is the answer correct?",
    "what was the last error?",
    "what did the user want?",
    "what is the capital of France?",
)


@pytest.fixture(scope="module")
def material() -> Material:
    return asyncio.run(material_of(HYPERAGENT))


async def turn_of(material: Material, question: str, about: About | None = None) -> Turn:
    last = [progress async for progress in ask(material, question, about=about)][-1]
    assert isinstance(last, Answered)
    return last.turn


def check(material: Material, turn: Turn) -> None:
    """Every citation is the trace's own text on the lines it names."""
    for citation in turn.citations:
        first, last = citation.lines
        assert 1 <= first <= last <= material.trace.events.lines
        if "<SECRET:" not in citation.quote:
            assert citation.quote in "\n".join(material.trace.lines(first, last))


@pytest.mark.parametrize(("question", "kind"), KINDS)
def test_a_question_is_understood(question: str, kind: str, material: Material) -> None:
    known = understood(question, material)[1]
    assert known is not None and known.name == kind


@pytest.mark.parametrize(
    "path", [HYPERAGENT, CHATDEV, SAMPLES / "openmanus-lighthouses.log"], ids=lambda path: path.stem
)
@pytest.mark.parametrize("question", TAKES_A_MODEL)
async def test_what_takes_a_model_is_said_with_the_nearest_lines(question: str, path: Path) -> None:
    material = await material_of(path)
    turn = await turn_of(material, question)
    assert turn.answer.startswith("I cannot answer that without a model") and "There is no finding" not in turn.answer
    assert bool(turn.citations) == ("the nearest lines are" in turn.answer)
    check(material, turn)


async def test_where_nothing_was_found_no_finding_is_claimed_or_denied(tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "buy two apples", "bought two apples", "done, two apples are here")
    material = await material_of(path)
    assert not material.visible.findings
    for question in ("why did the coder buy apples?", "what would fix it?", "show the evidence", "why did it fail?"):
        turn = await turn_of(material, question)
        assert "I cannot answer that without a model" in turn.answer and "There is no finding" not in turn.answer
        assert "nearest lines are" in turn.answer and turn.citations, question


@pytest.mark.parametrize("question", ["why did it fail?", "who talked most?", "how often does error appear?", "F1"])
async def test_an_empty_trace_is_said_to_be_empty(question: str, tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"")
    turn = await turn_of(await material_of(path), question)
    assert turn.answer == "This trace is empty: it has no line, so nothing in it can answer."
    assert not turn.citations


async def test_what_was_done_again_is_counted(tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "look into a.py", "ok", "look into a.py", "fine", "look into a.py", "end")
    turn = await turn_of(Material(Trace.open(path)), "did they repeat anything?")
    assert "1 thing was done or said again" in turn.answer and "3 times, L1 planner" in turn.answer
    assert "the last at L5" in turn.answer
    once = await turn_of(Material(Trace.open(plain_log(tmp_path / "b.log", "one", "two"))), "did it loop?")
    assert once.answer.startswith("Not in this trace")


async def test_when_words_were_said_is_told_with_the_time(tmp_path: Path) -> None:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", "begin", "price 40 EUR", "end")))
    turn = await turn_of(material, 'when was "EUR" mentioned?')
    assert "L2 happened at 2026-03-01" in turn.answer and "10:00:01" in turn.answer


async def test_which_model_was_used_is_told_by_the_fields_of_the_file() -> None:
    spans = await turn_of(await material_of(SAMPLES / "otlp_genai-invoice.jsonl"), "which model was used?")
    assert "1 model is named in fields of the file" in spans.answer and "`demo-model`: 5 times" in spans.answer
    assert spans.citations
    head = await turn_of(await material_of(SAMPLES / "openai_chat-rounding.json"), "what model did the agents run on?")
    assert "`demo-model`: 1 time, on line 2 of the file itself" in head.answer
    silent = await turn_of(await material_of(HYPERAGENT), "which model was used?")
    assert silent.answer.startswith("Not in this trace: no field of the file") and not silent.citations


async def test_a_line_of_settings_names_a_model_and_words_of_the_agents_do_not(tmp_path: Path) -> None:
    row = "| **need_reflect** | False |"
    told = tmp_path / "run.log"
    told.write_text(CHATDEV.read_text().replace(row, f"{row}\n| **model_type** | ModelType.BIG_4 |"))
    turn = await turn_of(await material_of(told), "which model was used?")
    assert "settings, notes and usage do" in turn.answer and "`| **model_type** | ModelType.BIG_4 |`" in turn.answer
    assert "BIG_4" in turn.citations[0].quote
    code = CHATDEV.read_text().replace("flask app.py did not start for online log", "| app.llm:update_count:250 - done")
    told.write_text(code)
    assert (await turn_of(await material_of(told), "which model was used?")).answer.startswith("Not in this trace")
    path = tmp_path / "said.json"
    path.write_text(
        json.dumps({"messages": [{"role": "user", "content": "go"}, {"role": "assistant", "content": "model: gpt-9"}]})
    )
    assert (await turn_of(await material_of(path), "which model was used?")).answer.startswith("Not in this trace")


def shout(draft: Draft, question: Question, about: About) -> None:
    draft.say(f"{len(question.words)} words were shouted.")


async def test_a_kind_from_outside_takes_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = QuestionKind("shouts", shout, (r"\bshout\w*\b",))
    material = await material_of(HYPERAGENT)
    assert understood("who shouted?", material)[1] is not toy
    monkeypatch.setattr("agent.chat.offline.understanding.KINDS", (toy, *KINDS_OF_THE_HOUSE))
    assert (await turn_of(material, "shout midnight")).answer == "2 words were shouted."
    assert "root cause" in (await turn_of(material, "why did it fail?")).answer


@pytest.mark.parametrize("path", [HYPERAGENT, CHATDEV], ids=lambda path: path.stem)
@pytest.mark.parametrize("question", [question for question, _ in KINDS])
async def test_every_answer_says_something_and_cites_what_stands_there(question: str, path: Path) -> None:
    material = await material_of(path)
    turn = await turn_of(material, question)
    assert len(turn.answer) > 20
    check(material, turn)


async def test_why_tells_the_root_with_its_evidence() -> None:
    material = await material_of(HYPERAGENT)
    turn = await turn_of(material, "why did it fail?")
    assert "root cause is F1 at L15" in turn.answer
    assert "Found week_view in calendar/views.py" in turn.answer
    assert any(citation.lines == (15, 15) for citation in turn.citations)
    assert turn.verdict == f"{len(turn.citations)} of {len(turn.citations)} citations found in the trace"


async def test_evidence_and_remedies_of_the_finding_in_view() -> None:
    material = await material_of(HYPERAGENT)
    evidence = await turn_of(material, "show the evidence", About(finding="F2"))
    assert "**F2**" in evidence.answer and "**F1**" not in evidence.answer
    remedy = await turn_of(material, "would a stricter spec have helped?", About(finding="F1"))
    assert "- specification:" in remedy.answer and "- verification:" not in remedy.answer
    assert evidence.about == "F2"


async def test_a_finding_that_is_not_there_is_said_to_be_missing() -> None:
    turn = await turn_of(await material_of(HYPERAGENT), "show evidence for F9")
    assert "There is no finding F9" in turn.answer and "F1, F2" in turn.answer
    assert not turn.citations


async def test_first_last_and_count_are_exact(tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "begin", "price 40 EUR", "convert to USD", "usd now", "USD again", "end")
    material = Material(Trace.open(path))
    first = await turn_of(material, 'where did "USD" first appear?')
    assert first.citations[0].lines == (3, 3)
    assert "3 lines; the last is L5" in first.answer
    assert "L5 planner" in (await turn_of(material, 'when was "USD" last used?')).answer
    assert "`USD` stands on 3 lines" in (await turn_of(material, 'how often does "USD" occur?')).answer
    assert "planner (2), coder (1)" in (await turn_of(material, 'who wrote "USD"?')).answer


async def test_what_is_not_in_the_trace_is_said_not_to_be_with_the_nearest_mention(tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "begin", "the exchange rate is unknown", "end")
    material = Material(Trace.open(path))
    turn = await turn_of(material, 'where did "exchange rate of 1.07" first appear?')
    assert turn.answer.startswith("Not in this trace")
    assert "nearest mention: L2" in turn.answer


async def test_activities_come_first_and_citations_after_the_words(tmp_path: Path) -> None:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", "a USD", "b USD")))
    steps = [progress async for progress in ask(material, 'how often does "USD" occur?')]
    assert [type(step) for step in steps] == [Activity, Delta, Cited, Cited, Answered]
    assert isinstance(steps[0], Activity) and steps[0].text == 'searching "USD": 2 hits'


async def test_before_a_diagnosis_facts_of_programs_answer(tmp_path: Path) -> None:
    material = Material(Trace.open(HYPERAGENT))
    turn = await turn_of(material, "why did it fail?")
    assert "no diagnosis yet" in turn.answer
    assert turn.citations
    check(material, turn)


async def test_words_of_the_trace_are_no_markdown_and_secrets_stay_hidden(tmp_path: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    path = plain_log(
        tmp_path / "run.log", f"![x](http://evil.example/{key}) `` ` <img src=x> [a](b) USD", "\x1b]0;t\x07 USD"
    )
    material = Material(Trace.open(path), Redactor(b"salt"))
    turn = await turn_of(material, 'where did "USD" first appear?')
    assert key not in turn.answer and all(key not in citation.quote for citation in turn.citations)
    assert "<SECRET:" in turn.answer
    assert "\x1b" not in turn.answer
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark", {"html": True}).render(turn.answer)
    assert "<img" not in html and "<a " not in html


async def test_lines_beyond_the_end_are_said_to_be_missing() -> None:
    turn = await turn_of(await material_of(HYPERAGENT), "what stands on line 9,000?")
    assert "Line 9,000 is not in this trace" in turn.answer
    turn = await turn_of(await material_of(HYPERAGENT), "what did the Planner know at line 9,000?")
    assert "Line 9,000 is not in this trace" in turn.answer and "by or to Planner" in turn.answer


@pytest.mark.parametrize(
    "question", ["?", "L0", "L5-L3", "F", "' '", '""', "event 99999", "between", "(", "[a-", "\x00", "é" * 300]
)
async def test_odd_questions_have_an_answer(question: str) -> None:
    material = await material_of(HYPERAGENT)
    turn = await turn_of(material, question)
    assert turn.answer
    check(material, turn)


async def test_real_traces_answer_every_common_question(corpus: Path) -> None:
    paths = sorted(path for path in corpus.rglob("*.json") if 20_000 < path.stat().st_size < 200_000)[::9]
    assert paths
    for path in paths[:8]:
        material = await material_of(path)
        for question in REAL:
            turn = await turn_of(material, question)
            assert turn.answer, (path, question)
            check(material, turn)


async def test_words_inside_others_are_counted_apart(tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "_array_converter", "a converter here", "converters", "end")
    turn = await turn_of(Material(Trace.open(path)), 'where did "converter" first appear?')
    assert "first stands at L2" in turn.answer
    assert "Inside other words it stands on 2 more lines, the first: L1" in turn.answer


NEEDS = {
    "why did it fail?": True,
    "where did it first go wrong?": True,
    'where did "USD" first appear?': False,
    "how often does 'USD' occur?": False,
    "how many findings are there?": True,
    "who wrote week_view?": False,
    "what is FM-3.2?": False,
    "which agents took part?": False,
    "what happened before F1?": True,
}


@pytest.mark.parametrize("question", NEEDS)
def test_exact_searches_wait_for_no_diagnosis(question: str) -> None:
    assert needs_diagnosis(question, Material(Trace.open(HYPERAGENT).read())) is NEEDS[question]


async def test_secrets_of_a_large_trace_are_hidden_by_their_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.chat.material.LARGE", 10)
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    material = Material(
        Trace.open(plain_log(tmp_path / "run.log", f"the token {key} of USD", "end")), Redactor(b"salt")
    )
    turn = await turn_of(material, 'where did "USD" first appear?')
    assert key not in turn.answer and all(key not in citation.quote for citation in turn.citations)
    assert "_learned" not in material.case.__dict__
    material.prepare()
    assert "_learned" in material.case.__dict__ and key not in "".join(
        text for _, text in material.visible.numbered(1, 2)
    )


async def test_a_citation_of_evidence_is_where_the_diagnosis_says() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    turn = await turn_of(material, "show evidence for F1")
    finding = material.visible.finding("F1")
    assert finding is not None
    acts = [record.lines for record in finding.evidence if record.part == "act"]
    assert f"act: L{acts[0][0]} " in turn.answer and acts[0] in [citation.lines for citation in turn.citations]


async def test_errors_tools_and_time_are_exact() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    assert "read\\_file, 4:" in (await turn_of(material, "which tool failed?")).answer
    assert (await turn_of(material, "what was the last error?")).answer.startswith("The last error stands at L136")
    assert "it took 1 min 42 s" in (await turn_of(material, "how long did it take?")).answer
    assert "at L143, Planner" in (await turn_of(material, "whose fault was it?")).answer
    assert "L124" in (await turn_of(material, "did anybody run the tests?")).answer


async def test_amounts_are_those_of_the_statistics() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    counted = statistics(material.trace)
    agents = sum(each.is_agent for each in counted.actors)
    assert (await turn_of(material, "how many agents are there?")).answer.startswith(f"{agents} agents:")
    assert (await turn_of(material, "how many events?")).answer.startswith(f"{len(material.trace.events)} events, ")
    calls = next(each.calls for each in counted.actors if each.actor == "Coder")
    told = await turn_of(material, "how many calls did the Coder make?")
    assert told.answer.startswith(f"{calls} calls by Coder, the first at L18")
    assert "3 tools were called 8 times:" in (await turn_of(material, "how many tools were used?")).answer
    assert f"called {calls} times by Coder:" in (await turn_of(material, "which tools did the Coder use?")).answer
    assert "4 events by Coder" in (await turn_of(material, "how many events by the Coder between L17 and L36?")).answer
    assert (await turn_of(material, "how many tokens?")).answer.startswith("Not in this trace: it tells of no tokens")


async def test_tokens_are_told_with_the_lines_they_were_sent_at(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    rows = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "one", "usage": {"prompt_tokens": 1200, "completion_tokens": 30}},
        {"role": "assistant", "content": "two", "usage": {"prompt_tokens": 1500, "completion_tokens": 20}},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = await turn_of(Material(Trace.open(path)), "how many tokens did the run take?")
    assert told.answer.startswith("2,700 tokens sent to a model and 50 answered, over 2 calls of a model")
    assert "most was sent at L3: 1,500" in told.answer and "no costs in this trace" in told.answer


async def test_the_task_and_the_answer_are_the_words_of_the_trace(tmp_path: Path) -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    task = await turn_of(material, "what was the task?")
    assert [citation.lines[0] for citation in task.citations] == [1, 3, 4, 5, 6, 7, 9]
    check(material, task)
    answered = await turn_of(material, "what was the final answer?")
    assert answered.citations[0].lines == (143, 143)
    bare = Material(Trace.open(plain_log(tmp_path / "run.log", "one", "two")))
    assert (await turn_of(bare, "what was the task?")).answer.startswith("Not in this trace: nothing in it is marked")


async def test_who_acted_when_is_told_by_the_order_of_the_acts() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    assert "The last of 14 messages: L143 Planner" in (await turn_of(material, "who spoke last?")).answer
    assert "The first of 14 messages: L1 user" in (await turn_of(material, "who spoke first?")).answer
    assert "- Coder: 7, first at L17, last at L98" in (await turn_of(material, "who talked most?")).answer
    first = await turn_of(material, "what did the Tester do first?")
    assert "The first of 3 events by Tester: L123 Tester" in first.answer and "L138" in first.answer
    call = await turn_of(material, "what was the last tool call before L100?")
    assert call.answer.startswith("Of L1-100 only:") and "The last of 6 calls: L71 Coder" in call.answer
    every = await turn_of(material, "what happened?")
    assert every.answer.startswith("30 events; it begins:") and "18 more are not listed" in every.answer
    check(material, every)


async def test_what_a_trace_does_not_tell_is_said(tmp_path: Path) -> None:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", "one", "two")))
    for question in ("which tool failed?", "what was repeated?", "did anyone test it?"):
        assert (await turn_of(material, question)).answer.startswith("Not in this trace"), question


async def test_a_change_that_cannot_be_is_said_to_be_none() -> None:
    material = await material_of(HYPERAGENT)
    for words in ("reject F99: no", "add FM-9.9 at L4", "add FM-2.6 at L99999", 'add FM-2.6 at L4: "never said"'):
        turn = await turn_of(material, words)
        assert "cannot be proposed" in turn.answer and not turn.proposals, words


async def test_a_misspelt_question_is_read_and_says_how() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    turn = await turn_of(material, "what happend bewteen line 34 and 36")
    assert turn.answer.startswith("I read `happend` as `happened`, `bewteen` as `between`.")
    assert "Between L34 and L36: 3 events" in turn.answer
    assert "I read" not in (await turn_of(material, 'where did "bewteen" first appear?')).answer


async def test_two_events_are_compared_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    rows = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "name": "Coder", "content": "import csv\ntotal = 0\nprint(total)"},
        {"role": "assistant", "name": "Coder", "content": "import csv\ntotal = 1\nprint(total)"},
        {"role": "assistant", "name": "Coder", "content": "import csv\ntotal = 1\nprint(total)"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    material = Material(Trace.open(path))
    turn = await turn_of(material, "compare event 2 with event 3")
    assert "2 lines are the same" in turn.answer
    assert [citation.quote for citation in turn.citations][:2] == ["total = 0", "total = 1"]
    assert "word for word" in (await turn_of(material, "diff events 3 and 4")).answer
    assert "Event 9 is not in this trace" in (await turn_of(material, "compare event 2 and event 9")).answer
    assert "Both lie in event 2" in (await turn_of(material, "compare L2 and L3")).answer


async def test_an_event_and_the_first_few_lines_are_shown_by_number() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    event = await turn_of(material, "show me event 4")
    assert event.answer.startswith("Event 4 is Coder") and [one.lines for one in event.citations] == [(18, 18)]
    assert "Event 400 is not in this trace" in (await turn_of(material, "show me event 400")).answer
    assert "Between L1 and L17" in (await turn_of(material, "what happened in the first 17 lines?")).answer


async def test_an_answer_keeps_to_the_part_that_the_question_names() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    late = await turn_of(material, "list all errors after L100")
    assert late.answer.startswith("Of L100-143 only:") and "1 event says" in late.answer and "L136" in late.answer
    early = await turn_of(material, 'where did "rates.csv" first appear after L20?')
    assert "first stands at L35" in early.answer
    assert "Of L1-40 only:" in (await turn_of(material, "which tools failed before L40?")).answer


async def test_what_a_part_does_not_hold_is_not_said_to_be_missing_from_the_trace() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    turn = await turn_of(material, "list all errors before L20")
    assert "Not in L1-20: no result" in turn.answer and "Not in this trace" not in turn.answer
    assert "L124" in (await turn_of(material, "did anybody check line 5?")).answer


async def test_a_number_is_looked_for_whole(tmp_path: Path) -> None:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", "it costs 510", "it is 5 or 6", "end")))
    turn = await turn_of(material, "is 5 right")
    assert [citation.quote for citation in turn.citations] and "L2 " in turn.answer and "L1 " not in turn.answer


async def test_errors_that_are_alike_are_told_once(tmp_path: Path) -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    turn = await turn_of(material, "list all errors")
    assert "5 events say that something failed" in turn.answer
    assert turn.answer.count("no such file") == 1 and "4 times, the last at L45" in turn.answer


async def test_a_format_without_results_is_not_said_to_be_without_errors() -> None:
    material = await material_of(HYPERAGENT)
    assert not material.trace.reading.records_tool_results
    for question in ("which tools failed?", "list all errors"):
        assert "does not record what tools return" in (await turn_of(material, question)).answer


async def test_a_name_of_code_is_looked_for_where_the_other_words_are_the_questions(tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "now __init__ is next", "open_file._run(x)", "open_file._run(y)", "end")
    material = Material(Trace.open(path))
    assert "`open_file` stands on 2 lines" in (await turn_of(material, "how often was open_file invoked?")).answer
    assert "L1 " in (await turn_of(material, "what did they find about __init__")).answer


async def test_why_an_agent_did_something_without_a_finding_shows_what_it_did() -> None:
    turn = await turn_of(await material_of(SAMPLES / "invoices.jsonl"), "why did the Tester run the tests?")
    assert turn.answer.startswith("No finding is about Tester")
    assert "root cause" not in turn.answer and "Tester" in turn.answer and turn.citations


async def test_a_long_question_is_read_at_once() -> None:
    material = await material_of(HYPERAGENT)
    assert understood("a_" * 20_000 + "?", material)[1] is None
    assert understood("x/" * 20_000 + " who said " + "why " * 5_000, material)[1]


FOLLOW_UPS = [
    ("and after that?", "what happened after L"),
    ("what happened next?", "what happened after L"),
    ("And before that?", "what happened before L"),
    ("why did he say that?", "why did Planner say that?"),
    ("what did the Planner do after that?", "what did the Planner do after L"),
    ("did she run his tests?", "did Planner run Planner's tests?"),
    ("how often does tabulate occur?", "how often does tabulate occur?"),
]


@pytest.mark.parametrize(("asked", "meant"), FOLLOW_UPS, ids=[asked for asked, _ in FOLLOW_UPS])
async def test_a_question_leans_on_the_place_of_the_last_answer(material: Material, asked: str, meant: str) -> None:
    before = await turn_of(material, "what happened at L322?")
    text, read_as = resolved(asked, [before], material)
    assert text.startswith(meant) and (read_as == text) is (asked != meant)
    assert resolved(asked, [], material) == (asked, "")
    steps = [step async for step in ask(material, asked, turns=[before])]
    answered = steps[-1]
    assert isinstance(answered, Answered) and ("I read: " in answered.turn.answer) is (asked != meant)
    check(material, answered.turn)
