"""HTML and SVG made of elements: whatever is not made here is foreign text and is shown to the letter."""

import re
from html import escape

from agent.clean import clean

_VOID = frozenset({"meta", "br", "hr"})
_BLOCK = frozenset("html head body main header section figure table thead tbody tr dl p h1 h2 h3 pre svg ul li".split())


class Html(str):
    """Markup that this module made."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | None) -> Html:
    """An element; children that are no `Html` are text. `class_` is class, other underscores are hyphens."""
    pairs = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    if name in _VOID:
        return Html(f"<{name}{pairs}>\n")
    end = "\n" if name in _BLOCK else ""
    return Html(f"<{name}{pairs}>{joined(*children)}</{name}>{end}")


def joined(*children: str) -> Html:
    """Several children as one; what is no `Html` is text."""
    return Html("".join(child if isinstance(child, Html) else text(child) for child in children))


def text(foreign: str) -> Html:
    """Foreign text: shown, never obeyed."""
    return Html(escape(clean(foreign), quote=True))


def style(sheet: str) -> Html:
    """A style sheet of ours; it cannot end its element."""
    return Html(f"<style>\n{sheet.replace('</', '')}</style>\n")


def link(name: str, /, *children: str, **attributes: str | float | None) -> Html:
    """A link to a place on the same page, the only kind there is."""
    return element("a", *children, href=f"#{anchor(name)}", **attributes)


def anchor(name: str) -> str:
    """A name as the id of an element."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "place"


def _attribute(key: str, value: str | float) -> str:
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f' {key.rstrip("_").replace("_", "-")}="{text(shown)}"'
