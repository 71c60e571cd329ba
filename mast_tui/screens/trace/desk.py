"""The panes of the trace screen: how they stand, which has the focus, and what each shows."""

import gc
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from mast_tui.diagnosis.diagnosis_words import blind_words, categories_of, coverage_words, covered_words, verdict_words
from mast_tui.keys.table import bindings, hints
from mast_tui.layout.arrangement import Arrangement, arranged
from mast_tui.layout.row import Span
from mast_tui.layout.ruler import Ruler
from mast_tui.layout.trace_rows import TraceRows
from mast_tui.screens.trace.telling import TellingScreen
from mast_tui.screens.trace.words import (
    empty_findings,
    finding_fields,
    looks_of,
    notes_of,
    over_of,
    pane_choice,
    panes_of_keys,
    place_fields,
    right_fields,
    title_fields,
)
from mast_tui.state.session import Session
from mast_tui.terminal.themes import ASCII, FULL
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.messages import Furnished
from mast_tui.widgets.trace_ruler import TraceRuler
from mast_tui.widgets.trace_view import TraceView

if TYPE_CHECKING:
    from mast_tui.screens.trace.panes import Panes
    from mast_tui.widgets.category_rail import CategoryRail
    from mast_tui.widgets.chat_pane import ChatPane
    from mast_tui.widgets.finding_list import FindingList
    from mast_tui.widgets.outline import Outline
    from mast_tui.widgets.search_bar import SearchBar


