"""Secrets that show by what they are wrapped in: a header, a URL, a command, a frame of dashes, an at sign."""

import re
from collections.abc import Iterator

from agent.model.credentials import REFERENCE, entropy
from agent.model.secrets import Secret, is_mixed, places


def find_wrapped(text: str) -> Iterator[Secret]:
    """Find the secrets that their wrapping gives away."""
    yield from _schemes(text)
    yield from _in_urls(text)
    yield from _in_commands(text)
    yield from _private_keys(text)
    yield from _mails(text)


_BEARER = re.compile(r"(?:bearer|basic|apikey|digest)[ ]+([A-Za-z0-9._~+/:-]{10,2048}={0,2})", re.IGNORECASE)


def _schemes(text: str) -> Iterator[Secret]:
    for scheme in ("Bearer ", "bearer ", "BEARER ", "Basic ", "basic ", "BASIC "):
        for start in places(text, scheme):
            found = _BEARER.match(text, start)
            if found and entropy(found[1]) >= 2.5 and (is_mixed(found[1]) or found[1].endswith("=")):
                yield Secret(found.start(1), found.end(1), scheme.strip().lower())


_AUTHORITY = re.compile(r"://([^\s:/?#\"'<>@\\\[\]{}]{0,80}+):([^\s\"'<>/\\]{1,200})@(?=[\w\[.-])")
_USER_ONLY = re.compile(r"://([A-Za-z0-9_.~-]{16,200}+)@(?=\w)")


def _in_urls(text: str) -> Iterator[Secret]:
    for start in places(text, "://"):
        if (found := _AUTHORITY.match(text, start)) and not REFERENCE.match(found[2]) and found[2].strip("*x"):
            yield Secret(found.start(2), found.end(2), "url_password")
        elif (found := _USER_ONLY.match(text, start)) and is_mixed(found[1]):
            yield Secret(found.start(1), found.end(1), "url_token")


_CURL_USER = re.compile(r"(?:-u|--user|--proxy-user)[ =]{1,3}\\{0,4}[\"']?[\w.@+-]{1,80}:([^\s\"'\\]{3,120})")
_SSHPASS = re.compile(r"sshpass +-p *\\{0,4}[\"']?([^\s\"'\\]{3,120})")
_DATABASE_CLIENT = re.compile(r"mysql(?:dump|admin)? [^\n|;]{0,80}?-p([^\s\"'\\]{4,120})")
_NETRC = re.compile(r"login +\S{1,120} +password +(\S{3,120})")
_SQL = re.compile(r"(?:IDENTIFIED|identified) (?:BY|by) \\{0,4}['\"]([^'\"\s\\]{3,120})")
_AUTH_PAIR = re.compile(r"auth ?= ?\( ?\\{0,4}[\"'][^\"'\\\n]{1,80}\\{0,4}[\"'], ?\\{0,4}[\"']([^\"'\\\n]{3,120})")
_COOKIE = re.compile(r"[ \w.:\"'-]{0,6}[ ]{0,4}([^\n\"'\\]{1,4000}+)")
_COOKIE_VALUE = re.compile(r"[\w.-]{1,60}+=([\w%.+/=|:-]{16,2000}+)")


_COMMANDS = (
    ("-u", _CURL_USER),
    ("--proxy-user", _CURL_USER),
    ("sshpass", _SSHPASS),
    ("mysql", _DATABASE_CLIENT),
    ("login ", _NETRC),
    ("IDENTIFIED BY", _SQL),
    ("identified by", _SQL),
    ("auth", _AUTH_PAIR),
)


def _in_commands(text: str) -> Iterator[Secret]:
    for anchor, form in _COMMANDS:
        for start in places(text, anchor):
            if (found := form.match(text, start)) and not REFERENCE.match(found[1]):
                yield Secret(found.start(1), found.end(1), "password")
    for name in ("Cookie:", "cookie:", 'Cookie":', "Cookie':"):
        end = 0
        for start in places(text, name):
            if start >= end and (header := _COOKIE.match(text, start + len(name))):
                end = header.end()
                for value in _COOKIE_VALUE.finditer(text, header.start(1), header.end(1)):
                    if is_mixed(value[1]) and entropy(value[1]) >= 3.0:
                        yield Secret(value.start(1), value.end(1), "cookie")


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
        elif body := _BODY.match(text, begin.end()):
            end = body.end()
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
