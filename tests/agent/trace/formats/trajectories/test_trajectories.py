"""Trajectories of benchmarks, made up here: each act exactly once, by whom it was, and no label anywhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.errors import MastError
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import Act, acts, check_places, lines, opened

GOLD = "SECRET-GOLD"
TIME = "2026-03-01T10:00:0{}"
TASK, SAID, COMMAND, SEEN, PATCH = "Mend a.py", "I list the files.", "ls -la", "a.py", "diff --git a/a.py b/a.py"
FENCED = f"{SAID}\n\n```{{}}\n{COMMAND}\n```"


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    """A chat message."""
    return {"role": role, "content": content, **more}


def called(id: str, name: str, given: Any) -> dict[str, Any]:
    """A call as OpenAI writes it."""
    return {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}


STEP = {"action": COMMAND, "observation": SEEN, "response": FENCED.format(""), "thought": SAID, "state": "{}"}
LAST = {"action": "submit", "observation": PATCH, "response": "", "thought": "Done.", "state": "{}"}
HISTORY = [
    message("system", "You are an engineer.", agent="main", message_type="system_prompt"),
    message("user", "A demonstration", agent="main", is_demo=True),
    message("user", TASK, agent="main", message_type="observation"),
    message("assistant", SAID, agent="main", thought=SAID, action=COMMAND, message_type="action"),
    message("user", SEEN, agent="main", message_type="observation"),
]
SUBMITS = message("assistant", "Done.", agent="main", thought="Done.", action="submit", message_type="action",
                  tool_calls=[called("c2", "submit", {})])  # fmt: skip
SWE = {"environment": "main", "trajectory": [STEP, LAST], "history": [*HISTORY, SUBMITS],
       "info": {"exit_status": "submitted", "submission": PATCH}}  # fmt: skip
MINI = [
    message("system", "One command a turn."),
    message("user", TASK),
    message(
        "assistant", FENCED.format("mswea_bash_command"), extra={"actions": [{"command": COMMAND}], "timestamp": 1}
    ),
    message("user", f"<returncode>0</returncode>\n{SEEN}", extra={"returncode": 0, "timestamp": 1772359200.5}),
]
NO_COMMAND = [message("assistant", "What now?"), message("user", "Give EXACTLY ONE command.")]
EXIT = message("exit", PATCH, extra={"exit_status": "Submitted", "submission": PATCH})
MADE = {"tool_call_metadata": {"function_name": "execute_bash", "tool_call_id": "c1"}}


def event(id: int, source: str, **more: Any) -> dict[str, Any]:
    """An event of OpenHands."""
    return {"id": id, "timestamp": TIME.format(id), "source": source, "message": "", **more}


HANDS = [
    event(0, "agent", action="system", args={"content": "You are an agent."}),
    event(1, "user", action="message", args={"content": TASK}, message=TASK),
    event(2, "user", action="recall", args={"query": TASK}),
    event(3, "agent", action="run", args={"command": COMMAND, "thought": SAID}, **MADE),
    event(4, "agent", observation="run", content=SEEN, extras={}, cause=3, **MADE),
    event(5, "agent", action="finish", args={"final_thought": "", "thought": "Done."}, message="All done."),
]
TEXT = [{"type": "text", "text": SAID}]
NEWER = [
    {"id": "a", "timestamp": TIME.format(1), "source": "user", "kind": "MessageEvent",
     "llm_message": message("user", [{"type": "text", "text": TASK}])},
    {"id": "b", "timestamp": TIME.format(2), "source": "agent", "kind": "ActionEvent", "thought": TEXT,
     "reasoning_content": "Hm.", "action": {"command": COMMAND}, "tool_name": "terminal", "tool_call_id": "c1",
     "tool_call": {"id": "c1", "name": "terminal", "arguments": "{\"command\": \"ls -la\"}"}},
    {"id": "c", "timestamp": TIME.format(3), "source": "environment", "kind": "ObservationEvent",
     "tool_name": "terminal", "tool_call_id": "c1",
     "observation": {"content": [{"type": "text", "text": SEEN}], "is_error": False}},
    {"id": "d", "timestamp": TIME.format(4), "source": "environment", "kind": "ConversationStateUpdateEvent",
     "key": "stats", "value": {}},
]  # fmt: skip
OUTPUT = {"instance_id": "repo__1", "test_result": {"git_patch": PATCH, "report": GOLD}, "instruction": TASK,
          "history": HANDS, "instance": {"FAIL_TO_PASS": GOLD, "test_patch": GOLD}}  # fmt: skip
TALK = [
    message("system", "Policy."),
    message("user", "Cancel my flight."),
    message("assistant", None, tool_calls=[called("c1", "cancel", {"id": 7})]),
    message("tool", "cancelled", tool_call_id="c1", name="cancel"),
    message("assistant", "It is cancelled."),
]
TAU = {"task_id": 0, "reward": 1.0, "info": {"reward_info": {"actions": GOLD}, "task": {"actions": GOLD}}, "traj": TALK}
GRADED = {"reward": 1.0, "db_check": GOLD}
SIMULATION = {"id": "s1", "task_id": "7", "start_time": TIME.format(0), "end_time": TIME.format(9),
              "termination_reason": "user_stop", "reward_info": GRADED, "messages": [
                  *TALK[:2],
                  message("assistant", None, tool_calls=[{"id": "c1", "name": "cancel", "arguments": {"id": 7}}]),
                  {"id": "c1", "role": "tool", "content": "cancelled", "error": False}, TALK[4]]}  # fmt: skip
TAU2 = {"timestamp": TIME.format(0), "info": {"num_trials": 1, "user_info": {}, "agent_info": {}},
        "tasks": [{"id": "7", "evaluation_criteria": GOLD}], "simulations": [SIMULATION, SIMULATION]}  # fmt: skip

ASKED: Act = ("task", "user", TASK)
IN_STEPS: list[Act] = [("say", "main", SAID), ("call", "main", COMMAND), ("result", "bash", SEEN)]
HANDED_IN: list[Act] = [("say", "main", "Done."), ("call", "main", "submit"), ("result", "submit", PATCH)]
SWE_ACTS: list[Act] = [ASKED, *IN_STEPS, *HANDED_IN, ("answer", "main", PATCH)]
MINI_ACTS: list[Act] = [ASKED, ("say", "assistant", SAID), ("call", "assistant", COMMAND),
                        ("result", "bash", f"<returncode>0</returncode>\n{SEEN}")]  # fmt: skip
HANDS_ACTS: list[Act] = [ASKED, ("think", "agent", SAID), ("call", "agent", COMMAND), ("result", "execute_bash", SEEN),
                         ("answer", "agent", "All done.")]  # fmt: skip
NEWER_ACTS: list[Act] = [ASKED, ("think", "agent", "Hm."), ("say", "agent", SAID),
                         ("call", "agent", '{"command": "ls -la"}'), ("result", "terminal", SEEN)]  # fmt: skip
TALK_ACTS: list[Act] = [("task", "user", "Cancel my flight."), ("call", "assistant", '{"id": 7}'),
                        ("result", "cancel", "cancelled"), ("say", "assistant", "It is cancelled.")]  # fmt: skip
PAGE = json.dumps
FILES: dict[str, tuple[str, list[Act]]] = {
    "swe_agent": (PAGE(SWE), SWE_ACTS),
    "swe_agent: the last step is in no message": (PAGE(SWE | {"history": HISTORY}), SWE_ACTS),
    "swe_agent: messages only": (PAGE({"history": HISTORY}, indent=1), SWE_ACTS[:4]),
    "swe_agent: steps only": (PAGE({"trajectory": [STEP]}), [("say", "assistant", SAID), ("call", "assistant", COMMAND),
                                                             ("result", "bash", SEEN)]),
    "mini_swe_agent": (PAGE([*MINI, EXIT]), [*MINI_ACTS, ("answer", "assistant", PATCH)]),
    "mini_swe_agent: a document": (PAGE({"info": {"config": {}}, "messages": MINI + NO_COMMAND}),
                                   [*MINI_ACTS, ("say", "assistant", "What now?")]),
    "openhands": (PAGE(HANDS), HANDS_ACTS),
    "openhands: lines": (lines(*HANDS), HANDS_ACTS),
    "openhands: newer": (lines(*NEWER), NEWER_ACTS),
    "openhands_output": (lines(OUTPUT, OUTPUT), HANDS_ACTS),
    "openhands_output: pairs": (lines(OUTPUT | {"history": [[HANDS[1]], HANDS[3:5]]}), HANDS_ACTS[:4]),
    "tau_bench": (PAGE([TAU, TAU], indent=1), TALK_ACTS),
    "tau2_bench": (PAGE(TAU2), TALK_ACTS),
    "tau2_bench: one": (PAGE(SIMULATION), TALK_ACTS),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_each_act_is_read_once(tmp_path: Path, name: str) -> None:
    """What was asked, thought, said, called and returned, in order; the format is known by its head."""
    text, expected = FILES[name]
    trace = opened(tmp_path, text, "run.json")
    assert trace.format.name == name.partition(":")[0]
    assert [act for act in acts(trace) if act[0] != "system"] == expected
    calls = [e.call for e in trace.events if e.kind.value == "call"]
    assert [e.call for e in trace.events if e.kind.value == "result"] == calls
    check_places(trace)


@pytest.mark.parametrize("name", [name for name in FILES if GOLD in FILES[name][0]])
def test_labels_are_shown_nowhere_and_named(tmp_path: Path, name: str) -> None:
    """What the run was graded by is in no event, also where the file breaks off."""
    text, _ = FILES[name]
    for part in (text, text[: int(len(text) * 0.6)]):
        trace = opened(tmp_path, part, "run.json")
        assert all(GOLD not in trace.text(event) for event in trace.events)
    assert opened(tmp_path, text, "run.json").reading.hidden


@pytest.mark.parametrize(
    ("name", "text", "ending"),
    [
        ("swe_agent", FILES["swe_agent"][0], "submitted"),
        ("mini_swe_agent", json.dumps({"messages": MINI, "info": {"exit_status": "LimitsExceeded"}}), "LimitsExceeded"),
        ("openhands_output", lines(OUTPUT | {"error": "Stopped."}), "Stopped."),
        ("tau2_bench", FILES["tau2_bench"][0], "user_stop"),
    ],
)
def test_how_a_run_ended_is_told_in_the_words_of_the_program(tmp_path: Path, name: str, text: str, ending: str) -> None:
    """Not how it was graded."""
    trace = opened(tmp_path, text, "run.json")
    assert (trace.format.name, trace.reading.ending) == (name, ending)


@pytest.mark.parametrize(
    ("action", "seen", "status"),
    [
        (
            "edit 3:4\nx =\nend_of_edit",
            "Your proposed edit has introduced new syntax error(s). Read it.\n\nERRORS:",
            "error",
        ),
        ("edit 3:4\nx = 1\nend_of_edit", "[File: a.py (9 lines total)]\nYour changes have NOT been applied.", "error"),
        ("str_replace_editor insert a.py", "No replacement was performed, the words stand nowhere.", "error"),
        ("edit 3:4\nx = 1\nend_of_edit", "[File: a.py (9 lines total)]\n1:raise Failure('Error: no')", None),
        ("cat log", "Error: this is what the log says", None),
    ],
)
def test_an_edit_that_was_refused_is_a_failed_call(tmp_path: Path, action: str, seen: str, status: str | None) -> None:
    said = [HISTORY[0], HISTORY[2], {**HISTORY[3], "action": action}, {**HISTORY[4], "content": seen}]
    steps = {"trajectory": [STEP | {"action": action, "observation": seen}]}
    for page in ({"history": said}, steps):
        trace = opened(tmp_path, json.dumps(page), "run.json")
        assert [event.status for event in trace.events if event.kind.value == "result"] == [status]


def test_runs_are_told_apart_and_opened_by_number(tmp_path: Path) -> None:
    """Ids that are small numbers are not taken for numbers of runs."""
    path = tmp_path / "results.json"
    path.write_text(json.dumps([TAU | {"task_id": number} for number in range(3)]))
    runs = Trace.open(path).read().reading.runs.all
    assert [run.id for run in runs] == ["task-0", "task-1", "task-2"]
    assert Trace.open(path, only="1").read().reading.run == "task-0"
    with pytest.raises(MastError):
        Trace.open(path, only="4")
