"""A model searches what it is shown: of a secret it learns neither that it stands there nor how it begins."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.chat.material import Material
from agent.lookup.allowance import Allowance
from agent.lookup.calls import Lookups
from agent.lookup.exact_search import matching_lines
from agent.redaction.redact import PLACEHOLDER, Redactor
from agent.trace.matcher import Query
from agent.trace.trace import Trace
from tests.agent.chat.materials import plain_log

SECRET, OTHER = "kite77xOwl", "moth31zElk"
ORACLES: list[tuple[str, dict[str, Any]]] = [
    ("count", {"text": "@@"}),
    ("count", {"text": "@@[:4]", "regex": True}),
    ("count", {"text": "password: (?!@@)", "regex": True}),
    ("count", {"text": "^(?!.*@@).*$", "regex": True}),
    ("search", {"words": "@@"}),
    ("search", {"words": "(?<=: )@@", "regex": True}),
    ("first_and_last", {"text": "@@"}),
    ("first_and_last", {"text": "password: @@"}),
    ("events", {"actor": "@@"}),
]


def answer(path: Path, secret: str, name: str, given: dict[str, Any]) -> str:
    path.mkdir()
    log = plain_log(
        path / "run.log", "we begin", f"the password: {secret}", f"so I typed {secret} there", "all is well", "we end"
    )
    material = Material(Trace.open(log), Redactor(b"salt"), salt=b"salt")
    material.prepare()
    lookups = Lookups(material.visible)
    asked = json.dumps(given).replace("@@[:4]", SECRET[:4]).replace("@@", SECRET)
    (one,) = lookups.look_up([lookups.call_of(name, asked)], Allowance(9, 9, 100_000, 1_200), lambda: False)
    return PLACEHOLDER.sub("<SECRET>", one.text)


@pytest.mark.parametrize(("name", "given"), ORACLES, ids=[f"{name} {given}" for name, given in ORACLES])
async def test_the_answer_is_the_same_whatever_the_secret_is(tmp_path: Path, name: str, given: dict[str, Any]) -> None:
    assert answer(tmp_path / "a", SECRET, name, given) == answer(tmp_path / "b", OTHER, name, given)


async def test_a_person_searches_everything(tmp_path: Path) -> None:
    trace = Trace.open(plain_log(tmp_path / "run.log", "we begin", f"the password: {SECRET}"))
    trace.read()
    assert [seen.line for seen in matching_lines(trace, Query(SECRET))] == [2]
