"""Hashes of bytes; the library that makes them is loaded with the first: the first page of a trace needs none."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash, blake2b


def sha256(data: bytes = b"") -> "_Hash":
    """A hash that tells apart what anybody may have written."""
    import hashlib

    return hashlib.sha256(data)


def short(data: bytes, size: int) -> "blake2b":
    """A hash of some bytes that is quick to make."""
    import hashlib

    return hashlib.blake2b(data, digest_size=size)
