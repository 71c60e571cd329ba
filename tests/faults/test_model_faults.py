"""Everything that can go wrong with a model server, met by the real command line: each fault ends by its name."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mast_tui.cli import main
from tests.agent.analyst.stage import FOUND, LOG
from tests.agent.model.judge import question_of, replies
from tests.agent.model.schema_subsets import SUBSETS, beyond
from tests.agent.model.server import Body, Step, serve

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-proj-Zq81xRt5LmN02vBc77YhGf3D"
SAY = replies(FOUND)
HTML = b"<!DOCTYPE html><html><body>Sign in to the network</body></html>"


def problem(message: str, **more: Any) -> bytes:
    return json.dumps({"error": {"message": message, **more}}).encode()


def right(body: Body, number: int) -> Step:
    return Step(SAY(body))


def always(step: Step) -> Callable[[Body, int], Step]:
    return lambda body, number: step


def at_first(times: int, step: Step) -> Callable[[Body, int], Step]:
    return lambda body, number: step if number <= times else right(body, number)


def when(question: str, step: Step, times: int = 99) -> Callable[[Body, int], Step]:
    met = [0]

    def script(body: Body, number: int) -> Step:
        if question_of(body) == question and met[0] < times:
            met[0] += 1
            return step
        return right(body, number)

    return script


class Run:
    """Runs of `mast-tui diagnose` against a server, with a state folder of their own."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.trace = folder / "run.log"
        self.trace.write_text(LOG)
        self.home = folder / "home"
        self.home.mkdir(mode=0o700)
        self.settings("seconds = 20\npause = 0.001")
        self._patch = patch
        self._capture = capture

    def settings(self, text: str) -> None:
        (self.home / "settings.toml").write_text(f"[model]\n{text}\n")

    def __call__(
        self, url: str, *words: str, model: str | None = "stub", yes: bool = True, **env: str
    ) -> tuple[int, Body, str]:
        for name, value in {"MAST_TUI_HOME": str(self.home), "OPENAI_API_KEY": KEY, **env}.items():
            self._patch.setenv(name, value)
        command = ["diagnose", str(self.trace), "--json", *(["--base-url", url] if url else [])]
        command += ["--model", model] if model else []
        command += ["--yes"] if yes else []
        code = main([*command, *words])
        out, err = self._capture.readouterr()
        assert "Traceback" not in err, err
        assert KEY not in out + err
        assert KEY[-8:] not in out + err
        return code, json.loads(out) if out else {}, err


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(tmp_path, monkeypatch, capsys)


def cells(document: Body) -> dict[str, tuple[str, str]]:
    return {cell["mode"]: (cell["state"], cell["why"]) for cell in document["coverage"]["cells"]}


def verdicts(document: Body) -> dict[str, str]:
    return {mode["code"]: mode["verdict"] for mode in document["modes"]}


def test_a_right_server(run: Run) -> None:
    with serve(right) as server:
        code, document, err = run(server.url)
        assert (code, err) == (0, "")
        assert server.calls == document["usage"]["calls"] == 8
    assert verdicts(document)["FM-1.1"] == "present"
    assert set(verdicts(document).values()) == {"present", "absent"}


STOPPING = {
    "401": (Step(status=401, raw=problem(f"Incorrect API key provided: {KEY[:8]}***{KEY[-4:]}.")), "key"),
    "401 with the key": (Step(status=401, raw=problem(f"Bad key {KEY}")), "key"),
    "403": (Step(status=403, raw=problem("Country not supported")), "403"),
    "no quota": (
        Step(status=429, raw=problem("You exceeded your current quota", type="insufficient_quota")),
        "credit",
    ),
    "402": (Step(status=402, raw=problem("Payment required")), "credit"),
    "no such model": (
        Step(status=404, raw=problem("The model `stub` does not exist", code="model_not_found")),
        "--model",
    ),
    "wrong address": (Step(status=404, raw=b'{"detail": "Not Found"}'), "--base-url"),
    "portal": (Step(raw=HTML), "--base-url"),
    "redirect": (Step(status=302, raw=b"", headers={"Location": "http://127.0.0.1:9/elsewhere"}), "--base-url"),
    "400": (Step(status=400, raw=problem(f"Something about {KEY} is wrong")), "another model"),
    "no completion": (Step(raw=b'{"hello": "world"}'), "--base-url"),
    "empty body": (Step(raw=b""), "--base-url"),
}


