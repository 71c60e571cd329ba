"""MAST as data: the categories, modes and remedies, read once and looked up by code, name or alias."""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from taxonomy.mode import Category, Mistake, Mode, Rival, Shares, Stage
from taxonomy.remedy import NoRemedy, Remedy, RemedyKind

_CODE = re.compile(r"(?:fm[\s._-]*)?([1-9])\.(\d+)", re.IGNORECASE)


class UnknownMode(LookupError):
    """Nothing in MAST has this code, name or alias."""


class AmbiguousName(LookupError):
    """The name means different modes in different numberings, so it is not resolved."""

    def __init__(self, name: str, codes: tuple[str, ...], why: str) -> None:
        super().__init__(f"{name!r} may mean {' or '.join(codes)}: {why}")
        self.name = name
        self.codes = codes
        self.why = why


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """MAST in one pinned version.

    `modes` are the fourteen in order; `fingerprint` is the sha256 of the bytes of mast.toml.
    """

    name: str
    version: str
    fingerprint: str
    caveat: str
    """What the shares are, and are not."""
    categories: tuple[Category, ...]
    modes: tuple[Mode, ...]
    mistakes: tuple[Mistake, ...]
    """The kinds of failure that are no mode, and are never forced into one."""
    _remedies: tuple[Remedy, ...]
    _no_remedies: tuple[NoRemedy, ...]
    _names: Mapping[str, str]
    _ambiguous: Mapping[str, AmbiguousName]

    @property
    def codes(self) -> tuple[str, ...]:
        """The fourteen codes in order."""
        return tuple(mode.code for mode in self.modes)

    def mode(self, name: str) -> Mode:
        """The mode of this code (`FM-2.5`, `2.5`, `fm2.5`), name or alias, whatever its case.

        Raises `UnknownMode`, or `AmbiguousName` for a name that means different modes in different numberings.
        """
        key = plain_name(name)
        if key in self._ambiguous:
            known = self._ambiguous[key]
            raise AmbiguousName(known.name, known.codes, known.why)
        code = mode_code(name) or self._names.get(key)
        for mode in self.modes:
            if mode.code == code:
                return mode
        raise UnknownMode(name)

    def failure(self, name: str) -> Mode | Mistake:
        """The mode, or the kind of plain mistake, of this name; raises as `mode` does."""
        plain = name.strip().casefold().removeprefix("plain mistake:").strip()
        return next((one for one in self.mistakes if one.code == plain), None) or self.mode(name)

    def category(self, name: str) -> Category:
        """The category of this code (`FC2`), name or alias, whatever its case; raises `UnknownMode`."""
        key = plain_name(name)
        for category in self.categories:
            if key in map(plain_name, (category.code, category.name, *category.aliases)):
                return category
        raise UnknownMode(name)

    def modes_of(self, category: str) -> tuple[Mode, ...]:
        """The modes of the category with this code, in order."""
        return tuple(mode for mode in self.modes if mode.category == category)

    def remedies(self, code: str, kind: RemedyKind | None = None) -> tuple[Remedy, ...]:
        """The remedies for a mode or plain mistake, specification first; of one kind if asked. None is filled in."""
        remedies = (remedy for remedy in self._remedies if remedy.mode == code and kind in (None, remedy.kind))
        return tuple(sorted(remedies, key=lambda remedy: list(RemedyKind).index(remedy.kind)))

    def no_remedies(self, code: str) -> tuple[NoRemedy, ...]:
        """The kinds of remedy that do not apply to a mode, each with the reason."""
        return tuple(none for none in self._no_remedies if none.mode == code)


def mode_code(text: str) -> str | None:
    """The text as a code like `FM-2.5` if it is written like one, whether or not such a mode exists."""
    match = _CODE.fullmatch(text.strip())
    return f"FM-{match[1]}.{int(match[2])}" if match else None


def plain_name(name: str) -> str:
    """A name without case, apostrophes and the way its words are joined, for comparing."""
    bare = re.sub(r"['’‘`]", "", name.casefold())
    return " ".join(re.sub(r"[\s_/\-–—.,:;()\"]+", " ", bare).split())


@cache
def load() -> Taxonomy:
    """MAST as shipped with this package, read once per process."""
    here = Path(__file__).parent
    data = (here / "mast.toml").read_bytes()
    return _build(
        tomllib.loads(data.decode()),
        tomllib.loads((here / "remedies.toml").read_text("utf-8")),
        hashlib.sha256(data).hexdigest(),
    )


def _build(mast: dict[str, Any], remedies: dict[str, Any], fingerprint: str) -> Taxonomy:
    modes = tuple(_mode(code, entry, mast["pair"]) for code, entry in mast["mode"].items())
    return Taxonomy(
        name=mast["name"],
        version=mast["version"],
        fingerprint=fingerprint,
        caveat=mast["caveat"],
        categories=tuple(_category(code, entry) for code, entry in mast["category"].items()),
        modes=modes,
        mistakes=tuple(Mistake(code=code, **entry) for code, entry in mast["mistake"].items()),
        _remedies=tuple(_remedy(entry) for entry in remedies["remedy"]),
        _no_remedies=tuple(
            NoRemedy(entry["mode"], RemedyKind(entry["kind"]), entry["reason"]) for entry in remedies["none"]
        ),
        _names={plain_name(name): mode.code for mode in modes for name in (mode.name, *mode.aliases)},
        _ambiguous={
            plain_name(entry["name"]): AmbiguousName(entry["name"], tuple(entry["codes"]), entry["why"])
            for entry in mast["ambiguous"]
        },
    )


def _mode(code: str, entry: dict[str, Any], pairs: list[dict[str, Any]]) -> Mode:
    return Mode(
        code=code,
        name=entry["name"],
        category=entry["category"],
        definition=entry["definition"],
        published_at=entry["published_at"],
        aliases=tuple(entry["aliases"]),
        shows=entry["shows"],
        question=entry["question"],
        rivals=tuple(sorted(_rivals(code, pairs), key=lambda rival: rival.code)),
        shares=Shares(**entry["shares"]),
        stages=tuple(map(Stage, entry["stages"])),
        border=entry.get("border", ""),
    )


def _rivals(code: str, pairs: list[dict[str, Any]]) -> Iterator[Rival]:
    """The other side of every pair the mode is part of: each rule is written once and read from both sides."""
    for pair in pairs:
        if code in pair["codes"]:
            (other,) = (name for name in pair["codes"] if name != code)
            yield Rival(other, pair["rule"])


def _category(code: str, entry: dict[str, Any]) -> Category:
    return Category(code, entry["name"], entry["definition"], tuple(entry["aliases"]), Shares(**entry["shares"]))


def _remedy(entry: dict[str, Any]) -> Remedy:
    return Remedy(**{**entry, "kind": RemedyKind(entry["kind"])})
