"""Sessions of GitHub Copilot, made up here: a call is one act, though it is asked for and made."""

from pathlib import Path
from typing import Any

from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

TIME = "2026-03-01T10:00:0{}.000Z"


def event(number: int, kind: str, agent: str = "", **data: Any) -> dict[str, Any]:
    """An event as Copilot writes it."""
    whose = {"agentId": agent} if agent else {}
    return {"type": kind, "data": data, "id": f"e{number}", "timestamp": TIME.format(number), "parentId": None, **whose}


ASKED = {"toolCallId": "c1", "name": "view", "arguments": {"path": "a.py"}, "type": "function"}
SESSION = [
    event(0, "session.start", sessionId="s", context={"cwd": "/w"}),
    event(1, "user.message", content="Mend a.py", transformedContent="<now>10:00</now>\n\nMend a.py"),
    event(2, "assistant.message", content="I read it.", reasoningText="Look first.", toolRequests=[ASKED]),
    event(3, "tool.execution_start", toolCallId="c1", toolName="view", arguments={"path": "a.py"}),
    event(4, "tool.execution_complete", toolCallId="c1", success=True, result={"content": "x = 1"}),
    event(5, "tool.execution_start", "helper", toolCallId="c2", toolName="bash", arguments={"command": "ls"}),
    event(6, "tool.execution_complete", "helper", toolCallId="c2", success=False, error={"message": "no shell"}),
    event(7, "assistant.message", content="Done.", toolRequests=[]),
]


def test_each_act_is_told_once(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*SESSION), "events.jsonl")
    assert trace.format.name == "copilot_session"
    assert acts(trace) == [
        ("task", "user", "Mend a.py"),
        ("think", "copilot", "Look first."),
        ("say", "copilot", "I read it."),
        ("call", "copilot", '{"path": "a.py"}'),
        ("result", "view", "x = 1"),
        ("call", "helper", '{"command": "ls"}'),
        ("result", "bash", "no shell"),
        ("say", "copilot", "Done."),
    ]
    made = [event for event in trace.events if event.call]
    assert [event.call for event in made] == ["c1", "c1", "c1", "c2", "c2"]
    assert made[1].repeats == made[0].number, "the call that is made is the one that was asked for"
    assert made[-1].status == "error"
    check_places(trace)


def test_a_session_that_breaks_off_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    text = lines(*SESSION)
    path.write_text(text[:-40])
    broken = acts(Trace.open(path).read())
    path.write_text(text)
    assert acts(Trace.open(path).read())[: len(broken)] == broken
    assert ("result", "bash", "no shell") in broken
