"""Passwords in commands: behind an option, piped to one that asks, or tried."""

import re
from collections.abc import Iterator
from itertools import chain

from agent.redaction.credentials import is_stand_in
from agent.redaction.form_scan import least
from agent.redaction.secrets import Secret, places

_CURL_USER = re.compile(
    r"(?:-u|--user|--proxy-user|--auth|--creds|--credentials)[ =]{1,3}\\{0,4}[\"']?[\w.@+-]{1,80}:([^\s\"'\\]{3,120})"
)
_SSHPASS = re.compile(r"sshpass +-p *\\{0,4}[\"']?([^\s\"'\\]{3,120})")
_DATABASE_CLIENT = re.compile(r"mysql(?:dump|admin)? [^\n|;]{0,80}?-p([^\s\"'\\]{4,120})")
_NETRC = re.compile(r"login +\S{1,120} +password +(\S{3,120})")
_SQL = re.compile(r"(?:IDENTIFIED|identified) (?:BY|by) \\{0,4}['\"]([^'\"\s\\]{3,120})")
_USER = r" ?\\{0,4}[\"'][^\"'\\\n]{1,80}\\{0,4}[\"'], ?\\{0,4}[\"']"
_WORD = r"([^\"'\\\n]{3,120})"
_AUTH_PAIR = re.compile(r"auth ?= ?\(" + _USER + _WORD)
_LOGIN_CALL = re.compile(r"(?:Auth|ogin|redentials?)\(" + _USER + r"(?=[^\"'\n]*[\d!@#$%^&*+?~=])" + _WORD)
_PIPED = re.compile(r"echo +(?:-\w+ +)?\\{0,4}[\"']?([^\s\"'|\\]{3,120})\\{0,4}[\"']? *\| *sudo\b[^\n|]{0,40}-S")
_HERE = re.compile(r"sudo\b[^\n|<]{0,80}-S[^\n|<]{0,80}<<< *\\{0,4}[\"']?([^\s\"'\\]{3,120})")
_LOGIN = re.compile(
    r"(?:(?:docker|podman|az|oc|cf|heroku|helm registry) login|redis-cli|smbclient|htpasswd|ldap(?:search|add"
    r"|modify|whoami)|mosquitto_\w{3}|sqlcmd|zip|mongosh?|plink|pscp)\b[^\n|;]{0,120}? -(?:pw|[pawbPW])"
    r" ?\\{0,4}[\"']?([^\s\"'\\-][^\s\"'\\]{3,120})"
)
_PHRASE = re.compile(r"(?:--passphrase|-passin pass:|-passout pass:|-pass pass:)[ =]?\\{0,4}[\"']?([^\s\"'\\]{4,120})")
_ARCHIVE = re.compile(
    r"(?:7z[az]? \w{1,3} [^\n|;]{0,60}?-p|unzip [^\n|;]{0,40}?-P |unrar \w [^\n"
    r"|;]{0,40}?-p)([^\s\"'\\-][^\s\"'\\]{3,120})"
)
_PASSWORD_FILE = re.compile(
    r":(?:\d{4,5}|\*):[\w*.-]{1,60}:[\w*.@-]{1,60}:(?=[^\s:]*[a-z])(?=[^\s:]*\d)([^\s:\"'\\]{8,120})(?=\s|\Z)", re.ASCII
)
_WINDOWS = re.compile(r"(?:net use|runas|cmdkey)\b[^\n]{0,120}? /(?:user:\S{1,80} +|pass(?:word)?:)([^\s\"'/]{4,120})")
_SET = re.compile(
    r"echo +(?:-\w+ +)?\\{0,4}[\"']?[\w.@-]{1,60}:([^\s\"'|\\]{3,120})\\{0,4}[\"']? *\| *(?:sudo )?chpasswd"
)
_BARE = re.compile(r"(?:cargo login|user(?:add|mod)\b[^\n|;]{0,60}? -p) +\\{0,4}[\"']?([^\s\"'\\<$-][^\s\"'\\]{5,120})")
_COMMA = re.compile(r"lftp\b[^\n|;]{0,60}? -u +[\w.@-]{1,60},([^\s\"'\\]{3,120})")
_PARTED = re.compile(r"(?:ogin|redentials): [\w.@-]{1,60} / (?=[^\s]*\d)([^\s\"'\\/]{5,120})")
_TRIED = re.compile(
    r"[^\n]{0,100}?\b(?:tried|typed|entered|used|using|gave|try)(?: with"
    r"| the password)? \\{0,4}[\"'`]([^\s\"'`\\]{5,120})\\{0,4}[\"'`]"
)
_COMMANDS = (
    ("-u", _CURL_USER),
    ("--user", _CURL_USER),
    ("--proxy-user", _CURL_USER),
    ("--auth", _CURL_USER),
    ("--cred", _CURL_USER),
    ("net use", _WINDOWS),
    ("runas", _WINDOWS),
    ("cmdkey", _WINDOWS),
    ("echo ", _SET),
    ("sshpass", _SSHPASS),
    ("mysql", _DATABASE_CLIENT),
    ("mariadb", _DATABASE_CLIENT),
    ("login ", _NETRC),
    ("IDENTIFIED BY", _SQL),
    ("identified by", _SQL),
    ("auth", _AUTH_PAIR),
    ("Auth(", _LOGIN_CALL),
    ("ogin(", _LOGIN_CALL),
    ("redentials(", _LOGIN_CALL),
    ("redential(", _LOGIN_CALL),
    ("echo ", _PIPED),
    ("sudo", _HERE),
    ("cargo", _BARE),
    ("useradd", _BARE),
    ("usermod", _BARE),
    ("lftp", _COMMA),
    ("ogin: ", _PARTED),
    ("redentials: ", _PARTED),
    ("docker", _LOGIN),
    ("podman", _LOGIN),
    ("redis-cli", _LOGIN),
    ("smbclient", _LOGIN),
    ("htpasswd", _LOGIN),
    ("ldap", _LOGIN),
    ("mosquitto_", _LOGIN),
    ("sqlcmd", _LOGIN),
    ("zip ", _LOGIN),
    ("mongo", _LOGIN),
    ("plink", _LOGIN),
    ("pscp", _LOGIN),
    ("--passphrase", _PHRASE),
    ("-pass", _PHRASE),
    ("7z", _ARCHIVE),
    ("unzip ", _ARCHIVE),
    (":", _PASSWORD_FILE),
    ("password authentication", _TRIED),
    ("assword ", _TRIED),
)


BY_TRACE: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
for _anchor, _form in _COMMANDS:
    BY_TRACE.setdefault(least(_form.pattern), []).append((_anchor, _form))
TRACES = frozenset(BY_TRACE)


def find_in_commands(text: str, seen: frozenset[str] = TRACES) -> Iterator[Secret]:
    """Find the passwords that a command line holds, or that somebody says to have tried."""
    for anchor, form in chain.from_iterable(BY_TRACE[trace] for trace in seen & TRACES):
        for start in places(text, anchor):
            if (found := form.match(text, start)) and not is_stand_in(found[1]):
                yield Secret(found.start(1), found.end(1), "password")
