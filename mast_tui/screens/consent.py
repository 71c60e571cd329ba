"""The card that asks before anything leaves the machine."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.strip import Strip

from agent.clean import clean, clean_name
from agent.number_words import count, duration, money
from agent.settings import is_this_machine
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import words_wrapped, wrapped
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.widgets.bars import hint_fields
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.rows_view import RowsView

_WORDS = {"api_key": "API key", "email": "e-mail address", "url_password": "password in a URL"}
_PLURALS = {"email": "e-mail addresses", "url_password": "passwords in URLs"}
_ENDS = 2
"""So many rows stay below what scrolls: that nothing was sent, and what can be answered."""
_CHOICES = (("send", "Send", "send"), ("offline", "Stay offline", "offline"), ("cancel", "Cancel", ""))


class ConsentRows(RowsView):
    """The facts of the plan, which scroll where there is not room for all, and the choices below them."""

    def __init__(self, plan: SendingPlan) -> None:
        super().__init__()
        self._plan = plan
        self.choice: int | None = None
        """Nothing is in focus at first, so that a stray Enter does nothing."""
        self.shows_text = False

    @property
    def _height(self) -> int:
        return max(1, super()._height - _ENDS)

    def render_line(self, y: int) -> Strip:
        """One row; the last ones stay where they are."""
        self._ensure()
        from_end = self.size.height - y
        if from_end > _ENDS:
            return super().render_line(y)
        return brush_of(self.app).strip(
            self._choices() if from_end == 1 else self._said_below(), self.size.width, self.tone
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as all rows."""
        return len(self.make_rows(width)[0]) + _ENDS

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The card, or the first chunk exactly as it would leave."""
        if self.shows_text:
            rows = [row(("  The first chunk, as it would leave", "text bold")), Row()]
            for line in clean(self._plan.first_chunk).split("\n")[:400]:
                rows += [row((f"  {line[start:end]}", "text")) for start, end in wrapped(line, width - 4)]
            return rows, []
        plan = self._plan
        rows = [row(("  Send this trace to a model?", "text bold")), Row()]
        where = [(f"{clean_name(plan.host)}   ", "text"), ("over TLS", "quiet")]
        if not plan.encrypted and is_this_machine(plan.host):
            where = [(f"{clean_name(plan.host)}   ", "text"), ("this machine", "quiet")]
        elif not plan.encrypted:
            where = [(f"{clean_name(plan.host)}   not encrypted", "major bold")]
        rows.append(row(("  to         ", "quiet"), *where))
        if plan.proxy:
            rows.append(row(("             through the proxy ", "quiet"), (clean_name(plan.proxy), "text")))
        for name, fact in self._facts():
            for at, words in enumerate([fact] if len(fact) < width - 14 else words_wrapped(fact, width - 14)):
                rows.append(row((f"  {'' if at else name:<11}", "quiet"), (words, "text")))
        return [*rows, Row()], []

    def _facts(self) -> list[tuple[str, str]]:
        plan = self._plan
        removed = (
            ", ".join(
                count(number, _WORDS.get(name, name.replace("_", " ")), _PLURALS.get(name, ""))
                for name, number in plan.removed
            )
            or "nothing found"
        )
        price = f"{money(plan.price[0])} to {money(plan.price[1])}" if plan.price else ""
        if not price:
            price = f"not known for this model, at most {count(plan.tokens[1], 'token')}"
        elif plan.limit is not None:
            price += f"   stops at {money(plan.limit)}"
        return [
            ("model", clean_name(plan.model)),
            ("what", plan.what or f"{count(plan.chunks, 'chunk')}, lines 1-{plan.lines:,}, all of the trace"),
            ("removed", f"{removed}   {key_of('consent.view')} shows what would leave"),
            ("calls", f"{plan.calls[0]} to {plan.calls[1]}"),
            ("price", price),
            *([("time", f"about {duration(plan.seconds)}")] if plan.seconds else []),
        ]

    def turn(self) -> None:
        """Show what would leave, from its beginning, or the question again."""
        self.shows_text = not self.shows_text
        self._offset = 0
        self.renew()

    def _said_below(self) -> Row:
        """That nothing was sent, and how to see the rest where not all of it fits."""
        spans = [] if self.shows_text else [Span("  Nothing has been sent yet.", "text")]
        if len(self._rows) > self._height:
            spans += _hint("{consent.down} {consent.up}", "scroll")
        return Row(tuple(spans))

    def _choices(self) -> Row:
        if self.shows_text:
            return Row(tuple(_hint("{consent.view}", "back to the question")))
        spans = [Span(" ")]
        for at, (id, words, _) in enumerate(_CHOICES):
            ink = "on_accent/accent bold" if at == self.choice else "text"
            spans += [Span(f" {key_of(f'consent.{id}')} ", "accent bold"), Span(f" {words} ", ink), Span("   ")]
        return Row(tuple(spans))


def _hint(keys: str, words: str) -> list[Span]:
    return [Span("  "), *(span for field in hint_fields([(keys, words)]) for span in field)]


class ConsentScreen(ModalScreen[str | None]):
    """Returns `send`, `offline`, or nothing; Enter does what is in focus, and that is nothing at first."""

    DEFAULT_CSS = """
    ConsentScreen { align: center middle; background: $page 60%; }
    ConsentScreen > Vertical {
        width: 76; max-width: 98%; height: auto; max-height: 90%;
        border: round $accent-token; background: $pane; padding: 1;
    }
    ConsentScreen.-short > Vertical { max-height: 100%; padding: 0 1; }
    ConsentScreen ConsentRows { height: auto; max-height: 100%; }
    """
    BINDINGS = bindings("consent")
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, plan: SendingPlan) -> None:
        super().__init__()
        self._plan = plan

    def compose(self) -> ComposeResult:
        """The frame and the facts."""
        with Vertical():
            yield ConsentRows(self._plan)

    @property
    def _rows(self) -> ConsentRows:
        return self.query_one(ConsentRows)

    def action_answer(self, answer: str) -> None:
        """Send, or stay offline."""
        if not self._rows.shows_text:
            leave(self, answer)

    def action_take(self) -> None:
        """Do what is in focus."""
        choice = self._rows.choice
        if choice is not None and not self._rows.shows_text:
            leave(self, _CHOICES[choice][2] or None)

    def action_move(self, step: int) -> None:
        """Move the focus."""
        here = self._rows.choice
        first = 0 if step > 0 else len(_CHOICES) - 1
        self._rows.choice = first if here is None else (here + step) % len(_CHOICES)
        self._rows.renew()

    def action_view(self) -> None:
        """Show the first chunk exactly as it would leave."""
        self._rows.turn()

    def action_scroll(self, step: int) -> None:
        """Scroll what would leave."""
        self._rows.scroll_rows(step)

    def action_back(self) -> None:
        """Cancel, or back from what would leave."""
        if self._rows.shows_text:
            self.action_view()
        else:
            leave(self)
