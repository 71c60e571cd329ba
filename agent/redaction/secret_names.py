"""Judges whether a name is one of a secret: what stands before and behind the word that tells it."""

import re

_NOT_SECRET_NAMES = re.compile(
    r"(?:s|count|counts|limit|limits|type|types|name|id|ids|url|uri|path|file|dir|field|label|hint|policy|length"
    r"|len|size|"
    r"usage|index|expiry|expires\w*|manager|required|pattern|regex|page|window|budget|hash|error|errors|is|ref|arn)$"
)
_NOT_SECRET_FRONTS = re.compile(
    r"(?:nextpage|trial|(?<![a-z])(?:page|next|cancellation|continuation|max|min|num|total|input|output|prompt"
    r"|completion|"
    r"special|eos|bos|pad|unk|sep|mask|per|start|end|stop|first|last|cached|reasoning))[ _-]?\Z"
)
_KEY_FRONTS = re.compile(
    r"(?:api|app|application|access|secret|private|auth|account|service|signing|encryption|master|shared|license|"
    r"subscription|admin|deploy|webhook|storage|client|consumer|session|ssh|ssl|hmac|jwt|shared[_-]?access"
    r"|[a-z0-9]+_)"
    r"[ _.-]?\Z"
)
_RESTS = {
    "pass": re.compile("word|wort|wd|wrt|phrase|code|_secure|$"),
    "auth": re.compile("orization|entication|$"),
    "pw": re.compile("$"),
}
_SHORT_FRONT = re.compile(r"(?:^|[^a-z0-9])[a-z]{0,6}\Z")
_PASS_FRONTS = re.compile("[a-z0-9][_-]$|(?:db|user|my|root|admin|ssh|smtp|mail|ftp|login)$")
_PUBLIC_KEY_FRONTS = re.compile(
    r"(?:public|primary|page|foreign|file|cache|sort|partition|group|dict|idempotency|index|object)[ _.-]?\Z"
)


def may_be_named(front: str, rest: str, anchor: str) -> bool:
    """Whether what stands around the word leaves it the name of a secret."""
    if anchor == "key":
        if rest and not re.fullmatch(r"[_-]?(?:value|secret|base64|data|material|[0-9]{1,2}|prod|dev|test|live)", rest):
            return False
        return not _PUBLIC_KEY_FRONTS.search(front)
    if anchor in _RESTS and not _RESTS[anchor].match(rest):
        return False
    if anchor == "pw" and not _SHORT_FRONT.search(front):
        return False
    rest = rest.removeprefix("word").removeprefix("wort").removeprefix("s" if anchor == "credential" else "")
    return not (_NOT_SECRET_NAMES.search(rest) or _NOT_SECRET_FRONTS.search(front))


def is_vague(rest: str, front: str, anchor: str) -> bool:
    """Whether the name may well mean something else: a key of a table, a test that passes, a kind of authorization."""
    if anchor == "key":
        return not _KEY_FRONTS.search(front)
    if anchor == "auth" and rest.startswith("entication"):
        return True
    return not rest and (anchor == "auth" or (anchor == "pass" and not _PASS_FRONTS.search(front)))
