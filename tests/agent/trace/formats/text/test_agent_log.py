"""Logs of lines `TIME [agent] text`, made up here: who acted, what was asked, and what was answered in the end."""

from pathlib import Path

import pytest

from agent.trace.closing_words import is_closing
from tests.agent.trace.formats.acts import acts, check_places, opened

HOUSE = """\
2026-03-02 10:00:00.100 [runtime] started, agents: planner retriever
2026-03-02 10:00:01.120 [user] Compare two invoices.
  Say which is higher.
2026-03-02 10:00:02.001 [planner -> retriever] Get 7 and 8.
2026-03-02 10:00:02.500 [retriever] calling tool fetch({"id": 7})
2026-03-02 10:00:02.600 UTC [4411] LOG:  statement: SELECT 7
2026-03-02 10:00:02.700 LOG:  duration: 3 ms
2026-03-02 10:00:03.100 [fetch] {"total": 120}
2026-03-02 10:00:03.200 [retriever] call fetch {"id": 8}
2026-03-02 10:00:03.300 LOG:  duration: 3 ms
2026-03-02 10:00:03.500 [tool] {"total": 90}
2026-03-02 10:00:03.900 [orchestrator] Thought: 7 it is.
2026-03-02 10:00:04.000 [planner] Invoice 7 is higher.
2026-03-02 10:00:05.000 [user] Thanks!
2026-03-02 10:00:06.000 [planner] You're welcome! Have a great day!
2026-03-02 10:00:06.100 [orchestrator] TERMINATE
"""
PIPES = "".join(f"{line[:19]} | INFO | {line[25:].replace('] ', ' | ', 1)}\n" for line in HOUSE.split("\n")
                if "[" in line and "LOG" not in line and "->" not in line)  # fmt: skip


def test_agents_calls_task_and_answer(tmp_path: Path) -> None:
    """What a database or the program logs in between is nobody's; thanks and TERMINATE are no answer."""
    trace = opened(tmp_path, HOUSE, "house.log")
    assert trace.format.name == "agent_log"
    assert acts(trace) == [
        ("task", "user", "Compare two invoices.\n  Say which is higher."),
        ("say", "planner", "Get 7 and 8."),
        ("call", "retriever", 'calling tool fetch({"id": 7})'),
        ("result", "fetch", '{"total": 120}'),
        ("call", "retriever", 'call fetch {"id": 8}'),
        ("result", "fetch", '{"total": 90}'),
        ("think", "orchestrator", "7 it is."),
        ("say", "planner", "Invoice 7 is higher."),
        ("say", "user", "Thanks!"),
        ("say", "planner", "You're welcome! Have a great day!"),
        ("say", "orchestrator", "TERMINATE"),
    ]
    answer = trace.answer()
    assert answer is not None and answer.text == "Invoice 7 is higher."
    assert {event.actor for event in trace.events if event.kind.value == "note"} == {None, "runtime"}
    assert [event.to for event in trace.events if event.to] == [("retriever",)] * 3
    check_places(trace)


def test_names_between_bars(tmp_path: Path) -> None:
    """The same log in another hand."""
    trace = opened(tmp_path, PIPES, "house.log")
    assert [who for _, who, _ in acts(trace)][:3] == ["user", "retriever", "fetch"]
    assert trace.format.name == "agent_log"


def test_an_agent_that_a_program_names_is_no_tool_whatever_its_name(tmp_path: Path) -> None:
    """An executor that nobody names is the thing that runs code."""
    said = "2026-03-02 10:00:01.000 [executor] I take step 5.\n2026-03-02 10:00:02.000 [tool] done\n"
    started = "2026-03-02 10:00:00.500 [runtime] started, agents: planner, executor; budget 9\n"
    heads = [HOUSE.split("\n")[0] + "\n", started]
    traces = [opened(tmp_path, f"{head}{said}{HOUSE.partition(head)[2] or HOUSE}", "house.log") for head in heads]
    kinds = [next(kind for kind, who, _ in acts(trace) if who == "executor") for trace in traces]
    assert kinds == ["result", "say"]
    assert ("result", "tool", "done") in acts(traces[1])


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"2026-03-02 10:00:0{n} [INFO] started {n}\n" for n in range(6)),
        "".join(f"2026-03-02 10:00:0{n} INFO [httpx._client] GET {n}\n" for n in range(6)),
        "".join(f"2026-03-02 10:00:0{n} [main] INFO app.Start - {n}\n" for n in range(6)),
        "".join(f"2026-03-02 10:00:0{n} LOG:  duration {n}\n" for n in range(6)),
    ],
)
def test_logs_without_agents_stay_plain(tmp_path: Path, text: str) -> None:
    """Levels, threads, modules and databases are nobody."""
    trace = opened(tmp_path, text, "some.log")
    assert trace.format.name == "plain_log"
    assert "LOG" not in {event.actor for event in trace.events}


@pytest.mark.parametrize(
    ("text", "closes"),
    [
        ("TERMINATE", True),
        ("Thank you! Have a nice day.", True),
        ("You're welcome. If you need anything else, let me know!", True),
        ("Agreed.", True),
        ("The total is 40. Thank you!", False),
        ("42", False),
        ("", False),
    ],
)
def test_closing_words(text: str, closes: bool) -> None:
    """Only what says nothing but goodbye."""
    assert is_closing(text) is closes
