"""The words that are looked for before a pattern is tried stand in everything that the pattern finds."""

import re

import pytest

from agent.signals.detectors import environment, missing_payload, request_ping_pong
from agent.signals.readings import critique, last_edit
from agent.signals.readings.normalised_text import has_any

TABLE = [
    (critique._APPROVES, critique._APPROVING, "<INFO> Finished|LGTM|looks good|look fine|no further comments|approved"),
    (critique._APPROVES, critique._APPROVING, "no issues found|Well done|TERMINATE|no changes needed|tests passed"),
    (critique._APPROVES, critique._APPROVING, "all tests pass|are all correct|are accurate|is correct|test pass"),
    (critique._APPROVES, critique._APPROVING, "Excellent, that will do|it covers all"),
    (critique._ARGUES, critique._ARGUING, "no changes are needed|I disagree|we do not agree|I don't agree"),
    (critique._ARGUES, critique._ARGUING, "already handles|intentionally|by design|not applicable|out of scope"),
    (critique._ARGUES, critique._ARGUING, "remains unchanged|no need to|no revision is required"),
    (last_edit._CHECKS, last_edit._CHECK_HINTS, "pytest|python x.py|python3 -m unittest|runtests|tox"),
    (
        last_edit._CHECKS,
        last_edit._CHECK_HINTS,
        "manage.py test|bin/test|npm run test|yarn test|cargo test",
    ),
    (last_edit._CHECKS, last_edit._CHECK_HINTS, "go test|go run test|make test|make run test|mvn test"),
    (last_edit._CHECKS, last_edit._CHECK_HINTS, "gradle test|executor will run|Ran 3 tests|exit code: 1"),
    (missing_payload._ASKS, missing_payload._VERBS, "Please run the code|now execute this script|re-run the program"),
    (missing_payload._ASKS, missing_payload._OBJECTS, "Please run the snippet|now execute this function"),
    (request_ping_pong._NEEDS, request_ping_pong._VERBS, "please provide the password|could you share your token"),
    (
        request_ping_pong._NEEDS,
        request_ping_pong._VERBS,
        "you need to supply the username|kindly give me the file path",
    ),
    (request_ping_pong._NEEDS, request_ping_pong._VERBS, "please send me the api key|can you tell me your user name"),
]
CAUSES = {
    "package": "ModuleNotFoundError: No module named|ImportError: Missing optional|sh: command not found",
    "display": "no display name and no $DISPLAY|couldn't connect to display|cannot open display",
    "network": "ConnectionError|MaxRetryError|APIConnectionError|gaierror|ERR_NAME|Page crashed|Connection reset",
    "refused": "HTTPError: HTTP Error 404|Error code: 500|HTTP: 403|status code: 401|403 Forbidden|401 Unauthorized"
    "|404 Not Found|429 Too Many Requests|500 Internal Server|502 Bad Gateway|503 Service|504 Gateway|RateLimitError",
    "captcha": "solve the captcha|verify that you are a human|unusual traffic from your computer"
    "|checking your browser before",
    "timeout": "TimeoutError|ReadTimeout|APITimeoutError|timed out after|due to timeout|Timeout 30 ms exceeded",
}


@pytest.mark.parametrize(("pattern", "words", "texts"), TABLE)
def test_words_stand_in_what_a_pattern_finds(pattern: re.Pattern[str], words: tuple[str, ...], texts: str) -> None:
    for text in texts.split("|"):
        assert pattern.search(text), text
        assert has_any(text.upper(), words), text


@pytest.mark.parametrize("cause", CAUSES)
def test_words_stand_in_what_names_a_cause(cause: str) -> None:
    for text in CAUSES[cause].split("|"):
        match = environment._named((cause,)).search(text)
        assert match is not None, text
        assert any(word in text for word in environment._WORDS[cause]), text
