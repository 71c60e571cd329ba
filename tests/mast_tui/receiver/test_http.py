"""OTLP over HTTP, as the SDK sends it and as nobody should: what is kept, and what each request is answered."""

import base64
import gzip
import json
import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

from agent.trace.trace import Trace
from mast_tui.receiver.bounds import Bounds, Refusal
from mast_tui.receiver.export import TRACES, Share
from mast_tui.receiver.http_app import Receiver
from mast_tui.receiver.http_server import LOCAL_NAMES, LOOPBACK, Server, bound
from mast_tui.receiver.trace_files import TraceFiles
from tests.mast_tui.receiver.receiving import TRACE, post, provider, receiving, request, span, written

PROTOBUF = "application/x-protobuf"


def messages(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


@pytest.mark.parametrize("processor", [BatchSpanProcessor, SimpleSpanProcessor])
@pytest.mark.parametrize("packed", [True, False])
def test_the_sdk_sends_and_a_trace_is_there_to_be_read(
    tmp_path: Path, processor: type[SpanProcessor], packed: bool
) -> None:
    with receiving(tmp_path) as server:
        tracing = provider(server.port, processor, gzip=packed)
        tracer = tracing.get_tracer("team")
        agent = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "planner"}
        with tracer.start_as_current_span("invoke_agent planner", attributes=agent):
            asked = {"gen_ai.input.messages": messages("user", "Sort the “numbers”.")}
            said = {"gen_ai.output.messages": messages("assistant", "I am done\nhere.")}
            with tracer.start_as_current_span("chat", attributes={"gen_ai.operation.name": "chat", **asked, **said}):
                pass
        tracing.shutdown()
    (file,) = tmp_path.glob("*.otlp.jsonl")
    with closing(Trace.open(file).read()) as trace:
        texts = {event.kind.value: trace.text(event) for event in trace.events}
    assert texts["task"] == "Sort the “numbers”." and texts["say"] == "I am done\nhere."


def test_each_trace_has_a_file_of_its_own_and_resources_stay_with_their_spans(tmp_path: Path) -> None:
    other = "ef" * 16
    body = {
        "resourceSpans": [
            {"resource": {"attributes": [{"key": "n", "value": {"intValue": "1"}}]}, "schemaUrl": "u",
             "scopeSpans": [{"scope": {"name": "a"}, "spans": [span(1), span(2, other), span(3)]}]},
            {"resource": {"attributes": []}, "scopeSpans": [{"scope": {"name": "b"}, "spans": [span(4)]}]},
        ]
    }  # fmt: skip
    with receiving(tmp_path) as server:
        assert post(server.port, body) == (200, {})
    assert [one["spanId"][-1] for one in written(tmp_path)] == ["1", "3", "4"]
    assert [one["spanId"][-1] for one in written(tmp_path, other)] == ["2"]
    line = json.loads((tmp_path / f"{TRACE}.otlp.jsonl").read_text())
    assert [each["scopeSpans"][0]["scope"]["name"] for each in line["resourceSpans"]] == ["a", "b"]
    assert line["resourceSpans"][0]["schemaUrl"] == "u"


def test_protobuf_and_json_of_the_same_spans_are_written_alike(tmp_path: Path) -> None:
    message = ExportTraceServiceRequest()
    one = message.resource_spans.add().scope_spans.add().spans.add()
    one.trace_id, one.span_id, one.name = bytes.fromhex(TRACE), bytes.fromhex("11" * 8), "x"
    one.parent_span_id = bytes.fromhex("22" * 8)
    one.start_time_unix_nano, one.status.code = 1_700_000_000_000_000_000, 2
    attribute = one.attributes.add()
    attribute.key, attribute.value.string_value = "gen_ai.agent.name", "planner"
    with receiving(tmp_path) as server:
        status, answer = post(server.port, message.SerializeToString(), content_type=PROTOBUF)
        assert (status, answer) == (200, b"")
    (kept,) = written(tmp_path)
    assert (kept["traceId"], kept["spanId"], kept["parentSpanId"]) == (TRACE, "11" * 8, "22" * 8)
    assert kept["startTimeUnixNano"] == "1700000000000000000" and kept["status"]["code"] == 2
    with receiving(tmp_path) as server:
        based = {**kept, "traceId": base64.b64encode(bytes.fromhex(TRACE)).decode(), "spanId": "ERERERERERE="}
        assert post(server.port, request(based)) == (200, {})
        assert post(server.port, request({**kept, "traceId": TRACE.upper()})) == (200, {})
    assert written(tmp_path) == [kept, kept, kept]


