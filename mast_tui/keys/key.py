"""A key: what it does in a pane, an id to override it by, and words for hints, help and palette."""

from typing import Literal, NamedTuple

Pane = Literal[
    "trace",
    "raw",
    "findings",
    "finding",
    "decide",
    "modes",
    "outline",
    "search",
    "ask",
    "panes",
    "anywhere",
    "open",
    "runs",
    "report",
    "card",
    "closing",
    "question",
    "compare",
    "comparison",
    "numbers",
    "lane",
    "lanes",
    "statistics",
    "table",
    "run_table",
    "divergences",
    "two_runs",
    "messages",
    "trial",
    "heat",
    "summary",
    "watched_rows",
    "watched",
    "start",
    "paths",
    "chooser",
    "help",
    "note",
    "form",
    "model",
    "choice",
    "consent",
    "field",
]
Group = Literal["Move", "Find", "Diagnose", "Anywhere"]


class Key(NamedTuple):
    """What some keys do in a pane: an id to override them by, the action, and words for hints, help and palette."""

    id: str
    keys: str
    action: str
    words: str
    pane: Pane
    group: Group
    hint: str = ""
    show: str = ""
    palette: bool = False
    priority: bool = False
    opens: bool = False
    """Whether it opens something of its own, which the next keys are meant for."""
    types: bool = False
    """Whether letters are typed after it: it comes before whatever is typed ahead of them."""

    @property
    def shown(self) -> str:
        """The keys as a person reads them."""
        return self.show or " ".join(_NAMES.get(key, key) for key in self.keys.split(","))


_NAMES = {
    "slash": "/",
    "question_mark": "?",
    "ampersand": "&",
    "equals_sign": "=",
    "underscore": "_",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "colon": ":",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "apostrophe": "'",
    "plus": "+",
    "right_curly_bracket": "}",
    "left_curly_bracket": "{",
    "minus": "-",
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "f1": "F1",
    "alt+r": "Alt+R",
    "alt+c": "Alt+C",
    "alt+enter": "Alt+Enter",
    "ctrl+c": "Ctrl+C",
    "ctrl+p": "Ctrl+P",
    "ctrl+s": "Ctrl+S",
    "ctrl+t": "Ctrl+T",
    "ctrl+o": "Ctrl+O",
    "ctrl+z": "Ctrl+Z",
    "backspace": "Backspace",
}
