"""What `diff --why` tells: one paragraph of a model on why two runs part, with quotes that stand in them."""

import asyncio
from argparse import Namespace

from agent.analyst.why_they_part import Why
from agent.divergence.divergences import Differences
from agent.trace.trace import Trace
from mast_tui.cli import consent
from mast_tui.cli.output import narrate, visible, write
from mast_tui.cli.plan_rows import through
from mast_tui.diagnosis.asked_why import WHAT, told_why, why_question
from mast_tui.state.paths import usable_state_folder


def ask_why(good: Trace, bad: Trace, differences: Differences, options: Namespace) -> Why | None:
    """Ask once, with consent, within the budgets; None where the runs do not part."""
    if differences.first is None:
        narrate("The runs do not part, so nobody was asked why.")
        return None
    return asyncio.run(_asked(good, bad, differences, options))


async def _asked(good: Trace, bad: Trace, differences: Differences, options: Namespace) -> Why:
    folder = usable_state_folder()
    settings = consent.settings_of(options, folder)
    asked = await why_question(
        (good, bad), differences, settings, folder, offline=options.offline, redact=options.redact
    )
    consent.check_may_ask(options, "diff")
    choice = asked.choice
    rows = (
        f"to         {visible(choice.host or '')}{through(choice.settings.proxy)}",
        f"model      {visible(choice.model or '')}",
        f"calls      1, about {asked.tokens:,} tokens: {WHAT}",
        *(() if options.redact else ("secrets    are sent as they are, because of --no-redact",)),
    )
    if options.yes:
        for row in rows:
            narrate(row)
    else:
        consent.confirm(choice, rows)
    return await asked.ask()


def tell_why(why: Why) -> None:
    """The paragraph with its quotes."""
    write("")
    for line in told_why(why):
        write(visible(line))
