"""Runs that lie elsewhere: in an object store or behind a web address, listed and fetched by fsspec."""

import os
import re
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from agent.clean import clean_name
from agent.errors import UnreadableTrace, WrongUse
from agent.many_diagnoses.orders import Task
from agent.run_table.candidates import SUFFIXES, Candidate

BLOCK = 4 * 1024 * 1024
EXTRAS = {"s3": "s3", "gs": "gs", "gcs": "gs", "hf": "hf", "http": "http", "https": "http"}
"""Which extra brings what an address takes."""
_ADDRESS = re.compile(r"([a-z][a-z0-9+]{1,15})://")


def lies_elsewhere(word: str) -> bool:
    """Whether a word is an address, and no path of this machine."""
    match = _ADDRESS.match(word)
    return match is not None and match[1] in EXTRAS


def found_elsewhere(word: str) -> Iterator[Candidate]:
    """The files below an address, or that fit a pattern in it, by name; nothing is read."""
    files, place = _files(word)
    scheme = word.partition("://")[0]
    try:
        if any(sign in place for sign in "*?[") and scheme not in ("http", "https"):
            held = files.glob(place, detail=True)
        elif scheme in ("http", "https") and place.endswith("/"):
            listed = {info["name"]: info for info in files.ls(place, detail=True)}
            held = {name: info for name, info in listed.items() if name.startswith(place) and name.endswith(SUFFIXES)}
        elif scheme in ("http", "https") or files.isfile(place):
            held = {place: files.info(place)}
        else:
            held = {name: info for name, info in files.find(place, detail=True).items() if name.endswith(SUFFIXES)}
    except Exception as fault:  # noqa: BLE001 - each store has errors of its own
        raise _unreachable(word, fault) from None
    for name in sorted(held):
        if held[name].get("type") != "directory":
            address = name if _ADDRESS.match(name) else f"{scheme}://{name.lstrip('/')}"
            yield Candidate(address, int(held[name].get("size") or 0), _changed(held[name]))


class LocalCopy:
    """What a task reads, as a file of this machine: the file itself, or a copy that goes when it is closed."""

    def __init__(self, task: Task) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.path = task.path
        self.is_copy = task.data is not None or lies_elsewhere(task.path)
        if not self.is_copy:
            return
        self._folder = tempfile.TemporaryDirectory(prefix="mast-tui-")
        name = PurePosixPath(task.path.partition("?")[0]).name or "run.json"
        copy = Path(self._folder.name) / name
        self.path = str(copy)
        if task.data is not None:
            copy.write_bytes(task.data)
            return
        files, place = _files(task.path)
        try:
            with files.open(place, "rb") as source, copy.open("wb") as target:
                while block := source.read(BLOCK):
                    target.write(block)
        except Exception as fault:  # noqa: BLE001 - as above
            self.close()
            raise _unreachable(task.path, fault) from None

    def close(self) -> None:
        """Let go of the copy."""
        if self._folder is not None:
            self._folder.cleanup()


def _files(address: str) -> tuple[Any, str]:
    """The store behind an address, and the place in it."""
    scheme = address.partition("://")[0]
    try:
        from fsspec.core import url_to_fs

        options = {"endpoint_url": os.environ["AWS_ENDPOINT_URL"]} if _has_own_endpoint(scheme) else {}
        files, place = url_to_fs(address, **options)
    except ImportError as fault:
        raise WrongUse(
            f"Reading {scheme}:// takes a library that is not installed.",
            f"{fault.name or 'fsspec'} is missing.",
            f"Install it with `pip install 'mast-tui[{EXTRAS[scheme]}]'`.",
        ) from None
    return files, str(place)


def _has_own_endpoint(scheme: str) -> bool:
    return scheme == "s3" and bool(os.environ.get("AWS_ENDPOINT_URL"))


def _changed(info: dict[str, Any]) -> float:
    for name in ("LastModified", "updated", "mtime", "last_modified"):
        value = info.get(name)
        if isinstance(value, datetime):
            return value.timestamp()
        if isinstance(value, int | float):
            return float(value)
    return 0.0


def _unreachable(address: str, fault: Exception) -> UnreadableTrace:
    shown = clean_name(address.partition("?")[0])
    return UnreadableTrace("It cannot be read.", f"{shown}: {type(fault).__name__}.", "Check the address and the key.")