class Desk(TellingScreen):
    """Everything on the table; subclasses add what one can do with it."""

    BINDINGS = bindings("panes")
    AUTO_FOCUS = "TraceView"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._symbols = ASCII if session.settings.ascii else FULL
        self.rows = TraceRows(session.reader, session.actors, session.marks, session.folds, self._symbols)
        self.rows.wrap = session.settings.wrap
        self.view = TraceView(self.rows, id="trace")
        self._later: Panes | None = None
        self.pane = "trace"
        self.opened: str | None = None
        self.set_words: str = ""
        self.following = False

    def compose(self) -> ComposeResult:
        """What the first frame shows, with room for the panes that `furnish` brings."""
        session = self.session
        yield Bar(id="title")
        with Horizontal(id="body"):
            yield self.view
            yield TraceRuler(Ruler(session.reader, session.actors, session.marks, self._symbols), id="ruler")
            yield Vertical(id="side")
        yield Bar(id="status")
        yield KeyHints(id="hints")

    @property
    def is_whole(self) -> bool:
        """Whether all panes are there, so that any key may be acted on."""
        return self._later is not None

    async def furnish(self) -> None:
        """Bring the panes that nobody waits for at first."""
        from mast_tui.screens.trace.panes import Panes

        panes = Panes(self.session, self._symbols)
        with self.app.batch_update():
            await panes.mount_on(self)
            self._later = panes
            self.settle_panes()
        self.app.post_message(Furnished())
        gc.enable()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where letters are typed, a letter is no command."""
        typed = ("search", "ask", "pane", "bookmark", "to_bookmark")
        return not (action in typed and isinstance(self.focused, Input))

    @property
    def ruler(self) -> TraceRuler:
        """The ruler."""
        return self.query_one(TraceRuler)

    @property
    def panes(self) -> "Panes":
        """The panes beside the trace, once they are there."""
        assert self._later is not None  # noqa: S101 - no key that needs them is let through before
        return self._later

    @property
    def modes(self) -> "CategoryRail":
        """The modes."""
        return self.panes.modes

    @property
    def findings(self) -> "FindingList":
        """The findings."""
        return self.panes.findings

    @property
    def chat(self) -> "ChatPane":
        """The questions."""
        return self.panes.chat

    @property
    def outline(self) -> "Outline":
        """The outline."""
        return self.panes.outline

    @property
    def bar(self) -> "SearchBar":
        """The search bar."""
        return self.panes.search

    @property
    def arrangement(self) -> Arrangement:
        """How the panes stand at this size."""
        width, height = self.app.size
        wanted = self.findings.rows_wanted if self.is_whole else 0
        return arranged(width, height, self.pane, wanted, bool(self.session.turns))

    def on_resize(self, event: events.Resize) -> None:
        """Arrange for the new size."""
        self.settle_panes()

    def settle_panes(self) -> None:
        """Give every pane its place."""
        plan = self.arrangement
        for name in ("title", "body", "hints"):
            self.query_one(f"#{name}").display = not plan.too_small
        seeks = self.is_whole and self.bar.display
        self.query_one("#status").display = not plan.too_small and not seeks
        if self.is_whole:
            self.panes.too_small.display = plan.too_small
        if plan.too_small:
            return
        in_side = self.pane in ("modes", "findings", "ask", "finding")
        side = self.query_one("#side")
        self.ruler.display = not plan.one_pane or not in_side
        side.display = not plan.one_pane or in_side
        side.styles.width = plan.side if not plan.one_pane else "1fr"
        if self.is_whole:
            self._settle_later(plan, in_side=in_side)
        self.draw()

    def _settle_later(self, plan: Arrangement, *, in_side: bool) -> None:
        """The places of the panes that `furnish` has brought."""
        raw, opened = self.panes.raw, self.opened is not None
        raw.display = raw.display and not in_side
        self.view.display = self.ruler.display and not raw.display
        self.panes.finding.display = opened and self.pane != "ask"
        self.modes.display = self.findings.display = not opened and (not plan.one_pane or self.pane != "ask")
        self.chat.display = self.pane == "ask" if plan.one_pane else not opened
        self.modes.styles.height = plan.modes
        self.findings.styles.height = "1fr" if plan.one_pane else plan.findings
        self.chat.styles.height = "1fr"
        self.outline.display = self.outline.wanted if self.outline.wanted is not None else plan.outline

    def draw(self) -> None:
        """Show the state as it is now in every pane."""
        session = self.session
        if self.is_whole:
            self.modes.show(categories_of(session), coverage_words(session), blind_words(session))
            for pane in (self.findings, self.modes):
                if pane.stale != session.stale:
                    pane.stale = session.stale
                    pane.renew()
            self.findings.show(session.entries, looks_of(session), *empty_findings(session), notes_of(session))
            self.chat.turns.show(session.turns, self.about(), self.chat_hint(), session.decided)
        self.draw_bars()

    def draw_bars(self) -> None:
        """Show the place, the set and the keys."""
        session, plan = self.session, self.arrangement
        title = self.query_one("#title", Bar)
        if plan.one_pane:
            title.show([title_fields(session)[0]], pane_choice(self.pane, session.unseen), keep=3)
        else:
            title.show(title_fields(session), [verdict_words(session)])
        status = self.query_one("#status", Bar)
        left = place_fields(session, self.view.place.line, narrow=plan.one_pane)
        if plan.one_pane and self.pane in ("findings", "finding") and session.findings:
            left = finding_fields(session)
        words = covered_words(session, self.mode_shown) if self.mode_shown else ""
        right = right_fields(session, words or self.set_words, self.rows.wrap)
        words, error = self.message or ("", False)
        long = len(words) + 24 > self.size.width
        status.tell(words if long else "", "major" if error else "text")
        if words and not long:
            left = [[Span(words, "major" if error else "text")]]
        status.show(left, right, keep=1)
        over = ""
        if self.is_whole and self.bar.display:
            over = "search"
        elif self.is_whole and self.panes.raw.display:
            over = "raw"
        elif self.is_whole and self.focused is self.chat.field:
            over = "question"
        shown = panes_of_keys(self.pane, over)
        self.query_one(KeyHints).show_keys(hints(*shown))
        first, last = self.view.lines_in_sight
        size = max(1, session.trace.source.known_size or session.read_bytes or 1)
        share = 1.0 if session.stage != "reading" else min(0.99, session.read_bytes / size)
        self.ruler.show(first, last, share, over_of(session, self.mode_shown, self.rows.shown))
        if self.is_whole:
            self.outline.follow(self.view.top.line)

    @property
    def mode_shown(self) -> str | None:
        """The mode whose coverage the ruler shows: the one chosen among the modes, else the only one listed."""
        chosen = self.is_whole and self.pane == "modes"
        return self.modes.modes[self.modes.cursor].code if chosen else self.session.only_mode

    def about(self) -> str:
        """What a question would be about."""
        if self.view.selected is not None:
            low, high = sorted(self.view.selected)
            return f"L{low}-{high} selected"
        if self.session.marks.selected is not None:
            return f"{self.session.marks.selected} in view"
        return "whole trace"

    def chat_hint(self) -> str:
        """What stands in place of turns."""
        if self.session.stage == "reading":
            return "Ready when the trace is read."
        return ""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The pane of the focused widget is the one that grows."""
        pane = self._pane_of(event.widget)
        if pane is not None and pane != self.pane:
            self.pane = pane
            if pane == "findings":
                self.session.unseen = 0
            self.settle_panes()

    def _pane_of(self, widget: Widget) -> str | None:
        ids = {node.id for node in widget.ancestors_with_self}
        if "raw" in ids:
            return "trace"
        return next((pane for pane in ("trace", "modes", "findings", "ask", "outline", "finding") if pane in ids), None)

    def show_pane(self, pane: str) -> None:
        """Go to a pane."""
        self.pane = pane
        if pane == "findings":
            self.session.unseen = 0
        self.settle_panes()
        if pane == "ask":
            self.opened = None
            self.settle_panes()
        target: Widget = self.chat.field if pane == "ask" else self.query_one(f"#{pane}")
        self.set_focus(target)
        self.draw_bars()
