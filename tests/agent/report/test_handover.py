"""One finding handed over: all that it takes to mend it, and nothing of the trace that could act."""

import json
import shlex

import pytest

from agent.report.handover import Handover, as_markdown
from tests.agent.report.payloads import PAYLOADS
from tests.agent.report.samples import foreign, sample
from tests.agent.report.test_hostile import ACTIVE, SAME_SHAPE, shape, tokens


def handed(payload: str, number: int = 0) -> Handover:
    diagnosis = foreign(payload)
    return Handover(diagnosis, diagnosis.findings[number], payload, payload, payload, (payload,))


def test_it_tells_the_failure_its_evidence_the_remedy_and_how_to_check_it() -> None:
    diagnosis = sample()
    finding = diagnosis.findings[0]
    text = as_markdown(Handover(diagnosis, finding, "run.log", None, "d.json", ()))
    evidence, remedy = finding.evidence[0], finding.remedies[0]
    assert evidence.part != "absence"
    for said in (finding.title, evidence.quote, f"L{evidence.lines[0]}", remedy.change, remedy.check):
        assert said in text
    assert "stands there" in text
    assert "mast-tui 'run.log#F1'" in text and "mast-tui verify d.json run.log" in text


def test_what_nobody_looked_up_is_not_said_to_stand_there() -> None:
    diagnosis = sample()
    unseen = as_markdown(Handover(diagnosis, diagnosis.findings[0], None, None, None, None))
    assert "not looked up again" in unseen and "stands there." not in unseen
    gone = as_markdown(Handover(diagnosis, diagnosis.findings[0], None, None, None, ("F1: it is gone.",)))
    assert "it is gone" in gone and "stands there." not in gone


def test_the_commands_name_the_trace_as_a_shell_takes_it() -> None:
    diagnosis = sample()
    name = "it's; rm -rf $HOME.log"
    commands = Handover(diagnosis, diagnosis.findings[1], name, "run 2", "d.json", ()).commands
    about = [shlex.split(each.line) for each in commands if "NEW_TRACE" not in each.line and "compare" not in each.line]
    assert about and all(name in words for words in about)
    search = next(words for words in about if words[1] == "search")
    assert search[search.index("--run") + 1] == "run 2"


def test_without_a_trace_there_is_no_command_about_one() -> None:
    diagnosis = sample()
    commands = Handover(diagnosis, diagnosis.findings[0], None, None, None, None).commands
    assert [each.line.split()[1] for each in commands] == ["diagnose", "compare"]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_it_is_active(payload: str) -> None:
    for number in (0, 1):
        assert ACTIVE.isdisjoint(token.type for token in tokens(as_markdown(handed(payload, number))))


@pytest.mark.parametrize("payload", SAME_SHAPE)
def test_it_keeps_its_shape(payload: str) -> None:
    assert shape(as_markdown(handed(payload))) == shape(as_markdown(handed("word")))


def test_the_document_for_programs_is_strict_json() -> None:
    made = handed("wo\x1b[31mrd").as_dict()
    again = json.loads(json.dumps(made, allow_nan=False))
    assert again["finding"]["id"] == "F1" and again["mode"]["code"] == "FM-3.1"
    assert again["holds"] is False and "\x1b" not in "".join(each["command"] for each in again["commands"])
