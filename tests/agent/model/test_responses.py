"""What servers say when they do not answer, in the words of many of them: each is a fault by its right name."""

import json
import time

import pytest

from agent.model.faults import Status
from agent.model.responses import classify


def problem(message: str, **more: object) -> str:
    return json.dumps({"error": {"message": message, **more}})


SAID = {
    "too large, by tokens allowed": (
        400,
        json.dumps(
            [{"error": {"message": "The input token count (12) exceeds the maximum number of tokens allowed."}}]
        ),
        Status.TOO_LARGE,
    ),
    "too large, by prompt length": (400, problem("This model's maximum prompt length is 9 tokens."), Status.TOO_LARGE),
    "too large, by inputs": (
        422,
        problem("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 6000 `inputs` tokens"),
        Status.TOO_LARGE,
    ),
    "too large, for a minute": (429, problem("Request too large for m: Limit 6, Requested 9"), Status.TOO_LARGE),
    "too large, by a gate before it": (413, "<html>413 Request Entity Too Large</html>", Status.TOO_LARGE),
    "too large, with no word": (413, "", Status.TOO_LARGE),
    "no JSON was made": (
        400,
        problem("Failed to generate JSON. Please adjust your prompt.", code="json_validate_failed"),
        Status.NOT_JSON,
    ),
    "nobody takes the options": (
        404,
        problem("No endpoints found that can handle the requested parameters."),
        Status.NO_SCHEMA,
    ),
    "an option of the past": (400, problem("`temperature` is deprecated for this model."), Status.NO_WORD),
    "a page is no model": (404, "<html>Not Found</html>", Status.NO_ENDPOINT),
    "a quota of this minute": (
        429,
        json.dumps([{"error": {"message": "You exceeded your current quota. Please retry in 1.5s."}}]),
        Status.RATE_LIMITED,
    ),
    "a quota that is used up": (429, problem("You exceeded your current quota, check billing."), Status.NO_QUOTA),
    "no credit, as a bad request": (
        400,
        problem("Your credit balance is too low. Go to Plans & Billing."),
        Status.NO_QUOTA,
    ),
    "no key, inside a success": (200, problem("No auth credentials found", code=401), Status.UNAUTHORIZED),
    "too many, inside a success": (200, problem("Provider returned error", code=429), Status.RATE_LIMITED),
    "a failure, inside a success": (200, problem("Provider returned error", code=502), Status.OVERLOADED),
    "a quota that is used up, whatever the time": (
        429,
        problem("Try again in 3s", code="insufficient_quota"),
        Status.NO_QUOTA,
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_the_words_of_servers_are_understood(name: str) -> None:
    code, body, status = SAID[name]
    assert classify(code, body, {}).status is status


@pytest.mark.parametrize(
    ("body", "wait"),
    [
        ('{"error": {"details": [{"retryDelay": "17s"}]}}', 17.0),
        (problem("Rate limit reached. Please try again in 2.5s."), 2.5),
        (problem("slow down"), None),
    ],
)
def test_how_long_to_wait_may_stand_in_the_words(body: str, wait: float | None) -> None:
    assert classify(429, body, {}).wait == wait
    assert classify(429, body, {"Retry-After": "4"}).wait == 4


@pytest.mark.parametrize(
    "value",
    ["Wed, 31 Dec 99999 23:59:59 +9999", "Wed, 99 Foo 99999 99:99:99 GMT", "Sun, 00 Jan 0000 00:00:00 GMT", "x"],
)
def test_a_date_that_no_calendar_has_is_no_date(value: str) -> None:
    fault = classify(429, "{}", {"Retry-After": value})
    assert fault.status is Status.RATE_LIMITED
    assert fault.wait is None or 0 <= fault.wait <= 86_400


def test_a_date_is_waited_for() -> None:
    later = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 3_600))
    wait = classify(429, "{}", {"retry-after": later}).wait
    assert wait is not None
    assert 3_500 < wait <= 3_600


@pytest.mark.parametrize("part", [slice(None), slice(8, 20), slice(-9, None), slice(0, 8)])
def test_no_stretch_of_the_key_is_repeated(part: slice) -> None:
    key = "sk-proj-Hq7RkT2vW9zLmX4nB8cYdF61ujPs"
    fault = classify(400, problem(f"Authorization: Bearer x{key[part]}y is not understood"), {}, key)
    assert key[part] not in fault.says
    assert "is not understood" in fault.says
