"""A reply about one chunk becomes claims in the same words as those of the offline analyst."""

from pathlib import Path

import pytest

from taxonomy.mast import load
from tests.agent.analyst.stage import case_of, dumps, judged
from tests.agent.model.judge import finding, judgement

ACT, REFERENCE = "2 I write two files app.py and util.py", "1 write one file app.py that prints 5"


@pytest.mark.parametrize(
    ("what", "title"),
    [
        ("Coder writes two files.", "Coder writes two files"),
        ("Coder writes two files", "Coder writes two files"),
        ("Does util.py belong here?", "Does util.py belong here?"),
        ("", load().mode("FM-1.1").name),
        (".", load().mode("FM-1.1").name),
    ],
)
async def test_a_title_is_a_label_without_a_full_stop(what: str, title: str, tmp_path: Path) -> None:
    reply = dumps(judgement("FC1", {"FM-1.1": finding(ACT, REFERENCE, what=what)}))
    found, _ = await judged(case_of(tmp_path), "FC1", [reply, reply])
    assert [claim.title for claim in found.claims] == [title]
