"""Reads what a server says when it does not answer: status code, headers and words become one named fault."""

import email.utils
import json
import os
import re
import ssl
import time
from collections.abc import Iterator, Mapping
from typing import Any

from agent.model.faults import Fault, Status, told

_SCHEMA = re.compile(r"response_format|json_schema|json_object|schema|grammar|structured output", re.IGNORECASE)
_CONTEXT = re.compile(
    r"context_length_exceeded|exceed_context_size|context (?:length|size|window)|maximum context|too many tokens"
    r"|prompt is too long|input is too long|exceeds? the (?:available )?context|reduce the length"
    r"|maximum prompt length|input token count|exceeds? the maximum number of tokens|`?inputs`? (?:tokens|must have)"
    r"|request too large|payload too large|entity too large",
    re.IGNORECASE,
)
_QUOTA = re.compile(
    r"insufficient_quota|exceeded your current quota|insufficient (?:credit|balance|funds)|credit balance|billing", re.I
)
_NO_MODEL = re.compile(
    r"model_not_found|model[^.\n]{0,80}(?:not found|does not exist|not exist|unknown)|no such model", re.I
)
_WORD = re.compile(r"max_completion_tokens|max_tokens|temperature", re.IGNORECASE)
_UNWANTED = re.compile(
    r"unsupported|not support|unrecognized|unknown|not permitted|only the default|invalid|use '|deprecated|not allowed",
    re.I,
)
_MOST = re.compile(
    r"max_(?:completion_)?tokens\b.{0,120}?(?:at most|less than or equal to)\W{0,4}(\d{2,7})\b", re.I | re.DOTALL
)
_NO_WAY = re.compile(r"no endpoints found that (?:can handle|support) the requested parameters", re.IGNORECASE)
_NOT_JSON = re.compile(r"json_validate_failed|failed to generate json", re.IGNORECASE)
_LATER = re.compile(
    r"retryDelay\W{1,6}(\d{1,6}(?:\.\d{1,9})?)s|(?:retry|try again) in (\d{1,6}(?:\.\d{1,9})?) ?s", re.I
)
_FILTER = re.compile(r"content_filter|content management policy|content policy", re.IGNORECASE)
LADDER_CODES = frozenset({400, 404, 422, 500})
LONGEST_WAIT = 24 * 3600.0


def classify(code: int, body: str, headers: Mapping[str, str], key: str | None = None) -> Fault:
    """The fault of a response that is no answer; `code` is 200 for an error inside a success."""
    text, kind = _words(body)
    both = f"{kind} {text}"
    code = _inner(kind) if code == 200 else code
    says = told(text, key) or f"it answers with status {code}"
    wait = _wait(headers)
    if wait is None and code == 429 and (later := _LATER.search(body[:20_000])):
        wait = float(later[1] or later[2])
    if code == 401:
        return Fault(Status.UNAUTHORIZED, "the key is not accepted (status 401)")
    if code == 402 or (
        code in (400, 403, 429, 200) and _QUOTA.search(both) and (wait is None or "insufficient" in both)
    ):
        return Fault(Status.NO_QUOTA, "the account has no quota left")
    if code == 400 and _NOT_JSON.search(both):
        return Fault(Status.NOT_JSON, "the server found no JSON in what the model said")
    if code in LADDER_CODES and (_SCHEMA.search(both) or _NO_WAY.search(both)) and not _CONTEXT.search(both):
        return Fault(Status.NO_SCHEMA, says)
    if code == 413 or (code in (400, 422, 429, 500, 200) and _CONTEXT.search(both)):
        return Fault(Status.TOO_LARGE, "the prompt is larger than the model's context")
    if code in (400, 422) and (most := _MOST.search(both)):
        return Fault(Status.NO_ROOM, says, reply=most[1])
    if code in (400, 422) and (word := _WORD.search(both)) and _UNWANTED.search(both):
        return Fault(Status.NO_WORD, says, reply=word[0].lower())
    if _FILTER.search(both) and code in (400, 403, 200):
        return Fault(Status.DECLINED, "a content filter declined the prompt")
    return _by_code(code, says, both, wait)


