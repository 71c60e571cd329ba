"""Every action by the words of the key table, for the palette."""

from collections.abc import Callable
from functools import partial

from rich.text import Text
from textual.command import DiscoveryHit, Hit, Hits, Provider

from mast_tui.keys import KEYS, Key
from mast_tui.themes import PALETTES

_OWN: tuple[tuple[str, str], ...] = (
    ("Clear filter", "clear_filter"),
    ("Motion off, or on", "app.motion"),
    ("ASCII characters only, or all", "app.ascii"),
    *((f"Theme: {name}", f"app.paint('{name}')") for name in PALETTES),
)


class Commands(Provider):
    """Offers what can be done on the screen one came from."""

    async def discover(self) -> Hits:
        """All of it, before anything is typed."""
        for words, key, run in self._offered():
            yield DiscoveryHit(self._shown(words, key), run, text=words)

    async def search(self, query: str) -> Hits:
        """What fits the words typed so far."""
        matcher = self.matcher(query)
        for words, key, run in self._offered():
            score = matcher.match(words)
            if score > 0:
                yield Hit(score, self._shown(words, key), run, text=words)

    def _shown(self, words: str, key: str) -> Text:
        return Text(f"{words:<34}{key}")

    def _offered(self) -> list[tuple[str, str, Callable[[], None]]]:
        seen: dict[str, Key] = {}
        for each in KEYS:
            if each.palette:
                seen.setdefault(each.words, each)
        keyed = [(each.words, each.shown, partial(self._run, each)) for each in seen.values()]
        return [*keyed, *((words, "", partial(self._do, action)) for words, action in _OWN)]

    def _run(self, key: Key) -> None:
        """Run the action where it belongs: on the widget of its pane, on the screen, or on the app."""
        self._do(key.action, pane=key.pane)

    def _do(self, action: str, pane: str = "panes") -> None:
        self.app.call_later(self._act, action, pane)

    async def _act(self, action: str, pane: str) -> None:
        screen = self.app.screen
        target = next(iter(screen.query(f"#{'findings' if pane == 'decide' else pane}")), None)
        for node in (target, screen, self.app):
            if node is not None and await self.app.run_action(action, node):
                return
