"""Failures that come from outside the agents: a missing package, the network, a refusal, a captcha, a time limit.

They are no mode of MAST: their signals carry an empty mode, and only the search for the root cause uses them.
"""

import re
from collections.abc import Iterable
from functools import cache

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.last_execution import is_own_module
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_CAUSES: dict[str, tuple[str, str]] = {
    "package": (
        "a package or program is not installed",
        r"ModuleNotFoundError: No module named|ImportError: (?:No module|Missing optional)|: command not found\b",
    ),
    "display": (
        "there is no screen to draw on",
        r"\bno display name and no \$DISPLAY\b|\bcouldn't connect to display\b|\bcannot open display\b",
    ),
    "network": (
        "the network or a remote site cannot be reached",
        r"\b(?:ConnectionError|ConnectError|MaxRetryError|NewConnectionError|APIConnectionError|gaierror|SSLError)\b"
        r"|\bERR_(?:CONNECTION|NAME|INTERNET|TIMED|SSL|ABORTED|HTTP2)\w*|\bPage crashed\b"
        r"|\bConnection (?:refused|reset|error)\b",
    ),
    "refused": (
        "a remote service refuses the request",
        r"\bHTTPError: (?:HTTP Error )?[45]\d\d|\bError code: [45]\d\d\b|\b(?:HTTP"
        r"|status(?: code)?)[: ]+(?:Error )?(?:4[0-2]\d|50\d)\b"
        r"|\b(?:403 Forbidden|401 Unauthorized|404 Not Found|429 Too Many Requests"
        r"|500 Internal Server|502 Bad Gateway|503 Service|504 Gateway)\b"
        r"|\b(?:RateLimitError|AuthenticationError|PermissionDeniedError|insufficient_quota)\b",
    ),
    "captcha": (
        "a page asks for proof that a human is there",
        r"\b(?:solve|complete|encounter\w*|blocked by|presented with|hit) (?:the |a |an )?(?:re)?captcha\b"
        r"|\bverify (?:that )?you are"
        r"(?: a)? human\b|\bunusual traffic from your computer\b|\bchecking your browser before\b",
    ),
    "timeout": (
        "a time limit from outside runs out",
        r"\bTimeoutError\b|\bReadTimeout\b|\bAPITimeoutError\b|\btimed out after\b|\bdue to timeout\b"
        r"|\bTimeout \d+ ?ms exceeded\b",
    ),
}
_HINTS = ("rror", "ERR_", "imeout", "timed out", "command not found", "aptcha", "40", "429", "50", "human", "unusual",
          "display",
          "crashed", "refused", "reset", "checking your", "due to")  # fmt: skip
_WORDS: dict[str, tuple[str, ...]] = {
    "package": ("ModuleNotFoundError", "ImportError", "command not found"),
    "display": ("display",),
    "network": (
        *("ConnectionError", "ConnectError", "MaxRetryError", "gaierror", "SSLError"),
        *("ERR_", "Page crashed", "Connection "),
    ),
    "refused": (
        *("HTTP", "status", "Error code", "Forbidden", "Unauthorized", "Not Found", "Too Many", "Internal Server"),
        *("Gateway", "503 Service", "RateLimitError", "AuthenticationError", "PermissionDenied", "insufficient_quota"),
    ),
    "captcha": ("aptcha", "verify ", "unusual traffic", "checking your browser"),
    "timeout": ("TimeoutError", "ReadTimeout", "timed out after", "due to timeout", "Timeout "),
}
"""Words of which one stands in every text that a cause's pattern matches."""
_HEARD = frozenset({Kind.RESULT, Kind.ERROR})
_READ = 40_000


@cache
def _named(causes: tuple[str, ...]) -> re.Pattern[str]:
    """The patterns of some causes as one, with the name of the cause."""
    return re.compile("|".join(f"(?P<{cause}>{_CAUSES[cause][1]})" for cause in causes))


class Environment(Detector):
    """Looks at results and errors alone: what agents, pages or prompts say about such failures is no failure."""

    name = "environment"
    mode = ""
    tier = "fact"
    precision = Precision(9, 10)
    known_false = (
        "a prompt or a page that talks about such failures",
        "a module of the work itself that is missing",
    )

    def __init__(self) -> None:
        self._hits: dict[str, list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Look for the words of such a failure in what tools and the framework return."""
        if event.repeats is not None or event.kind not in _HEARD:
            return
        if not any(map(text.__contains__, _HINTS)):
            return
        causes = tuple(cause for cause, words in _WORDS.items() if any(map(text.__contains__, words)))
        if not causes:
            return
        bad = event.kind is Kind.ERROR or (event.status or "").lower() == "error"
        match = _named(causes).search(text, 0, _READ if bad else 4000)
        if match is None or match.lastgroup is None:
            return
        hits = self._hits.setdefault(match.lastgroup, [])
        if len(hits) < 500:
            hits.append((event.number, match.start()))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each cause."""
        for cause, hits in self._hits.items():
            if cause == "package":
                hits = [one for one in hits[:50] if not is_own_module(trace, *one)]
            if not hits:
                continue
            number, at = hits[0]
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            yield self.hit(
                title=f"Outside the agents: {_CAUSES[cause][0]} ({times(len(hits))})",
                why=f"L{line} shows it. This is no failure mode of the agents; it may be why they could not go on.",
                actor=event.actor,
                acts=[mark(trace.event(n), trace.text(n), o, "the failure from outside") for n, o in hits[:5]],
                topic=cause,
                occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o in hits[:50]],
            )
