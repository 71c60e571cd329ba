"""One line of the table of benchmarks: what was measured, beside whom, and whether the goal is met."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of ours beside a peer's from the same run; `ratio` is ours divided by theirs."""

    name: str
    what: str
    ours: str
    peer: str
    ratio: float
    goal: str
    ok: bool


def at_most(goal: float, name: str, what: str, ours: float, peer: float, peer_name: str, unit: str = "ms") -> Row:
    """A row whose ratio should stay at or under the goal."""
    ratio = ours / peer
    return Row(name, what, f"{ours:.4g} {unit}", f"{peer_name}: {peer:.4g} {unit}", ratio, f"<= {goal}", ratio <= goal)


def at_least(goal: float, name: str, what: str, ours: float, peer: float, peer_name: str, unit: str = "MB/s") -> Row:
    """A row whose ratio should reach the goal."""
    ratio = ours / peer
    return Row(name, what, f"{ours:.4g} {unit}", f"{peer_name}: {peer:.4g} {unit}", ratio, f">= {goal}", ratio >= goal)
