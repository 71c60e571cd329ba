"""Secrets that show by what they are wrapped in: a header, a URL, a command, a frame of dashes, an at sign."""

import re
from collections.abc import Iterator

from agent.redaction.credentials import entropy, is_stand_in
from agent.redaction.secrets import Secret, is_mixed, places

_SCHEME, _URL, _PARAMETER, _FRAME, _MAIL = (
    "(?i)(?:bearer|basic|apikey|digest) ",
    r"//[^\s/]+@\S",
    r"[?&]\w{2,20}=|response=",
    "-----(?:BEGIN|END) ",
    r"@[A-Za-z0-9-]+\.[A-Za-z]",
)
_PARTS, _MANY = r"Private-Lines: |\"kty\\*\"|<RSAKeyValue>", r"(?:asswords|ecrets|api_?keys|redentials)\W+[{\[]"
TRACES = frozenset((_SCHEME, _URL, _PARAMETER, _FRAME, _MAIL, _PARTS, _MANY))


def find_wrapped(text: str, seen: frozenset[str] = TRACES) -> Iterator[Secret]:
    """Find the secrets that their wrapping gives away; `seen` are the traces that stand in the text."""
    if _SCHEME in seen:
        yield from _schemes(text)
    if _URL in seen:
        yield from _in_urls(text)
    if _PARAMETER in seen:
        yield from _parameters(text)
    if _FRAME in seen:
        yield from _private_keys(text)
    if _PARTS in seen:
        yield from _key_parts(text)
    if _MANY in seen:
        yield from _listed(text)
    if _MAIL in seen:
        yield from _mails(text)


_BEARER = re.compile(r"(?:bearer|basic|apikey|digest)[ ]+([A-Za-z0-9._~+/:-]{10,2048}={0,2})", re.IGNORECASE)


def _schemes(text: str) -> Iterator[Secret]:
    for scheme in ("Bearer ", "bearer ", "BEARER ", "Basic ", "basic ", "BASIC "):
        for start in places(text, scheme):
            found = _BEARER.match(text, start)
            if found and entropy(found[1]) >= 2.5 and (is_mixed(found[1]) or found[1].endswith("=")):
                yield Secret(found.start(1), found.end(1), scheme.strip().lower())


_AUTHORITY = re.compile(r"//([^\s:/?#\"'<>@\\\[\]{}]{0,80}+):([^\s\"'<>/\\]{1,200})@(?=[\w\[.-])")
_USER_ONLY = re.compile(r"//([A-Za-z0-9_.~-]{16,200}+)@(?=\w)")


def _in_urls(text: str) -> Iterator[Secret]:
    for start in places(text, "//"):
        if (found := _AUTHORITY.match(text, start)) and not is_stand_in(found[2]) and found[2].strip("*x"):
            yield Secret(found.start(2), found.end(2), "url_password")
        elif (found := _USER_ONLY.match(text, start)) and is_mixed(found[1]):
            yield Secret(found.start(1), found.end(1), "url_token")


_KEYED = re.compile(
    r"[?&](?:app_?id|app_?key|hapikey|sig|signature|hmac|code|auth|access|ticket|pass|pw)="
    r"([A-Za-z0-9%._~-]{16,400}+)"
)
_ANSWERED = re.compile(r"Digest [^\n]{1,300}?response=\\{0,4}\"([0-9a-f]{32,64})")


def _parameters(text: str) -> Iterator[Secret]:
    for found in _KEYED.finditer(text):
        if is_mixed(found[1]) and entropy(found[1]) >= 3.0 and not is_stand_in(found[1]):
            yield Secret(found.start(1), found.end(1), "url_token")
    for found in _ANSWERED.finditer(text):
        yield Secret(found.start(1), found.end(1), "token")


_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BREAK = r"(?:\\{1,8}[nr](?:[|>#] )?|\s(?:[ ]{0,6}\d{1,6}\t)?|[|>#](?=[ ])){1,20}+"
_BODY = re.compile(
    rf"(?:{_BREAK}[A-Za-z0-9+/]{{32,}}+={{0,2}})*+"
    rf"(?:{_BREAK}(?:[A-Za-z0-9+/=]+\Z|[A-Za-z0-9+/]{{4,31}}+={{1,2}}"
    rf"|(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{{8,31}}+(?=[\s\"'\\])))?"
)
_FRAME_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_ESCAPED_BREAK, _BASE64 = re.compile(r"\\+[nr]"), re.compile("[A-Za-z0-9+/=]+")


