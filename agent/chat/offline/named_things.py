"""What a question names: lines, events, findings, modes and agents of a trace, quoted words, names of code."""

import re

from agent.chat.material import Material
from agent.diagnosis.document_parts import Lines
from taxonomy.mast import Taxonomy, mode_code, plain_name

_NO_NAMES = frozenset(
    {"run", "agent", "agents", "tool", "tools", "task", "trace", "system", "it", "this", "environment"}
)
"""Words that are more often words of a question than names, where actors are called so."""
_NO_PARTS = frozenset(
    "answer question questions code error errors result results test tests tested testing task tool tools model system "
    "final single call calls message messages data file files output input environment agent agents trace prompt plan "
    "step steps line lines event events search response main team user".split()
)
"""Words of names that a question has for other reasons."""
_TO = r"\s*(?:-|–|to|and|until|through|with|from|versus|vs\.?)\s*"
_NUMBER = r"(\d[\d,]*)"
_LINES = re.compile(
    rf"\b(?:L|lines?\s+L?|between\s+L?|from\s+(?:L|(?=\d+{_TO}L?\d))){_NUMBER}(?:{_TO}(?:L|lines?\s+L?)?{_NUMBER})?(?!\w)",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    rf"\b(?:events?|steps?)\s+{_NUMBER}(?:{_TO}(?:events?\s+|steps?\s+)?{_NUMBER})?(?!\w)",
    re.IGNORECASE,
)
_FINDING = re.compile(r"\bF(\d+)\b", re.IGNORECASE)
_CODE = re.compile(r"(?<![\w.])(FM[\s-]?)?([1-3]\.\d{1,2})(?!\w|\.\d)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(said|says?|wrote|writ\w+|appear\w*|mention\w*|first|last|from|values?|price|total|version|number|called)\b"
    r"|\bverif\w+",
    re.IGNORECASE,
)
"""Words of a question in which a bare number is a number, and not the code of a mode."""
_QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|`([^`\n]+)`|(?<!\w)'([^'\n]+)'(?!\w)")
_IDENTIFIER = re.compile(r"\S*\w[_/:.\\]\w\S*|\b_+\w+|\w+_+\b")
"""A name of code, a file or a page: its parts are no words of the question."""
_OPENING = re.compile(
    r"\bat the (?:very )?(?:start|beginning|outset)\b"
    r"|\bwho (?:started|began|opens?|opened)\b",
    re.IGNORECASE,
)
_SOME = re.compile(r"\b(first|last|final)\s+(\d[\d,]*)\s+(lines|events|steps|messages|turns)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\s\"'`“”‘’,;!?()\[\]{}<>|*]+")
AT_THE_START = 8
"""Events that are the opening of a run."""
_SCAFFOLD = frozenset(
    "a an and any anything anywhere are as at be been between by can come comes came contain contains count could "
    "did do does done each earliest ever every exactly find first for from frequently get gets give given happen "
    "happened happens has have how i in include included into is it its just last latest line lines list many me "
    "mean mention mentioned mentions name named number occur occurred occurs occurrences of often on or origin "
    "originate originated please read run said say says search see seen show start started tell that the their them "
    "there they this time times to trace use used uses was we were what when where which who whom whose why will with "
    "word words would you introduced introduce about after before appear appeared appears agent actor event events "
    "begin began begins up down talked showed right just led leading anyone anybody me my through whats hows wheres "
    "whos im ive there's its other each very thing things someone somebody something anything point some so such no "
    "not also even than then if but called call calls invoked executed actually really t s re ll ve d m didn don doesn "
    "wrote write written make makes made wasn weren isn aren hasn haven couldn shouldn wouldn won had should".split()
)


