"""A trial as the app follows it: what would be asked, of whom, the answers, and where the result is kept."""

import asyncio
from collections.abc import Callable

from agent.analyst.case import Case
from agent.analyst.choice import Choice, asker_of
from agent.diagnosis.document_parts import Finding
from agent.errors import WrongUse
from agent.model.openai_model import OpenAIModel
from agent.redaction.redact import Redactor
from agent.salt import salt
from agent.tokens import count
from agent.trial.experiment import Experiment, experiment
from agent.trial.keeping import with_trial
from agent.trial.trial import Tell, Trial, run_trial
from mast_tui.diagnosis.model_choice import settings_now
from mast_tui.diagnosis.trial_plan import choose_for
from mast_tui.keys.chosen import key_of
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.remedy_trial import RemedyTrial
from mast_tui.state.session import Session


def load() -> None:
    """Load what a trial takes, in a thread, while nobody waits for it; nothing is sent."""
    count("")
    Redactor(salt(usable_state_folder())).redact("")
    asyncio.run(_load_library())


async def _load_library() -> None:
    model = OpenAIModel("", "http://127.0.0.1:9/v1")
    try:
        await model.open()
    finally:
        await model.close()


def asked_words(session: Session) -> str:
    """Who would be asked, as far as that is known without contacting anybody."""
    if session.model is None or session.offline:
        return "nobody yet"
    return f"{session.model.name}, or the model of the trace where the server has it"


def prepared(session: Session, state: RemedyTrial, stop: Callable[[], bool]) -> Experiment:
    """What would be asked, without secrets."""
    if session.stale:
        raise WrongUse(
            "This act cannot be asked again.",
            "The trace has changed since.",
            f"{key_of('panes.again')} diagnoses it again.",
        )
    redactor = session.model.redactor if session.model is not None else Redactor(salt(usable_state_folder()))
    case = Case(session.trace, redactor=redactor, stop=stop)
    return experiment(session.trace, state.finding, state.remedy, case.redact)


def choice_of(session: Session, tried: Experiment) -> Choice:
    """Who is asked; the server is asked for its models first."""
    folder = usable_state_folder()
    return asyncio.run(choose_for(tried, settings_now(session), folder, offline=False, is_named=False))


async def follow(tried: Experiment, choice: Choice, times: int, tell: Tell) -> Trial:
    """Ask both arms."""
    asker = await asyncio.to_thread(asker_of, choice, usable_state_folder())
    try:
        return await run_trial(asker, tried, (times, times), tell)
    finally:
        await asker.close()


def kept(session: Session, finding: Finding, number: int, trial: Trial) -> Finding | None:
    """The finding with the result; None where the diagnosis does not have it any more."""
    before = session.judged
    same = next((each for each in before.findings if each.id == finding.id), None) if before is not None else None
    if before is None or same is None or (same.title, same.onset) != (finding.title, finding.onset):
        return None
    session.decisions.amend(with_trial(before, finding.id, number, trial.as_dict()), finding.id)
    return session.finding(finding.id)
