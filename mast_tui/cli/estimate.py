"""What diagnosing many runs would send and cost, reckoned from a few of them."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from agent.analyst.case import Case
from agent.analyst.choice import Choice
from agent.analyst.sending_plan import calls, plan
from agent.errors import MastError
from agent.number_words import count, size
from agent.redaction.redact import Redactor
from agent.run_table.candidates import Candidate
from agent.trace.trace import Trace
from mast_tui.cli.output import visible
from mast_tui.cli.plan_rows import through

LOOKED_AT = 5


def estimate(choice: Choice, files: Sequence[Candidate], options: Namespace, salt: bytes) -> Iterator[str]:
    """What all of the files take, in sentences, reckoned from a few of them."""
    step = max(1, len(files) // LOOKED_AT)
    seen = fewest = most = low = high = 0
    cheapest = dearest = 0.0
    looked = files[::step][:LOOKED_AT]
    for each in looked:
        sending = _plan(each.path, choice, options, salt)
        if sending is None:
            continue
        seen += each.bytes
        fewest, most = fewest + calls(sending)[0], most + calls(sending)[1]
        low, high = low + sending["tokens"]["sent"][0], high + sending["tokens"]["sent"][1]
        dollars = sending["cost_usd"] or (0.0, 0.0)
        cheapest, dearest = cheapest + dollars[0], dearest + dollars[1]
    whole = sum(each.bytes for each in files)
    yield f"to         {visible(choice.host or '')}{through(choice.settings.proxy)}"
    yield f"model      {visible(choice.model or '')}"
    yield f"what       {count(len(files), 'file')}, {size(whole)}"
    if not seen:
        yield "calls      nobody can say: the files that were looked at cannot be read"
        return
    share = whole / seen
    yield f"calls      about {fewest * share:,.0f} to {most * share:,.0f}, reckoned from {count(len(looked), 'file')}"
    yield f"tokens     about {low * share:,.0f} to {high * share:,.0f} sent"
    price = f"about ${cheapest * share:,.2f} to ${dearest * share:,.2f}" if choice.price else "not known"
    yield f"price      {price}"


def _plan(path: str, choice: Choice, options: Namespace, salt: bytes) -> dict[str, Any] | None:
    try:
        with closing(Trace.open(Path(path), format_name=options.format)) as trace:
            trace.read()
            case = Case(trace, redactor=Redactor(salt) if options.redact else None, budget=options.chunk_tokens)
            return plan(case, list(case.planner.chunks()), choice.model, choice.host, choice.price)
    except (MastError, OSError):
        return None
