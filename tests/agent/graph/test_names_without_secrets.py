"""Secrets in the names of actors, tools, files and runs are in no document and in no request."""

import json
from dataclasses import asdict
from pathlib import Path

from agent.analyst.offline import OfflineAnalyst
from agent.chat.ask import ask, saved_turns
from agent.chat.material import Material
from agent.chunk.render import Renderer
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
TYPED = "x9#Lq!7z"


def trace_of(folder: Path) -> Trace:
    rows = [
        {"role": "user", "content": "write app.py"},
        {"role": "assistant", "name": f"coder-{TOKEN}", "content": "I write app.py"},
        {"role": "tool", "name": f"run_{TOKEN}", "content": "Error: no such file"},
        {"role": "assistant", "name": f"coder-{TOKEN}", "content": "I write app.py"},
    ]
    path = folder / f"run {TOKEN}.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return Trace.open(path)


async def test_documents_and_requests_name_nobody_by_a_secret(tmp_path: Path) -> None:
    trace, redactor = trace_of(tmp_path), Redactor(b"salt")
    document = None
    async for progress in diagnose(trace, OfflineAnalyst(), redactor=redactor):
        document = progress.diagnosis if isinstance(progress, Done) else document
    assert document is not None
    assert TOKEN not in json.dumps(asdict(document))
    renderer = Renderer(trace, lambda text: redactor.redact(text).text)
    assert not any(TOKEN in renderer.event(event, 1_000)[0] + renderer.row(event) for event in trace.events)


async def test_a_secret_in_a_question_is_not_kept(tmp_path: Path) -> None:
    material = Material(trace_of(tmp_path), Redactor(b"salt"), salt=b"salt")
    question = f"who used the password: '{TYPED}'?"
    async for _ in ask(material, question, state_folder=tmp_path / "home"):
        pass
    (turn,) = await saved_turns(material, tmp_path / "home", print)
    assert "<SECRET:password#" in turn.question
    assert TYPED not in json.dumps(asdict(turn))
    assert not any(TYPED.encode() in one.read_bytes() for one in (tmp_path / "home").rglob("*") if one.is_file())
