"""Every text format, cut off anywhere or fed with anything: never a crash, and what came whole before the cut stays."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.trace.formats.base.format import Draft, Format, Head, Reading
from agent.trace.formats.registry import by_name, candidates
from agent.trace.source import Source
from agent.trace.trace import Trace

ROOT = Path(__file__).resolve().parents[5]
SAMPLES = {
    "ag2-flat-bakery.txt": "ag2_math_txt",
    "appworld-rent-share.txt": "appworld_txt",
    "autogen-console-reorder.txt": "autogen04_console",
    "chatdev-bill-splitter.log": "chatdev_log",
    "crewai-city-guide.txt": "crewai_log_txt",
    "hyperagent-calendar.log": "hyperagent_log",
    "magentic-one-ferry.txt": "magentic_one_agbench_console",
    "metagpt-roman-numerals.txt": "metagpt_comm_log",
    "openmanus-lighthouses.log": "openmanus_loguru",
}
NAMES = [*SAMPLES.values(), "hyperagent_mast_json", "loguru"]


def hyperagent_json(log: bytes) -> bytes:
    """A HyperAgent log as the list of its lines."""
    document = {
        "instance_id": "acme__calendar-218",
        "problem_statement": ["Events vanish.", "They last past midnight."],
        "other_data": {"hints_text": ["Look at the view."], "patch": ["+ return"]},
        "trajectory": log.decode().split("\n"),
        "note": {"options": {"Step repetition": "no"}},
    }
    return json.dumps(document, indent=4).encode()


def sample(name: str) -> bytes:
    """A sample of the format, from the sample traces or made of one of them."""
    files = {form: file for file, form in SAMPLES.items()}
    if name == "hyperagent_mast_json":
        return hyperagent_json(sample("hyperagent_log"))
    if name == "loguru":
        return sample("openmanus_loguru").replace(b"app.flow", b"shop.till").replace(b"app.agent", b"shop.clerk")
    return (ROOT / "sample_traces" / files[name]).read_bytes()


def drafts_of(form: Format, path: Path, data: bytes) -> list[Draft]:
    path.write_bytes(data)
    source = Source.open(path)
    try:
        return list(form.cut(source, Reading()))
    finally:
        source.close()


def whole(drafts: list[Draft], last: int) -> list[tuple[object, ...]]:
    """What does not depend on the records from the last on."""
    before: list[tuple[object, ...]] = []
    for draft in drafts:
        if draft.record is not None and draft.record >= last:
            break
        before.append((draft.kind, draft.start, draft.end, draft.record, draft.actor, draft.repeats, draft.pieces))
    return before


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_recognised_with_a_reason(name: str) -> None:
    data = sample(name)
    form, because = next(candidates(Head(data[: 64 * 1024], "trace", len(data))))
    assert form.name == name
    assert because


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 1))
def test_what_is_whole_before_a_cut_stays(name: str, share: float, tmp_path: Path) -> None:
    data = sample(name)
    form = by_name(name)
    cut = data[: round(share * len(data))]
    full, part = drafts_of(form, tmp_path / "full", data), drafts_of(form, tmp_path / "part", cut)
    last = max((draft.record or 0 for draft in part), default=0)
    if last == 0:
        return
    assert whole(part, last) == whole(full, last)[: len(whole(part, last))]
    assert len({draft.record for draft in part if draft.record}) == last
    assert all(draft.end <= len(cut) for draft in part)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_odd_bytes_become_events_and_never_a_crash(name: str, tmp_path: Path, data: st.DataObject) -> None:
    written = bytearray(sample(name))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(written)))
        odd = st.sampled_from([b"\n", b"\x00", b"\x81\xc3", b"]", b'"', b"\r\n", b"\x1b[2J", b"\\", b"Evaluation\n"])
        written[at : at + data.draw(st.integers(0, 40))] = data.draw(odd)
    drafts = drafts_of(by_name(name), tmp_path / "odd", bytes(written))
    for number, draft in enumerate(drafts, 1):
        assert 0 <= draft.start <= draft.end <= len(written)
        assert draft.repeats is None or 1 <= draft.repeats < number
    if name != "hyperagent_mast_json":
        assert b"".join(bytes(written[draft.start : draft.end]) for draft in drafts) == written


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_file_has_no_events(name: str, tmp_path: Path) -> None:
    assert drafts_of(by_name(name), tmp_path / "empty", b"") == []


@pytest.mark.parametrize("name", NAMES)
def test_windows_line_ends_make_no_difference(name: str, tmp_path: Path) -> None:
    if name == "hyperagent_mast_json":
        return
    data = sample(name)
    plain = drafts_of(by_name(name), tmp_path / "plain", data)
    windows = drafts_of(by_name(name), tmp_path / "windows", data.replace(b"\n", b"\r\n"))
    told = [[(d.kind, d.record, d.actor, d.repeats, d.tool, d.status) for d in drafts] for drafts in (plain, windows)]
    assert told[0] == told[1]


@pytest.mark.parametrize("file", sorted(SAMPLES))
def test_every_line_of_a_sample_is_a_line_of_its_trace(file: str) -> None:
    trace = Trace.open(ROOT / "sample_traces" / file).read()
    shown = "".join(trace.lines(1, trace.events.lines))
    written = (ROOT / "sample_traces" / file).read_text().replace("\n", "")
    trace.close()
    assert written.startswith(shown) if trace.reading.hidden else written == shown
