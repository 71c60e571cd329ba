"""The values of cookies and sessions, in headers, calls and tables."""

import re
from collections.abc import Iterator

from agent.model.credentials import entropy, is_stand_in
from agent.model.secrets import Secret, is_mixed, places

_COOKIE_VALUE = re.compile(r"[\w.%-]{1,60}+=\\{0,4}[\"']?([\w%.+/=|:~*-]{12,2000}+)")
_COOKIE_ENTRY = re.compile(
    r"\\{0,4}[\"'][\w.-]{1,60}\\{0,4}[\"'] ?[:,] ?\\{0,4}[\"']([\w%.+/=|:~*-]{12,2000}+)\\{0,4}[\"']"
)
_VALUE_FIELD = re.compile(
    r"\\{0,4}[\"']?[vV]alue\\{0,4}[\"']? ?[:=] ?\\{0,4}[\"']([\w%.+/=|:~*-]{12,2000}+)\\{0,4}[\"']"
)
_SESSION = re.compile(
    r"(?i:(?<![a-z])(?:x-session(?:-id|-token)?|x-csrf-token|x-xsrf-token|phpsessid|jsessionid|sessionid|connect\.sid"
    r"|asp\.net_sessionid|csrftoken|sid))\\{0,4}[\"']?(?:=|: ?|, ?)\\{0,4}[\"']?([\w%.+/=|:~-]{16,2000}+)"
)
_SESSION_MARKS = ("ession", "ESSION", "ESSID", "csrf", "CSRF", "xsrf", "XSRF", "sid=", "sid:", 'sid"', "sid'")
_FAR = 2_000


def find_cookies(text: str) -> Iterator[Secret]:
    """The values of cookies, in headers, calls and tables, and those that name a session."""
    end = 0
    for name in ("ookie", "OOKIE", "-b "):
        end = 0
        for start in places(text, name):
            if start < end or (name == "-b " and "curl" not in text[max(0, start - 200) : start]):
                continue
            stop = text.find("\n", start, start + _FAR)
            end = stop = stop if stop >= 0 else min(len(text), start + _FAR)
            for form in (_COOKIE_VALUE, _COOKIE_ENTRY, _VALUE_FIELD):
                for value in form.finditer(text, start + len(name), stop):
                    if is_made(value[1]):
                        yield Secret(value.start(1), value.end(1), "cookie")
    for mark in _SESSION_MARKS:
        for start in places(text, mark):
            found = _SESSION.search(text, max(0, start - 16), start + 60)
            found = _SESSION.match(text, found.start()) if found else None
            if found and is_made(found[1]):
                yield Secret(found.start(1), found.end(1), "cookie")


def is_made(value: str) -> bool:
    """Whether a value is as random as what names a session."""
    return is_mixed(value) and entropy(value) >= 3.0 and not is_stand_in(value)
