"""Offline answers: the common questions in plain English, each with citations that stand in the trace."""

import json
from pathlib import Path

import pytest

from agent.chat.ask import ask
from agent.chat.kinds import Kind
from agent.chat.material import About, Material
from agent.chat.progress import Activity, Answered, Cited, Delta
from agent.chat.questions import understood
from agent.chat.turn import Turn
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, HYPERAGENT, SAMPLES, material_of, plain_log

KINDS: list[tuple[str, Kind]] = [
    ("why did it fail?", "why"),
    ("What went wrong here", "why"),
    ("What is the root cause?", "why"),
    ("why did the Planner begin again?", "why"),
    ("where did the wrong number first appear?", "first"),
    ('When was "week_view" first mentioned?', "first"),
    ("where does events_between come from", "first"),
    ("who said that the editor must compare the start only?", "who"),
    ("which agent wrote week_view", "who"),
    ("what happened between L10 and L20?", "between"),
    ("what happened after line 15", "between"),
    ("what did the planner know at line 8,000?", "between"),
    ("show evidence for F1", "evidence"),
    ("how do you know?", "evidence"),
    ("what would fix it?", "remedy"),
    ("would a stricter spec have helped?", "remedy"),
    ("how can we prevent F2", "remedy"),
    ("what does FM-2.6 mean?", "definition"),
    ("what is step repetition?", "definition"),
    ("define 3.2", "definition"),
    ("is FM-1.3 present?", "verdict"),
    ("how often does the run start over?", "count"),
    ("how many times was 'week_view' used", "count"),
    ("when was week_view last used?", "last"),
    ("did it succeed?", "outcome"),
    ("which failures were found?", "findings"),
    ("summary", "findings"),
    ("what was the task?", "task"),
    ("what was the final answer?", "answer"),
    ("which agents took part?", "actors"),
    ("show L10-12", "lines"),
    ("read lines 10 to 12", "lines"),
    ("does the trace mention midnight?", "mention"),
    ("F2", "evidence"),
    ("midnight week view rule", "search"),
    ("what's the story here, where did things fall apart?", "why"),
    ("which agent is to blame?", "blame"),
    ("was it the model's fault or the environment's?", "blame"),
    ("did anyone verify the result before finishing?", "checks"),
    ("who checked the answer?", "checks"),
    ("did the agents ignore each other?", "verdict"),
    ("did the Planner ever ask for clarification?", "verdict"),
    ("where does week_view show up for the first time?", "first"),
    ("who came up with week_view?", "first"),
    ("how often did the Planner speak?", "spoken"),
    ("how many steps did the Planner take?", "spoken"),
    ("how many errors were there?", "errors"),
    ("what error did they hit first?", "errors"),
    ("how long did the run take?", "duration"),
    ("how many tokens did it use?", "usage"),
    ("which tool calls failed?", "tools"),
    ("what tools were used?", "tools"),
    ("what had the Planner seen by line 20?", "between"),
    ("what led up to line 20?", "between"),
    ("give me a timeline", "timeline"),
    ("what is this trace about?", "task"),
    ("did they do what the user asked?", "outcome"),
    ("is the answer correct?", "outcome"),
    ("what did the last message say?", "answer"),
    ("how sure are you about F1?", "sure"),
    ("is F1 really a failure?", "sure"),
    ("who talked to whom?", "handoffs"),
    ("translate the final answer into French", "beyond"),
    ("compare event 2 and event 5", "compare"),
    ("what is different between L10 and L20?", "compare"),
    ("how do F1 and F2 differ?", "compare"),
    ("what's the difference between FM-1.3 and FM-2.1", "definition"),
    ("read me event 4", "lines"),
    ("what happend bewteen line 10 and 20", "between"),
    ("which agnets took part", "actors"),
    ("what happened in the first 20 lines", "between"),
    ("who spoke first?", "between"),
    ("which errors came after L20?", "errors"),
    ("how many lines does the trace have?", "trace"),
    ("what format is this?", "trace"),
    ("which modes were not assessed?", "coverage"),
    ("list everything you could not check", "coverage"),
    ("did it run out of tokens?", "limits"),
    ("did the run hit a limit or time out?", "limits"),
    ("does it leak any api keys?", "secrets"),
    ("what was the plan?", "plan"),
    ("how often did the Planner replan?", "plan"),
    ("what instructions was the Planner given?", "told"),
    ("what was the very last thing that happened?", "ending"),
    ("what did the last agent say?", "ending"),
    ("what evidence speaks against F1?", "sure"),
    ("explain F1 to me", "why"),
    ("which finding matters most?", "why"),
    ("who screwed up?", "blame"),
    ("at what point did things start going off the rails?", "first"),
    ("could this have been caught by a test?", "remedy"),
    ("what should the prompt have said?", "remedy"),
    ("what if we had used a stronger model?", "remedy"),
    ("did the Planner fix events_between?", "search"),
    ("why did the Planner open help/fix_errors.md?", "why"),
    ("how often was error_handler called?", "count"),
    ("how many agents are there?", "actors"),
    ("which agent talked the most?", "actors"),
    ("was the final answer checked by anybody?", "checks"),
    ("did it hallucinate?", "verdict"),
    ("who said 2.5?", "who"),
    ("who wrote 3.1.3.1?", "who"),
]
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
async def test_a_question_is_understood(question: str, kind: Kind) -> None:
    material = await material_of(HYPERAGENT)
    assert understood(question, material).kind == kind


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
    assert understood(question, Material(Trace.open(HYPERAGENT).read())).needs_diagnosis is NEEDS[question]


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
    assert "_learned" in material.case.__dict__ and key not in "".join(text for _, text in material.numbered(1, 2))


