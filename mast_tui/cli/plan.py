"""`mast-tui plan`: what a diagnosis would send and cost, sending nothing."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from agent.analyst.case import Case
from agent.analyst.plan import plan
from agent.model.redact import Redactor
from agent.salt import salt
from mast_tui.cli.opening import open_trace
from mast_tui.cli.output import visible, write, write_json
from mast_tui.cli.parser import model_options, trace_argument, trace_options
from mast_tui.paths import usable_state_folder

OPENAI = "api.openai.com"


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, how to read it, and who would be asked."""
    trace_argument(parser)
    parser.add_argument("--json", action="store_true", help="the plan as one JSON document")
    trace_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Work the plan out and write it."""
    trace = open_trace(options)
    try:
        redactor = Redactor(salt(usable_state_folder())) if options.redact else None
        case = Case(trace, redactor=redactor, budget=options.chunk_tokens)
        made = plan(case, list(case.planner.chunks()), *_asked(options), None)
    finally:
        trace.close()
    if options.json:
        write_json(made)
    else:
        for line in rows(made):
            write(line)
    return 0


def _asked(options: Namespace) -> tuple[str | None, str | None]:
    """The model and the host that would be asked, as far as they are named."""
    if options.offline:
        return None, None
    model = options.model or os.environ.get("MAST_TUI_MODEL") or None
    url = options.base_url or os.environ.get("OPENAI_BASE_URL")
    if url:
        return model, urlsplit(url).hostname
    return model, OPENAI if os.environ.get("OPENAI_API_KEY") else None


def rows(made: dict[str, Any]) -> Iterator[str]:
    """The plan in sentences."""
    chunks, calls, tokens, trace = made["chunks"], made["calls"], made["tokens"], made["trace"]
    if made["host"] is None:
        yield "to         nobody: no key, no base URL, so the offline analyst would work here and send nothing"
    else:
        yield f"to         {visible(made['host'])}"
        yield f"model      {visible(made['model'] or 'not chosen yet: name one with --model')}"
    yield f"what       {_count(len(chunks), 'chunk')}, lines 1-{trace['lines']}, all of the trace"
    secrets = ", ".join(f"{number} {kind}" for kind, number in made["redactions"].items())
    yield f"removed    {secrets or 'nothing: no secret was found'}"
    least = calls["outline"] + calls["walk"] + calls["root"]
    yield f"calls      {least} to {least + calls['challenge'][1]}"
    yield f"tokens     {tokens['sent'][0]:,} to {tokens['sent'][1]:,} sent; the trace has {tokens['trace']:,}"
    cost = made["cost_usd"]
    yield f"price      {f'${cost[0]:.2f} to ${cost[1]:.2f}' if cost else 'not known'}"
    yield "Nothing has been sent."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
