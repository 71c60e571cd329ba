"""Secrets that show by what they are wrapped in: a header, a URL, a command, a frame of dashes, an at sign."""

import re
from collections.abc import Iterator

from agent.model.commands import find_in_commands
from agent.model.cookies import find_cookies
from agent.model.credentials import entropy, is_stand_in
from agent.model.secrets import Secret, is_mixed, places


def find_wrapped(text: str) -> Iterator[Secret]:
    """Find the secrets that their wrapping gives away."""
    yield from _schemes(text)
    yield from _in_urls(text)
    yield from find_in_commands(text)
    yield from find_cookies(text)
    yield from _private_keys(text)
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


_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BODY = re.compile(
    r"(?:(?:\\{1,8}[nr]|\s){1,20}+[A-Za-z0-9+/]{32,}+={0,2})*+(?:(?:\\{1,8}[nr]|\s){1,20}+[A-Za-z0-9+/=]+\Z)?"
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


_LOCAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-"
_MAIL_HOST = re.compile(r"@((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_(])")
_NOT_TOP_DOMAINS = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "py", "js", "ts", "json", "md", "txt", "css", "local"}
)


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
        if local and not (local == "git" and text[host.end() : host.end() + 1] in (":", "/")):
            yield Secret(start, host.end(), "email")
