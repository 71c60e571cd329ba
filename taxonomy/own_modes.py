"""Modes of one's own beside MAST's: read from a file, walked after the three categories, never counted into MAST."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from taxonomy.mast import Taxonomy, mode_code, plain_name
from taxonomy.mode import OWN, Category, Mode, Rival, Shares, Stage
from taxonomy.remedy import Remedy, RemedyKind

MOST, LONGEST = 8, 600
NONE = Shares(0.0, 0.0, 0.0)
_CODE = re.compile(r"[A-Z][A-Z0-9]{0,7}-[0-9]{1,2}")
_FIELDS = {"code", "name", "definition", "shows", "question", "is_not", "rivals", "remedies"}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class BadModes(ValueError):
    """A file of modes cannot be used: at which line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class OwnModes:
    """Modes that a person named, with their remedies."""

    modes: tuple[Mode, ...]
    remedies: tuple[Remedy, ...]

    def joined(self, mast: Taxonomy) -> Taxonomy:
        """MAST with these after its fourteen, in a category of their own."""
        category = Category(OWN, "Modes of one's own", "What somebody named for their own systems.", (), NONE)
        names = {plain_name(name): mode.code for mode in self.modes for name in (mode.code, mode.name)}
        return replace(
            mast,
            categories=(*mast.categories, category),
            modes=(*mast.modes, *self.modes),
            _remedies=(*mast._remedies, *self.remedies),
            _names={**mast._names, **names},
        )


def read_own_modes(text: str, mast: Taxonomy) -> OwnModes:
    """The modes of a TOML file with a table [[mode]] for each; raises `BadModes` with the line and the reason."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        at = re.search(r"line ([0-9]+)", str(fault))
        raise BadModes(int(at[1]) if at else 1, str(fault).split(" (at")[0]) from None
    rows = text.split("\n")
    begins = [number for number, row in enumerate(rows, 1) if row.strip() == "[[mode]]"]
    entries = table.get("mode")
    strange = next((name for name in table if name != "mode"), None)
    if strange is not None:
        raise BadModes(_line_of(rows, strange, 1), f"`{strange[:40]}` is not known; it takes [[mode]] only")
    if not isinstance(entries, list) or not entries or len(begins) != len(entries):
        raise BadModes(1, "it holds no table [[mode]]")
    if len(entries) > MOST:
        raise BadModes(begins[MOST], f"it is mode {MOST + 1}, the most are {MOST}")
    modes: list[Mode] = []
    remedies: list[Remedy] = []
    for entry, line in zip(entries, begins, strict=True):
        mode = _mode(entry, line, rows, mast, [one.code for one in modes])
        modes.append(mode)
        remedies += _remedies(entry, line, mode.code)
    return OwnModes(tuple(modes), tuple(remedies))


def _mode(entry: Mapping[str, Any], line: int, rows: Sequence[str], mast: Taxonomy, before: Sequence[str]) -> Mode:
    strange = next((name for name in entry if name not in _FIELDS), None)
    if strange is not None:
        raise BadModes(_line_of(rows, strange, line), f"`{strange[:40]}` is not known")
    code = _text(entry, "code", line)
    if not _CODE.fullmatch(code) or code.startswith("FM-") or mode_code(code):
        raise BadModes(_line_of(rows, "code", line), f"{code[:40]!r} is no code such as HOUSE-1; FM- is MAST's")
    if code in before:
        raise BadModes(_line_of(rows, "code", line), f"{code} stands twice")
    name = _text(entry, "name", line)
    if plain_name(name) in mast._names:
        raise BadModes(_line_of(rows, "name", line), f"{name[:60]!r} is a mode of MAST")
    rivals = entry.get("rivals", [])
    if not isinstance(rivals, list) or not all(isinstance(one, dict) for one in rivals):
        raise BadModes(_line_of(rows, "rivals", line), "`rivals` is not a list of { code, rule }")
    return Mode(
        code=code,
        name=name,
        category=OWN,
        definition=_text(entry, "definition", line),
        published_at="one's own",
        aliases=(),
        shows=_text(entry, "shows", line, ""),
        question=_text(entry, "question", line, f"Does the run show this: {_text(entry, 'definition', line)}"),
        rivals=tuple(_rival(one, line, rows, mast) for one in rivals),
        shares=NONE,
        stages=(Stage.EXECUTION,),
        border=_text(entry, "is_not", line, ""),
    )


def _rival(entry: Mapping[str, Any], line: int, rows: Sequence[str], mast: Taxonomy) -> Rival:
    code = _text(entry, "code", line)
    if code not in mast.codes:
        raise BadModes(_line_of(rows, code, line), f"{code[:40]!r} is no mode of MAST that it could be taken for")
    return Rival(code, _text(entry, "rule", line))


def _remedies(entry: Mapping[str, Any], line: int, code: str) -> list[Remedy]:
    entries = entry.get("remedies")
    if not isinstance(entries, list) or not entries or not all(isinstance(one, dict) for one in entries):
        raise BadModes(line, f"{code} has no remedy; write remedies = [{{ kind, target, change }}]")
    kinds = [kind.value for kind in RemedyKind]
    remedies = []
    for one in entries:
        kind = _text(one, "kind", line)
        if kind not in kinds:
            raise BadModes(line, f"a remedy of {code} is of the kind {kind[:40]!r}; there are {', '.join(kinds)}")
        effect = _text(one, "effect", line, "It would not have come about.")
        check = _text(one, "check", line, "Run it again, and look at the same place.")
        target, change = _text(one, "target", line), _text(one, "change", line)
        remedies.append(Remedy(code, RemedyKind(kind), target, change, effect, check, "one's own"))
    return remedies


def _text(entry: Mapping[str, Any], name: str, line: int, otherwise: str | None = None) -> str:
    value = entry.get(name, otherwise)
    if not isinstance(value, str) or (otherwise is None and not value.strip()):
        raise BadModes(line, f"`{name}` is missing, or is no text")
    if len(value) > LONGEST:
        raise BadModes(line, f"`{name}` has {len(value)} characters, the most are {LONGEST}")
    if _CONTROL.search(value):
        raise BadModes(line, f"`{name}` holds a control character")
    return " ".join(value.split())


def _line_of(rows: Sequence[str], words: str, first: int) -> int:
    """The line, from the first on, that holds some words."""
    return next((number for number, row in enumerate(rows, 1) if number >= first and words in row), first)