@pytest.mark.parametrize("name", STOPPING)
def test_what_cannot_get_better_stops_at_once_in_three_sentences(name: str, run: Run) -> None:
    step, advice = STOPPING[name]
    with serve(always(step)) as server:
        code, document, err = run(server.url)
        assert server.calls == 1
    assert code == (3 if "credit" in advice else 2)
    assert document == {}
    assert advice in err
    assert len(err.strip().split("\n")) == 3


@pytest.mark.parametrize(
    ("url", "said"), [("http://127.0.0.1:9/v1", "connection"), ("https://127.0.0.1:9/v1", "connection")]
)
def test_a_closed_port_is_said_in_one_breath(url: str, said: str, run: Run) -> None:
    code, _, err = run(url)
    assert code == 2
    assert said in err
    assert len(err.strip().split("\n")) == 3


PASSING = {
    "500 four times": (Step(status=500, raw=problem("oops")), 4),
    "502 in HTML": (Step(status=502, raw=HTML), 3),
    "503": (Step(status=503, raw=b""), 1),
    "429": (Step(status=429, raw=problem("slow down")), 6),
    "429 with a date long past": (
        Step(status=429, raw=b"{}", headers={"Retry-After": "Mon, 01 Jan 2024 00:00:00 GMT"}),
        1,
    ),
    "reset in the body": (Step(SAY({"messages": [{}, {"content": ""}]}), reset_after=20), 2),
    "reset before the body": (Step("x", reset_after=0), 2),
    "no choices": (Step(raw=b'{"choices": []}'), 1),
    "an error in a success": (Step(raw=problem("upstream provider failed")), 1),
    "cut JSON body": (Step(raw=b'{"choices": [{"message": {"content": "'), 1),
    "empty": (Step(""), 1),
    "only spaces": (Step(" \n "), 1),
    "None": (Step(None), 1),
    "no reason to end": (Step("{}", finish=None), 1),
    "at its length": (Step('{"goal": "', finish="length"), 1),
    "filtered": (Step("", finish="content_filter"), 1),
    "refused": (Step(None, message={"refusal": "I cannot help with that."}), 1),
    "prose": (Step("I would rather talk about the weather."), 1),
    "another shape": (Step('{"answer": 42}'), 1),
    "a filter on the prompt": (Step(status=400, raw=problem("content management policy", code="content_filter")), 1),
}


@pytest.mark.parametrize("name", PASSING)
def test_what_gets_better_is_tried_again_and_leaves_no_mark(name: str, run: Run) -> None:
    step, times = PASSING[name]
    with serve(at_first(times, step)) as server:
        code, document, _ = run(server.url)
        assert server.calls == 8 + times
        assert document["usage"]["calls"] == server.calls
    assert code == 0
    assert set(verdicts(document).values()) == {"present", "absent"}


LASTING = {
    "500": (Step(status=500, raw=problem("oops")), "error", "500", 5),
    "429": (Step(status=429, raw=problem("slow down")), "error", "429", 12),
    "no choices": (Step(raw=b'{"choices": []}'), "error", "no choice", 2),
    "reset": (Step("x", reset_after=5), "error", "broke", 5),
    "prose": (Step("No."), "undetermined", "no JSON", 2),
    "no reason to end": (Step("{}", finish=None), "undetermined", "without saying why", 2),
    "refused": (Step(None, message={"refusal": "no"}), "undetermined", "declined", 2),
    "filtered": (Step("x", finish="content_filter"), "undetermined", "declined", 2),
    "empty": (Step(""), "undetermined", "empty", 2),
    "None": (Step(None), "undetermined", "empty", 2),
    "HTML": (Step(raw=HTML), "error", "page", 1),
    "400": (Step(status=400, raw=problem("no")), "error", "refuses", 1),
    "another shape": (Step('{"modes": "FM-2.1"}'), "undetermined", "modes", 2),
}


