"""The card that asks before anything leaves the machine."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from agent.clean import clean, clean_name
from agent.number_words import count, duration, money
from agent.settings import is_this_machine
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import words_wrapped, wrapped
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.rows_view import RowsView

_WORDS = {"api_key": "API key", "email": "e-mail address", "url_password": "password in a URL"}
_PLURALS = {"email": "e-mail addresses", "url_password": "passwords in URLs"}
_CHOICES = (("send", "Send", "send"), ("offline", "Stay offline", "offline"), ("cancel", "Cancel", ""))


class ConsentRows(RowsView):
    """The facts of the plan, then the choices."""

    def __init__(self, plan: SendingPlan) -> None:
        super().__init__()
        self._plan = plan
        self.choice: int | None = None
        """Nothing is in focus at first, so that a stray Enter does nothing."""
        self.shows_text = False

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
        rows += [Row(), row(("  Nothing has been sent yet.", "text")), self._choices()]
        return rows, []

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

    def _choices(self) -> Row:
        spans = [Span(" ")]
        for at, (id, words, _) in enumerate(_CHOICES):
            ink = "on_accent/accent bold" if at == self.choice else "text"
            spans += [Span(f" {key_of(f'consent.{id}')} ", "accent bold"), Span(f" {words} ", ink), Span("   ")]
        return Row(tuple(spans))


class ConsentScreen(ModalScreen[str | None]):
    """Returns `send`, `offline`, or nothing; Enter does what is in focus, and that is nothing at first."""

    DEFAULT_CSS = """
    ConsentScreen { align: center middle; background: $page 60%; }
    ConsentScreen > Vertical {
        width: 76; max-width: 98%; height: auto; max-height: 90%;
        border: round $accent-token; background: $pane; padding: 1;
    }
    ConsentScreen ConsentRows { height: auto; }
    """
    BINDINGS = bindings("consent")

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
        self._rows.shows_text = not self._rows.shows_text
        self._rows.renew()

    def action_scroll(self, step: int) -> None:
        """Scroll what would leave."""
        self._rows.scroll_rows(step)

    def action_back(self) -> None:
        """Cancel, or back from what would leave."""
        if self._rows.shows_text:
            self.action_view()
        else:
            leave(self)
