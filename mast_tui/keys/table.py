"""What is made of the rows of keys: bindings, hints and help."""

from textual.binding import Binding, BindingType

from mast_tui.keys import rows
from mast_tui.keys.key import Pane


def openers() -> frozenset[str]:
    """The ids of keys that open something of its own: what is typed behind them is meant for that."""
    return frozenset(each.id for each in rows.KEYS if each.opens)


def early_keys() -> frozenset[str]:
    """The keys that move in the trace and need no other pane."""
    moving = [each for each in rows.KEYS if each.pane == "trace" and each.id not in ("trace.enter", "trace.raw")]
    return frozenset(key for each in moving for key in each.keys.split(","))


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
    texts = [each.hint for each in listed if each.hint and each.id != "anywhere.help"]
    return [_split(hint) for hint in dict.fromkeys(texts)]


def _split(hint: str) -> tuple[str, str]:
    """The keys of a hint and its words: the words are what has more than one small letter."""
    parts = hint.split(" ")
    at = next((at for at, part in enumerate(parts) if len(part) > 1 and part.islower()), len(parts))
    return " ".join(parts[:at]), " ".join(parts[at:])
