"""The panes that come after the first frame: what is found, asked, sought and outlined."""

from textual.screen import Screen

from mast_tui.state.session import Session
from mast_tui.terminal.themes import Symbols
from mast_tui.widgets.category_rail import CategoryRail
from mast_tui.widgets.chat_pane import ChatPane
from mast_tui.widgets.finding_list import FindingList
from mast_tui.widgets.finding_pane import FindingPane
from mast_tui.widgets.outline import Outline
from mast_tui.widgets.raw_view import RawView
from mast_tui.widgets.search_bar import SearchBar
from mast_tui.widgets.too_small import TooSmall


class Panes:
    """All of them, made but not yet on the screen; the first frame keeps the room for them."""

    def __init__(self, session: Session, symbols: Symbols) -> None:
        self.outline = Outline(session, id="outline")
        self.raw = RawView(id="raw")
        self.modes = CategoryRail(id="modes")
        self.findings = FindingList(id="findings")
        self.finding = FindingPane(id="finding")
        self.chat = ChatPane(id="ask")
        self.search = SearchBar(id="search")
        self.too_small = TooSmall(id="too_small")
        self.modes.symbols = self.findings.symbols = self.finding.symbols = symbols

    async def mount_on(self, screen: Screen[None]) -> None:
        """Put each where it belongs; those that are not wanted yet are hidden by their own style."""
        body, trace = screen.query_one("#body"), screen.query_one("#trace")
        await screen.query_one("#side").mount(self.modes, self.findings, self.finding, self.chat)
        await body.mount(self.outline, before=trace)
        await body.mount(self.raw, after=trace)
        await screen.mount(self.search, before=screen.query_one("#hints"))
        await screen.mount(self.too_small)
