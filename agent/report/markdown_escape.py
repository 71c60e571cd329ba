"""Foreign text inside Markdown: words stay words, whatever they look like to a parser or to a code host."""

import re

from agent.clean import clean
from agent.report.wording import one_line

JOINER = "\u2060"

_LITERAL = re.compile(
    r"[\\`*\[\]<>&|~$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore inside a word means nothing
    r"|(?<=\w)\.(?=[^\W\d_])|:(?=/)|(?<=/)/|!(?=\[)"  # what turns a word into a link or a picture
    r"|^(?:[-+=#:]|\d+(?P<after>[.)]))"
)
_CALLS = re.compile(r"([@#]|GH-)(?=\w)", re.IGNORECASE)
_TICKS = re.compile(r"`+")


def inline(text: str) -> str:
    """Foreign words within a line of ours; nobody is mentioned, nothing is linked."""
    return _CALLS.sub(_parted, _LITERAL.sub(_escaped, one_line(text)))


def code(text: str) -> str:
    """Foreign words as a piece of code, to the letter."""
    safe = one_line(text)
    fence = "`" * (_longest(safe) + 1)
    pad = " " if safe.startswith("`") or safe.endswith("`") or not safe.strip() else ""
    return f"{fence}{pad}{safe}{pad}{fence}"


def fenced(text: str) -> str:
    """Foreign text as a block that it cannot break out of."""
    safe = clean(text)
    fence = "`" * max(3, _longest(safe) + 1)
    return f"{fence}text\n{safe}\n{fence}"


def _longest(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)


def _escaped(match: re.Match[str]) -> str:
    if match["after"]:
        return f"{match[0][:-1]}\\{match['after']}"
    return f"\\{match[0]}"


def _parted(match: re.Match[str]) -> str:
    """A code host looks for @names and #numbers after the escapes are gone, so an invisible sign parts them."""
    sign = match[1]
    return f"\\{sign}{JOINER}" if sign == "@" else f"{sign}{JOINER}"
