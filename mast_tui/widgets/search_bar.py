"""The bar where a search, a filter or a line number is typed; it stands in place of the status bar."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.suggester import Suggester
from textual.widgets import Input

from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.filter_words import Words, completed
from mast_tui.widgets.bars import Bar
from mast_tui.widgets.field import Field
from mast_tui.widgets.messages import SearchDropped, Sought

_EXAMPLES = {
    "&": "agent:Coder kind:call status:failed -word /pattern/ L200-900",
    ":": "a line, e12, 10:42 or 50%",
}
_LABELS = {
    "/": "/ search",
    "?": "? search upwards",
    "&": "& filter",
    ":": ": line, L-reference or percent",
}


class FilterWords(Suggester):
    """Shows what a filter that is typed could become."""

    def __init__(self, bar: "SearchBar") -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._bar = bar

    async def get_suggestion(self, value: str) -> str | None:
        """What is typed with its last word completed, where that only adds to it."""
        completion = completed(value, self._bar.words)
        return completion if completion is not None and completion.startswith(value) else None


class SearchBar(Horizontal):
    """A prompt, what is typed, and what came of it."""

    DEFAULT_CSS = """
    SearchBar { height: 1; display: none; background: $bar; }
    SearchBar Input { width: 1fr; height: 1; border: none; padding: 0; background: $bar; color: $text-token; }
    SearchBar Input:focus { border: none; background: $bar; }
    SearchBar #label { width: auto; min-width: 10; }
    SearchBar #found { width: 52; max-width: 64%; }
    """
    BINDINGS = bindings("search")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.prompt = "/"
        self._regex = False
        self._any_case: bool | None = None
        self._history: dict[str, list[str]] = {}
        self._at = 0
        self.words: Words = {}
        """What a filter can be completed with."""

    def compose(self) -> ComposeResult:
        """Label, field, count."""
        yield Bar(id="label")
        yield Field(compact=True, id="pattern", select_on_focus=False)
        yield Bar(id="found")

    @property
    def field(self) -> Input:
        """Where one types."""
        return self.query_one("#pattern", Input)

    def open(self, prompt: str, words: str = "") -> None:
        """Show the bar and wait for words; `words` stand there already."""
        self.display = True
        self._label(prompt)
        self.field.suggester = FilterWords(self) if prompt == "&" else None
        self.field.placeholder = _EXAMPLES.get(prompt, "")
        self.field.value = words
        self.field.cursor_position = len(words)
        self._at = len(self._history.get(prompt, []))
        self.say("")
        self.screen.set_focus(self.field)

    def _label(self, prompt: str) -> None:
        self.prompt = prompt
        label = self.query_one("#label", Bar)
        label.styles.width = len(_LABELS[prompt]) + 4
        label.show([[Span(_LABELS[prompt], "accent bold")]])

    def say(self, words: str) -> None:
        """Say what came of it, beside the two toggles."""
        case = {None: "case", True: "any case", False: "exact case"}[self._any_case]
        toggles = []
        if self.prompt in "/?":
            toggles = [
                _toggle(key_of("search.regex"), "regex", on=self._regex),
                _toggle(key_of("search.case"), case, on=self._any_case is not None),
            ]
        self.query_one("#found", Bar).show((), [*toggles, [Span(words, "text bold")]], keep=1)

    @on(Input.Changed, "#pattern")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display and self.prompt == "/" and event.value.startswith("?"):
            self._label("?")
            self.field.value = self.field.value.removeprefix("?")
            self.field.cursor_position = len(self.field.value)
            return
        if self.display and self.prompt in "/?&":
            self._tell(final=False)

    @on(Input.Submitted, "#pattern")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        past = self._history.setdefault("/" if self.prompt == "?" else self.prompt, [])
        if self.field.value:
            past.append(self.field.value)
        elif past and self.prompt in "/?":
            self.field.value = past[-1]
        self._tell(final=True)

    def _tell(self, *, final: bool) -> None:
        self.post_message(Sought(self.prompt, self.field.value, self._regex, self._any_case, final))

    def action_complete(self) -> None:
        """Take what the filter could become."""
        completion = completed(self.field.value, self.words) if self.prompt == "&" else None
        if completion is not None:
            self.field.value = completion
            self.field.cursor_position = len(completion)

    def action_drop(self) -> None:
        """Close without a search."""
        self.post_message(SearchDropped())

    def action_regex(self) -> None:
        """Take the pattern as a regular expression, or as it stands."""
        self._regex = not self._regex
        self._tell(final=False)

    def action_any_case(self) -> None:
        """Ignore case; then heed it; then heed it only where the pattern has a capital."""
        self._any_case = {None: True, True: False, False: None}[self._any_case]
        self._tell(final=False)

    def action_past(self, step: int) -> None:
        """Bring back what was typed before."""
        past = self._history.get("/" if self.prompt == "?" else self.prompt, [])
        self._at = max(0, min(len(past), self._at + step))
        self.field.value = past[self._at] if self._at < len(past) else ""
        self.field.cursor_position = len(self.field.value)

    def on_key(self, event: events.Key) -> None:
        """Keys typed here mean letters, and nothing of the screen below."""
        if event.is_printable:
            event.stop()


def _toggle(key: str, words: str, *, on: bool) -> list[Span]:
    return [Span(key, "accent" if on else "quiet"), Span(f" {words}", "text" if on else "quiet")]