def _by_code(code: int, says: str, both: str, wait: float | None) -> Fault:
    if code == 403:
        return Fault(Status.FORBIDDEN, "the key may not use this (status 403)")
    if code == 404 and _NO_MODEL.search(both):
        return Fault(Status.UNKNOWN_MODEL, says)
    if code == 404 or code == 405 or 300 <= code < 400:
        return Fault(Status.NO_ENDPOINT, f"no chat completions are served at this address (status {code})")
    if code == 429:
        return Fault(Status.RATE_LIMITED, "it asks to slow down (status 429)", wait=wait)
    if code >= 500 or code in (408, 409, 425):
        return Fault(Status.OVERLOADED, f"the server failed (status {code})", wait=wait)
    if code == 200:
        return Fault(Status.ODD, f"an error inside a success: {says}")
    if _NO_MODEL.search(both):
        return Fault(Status.UNKNOWN_MODEL, says)
    return Fault(Status.REJECTED, f"it refuses the request (status {code}): {says}")


def classify_exception(error: Exception, key: str | None, seconds: float) -> Fault:
    """The fault behind an exception of the client library."""
    if isinstance(error, Fault):
        return error
    response = getattr(error, "response", None)
    code = getattr(error, "status_code", None)
    if response is not None and isinstance(code, int):
        return classify(code, _text_of(response, error), response.headers, key)
    causes = list(_causes(error))
    ours = next((cause for cause in causes if isinstance(cause, Fault)), None)
    if ours is not None:
        return ours
    names = {type(cause).__name__ for cause in causes}
    if "ConnectTimeout" in names or "PoolTimeout" in names:
        return Fault(Status.UNREACHABLE, "no connection was made in time")
    if names & {"APITimeoutError", "ReadTimeout", "WriteTimeout", "TimeoutError"}:
        return Fault(Status.TOO_SLOW, f"no whole reply came within {seconds:.0f} s")
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "CERTIFICATE" in str(error).upper():
        return Fault(Status.UNREACHABLE, "its certificate is not trusted; SSL_CERT_FILE names further authorities")
    if names & {"ConnectError", "ProxyError", "UnsupportedProtocol", "LocalProtocolError", "InvalidURL"}:
        reason = told(str(causes[-1]), key, 80)
        return Fault(Status.UNREACHABLE, f"no connection can be made ({reason or 'no reason is given'})")
    if "APIConnectionError" in names or names & {"ReadError", "RemoteProtocolError", "WriteError", "DecodingError"}:
        return Fault(Status.BROKEN, "the connection broke before the reply was whole")
    return Fault(Status.ODD, f"the reply cannot be read ({type(error).__name__})")


def unusable(error: Exception, key: str | None) -> Fault:
    """The fault behind a client that cannot even be made: what the environment says of certificates and proxies."""
    named = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
    if isinstance(error, OSError) and named:
        return Fault(Status.UNREACHABLE, f"the certificates in {told(named, key, 120)} cannot be read (SSL_CERT_FILE)")
    return Fault(Status.UNREACHABLE, f"no connection can be prepared ({told(str(error), key, 120)})")


def _text_of(response: Any, error: Exception) -> str:
    try:
        text: str = response.text
    except Exception:  # noqa: BLE001 - a stream that was not read has no text; the library kept its words
        return str(getattr(error, "body", None) or error)
    return text


def _words(body: str) -> tuple[str, str]:
    """The message of an error, and its type or code; a page of HTML has neither."""
    try:
        value = json.loads(body)
    except ValueError:
        return ("", "") if body.lstrip().startswith("<") else (body[:2_000], "")
    if isinstance(value, list) and value:
        value = value[0]
    error = value.get("error", value) if isinstance(value, dict) else value
    if not isinstance(error, dict):
        return str(error)[:2_000], ""
    message = error.get("message") or error.get("detail") or value.get("message") or error
    kinds = [str(error[name]) for name in ("type", "code", "param") if error.get(name)]
    return str(message)[:2_000], " ".join(kinds)


def _inner(kind: str) -> int:
    """The status that an error inside a success says it would have had; that of the success where it says none."""
    status = next((int(word) for word in kind.split() if word.isascii() and word.isdigit()), 200)
    return status if 400 <= status <= 599 else 200


def _wait(headers: Mapping[str, str]) -> float | None:
    """How long the server asks to be left alone."""
    lowered = {name.lower(): value for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = lowered.get(name)
        if value is None:
            continue
        try:
            seconds = float(value) * unit
        except ValueError:
            try:
                moment = email.utils.parsedate_tz(value)
                if moment is None:
                    continue
                seconds = email.utils.mktime_tz(moment) - time.time()
            except (ValueError, OverflowError):  # a date that no calendar has
                continue
        if seconds == seconds:
            return min(max(0.0, seconds), LONGEST_WAIT)
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and what caused it, down to the first."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
