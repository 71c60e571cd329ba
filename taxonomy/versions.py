"""The other numberings of MAST (rounds, definitions file, judge's prompt, notes, paper), mapped to ours by meaning."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from taxonomy.mast import AmbiguousName, UnknownMode, load, mode_code, plain_name

PAPER = "MAST-14"
"""The numbering of the paper, the same fourteen codes in versions 1 to 3: ours."""


class UnknownNumbering(LookupError):
    """No numbering of this name is known."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One mode of another numbering, and ours of the same meaning, if there is one."""

    numbering: str
    code: str | None
    names: tuple[str, ...]
    mode: str | None
    """Our code; None means: no counterpart."""
    reason: str
    """Why there is no counterpart; empty where there is one."""
    nearest: str | None
    """The mode of ours that comes closest to an entry without counterpart: a hint for a person, never a mapping."""

    @property
    def key(self) -> str:
        """The name under which labels of this mode are compared: our code, or the numbering with its own."""
        return self.mode or f"{self.numbering} {self.code or self.names[0]}"

    @property
    def title(self) -> str:
        """The code and the name, as far as they are known."""
        return " ".join((*filter(None, [self.code]), *self.names[:1]))


@dataclass(frozen=True, slots=True)
class Numbering:
    """One way in which MAST's modes were numbered and named."""

    name: str
    title: str
    aliases: tuple[str, ...]
    caution: str
    """What a reader of labels in this numbering must know; may be empty."""
    entries: tuple[Entry, ...]

    def entry(self, text: str) -> Entry | None:
        """The entry with this code, name, or both (`1.5 Step repetition`); None if there is none or they disagree."""
        by_code = self._by_code(text)
        if by_code is not None:
            return by_code
        code, name = split_code(text)
        by_name = self._by_name(name)
        return by_name if code is None or (by_name is not None and by_name is self._by_code(code)) else None

    def _by_code(self, text: str) -> Entry | None:
        wanted = mode_code(text)
        return next((entry for entry in self.entries if entry.code and mode_code(entry.code) == wanted), None)

    def _by_name(self, text: str) -> Entry | None:
        wanted = plain_name(text)
        if not wanted:
            return None
        return next((entry for entry in self.entries if wanted in map(plain_name, entry.names)), None)


def split_code(text: str) -> tuple[str | None, str]:
    """A text like `1.5 Step repetition` as its code and its name; the code is None where there is none."""
    match = re.match(r"\s*((?:fm[\s._-]*)?\d\.\d+)[\s:.–—-]+(\S.*)$", text, re.IGNORECASE | re.DOTALL)
    return (match[1], match[2]) if match else (None, text)


@cache
def numberings() -> tuple[Numbering, ...]:
    """Every numbering that is known, the paper's first."""
    data = tomllib.loads(Path(__file__).with_name("versions.toml").read_text("utf-8"))
    return (_paper(), *(_numbering(entry) for entry in data["numbering"]))


def numbering(name: str) -> Numbering:
    """The numbering of this name or alias, whatever its case; raises `UnknownNumbering`."""
    wanted = plain_name(name)
    for known in numberings():
        if wanted in map(plain_name, (known.name, *known.aliases)):
            return known
    raise UnknownNumbering(name)


def to_mast(name: str, text: str) -> Entry:
    """What a code or name of the numbering `name` means in ours; raises `UnknownNumbering` or `UnknownMode`."""
    entry = numbering(name).entry(text)
    if entry is None:
        raise UnknownMode(text)
    return entry


def looks_like(texts: Iterable[str]) -> tuple[Numbering, ...]:
    """The numberings other than ours that know every one of these codes or names."""
    wanted = set(texts)
    return tuple(known for known in numberings()[1:] if wanted and all(known.entry(text) for text in wanted))


def _paper() -> Numbering:
    aliases = ("MAST", "MAST 14", "paper", "paper v1", "paper v2", "paper v3", "arXiv:2503.13657", load().version)
    entries = tuple(
        Entry(PAPER, mode.code, _own_names(mode.name, mode.aliases), mode.code, "", None) for mode in load().modes
    )
    return Numbering(PAPER, "the paper, versions 1 to 3", aliases, "", entries)


def _own_names(name: str, aliases: tuple[str, ...]) -> tuple[str, ...]:
    """The names by which ours may be called without doubt."""
    kept = []
    for candidate in (name, *aliases):
        try:
            load().mode(candidate)
        except AmbiguousName:
            continue
        kept.append(candidate)
    return tuple(kept)


def _numbering(data: dict[str, Any]) -> Numbering:
    return Numbering(
        name=data["name"],
        title=data["title"],
        aliases=tuple(data["aliases"]),
        caution=data["caution"],
        entries=tuple(_entry(data["name"], entry) for entry in data["entries"]),
    )


def _entry(name: str, data: dict[str, Any]) -> Entry:
    return Entry(
        numbering=name,
        code=data.get("code"),
        names=(*([data["name"]] if "name" in data else []), *data.get("also", [])),
        mode=data.get("mode"),
        reason=data.get("reason", ""),
        nearest=data.get("nearest"),
    )
