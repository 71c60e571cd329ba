"""A model of a fixed latency on the loopback, in a process of its own, for benchmarks of the walk."""

import asyncio
import json
import multiprocessing
import re
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from agent.model.closing_replies import ChallengeReply, OutcomeReply, RemediesReply, RootReply

MODES = {"1": 5, "2": 6, "3": 3}


@contextmanager
def served(latency: float, findings: int) -> Iterator[str]:
    """The address of a model that finds one failure in each of the first chunks, and takes its time."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_run, args=(theirs, latency, findings), daemon=True)
    process.start()
    theirs.close()
    try:
        yield f"http://127.0.0.1:{ours.recv()}/v1"
    finally:
        process.terminate()
        process.join()


def _run(pipe: Connection, latency: float, findings: int) -> None:
    asyncio.run(_serve(pipe, latency, findings))


async def _serve(pipe: Connection, latency: float, findings: int) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            body = json.loads(await reader.readexactly(int(length[1])) if length else b"{}")
            await asyncio.sleep(latency)
            data = json.dumps(_completion(body, findings)).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
            writer.write(f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=2**24)
    pipe.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


def _completion(body: dict[str, object], findings: int) -> dict[str, object]:
    messages = body["messages"]
    assert isinstance(messages, list)
    text: str = messages[-1]["content"]
    form = body["response_format"]
    assert isinstance(form, dict)
    said = reply_text(form["json_schema"]["name"], text, findings)
    message = {"role": "assistant", "content": said}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def reply_text(question: str, text: str, findings: int) -> str:
    """What this model says to a question."""
    return json.dumps(_reply(question, text, findings))


def _reply(question: str, text: str, findings: int) -> dict[str, object]:
    """What this model says: in the first chunks it holds one line against another, and else nothing."""
    if question.startswith("judge_"):
        number = question[-1]
        rows = re.findall(r"^(\d+)\| (.{30,100})", text, re.MULTILINE)
        first = number == "1" and "Lines 1 to" in text
        claims = [_finding(rows)] if first and findings else []
        modes = [
            {
                "mode": f"FM-{number}.{mode}",
                "against": "nothing",
                "state": "present" if claims and mode == 1 else "absent",
                "findings": claims if mode == 1 else [],
            }
            for mode in range(1, MODES[number] + 1)
        ]
        return {"signals": [], "modes": modes}
    answers: dict[str, dict[str, object]] = {
        "outline": {
            "goal": "g", "criteria": [], "constraints": [], "roles": [], "unknown": [], "suspicious": [],
        },
        "challenge": {**ChallengeReply.blank, "verdict": "upheld"},
        "root": {**RootReply.blank, "root": "F1"},
        "outcome": {**OutcomeReply.blank},
        "remedies": {**RemediesReply.blank},
    }  # fmt: skip
    return answers[question]


def _finding(rows: list[tuple[str, str]]) -> dict[str, object]:
    act, reference = rows[len(rows) // 2], rows[0]
    return {
        "what": "It goes wrong here.",
        "why": "One line goes against the other.",
        "actor": "coder",
        "about": "app.py",
        "acts": [{"line": int(act[0]), "quote": act[1].strip()}],
        "references": [{"line": int(reference[0]), "quote": reference[1].strip()}],
        "absence": None,
        "rival": "",
        "why_not_rival": "",
        "severity": "major",
        "confidence": 0.9,
    }
