"""What is made of the rows of keys: bindings, hints and help."""

from collections.abc import Mapping

from textual.binding import Binding, BindingType

from agent.clean import clean_name
from agent.settings_file import nearest
from mast_tui.keys import rows
from mast_tui.keys.chosen import clash, key_parts
from mast_tui.keys.key import Pane
from mast_tui.terminal.textual_internals import key_names

_HELD = {"ctrl", "alt", "shift", "super", "meta", "hyper"}


def openers() -> frozenset[str]:
    """The ids of keys that open something of its own: what is typed behind them is meant for that."""
    return frozenset(each.id for each in rows.KEYS if each.opens)


def early_keys() -> frozenset[str]:
    """The keys that move in the trace and need no other pane."""
    own = [each for each in rows.KEYS if each.pane == "trace" and not each.action.startswith("screen.")]
    return frozenset(key for each in own if each.id != "trace.enter" for key in each.keys.split(","))


def unknown(chosen: Mapping[str, str]) -> str:
    """What is wrong with the keys that somebody chose: no id, no key, or one key for two things; else nothing."""
    return misread(chosen) or clash(chosen)


def misread(chosen: Mapping[str, str]) -> str:
    """What somebody chose keys for that is no id, or a key that is none; nothing where all can be read."""
    ids = [each.id for each in rows.KEYS]
    for id, keys in chosen.items():
        if id not in ids:
            return f'[keys] names "{clean_name(id[:40])}", which nothing goes by. {nearest(id, ids)}'
        for key in filter(None, keys.split(",")):
            *held, last = key.strip().split("+") if key.strip() != "+" else ("+",)
            if (len(last) > 1 and last not in key_names()) or not set(held) <= _HELD:
                like = nearest(last, key_names(), "Keys are letters, signs, and names such as ctrl+d, f5 and pageup.")
                return f'[keys] gives {id} the key "{clean_name(key[:40])}", which is none. {like}'
    return ""


def bindings(*panes: Pane) -> list[BindingType]:
    """The bindings of some panes."""
    return [
        Binding(
            each.keys,
            each.action,
            each.words,
            show=False,
            id=each.id,
            priority=each.priority or each.types or each.keys.startswith("alt+"),
        )
        for each in rows.KEYS
        if each.pane in panes
    ]


def hints(*panes: Pane) -> list[tuple[str, str]]:
    """The hints of some panes in their order: the keys, and what they do."""
    listed = [each for pane in panes for each in rows.KEYS if each.pane == pane]
    texts = {each.hint: each.pane for each in listed if each.hint and each.id != "anywhere.help"}
    return [_split(hint, pane) for hint, pane in texts.items()]


def _split(hint: str, pane: Pane) -> tuple[str, str]:
    """The keys of a hint and its words: the words are what has more than one small letter."""
    parts = hint.split(" ")
    at = next((at for at, part in enumerate(parts) if len(part) > 1 and part.islower()), len(parts))
    return " ".join(key_parts(parts[:at], pane)), " ".join(parts[at:])
