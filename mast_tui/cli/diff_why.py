"""What `diff --why` tells: one paragraph of a model on why two runs part, with quotes that stand in them."""

import asyncio
from argparse import Namespace

from agent.analyst.case import Case
from agent.analyst.choice import asker_of, choose
from agent.analyst.why_they_part import Why, asked_why, question_of
from agent.divergence.divergences import Differences
from agent.errors import WrongUse
from agent.model.cache import Cache
from agent.redaction.redact import Redactor
from agent.salt import derived, salt
from agent.tokens import count as tokens
from agent.trace.trace import Trace
from mast_tui.cli import consent
from mast_tui.cli.output import narrate, visible, write
from mast_tui.cli.plan_rows import through
from mast_tui.state.paths import usable_state_folder

_ONE_ANSWER = "one answer of a model; its quotes were looked up in the traces, its reasons were not checked"


def ask_why(good: Trace, bad: Trace, found: Differences, options: Namespace) -> Why | None:
    """Ask once, with consent, within the budgets; None where the runs do not part."""
    if found.first is None:
        narrate("The runs do not part, so nobody was asked why.")
        return None
    return asyncio.run(_asked(good, bad, found, options))


async def _asked(good: Trace, bad: Trace, found: Differences, options: Namespace) -> Why:
    folder = usable_state_folder()
    choice = await choose(consent.settings_of(options, folder), offline=options.offline, state_folder=folder)
    if not choice.asks_a_model:
        raise WrongUse("Why two runs part is told by a model.", "None is named.", "Name one with --model.")
    consent.check_may_ask(options, "diff")
    number = salt(folder)
    cases = [Case(each, redactor=Redactor(number) if options.redact else None) for each in (good, bad)]
    sha256 = bad.source.sha256()
    mark = derived(number, "fence", good.source.sha256() + sha256)
    question = question_of(cases[0], cases[1], found, mark)
    sent = sum(tokens(message.text) for message in question.messages)
    rows = (
        f"to         {visible(choice.host or '')}{through(choice.settings.proxy)}",
        f"model      {visible(choice.model or '')}",
        f"calls      1, about {sent:,} tokens: lines of both runs at the places where they part",
        *(() if options.redact else ("secrets    are sent as they are, because of --no-redact",)),
    )
    if options.yes:
        for row in rows:
            narrate(row)
    else:
        consent.confirm(choice, rows)
    asker = asker_of(choice, folder)
    try:
        return await asked_why(asker, question, cases[0], cases[1], found, Cache(folder, sha256))
    finally:
        await asker.close()


def tell_why(why: Why) -> None:
    """The paragraph with its quotes; one that quotes what is not there is not told."""
    write("")
    if not why.holds:
        write("Why: not told, for the answer of the model quotes no words that stand in both runs.")
        return
    write(f"Why ({_ONE_ANSWER})")
    write(visible(f"  {' '.join(why.text.split())}"))
    for name, cited in (("good", why.good), ("bad", why.bad)):
        for line, words in cited:
            write(visible(f"  {name:<4}  L{line}: {words}"))
    if why.left_out:
        write(f"  {why.left_out} more quoted words do not stand in the traces and are left out.")
