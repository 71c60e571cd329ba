"""Runs in an object store: a real server of S3 on the loopback, read by s3fs."""

import json
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer

from tests.conftest import RunCli


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket with three runs, and something that is none."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    for name, value in (
        ("AWS_ENDPOINT_URL", address),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_DEFAULT_REGION", "us-east-1"),
    ):
        monkeypatch.setenv(name, value)
    client = boto3.client("s3", endpoint_url=address)
    client.create_bucket(Bucket="nights")
    for at in range(3):
        said = [{"role": "user", "content": f"Task {at}."}, {"role": "assistant", "content": "I cannot find it."}]
        body = "".join(json.dumps(one) + "\n" for one in said).encode()
        client.put_object(Bucket="nights", Key=f"monday/run-{at}.jsonl", Body=body)
    client.put_object(Bucket="nights", Key="monday/readme.md", Body=b"no run")
    yield "s3://nights"
    server.stop()


@pytest.mark.parametrize("word", ["monday", "monday/*.jsonl"])
def test_runs_of_a_bucket_are_found_read_and_named_by_their_address(
    word: str, store: str, run_cli: RunCli, tmp_path: Path
) -> None:
    code, out, err = run_cli("diagnose", f"{store}/{word}", "-o", tmp_path / "out", "--offline", "--json")
    assert code == 0, err
    rows = json.loads(out)
    assert [row["path"] for row in rows] == [f"s3://nights/monday/run-{at}.jsonl" for at in range(3)]
    document = json.loads((tmp_path / "out" / rows[0]["document"]).read_text())
    assert document["trace"]["path"] == "s3://nights/monday/run-0.jsonl"
    code, out, _ = run_cli("diagnose", f"{store}/{word}", "-o", tmp_path / "out", "--offline", "--json")
    assert {row["state"] for row in json.loads(out)} == {"there"}


def test_what_is_not_there_is_told(store: str, run_cli: RunCli, tmp_path: Path) -> None:
    code, _, err = run_cli("diagnose", f"{store}/tuesday/*.jsonl", "-o", tmp_path / "out", "--offline")
    assert code == 66
    assert "No run was found" in err
