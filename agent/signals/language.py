"""Whether a trace is written in English, so that detectors resting on English words can say when they cannot judge."""

import re

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = frozenset(
    (
        "the of and to a in is it you that for on are with as this be have from or by not but what all can if will one "
        "about which do how no so out up then them would make like has more see could than been its now code please"
    ).split()
)
ENOUGH = 200
PLENTY = 20_000


class English:
    """Counts common English words among the words that actors say."""

    def __init__(self) -> None:
        self._texts = 0
        self._words = 0
        self._common = 0
        self._foreign = 0

    def see(self, text: str) -> None:
        """Count a sample of a text; of a trace that has said much already, of every eighth text."""
        self._texts += 1
        if self._words > PLENTY and self._texts % 8:
            return
        sample = text[:4000]
        words = _WORD.findall(sample)
        self._words += len(words)
        self._common += sum(map(_COMMON.__contains__, map(str.lower, words)))
        if not sample.isascii():
            self._foreign += sum(not word.isascii() for word in words)

    @property
    def likely(self) -> bool:
        """Whether the trace is English as far as one can tell; too few words count as English."""
        if self._words < ENOUGH:
            return self._foreign * 2 <= self._words
        return self._common >= 0.06 * self._words and self._foreign <= 0.3 * self._words
