"""Lines by number: what events unfold to, also where an event is never held whole."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace import pages as pages_module
from agent.trace.trace import Trace


@given(st.lists(st.text(), min_size=1), st.integers(1, 30), st.booleans())
def test_large_events_read_like_small_ones(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], limit: int, ascii_only: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "events.jsonl"
    lines = [json.dumps({"agent": "a", "text": text or "-"}, ensure_ascii=ascii_only) for text in texts]
    path.write_text("\n".join(lines), "utf-8", "surrogatepass")
    trace = Trace.open(path, format_name="jsonl").read()
    count = trace.lines_count
    whole = list(trace.lines(1, count))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages_module, "SMALL", limit)
        for first in range(1, count + 1):
            last = min(count, first + 3)
            assert list(trace.lines(first, last)) == whole[first - 1 : last]
    trace.close()


def test_lines_are_what_events_unfold_to(corpus: Path) -> None:
    for path in [path for path in sorted(corpus.rglob("*")) if path.is_file()][::23]:
        trace = Trace.open(path).read()
        whole = [line for event in trace.events for line in trace.unfold(event).lines]
        assert len(whole) == trace.lines_count
        assert list(trace.lines(1, trace.lines_count)) == whole
        trace.close()


def test_tiny_events_are_kept_by_what_they_take_beside_their_text(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"role": "user", "content": "a word"}\n' * 5000)
    trace = Trace.open(path).read()
    for event in trace.events:
        trace.unfold(event)
    assert len(trace.pages._kept) * 2048 <= pages_module.KEPT_BYTES
    trace.close()
