"""Count tokens with no network: o200k_base from package data, and an estimate where that cannot be had."""

import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tiktoken import Encoding

RANKS = Path(__file__).with_name("o200k_base.xz")
"""The tokens in the order of their ranks, compact: 199,998 lengths of one byte, then the tokens themselves."""

_RANKS = 199_998
_PIECE = 65_536
_PLANNED, _GUESSED = 0.285, 1 / 3
_LETTERS, _SMALL, _CAPITAL = r"\p{Lm}\p{Lo}\p{M}", r"\p{Ll}", r"\p{Lu}\p{Lt}"
_SHORT_FORMS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PATTERN = "|".join(
    [
        rf"[^\r\n\p{{L}}\p{{N}}]?[{_CAPITAL}{_LETTERS}]*[{_SMALL}{_LETTERS}]+{_SHORT_FORMS}",
        rf"[^\r\n\p{{L}}\p{{N}}]?[{_CAPITAL}{_LETTERS}]+[{_SMALL}{_LETTERS}]*{_SHORT_FORMS}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)
# No token reaches over this: pieces cut here count exactly as the whole does.
_SEAM = re.compile(r"\n(?=[^\s/])")


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts tokens; `tokenizer` says how, and `because` why it is only an estimate."""

    tokenizer: Literal["o200k_base", "estimate"]
    because: str | None = None
    _encoding: "Encoding | None" = None

    def count(self, text: str) -> int:
        """How many tokens the text is; special tokens written in it are ordinary text."""
        return sum(self._count_piece(piece) for piece in _pieces(text))

    def _count_piece(self, piece: str) -> int:
        if self._encoding is None:
            return _guess(piece)
        try:
            return len(self._encoding.encode_ordinary(piece))
        except BaseException as panic:
            # A panic of the Rust side is no Exception; nothing else may be caught here.
            if type(panic).__name__ != "PanicException":
                raise
            return _guess(piece)


def estimate(n_bytes: int) -> int:
    """Say about how many tokens so many bytes of trace are, before reading them; 99 chunks of 100 have fewer."""
    return ceil(n_bytes * _PLANNED)


def count(text: str) -> int:
    """Count the tokens of a text."""
    return counter().count(text)


def counter() -> Counter:
    """The one counter of this process; the first call takes about 0.15 s, from whatever thread it comes."""
    global _counter  # noqa: PLW0603
    with _lock:
        if _counter is None:
            _counter = load()
        return _counter


_lock = Lock()
_counter: Counter | None = None


def load(ranks: Path = RANKS) -> Counter:
    """Make a counter from a file of ranks; an estimate, with the reason, if that fails."""
    try:
        from tiktoken import Encoding

        encoding = Encoding("o200k_base", pat_str=_PATTERN, mergeable_ranks=read_ranks(ranks), special_tokens={})
    except ImportError as error:
        return Counter("estimate", f"tiktoken cannot be imported ({error})")
    except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
        return Counter("estimate", f"the ranks in {ranks.name} cannot be read ({error})")
    return Counter("o200k_base", None, encoding)


def read_ranks(path: Path = RANKS) -> dict[bytes, int]:
    """Read every token with its rank."""
    data = lzma.decompress(path.read_bytes())
    ends = list(accumulate(data[:_RANKS], initial=_RANKS))
    if ends[-1] != len(data):
        raise ValueError(f"{ends[-1]} bytes were expected, not {len(data)}")
    return {data[start:end]: rank for rank, (start, end) in enumerate(pairwise(ends))}


def _pieces(text: str) -> Iterator[str]:
    """Cut a text where tokens end; also breaks runs of a million spaces, on which tiktoken panics."""
    start = 0
    while len(text) - start > _PIECE:
        limit = start + _PIECE
        end = _last_seam(text, start + _PIECE // 2, limit) or text.rfind("\n", start, limit) + 1 or limit
        yield text[start:end]
        start = end
    yield text[start:]


def _last_seam(text: str, start: int, limit: int) -> int:
    for near in (limit - 2_000, start):
        if seams := [seam.end() for seam in _SEAM.finditer(text, max(near, start), limit)]:
            return seams[-1]
    return 0


def _guess(text: str) -> int:
    return ceil(len(text.encode("utf-8", "surrogatepass")) * _GUESSED)
