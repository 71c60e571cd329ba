"""The keys as a person chose them: the table with theirs in place of ours, and which of them do two things at once."""

import re
from collections.abc import Iterable, Mapping

from mast_tui.keys import rows
from mast_tui.keys.key import Key

_EVERYWHERE = frozenset({"panes", "anywhere"})
_OF_TRACE = frozenset({"trace", "raw", "findings", "finding", "decide", "modes", "outline", "ask"})
"""The panes in which the keys of all panes count too."""
_NAMED = re.compile(r"\{([a-z_]+\.[a-z_]+)\}")
_chosen: dict[str, str] = {}


def choose(keys: Mapping[str, str]) -> None:
    """Show these keys from now on, by the ids of what they do."""
    _chosen.clear()
    _chosen.update(keys)


def every_key() -> tuple[Key, ...]:
    """The table of keys as it holds now."""
    return with_chosen(_chosen) if _chosen else rows.KEYS


def with_chosen(keys: Mapping[str, str]) -> tuple[Key, ...]:
    """The table with other keys for some ids."""
    made = []
    for each in rows.KEYS:
        if (other := keys.get(each.id)) is None:
            made.append(each)
        else:
            made.append(each._replace(keys=",".join(key.strip() for key in other.split(",") if key.strip()), show=""))
    return tuple(made)


def clash(keys: Mapping[str, str]) -> str:
    """The first of the chosen keys that something else goes by in the same place; nothing where each does one thing."""
    table = with_chosen(keys)
    before = {each.id: each for each in rows.KEYS}
    for own in (each for each in table if each.id in keys):
        for other in table:
            if other.id == own.id or not _meet(own.pane, other.pane):
                continue
            shared = _keys(own) & _keys(other)
            new = shared - (_keys(before[own.id]) & _keys(before[other.id]))
            if new:
                key = Key("", min(new), "", "", own.pane, "Move").shown
                return f'[keys] gives {own.id} the key {key}, which is also for {other.id} ("{other.words}").'
    return ""


def key_of(id: str) -> str:
    """What is pressed now for the key of that id, as a sentence names it; the palette, where somebody took it away."""
    return _first_of(id) or key_of("anywhere.palette")


def with_keys(words: str) -> str:
    """A sentence with `{panes.diagnose}` in the place of a key, as that is chosen now."""
    return _NAMED.sub(lambda named: key_of(named[1]), words)


def hints_said(hints: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Hints with `{two_runs.next}` in the place of a key, as it is chosen now; one without any key is left out."""
    said = [(_NAMED.sub(lambda named: _first_of(named[1]), names).split(), words) for names, words in hints]
    return [(" ".join(keys), words) for keys, words in said if keys]


def key_parts(hint: Iterable[str], pane: str) -> list[str]:
    """The keys of a hint, each as it is chosen now."""
    if not _chosen:
        return list(hint)
    names: dict[str, str] = {}
    for was, now in zip(rows.KEYS, every_key(), strict=True):
        if was.pane == pane and was.keys != now.keys:
            first = now._replace(keys=now.keys.split(",")[0]).shown
            names |= dict.fromkeys(was.shown.split(" "), first)
    return [names.get(part, part) for part in hint]


def _first_of(id: str) -> str:
    """The first key of that id as a person reads it; nothing where somebody took its keys away."""
    key = next(key for key in every_key() if key.id == id)
    return key._replace(keys=key.keys.split(",")[0]).shown


def _meet(one: str, other: str) -> bool:
    """Whether the keys of two panes count at the same time."""
    if one == other:
        return True
    both = {one, other}
    return (
        both == _EVERYWHERE or (bool(both & _EVERYWHERE) and bool(both & _OF_TRACE)) or both == {"findings", "decide"}
    )


def _keys(key: Key) -> set[str]:
    return {each for each in key.keys.split(",") if each}
