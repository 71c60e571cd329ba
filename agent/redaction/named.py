"""Finds secrets by the name beside them: in code, JSON, YAML, environment files, options, headers and prose."""

import re
from collections.abc import Iterator

from agent.prefilter import literal
from agent.redaction.looks import (
    SYMBOLS,
    entropy,
    is_filler,
    is_machine_made,
    is_mixed,
    is_scrambled,
    is_shuffled,
    is_stand_in,
    is_strong,
    kinds_of_signs,
)
from agent.redaction.private_keys import places
from agent.redaction.rule import Secret
from agent.redaction.secret_names import is_vague, may_be_named

# The rest of a name, what closes it, a separator and a value: in code, JSON (escaped or not), YAML, env, CLI, XML.
_NAME_END = r"(?P<rest>[\w.-]{0,40})(?P<shut>\\{0,8}[\"'`]?\]?(?:\*\*)?(?:[ ]\([^()\n]{1,30}\))?)"
_TYPED = (
    r"(?::[ ]{0,2}(?:&?str|[Ss]tring\??|bytes|SecretStr|Optional\[[sS]tr(?:ing)?\]|str \| None)|[ ][sS]tring"
    r"|\[\d{0,4}\])[ ]{0,2}="
)
_OTHERWISE = r"\)?[ ]{0,3}(?:\|\||\?\?|\?:|or)(?=[ ]{0,2}[\"'`])"
_ELEMENTS = r"[ ]{0,3}(?:/?>|</[\w.:-]{1,20}>)\s{0,40}<[vV]alue(?:=|>)"
_KEY_QUOTE = r"\\{0,8}[\"']?"
_PAIRED = (
    rf",?\s{{1,40}}{_KEY_QUOTE}[vV]alue{_KEY_QUOTE}\s{{0,3}}[:=]"
    rf"(?:\s{{0,3}}\{{\s{{0,40}}{_KEY_QUOTE}string_?[vV]alue{_KEY_QUOTE}\s{{0,3}}:)?"
)
_PROSE = (
    r"(?:[ ](?:for|of|to|on|in|I|we|you|that|he|she)[ ][^\n.;:=\"'`]{1,40}?)?"
    r"(?:[ ](?:is|was|are|be|to|as)(?: now| set to)?:?(?=[ ])|:)"
)
_WITHIN = rf"\s{{0,3}}:\s{{0,3}}\{{\s{{0,40}}{_KEY_QUOTE}[vV]alue{_KEY_QUOTE}\s{{0,3}}:"
_SIGN = r"[ \t]{0,20}(?::[ ]?[|>][+-]?\n(?=[ \t])|:{1,3}=|\?{1,2}=|[.+]=|=>|[=!]==?|->|[:=>,(|])|[ ]-(?=[ ])"
_SEPARATOR = rf"(?P<by>{_TYPED}|{_OTHERWISE}|{_ELEMENTS}|{_PAIRED}|{_WITHIN}|{_SIGN}|{_PROSE}|(?=[ \t]\S))"
_VALUE = (
    r"(?:\*\*)?(?:\s{0,20}[bfru]{0,2}(?P<quote>\\{0,8}(?:\"{3}|'{3}"
    r"|[\"'`]))(?P<quoted>(?:(?!(?P=quote))(?:\\[^\n]|[^\n\\])){1,16384}+)(?P=quote)"
    r"|[ \t]{0,20}(?:(?:[Bb]earer|[Bb]asic|[Tt]oken|![a-z]{2,12}) )?"
    r"(?P<bare>(?:[^\s\"'`\\,;&<]++|<(?=[^/>\s]{1,60}>)|&(?!\w+=)){1,40}+))"
)
_ASSIGNED = re.compile(_NAME_END + _SEPARATOR + _VALUE)
_LONGEST, _LONGEST_PASSWORD, _LONGEST_NUMBER = 700, 128, 16
_ANCHORS = {
    "pass": "password",
    "pwd": "password",
    "secret": "secret",
    "token": "token",
    "credential": "secret",
    "auth": "token",
    "key": "api_key",
    "kennwort": "password",
    "contrase": "password",
    "wachtwoord": "password",
    "mot de passe": "password",
    "psk": "password",
    "pw": "password",
    "senha": "password",
}
_ABROAD = dict.fromkeys(("пароль", "密码", "密碼", "口令", "パスワード", "비밀번호", "hasło", "şifre"), "password")
_BY_EXPRESSION = {
    f"(?i){literal(anchor)}" if anchor.isascii() else literal(anchor): anchor for anchor in (*_ANCHORS, *_ABROAD)
}
EXPRESSIONS = frozenset(_BY_EXPRESSION)
_OPTION = re.compile(r"(?:^|\s)--?[a-z0-9_-]*$")
_SETTERS = re.compile(r"(?:set|with|use)_?[a-z_]{0,20}$")
_CODE = re.compile(
    r"[A-Za-z_][A-Za-z_.?]*(?:[(\[{][\w.=]*)?[)\]},:.(\[]*|[a-z_]\w*\.\w+(?:\(.*)?|\w+\([\w.=]*\)+"
    r"|\d+(?:\.\d+)?[)\]},.]*"
    r"|.*\b(?:None|True|False)\b.*"
)
_DIGEST = re.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""What a plain key names rather than opens: a commit, a file, a component."""
_IN_PAIRS = re.compile(
    r"(?:^|[\s;\"'])(?:host|user|uid|user id|dbname|database|server|data source)=[^\s;]{1,60}[ ;][^\n]{0,60}$"
)
"""What stands before a password in a connection string."""
_PASSPHRASE = re.compile(r"[a-z]{3,12}(?:[-._][a-z]{3,12}){3,9}")
_DEFAULTS = ("||", "??", "?:", "or")
"""What stands before a value that is taken where the environment has none."""
_AND_MORE = re.compile(r"&[^\s\"'`\\,;<]{1,512}+")


def find_named(text: str, seen: frozenset[str] = EXPRESSIONS) -> Iterator[Secret]:
    """Find the values that are named as secrets and look like one; `seen` is what the prefilter saw in the text."""
    here = seen & EXPRESSIONS
    flat = text.encode("ascii", "replace").decode().lower() if here else ""
    for anchor in [_BY_EXPRESSION[expression] for expression in here]:
        kind = _ANCHORS.get(anchor) or _ABROAD[anchor]
        end = 0
        whole = flat if anchor.isascii() else text
        for start in places(whole, anchor):
            if start < end or not (match := _ASSIGNED.match(text, start + len(anchor))):
                continue
            if match.end() - start > _LONGEST:
                end = match.end()
            if secret := _assigned(match, flat[max(0, start - 24) : start], anchor, kind):
                yield secret


def _assigned(match: re.Match[str], front: str, anchor: str, kind: str) -> Secret | None:
    if front.endswith("<") and anchor == "secret" and match["by"] == ":":
        return None
    group = "quoted" if match["quoted"] is not None else "bare"
    value = match[group] if group == "quoted" else _bare(match, anchor).rstrip(".,;:)]}>")
    value = value.rstrip("\\")
    if not may_be_named(front, match["rest"].lower(), anchor) or not _may_follow(
        match, front, value, kind == "password"
    ):
        return None
    if is_stand_in(value):
        return None
    if anchor == "key" and not re.search(r"\w[ _.-]?\Z", front) and _DIGEST.fullmatch(value):
        return None
    is_sure = is_strong(value) or (
        anchor == "pass" and bool(match["shut"]) and value.isalnum() and kinds_of_signs(value) > 2
    )
    if is_vague(match["rest"], front, anchor) and not is_sure:
        return None
    is_framed = (
        group == "quoted"
        or match["by"].endswith(">")
        or (match["by"] == "=" and bool(_IN_PAIRS.search(match.string, max(0, match.start() - 120), match.start())))
        or (_is_setting(match, front, anchor) and value.isalnum())
    )
    is_secret = _is_password(value, is_framed) if kind == "password" else _is_key(value, is_framed)
    return Secret(match.start(group), match.start(group) + len(value), kind) if is_secret else None


def _bare(match: re.Match[str], anchor: str) -> str:
    """A value that nothing quotes; behind a variable of the environment an ampersand belongs to it."""
    if (
        match["by"] == "="
        and match.string[match.start() - len(anchor) : match.end("rest")].isupper()
        and not is_stand_in(match["bare"])
    ):
        longer = _AND_MORE.match(match.string, match.end("bare"))
        return match["bare"] + (longer[0] if longer else "")
    return match["bare"]


def _is_setting(match: re.Match[str], front: str, anchor: str) -> bool:
    """Whether this is a variable of the environment or an option, whose value nothing need quote."""
    name = match.string[match.start() - len(anchor) : match.end("rest")]
    return match["by"] == "=" and (name.isupper() or bool(_OPTION.search(front)))


def _may_follow(match: re.Match[str], front: str, value: str, is_password: bool) -> bool:
    """Whether the value belongs to the name: the weaker the separator, the more the value must show."""
    by = match["by"].strip()
    if by[:1] == ":" or by in ("=>", "->") or by.endswith("=") or "alue" in by or by.endswith(_DEFAULTS):
        return True
    if by == ">":
        return value[:1] not in ("@", "<") and front.rstrip("abcdefghijklmnopqrstuvwxyz_-:").endswith("<")
    if by == "(":
        return match["quoted"] is not None and bool(_SETTERS.search(front))
    if by in (",", "|"):
        is_column = not match["shut"] and by == ","
        return is_strong(value.replace(".", "")) if is_column else is_mixed(value) and len(value) >= 8
    if by:
        return (kinds_of_signs(value) >= 2 and " " not in value) or (is_password and bool(_PASSPHRASE.fullmatch(value)))
    if _OPTION.search(front):
        return not value.startswith("-")
    if is_password and match["quoted"] is not None and _is_alone(match):
        return len(value) >= 8 and not value.isalpha() and " " not in value
    return (
        len(value) >= 6
        and " " not in value
        and (kinds_of_signs(value) >= 3 or (is_mixed(value) and (is_password or len(value) >= 16)))
    )


def _is_alone(match: re.Match[str]) -> bool:
    """Whether a line of settings holds the name and the value, and nothing else."""
    begin = match.string.rfind("\n", 0, match.start()) + 1
    front, behind = match.string[begin : match.end("rest")], match.string[match.end() : match.end() + 2]
    return bool(re.fullmatch(r"[ \t]{0,40}[\w.-]{1,60}", front)) and behind[:1] in ("", "\n", "\r", ";")


def _is_password(value: str, quoted: bool) -> bool:
    if is_scrambled(value):
        return True
    if quoted:
        if len(value) > _LONGEST_PASSWORD:
            return is_machine_made(value) and re.fullmatch(r"[\w+/=.:~-]+", value) is not None
        return len(value) >= 4 and (" " not in value or (kinds_of_signs(value) >= 3 and value.count(" ") < 4))
    if _PASSPHRASE.fullmatch(value):
        return "_" not in value
    if len(value) < 4 or (_CODE.fullmatch(value) and not value.isdigit()):
        return False
    return any(c.isdigit() for c in value) or not SYMBOLS.isdisjoint(value)


def _is_key(value: str, quoted: bool) -> bool:
    if is_scrambled(value):
        return True
    if value.isdigit():
        return len(value) >= _LONGEST_NUMBER
    if len(value) < 8 or " " in value or (not quoted and _CODE.fullmatch(value) and not is_shuffled(value)):
        return False
    if quoted and is_mixed(value) and len(value) < 20:
        return not re.fullmatch(r"[A-Za-z]+[_-]?\d{1,2}|[\d.,:-]+\w?", value)
    if len(value) >= 20 and is_mixed(value) and not is_filler(value):
        return True
    return is_machine_made(value) and len(value) >= 12 and entropy(value) >= 3.0
