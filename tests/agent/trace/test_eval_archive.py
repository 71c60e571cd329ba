"""Inspect logs as Inspect packs them: the same run as in the log written as JSON, and never without bound."""

import json
import random
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
import zstandard

from agent.errors import UnreadableTrace
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places
from tests.agent.trace.formats.inspect.test_inspect_log import EXPECTED, log, sample

HEADER = {key: value for key, value in log().items() if key != "samples"}


def packed(path: Path, members: Mapping[str, object], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, value in members.items():
            file.writestr(name, json.dumps(value))
    return path


def test_the_packed_log_says_what_the_log_as_json_says(made: Path) -> None:
    one, other = (Trace.open(made / f"inspect_mockllm.{suffix}").read() for suffix in ("eval", "json"))
    check_places(one)
    assert [(kind, actor, "".join(text.split())) for kind, actor, text in acts(one)] == [
        (kind, actor, "".join(text.split())) for kind, actor, text in acts(other)
    ]
    assert [run.id for run in one.runs()] == ["s1", "s2"]
    assert one.format.name == other.format.name == "inspect_eval_json"
    assert not one.reads_on


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_older_ways_to_pack(method: int, tmp_path: Path) -> None:
    members = {"samples/one_epoch_1.json": sample("one"), "summaries.json": [], "header.json": HEADER}
    trace = Trace.open(packed(tmp_path / "run.eval", members, method)).read()
    check_places(trace)
    assert acts(trace) == EXPECTED
    assert trace.warnings == []


def test_a_run_that_crashed_has_the_samples_that_were_finished(tmp_path: Path) -> None:
    start = {"version": 2, "eval": {"eval_id": "e"}, "plan": {"name": "plan"}}
    members = {"_journal/start.json": start, "samples/one_epoch_1.json": sample("one")}
    trace = Trace.open(packed(tmp_path / "run.eval", members)).read()
    assert acts(trace) == EXPECTED
    assert any("did not come to its end" in warning for warning in trace.warnings)


def test_a_log_without_samples(tmp_path: Path) -> None:
    trace = Trace.open(packed(tmp_path / "run.eval", {"header.json": HEADER})).read()
    assert [event.kind.value for event in trace.events] == ["noise"]


def test_what_cannot_be_unpacked_is_said(tmp_path: Path) -> None:
    path = packed(tmp_path / "run.eval", {"header.json": HEADER, "samples/one.json": sample("one")})
    data = path.read_bytes()
    at = data.index(b"samples/one.json") + len("samples/one.json")
    path.write_bytes(data[:at] + b"\xff" * 40 + data[at + 40 :])
    trace = Trace.open(path).read()
    assert [event.kind.value for event in trace.events] == ["noise"]
    assert any("The Inspect log is damaged" in warning for warning in trace.warnings)
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(UnreadableTrace):
        Trace.open(path).read()


def test_a_sample_that_unpacks_to_more_than_is_safe_is_cut(tmp_path: Path) -> None:
    bomb = zstandard.ZstdCompressor().compress(b" " * 80_000_000)
    name, path = b"samples/one.json", tmp_path / "run.eval"
    local = (
        struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 93, 0, 0, 0, len(bomb), 80_000_000, len(name), 0) + name + bomb
    )
    entry = (
        struct.pack(
            "<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 93, 0, 0, 0, len(bomb), 80_000_000, len(name), 0, 0, 0, 0, 0, 0
        )
        + name
    )
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(entry), len(local), 0)
    path.write_bytes(local + entry + end)
    trace = Trace.open(path).read()
    assert trace.source.size <= 50 * 1024 * 1024
    assert any("more than is safe" in warning for warning in trace.warnings)


BOMB = 60_000_000
PEAK = """
import sys
from agent.errors import UnreadableTrace
from agent.trace.trace import Trace
try:
    trace = Trace.open(sys.argv[1])
    trace.read()
    print(*trace.warnings)
except UnreadableTrace as fault:
    print(fault)
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


def written(path: Path, members: list[tuple[str, bytes]], method: int, again: int = 0) -> Path:
    """An archive whose headers say that every member is 10 bytes long; the last may be listed many times."""
    data, listed, count = b"", b"", 0
    for name, body in members:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = zstandard.compress(body) if method == 93 else packer.compress(body) + packer.flush()
        place, size = len(data), (len(packed), 10)
        head = (method, 0, 0, 0, *size)
        data += struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, *head, len(name), 0) + name.encode() + packed
        for title in [name, *(f"samples/{number}.json" for number in range(again))]:
            listed += struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, *head, len(title), 0, 0, 0, 0, 0, place)
            listed, count = listed + title.encode(), count + 1
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count, count, len(listed), len(data), 0)
    path.write_bytes(data + listed + end)
    return path


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell how much memory it took")
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, 93])
@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([("header.json", HEADER), ("samples/1.json", b" ")], "more than is safe"),
        ([("header.json", HEADER), ("samples/1.json", b"[")], ""),
        ([("header.json", HEADER), ("samples/1.json", b"1,")], "too many runs"),
        ([("header.json", b"["), ("samples/1.json", b"{}")], "header is longer"),
    ],
)
def test_no_archive_takes_more_memory_than_it_may(
    members: list[tuple[str, object]], said: str, method: int, tmp_path: Path
) -> None:
    bodies = [
        (name, body * (BOMB // len(body)) if isinstance(body, bytes) else json.dumps(body).encode())
        for name, body in members
    ]
    path = written(tmp_path / "run.eval", bodies, method)
    command = [sys.executable, "-c", PEAK, str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=True)
    *told, peak = ran.stdout.splitlines()
    assert said in " ".join(told)
    assert int(peak) <= 200


def test_members_that_lie_over_each_other_are_refused(tmp_path: Path) -> None:
    bodies = [("header.json", json.dumps(HEADER).encode()), ("samples/one.json", random.Random(1).randbytes(2000))]
    path = written(tmp_path / "run.eval", bodies, zipfile.ZIP_DEFLATED, 2000)
    trace = Trace.open(path).read()
    assert any("The Inspect log is damaged" in warning for warning in trace.warnings)
    trace.close()