def test_logs_lie_with_the_spans_of_their_trace_else_with_their_session(tmp_path: Path) -> None:
    session = {"key": "session.id", "value": {"stringValue": "../../etc/x"}}
    records = [
        {"traceId": TRACE, "spanId": "11" * 8, "body": {"stringValue": "in a trace"}},
        {"attributes": [session], "body": {"stringValue": "in a session"}},
        {"body": {"stringValue": "nowhere"}},
    ]
    body = {"resourceLogs": [{"resource": {}, "scopeLogs": [{"scope": {}, "logRecords": records}]}]}
    with receiving(tmp_path) as server:
        assert post(server.port, body, "/v1/logs") == (200, {})
        message = ExportLogsServiceRequest()
        one = message.resource_logs.add().scope_logs.add().log_records.add()
        one.trace_id, one.body.string_value = bytes.fromhex(TRACE), "as protobuf"
        assert post(server.port, message.SerializeToString(), "/v1/logs", content_type=PROTOBUF)[0] == 200
    said = [
        [one["body"]["stringValue"] for one in written(tmp_path, file.name[:-11])]
        for file in sorted(tmp_path.iterdir())
    ]
    assert sorted(said) == [["in a session"], ["in a trace", "as protobuf"], ["nowhere"]]


def test_what_is_too_much_is_left_out_and_said(tmp_path: Path) -> None:
    many = [{"key": str(at), "value": {"boolValue": True}} for at in range(6)]
    with receiving(tmp_path, Bounds(records=3, attributes=5)) as server:
        status, answer = post(server.port, request(*(span(at) for at in range(1, 6))))
        assert status == 200 and answer["partialSuccess"]["rejectedSpans"] == "2"
        assert "3 spans" in answer["partialSuccess"]["errorMessage"]
        for wide in (span(9, attributes=many), span(9, events=[{"attributes": many}])):
            assert post(server.port, request(wide))[1]["partialSuccess"]["rejectedSpans"] == "1"
        message = ExportTraceServiceRequest()
        message.resource_spans.add().scope_spans.add().spans.add().name = "no id"
        answer = post(server.port, message.SerializeToString(), content_type=PROTOBUF)[1]
        told = ExportTraceServiceResponse.FromString(answer).partial_success
        assert told.rejected_spans == 1 and "traceId" in told.error_message
    assert len(written(tmp_path)) == 3


def test_disk_and_number_of_traces_are_bounded(tmp_path: Path) -> None:
    with receiving(tmp_path, Bounds(disk=900, traces=2)) as server:
        assert [post(server.port, request(span(1, f"{at:032x}")))[1] for at in (1, 2)] == [{}, {}]
        told = post(server.port, request(span(1, f"{3:032x}")))[1]["partialSuccess"]
        assert told["rejectedSpans"] == "1" and "2 traces" in told["errorMessage"]
        while not (answer := post(server.port, request(span(2, f"{1:032x}")))[1]):
            pass
        assert "--max-disk" in answer["partialSuccess"]["errorMessage"]
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 900


@pytest.mark.parametrize("id", ["", "0" * 32, "xyz", "../" * 10 + "ab", "ab" * 15, 7, None, ["a"]])
def test_what_is_no_id_names_no_file(tmp_path: Path, id: Any) -> None:
    with receiving(tmp_path) as server:
        status, answer = post(server.port, request({**span(1), "traceId": id}))
    assert status == 200 and answer["partialSuccess"]["rejectedSpans"] == "1" and not list(tmp_path.iterdir())


DEEP = b'{"resourceSpans":' + b"[" * 100_000
BODIES = [
    (b"", {}), (b"{", {}), (b"[]", {}), (b"\xff\xfe", {}), (b'{"resourceSpans": 3}', {}), (DEEP, {}),
    (b'{"resourceSpans": [1]}', {}), (b'{"resourceSpans": [{"scopeSpans": [{"spans": [NaN]}]}]}', {}),
    (b"\xff" * 50, {"content_type": PROTOBUF}), (b"no gzip", {"content_encoding": "gzip"}),
    (gzip.compress(b"{}" * 500, mtime=0)[:-9], {"content_encoding": "gzip"}),
]  # fmt: skip


@pytest.mark.parametrize("body, headers", BODIES)
def test_what_cannot_be_read_is_refused_with_a_reason(tmp_path: Path, body: bytes, headers: dict[str, str]) -> None:
    with receiving(tmp_path) as server:
        status, answer = post(server.port, body, **headers)
        assert status == 400 and (b"body" in answer if isinstance(answer, bytes) else answer["message"])
        assert post(server.port, request(span(1))) == (200, {})
    assert len(written(tmp_path)) == 1


def test_long_bodies_are_refused_packed_or_not(tmp_path: Path) -> None:
    with receiving(tmp_path, Bounds(body=10_000, unpacked=100_000)) as server:
        assert post(server.port, b" " * 10_001)[0] == 413
        assert post(server.port, b" " * 20_000_000)[0] == 413  # also whoever still sends hears of it
        assert post(server.port, gzip.compress(b" " * 100_001), content_encoding="gzip")[0] == 413
        whole = gzip.compress(json.dumps(request(span(1))).encode()[:50]) + gzip.compress(
            json.dumps(request(span(1))).encode()[50:]
        )
        assert post(server.port, whole, content_encoding="gzip") == (200, {})


