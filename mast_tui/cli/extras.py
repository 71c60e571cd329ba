"""Packages that only some commands need: where one is missing, a sentence says how to get it."""

import importlib.util

from agent.errors import WrongUse


def need(extra: str, *packages: str) -> None:
    """Refuse, before any work, where a package of an extra is not installed."""
    for package in packages:
        if not _is_here(package):
            raise WrongUse(
                f"This takes a package that is not installed: {package}.",
                "It is not part of what everybody needs.",
                f"Install it with `pip install 'mast-tui[{extra}]'`.",
            )


def _is_here(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ModuleNotFoundError, ValueError):  # a package around it is missing, or was forbidden
        return False
