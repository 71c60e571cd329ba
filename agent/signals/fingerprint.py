"""A hash of a text that blank lines and margins do not change."""

from hashlib import blake2b


def fingerprint(text: str) -> bytes:
    """Equal for texts that differ only in blank lines and in blanks at the ends of lines."""
    digest = blake2b(digest_size=8)
    for line in text.split("\n"):
        line = line.rstrip()
        if line:
            digest.update(line.encode("utf-8", "replace") + b"\n")
    return digest.digest()
