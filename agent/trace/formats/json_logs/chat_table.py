"""Reads chat-like JSON by a table: which records there are, and which of their fields are said, called, returned."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes, read_text
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.json.json_nodes import Node, text_of
from agent.trace.formats.json.json_paths import at, first_of, flag
from agent.trace.formats.json.label_names import hide_labels
from agent.trace.formats.json.moments import moment_of
from agent.trace.formats.json_logs.json_log import JsonLog
from agent.trace.formats.json_logs.listed_run import ListedRun
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.json_logs.table_rules import Each, Message, Part, Rule
from agent.trace.formats.messages.chat_messages import MODELS, NO_TEXT, Calls, link, read_message
from agent.trace.formats.messages.content_parts import returned_pieces
from agent.trace.formats.messages.draft_sequence import ASIDE, DraftSequence, aside

PROMPT = 0.3


@dataclass(frozen=True, slots=True)
class ChatTable:
    """A chat-like format: how a record is known, what tells its kind, and what each kind of record gives."""

    name: str
    because: str
    knows: Callable[[Any], bool]
    rules: Mapping[str, Rule]
    tag: str = "type role"
    """Paths of what tells which rule is a record's; `*` is the rule of the rest, else it is passed over."""
    times: str = "timestamp time ts created_at created"
    agent: str = "assistant"
    """Who speaks for the model: a name, or paths behind a `.`."""
    holders: tuple[str, ...] = ("messages",)
    opening: tuple[re.Pattern[bytes], ...] = ()
    run_id: re.Pattern[bytes] | None = None
    run_end: re.Pattern[bytes] | None = None
    """How a line is known that ends a run: lines that name none belong to the next one from there on."""
    prompts: re.Pattern[str] | None = None
    """How words begin that the program wrote in the person's name."""
    first: str = ""
    """The rule of the first record that a rule is for, where it is another than later."""
    identity: str = ""
    """A path to the id of a record that may be written again, as it was or with more in it."""
    chunks: bool = False
    """Whether what is said in a record comes in pieces that belong together."""
    ending: str = ""
    """A path to how the run ended, in the document that holds the records."""
    growing: str = ""
    """A flag of records whose text goes on where the text of the one before ended."""
    document: bool = False
    """Whether a document is one record, known by its opening."""
    requested: bool = False
    """Whether a call is written as it is asked for and once more as it is made."""

    def run(self, *lists: str) -> ListedRun:
        """The format of documents whose records stand in one of these lists, each a run."""
        return ListedRun(self.name, self.because, self.opening, lists, lambda _, reading: TableReader(self, reading))

    def format(self) -> JsonLog:
        """The format that the table describes."""
        mark = RecordMark(self.because, self.knows, self.opening, self.holders, None, self.document, deep=True)
        return JsonLog(self.name, mark, lambda source, reading: TableReader(self, reading), self.run_id, self.run_end)


