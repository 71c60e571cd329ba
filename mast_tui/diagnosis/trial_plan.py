"""Who is asked in a trial, and what that sends and costs at most."""

from dataclasses import replace
from pathlib import Path

from agent.analyst.choice import Choice, choose, offered
from agent.errors import MastError
from agent.model.reply_schemas import schema_of
from agent.model.request_tokens import conversation_tokens, form_tokens
from agent.model.trial_reply import TrialReply
from agent.number_words import count as counted
from agent.settings import Settings
from agent.tokens import count
from agent.trial.arms import Arm, as_text
from agent.trial.experiment import Experiment
from mast_tui.state.sending_plan import SendingPlan

_JUDGE_TOKENS, _SHORT_ANSWER = 1_600, 60
"""What a judge reads beside the answer, at most; and how short answers may be."""


async def choose_for(
    tried: Experiment, settings: Settings, folder: Path | None, *, offline: bool, is_named: bool
) -> Choice:
    """The model of the trace where the server has it and a person named no other, else the one chosen."""
    wanted = tried.context.model
    if wanted and not is_named and not offline and settings.address and wanted != settings.model:
        try:
            if wanted in await offered(settings):
                settings = replace(settings, model=wanted)
        except MastError:
            if settings.model is None:
                raise
    return await choose(settings, offline=offline, state_folder=folder)


def is_of_trace(tried: Experiment, choice: Choice) -> bool:
    """Whether the model that is asked is the one that acted."""
    return tried.context.model is not None and tried.context.model == choice.model


def trial_plan(tried: Experiment, choice: Choice, times: int) -> SendingPlan:
    """What a trial would send; the most is where every answer is as long as it may be and every one is judged."""
    settings, calls = choice.settings, tried.calls(times)
    asked = sum(times * _tokens(tried, arm) for arm in tried.arms)
    longest = settings.answer_tokens
    check = tried.arms[1].check
    again = times * (count(check) + longest + _tokens(tried, tried.arms[1])) if check else 0
    judge = _JUDGE_TOKENS + form_tokens(schema_of(TrialReply))
    sent = asked, asked + again + 2 * times * (judge + longest)
    answered = calls * _SHORT_ANSWER, (calls + 2 * times) * longest
    price = choice.price
    costs = [price.of_tokens(low, 0, most) for low, most in zip(sent, answered, strict=True)] if price else None
    return SendingPlan(
        host=str(choice.host or ""),
        encrypted=not str(settings.address or "").startswith("http://"),
        model=str(choice.model or ""),
        chunks=1,
        lines=tried.act.lines[0],
        removed=(),
        calls=(calls, calls + 2 * times),
        tokens=(sent[0] + answered[0], sent[1] + answered[1]),
        price=(costs[0], costs[1]) if costs else None,
        limit=settings.limits.cost_usd,
        seconds=None,
        first_chunk=as_text(tried.arms[1]),
        what=_what(tried, times),
        proxy=settings.proxy,
    )


def _what(tried: Experiment, times: int) -> str:
    before = counted(len(tried.context.messages), "message")
    return f"{before} before L{tried.act.lines[0]}, {counted(times, 'time')} as it was and with the remedy"


def _tokens(tried: Experiment, arm: Arm) -> int:
    return conversation_tokens(arm.messages, tried.context.tools)