def test_only_what_belongs_here_is_answered(tmp_path: Path) -> None:
    with receiving(tmp_path) as server:
        port = server.port
        assert post(port, b"{}", "/v1/nothing")[0] == 404
        assert post(port, b"", "/v1/traces", method="GET")[0] == 405
        assert post(port, b"{}", content_type="text/plain")[0] == 415
        assert post(port, b"{}", content_encoding="br")[0] == 415
        assert post(port, b"{}", Host="evil.example")[0] == 403
        assert post(port, b"{}", Origin="https://evil.example")[0] == 403
        assert b"OpenTelemetry" in post(port, b"", "/", method="GET")[1]
        assert "no metrics" in post(port, b"{}", "/v1/metrics")[1]["partialSuccess"]["errorMessage"]
    assert not list(tmp_path.iterdir())


def test_a_token_lets_in_and_keeps_out(tmp_path: Path) -> None:
    with receiving(tmp_path, token="open sesame") as server:
        for header in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Bearer"}):
            assert post(server.port, request(span(1)), **header)[0] == 401
        assert not list(tmp_path.iterdir())
        tracing = provider(server.port, SimpleSpanProcessor, token="open sesame")
        tracing.get_tracer("x").start_span("one").end()
        tracing.shutdown()
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("before", ["", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["first", "second"])
def test_a_head_that_does_not_come_to_its_end_holds_no_place(
    before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mast_tui.receiver.slow_heads.SECONDS", 0.1)
    with receiving(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port), 30) as slow:
        slow.sendall(f"{before}POST /v1/traces HTTP/1.1\r\nHost: loc".encode())
        said = b""
        while more := slow.recv(1000):
            said += more
        assert (b" 200 " in said) == bool(before)
        assert post(server.port, request(span(1)))[0] == 200


def test_a_body_that_drips_is_refused_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mast_tui.receiver.http_app.SECONDS", 0.1)
    with receiving(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port), 30) as slow:
        head = "POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
        slow.sendall(f"{head}\r\nContent-Length: 9\r\n\r\n{{".encode())
        assert b" 408 " in slow.recv(1000)
        assert post(server.port, request(span(1)))[0] == 200


def test_a_request_that_is_written_in_part_is_sent_again_and_nothing_is_lost_or_twice_there(tmp_path: Path) -> None:
    other, more, heard = "ef" * 16, "cd" * 16, list[str]()
    files = TraceFiles(tmp_path, Bounds())
    files.path(other).symlink_to(tmp_path / "elsewhere")
    receiver = Receiver(files, Bounds(), hear=lambda share: heard.append(share.name))
    for _ in range(2):
        with pytest.raises(Refusal) as refusal:
            receiver.take(request(span(1), span(2, other), span(3, more), span(4)), TRACES)
        assert refusal.value.status == 503 and "cannot be written" in refusal.value.why
    assert heard == [TRACE, more]
    files.path(other).unlink()
    for _ in range(2):  # sent once more it is another request, since this one was taken in
        assert receiver.take(request(span(1), span(2, other), span(3, more), span(4)), TRACES).rejected == 0
    files.close()
    assert heard == [TRACE, more, other, TRACE, other, more]
    assert [one["spanId"][-1] for one in written(tmp_path)] == ["1", "4"] * 2
    assert [one["spanId"][-1] for name in (other, more) for one in written(tmp_path, name)] == ["2", "2", "3", "3"]


def test_an_exporter_sends_again_what_was_written_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "600000")  # both spans in one request, however long they take
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "60")
    files, seen = TraceFiles(tmp_path, Bounds()), list[str]()

    def hear(share: Share) -> None:
        """Let the file that could not be written be written from the first answer on."""
        seen.append(share.name)
        for link in [one for one in tmp_path.iterdir() if one.is_symlink()]:
            link.unlink()

    server = Server(Receiver(files, Bounds(), hosts=LOCAL_NAMES, hear=hear), bound(LOOPBACK[:1], 0))
    server.start()
    made = provider(server.port, BatchSpanProcessor)
    tracer = made.get_tracer("a team")
    for name in ("the first", "the second"):
        with tracer.start_as_current_span(name) as one:
            trace = f"{one.get_span_context().trace_id:032x}"
    files.path(trace).symlink_to(tmp_path / "elsewhere")
    assert made.force_flush()
    made.shutdown()
    server.stop()
    files.close()
    assert len(seen) == 2 and seen[1] == trace
    assert [[one["name"] for one in written(tmp_path, name)] for name in seen] == [["the first"], ["the second"]]
