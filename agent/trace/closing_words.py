"""Knows words that only end a conversation: thanks, good wishes, TERMINATE; they are nobody's answer."""

import re

LONGEST = 400
_WORD = re.compile(r"[\W_]*(?:TERMINATE|STOP|EXIT)[\W_]*")
_SENTENCE = re.compile(r"[.!?\n]+")
_POLITE = re.compile(
    r"\W*(?:ok(?:ay)?|great|perfect|wonderful|awesome|sounds good|agreed|understood|noted|ack|lgtm)?\W*"
    r"(?:|(?:fine|works|good|ok(?:ay)?) (?:by|for|with) me|no objections?|will do|approved)\W*"
    r"(?:|(?:(?:many )?thanks?\b|thank you|you(?:'|\u2019)?re (?:very |most )?welcome|my pleasure|no problem"
    r"|glad (?:to|i|we)|happy to|(?:good)?bye\b|goodbye|see you|take care|have an? |enjoy\b|good luck|safe travels"
    r"|best (?:wishes|regards)|feel free|(?:please )?(?:do not|don(?:'|\u2019)t) hesitate"
    r"|(?:please )?let (?:me|us) know|if (?:you|there)(?:'re|'s| are| is| have| need| ever)"
    r"|it was (?:a pleasure|great|nice)|(?:i|we) (?:hope|appreciate|wish|am glad|are glad)|cheers"
    r"|great (?:job|work)|well done|nice work|anytime|always here|looking forward|likewise|same here|standing by"
    r"|until (?:next|then)|all the best)[^\n]{0,160})",
    re.IGNORECASE,
)


def is_closing(text: str) -> bool:
    """Whether a text is a word that ends the run, or nothing but thanks and good wishes."""
    if len(text) > LONGEST:
        return False
    if _WORD.fullmatch(text):
        return True
    sentences = [part for part in _SENTENCE.split(text) if re.search(r"\w", part)]
    return bool(sentences) and all(_POLITE.fullmatch(part) or _WORD.fullmatch(part) for part in sentences)
