"""An app in the theme that a person chose, from which nothing foreign reaches the terminal, not even in a fault."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.filter import LineFilter

from agent.clean import clean_name
from mast_tui.keys.chosen import choose
from mast_tui.state.screen_settings import ScreenSettings, keep
from mast_tui.terminal.guard import AsciiSigns, Colourless, Guard
from mast_tui.terminal.textual_internals import end_on_fault, know_alt_enter
from mast_tui.terminal.textual_theme import made, name_of
from mast_tui.terminal.themes import PALETTES
from mast_tui.widgets.messages import ChoiceMade

if TYPE_CHECKING:
    from mast_tui.app.fault_text import Fault

FAULT = 70


class ThemedApp(App[None]):
    """Theme, motion, symbols and keys as they were chosen, and the last stops before the terminal."""

    TITLE = "mast-tui"

    def __init__(self, settings: ScreenSettings) -> None:
        super().__init__()
        self.settings = settings
        self.guard = Guard()
        self.fault: Fault | None = None
        self._colourless, self._ascii_signs = Colourless(), AsciiSigns()
        end_on_fault(self, self._note_fault)
        know_alt_enter()
        for palette in PALETTES.values():
            self.register_theme(made(palette))
        self.theme = name_of(settings.theme if settings.theme in PALETTES else "dark")
        if not settings.motion:
            self.animation_level = "none"
        choose(settings.keys)
        if settings.keys:
            self.set_keymap(settings.keys)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Whatever a widget draws, no control character and no link leaves; with NO_COLOR no colour either."""
        plain = [self._ascii_signs] if self.settings.ascii else []
        return [self.guard, *plain, *([self._colourless] if self.no_color else [])]

    def _note_fault(self, error: BaseException | None) -> None:
        """Note what happened without the values of variables: they may hold a trace or a key."""
        from mast_tui.app.fault_text import Fault

        self.fault = Fault.of_now(error)

    def pop_screen(self) -> AwaitComplete:
        """Take the top screen away, but not the last of ours: a palette left twice would leave nothing to look at."""
        return self.take_screen() if len(self.screen_stack) > 2 else AwaitComplete()

    def take_screen(self) -> AwaitComplete:
        """Take the top screen away, whichever it is."""
        return super().pop_screen()

    def tell(self, words: str, *, error: bool = False) -> None:
        """Say something where there is a place for words."""

    def action_paint(self, palette: str) -> None:
        """Change the theme."""
        self.on_choice_made(ChoiceMade("theme", palette))
        self.theme = name_of(palette)
        self._paint_anew()

    def _paint_anew(self) -> None:
        self.refresh_css(animate=False)
        for screen in self.screen_stack:
            for widget in screen.query("*"):
                widget.refresh()

    def action_motion(self) -> None:
        """Let nothing move by itself, or let it again."""
        self.on_choice_made(ChoiceMade("motion", not self.settings.motion))
        self.animation_level = "full" if self.settings.motion else "none"

    def action_ascii(self) -> None:
        """Draw with ASCII characters only, or not; the text of the trace stays as it is."""
        self.tell(f"Signs are {'full' if self.settings.ascii else 'ASCII only'} from now on.")
        self.on_choice_made(ChoiceMade("ascii", not self.settings.ascii))
        self._paint_anew()

    def on_choice_made(self, message: ChoiceMade) -> None:
        """Hold on to a choice, also for the next time."""
        self.settings = replace(self.settings, **{message.name: message.value})  # type: ignore[arg-type]
        trouble = keep(message.name, message.value)
        if trouble:
            self.tell(clean_name(trouble))
