"""What the questions that close a case are shown of a trace, and how they look before they answer."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.analyst.case import Case
from agent.analyst.closing_view import MOST_ROOM, closing_view, whole_lines
from agent.analyst.model_analyst import ModelAnalyst
from agent.analyst.outcome_question import WORK_MOST
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import brought, delivered, ending, neighbours
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Diagnosis, Outcome
from agent.diagnosis.quote import Place
from agent.diagnosis.story import Story
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.model import Answer, Request, ToolCall
from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.analyst.stage import ACT, LOG, REFERENCE, asked, body_of, letters
from tests.agent.model.judge import finding, replies
from tests.agent.model.scripted_model import Line, ScriptedModel
from tests.agent.signals.stage import Step, call, played, result, say, task

FOUND = {"FM-1.1": finding(ACT, REFERENCE, about="util.py", severity="fatal")}
CLOSING = ("challenge", "outcome", "root", "remedies")
END = "2026-03-01 12:30:00 INFO tester: removed util.py, the run prints 5\n2026-03-01 12:30:01 INFO planner: shipped\n"


def long_log(lines: int = 120) -> str:
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa"
    return LOG + "".join(f"2026-03-01 11:00:00 INFO coder: step {n * 7919} {words} {n}\n" for n in range(lines)) + END


def answering(letter: Request) -> str:
    return replies(FOUND)(body_of(letter))


async def closed(
    folder: Path, script: Any = answering, text: str = LOG, budget: int = 12_000, **more: Any
) -> tuple[Diagnosis, ScriptedModel]:
    """The diagnosis of a log by a scripted model, and the model with what it was asked."""
    (folder / "run.log").write_text(text)
    model = ScriptedModel(script)
    analyst = ModelAnalyst(Asker(model), b"salt", more.pop("kept", None))
    steps = [step async for step in diagnose(Trace.open(folder / "run.log"), analyst, budget=budget, **more)]
    assert isinstance(steps[-1], Done)
    return steps[-1].diagnosis, model


async def test_each_has_the_whole_trace_in_view_as_the_walk_sent_it(tmp_path: Path) -> None:
    _, model = await closed(tmp_path)
    walk = letters(model, "judge_FC1")[0].messages[1].text
    block = walk[: walk.index("Noted by programs")]
    assert all(line in block for line in LOG.split("\n"))
    for name in CLOSING:
        (letter,) = letters(model, name)
        assert letter.messages[1].text.startswith(block)
        assert "all that matters of the trace is shown" in letter.messages[1].text
        assert letter.tools == ()
        assert letter.messages[0].text == model.requests[0].messages[0].text


async def test_blank_lines_take_no_room_of_an_excerpt(tmp_path: Path) -> None:
    text = long_log().replace("and util.py\n", "and util.py\n\n   \nutil.py begins here\n\n")
    _, model = await closed(tmp_path, text=text, budget=800)
    shown = letters(model, "challenge")[0].messages[1].text
    assert "5| util.py begins here" in shown
    assert not [row for row in shown.split("\n") if row.endswith(("| ", "|"))]
    assert "L3-4 not shown" not in shown, "nobody misses them"


async def test_they_come_one_after_the_other_and_each_knows_what_was_said(tmp_path: Path) -> None:
    said = {"verdict": "failure", "basis": "Two files were shipped."}
    _, model = await closed(tmp_path, lambda letter: json.dumps(
        {"criteria": [], **said} if asked(letter) == "outcome" else json.loads(answering(letter))
    ))  # fmt: skip
    order = [asked(letter) for letter in model.requests if asked(letter) in CLOSING]
    assert order == list(CLOSING)
    for name in ("root", "remedies"):
        assert "failure: Two files were shipped." in letters(model, name)[0].messages[1].text


async def test_of_a_longer_trace_they_see_the_task_the_act_what_came_of_it_and_the_end(tmp_path: Path) -> None:
    _, model = await closed(tmp_path, text=long_log(), budget=800)
    for name in CLOSING:
        (letter,) = letters(model, name)
        shown = letter.messages[1].text
        assert "Task of the run (L1):\n" in shown or "Task of the run: not stated." in shown
        assert "2| 2026-03-01 10:00:01 INFO coder: I write two files" in shown
        assert "125| 2026-03-01 12:30:00 INFO tester: removed util.py" in shown, "the next event about the same file"
        assert "not shown here (" in shown, "what lies between is named"
        assert ("How the run went at its end:" in shown) == (name != "remedies")
    assert "126| 2026-03-01 12:30:01 INFO planner: shipped" in letters(model, "outcome")[0].messages[1].text


def test_neither_prompts_nor_noise_take_the_room_of_what_was_done_at_the_end(tmp_path: Path) -> None:
    between = [Step(Kind.SYSTEM, None, "You are somebody else."), Step(Kind.NOISE, None, "tick")]
    steps = [
        task("write it"),
        say("coder", "```\nfile a.py\n```"),
        *between * 4,
        say("tester", "it fails"),
        *between * 3,
    ]
    shown = ShownTrace(Case(played(tmp_path, steps)), b"salt", None)
    assert {2, 11} <= set(ending(shown)) <= {1, 2, 11}
    assert list(neighbours(shown, [11])) == [2]


def test_nothing_is_shown_twice_in_an_excerpt(tmp_path: Path) -> None:
    talk = [say("AB"[n % 2], f"{n} words that say little but take room, and more again {n * 7}") for n in range(900)]
    steps = [task("write it"), *talk, say("coder", "the last word"), say("tester", "all is well")]
    shown = ShownTrace(Case(played(tmp_path, steps)), b"salt", None)
    shown.cut_into(list(shown.case.planner.chunks()))
    text = closing_view(shown, {902: [(902, 902)], 1: [], 400: [(400, 400)]}, MOST_ROOM).text
    assert text.count("the last word") == text.count("write it") == text.count("all is well") == 1
    assert "@902, L902-902: shown whole above" in text
    assert "400| 398 words" in text and "398| 396 words" in text, "what is asked about, and what stands around it"


CODE = "```python\n" + "\n".join(f"line_{n} = {n}" for n in range(9)) + "\n```"


@pytest.mark.parametrize(
    ("step", "files"),
    [
        (say("coder", f"Here it is.\n\n**app/main.py**\n{CODE}\n\nutil.py\n{CODE}"), {"app/main.py", "util.py"}),
        (say("coder", CODE), {"```"}),
        (say("writer", "Run it:\n```bash\npython main.py\n```"), set()),
        (say("coder", "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-a\n+b"), {"app.py"}),
        (call("coder", "write_file", '{"path": "src/a.py", "content": "x"}'), {"src/a.py"}),
        (call("coder", "run", "python src/a.py"), set()),
        (call("coder", "edit_file", "patch = [x: t.Any, json.load(f)]\n" * 40 + "path='src/a.py'"), {"src/a.py"}),
    ],
)
def test_what_brings_a_file_is_told_from_what_only_names_it(step: Step, files: set[str], tmp_path: Path) -> None:
    (event,) = played(tmp_path, [step]).events
    assert brought(event, step.text) == files


def test_the_outcome_is_shown_the_last_version_whole_with_nothing_folded(tmp_path: Path) -> None:
    first = "\n".join(f"value_{n} = compute(things, {n * 7919}, by='a rule of its own')" for n in range(60))
    talk = [say("AB"[n % 2], f"{n} words that say little but take room, and more again {n * 7}") for n in range(900)]
    steps = [task("write it"), say("coder", f"main.py\n```\n{first}\n```"), *talk]
    steps += [say("coder", f"main.py\n```\n{first}\nprint(value_3)\n```"), *(say("writer", "Run main.py " * 90),) * 4]
    shown = ShownTrace(Case(played(tmp_path, steps)), b"salt", None)
    shown.cut_into(list(shown.case.planner.chunks()))
    text = closing_view(shown, delivered(shown), MOST_ROOM, WORK_MOST).text
    lines = [line.partition("| ")[2] for line in text.split("\n")]
    assert all(line in lines for line in [*first.split("\n"), "print(value_3)"])
    assert " repeat L" not in text


def test_the_last_words_of_each_agent_come_after_what_is_asked_about(tmp_path: Path) -> None:
    talk = [say("AB"[n % 2], f"{n} words") for n in range(30)]
    shown = ShownTrace(Case(played(tmp_path, [task("write it"), say("finder", "found"), *talk])), b"salt", None)
    wanted = list(delivered(shown, {9: [(9, 9)]}))
    assert wanted.index(9) < wanted.index(2)
    assert {2, 31, 32} <= set(wanted)


def test_an_answer_is_shown_with_what_tools_gave_before_it(tmp_path: Path) -> None:
    page, short = result("The hut costs 66 EUR for adults. " * 20), result("Navigated to it")
    talk = [say("AB"[n % 2], f"{n} words that say little but take room, and more again {n * 7}") for n in range(900)]
    steps = [
        task("what does it cost"),
        *talk,
        page,
        short,
        *(say("A", f"{n}, and on") for n in range(9)),
        say("B", "66"),
    ]
    shown = ShownTrace(Case(played(tmp_path, steps)), b"salt", None)
    shown.cut_into(list(shown.case.planner.chunks()))
    assert 902 in delivered(shown) and 903 not in delivered(shown)
    assert "The hut costs 66 EUR" in closing_view(shown, delivered(shown), MOST_ROOM, WORK_MOST).text


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", "", "L1: it is wrong"),
        ("word " * 20, " word" * 20, f"L1: {'word ' * 20}it is wrong{' word' * 20}"),
        ("word " * 99, " word" * 99, f"L1: … {'word ' * 39}it is wrong{' word' * 39} …"),
    ],
)
def test_a_quote_is_shown_with_its_line_and_a_cut_is_marked(before: str, after: str, said: str, tmp_path: Path) -> None:
    shown = ShownTrace(Case(played(tmp_path, [say("coder", f"{before}it is wrong{after}")])), b"salt", None)
    place = Place("act", 1, len(before), len(before) + len("it is wrong"), "exact")
    shown_line = whole_lines(shown, place)
    assert shown_line.startswith(said[:40])
    assert shown_line.endswith(said[-8:])
    assert "it is wrong" in shown_line


LOOK = {"what": "lines", "words": "", "first": 50, "last": 52}


def native(letter: Request) -> Line:
    if asked(letter) == "challenge" and letter.tools and len(letter.messages) < 6:
        first = 48 + len(letter.messages)
        return Answer("", "tool_calls", calls=(ToolCall("a", "lines", json.dumps({"first": first, "last": first})),))
    return answering(letter)


def refusing_tools(letter: Request) -> Line:
    if letter.tools:
        return Fault(Status.REJECTED, "tools are not supported")
    if asked(letter) == "challenge" and len(letter.messages) < 6:
        first = 48 + len(letter.messages)
        blank = {"against": "", "verdict": "unsure", "mode": "", "counter": None}
        return json.dumps({**blank, "look": [{**LOOK, "first": first, "last": first}]})
    return answering(letter)


@pytest.mark.parametrize("script", [native, refusing_tools])
async def test_what_is_not_shown_can_be_looked_at_and_stays_in_view(script: Any, tmp_path: Path) -> None:
    diagnosis, model = await closed(tmp_path, script, long_log(), 800, kept=tmp_path / "home")
    last = letters(model, "challenge")[-1]
    assert [one.who for one in last.messages] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "50| 2026-03-01 11:00:00 INFO coder: step" in last.messages[3].text
    assert "52| 2026-03-01 11:00:00 INFO coder: step" in last.messages[5].text
    assert diagnosis.findings[0].challenge.verdict == "upheld"
    _, again = await closed(tmp_path, script, long_log(), 800, kept=tmp_path / "home")
    assert again.requests == [], "what was looked at and answered is not paid for twice"


async def test_how_to_go_on_is_told_in_the_words_of_a_look(tmp_path: Path) -> None:
    def script(letter: Request) -> Line:
        if asked(letter) == "outcome" and len(letter.messages) < 4:
            look = [{**LOOK, "first": 1, "last": 60}, {"what": "search", "words": "step", "first": 1, "last": 126}]
            return json.dumps({"criteria": [], "verdict": "undetermined", "basis": "", "look": look})
        return answering(letter)

    _, model = await closed(tmp_path, script, long_log(), 800)
    brought_back = letters(model, "outcome")[-1].messages[3].text
    assert "look at lines first=" in brought_back
    assert "narrow it down to see them" in brought_back
    assert "read_lines" not in brought_back


async def test_who_only_ever_looks_is_asked_to_answer_in_the_end(tmp_path: Path) -> None:
    def script(letter: Request) -> Line:
        if asked(letter) == "outcome":
            return json.dumps({"criteria": [], "verdict": "undetermined", "basis": "", "look": [LOOK]})
        return answering(letter)

    diagnosis, model = await closed(tmp_path, script, long_log(), 800)
    rounds = letters(model, "outcome")
    assert len(rounds) == 4
    assert "Answer now." in rounds[-1].messages[-1].text
    assert rounds[-1].tools == ()
    assert diagnosis.outcome.verdict == "undetermined"


async def test_a_success_beside_a_fatal_failure_is_asked_about_once_more_and_weighed(tmp_path: Path) -> None:
    proof = {"line": 4, "quote": "all done"}

    def script(letter: Request) -> Line:
        if asked(letter) != "outcome":
            return answering(letter)
        said = {"criteria": [], "verdict": "success", "earned": "artefact", "shown_by": [proof], "basis": "It runs."}
        weighed = [{"id": "F1", "severity": "minor", "why": "one file more does no harm"}]
        return json.dumps({**said, "failures": weighed if len(letter.messages) > 2 else []})

    diagnosis, model = await closed(tmp_path, script)
    _, second = letters(model, "outcome")
    assert "F1 fatal: one of the two cannot be" in second.messages[-1].text
    assert (diagnosis.outcome.verdict, diagnosis.outcome.earned) == ("success", "artefact")
    assert diagnosis.findings[0].severity == "minor"
    assert "one file more does no harm" in diagnosis.findings[0].challenge.because
    assert "The run succeeded all the same" in letters(model, "root")[0].messages[1].text


async def test_a_success_that_did_not_keep_to_something_is_asked_about_once_more_and_believed(tmp_path: Path) -> None:
    constraint = {"text": "Only one file is written.", "line": 1, "words": "write one file"}
    outline = {"goal": "", "criteria": [], "constraints": [constraint], "roles": [], "unknown": [], "suspicious": []}
    broken = {"id": "C1", "state": "unmet", "quote": {"line": 2, "quote": "I write two files"}}
    done = {"line": 4, "quote": "all done"}
    said = {
        "criteria": [broken],
        "verdict": "success",
        "earned": "artefact",
        "shown_by": [done],
        "basis": "It is there.",
    }
    weighed = {**said, "failures": [{"id": "F1", "severity": "minor", "why": ""}]}

    def script(letter: Request) -> Line:
        answers = {"outline": outline, "outcome": weighed}
        return json.dumps(answers.get(asked(letter)) or json.loads(answering(letter)))

    diagnosis, model = await closed(tmp_path, script)
    _, second = letters(model, "outcome")
    assert (
        "C1 is not met: say both again only if that takes nothing from what was delivered" in second.messages[-1].text
    )
    assert (diagnosis.outcome.verdict, diagnosis.outcome.criteria[0].state) == ("success", "unmet")


async def test_a_cause_that_no_finding_names_counts_with_words_of_the_trace(tmp_path: Path) -> None:
    other = {"kind": "capability", "what": "It cannot count.", "quote": {"line": 3, "quote": "looks good to me"}}

    def script(letter: Request) -> Line:
        if asked(letter) != "root":
            return answering(letter)
        said = {"candidates": [], "root": "NEW", "runner_up": "F1", "why": "It began there.", "other": other}
        return json.dumps(said)

    diagnosis, _ = await closed(tmp_path, script)
    assert diagnosis.root is not None
    assert (diagnosis.root.finding, diagnosis.root.cause, diagnosis.root.line) == (None, "capability", 3)
    other["quote"] = {"line": 3, "quote": "it counts to five"}
    diagnosis, _ = await closed(tmp_path, script)
    assert diagnosis.root is not None
    assert diagnosis.root.finding == "F1"


async def test_the_root_is_something_that_was_challenged_also_where_rules_choose_it(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text(LOG)
    case = Case(Trace.open(tmp_path / "run.log").read())
    earlier = Grounded("FM-1.1", "a", "", "coder", "fatal", "likely", 2, ((2, 2),), id="F1")
    later = replace(earlier, id="F2", mode="FM-3.2", severity="minor", onset=3, occurrences=((3, 3),))
    story = Story([earlier, later], {"F1": "not_run", "F2": "upheld"})
    none = json.dumps({"candidates": [], "root": "nobody", "runner_up": "", "why": ""})
    analyst = ModelAnalyst(Asker(ScriptedModel(lambda _: none)), b"salt")
    await analyst.prepare(case, list(case.planner.chunks()))
    answer = await analyst.root(case, story, Outcome("failure", "", (), ()))
    assert answer.root is not None
    assert answer.root.finding == "F2"