@pytest.mark.parametrize("name", LASTING)
def test_what_does_not_get_better_leaves_its_cells_open_and_never_says_no(name: str, run: Run) -> None:
    step, state, why, asked = LASTING[name]
    with serve(when("judge_FC2", step)) as server:
        code, document, _ = run(server.url)
        assert sum(question_of(body) == "judge_FC2" for body in server.requests) == asked
    assert code == 3
    for mode, (cell, said) in cells(document).items():
        assert cell == (state if mode.startswith("FM-2") else "judged")
        if mode.startswith("FM-2"):
            assert why in said
            assert verdicts(document)[mode] == "unclear"
    assert verdicts(document)["FM-1.1"] == "present"


def test_a_reply_that_is_too_long_twice_is_asked_for_in_halves(run: Run) -> None:
    long = Step('{"modes": [', finish="length")

    def script(body: Body, number: int) -> Step:
        whole = question_of(body) == "judge_FC3" and body["messages"][1]["content"].count("\n@") == 4
        return long if whole else right(body, number)

    with serve(script) as server:
        code, document, _ = run(server.url)
        asked = [body for body in server.requests if question_of(body) == "judge_FC3"]
    assert code == 0
    assert [body["max_tokens"] for body in asked] == [4000, 12000, 4000, 4000]
    assert cells(document)["FM-3.1"][0] == "judged"


@pytest.mark.parametrize("limit", [1_000, 4_000])
def test_a_prompt_that_does_not_fit_is_halved_and_the_limit_remembered(limit: int, run: Run) -> None:
    run.trace.write_text("".join(f"2026-03-01 10:00:00 INFO coder: step {n}, {'word ' * 40}\n" for n in range(60)))

    def script(body: Body, number: int) -> Step:
        size = sum(len(one["content"]) for one in body["messages"]) // 4
        if size > limit + 1_600:
            said = "This model's maximum context length is exceeded"
            return Step(status=400, raw=problem(said, code="context_length_exceeded"))
        return right(body, number)

    with serve(script) as server:
        code, document, _ = run(server.url)
    judged = sum(state == "judged" for state, _ in cells(document).values())
    assert (code, judged) == (0, 14)
    assert document["coverage"]["percent"] == 100


def test_a_prompt_that_never_fits_ends_as_an_error(run: Run) -> None:
    step = Step(status=400, raw=problem("prompt is too long: context_length_exceeded"))
    with serve(when("judge_FC1", step)) as server:
        code, document, _ = run(server.url)
        assert server.calls < 30
    assert code == 3
    assert cells(document)["FM-1.1"] == ("error", "the prompt is larger than the model's context")


@pytest.mark.parametrize("step", [Step("x", pause=30), Step("x" * 4_000, drip=0.05)], ids=["silent", "dripping"])
def test_no_call_takes_longer_than_its_time(step: Step, run: Run) -> None:
    run.settings("seconds = 1")
    with serve(when("judge_FC2", step)) as server:
        code, document, _ = run(server.url)
        asked = [at for at, body in zip(server.times, server.requests, strict=True) if question_of(body) == "judge_FC2"]
        after = next(at for at in server.times if at > asked[-1])
    assert code == 3
    assert len(asked) == 1
    assert after - asked[0] < 15, "half of what the server would keep it waiting"
    assert cells(document)["FM-2.1"] == ("error", "no whole reply came within 1 s")


def test_retry_after_is_honoured_and_said(run: Run) -> None:
    with serve(at_first(1, Step(status=429, raw=b"{}", headers={"Retry-After": "1"}))) as server:
        code, _, err = run(server.url)
        assert server.times[1] - server.times[0] >= 1
    assert code == 0
    assert "Waiting 1 s: rate limited" in err