def places_named(text: str, material: Material) -> tuple[str, Lines | None, Lines | None]:
    """The lines and events that a question names, also as the first few or the last few; and the rest of its words."""
    lines, events = _range(_LINES, text), _range(_EVENTS, text)
    if (some := _SOME.search(text)) is not None and lines is None and events is None:
        count = int(some[2].replace(",", ""))
        total = material.trace.events.lines if some[3].casefold() == "lines" else len(material.trace.events)
        low, high = (1, min(count, total)) if some[1].casefold() == "first" else (max(1, total - count + 1), total)
        if some[3].casefold() == "lines":
            lines = low, high
        else:
            events = low, high
        return f"{text[: some.start()]} between {text[some.end() :]}", lines, events
    if _OPENING.search(text) is not None and lines is None and events is None:
        return _OPENING.sub(" between ", text), None, (1, min(AT_THE_START, max(1, len(material.trace.events))))
    return text, lines, events


def _unnamed(match: "re.Match[str]") -> str:
    """A stand-in for a name of code, unless it is the code of a mode."""
    return match[0] if _CODE.search(match[0]) else "X"


def modes_named(text: str, taxonomy: Taxonomy) -> tuple[str, ...]:
    """The modes that a question names, by code, or by a name of at least two words."""
    bare = _NUMBERED.search(text) is None
    named = (match[2] for match in _CODE.finditer(text) if match[1] or bare)
    codes = [code for number in named if (code := mode_code(number)) in taxonomy.codes]
    plain = f" {plain_name(re.sub('[?!]', ' ', text))} "
    for mode in taxonomy.modes:
        if any(" " in plain_name(name) and f" {plain_name(name)} " in plain for name in (mode.name, *mode.aliases)):
            codes.append(mode.code)
    return tuple(dict.fromkeys(code for code in codes if code))


def _range(pattern: "re.Pattern[str]", text: str) -> Lines | None:
    match = pattern.search(text)
    if match is None:
        return None
    first = int(match[1].replace(",", ""))
    last = int(match[2].replace(",", "")) if match[2] else first
    return min(first, last), max(first, last)


def actor_named(text: str, actors: tuple[str, ...]) -> str | None:
    """The actor that a question names: the whole name, else a word of one name only."""
    lowered = text.casefold()
    actors = tuple(name for name in actors if name.casefold() not in _NO_NAMES)
    whole = [name for name in actors if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", lowered)]
    if whole:
        return max(whole, key=len)
    initials = [name for name in actors if len(name.split()) > 2 and re.search(rf"\b{_initials(name)}\b", lowered)]
    if len(initials) == 1:
        return initials[0]
    words = set(re.findall(r"\w{4,}", lowered)) - _SCAFFOLD - _NO_PARTS
    near = [name for name in actors if words & set(_name_words(name))]
    return near[0] if len(near) == 1 else None


def _initials(name: str) -> str:
    return re.escape("".join(word[0] for word in name.casefold().split()))


def _name_words(name: str) -> list[str]:
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return [part.casefold() for part in re.split(r"[\W_]+", parts) if len(part) >= 4]


def is_identifier(word: str) -> bool:
    """Whether a word is a name of code, a file or a page."""
    return _IDENTIFIER.fullmatch(word) is not None


def findings_named(text: str) -> tuple[str, ...]:
    """The findings that a question names by number."""
    return tuple(f"F{number}" for number in _FINDING.findall(text))


def quotes_of(text: str) -> tuple[tuple[str, ...], str]:
    """The words that a question puts in quotes, and the question without them."""
    quoted = tuple(next(group for group in match.groups() if group).strip() for match in _QUOTED.finditer(text))
    return quoted, _QUOTED.sub(" ", text)


def without_quotes(text: str) -> str:
    """A text of the same length with a stand-in for each letter that it quotes."""
    return _QUOTED.sub(lambda quote: "X" * len(quote[0]), text)


def words_named(text: str) -> tuple[str, ...]:
    """What is left of a question when its scaffolding is taken away."""
    rest = _LINES.sub(" ", _EVENTS.sub(" ", _FINDING.sub(" ", text)))
    tokens = (token.strip(".:-…") for token in _TOKEN.findall(rest))
    return tuple(word for word in tokens if any(map(str.isalnum, word)) and word.casefold() not in _SCAFFOLD)


def without_identifiers(text: str) -> str:
    """A question with a stand-in for each name of code in it, so that no part of one is read as a word."""
    return _IDENTIFIER.sub(_unnamed, text)
