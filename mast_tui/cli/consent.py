"""Asks for consent before anything of a trace is sent, and shows what is spent while the work goes on."""

import asyncio
import sys
import time
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.choice import Choice, named
from agent.analyst.sending_plan import plan
from agent.analyst.votes import priced
from agent.errors import Cancelled, WrongUse
from agent.graph.progress import Challenged, Judged, Progress, Reached, Resumed, Started
from agent.model.meter import Delayed, Metered
from agent.settings import Limits, Settings, read
from mast_tui.cli.output import narrate, visible
from mast_tui.cli.plan_rows import rows

OFFLINE = (
    "No key and no base URL is known, so the offline analyst works: it sees structural facts, and not what was meant."
)


def settings_of(options: Namespace, state_folder: Path | None) -> Settings:
    """What the command line, the environment and the settings file say of the model."""
    limits = Limits(options.max_tokens, options.max_calls, options.max_cost)
    return read(state_folder, model=options.model, base_url=options.base_url, limits=limits)


def named_choice(options: Namespace, state_folder: Path | None) -> Choice:
    """Who would be asked, as far as that is known without contacting anybody."""
    return named(settings_of(options, state_folder), offline=options.offline, state_folder=state_folder)


def check_may_ask(options: Namespace, command: str) -> None:
    """Refuse, before any work, where nobody is there to be asked and consent was not given."""
    if not options.yes and not (sys.stdin is not None and sys.stdin.isatty()):
        raise WrongUse(
            "Sending text of a trace to a model takes consent.",
            "There is no terminal on stdin to ask on.",
            f"To agree, type `mast-tui {command}{_named(options)} --yes` with the options you gave; "
            "`mast-tui plan` shows first what would be sent, and --offline sends nothing.",
        )


def _named(options: Namespace) -> str:
    """The trace of the command line, where it has one."""
    return f" {visible(str(options.trace))}" if getattr(options, "trace", None) is not None else ""


def ask(case: Case, choice: Choice, options: Namespace) -> None:
    """Ask whether a trace may be sent to be diagnosed; nothing is asked where --yes was given."""
    if options.yes:
        return
    sending = plan(case, list(case.planner.chunks()), choice.model, choice.host, choice.price)
    sending = priced(sending, getattr(options, "votes", 1))
    secrets = () if options.redact else ("secrets    are sent as they are, because of --no-redact",)
    confirm(choice, [*rows(sending, choice.settings.proxy), *secrets])


def confirm(choice: Choice, rows: Iterable[str]) -> None:
    """Show what would be sent, and go on only with a yes: the one question before anything leaves."""
    for row in rows:
        narrate(row)
    sys.stderr.write(f"Send this to {visible(choice.host or '')}? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Cancelled("Nothing was sent.", "The answer was not yes.", "Run it again, or work with --offline.")


class Teller:
    """Narrates a diagnosis on stderr: in one line that is written over on a terminal, else only what matters."""

    def __init__(self) -> None:
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._chunks = self._judged = 0
        self._spent = ""
        self._step = ""
        self._why = ""
        self._until = 0.0

    def tell(self, progress: Progress) -> None:
        """Take note of one thing that happened."""
        if isinstance(progress, Started):
            self._chunks = progress.chunks * len(progress.categories)
        elif isinstance(progress, Resumed):
            done = progress.judgements
            if done:
                narrate(f"Going on after {done} judgement{'' if done == 1 else 's'} of an earlier start.")
        elif isinstance(progress, Judged):
            self._judged += 1
            self._step = f"{progress.category}, {self._judged} of {self._chunks} judgements"
        elif isinstance(progress, Challenged):
            self._step = f"{progress.id} {progress.verdict}"
        elif isinstance(progress, Reached):
            self._step = progress.step.replace("_", " ")
        elif isinstance(progress, Metered):
            self._spent = spent_words(progress)
        elif isinstance(progress, Delayed):
            self._wait(progress)
        self._draw()

    async def tick(self) -> None:
        """Count a wait down, once a second, for as long as this is not cancelled."""
        while self._live:
            await asyncio.sleep(1)
            self._draw()

    def end(self) -> None:
        """Leave a clean line behind."""
        if self._live:
            self._show("")

    def _draw(self) -> None:
        if not self._live:
            return
        left = round(self._until - time.monotonic())
        step = f"waiting {left // 60}:{left % 60:02} ({self._why})" if left > 0 else self._step
        self._show(f"{step}  {self._spent}")

    def _wait(self, delayed: Delayed) -> None:
        until = time.monotonic() + delayed.seconds
        longer = until - self._until
        self._until, self._why = max(until, self._until), delayed.why
        if not self._live and min(longer, delayed.seconds) >= 1:
            narrate(f"Waiting {delayed.seconds:.0f} s: {visible(delayed.why)}.")

    def _show(self, text: str) -> None:
        try:
            sys.stderr.write(f"\r\x1b[K{visible(text)[:100]}")
            sys.stderr.flush()
        except (OSError, ValueError):
            self._live = False


def spent_words(metered: Metered) -> str:
    """What has been spent so far, in a few words."""
    spent = metered.spent
    cost = f", ${spent.cost_usd:.4f}" if spent.cost_usd is not None else ""
    return f"{spent.calls} calls, {spent.prompt_tokens:,} tokens sent{cost}"
