"""A hash of a text that blank lines, margins and the header of its record do not change."""

from hashlib import blake2b

from agent.signals.body import body_at


def fingerprint(text: str) -> bytes:
    """Equal for texts that differ only in blank lines, blanks at line ends and the header above them."""
    digest = blake2b(digest_size=8)
    for line in text[body_at(text) :].split("\n"):
        line = line.rstrip()
        if line:
            digest.update(line.encode("utf-8", "replace") + b"\n")
    return digest.digest()
