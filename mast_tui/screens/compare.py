"""Two diagnoses, or two groups of them, side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from agent.clean import clean_name
from agent.errors import MastError
from agent.evaluation.compare import Unclear
from agent.evaluation.group import Group, read_group
from agent.number_words import count
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.keys.table import bindings
from mast_tui.layout.group_rows import differs
from mast_tui.layout.pair_rows import differing
from mast_tui.layout.row import Span
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.comparison_table import ComparedFinding, Table
from mast_tui.widgets.field import Field
from mast_tui.widgets.field_row import NAME, FieldRow, Option, Ticked
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.path_box import Paths, expanded

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Finding

EARLIER, SAVED, GROUPS = "the one before", "a saved one", "two groups"
_ASKS = {
    EARLIER: "{panes.again} diagnoses this trace again; then its earlier diagnosis stands here beside the new one.",
    SAVED: "Name a diagnosis saved as .json, and press Enter.",
    GROUPS: "Name two folders of diagnoses saved as .json, before and after a change, and press Enter.",
}


class EnteredFinding(NamedTuple):
    """A finding that was gone to: in the open trace, or in the one that a saved diagnosis is about."""

    finding: "Finding"
    document: str = ""


class GroupsRead(Message):
    """What was named is read, or cannot be."""

    def __init__(self, groups: Sequence[Group], trouble: str = "") -> None:
        super().__init__()
        self.groups = groups
        self.trouble = trouble


class CompareScreen(WorkingScreen[EnteredFinding | None]):
    """A is the diagnosis on the screen, or the group before; B is what it is held against."""

    BINDINGS = bindings("compare")
    DEFAULT_CSS = f"""
    CompareScreen Table {{ height: 1fr; }}
    CompareScreen #fields {{ height: auto; background: $pane; padding: 1 0; }}
    CompareScreen .place {{ height: 1; }}
    CompareScreen .place FieldRow {{ width: {NAME}; }}
    CompareScreen Input {{
        width: 1fr; height: 1; border: none; padding: 0; margin: 0 2 0 0; background: $bar; color: $text-token;
    }}
    CompareScreen Input:focus {{ border: none; background: $cursor; }}
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._document = ""
        self._with = EARLIER if session.earlier is not None else SAVED

    def compose(self) -> ComposeResult:
        """The table above, what is compared below."""
        yield Bar(id="title")
        yield Table()
        with Vertical(id="fields"):
            yield FieldRow("With", one=True, id="with")
            for id, name in (("before", "Before"), ("after", "After")):
                with Horizontal(classes="place", id=f"{id}_place"):
                    label = FieldRow(name, one=False, id=f"{id}_name")
                    label.can_focus = False
                    yield label
                    yield Field(id=id, compact=True, suggester=Paths())
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Show what there is; where nothing is to be seen yet, ask."""
        self._table.ascii = self._session.settings.ascii
        self._settle()
        if self._with == EARLIER:
            self._table.focus()
        else:
            self.query_one("#after", Input).focus()

    @property
    def _table(self) -> Table:
        return self.query_one(Table)

    def _settle(self) -> None:
        """Arrange for what is compared."""
        session, table = self._session, self._table
        none = f"There is no earlier diagnosis of this trace; {key_of('panes.again')} makes one."
        without = "" if session.earlier is not None else none
        kinds = (Option(EARLIER, why_not=without), Option(SAVED), Option(GROUPS))
        self.query_one("#with", FieldRow).offer(tuple(each._replace(ticked=each.name == self._with) for each in kinds))
        self.query_one("#before_place").display = self._with == GROUPS
        self.query_one("#after_place").display = self._with != EARLIER
        self.query_one("#after_name", FieldRow).rename("After" if self._with == GROUPS else "Saved as")
        table.asks, table.groups, table.pair = with_keys(_ASKS[self._with]), None, None
        if self._with == EARLIER and session.diagnosis is not None and session.earlier is not None:
            table.pair = session.diagnosis, session.earlier
        self._draw()

    def _draw(self) -> None:
        """Say what is compared, count what differs, and warn where it should not be."""
        table = self._table
        words = "A is this diagnosis, B the one it is held against"
        if table.groups is not None:
            before, after = (len(group.diagnoses) for group in table.groups)
            words = f"{before:,} before, {count(after, 'diagnosis', 'diagnoses')} after"
        title = [[Span("Compare", "text bold")], [Span(words, "quiet")]]
        self.query_one("#title", Bar).show(title)
        self.say("")
        self.query_one("#status", Bar).show(self._differences())
        keys = [("{compare.next_field}", "next field")]
        if isinstance(self.focused, Input):
            keys.insert(0, ("Enter", "compare"))
        elif self.query_one("#with").has_focus:
            keys.insert(0, ("{field.before} {field.next}", "choose"))
        elif table.stops:
            enter = "go there" if table.pair else "what is behind it"
            keys[:0] = [("{card.down} {card.up}", "move"), ("{comparison.enter}", enter)]
            if table.pair:
                keys[2:2] = [("{comparison.detail}", "what is behind it"), ("{comparison.other}", "in B")]
        keys.append(("{compare.close}", "back"))
        if table.groups is not None:
            other = "count unclear as absent" if table.unclear is Unclear.LEFT_OUT else "leave unclear out"
            keys.append(("{compare.unclear}", other))
        self.query_one(KeyHints).show_keys(keys)
        for name in ("before", "after"):
            self.query_one(f"#{name}_name", FieldRow).light(self.query_one(f"#{name}").has_focus)
        table.renew()

    def _differences(self) -> list[list[Span]]:
        table = self._table
        compared = table.compared
        if compared is not None and table.groups is not None:
            number = sum(map(differs, compared.modes))
            all_of = [each for group in table.groups for each in group.diagnoses]
            unread = sum(len(group.unread) for group in table.groups)
        elif table.pair is not None:
            number, all_of, unread = differing(*table.pair), list(table.pair), 0
        else:
            return []
        fields = [[Span(f"{number} of 14 modes differ", "text")]]
        if len({each.made_by.analyst for each in all_of}) > 1:
            fields.append([Span("the analysts differ", "major")])
        if len({each.taxonomy for each in all_of}) > 1:
            fields.append([Span("the taxonomies differ", "major")])
        if table.pair is not None and len({each.trace.sha256 for each in all_of}) > 1:
            fields.append([Span("the traces differ", "major")])
        if unread:
            fields.append([Span(f"{count(unread, 'file')} not read", "major")])
        return fields

    @on(Ticked)
    def _chosen(self, message: Ticked) -> None:
        self._with = message.name
        self._settle()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        after = self.query_one("#after", Input).value.strip()
        before = self.query_one("#before", Input).value.strip()
        if self._with == GROUPS and not before:
            self.query_one("#before", Input).focus()
        elif not after:
            self.query_one("#after", Input).focus()
        else:
            self._document = after
            self.read(before if self._with == GROUPS else "", after)

    @background("comparing", "Reading what is compared", "Enter reads it again")
    def read(self, before: str, after: str) -> None:
        """Read what was named."""
        try:
            groups = [read_group(expanded(each)) for each in (before, after) if each]
        except (MastError, OSError) as fault:
            self.post_message(GroupsRead((), str(fault)))
            return
        self.post_message(GroupsRead(groups))

    def on_groups_read(self, message: GroupsRead) -> None:
        """Show what was read; one group beside the open trace is a pair, if it is one diagnosis."""
        session, table = self._session, self._table
        if message.trouble:
            self.say(clean_name(message.trouble), error=True)
            return
        if len(message.groups) == 2:
            table.groups = message.groups[0], message.groups[1]
        elif session.diagnosis is not None and len(message.groups[0].diagnoses) == 1:
            table.pair = session.diagnosis, message.groups[0].diagnoses[0]
        else:
            self.say("This is a folder of diagnoses; choose two groups, or name one diagnosis.", error=True)
            return
        table.cursor = 0
        table.focus()
        self._draw()

    @on(ComparedFinding)
    def _enter(self, message: ComparedFinding) -> None:
        """Leave for the finding; one of B opens the trace of B with it."""
        if self._table.pair is None:
            return
        diagnosis = self._table.pair[message.in_b]
        finding = next(each for each in diagnosis.findings if each.id == message.finding)
        is_elsewhere = message.in_b and self._with == SAVED
        leave(self, EnteredFinding(finding, str(expanded(self._document)) if is_elsewhere else ""))

    def action_unclear(self) -> None:
        """Count `unclear` the other way."""
        table = self._table
        if table.groups is not None:
            table.unclear = Unclear.ABSENT if table.unclear is Unclear.LEFT_OUT else Unclear.LEFT_OUT
            self._draw()

    def action_other(self, step: int) -> None:
        """Go to another field."""
        names = ["Table", "#with", *(["#before"] if self._with == GROUPS else [])]
        names += ["#after"] if self._with != EARLIER else []
        fields = [self.query_one(name) for name in names]
        at = next((at for at, field in enumerate(fields) if field.has_focus), 0)
        fields[(at + step) % len(fields)].focus()

    def on_descendant_focus(self) -> None:
        """Show where one is."""
        self._draw()

    def action_close(self) -> None:
        """Back to the trace."""
        leave(self)
