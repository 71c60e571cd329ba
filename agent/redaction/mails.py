"""Finds e-mail addresses."""

import re
from collections.abc import Iterator

from agent.redaction.looks import is_stand_in
from agent.redaction.private_keys import places
from agent.redaction.rule import Secret

EXPRESSIONS = (r"@[A-Za-z0-9-]+\.[A-Za-z]",)
_LOCAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-"
_HOST = re.compile(r"@((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_(])")
_NOT_TOP_DOMAINS = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "py", "js", "ts", "json", "md", "txt", "css", "local"}
)
_STAND_IN_USER = re.compile(r"//[^\s:/@]{0,80}:$")


def find_mails(text: str) -> Iterator[Secret]:
    """Find the addresses; names of files and of repositories only look like some."""
    for at in places(text, "@"):
        if not (host := _HOST.match(text, at)) or host[1].rpartition(".")[2].lower() in _NOT_TOP_DOMAINS:
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
