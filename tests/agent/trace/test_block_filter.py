"""The filter never says of a block that nothing is in it where something is, however the file writes it."""

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.trace.block_filter import BlockFilter
from agent.trace.matcher import Query
from agent.trace.source import Source

WORDS = st.text(alphabet='aksiKZ0 _./\\"\n\t-[é\u212a\u0131', min_size=2, max_size=12)


@settings(max_examples=150, deadline=None)
@given(WORDS, st.text(alphabet='abksi \\"é\n', max_size=40), st.booleans(), st.booleans(), st.booleans())
def test_what_is_there_may_match(words: str, around: str, ascii_only: bool, ignores: bool, upper: bool) -> None:
    import tempfile

    written = words.upper() if upper and ignores and words.upper().lower() == words.lower() else words
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.jsonl"
        path.write_text(json.dumps({"text": around + written + around}, ensure_ascii=ascii_only), encoding="utf-8")
        source = Source.open(path)
        try:
            assert BlockFilter(source, Query(words, ignore_case=ignores)).may_match(0, source.size)
        finally:
            source.close()


def test_what_is_not_there_is_told_from_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"text": "plain words, nothing else"}), encoding="utf-8")
    source = Source.open(path)
    assert not BlockFilter(source, Query("zebra", ignore_case=True)).may_match(0, source.size)
    assert BlockFilter(source, Query("PLAIN", ignore_case=True)).may_match(0, source.size)
    source.close()