@dataclass(slots=True)
class TableReader:
    """Reads records by a table."""

    table: ChatTable
    reading: Reading
    sequence: DraftSequence = field(init=False)
    _agent: str = field(init=False)
    _growing: Draft | None = None

    def __post_init__(self) -> None:
        """Begin with nothing read."""
        self.sequence = DraftSequence(self.reading, Calls())
        self._agent = "assistant" if self.table.agent.startswith(".") else self.table.agent

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        table = self.table
        self.sequence.time = moment_of(source, *(at(source, node, path) for path in table.times.split()))
        hide_labels(node, self.reading, deep=0)
        if table.agent.startswith("."):
            self._agent = text_of(source, first_of(source, node, table.agent[1:])) or self._agent
        rule = _rule(source, node, table.rules, table.tag)
        if rule and table.first and self.sequence.record == 1:
            rule = table.rules[table.first]
        drafts = list(self._drafts(source, node, rule))
        drafts = [draft for draft in drafts if draft.title != NO_TEXT] or drafts
        if table.chunks:
            drafts = _joined(drafts)
        for draft in drafts:
            self._placed(source, draft)
        if table.identity or table.requested:
            self._link_again(source, node, drafts)
        if table.growing and self._goes_on(source, node, drafts):
            return
        yield from self.end()
        if not drafts:
            told = first_of(source, node, table.tag)
            drafts = [aside(node.start, node.end, told.piece() if told is not None and told.is_text else None)]
        drafts[0].start = min(node.start, drafts[0].start)
        if len(drafts) == 1:
            drafts[0].end = node.end
        if table.growing and flag(source, node, table.growing) and drafts[-1].kind is Kind.SAY:
            self._growing = drafts.pop()
            self._growing.record, self._growing.time = self.sequence.record, self.sequence.time
        yield from self.sequence.tell(drafts)

    def end(self) -> Iterator[Draft]:
        """The text that may have gone on."""
        if self._growing is not None:
            held, self._growing = self._growing, None
            record, self.sequence.record = self.sequence.record, held.record or 0
            yield from self.sequence.tell([held])
            self.sequence.record = record

    def beside(self, source: Bytes, root: Node) -> Iterator[Draft]:
        """Nothing is shown of what lies beside the records; labels among it are noted."""
        hide_labels(root, self.reading)
        self.reading.ending = text_of(source, first_of(source, root, self.table.ending)) or self.reading.ending
        return iter(())

    def _goes_on(self, source: Bytes, node: Node, drafts: list[Draft]) -> bool:
        held = self._growing
        more = len(drafts) == 1 and drafts[0].kind is Kind.SAY and flag(source, node, self.table.growing)
        if held is None or not more or drafts[0].actor != held.actor:
            return False
        held.pieces += drafts[0].pieces
        held.end = node.end
        return True

    def _drafts(self, source: Bytes, node: Node, rules: Rule) -> Iterator[Draft]:
        for rule in rules:
            if isinstance(rule, Each):
                for item in _items(first_of(source, node, rule.at)) if rule.at else (node,):
                    yield from self._drafts(source, item, _rule(source, item, rule.rules, rule.tag))
            elif isinstance(rule, Message):
                message = at(source, node, rule.at) if rule.at else node
                if message is not None and message.fields:
                    yield from read_message(source, message, self.sequence.calls, self._agent)
            elif (draft := self._part(source, node, rule)) is not None:
                yield draft

    def _link_again(self, source: Bytes, node: Node, drafts: list[Draft]) -> None:
        """What a record says that was written before is no new act."""
        table = self.table
        id = text_of(source, at(source, node, table.identity)) if table.identity else None
        for number, draft in enumerate(drafts):
            again = draft.call if table.requested and draft.kind is Kind.CALL else None
            key = again or (id, draft.kind, draft.call, hash(read_text(source, draft.pieces))) if id or again else None
            draft.repeats = self.sequence.first(key) if key else None
            if key and draft.repeats is None:
                self.sequence.keep(key, self.sequence.events + number + 1)

    def _part(self, source: Bytes, item: Node, part: Part) -> Draft | None:
        held = first_of(source, item, part.text)
        returned = part.kind is Kind.RESULT
        pieces: tuple[Piece, ...]
        bare = held is not None and held.shape == "literal" and not held.nested
        if held is None or (bare and not (returned and held.value(source) is not None)):
            named = any(_named(source, item, path) for path in (part.tool, part.call) if path[:1] != "=")
            if part.kind not in (Kind.CALL, Kind.HANDOFF, Kind.RESULT) or not named:
                return None
            pieces = (Piece(item.start, item.start),)
        elif held.is_text or part.kind is Kind.CALL or (held.fields and not returned):
            pieces = (held.piece(unfold=bool(held.fields or held.items)),)
        else:
            pieces = returned_pieces(item, held)
        if part.kind not in (Kind.CALL, Kind.RESULT) and all(start >= end for start, end, _ in pieces):
            return None
        actor = text_of(source, at(source, item, part.actor[1:])) if part.actor[:1] == "." else part.actor
        draft = Draft(part.kind, item.start, item.end, actor=actor or (None if returned else self._agent))
        draft.pieces = pieces
        draft.tool = _named(source, item, part.tool)
        draft.call = text_of(source, first_of(source, item, part.call)) if part.call else None
        failed = first_of(source, item, part.failed) if part.failed else None
        if failed is not None and failed.value(source) not in (None, False, "", "success", "completed", 0):
            draft.status = "error"
        link(draft, self.sequence.calls, self._agent)
        return draft

    def _placed(self, source: Bytes, draft: Draft) -> None:
        """Tell the task from what the program wrote in the person's name."""
        if draft.kind is Kind.SAY and draft.actor in MODELS:
            draft.actor = self._agent
        if draft.kind is Kind.SAY and draft.actor == "user":
            head = draft.pieces[0]
            words = source.read(head.start, min(head.end, head.start + 200)).decode("utf-8", "replace").lstrip()
            if self.table.prompts is not None and self.table.prompts.match(words):
                draft.kind, draft.actor, draft.salience = Kind.SYSTEM, "system", PROMPT
            else:
                self.sequence.state_task(draft)
        elif draft.kind is Kind.NOTE:
            draft.salience = ASIDE


def _joined(drafts: list[Draft]) -> list[Draft]:
    """What one actor says or thinks without a break, as one event."""
    whole: list[Draft] = []
    for draft in drafts:
        before = whole[-1] if whole else None
        if before is not None and draft.kind is before.kind and draft.kind in (Kind.SAY, Kind.THINK):
            before.pieces += draft.pieces
            before.end = draft.end
        else:
            whole.append(draft)
    return whole


def _items(listed: Node | None) -> list[Node]:
    """The items of a list; an object alone is one."""
    if listed is None:
        return []
    return listed.members() or ([listed] if listed.fields else [])


def _named(source: Bytes, item: Node, path: str) -> str | None:
    """A name: behind a `=` the name itself, else what a path leads to, without the beginning behind a `~`."""
    if path.startswith("="):
        return path[1:]
    paths, _, beginning = path.partition("~")
    name = text_of(source, first_of(source, item, paths)) if paths else None
    return name.removeprefix(beginning) if name is not None else None


def _rule(source: Bytes, node: Node, rules: Mapping[str, Rule], tag: str) -> Rule:
    """The rule of the first tag that has one: by the text it leads to, or by its own name where that is a flag.

    A rule named `path:text` is for that text behind that path only, one named `begins-*` for whatever begins so.
    """
    for path in tag.split():
        held = at(source, node, path)
        told = path if held is not None and held.value(source) is True else text_of(source, held)
        for name in (f"{path}:{told}", told, f"{told.partition('-')[0]}-*") if told is not None else ():
            if name in rules:
                return rules[name]
    return rules.get("*", ())
