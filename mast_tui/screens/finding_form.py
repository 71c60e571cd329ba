"""A form for a finding in a person's own words: title, mode, severity, first line."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from agent.clean import clean_title
from agent.diagnosis.document_parts import MistakeKind
from agent.diagnosis.severity import SEVERITIES
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.widgets.bars import Bar, hint_fields
from mast_tui.widgets.choice_row import ChoiceRow
from mast_tui.widgets.field import Field
from mast_tui.widgets.field_row import NAME, FieldRow
from mast_tui.widgets.form_messages import FormAsked, FormWords
from mast_tui.widgets.leaving import leave
from taxonomy.mast import load

_KEYS = [("{form.keep}", "keep"), ("{form.next_field}", "next field"), ("{choice.before} {choice.next}", "choose")]
_KEYS += [("{form.leave}", "leave it")]
_MISTAKES: tuple[tuple[MistakeKind, str], ...] = (
    ("capability", "plain mistake: the model could not do it"),
    ("environment", "plain mistake: something outside failed"),
    ("data", "plain mistake: the data were wrong"),
)


class FindingForm(ModalScreen[FormWords]):
    """Returns what was filled in; Esc returns nothing."""

    DEFAULT_CSS = f"""
    FindingForm {{ align: center middle; background: $page 60%; }}
    FindingForm > Vertical {{
        width: 84; max-width: 98%; height: 11; border: round $accent-token; background: $pane; padding: 0 1;
    }}
    FindingForm Horizontal {{ height: 1; }}
    FindingForm Horizontal FieldRow {{ width: {NAME}; }}
    FindingForm Input {{
        width: 1fr; height: 1; border: none; padding: 0; margin: 0 2 0 0; background: $bar; color: $text-token;
    }}
    FindingForm #line {{ width: 10; }}
    FindingForm Input:focus {{ border: none; background: $cursor; }}
    FindingForm Bar {{ background: $pane; }}
    """
    BINDINGS = bindings("form")

    def __init__(self, asked: FormAsked) -> None:
        super().__init__()
        self._asked = asked

    def compose(self) -> ComposeResult:
        """What it is about, the fields, what is wrong with them, the keys."""
        words, about, quote, told, keys = (
            self._asked.words,
            *(Bar(id=each) for each in ("about", "quote", "told", "keys")),
        )
        for bar in (about, quote, told, keys):
            bar.tone = "pane"
        modes = [(mode.code, f"{mode.code}  {mode.name}") for mode in load().modes]
        with Vertical():
            yield about
            yield Bar()
            with Horizontal():
                yield _name("Title", "title_name")
                yield Field(words.title, compact=True, id="title", select_on_focus=False)
            yield ChoiceRow("Mode", [*modes, *_MISTAKES], words.failure, id="mode")
            yield ChoiceRow("Severity", [(each, each) for each in SEVERITIES], words.severity, id="severity")
            with Horizontal():
                yield _name("Line", "line_name")
                yield Field(words.line, compact=True, id="line", select_on_focus=False)
                yield quote
            yield told
            yield keys

    def on_mount(self) -> None:
        """Write at once."""
        self.query(Bar).first().show([[Span(self._asked.heading, "text bold")]])
        self.query_one("#keys", Bar).show(hint_fields(_KEYS))
        self.query_one("#title", Field).focus()
        self._quote()

    def on_descendant_focus(self) -> None:
        """The name of the field that one is in stands out."""
        for name in ("title", "line"):
            self.query_one(f"#{name}_name", FieldRow).light(self.query_one(f"#{name}", Field).has_focus)

    @on(Input.Changed, "#line")
    def _quote(self) -> None:
        """Show the words of the line that is named."""
        number = self._number
        text = self._asked.line(number) if number is not None else None
        said = clean_title(text.strip()) if text is not None else "no line of this trace"
        self.query_one("#quote", Bar).show([[Span(said, "quiet" if text is not None else "fatal")]])

    @property
    def _number(self) -> int | None:
        typed = self.query_one("#line", Field).value.strip().lstrip("Ll").replace(",", "")
        return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 16 else None

    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Return what is filled in, if it makes sense."""
        title, number = self.query_one("#title", Field).value.strip(), self._number
        if not title:
            self._refuse("Say in a few words what went wrong.")
        elif number is None or self._asked.line(number) is None:
            self._refuse("That is no line of this trace.")
        else:
            mode, severity = (self.query_one(f"#{each}", ChoiceRow).value for each in ("mode", "severity"))
            leave(self, FormWords(title, mode, severity, str(number)))

    def _refuse(self, words: str) -> None:
        self.query_one("#told", Bar).show([[Span(words, "fatal")]])

    def action_leave(self) -> None:
        """Nothing is changed."""
        leave(self)


def _name(words: str, id: str) -> FieldRow:
    """The name of a field that is typed into."""
    name = FieldRow(words, one=False, id=id)
    name.can_focus = False
    return name
