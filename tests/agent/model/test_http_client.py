"""What goes out in headers and comes back in bodies: bounded, and for no other host than the one it is meant for."""

import httpx2
import pytest

from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.http_client import LARGEST, LARGEST_ERROR, OPENAI_HOST, SENT, HttpClient
from agent.model.meter import Meter
from agent.model.model import Answer, Message, Request, Said, Words
from agent.model.openai_model import OpenAIModel
from agent.model.prices import Price
from agent.settings import Limits
from tests.agent.model.server import Step, serve

LETTER = Request((Message("user", "hello " * 50),), 100)


async def streamed(model: OpenAIModel) -> list[Words | Said]:
    return [piece async for piece in model.stream(LETTER)]


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503, 200])
@pytest.mark.parametrize("is_streamed", [True, False], ids=["streamed", "whole"])
async def test_no_body_is_read_without_end(status: int, is_streamed: bool) -> None:
    step = Step(status=status, raw=b'{"error": {"message": "', endless=b"x" * 65_536)
    with serve(lambda body, number: step) as server:
        model = OpenAIModel("stub", server.url, seconds=60)
        with pytest.raises(Fault):
            await (streamed(model) if is_streamed else model.send(LETTER))
        await model.close()
    assert server.sent < (LARGEST if status == 200 else LARGEST_ERROR) + 64 * 1024 * 1024


async def test_an_error_still_says_what_is_wrong() -> None:
    page = Step(status=404, raw=b'{"error": {"message": "model not found: stub"}}')
    with serve(lambda body, number: page) as server:
        model = OpenAIModel("stub", server.url)
        for asked in (streamed(model), model.send(LETTER)):
            with pytest.raises(Fault, match="not found") as caught:
                await asked
            assert caught.value.status is Status.UNKNOWN_MODEL
        await model.close()


async def test_a_host_is_told_nothing_that_the_environment_keeps_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-private")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Token: private\nAuthorization: Bearer private")
    with serve(lambda body, number: Step("yes")) as server:
        model = OpenAIModel("stub", server.url, "sk-mine")
        await model.send(LETTER)
        await streamed(model)
        await model.close()
    assert len(server.headers) == 2
    for headers in server.headers:
        assert set(headers) <= SENT and "private" not in str(headers)
        assert headers["authorization"] == "Bearer sk-mine"


async def test_what_is_meant_for_openai_goes_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
    kept: list[httpx2.Headers] = []

    async def note(request: httpx2.Request) -> None:
        kept.append(request.headers)
        raise httpx2.ConnectError("nothing is sent in a test")

    client = HttpClient(OPENAI_HOST, "sk-mine", 5)
    client.event_hooks = {"request": [note]}
    request = client.build_request("POST", f"https://{OPENAI_HOST}/v1", headers={"OpenAI-Organization": "org-private"})
    with pytest.raises(httpx2.ConnectError):
        await client.send(request)
    await client.aclose()
    assert kept[0]["openai-organization"] == "org-private"


@pytest.mark.parametrize("name", ["ALL_PROXY", "HTTP_PROXY", "all_proxy", "http_proxy"])
@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "socks5h://127.0.0.1:9", "http://127.0.0.1:9", "nonsense"])
async def test_no_proxy_of_the_environment_stands_before_this_machine(
    name: str, proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, proxy)
    with serve(lambda body, number: Step("yes")) as server:
        model = OpenAIModel("stub", server.url)
        assert isinstance(await model.send(LETTER), Answer)
        await model.close()


FAILING = [
    Step(status=500, raw=b"{}"),
    Step("", usage={"prompt_tokens": 1, "completion_tokens": 0}),
    Step("yes", usage={"prompt_tokens": 1, "completion_tokens": 1}),
]


@pytest.mark.parametrize("step", FAILING, ids=["failing", "empty", "lying"])
@pytest.mark.parametrize("limits", [Limits(tokens=400), Limits(cost_usd=0.0006)], ids=["tokens", "money"])
async def test_what_we_count_ourselves_binds_tries_included(step: Step, limits: Limits) -> None:
    async def at_once(_: float) -> None:
        pass

    with serve(lambda body, number: step) as server:
        asker = Asker(
            OpenAIModel("stub", server.url),
            Meter(limits, Price(1.0, 1.0, 0.1)),
            answer_tokens=100,
            pause=0.0,
            sleep=at_once,
        )
        for _ in range(40):
            try:
                async for _piece in asker.converse((Message("user", "hello " * 50),)):
                    pass
            except Fault as fault:
                if fault.status is Status.SPENT:
                    break
        else:
            raise AssertionError("the budget never ended")
        await asker.close()
    assert sum(len(body["messages"][0]["content"].split()) for body in server.requests) <= 600
    assert server.calls <= 12


def test_httpx2_has_the_public_parts_that_the_client_is_made_of() -> None:
    for name in ("AsyncClient", "Request", "Response", "Timeout", "create_ssl_context"):
        assert name in httpx2.__all__, f"httpx2 has no {name} any more: see agent/model/http_client.py"
