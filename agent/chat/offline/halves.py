"""Cuts a question that asks several things into questions that each ask one, so that none is passed over."""

import re

from agent.chat.offline.named_things import quotes_of, without_quotes

_SUBJECT = (
    r"(?:it|they|he|she|we|you|i|the|an?|any\w*|some\w*|every\w*|no ?one|nobody|there|this|these|those|that|both|all"
    r"|its|their)\b"
)
_OPENS = (
    r"(?:(?:by|to|from|for|in|at|with|on) )?(?:who|whom|whose|what|when|where|which|why|how)\b"
    r"|(?:did|do|does|was|were|is|are|has|have|had|can|could|would|should)\s+" + _SUBJECT + r"|"
    r"(?:list|show|tell|count|explain|give|name|find|summari[sz]e|describe)\s+(?:me|us|all|the|every|each|which|how|what|f\d)\b"
)
"""How a question begins, or what else asks for an answer."""
_JOINT = re.compile(
    r"(?:\s*[;?!.]+(?:\s+|(?-i:(?=[A-Z])))|\s*,\s*|\s+(?=(?:and|but|plus)\b))"
    r"(?:(?:and|but|plus|also|then|if so|if not)\b[\s,]*)*"
    rf"(?={_OPENS})",
    re.IGNORECASE,
)
_AND = re.compile(r"[;?]|and|but|plus", re.IGNORECASE)
_ASKS = re.compile(rf"\b(?:{_OPENS})", re.IGNORECASE)
_CLAUSE = re.compile(
    r"^\W*(?:when|while|before|after|if|since|until|as|once|where|why)\b"
    r"(?! (?:did|do|does|was|were|is|are|has|have|had)\b)",
    re.IGNORECASE,
)
"""What a comma follows although the question has only begun: `when it failed, what ...`."""
_ONE = re.compile(r"\b(?:between|both|differ\w*|compar\w+|same|whether|not only)\b", re.IGNORECASE)
"""Words of a question that needs both sides of an `and`."""
_TWO_PLACES = re.compile(r"\d.*\band\b.*\d", re.IGNORECASE)
_GROUPS = (
    frozenset({"first", "last"}),
    frozenset(
        "events acts actions messages replies calls results thoughts handoffs handovers agents actors participants "
        "tokens costs tools errors exceptions lines bytes findings failures turns steps".split()
    ),
    frozenset({"who", "when", "where", "why", "how", "what"}),
)
"""Words that one question may ask for together: `how many calls and results`, `who spoke first and last`."""
_SEVERAL = re.compile(r"\b(\w+)((?:, ?\w+){0,2}),? and (?:the )?(\w+)\b", re.IGNORECASE)
_NOUNLESS = re.compile(
    r"^(which|how many)(?: ones?\b|(?: of (?:them|these|those))?(?=\s*(?:$|(?:were|was|are|is|did|had|have|has|failed|"
    r"succeeded|worked|came|broke|returned)\b)))",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:(?:by|to|from|for|in|at|with|on) )?"
    r"(?:who|whom|when|where|why|how|what|which|how so|why not|how (?:often|many|much))$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b((?:the|its|their) (?:very )?(?:first|last|latest|next|other|second|final|only)) ones?\b", re.IGNORECASE
)
_HOW_OFTEN = re.compile(r"^how (?:often|many times)$", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:he|she|him|her|his|hers|them|these|those|theirs?|its|that$"
    r"|(?:after|before|since|until|around) (?:that|this|it))(?!\w)",
    re.IGNORECASE,
)
_SOUGHT = re.compile(r"\b(?:mention|appear|occur|said|say|wrote|writ|use|introduc|c[oa]me|stand)\w*\b", re.IGNORECASE)
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_DID_IT = re.compile(r"\b(?:who|which)\b.*\w (?:it|this)\b", re.IGNORECASE)
_NOUNS = re.compile(r"\b(the|its) ((?:[\w-]+ ){0,2}[\w-]+) and (?:the|its) ", re.IGNORECASE)
_FAULT = re.compile(r"\b(?:fail\w*|wrong|broke|break|succe\w+|work)\b", re.IGNORECASE)


def cut(text: str) -> list[str]:
    """The questions that a text asks, in their order; the text alone where it asks one thing."""
    masked = without_quotes(text)
    parts: list[str] = []
    start = 0
    for joint in _JOINT.finditer(masked):
        begun = masked[start : joint.start()]
        is_one = _ONE.search(begun) and not _TWO_PLACES.search(begun)
        is_clause = joint[0].strip() == "," and _CLAUSE.search(begun)
        is_asked = _ASKS.search(begun) or (_AND.search(joint[0]) and begun.count(" ") > 0)
        if is_one or is_clause or not is_asked or _BARE.match(begun.strip()):
            continue
        parts.append(text[start : joint.start()])
        start = joint.end()
    parts.append(text[start:])
    apart = [one for part in parts for one in _several(part)]
    whole = [part.strip(" ,;.!?") for part in apart]
    return whole if len(whole) > 1 and all(whole) else [text]


def _several(part: str) -> list[str]:
    """A question for several words of one kind, once for each of them."""
    match = _SEVERAL.search(without_quotes(part))
    if match is None:
        return [part]
    words = [match[1], *re.findall(r"\w+", match[2]), match[3]]
    if not any({word.casefold() for word in words} <= group for group in _GROUPS):
        return [part]
    return [f"{part[: match.start()]}{word}{part[match.end() :]}" for word in words]


def completed(half: str, before: str) -> str:
    """A later question with what it takes over from the one before it; nothing where that cannot be told."""
    if half.casefold() in ("why", "why not", "how so") and _FAULT.search(before):
        return "why did it fail"
    quoted, _ = quotes_of(before)
    noun = next((noun for word in re.findall(r"\w+", before.casefold()) if (noun := _noun(word))), "")
    if _HOW_OFTEN.match(half) and (quoted or noun):
        return f'how often does "{quoted[-1]}" occur' if quoted else f"how many {noun}s"
    nounless = _NOUNLESS.match(half)
    if nounless is not None:
        noun = noun if nounless[0].casefold().endswith("one") else f"{noun}s"
        return f"{nounless[1]} {noun}{half[nounless.end() :]}" if len(noun) > 1 else ""
    if noun:
        half = _ORDINAL.sub(rf"\1 {noun}", half)
    if quoted and _SOUGHT.search(half) and not quotes_of(half)[0]:
        half = _IT.sub(f'"{quoted[-1]}"', half)
    return "" if any(sign.search(half) for sign in (_BARE, _ORDINAL, _POINTS_BACK, _DID_IT)) else half


def _noun(word: str) -> str:
    """What a word names that can be counted, as one of them; nothing where it names none."""
    one = "reply" if word == "replies" else word.removesuffix("s")
    return one if word in _GROUPS[1] or f"{one}s" in _GROUPS[1] else ""


def nouns_apart(part: str) -> list[str]:
    """A question about two things with their articles, once for each: `the task and the answer`."""
    masked = without_quotes(part)
    match = None if _ONE.search(masked) else _NOUNS.search(masked)
    if match is None:
        return [part]
    return [part[: match.end(2)], f"{part[: match.start()]}{match[1]} {part[match.end() :]}".rstrip(" ?!.")]