def test_the_ladder_is_climbed_down_once_and_remembered(run: Run) -> None:
    def script(body: Body, number: int) -> Step:
        wanted = (body.get("response_format") or {}).get("type")
        if wanted == "json_schema":
            return Step(status=500, raw=problem("Unsupported response_format type json_schema"))
        if wanted == "json_object":
            return Step(status=400, raw=problem("'schema' is not a known key of response_format"))
        return right(body, number)

    with serve(script) as server:
        code, document, _ = run(server.url)
        assert code == 0
        assert [(body.get("response_format") or {}).get("type") for body in server.requests[:4]] == [
            "json_schema",
            "json_object",
            "json_object",
            None,
        ]
        assert "JSON Schema" in server.requests[3]["messages"][1]["content"]
        first = server.calls
        run.trace.write_text(LOG.replace("two files", "two files and more, the"))
        code, _, _ = run(server.url)
        assert "response_format" not in server.requests[first]
    assert verdicts(document)["FM-1.1"] == "present"


def test_a_server_that_refuses_unknown_words_is_served_on_the_first_rung(run: Run) -> None:
    def script(body: Body, number: int) -> Step:
        wanted = body["response_format"]
        schema = wanted["json_schema"]["schema"]
        faults = [fault for subset in SUBSETS.values() for fault in beyond(schema, subset)]
        if faults:
            return Step(status=400, raw=problem(f"Invalid schema for response_format: {faults[0]}"))
        return right(body, number)

    with serve(script) as server:
        code, _, _ = run(server.url)
        assert (code, server.calls) == (0, 8)
        assert {body["response_format"]["type"] for body in server.requests} == {"json_schema"}


def test_options_that_a_model_does_not_take_are_renamed_or_left_out(run: Run) -> None:
    def script(body: Body, number: int) -> Step:
        if "max_tokens" in body:
            return Step(status=400, raw=problem("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'."))
        if "temperature" in body:
            return Step(status=400, raw=problem("Unsupported value: 'temperature' does not support 0"))
        return right(body, number)

    with serve(script) as server:
        code, _, _ = run(server.url)
        assert (code, server.calls) == (0, 10)


