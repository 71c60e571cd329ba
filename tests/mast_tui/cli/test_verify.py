"""`mast-tui verify`: one byte altered in what is quoted is seen by name, anywhere else by the hash."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.diagnosis.document import from_dict, to_dict, to_json
from agent.diagnosis.document_parts import Absence, Diagnosis, Hint, Quoted
from agent.diagnosis.evidence import Finder
from agent.diagnosis.quote import Quote, Sought
from agent.diagnosis.verify import mismatches
from agent.trace.trace import Trace
from tests.agent.report.samples import plain

AG2 = {
    "instance_id": "made-1",
    "problem_statement": ["How many apples are left?\nThere were 12, and 5 were eaten."],
    "trajectory": [
        {"content": ["Let me think.\n12 - 5 = 7 apples are left."], "role": "assistant", "name": "mathproxyagent"},
        {"content": ['Please check "the count" again,\nI do not believe it.'], "role": "user", "name": "assistant"},
        {"content": ["It is 7.\nThe answer stays the same."], "role": "assistant", "name": "mathproxyagent"},
    ],
}
SPANS = {
    "trace_id": "t1",
    "spans": [
        {
            "span_id": f"s{n}",
            "span_name": "LiteLLMModel.__call__",
            "timestamp": f"2025-04-01T03:12:5{n}.000000Z",
            "duration": "PT1S",
            "status_code": "Ok",
            "span_attributes": {
                "openinference.span.kind": "LLM",
                "input.value": f"question {n}: where is the lamp?\nlook again",
                "output.value": f'answer {n}: the lamp is "not" in the hall\nand not outside',
            },
            "child_spans": [],
        }
        for n in range(4)
    ],
}
CHAT = "".join(
    f"[2025-29-03 23:38:0{n} INFO] **{actor}<->{other} on : Coding, turn {n}**\n\n{words}\n\n"
    for n, (actor, other, words) in enumerate(
        [
            ("Programmer", "Chief Technology Officer", "I wrote main.py with one window."),
            ("Code Reviewer", "Programmer", "The window has no title.\nPlease add one."),
            ("Programmer", "Code Reviewer", "I will not add a title to the window."),
        ]
    )
)
LOG = "".join(
    f"2025-01-01 10:00:0{n} INFO agent{n % 2}: {words}\n"
    for n, words in enumerate(["starting the work", "the file is missing", "going on without it", "the work is done"])
)
TRACES = {
    "ag2.json": json.dumps(AG2, indent=1),
    "ag2_glued.json": json.dumps(AG2),
    "trail.json": json.dumps(SPANS, indent=2),
    "chatdev.log": CHAT,
    "plain.log": LOG,
}


def diagnosed(trace: Trace) -> Diagnosis:
    """A diagnosis that quotes a line of every act, and says that nobody shouted."""
    finder = Finder(trace)
    acts = [event for event in trace.events if event.is_act and trace.text(event).strip()]
    quotes = []
    for event in acts:
        line = max(trace.text(event).split("\n"), key=len).strip()
        evidence = finder.find(Quote(line, None, event.number), "act")
        if evidence is not None:
            quotes.append(evidence.record())
    absence = finder.absence(Sought("shouted out loud", (1, trace.events.lines), trace.events.lines))
    assert quotes
    assert absence is not None
    made = from_dict(plain())
    first, second = made.findings
    findings = (
        replace(first, evidence=tuple(quotes)),
        replace(second, evidence=(absence, quotes[-1])),
    )
    mark = replace(
        made.trace,
        path=str(trace.source.path),
        sha256=trace.source.sha256(),
        format=trace.format.name,
        bytes=trace.source.size,
    )
    return replace(made, trace=mark, findings=findings)


@pytest.fixture(params=TRACES)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Diagnosis]:
    """A trace and a diagnosis of it that holds."""
    path = tmp_path / str(request.param)
    path.write_text(TRACES[request.param], encoding="utf-8")
    trace = Trace.open(path).read()
    diagnosis = diagnosed(trace)
    assert mismatches(diagnosis, trace) == []
    trace.close()
    return path, diagnosis


def _after(path: Path, diagnosis: Diagnosis, altered: bytes) -> list[str]:
    path.write_bytes(altered)
    trace = Trace.open(path, format_name=diagnosis.trace.format).read()
    differing = mismatches(diagnosis, trace)
    trace.close()
    return differing


def _quoted(diagnosis: Diagnosis) -> list[Quoted]:
    return [e for finding in diagnosis.findings for e in finding.evidence if isinstance(e, Quoted)]


def test_a_letter_altered_in_any_quote_is_seen_by_name(case: tuple[Path, Diagnosis]) -> None:
    path, diagnosis = case
    whole = path.read_bytes()
    for evidence in diagnosis.findings[0].evidence:
        assert isinstance(evidence, Quoted)
        start, end = evidence.bytes
        for at in range(start, end):
            if chr(whole[at]).isalpha() and whole[at - 1 : at] != b"\\":
                altered = whole[:at] + (b"Q" if whole[at : at + 1] != b"Q" else b"R") + whole[at + 1 :]
                told = _after(path, diagnosis, altered)
                assert any(line.startswith("F1: its quote") for line in told), altered[start:end]
                assert told[0].startswith("The trace has changed")


def test_a_letter_altered_elsewhere_is_seen_by_the_hash_alone(case: tuple[Path, Diagnosis]) -> None:
    path, diagnosis = case
    whole = path.read_bytes()
    inside = {at for evidence in _quoted(diagnosis) for at in range(*evidence.bytes)}
    outside = [at for at, byte in enumerate(whole) if chr(byte).isdigit() and at not in inside]
    for at in outside[:3] + outside[-3:]:
        told = _after(path, diagnosis, whole[:at] + (b"1" if whole[at : at + 1] != b"1" else b"2") + whole[at + 1 :])
        assert told
        assert told[0].startswith("The trace has changed")


def test_a_hint_whose_quote_does_not_stand_on_its_lines_is_named(case: tuple[Path, Diagnosis]) -> None:
    path, diagnosis = case
    quote = _quoted(diagnosis)[0]
    hint = Hint("FM-1.3", "Says it again", quote.lines, quote.quote, "It was said before.", None)
    assert _after(path, replace(diagnosis, hints=(hint,)), path.read_bytes()) == []
    altered = replace(hint, quote=hint.quote + " not")
    assert _after(path, replace(diagnosis, hints=(altered,)), path.read_bytes()) == [
        f"hint at L{quote.lines[0]}: its quote does not stand there."
    ]


def test_words_that_stand_twice_in_an_event_are_held_against_the_place_that_was_quoted(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("2025-01-01 10:00:00 INFO coder: no no no\nno\n2025-01-01 10:00:01 INFO tester: it is done\n")
    trace = Trace.open(path).read()
    for line in (1, 2):
        evidence = Finder(trace).find(Quote("no", (line, line), 1), "act")
        assert evidence is not None
        assert evidence.lines == (line, line)
        first, second = diagnosed(trace).findings
        held = replace(diagnosed(trace), findings=(replace(first, evidence=(evidence.record(),)), second))
        assert mismatches(held, trace) == []
    assert evidence is not None
    moved = replace(evidence.record(), bytes=(evidence.bytes[0] + 1, evidence.bytes[1] + 1))
    assert mismatches(replace(held, findings=(replace(first, evidence=(moved,)), second)), trace) != []
    trace.close()


def test_what_was_missing_and_is_there_now_is_seen(case: tuple[Path, Diagnosis]) -> None:
    path, diagnosis = case
    quote = next(e for e in diagnosis.findings[0].evidence if isinstance(e, Quoted) and len(e.quote) >= 16)
    start = quote.bytes[0]
    whole = path.read_bytes()
    assert b"\\" not in whole[start : start + 16]
    told = _after(path, diagnosis, whole[:start] + b"shouted out loud" + whole[start + 16 :])
    assert any(line.startswith("F2: the search") for line in told)


def test_the_command_says_it_and_exits_1(run_cli: Callable[..., Any], case: tuple[Path, Diagnosis]) -> None:
    path, diagnosis = case
    saved = path.parent / "saved.json"
    saved.write_text(to_json(diagnosis))
    code, out, _ = run_cli("verify", saved, path, "--json")
    assert (code, json.loads(out)) == (0, {"holds": True, "mismatches": []})
    first = next(e for e in diagnosis.findings[0].evidence if isinstance(e, Quoted))
    whole = path.read_bytes()
    at = next(at for at in range(*first.bytes) if chr(whole[at]).isalpha())
    path.write_bytes(whole[:at] + b"Q" + whole[at + 1 :])
    code, out, _ = run_cli("verify", saved, path, "--json")
    told = json.loads(out)
    assert (code, told["holds"]) == (1, False)
    assert any(line.startswith("F1: ") for line in told["mismatches"])
    code, out, _ = run_cli("verify", saved, path)
    assert code == 1
    assert "F1: its quote" in out


def test_a_secret_taken_out_is_a_wildcard(tmp_path: Path) -> None:
    path = tmp_path / "plain.log"
    path.write_text(LOG)
    trace = Trace.open(path).read()
    made = diagnosed(trace)
    quote = next(e for e in _quoted(made) if "missing" in e.quote)
    hidden = replace(quote, quote=quote.quote.replace("missing", "<SECRET:key#1>"), redacted=True)
    held = replace(made, findings=(replace(made.findings[0], evidence=(hidden,)),))
    assert mismatches(held, trace) == []
    inner = replace(quote, quote=quote.quote.replace("the file", "<SECRET:key#1>"), redacted=True)
    assert mismatches(replace(made, findings=(replace(made.findings[0], evidence=(inner,)),)), trace) == []
    wrong = replace(hidden, quote=hidden.quote.replace("file", "pile"))
    assert mismatches(replace(made, findings=(replace(made.findings[0], evidence=(wrong,)),)), trace)
    trace.close()


def test_an_absence_is_told_from_a_quote(case: tuple[Path, Diagnosis]) -> None:
    kinds = [type(e) for e in case[1].findings[1].evidence]
    assert kinds == [Absence, Quoted]
    assert to_dict(case[1])["findings"][1]["evidence"][0]["hits"] == 0


def test_another_trace_altogether_is_seen(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "one.log").write_text(LOG)
    (tmp_path / "other.log").write_text("nothing of the kind\n" * 3)
    trace = Trace.open(tmp_path / "one.log").read()
    (tmp_path / "saved.json").write_text(to_json(diagnosed(trace)))
    trace.close()
    code, out, _ = run_cli("verify", tmp_path / "saved.json", tmp_path / "other.log")
    assert code == 1
    assert "The trace has changed" in out
    assert run_cli("verify", tmp_path / "saved.json", tmp_path / "gone.log")[0] == 66
