"""Tells by the words of a tool's name whether a call of it changes files, or makes something that stays."""

import re
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_READS = frozenset("check count describe diff fetch find get inspect list load open read search show view".split())
_EDITS = frozenset("edit edits editor patch".split())
_WRITES = frozenset("apply change create insert replace save write".split())
"""Words that speak of files only beside a word for these, or alone."""
_OF_FILES = frozenset("code content diff file files fs line lines text".split())
_MAKES = _EDITS | _WRITES | frozenset("add commit update".split())
_JOINED = ("str_replace", "strreplace", "notebookedit", "multiedit", "writefile", "createfile")


@lru_cache(maxsize=1024)
def changes_files(tool: str) -> bool:
    """Whether a tool of this name changes files; `list_credits` does not, for all that it holds `edit`."""
    words = _words(tool)
    if not words or words[0] in _READS:
        return False
    if _EDITS.intersection(words) or any(one in tool.lower() for one in _JOINED):
        return True
    return bool(_WRITES.intersection(words)) and (len(words) == 1 or bool(_OF_FILES.intersection(words)))


@lru_cache(maxsize=1024)
def makes_something(tool: str) -> bool:
    """Whether a tool of this name writes, changes or creates whatever it may be."""
    words = _words(tool)
    return bool(words) and words[0] not in _READS and (bool(_MAKES.intersection(words)) or changes_files(tool))


def _words(tool: str) -> tuple[str, ...]:
    """The words of a name, however they are joined; of a name with a dot those of its last part."""
    return tuple(word.lower() for word in _WORD.findall(tool.rpartition(".")[2]))
