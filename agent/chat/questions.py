"""What a question in plain English asks for: its kind, and what it names of the trace, the diagnosis and MAST."""

import re
from dataclasses import dataclass

from agent.chat.ground import Ground
from agent.chat.kinds import PARAPHRASED, RULES, Kind
from agent.diagnosis.shapes import Lines
from taxonomy.mast import Taxonomy, mode_code, plain_name
from taxonomy.mode import Mode

_CONCLUDING: frozenset[Kind] = frozenset(
    ("remedy", "evidence", "outcome", "verdict", "findings", "why", "blame", "sure", "checks")
)
_FAULT_WORDS = frozenset(
    "go goes went going wrong fail failed fails failure failing problem mistake break broke error bug run anybody "
    "anyone somebody made make makes things thing fall fell apart never finished finish properly run's story thing "
    "off south sideways it's".split()
)
_NO_NAMES = frozenset(
    {"run", "agent", "agents", "tool", "tools", "task", "trace", "system", "it", "this", "environment"}
)
"""Words that are more often words of a question than names, where actors are called so."""
_CONCLUSIONS = frozenset(("finding", "mode", "failure"))
_MEANS = re.compile(r"\bmeans?\b|\bmeaning\b|\bdefin\w+\b|\bwhat (is|are|does)\b|\bexplain\b|\bdifference\b", re.I)
_IS_IT = re.compile(r"\b(present|absent|found|happen\w*|occur\w*|is there|was there|any|does it|did it)\b")
_WHETHER = re.compile(r"\s*(?:so )?(did|do|does|was|were|is|are|has|have|why (did|does|do|didn't|is|are)|who)\b", re.I)
_TO = r"\s*(?:-|–|to|and|until|through)\s*"
_NUMBER = r"(\d[\d,]*)"
_LINES = re.compile(
    rf"\b(?:L|lines?\s+L?|between\s+L?|from\s+L?){_NUMBER}(?:{_TO}(?:L|lines?\s+L?)?{_NUMBER})?(?!\w)",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    rf"\b(?:events?|steps?)\s+{_NUMBER}(?:{_TO}(?:events?\s+|steps?\s+)?{_NUMBER})?(?!\w)",
    re.IGNORECASE,
)
_FINDING = re.compile(r"\bF(\d+)\b", re.IGNORECASE)
_CODE = re.compile(r"\b(?:FM[\s-]?)?([1-3]\.\d{1,2})\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|`([^`\n]+)`|(?<!\w)'([^'\n]+)'(?!\w)")
_SCAFFOLD = frozenset(
    "a an and any anything anywhere are as at be been between by can come comes came contain contains count could "
    "did do does done each earliest ever every exactly find first for from frequently get gets give given happen "
    "happened happens has have how i in include included into is it its just last latest line lines list many me "
    "mean mention mentioned mentions name named number occur occurred occurs occurrences of often on or origin "
    "originate originated please read run said say says search see seen show start started tell that the their them "
    "there they this time times to trace use used uses was we were what when where which who whom whose why will with "
    "word words would you introduced introduce about after before appear appeared appears agent actor event events "
    "begin began begins up down talked showed right just led leading anyone anybody me my through".split()
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart."""

    text: str
    kind: Kind
    findings: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    lines: Lines | None = None
    events: Lines | None = None
    actor: str | None = None
    quoted: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """What is left when the scaffolding of the question is taken away."""

    @property
    def subject(self) -> str:
        """What a search should look for first."""
        return self.quoted[0] if self.quoted else " ".join(self.words)

    @property
    def is_about_faults(self) -> bool:
        """Whether it names nothing but that something went wrong."""
        return not self.quoted and set(map(str.casefold, self.words)) <= _FAULT_WORDS

    @property
    def is_about_findings(self) -> bool:
        """Whether it asks for the findings by that word."""
        return bool({word.casefold().rstrip("s") for word in self.words} & _CONCLUSIONS)

    @property
    def needs_diagnosis(self) -> bool:
        """Whether the answer rests on a diagnosis; exact searches do not."""
        if self.findings or (self.modes and self.kind != "definition") or self.kind in _CONCLUDING:
            return not (self.kind == "evidence" and self.quoted)
        return self.is_about_faults if self.kind == "first" else self.kind == "count" and self.is_about_findings


def understood(text: str, ground: Ground) -> Question:
    """The question, as far as its words alone tell what it asks for."""
    text = " ".join(text.split())
    quoted = tuple(next(group for group in match.groups() if group).strip() for match in _QUOTED.finditer(text))
    bare = _QUOTED.sub(" ", text)
    modes = _modes(bare, ground.case.taxonomy)
    findings_named = _FINDING.search(bare)
    if not modes and not quoted and not findings_named and (said := _paraphrased(bare)) is not None:
        modes = (said,)
    findings = tuple(f"F{number}" for number in _FINDING.findall(bare))
    lines = _range(_LINES, bare)
    actor = _actor(bare, ground.actors)
    rest = _LINES.sub(" ", _EVENTS.sub(" ", _FINDING.sub(" ", bare)))
    words = tuple(word for word in re.findall(r"[^\W_][\w./:@#%-]*[^\W_]|\w", rest) if word.casefold() not in _SCAFFOLD)
    kind = _kind(bare, bool(modes), lines is not None, bool(findings))
    return Question(text, kind, findings, modes, lines, _range(_EVENTS, bare), actor, quoted, words)


def _kind(text: str, names_mode: bool, names_lines: bool, names_finding: bool) -> Kind:
    lowered = text.casefold()
    if names_mode and _IS_IT.search(lowered):
        return "verdict"
    for kind, patterns in RULES:
        if any(re.search(pattern, lowered) for pattern in patterns):
            if kind in ("mention", "count", "first") and names_mode and _MEANS.search(lowered):
                return "definition"
            return kind
    if names_mode:
        return "definition" if _MEANS.search(lowered) or len(lowered.split()) <= 4 else "verdict"
    if names_lines:
        return "lines"
    return "evidence" if names_finding else "search"


def _paraphrased(text: str) -> str | None:
    """The mode that a question asks for in plain words: did they, was it, is there."""
    if not re.match(
        r"\s*(?:so )?(did|do|does|was|were|is|are|has|have|why (did|does|do|didn't|is|are)|who)\b", text, re.IGNORECASE
    ):
        return None
    return next((code for pattern, code in PARAPHRASED if re.search(pattern, text, re.IGNORECASE)), None)


def _modes(text: str, taxonomy: Taxonomy) -> tuple[str, ...]:
    """The modes that a question names, by code, or by a name of at least two words."""
    codes = [code for found in _CODE.finditer(text) if (code := mode_code(found[1])) in taxonomy.codes]
    plain = f" {plain_name(re.sub('[?!]', ' ', text))} "
    for mode in taxonomy.modes:
        if any(" " in plain_name(name) and f" {plain_name(name)} " in plain for name in (mode.name, *mode.aliases)):
            codes.append(mode.code)
    return tuple(dict.fromkeys(code for code in codes if code))


def _range(pattern: "re.Pattern[str]", text: str) -> Lines | None:
    found = pattern.search(text)
    if found is None:
        return None
    first = int(found[1].replace(",", ""))
    last = int(found[2].replace(",", "")) if found[2] else first
    return min(first, last), max(first, last)


def _actor(text: str, actors: tuple[str, ...]) -> str | None:
    """The actor that a question names: the whole name, else a word of one name only."""
    lowered = text.casefold()
    actors = tuple(name for name in actors if name.casefold() not in _NO_NAMES)
    whole = [name for name in actors if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", lowered)]
    if whole:
        return max(whole, key=len)
    words = set(re.findall(r"\w{4,}", lowered)) - _SCAFFOLD
    near = [name for name in actors if words & set(_name_words(name))]
    return near[0] if len(near) == 1 else None


def _name_words(name: str) -> list[str]:
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return [part.casefold() for part in re.split(r"[\W_]+", parts) if len(part) >= 4]


def mode_of(code: str, taxonomy: Taxonomy) -> Mode:
    """The mode of a code that was recognised."""
    return taxonomy.mode(code)
