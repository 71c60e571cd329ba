"""A plan in sentences, for whoever asks for it and for whoever is asked for consent."""

from collections.abc import Iterator
from typing import Any

from agent.analyst.sending_plan import calls
from agent.number_words import count
from mast_tui.cli.output import visible


def rows(made: dict[str, Any], proxy: str | None) -> Iterator[str]:
    """The plan in sentences."""
    chunks, tokens, trace = made["chunks"], made["tokens"], made["trace"]
    if made["host"] is None:
        yield "to         nobody: no key, no base URL, so the offline analyst would work here and send nothing"
    else:
        yield f"to         {visible(made['host'])}{through(proxy)}"
        yield f"model      {visible(made['model'] or 'not chosen yet: name one with --model')}"
    yield f"what       {count(len(chunks), 'chunk')}, lines 1-{trace['lines']}, all of the trace"
    secrets = ", ".join(f"{number} {kind}" for kind, number in made["redactions"].items())
    yield f"removed    {secrets or 'nothing: no secret was found'}"
    yield "calls      {} to {}".format(*calls(made))
    yield f"tokens     {tokens['sent'][0]:,} to {tokens['sent'][1]:,} sent; the trace has {tokens['trace']:,}"
    cost = made["cost_usd"]
    yield f"price      {f'${cost[0]:.2f} to ${cost[1]:.2f}' if cost else 'not known'}"
    yield "Nothing has been sent."


def through(proxy: str | None) -> str:
    """What is said of a proxy that stands on the way."""
    return f", through the proxy {visible(proxy)}" if proxy else ""