def test_a_server_with_an_own_certificate_authority(run: Run, tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = subprocess.run(
        [*"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out ca.pem".split(), *subject],
        cwd=tmp_path,
        capture_output=True,
    )
    if made.returncode:
        pytest.skip("no openssl to make a certificate with")
    both.write_text((tmp_path / "key.pem").read_text() + (tmp_path / "ca.pem").read_text())
    with serve(right, certificate=both) as server:
        code, _, err = run(server.url)
        assert (code, server.calls) == (2, 0)
        assert "certificate" in err
        code, document, _ = run(server.url, SSL_CERT_FILE=str(tmp_path / "ca.pem"))
        assert code == 0
    assert document["made_by"]["host"] == "127.0.0.1"


def test_certificates_that_cannot_be_read_are_said_and_nothing_is_sent(run: Run, tmp_path: Path) -> None:
    with serve(right) as server:
        for path in (tmp_path / "nowhere.pem", run.trace):
            code, _, err = run(server.url.replace("http:", "https:"), SSL_CERT_FILE=str(path))
            assert (code, server.calls) == (2, 0)
            assert path.name in err
            assert "SSL_CERT_FILE" in err


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_no_proxy_is_asked_on_the_way_to_this_machine(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(right) as server, serve(right) as proxy:
        monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        code, _, _ = run(server.url)
        assert (code, proxy.paths) == (0, [])


def test_a_proxy_that_cannot_be_used_is_said(run: Run) -> None:
    code, _, err = run("http://models.invalid/v1", ALL_PROXY="socks5://127.0.0.1:9")
    assert code == 2
    assert "no connection can be prepared" in err


def test_a_proxy_on_the_way_to_another_machine_is_said_before_anything_is_sent(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://me:hunter2@proxy.example:3128")
    monkeypatch.setenv("MAST_TUI_HOME", str(run.home))
    for address, said in (("https://models.example/v1", True), ("https://127.0.0.1:9/v1", False)):
        assert main(["plan", str(run.trace), "--base-url", address, "--model", "m"]) == 0
        out = capsys.readouterr().out
        assert ("through the proxy proxy.example:3128" in out) is said
        assert "hunter2" not in out


@pytest.mark.parametrize("address", ["http://127.0.0.1:99999/v1", "http://:80/v1", "http://exa mple/v1", "127.0.0.1:1"])
def test_an_address_that_is_none_is_wrong_use(address: str, run: Run) -> None:
    code, _, err = run(address)
    assert code == 2
    assert "is no URL" in err


def test_the_limits_of_calls_and_tokens_are_hard(run: Run) -> None:
    with serve(right) as server:
        code, document, _ = run(server.url, "--max-calls", "3")
        assert server.calls == 3
        assert code == 3
        assert cells(document)["FM-3.1"] == ("undetermined", "the budget of 3 calls is used up")
        assert verdicts(document)["FM-3.1"] == "unclear"
        code, document, _ = run(server.url)
        assert server.calls == 8
        assert code == 0
    with serve(right) as server:
        code, document, _ = run(server.url, "--max-tokens", "2500")
        assert code == 3
        assert 0 < document["usage"]["prompt_tokens"] <= 2_500


def test_the_limit_of_cost_needs_a_price_and_is_hard(run: Run) -> None:
    with serve(right) as server:
        code, _, err = run(server.url, "--max-cost", "1")
        assert (code, server.calls) == (2, 0)
        assert "price" in err
        price = '[[model]]\nname = "stub"\nsent = 1000.0\nanswered = 1000.0\n'
        (run.home / "prices.toml").write_text(f'as_of = "2026-01"\n{price}')
        code, document, _ = run(server.url, "--max-cost", "8")
        assert code == 3
        assert 0 < document["usage"]["cost_usd"] <= 8
        (run.home / "prices.toml").write_text("[[model]]\nname = 3\n")
        code, _, err = run(server.url, "--max-cost", "8")
        assert code == 2
        assert "prices" in err


def test_an_identical_second_run_asks_nothing(run: Run) -> None:
    with serve(right) as server:
        _, first, _ = run(server.url)
        calls = server.calls
        code, second, _ = run(server.url)
        assert (code, server.calls) == (0, calls)
    assert second["usage"]["calls"] == 0
    assert {**first, "usage": None} == {**second, "usage": None}
    kept = [path for path in run.home.rglob("*") if path.is_file()]
    assert any("replies" in str(path) for path in kept)
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept if path.name not in ("settings.toml", "prices.toml"))
    assert not [path for path in kept if KEY.encode() in path.read_bytes()]


def test_tracing_services_and_logs_of_the_client_stay_off(run: Run) -> None:
    with serve(right) as server, serve(right) as collector:
        host = collector.url.removesuffix("/v1")
        done = subprocess.run(
            [sys.executable, *"-m mast_tui diagnose --yes --model stub --base-url".split(), server.url, str(run.trace)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "MAST_TUI_HOME": str(run.home),
                "LANGSMITH_TRACING": "true",
                "LANGCHAIN_TRACING_V2": "true",
                "LANGSMITH_API_KEY": "lsv2_pt_none",
                "LANGSMITH_ENDPOINT": host,
                "LANGCHAIN_ENDPOINT": host,
                "OPENAI_LOG": "debug",
            },
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert collector.paths == []
        assert set(server.paths) == {"/v1/chat/completions"}


def test_without_a_terminal_consent_is_an_option(run: Run) -> None:
    with serve(right) as server:
        code, _, err = run(server.url, yes=False)
        assert (code, server.paths) == (2, [])
    assert f"mast-tui diagnose {run.trace} --yes" in err


@pytest.mark.parametrize(("models", "code"), [(("only",), 0), (("one", "two"), 2), ((), 2)])
def test_the_one_model_of_a_server_needs_no_name(models: tuple[str, ...], code: int, run: Run) -> None:
    with serve(right, models=models) as server:
        exit_code, _, err = run(server.url, model=None)
        assert exit_code == code, err
        if code == 0:
            assert {body["model"] for body in server.requests} == {"only"}
        else:
            assert server.calls == 0
            assert all(name in err for name in models)


def test_a_key_alone_names_no_model(run: Run) -> None:
    code, _, err = run("", model=None)
    assert code == 2
    assert "--model" in err
    code, document, _ = run("", "--offline", model=None)
    assert (code, document["made_by"]["analyst"]) == (0, "offline")
