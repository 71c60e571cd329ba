"""The picture of who turns to whom: agents in an oval, an arrow for each pair, thicker the more often."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.report.html_elements import Html, element, joined
from agent.report.wording import one_line
from agent.statistics.handoffs import Handoff

MOST_NODES, MOST_ARROWS = 16, 60
WIDTH, ROW, NODE_WIDTH, NODE_HEIGHT = 960, 64, 170, 30
NAME = 22


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    at: int
    x: float
    y: float


def handoff_graph(handoffs: Sequence[Handoff], *, by: str) -> Html:
    """The picture, with what it leaves out; nothing where fewer than two turn to each other."""
    if not handoffs:
        return joined()
    weight: Counter[str] = Counter()
    for each in handoffs:
        weight.update({each.sender: each.count, each.receiver: each.count})
    kept = {name for name, _ in weight.most_common(MOST_NODES)}
    order = [name for each in handoffs for name in (each.sender, each.receiver) if name in kept]
    height = 60 + ROW * -(-len(set(order)) // 2)
    nodes = _placed(list(dict.fromkeys(order)), height)
    drawn = [each for each in handoffs if each.sender in nodes and each.receiver in nodes][:MOST_ARROWS]
    most = max(each.count for each in handoffs)
    words = "Who turns to whom" if by == "address" else "Who acts after whom; the trace names no receivers"
    return element(
        "figure",
        element(
            "svg",
            element("title", words, id="handoffs-title"),
            element("desc", _described(drawn), id="handoffs-text"),
            *(_arrow(each, nodes, most) for each in drawn),
            *(_box(node) for node in nodes.values()),
            viewBox=f"0 0 {WIDTH} {height}",
            role="group",
            aria_labelledby="handoffs-title",
            aria_describedby="handoffs-text",
            class_="picture handoffs",
        ),
        element("figcaption", _caption(words, handoffs, drawn)),
        class_="run",
    )


def _caption(words: str, handoffs: Sequence[Handoff], drawn: Sequence[Handoff]) -> str:
    left = len(handoffs) - len(drawn)
    lost = ", and no ask of a dashed arrow was followed by an act" if any(map(_is_lost, drawn)) else ""
    return f"{words}. A number says how often{lost}." + (f" {left:,} more are not drawn." if left else "")


def _is_lost(handoff: Handoff) -> bool:
    """Whether nothing ever came of an ask."""
    return bool(handoff.unanswered) and handoff.unanswered == handoff.count


def _described(drawn: Sequence[Handoff]) -> str:
    return "; ".join(f"{one_line(each.sender)} to {one_line(each.receiver)}, {each.count:,}" for each in drawn) + "."


def _placed(names: list[str], height: int) -> dict[str, _Node]:
    """The agents by turns at the left and at the right of an oval, evenly from top to bottom."""
    across, down = WIDTH / 2 - NODE_WIDTH / 2 - 20, height / 2 - NODE_HEIGHT / 2
    nodes = {}
    for at, name in enumerate(names):
        of_side = (len(names) + 1 - at % 2) // 2
        share = (2 * (at // 2) + 1) / of_side - 1
        x = WIDTH / 2 + across * math.sqrt(1 - share * share) * (1 if at % 2 else -1)
        nodes[name] = _Node(name, at, round(x, 1), round(height / 2 + down * share, 1))
    return nodes


def _box(node: _Node) -> Html:
    shown = one_line(node.name)
    short = shown if len(shown) <= NAME else f"{shown[: NAME - 1]}…"
    left, top = node.x - NODE_WIDTH / 2, node.y - NODE_HEIGHT / 2
    rect = element("rect", x=left, y=top, width=NODE_WIDTH, height=NODE_HEIGHT, rx=6, class_=f"node a{node.at % 8 + 1}")
    back = element("rect", x=left, y=top, width=NODE_WIDTH, height=NODE_HEIGHT, rx=6, class_="under")
    label = element("text", short, element("title", shown), x=node.x, y=node.y + 4, class_="tick")
    return joined(back, rect, label)


def _arrow(handoff: Handoff, nodes: dict[str, _Node], most: int) -> Html:
    """A curve that bends to its right, so that both ways between two agents can be told apart."""
    start, end = nodes[handoff.sender], nodes[handoff.receiver]
    across, down = end.x - start.x, end.y - start.y
    length = math.hypot(across, down) or 1.0
    bend = min(60.0, 0.18 * length)
    middle = (start.x + end.x) / 2 - down / length * bend, (start.y + end.y) / 2 + across / length * bend
    tail, tip = _edge(start, *middle), _edge(end, *middle)
    width = round(1 + 4 * handoff.count / most, 1)
    curve = f"M{tail[0]:.1f} {tail[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}"
    words = f"{one_line(handoff.sender)} to {one_line(handoff.receiver)}: {handoff.count:,}"
    if handoff.unanswered:
        words += f", {handoff.unanswered:,} of them unanswered"
    at = (tail[0] + 2 * middle[0] + tip[0]) / 4, (tail[1] + 2 * middle[1] + tip[1]) / 4
    return element(
        "g",
        element("title", words),
        element("path", d=curve, stroke_width=width, class_=f"way{' lost' if _is_lost(handoff) else ''}"),
        element("path", d=_head(middle, tip, 5 + width), class_="tip"),
        element("text", f"{handoff.count:,}", x=round(at[0], 1), y=round(at[1] + 4, 1), class_="tick often"),
    )


def _edge(node: _Node, x: float, y: float) -> tuple[float, float]:
    """Where the line from a node's middle to a point leaves its box."""
    across, down = x - node.x, y - node.y
    scale = min(
        (NODE_WIDTH / 2 + 3) / abs(across) if across else math.inf,
        (NODE_HEIGHT / 2 + 3) / abs(down) if down else math.inf,
        1.0,
    )
    return node.x + across * scale, node.y + down * scale


def _head(origin: tuple[float, float], tip: tuple[float, float], size: float) -> str:
    turn = math.atan2(tip[1] - origin[1], tip[0] - origin[0])
    points: Iterator[tuple[float, float]] = (
        (tip[0] - size * math.cos(turn + side), tip[1] - size * math.sin(turn + side)) for side in (0.45, -0.45)
    )
    (ax, ay), (bx, by) = points
    return f"M{tip[0]:.1f} {tip[1]:.1f}L{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}z"