def _private_keys(text: str) -> Iterator[Secret]:
    end = 0
    for start in places(text, "-----BEGIN "):
        if start < end or not (begin := _BEGIN.match(text, start)):
            continue
        close = text.find("-----", begin.end(), begin.end() + 20_000)
        if close >= 0 and (frame := _FRAME_END.match(text, close)):
            end = frame.end()
        elif (body := _BODY.match(text, begin.end())) and body[0].strip():
            end = body.end()
        else:
            continue
        yield Secret(start, end, "private_key")
    for stop in places(text, "-----END "):
        if stop >= end and (frame := _FRAME_END.match(text, stop)):
            yield Secret(_body_start(text, max(end, stop - 8_000), stop), frame.end(), "private_key")
            end = frame.end()


def _body_start(text: str, limit: int, stop: int) -> int:
    """Where the lines of a key begin whose own beginning was cut off."""
    head = _ESCAPED_BREAK.sub(lambda found: " " * len(found[0]), text[limit:stop])
    first = reached = len(head)
    for piece in reversed(list(_BASE64.finditer(head))):
        if head[piece.end() : reached].strip() or (first < len(head) and len(piece[0]) < 32):
            break
        reached = piece.start()
        if len(piece[0]) >= 32:
            first = reached
    return limit + first


_NUMBERS = re.compile(
    r"\\{0,8}\"(?:d|p|q|dp|dq|qi|k)\\{0,8}\" ?: ?\\{0,8}\"([\w-]{20,1400}+)|<(?:D|P|Q|DP|DQ"
    r"|InverseQ)>([\w+/=]{8,1400}+)"
)
_LINES = re.compile(r"Private-Lines: \d{1,3}((?:(?:\\{1,8}[nr]|\s){1,4}[A-Za-z0-9+/=]{4,80}(?![\w:-]))+)")


def _key_parts(text: str) -> Iterator[Secret]:
    """The secret numbers of keys that are written in parts."""
    for found in _NUMBERS.finditer(text):
        yield Secret(*found.span(1 if found[1] else 2), "private_key")
    for found in _LINES.finditer(text):
        yield Secret(*found.span(1), "private_key")


_LIST = re.compile(r"(?:asswords|ecrets|api_?keys|redentials)\W{1,10}?[{\[]([^{}\[\]]{8,4000})")
_ENTRY = re.compile(
    r"[:,\[{(] ?\\{0,4}([\"'])([^\s\"'\\,]{6,120})\\{0,4}\1(?! ?:)|^\\{0,4}([\"'])([^\s\"'\\,]{6,120})\\{0,4}\3(?! ?:)"
)


def _listed(text: str) -> Iterator[Secret]:
    """The values of a list or table that says to hold several."""
    for found in _LIST.finditer(text):
        for entry in _ENTRY.finditer(found[1]):
            group = 2 if entry[2] else 4
            if is_mixed(entry[group]) and entropy(entry[group]) >= 2.5 and not is_stand_in(entry[group]):
                start, end = entry.span(group)
                yield Secret(found.start(1) + start, found.start(1) + end, "password")


_LOCAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-"
_MAIL_HOST = re.compile(r"@((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_(])")
_NOT_TOP_DOMAINS = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "py", "js", "ts", "json", "md", "txt", "css", "local"}
)


_STAND_IN_USER = re.compile(r"//[^\s:/@]{0,80}:$")


def _mails(text: str) -> Iterator[Secret]:
    for at in places(text, "@"):
        if not (host := _MAIL_HOST.match(text, at)) or host[1].rpartition(".")[2].lower() in _NOT_TOP_DOMAINS:
            continue
        before = text[max(0, at - 64) : at]
        local = before[len(before.rstrip(_LOCAL)) :]
        start = at - len(local)
        if start > 0 and text[start - 1] == "\\" and local[:1] in ("n", "r", "t"):
            start, local = start + 1, local[1:]
        local, start = local.lstrip(".%+-"), at - len(local.lstrip(".%+-"))
        if local and _STAND_IN_USER.search(text, max(0, start - 100), start) and is_stand_in(local):
            continue
        if local and not (local == "git" and text[host.end() : host.end() + 1] in (":", "/")):
            yield Secret(start, host.end(), "email")
