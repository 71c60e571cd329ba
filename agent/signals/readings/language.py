"""Tells whether a trace is in English, so that detectors that rest on English words know when they cannot judge."""

import re

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = frozenset(
    (
        "the of and to a in is it you that for on are with as this be have from or by not but what all can if will one "
        "about which do how no so out up then them would make like has more see could than been its now code please"
    ).split()
)
_OTHERS = frozenset(
    (
        "der das und ist nicht ein eine einen wir ich sie mit für auf dem zu bitte les des et est une pour dans je "
        "vous avec au du ne pas el los las que una por para del il di che non sono della het een van dat niet não uma"
    ).split()
)
_UNSPACED = "\u2e80"
"""From this character on are the scripts that put no blanks between words."""
ENOUGH = 200
PLENTY = 2_000


class English:
    """Counts common English words among the words that actors say."""

    def __init__(self) -> None:
        self._texts = 0
        self._words = 0
        self._common = 0
        self._foreign = 0
        self._others = 0

    def see(self, text: str) -> None:
        """Count a sample of a text; of a trace that has said much already, of every eighth text."""
        self._texts += 1
        if self._words > PLENTY and self._texts % 8:
            return
        sample = text[:2000]
        words = _WORD.findall(sample)
        self._words += len(words)
        lower = [word.lower() for word in words]
        self._common += sum(map(_COMMON.__contains__, lower))
        self._others += sum(map(_OTHERS.__contains__, lower))
        if not sample.isascii():
            foreign = [word for word in words if not word.isascii()]
            joined = sum(len(word) // 2 for word in foreign if word[0] >= _UNSPACED)
            self._foreign += len(foreign) + joined
            self._words += joined

    @property
    def likely(self) -> bool:
        """Whether the trace is English as far as one can tell; too few words count as English."""
        if self._others > self._common:
            return False
        if self._words < ENOUGH:
            return self._foreign * 2 <= self._words
        return self._common >= 0.06 * self._words and self._foreign <= 0.3 * self._words
