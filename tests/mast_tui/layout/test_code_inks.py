"""Code is found between fences and in diffs, and its parts get inks."""

from pathlib import Path

import pytest

from agent.trace.trace import Trace
from mast_tui.layout.code_inks import Block, CodeInks, blocks_of, coloured
from mast_tui.layout.line_reader import LineReader

LOG = """2026-03-01 10:00:00 [Coder] Here it is:
```python
def total(amounts):
    return sum(amounts)  # all of them
```
and the change:
--- a/total.py
+++ b/total.py
@@ -1,2 +1,2 @@
-    return 1
+    return sum(amounts)
Done, -- not a change.
"""


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("```python\nx = 1\n```", [Block(1, 1, "python")]),
        ("~~~\nx\n~~~\nno\n```js\ny", [Block(1, 1, ""), Block(5, 5, "js")]),
        ("```\n{\n}\n```", [Block(1, 2, "json")]),
        ("````md\n```py\nx\n```\n````", [Block(1, 3, "md")]),
        ("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nthen words", [Block(0, 5, "diff")]),
        ("--- a heading\n+ a list", []),
        ("``` ```", []),
    ],
)
def test_blocks(text: str, blocks: list[Block]) -> None:
    assert blocks_of(text.split("\n")) == blocks


def test_inks_lie_in_their_lines_and_a_language_nobody_knows_has_none() -> None:
    inks = coloured(["def f():", '    """Two', '    lines."""'], "python")
    assert (0, 3, "code_word") in inks[0]
    assert [ink for _, _, ink in inks[1]] == ["code_string"] and inks[2][-1][2] == "code_string"
    assert coloured(["x = 1"], "no-such-language") == [[]]


def test_lines_of_a_trace_are_coloured_where_they_are_code(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text(LOG)
    trace = Trace.open(path)
    trace.read()
    reader = LineReader(trace)
    code = CodeInks(reader)

    def inks(line: int) -> set[str]:
        return {ink for _, _, ink in code.of(reader.event_at(line), line, reader.line(line))}

    assert inks(1) == inks(6) == inks(12) == set()
    assert "code_word" in inks(3) and "faint" in inks(4)
    assert (inks(10), inks(11), inks(9)) == ({"fatal"}, {"recovered"}, {"accent"})
