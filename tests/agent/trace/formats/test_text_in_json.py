"""A log that stands in a string of JSON: the same events as in a file of its own, each at its bytes of the JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.trace.formats.acts import acts, check_places, opened

RULE = "-" * 80
METAGPT = (
    "=== MetaGPT Agent Communication Log - Started at 2026-03-27 01:06:54 ===\n\n"
    "[2026-03-27 01:06:54] FROM: Human TO: {'<all>'}\nACTION: x\nCONTENT:\nWrite \"é\"\\n twice.\n" + RULE + "\n\n"
    "[2026-03-27 01:07:01] NEW MESSAGES:\n\nCoder: \nprint('\\t')\n" + RULE + "\n\n"
    "[2026-03-27 01:07:09] NEW MESSAGES:\n\nReviewer: \nFine.\n" + RULE + "\n"
)
CHAT = json.dumps([{"role": "user", "content": 'Say "a"\nnow.'}, {"role": "assistant", "content": ["a", "b"]}])
PLAIN = "nothing known\nby anybody\n"
GOLD = "SECRET-GOLD"


def record(number: int, trace: Any) -> dict[str, Any]:
    """A record of the MAST dataset."""
    return {"mas_name": "MetaGPT", "llm_name": "m", "benchmark_name": "b", "trace_id": number, "trace": trace,
            "mast_annotation": {"1.1": GOLD}}  # fmt: skip


@pytest.mark.parametrize("text", [METAGPT, CHAT, PLAIN])
@pytest.mark.parametrize("ascii", [True, False])
def test_a_log_is_read_as_if_it_stood_alone(tmp_path: Path, text: str, ascii: bool) -> None:
    """Whatever its format is, and however the JSON escapes it; annotations are hidden."""
    alone = opened(tmp_path, text, "alone.txt")
    trace = opened(tmp_path, json.dumps(record(0, {"key": "k", "trajectory": text}), ensure_ascii=ascii), "run.json")
    assert acts(trace, asides=True) == acts(alone, asides=True)
    task, expected = trace.task(), alone.task()
    assert (task and task.text) == (expected and expected.text)
    assert trace.reading.hidden == ["mast_annotation"]
    check_places(trace)


def test_each_record_of_the_dataset_is_a_run(tmp_path: Path) -> None:
    """A list of records; the runs are opened by number."""
    trace = opened(tmp_path, json.dumps([record(7, PLAIN), record(8, METAGPT)]), "mad.json")
    assert [run.id for run in trace.reading.runs.held] == ["trace-7", "trace-8"]
    assert [who for _, who, _ in acts(trace)] == ["Human", "Coder", "Reviewer"]


def test_a_prompt_beside_the_log_is_the_task(tmp_path: Path) -> None:
    """Where the log has none; where it has one, that stands."""
    without = METAGPT[METAGPT.index("[2026-03-27 01:07:01]") :]
    content = METAGPT[: METAGPT.index("[2026-03-27 01:06:54]")] + without
    trace = opened(tmp_path, json.dumps({"run_id": "r", "prompt": "Write é.", "content": content}), "run.json")
    assert acts(trace)[0] == ("task", "user", "Write é.")
    assert trace.format.name == "text_in_json"
    check_places(trace)


def test_a_chat_that_quotes_a_log_is_a_chat(tmp_path: Path) -> None:
    said = [
        {"role": "user", "content": "Please look at the log of the last run, and say in one sentence how it ended."},
        {"role": "assistant", "content": "I read it."},
        {"role": "user", "content": METAGPT},
        {"role": "assistant", "content": "It ended well."},
    ]
    for given in ({"messages": said}, said):
        trace = opened(tmp_path, json.dumps(given), "chat.json")
        assert trace.format.name == "openai_chat"
        assert [text for _, _, text in acts(trace)] == [one["content"] for one in said]
    steps = [{"step": 1, "output": "Nobody has a role here, but the log of another run is what came back to it."}]
    told = {"steps": [*steps, {"step": 2, "output": METAGPT}]}
    assert opened(tmp_path, json.dumps(told), "steps.json").format.name != "text_in_json"


def test_what_stands_behind_a_string_is_no_part_of_it(tmp_path: Path) -> None:
    told = {"text": "Nobody knows how this text begins, " + 10 * "and nobody cares. ", "more": "x\n" + METAGPT}
    assert opened(tmp_path, json.dumps(told), "run.json").format.name != "text_in_json"
