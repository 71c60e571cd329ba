"""Draws the bars at the top and the bottom, and tells one thing at a time there."""

from textual import events
from textual.timer import Timer

from mast_tui.diagnosis.diagnosis_words import covered_words, going_on, key_words, verdict_words
from mast_tui.keys.table import hints
from mast_tui.layout.row import Span
from mast_tui.screens.trace.modes_pane import Modes
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.screen_words import (
    finding_fields,
    pane_choice,
    panes_of_keys,
    place_fields,
    right_fields,
    title_fields,
)
from mast_tui.state.session import Session
from mast_tui.widgets.bars import Bar, KeyHints

_SECONDS = 6.0


class StatusLine(Part):
    """What is told, for a while, or until a key where something went wrong; else the place, the set and the keys."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.message: tuple[str, bool] | None = None
        """The words, and whether they are about an error."""
        self._is_aged = False
        """Whether the place is shown again beside what is told."""
        self._timer: Timer | None = None

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell something: for a while, or until a key if it is an error."""
        if self.message is not None and self.message[1] and not error:
            before = self.message[0]  # it stays until a key, whatever else there is to tell
            words, error = before if words in before else f"{before} {words}", True
        self.message = (words, error)
        self.view.draw_place()
        if self._timer is not None:
            self._timer.stop()
        self._is_aged = False
        self._timer = self.view.after(_SECONDS, self._age)

    def _age(self) -> None:
        """Time is over: an error goes on beside the place, anything else gives way to it."""
        if self.message is not None and self.message[1]:
            self._is_aged = True
            self.view.draw_place()
        else:
            self.unsay()

    def replace(self, before: str, words: str) -> None:
        """Tell something in place of what was told before, unless something else is told now."""
        if self.message is None or self.message[0] == before:
            if words:
                self.say(words)
            else:
                self.unsay()

    def unsay(self, words: str = "") -> None:
        """Show the place again, if these words are told, or whatever is."""
        if not words or (self.message is not None and self.message[0] == words):
            self.message = None
            self.view.draw_place()

    @hears(events.Key)
    def _read(self, _: events.Key) -> None:
        """An error is told until a key."""
        if self.message is not None and self.message[1]:
            self.unsay()

    def draw_place(self) -> None:
        """Show the title, the place, and the keys of where one is."""
        session, view, panes = self.session, self.view, self.view.part(PaneLayout)
        narrow = panes.arrangement.one_pane
        title, status, keys = view.query_one("#title"), view.query_one("#status"), view.query_one("#hints")
        assert isinstance(title, Bar) and isinstance(status, Bar) and isinstance(keys, KeyHints)  # noqa: S101
        if narrow:
            title.show([title_fields(session)[0]], pane_choice(panes.pane, session.unseen), keep=3)
        else:
            title.show(title_fields(session), [verdict_words(session)])
        left = place_fields(session, view.trace.place.line, narrow=narrow)
        if narrow and panes.pane in ("findings", "finding") and session.findings:
            left = finding_fields(session)
        mode = view.part(Modes).mode_shown
        about_set = (covered_words(session, mode) if mode else "") or view.part(Navigator).set_words
        right = right_fields(session, about_set, view.rows.wrap)
        if narrow:
            right += [[Span(words, "accent")] for words in going_on(session)]
        self._show(status, left, right)
        said = hints(*panes_of_keys(panes.pane, panes.over))
        keys.show_keys([(key, key_words(session) if words == "diagnose" else words) for key, words in said])

    def _show(self, status: Bar, left: list[list[Span]], right: list[list[Span]]) -> None:
        """Show what is told in place of the place, not of what follows the end; what is long takes more rows."""
        words, error = self.message or ("", False)
        ink = "major" if error else "text"
        if words and self._is_aged:
            words = f"{''.join(span.text for span in left[0])}   {words}"
        pace = [[Span(self.session.pace, "accent")]] if self.session.pace else []
        is_long = len(words) + 24 > self.view.size.width
        place = [] if self._is_aged else left[:1]
        status.tell(words if is_long else "", ink, [*place, *pace])
        if words and pace:
            right = [*(field for field in right if field not in pace), *pace]
        status.show([[Span(words, ink)]] if words and not is_long else left, right, keep=1)