async def test_a_citation_of_evidence_is_where_the_diagnosis_says() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    turn = await turn_of(material, "show evidence for F1")
    finding = material.finding("F1")
    assert finding is not None
    acts = [record.lines for record in finding.evidence if record.part == "act"]
    assert f"act: L{acts[0][0]} " in turn.answer and acts[0] in [citation.lines for citation in turn.citations]


async def test_errors_tools_and_time_are_exact() -> None:
    material = await material_of(SAMPLES / "invoices.jsonl")
    assert "read\\_file, 4:" in (await turn_of(material, "which tool failed?")).answer
    assert (await turn_of(material, "what was the last error?")).answer.startswith("The last error stands at L136")
    assert "it took 1 min 42 s" in (await turn_of(material, "how long did it take?")).answer
    assert "By this diagnosis Coder, at L98" in (await turn_of(material, "whose fault was it?")).answer
    assert "L124" in (await turn_of(material, "did anybody run the tests?")).answer


async def test_what_a_trace_does_not_tell_is_said(tmp_path: Path) -> None:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", "one", "two")))
    for question in ("which tool failed?", "how many tokens did it use?", "who talked to whom?", "did anyone test it?"):
        assert (await turn_of(material, question)).answer.startswith("Not in this trace"), question
    assert (await turn_of(material, "translate it into French")).answer.startswith("This takes a model")


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


async def test_what_was_not_judged_is_told_with_the_reasons() -> None:
    turn = await turn_of(await material_of(SAMPLES / "invoices.jsonl"), "what could you not assess?")
    assert "read every line" in turn.answer and "5 of 14 modes are not assessed" in turn.answer
    assert "FM-3.2" in turn.answer and "takes a model" in turn.answer


async def test_limits_are_those_of_the_run_and_not_those_it_writes_about(tmp_path: Path) -> None:
    openmanus = await turn_of(await material_of(SAMPLES / "openmanus-lighthouses.log"), "did it hit a limit?")
    assert openmanus.answer
    code = Material(Trace.open(plain_log(tmp_path / "run.log", "self.time_limit = 60", "done")))
    assert (await turn_of(code, "did it hit the time limit?")).answer.startswith("Not in this trace")


async def test_secrets_are_counted_and_never_shown(tmp_path: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    material = Material(Trace.open(plain_log(tmp_path / "run.log", f"the token {key}", "end")), Redactor(b"salt"))
    turn = await turn_of(material, "does it leak any api keys?")
    assert key not in turn.answer and ": 1" in turn.answer
    assert "turned off" in (await turn_of(Material(material.trace), "are there any passwords in it?")).answer


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
    assert understood("a_" * 20_000 + "?", material).kind == "search"
    assert understood("x/" * 20_000 + " who said " + "why " * 5_000, material).kind
