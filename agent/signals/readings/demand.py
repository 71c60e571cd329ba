"""Tells whether what a critique asks for stands in the work already, or speaks of something that is not in it."""

import re

from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.text_similarity import similarity

_NAMED = re.compile(r"`([^`\n]{2,60})`")
_FILE = re.compile(r"[\w/-]+\.(?:py|js|ts|html|css|java|md|txt|json|toml|yaml|cpp|c|h|go|rs)")
_CALLED = re.compile(r"\(.*\)\Z")
_LACKS = re.compile(
    r"\bmissing\b|\black(?:s|ing)?\b"
    r"|\b(?:not|never|no) (?:\w+ )?(?:import|implement|defin|includ|contain|handl)\w*\b",
    re.IGNORECASE,
)
_IMPORTS = re.compile(r"\bimport(?:s|ed|ing)?\b", re.IGNORECASE)
_IMPORTED = re.compile(r"^[ \t]*(?:import|from|#include|const \w+ = require)\b", re.MULTILINE)
_WORDS = re.compile(r"\'\'\'.*?\'\'\'|\"\"\".*?\"\"\"|(?:#|//)[^\n]*", re.DOTALL)
"""Comments and strings that document."""
_MODULE = re.compile(r"(?:^[ \t]*|`)(?:import|from)[ \t]+(\w+)(?:[ \t]+import[ \t]+([\w, *]+))?", re.MULTILINE)
_FENCED = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)
_NO_CODE = ("#", "//", "'''", '"' * 3, "...")
_MOST = 0.8
"""So much of the code that a critique brings along stands in work that needs no change for it."""
_ECHO = 0.6
_REPLY = re.compile(
    r"\W*(?:thank(?:s| you)\b|(?:I )?apologi[sz]e\b|(?:I'm |I am )?sorry\b|you(?:'re| are) right\b)", re.IGNORECASE
)
"""How a reply to a critique begins: whoever thanks for one gives none."""


def names_of(critique: str) -> list[str]:
    """What a critique names in quotes for code, files left aside."""
    names = (_CALLED.sub("", name.strip()) for name in _NAMED.findall(critique))
    return [name for name in names if len(name) > 1 and _FILE.fullmatch(name) is None]


def code_of(text: str) -> str:
    """The code in a text, without the words around it and in it."""
    return _WORDS.sub("", "\n".join(text[block.start : block.end] for block in code_blocks(text)))


def is_met(critique: str, work: str) -> bool:
    """Whether the work holds all that a critique misses: the code that it brings along, else what it names."""
    if _LACKS.search(critique) is not None and _IMPORTS.search(critique) is not None and _imports_all(critique, work):
        return True
    wanted = [line.strip() for block in _FENCED.findall(critique) for line in block.split("\n")]
    wanted = [line for line in wanted if len(line) > 2 and not line.startswith(_NO_CODE)]
    if wanted:
        held = {line.strip() for line in work.split("\n")}
        return sum(line in held for line in wanted) >= _MOST * len(wanted)
    if _LACKS.search(critique) is None:
        return False
    names = names_of(critique)
    if names and all(name in work for name in names):
        return True
    return not names and _IMPORTS.search(critique) is not None and _IMPORTED.search(work) is not None


def _imports_all(critique: str, work: str) -> bool:
    """Whether the work imports everything of which a critique writes the import."""
    wanted = _imported(critique)
    return bool(wanted) and wanted <= _imported(work)


def _imported(text: str) -> set[str]:
    """Modules that a text imports, and names that it takes from them."""
    names = {module.lower() for module, _ in _MODULE.findall(text)}
    return names | {name.lower() for _, taken in _MODULE.findall(text) for name in re.findall(r"\w+", taken)}


def speaks_of(critique: str, at: int, work: str) -> bool:
    """Whether a critique is one of this work: no echo of it, not said in code, and naming something that it holds."""
    if _REPLY.match(critique) or any(block.start <= at < block.end for block in code_blocks(critique)):
        return False
    names = names_of(critique)
    if names and not any(map(work.__contains__, names)) and _LACKS.search(critique) is None:
        return False
    return similarity(critique, work) < _ECHO
