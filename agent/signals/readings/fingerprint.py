"""A hash of a text that blank lines, margins and the header of its record do not change."""

from hashlib import blake2b

from agent.signals.readings.body import body_at


def fingerprint(text: str) -> bytes:
    """Equal for texts that differ only in blank lines, blanks at line ends and the header above them."""
    lines = filter(None, map(str.rstrip, text[body_at(text) :].split("\n")))
    return blake2b("\n".join(lines).encode("utf-8", "replace"), digest_size=8).digest()
