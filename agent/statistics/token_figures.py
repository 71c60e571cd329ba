"""Finds what a JSON trace tells of tokens and money, in the bytes of its file and only where it is structure."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from agent.trace.source import Source

BLOCK = 1024 * 1024
OVERLAP = 4096
"""No figure is longer than this; one that lies across two blocks is seen in the second."""
NEAR = 2000
"""Figures of one call stand within so many bytes of each other."""

_VALUE = rb'(?:\s*,\s*"value"\s*:\s*\{\s*"\w{3,6}Value")?\s*:\s*'
"""What stands between the name of a figure and the figure: nothing but a colon, or what OTLP puts there."""
_FIGURE = re.compile(
    rb'"(?<!\\")(?=[A-Za-z_.]{2,60}"[\s:,])(?:(?:'
    rb"(?P<sent>(?:gen_ai\.usage\.|ai\.usage\.|llm\.usage\.)?(?:input_tokens|prompt_tokens|inputTokens|promptTokens)"
    rb"|promptTokenCount|prompt_token_count|llm\.token_count\.prompt)"
    rb"|(?P<answered>(?:gen_ai\.usage\.|ai\.usage\.|llm\.usage\.)?(?:output_tokens|completion_tokens|outputTokens"
    rb"|completionTokens)|candidatesTokenCount|candidates_token_count|llm\.token_count\.completion)"
    rb"|(?P<cached>cache_read_input_tokens|cache_creation_input_tokens|cacheRead|cacheWrite)"
    rb"|(?P<within>cached_(?:input_)?tokens|cachedInputTokens|cachedContentTokenCount|cached_content_token_count"
    rb"|gen_ai\.usage\.cache_read\.input_tokens|llm\.token_count\.prompt_details\.cache_read)"
    rb"|(?P<cost>costUSD|calculatedTotalCost|totalCost|response_cost|gen_ai\.usage\.cost|llm\.cost\.total)"
    rb"|(?P<run_cost>total_cost_usd|accumulated_cost)"
    rb'|(?P<model>model|model_name|modelVersion|gen_ai\.response\.model|llm\.model_name))"'
    + _VALUE
    + rb'(?:"?(?P<amount>\d{1,15}(?:\.\d{1,15})?(?:[eE]-?\d{1,3})?)(?=["\s,}\]])|"(?P<name>[\w./:@-]{1,80})")'
    rb'|(?:total_token_usage|totalUsage|total_usage|cumulative_usage|accumulated_token_usage)"\s*:\s*(?P<total>\{)'
    rb'|(?:model_?[uU]sage)"\s*:\s*(?P<by_model>\{)\s*"[^"\\]{1,80}"\s*:\s*\{'
    rb'|(?:usage|usage_?[dD]etails|tokens)"\s*:\s*(?P<named>\{)'
    rb'|(?:id|responseId|message_id)"\s*:\s*"(?P<id>(?:msg_|chatcmpl-|resp_|gen-|run-|lc_run-)[\w-]{4,80})"'
    rb'|type"\s*:\s*"(?P<result>result)")'
)
_KINDS = (
    *(
        "sent",
        "answered",
        "cached",
        "within",
        "cost",
        "run_cost",
        "model",
        "total",
        "by_model",
        "named",
        "id",
        "result",
    ),
)
_DECODER = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class CallFigures:
    """What the file says that one call of a model took, and where it says so."""

    place: int
    sent: int | None = None
    answered: int | None = None
    cached: int = 0
    within: int = 0
    """How much of what was sent was kept of earlier calls, where the file tells it as a part of `sent`."""
    cost: float | None = None
    model: str | None = None
    id: str | None = None
    has_cached_in_sent: bool = False
    """Whether what was kept of earlier calls is part of `sent`: so OpenAI counts, and Anthropic does not."""
    of_run: bool = False
    """Whether these are told of the run as a whole, so that they are not to be added to the others."""

    @property
    def kept(self) -> int:
        """How much of what was sent was kept of earlier calls, however the file tells it."""
        return max(self.cached, self.within)

    @property
    def tokens(self) -> tuple[int, int]:
        """What was sent, what is kept of earlier calls counted too, and what was answered."""
        return (self.sent or 0) + (0 if self.has_cached_in_sent else self.cached), self.answered or 0


class FigureReader:
    """Puts the figures of a file together, call by call, in the order of the file."""

    def __init__(self) -> None:
        self.run_cost: float | None = None
        self._open: CallFigures | None = None
        self._end = 0
        self._skipped_to = 0
        self._model: str | None = None
        self._id: str | None = None
        self._result_at = -NEAR
        self._cost_ahead: float | None = None
        """What the call costs whose tokens come next: both stand in one object of usage."""

    def read(self, source: Source) -> Iterator[CallFigures]:
        """The figures of all calls that the source tells of."""
        at, done = source.start, source.start
        while True:
            data = source.read(at, at + BLOCK + OVERLAP)
            last = len(data) < BLOCK + OVERLAP
            for match in _FIGURE.finditer(data):
                place = at + match.start()
                if place < done or (not last and match.start() >= BLOCK):
                    continue
                done = place + 1
                yield from self._taken(match, place, data)
            if last:
                break
            at += BLOCK
        yield from self._closed()

    def _taken(self, match: re.Match[bytes], place: int, data: bytes) -> Iterator[CallFigures]:
        """Take in one figure, and hand out the call before it if this is of another one."""
        if place < self._skipped_to:
            return
        kind = next(name for name in _KINDS if match[name] is not None)
        if kind == "model":
            self._model = _word(match["name"]) or self._model
        elif kind in ("total", "by_model"):
            length = _length(data, match.start(kind))
            self._skipped_to = match.start(kind) - match.start() + place + length
            if kind == "total":
                yield from self._closed()
                self._id = f"total {crc32(data[match.start(kind) : match.start(kind) + length])}"
        elif kind == "id":
            yield from self._closed()
            self._id = _word(match["id"])
        elif kind == "named":
            words = list(_single_words(data[match.start("named") : match.start("named") + OVERLAP]))
            if [name for name, _ in words] == ["cost"]:
                self._cost_ahead = words[0][1]
            else:
                for name, amount in words:
                    yield from self._add(name, amount, place)
        elif kind == "result":
            self._result_at = place
        elif match["amount"] is None:
            return
        elif kind == "run_cost":
            self.run_cost = float(match["amount"])
            self._result_at = place
            if self._open is not None and place - self._open.place < NEAR:
                self._open.of_run = True
        else:
            yield from self._add(kind, float(match["amount"]), place, match[kind])

    def _add(self, kind: str, amount: float, place: int, name: bytes = b"") -> Iterator[CallFigures]:
        """Add a figure to the call that is open, or open another one with it."""
        call = self._open if place - self._end <= NEAR else None
        if kind == "cost":
            if call is not None and call.cost is None:
                call.cost, self._end = amount, place
            return
        if kind == "within":
            if call is not None and not call.within:
                call.within, self._end = int(amount), place
            return
        if call is None or (kind != "cached" and getattr(call, kind) is not None):
            yield from self._closed()
            call = self._open = CallFigures(place, model=self._model, id=self._id, cost=self._cost_ahead)
            self._id = self._cost_ahead = None
        self._end = place
        setattr(call, kind, int(amount) + (call.cached if kind == "cached" else 0))
        call.has_cached_in_sent = call.has_cached_in_sent or (kind == "sent" and b"rompt" in name)

    def _closed(self) -> Iterator[CallFigures]:
        call, self._open = self._open, None
        if call is not None and call.tokens != (0, 0):
            call.of_run = call.of_run or 0 <= call.place - self._result_at < NEAR
            yield call


def _word(name: bytes | None) -> str | None:
    return name.decode("ascii", "replace") if name is not None else None


def _single_words(data: bytes) -> Iterator[tuple[str, float]]:
    """Figures that are named by single words, which mean this only in an object of usage."""
    try:
        usage, _ = _DECODER.raw_decode(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return
    cache, cost = usage.get("cache"), usage.get("cost")
    cache = cache if isinstance(cache, dict) else {}
    named: tuple[tuple[str, object], ...] = (
        ("sent", usage.get("input", usage.get("prompt"))),
        ("answered", usage.get("output", usage.get("completion"))),
        ("cached", cache.get("read")),
        ("cached", cache.get("write")),
        ("cost", cost.get("total") if isinstance(cost, dict) else cost),
    )
    yield from ((name, float(value)) for name, value in named if isinstance(value, int | float) and 0 <= value < 1e15)


def _length(data: bytes, brace: int) -> int:
    """How many bytes an object takes that begins with a brace, as far as it is in the block."""
    depth = 0
    for at in range(brace, min(len(data), brace + OVERLAP)):
        depth += {0x7B: 1, 0x7D: -1}.get(data[at], 0)
        if depth == 0:
            return at - brace
    return OVERLAP
