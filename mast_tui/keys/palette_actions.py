"""Every action by the words of the key table, for the palette."""

from collections.abc import Callable
from functools import partial

from rich.text import Text
from textual.command import DiscoveryHit, Hit, Hits, Provider

from mast_tui.keys.chosen import every_key, key_of
from mast_tui.keys.key import Key
from mast_tui.state.session import Session
from mast_tui.terminal.themes import PALETTES

_OWN: tuple[tuple[str, str], ...] = (
    ("Open sample", "app.open_trace"),
    ("Stop diagnosis", "diagnose"),
    ("Resume diagnosis", "diagnose"),
    ("What would be sent", "add_model"),
    ("Clear filter", "clear_filter"),
    ("Copy line", "copy_line"),
    ("Copy quote", "copy_quote"),
    ("Copy finding", "copy_finding"),
    ("Motion off, or on", "app.motion"),
    ("ASCII characters only, or all", "app.ascii"),
    *((f"Theme: {name}", f"app.paint('{name}')") for name in PALETTES),
)


class Commands(Provider):
    """Offers what can be done on the screen one came from."""

    async def discover(self) -> Hits:
        """All of it, before anything is typed."""
        for words, key, why_not, run in self._offered():
            yield DiscoveryHit(self._shown(words, key, why_not), run, text=words)

    async def search(self, query: str) -> Hits:
        """What fits the words typed so far."""
        matcher = self.matcher(query)
        for words, key, why_not, run in self._offered():
            score = matcher.match(words)
            if score > 0:
                yield Hit(score, self._shown(words, key, why_not), run, text=words)

    def _shown(self, words: str, key: str, why_not: str) -> Text:
        room = max(40, self.app.size.width - 12)
        if not why_not:
            return Text(f"{words:<34}{key}"[:room])
        palette = PALETTES.get(self.app.theme.removeprefix("mast-").replace("-", " "), PALETTES["dark"])
        said = f"{words:<34}{key:<10}not now: {why_not}"
        return Text(said if len(said) <= room else f"{said[: room - 1]}…", style=palette.colour("faint"))

    def _offered(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        seen: dict[str, Key] = {}
        for each in every_key():
            if each.palette:
                seen.setdefault(each.words, each)
        session = self._session
        keyed = [
            (each.words, each.shown, why_not(each.id, each.pane, session), partial(self._run, each))
            for each in seen.values()
        ]
        own = [
            (words, "", why_not(words, "anywhere" if action.startswith("app.") else "panes", session), action)
            for words, action in _OWN
        ]
        return [*keyed, *((words, key, why, partial(self._do, action)) for words, key, why, action in own)]

    @property
    def _session(self) -> Session | None:
        """What is open on the screen one came from."""
        session = getattr(self.screen, "session", None)
        return session if isinstance(session, Session) else None

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


def why_not(id: str, pane: str, session: Session | None) -> str:
    """Why an action cannot be done now, or nothing."""
    if session is None:
        return "" if pane == "anywhere" else "no trace is on the screen"
    if id in ("panes.next_finding", "panes.previous_finding") or pane in ("decide", "finding"):
        return "" if session.findings else "there is no finding"
    if id in ("Copy quote", "Copy finding"):
        return "" if session.finding(session.marks.selected or "") else "no finding is chosen"
    if id in ("panes.report", "panes.compare"):
        return "" if session.diagnosis is not None else f"there is no diagnosis, {key_of('panes.diagnose')} makes one"
    if id == "panes.to_bookmark":
        return "" if session.marks.bookmarks else f"no bookmark is set, {key_of('panes.bookmark')} sets one"
    if id == "Stop diagnosis":
        return "" if session.stage == "diagnosing" else "none runs"
    if id == "Resume diagnosis":
        return "" if session.stage == "stopped" else "none was stopped"
    if id in ("panes.diagnose", "panes.again", "Diagnose offline") and session.stage == "reading":
        return "the trace is still being read"
    return ""
