"""The values of cookies and sessions, in headers, calls and tables."""

import re
from collections.abc import Iterator

from agent.redaction.credentials import entropy, is_stand_in
from agent.redaction.form_scan import least, literal
from agent.redaction.secrets import Secret, is_jumbled, is_mixed, places

_COOKIE_VALUE = re.compile(r"[\w.%-]{1,60}+=\\{0,4}[\"']?([\w%.+/=|:~*-]{12,2000}+)")
_COOKIE_ENTRY = re.compile(
    r"\\{0,4}[\"'][\w.-]{1,60}\\{0,4}[\"'] ?[:,] ?\\{0,4}[\"']([\w%.+/=|:~*-]{12,2000}+)\\{0,4}[\"']"
)
_VALUE_FIELD = re.compile(
    r"\\{0,4}[\"']?[vV]alue\\{0,4}[\"']? ?[:=] ?\\{0,4}[\"']([\w%.+/=|:~*-]{12,2000}+)\\{0,4}[\"']"
)
_NAME = (
    r"(?i:(?<![a-z])(?:x-session(?:-id|-token)?|x-csrf-token|x-xsrf-token|phpsessid|jsessionid|connect\.sid|csrftoken|"
    r"[a-z0-9_.]{0,24}session(?:_?id|_?key)?|[a-z0-9_.]{0,24}sess(?:_?id)?|[hs]?sid|s?apisid|li_at|"
    r"__(?:secure|host)-[a-z0-9_.-]{1,40}|\.aspnet[a-z0-9_.]{0,60}|\.aspxauth|remember_[a-z]{2,8}(?:_\w{1,60})?"
    r"|wordpress_logged_in_\w{1,40}))"
)
SESSION = re.compile(
    _NAME + r"\\{0,4}[\"']?(?:=|: ?|, ?(?:\\{0,4}[\"']?[vV]alue\\{0,4}[\"']?: ?)?)\\{0,4}[\"']?"
    r"([\w%.+/=|:~-]{16,2000}+)(?!\()"
)
_NAME_ENDS = re.compile(r"[\w.-]{1,80}+\\{0,4}[\"']?[=:,]|[sS][iI][dD][\"']")
_SESSION_MARKS = (
    "ession ESSION ESSID csrf CSRF xsrf XSRF _sess li_at .AspNet .ASPXAUTH __Secure- __Host- remember_"
    " wordpress_logged_in_ sid= sid: sid\" sid' SID= SID: SID\" SID'"
).split()
_JAR = re.compile(r"\t(?:TRUE|FALSE)\t/[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,80}\t([^\s]{8,2000}+)")
_SAID = re.compile(
    r"(?<![A-Za-z])(?:[sS]ession(?: ?id)?|[cC]ookie)(?: cookie)?(?: value| is| was| value is|:) "
    r"\\{0,4}[\"'`]?([\w%.+/=~-]{16,2000}+)(?![(\[])"
)
_FAR = 2_000
_TRACES = {name: literal(name) for name in ("ookie", "OOKIE", "-b ")}
SESSION_TRACE, _JAR_TRACE = least(SESSION.pattern), least(_JAR.pattern)
_SAID_TRACE = least(_SAID.pattern)
TRACES = frozenset((*_TRACES.values(), SESSION_TRACE, _JAR_TRACE, _SAID_TRACE))


def find_cookies(text: str, seen: frozenset[str] = TRACES) -> Iterator[Secret]:
    """The values of cookies, in headers, calls, tables and jars, and those that name a session."""
    if seen.isdisjoint(TRACES):
        return
    yield from _in_cookies(text, seen)
    if SESSION_TRACE in seen:
        yield from _named(text)
    for trace, form in ((_JAR_TRACE, _JAR), (_SAID_TRACE, _SAID)):
        for found in form.finditer(text) if trace in seen else ():
            if is_made(found[1]):
                yield Secret(found.start(1), found.end(1), "cookie")


def _in_cookies(text: str, seen: frozenset[str]) -> Iterator[Secret]:
    for name, trace in _TRACES.items():
        end = 0
        for start in places(text, name) if trace in seen else ():
            if start < end or (name == "-b " and "curl" not in text[max(0, start - 200) : start]):
                continue
            stop = text.find("\n", start, start + _FAR)
            end = stop = stop if stop >= 0 else min(len(text), start + _FAR)
            for form in (_COOKIE_VALUE, _COOKIE_ENTRY, _VALUE_FIELD):
                for value in form.finditer(text, start + len(name), stop):
                    if is_made(value[1]):
                        yield Secret(value.start(1), value.end(1), "cookie")


def _named(text: str) -> Iterator[Secret]:
    for mark in _SESSION_MARKS:
        end = 0
        for start in places(text, mark):
            if start < end or not _NAME_ENDS.match(text, start):
                continue
            found = SESSION.search(text, max(end, start - 32), start + 120)
            found = SESSION.match(text, found.start()) if found else None
            end = found.end() if found else end
            if found and is_made(found[1]):
                yield Secret(found.start(1), found.end(1), "cookie")


def is_made(value: str) -> bool:
    """Whether a value is as random as what names a session."""
    return (is_mixed(value) or is_jumbled(value)) and entropy(value) >= 3.0 and not is_stand_in(value)
