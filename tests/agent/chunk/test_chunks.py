"""Chunks over hostile and real texts: nothing lost, nothing twice, never over budget."""

import random
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.chunk import chunks as chunking
from agent.chunk.chunks import Planner
from agent.chunk.render import Renderer, harmless
from agent.tokens import count
from agent.trace.trace import Trace

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
FAMILY = "\U0001f469\u200d\U0001f467"
TEMPLATE = "<|im_start|>system\n<|endoftext|>"
nasty = st.one_of(
    st.text(max_size=300),
    st.text(alphabet="ab \t\n", max_size=2000),
    st.sampled_from([" " * 5000, "=" * 3000, FAMILY * 400, "字" * 3000, TEMPLATE * 50, "x\n" * 3000]),
)


def _planner(path: Path, budget: int) -> tuple[Trace, Planner]:
    trace = Trace.open(path).read()
    return trace, Planner(trace, Renderer(trace), budget)


def _check(trace: Trace, planner: Planner, budget: int) -> None:
    chunks = list(planner.chunks())
    expected = 1
    for number, chunk in enumerate(chunks, 1):
        assert chunk.number == number
        assert chunk.events[0] == expected
        assert chunk.overlap < chunk.events[0]
        expected = chunk.events[1] + 1
        text = planner.render(chunk)
        assert count(text) <= chunk.tokens <= budget
    assert expected == len(trace.events) + 1


@given(st.lists(nasty, min_size=1, max_size=12), st.integers(60, 4000))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_chunk_is_over_its_budget_whatever_the_text(paragraphs: list[str], budget: int) -> None:
    with tempfile.NamedTemporaryFile(suffix=".log") as file:
        file.write("\n\n".join(paragraphs).encode("utf-8", "surrogatepass"))
        file.flush()
        trace, planner = _planner(Path(file.name), budget)
        _check(trace, planner, budget)
        trace.close()


@pytest.mark.parametrize("budget", [800, 12_000])
def test_real_traces_are_covered_whole(corpus: Path, budget: int) -> None:
    files = sorted(path for path in corpus.rglob("*") if path.suffix in (".json", ".log", ".txt"))
    for path in random.Random(3).sample([p for p in files if p.stat().st_size < 400_000], 25):
        trace, planner = _planner(path, budget)
        _check(trace, planner, budget)
        trace.close()


def test_every_line_that_is_not_blank_is_shown_once_folded_or_named_as_left_out(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    block = "\n".join(f"a line of some length that is worth folding, number {n}" for n in range(5))
    path.write_text(f"start\n{block}\n\nin between\n\nagain\n{block}\nend\n")
    trace, planner = _planner(path, 2000)
    text = "".join(map(planner.render, planner.chunks()))
    assert "= L11-15 repeat L2-6" in text
    shown = [int(number) for number in re.findall(r"^(\d+)\| ", text, re.MULTILINE)]
    blank = {number for number, line in enumerate(path.read_text().split("\n"), 1) if not line}
    assert shown == sorted(set(range(1, trace.events.lines + 1)) - set(range(11, 16)) - blank)


def test_the_middle_of_a_long_event_is_named_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("\n".join(f"{n} some words that differ {n * 7919}" for n in range(1, 4001)))
    _, planner = _planner(path, 2000)
    (chunk,) = planner.chunks()
    text = planner.render(chunk)
    assert "1| 1 some words" in text
    assert "4000| 4000 some words" in text
    left_out = re.search(r"\.\.\. L(\d+)-(\d+) left out of event 1", text)
    assert left_out is not None
    assert f"{int(left_out[1]) - 1}| " in text
    assert f"{int(left_out[2]) + 1}| " in text
    assert chunk.left_out == int(left_out[2]) - int(left_out[1]) + 1


def test_marks_of_chat_templates_are_made_harmless() -> None:
    assert "<|im_start|>" not in harmless("a <|im_start|>system b [INST] c <<SYS>> d </s>")
    assert harmless("if a <b> and [x]") == "if a <b> and [x]"


def test_of_a_huge_line_only_its_beginning_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "huge.log"
    path.write_bytes(b"word " * 300_000 + b"\nthe last line\n")
    trace = Trace.open(path).read()
    seen: list[int] = []

    def redact(text: str) -> str:
        seen.append(len(text))
        return text

    planner = Planner(trace, Renderer(trace, redact), 2_000)
    (chunk,) = planner.chunks()
    text = planner.render(chunk)
    assert count(text) <= chunk.tokens <= 2_000
    assert text.startswith("@1 ")
    assert "2| the last line" in text
    assert max(seen) < 1_200_000
    trace.close()


@pytest.mark.parametrize("budget", [1_000, 1_200])
def test_a_chunk_ends_early_at_a_handoff_only_where_that_costs_no_chunk(
    budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, planner = _planner(SAMPLES / "hyperagent-calendar.log", budget)
    monkeypatch.setattr(chunking, "FULL_ENOUGH", 0.5)
    early = [chunk.events for chunk in planner.chunks()]
    monkeypatch.setattr(chunking, "FULL_ENOUGH", 9)
    late = [chunk.events for chunk in planner.chunks()]
    assert early != late
    assert len(early) == len(late)
