"""The graph as text, drawn from the graph itself."""

from collections.abc import Iterator

from agent.graph.build import build


def draw() -> str:
    """Each step with the steps that may follow it; a dotted arrow is taken once for each chunk or finding, or not."""
    return "\n".join(_rows())


def _rows() -> Iterator[str]:
    picture = build().get_graph()
    names = {name: name.strip("_") for name in picture.nodes}
    width = max(map(len, names.values()))
    waiting, seen = ["__start__"], set[str]()
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        following = [edge for edge in picture.edges if edge.source == name]
        for edge in following:
            yield f"{names[name]:>{width}}  {'···>' if edge.conditional else '──->'}  {names[edge.target]}"
        waiting += [edge.target for edge in following]
