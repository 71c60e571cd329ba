"""What the secrets of known issuers look like: keys and tokens that give themselves away by their form."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from agent.redaction.form_scan import least, literal


class Secret(NamedTuple):
    """Where a secret stands in a text, and of what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A form: it is tried only where one of its anchors stands, and every repetition in it is bounded."""

    kind: str
    anchors: tuple[str, ...]
    form: re.Pattern[str]
    made: bool
    """Whether it must look made by a machine: words joined by dashes have the same form."""


def _rule(kind: str, anchors: str, rest: str, *, made: bool = False) -> Rule:
    return Rule(kind, tuple(anchors.split()), re.compile(rest), made)


_END = "(?![A-Za-z0-9])"
RULES = (
    _rule("anthropic", "sk-ant-", r"[\w-]{16,250}"),
    _rule("openrouter", "sk-or-", r"[\w-]{20,120}"),
    _rule("langfuse", "sk-lf-", r"[\w-]{20,60}"),
    _rule("openai", "sk-", r"(?!ant-|or-|lf-)[\w-]{20,250}", made=True),
    _rule("openai", "sess-", r"[A-Za-z0-9]{40}" + _END),
    _rule("github", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9]{30,255}"),
    _rule("github", "github_pat_", r"\w{22,255}"),
    _rule(
        "gitlab",
        "glpat- gldt- glrt- glrtr- glptt- glcbt- glft- glsoat- gloas- glagent- glimt- glffct-",
        r"[\w.-]{18,300}",
    ),
    _rule("aws", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}" + _END),
    _rule("aws", "IQoJb3JpZ2lu FwoGZXIvYXdz", r"[A-Za-z0-9+/=]{100,2000}"),
    _rule("google_api_key", "AIza", r"[\w-]{33,39}"),
    _rule("google_oauth", "ya29.", r"[\w.-]{20,1024}"),
    _rule("google_oauth", "GOCSPX-", r"[\w-]{20,40}"),
    _rule("google_oauth", "1//0", r"[\w-]{25,512}", made=True),
    _rule("azure", "sig=", r"[A-Za-z0-9%/+_-]{28,120}(?:%3[dD]|=){0,2}", made=True),
    _rule("slack", "xoxa- xoxb- xoxp- xoxr- xoxs- xoxe- xoxe. xoxc- xoxd- xapp-", r"[\w.%-]{10,300}"),
    _rule("slack_webhook", "hooks.slack.com", r"\\{0,2}/(?:services|workflows|triggers)[\w\\/+-]{20,140}"),
    _rule(
        "discord_webhook",
        "discord.com discordapp.com",
        r"(?:\\{0,2}/(?:api|v\d{1,2})){1,2}\\{0,2}/webhooks\\{0,2}/\d{15,22}\\{0,2}/[\w-]{40,100}",
    ),
    _rule("teams_webhook", "webhook.office.com/", r"webhookb2/[\w@/-]{60,300}"),
    _rule("stripe", "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_", r"[A-Za-z0-9]{10,250}"),
    _rule("webhook_secret", "whsec_", r"[A-Za-z0-9+/=_-]{20,100}"),
    _rule("twilio", "SK AC", r"[0-9a-f]{32}" + _END),
    _rule("sendgrid", "SG.", r"[\w-]{16,32}\.[\w-]{32,64}"),
    _rule("mailgun", "key-", r"[0-9a-f]{32}" + _END),
    _rule("npm", "npm_", r"[A-Za-z0-9]{30,64}"),
    _rule("pypi", "pypi-", r"[\w-]{40,300}", made=True),
    _rule("hugging_face", "hf_ api_org_", r"[A-Za-z0-9]{30,64}"),
    _rule("groq", "gsk_", r"[A-Za-z0-9]{30,80}"),
    _rule("xai", "xai-", r"[A-Za-z0-9]{40,120}"),
    _rule("perplexity", "pplx-", r"[A-Za-z0-9]{32,80}"),
    _rule("replicate", "r8_", r"[A-Za-z0-9]{30,60}"),
    _rule("langsmith", "lsv2_", r"(?:pt|sk|sv)_[0-9a-f]{20,64}(?:_[0-9a-f]{6,20})?"),
    _rule("langsmith", "ls__", r"[0-9a-f]{32}"),
    _rule("tavily", "tvly-", r"[\w-]{20,80}", made=True),
    _rule("nvidia", "nvapi-", r"[\w-]{40,100}"),
    _rule("cerebras", "csk-", r"[a-z0-9]{40,60}"),
    _rule("fireworks", "fw_", r"[A-Za-z0-9]{20,40}" + _END, made=True),
    _rule("together", "tgp_v1_", r"[\w-]{30,60}"),
    _rule("pinecone", "pcsk_", r"\w{40,90}"),
    _rule("jina", "jina_", r"[\w-]{40,90}"),
    _rule("e2b", "e2b_", r"[0-9a-f]{32,64}"),
    _rule("firecrawl", "fc-", r"[0-9a-f]{32}" + _END),
    _rule("wandb", "wandb_v1_", r"\w{30,120}"),
    _rule("elevenlabs", "sk_", r"[0-9a-f]{48}" + _END),
    _rule("anyscale", "esecret_", r"\w{20,80}"),
    _rule("voyage", "pa-", r"[\w-]{40,48}" + _END, made=True),
    _rule("notion", "ntn_ secret_", r"[A-Za-z0-9]{40,60}", made=True),
    _rule("linear", "lin_api_ lin_oauth_", r"[A-Za-z0-9]{30,80}"),
    _rule("figma", "figd_ figu_", r"[\w-]{30,60}"),
    _rule("airtable", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _rule("atlassian", "ATATT3 ATCTT3 ATBB", r"[\w=-]{24,300}", made=True),
    _rule("digitalocean", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{40,64}"),
    _rule("databricks", "dapi", r"[0-9a-f]{32}(?:-\d{1,2})?" + _END),
    _rule("new_relic", "NRAK- NRJS- NRII-", r"[\w-]{19,40}"),
    _rule("sentry", "sntrys_ sntryu_", r"[\w+/=.-]{30,400}"),
    _rule("grafana", "glsa_ glc_", r"[\w+/=]{30,400}"),
    _rule("docker", "dckr_pat_ dckr_oat_", r"[\w-]{20,60}"),
    _rule("vault", "hvs. hvb. hvr.", r"[\w-]{20,300}"),
    _rule("pulumi", "pul-", r"[0-9a-f]{40}" + _END),
    _rule("planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[\w=.-]{30,80}"),
    _rule("supabase", "sbp_ sb_secret_", r"[\w-]{20,80}"),
    _rule("doppler", "dp.pt. dp.st. dp.ct. dp.sa.", r"[\w.-]{35,80}"),
    _rule("heroku", "HRKU-", r"[\w-]{30,80}"),
    _rule("netlify", "nfp_", r"[A-Za-z0-9]{30,60}"),
    _rule("flyio", "fm1_ fm2_ FlyV1", r"[\w+/=, -]{40,1000}", made=True),
    _rule("postman", "PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}"),
    _rule("shopify", "shpat_ shpca_ shppa_ shpss_", r"[0-9a-fA-F]{30,40}"),
    _rule("square", "sq0atp- sq0csp- sq0idp-", r"[\w-]{20,60}"),
    _rule("square", "EAAA", r"[\w-]{56,70}" + _END, made=True),
    _rule("facebook", "EAA", r"[A-Za-z0-9]{80,300}" + _END, made=True),
    _rule("x_bearer", "AAAAAAAAAAAAAAAAAAAA", r"[\w%]{30,150}", made=True),
    _rule("age", "AGE-SECRET-KEY-1", r"[0-9A-Z]{40,70}"),
    _rule("jwt", "eyJ", r"[\w-]{8,8192}\.[\w-]{2,16384}(?:\.[\w-]{2,8192}){1,3}"),
)

# Forms with no telling start: what stands in their middle is looked for, and they are read around it.
_TELEGRAM, _BOT_ID = re.compile(r":AA[\w-]{32,34}" + _END), re.compile(r"(?<!\d)\d{8,10}$")
_DISCORD = re.compile(r"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])")
_AZURE_CLIENT, _AZURE_HEAD = re.compile(r"Q~[\w.~-]{31,34}"), re.compile(r"[\w.~-]{3}\d$")
_MAILCHIMP, _HEX = re.compile(r"-us\d{1,2}" + _END), re.compile(r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt]))[0-9a-f]{32}$")
_AZURE_TAIL, _AZURE_BODY = re.compile("JQQJ99[A-Za-z0-9]{20,40}"), re.compile("[A-Za-z0-9]{40,52}$")
_AZURE_PADDING, _AZURE_KEY = (
    re.compile("==(?![A-Za-z0-9=])"),
    re.compile(r"(?:(?<![A-Za-z0-9+/-])|(?<=\\[nrt])|(?<=[=:]-))[A-Za-z0-9+/]{86}$"),
)
_FIREBASE, _SENDER = re.compile(r":APA91b[\w-]{100,200}"), re.compile(r"[\w-]{11}$")
_AROUND = (
    ("azure", "JQQJ99", _AZURE_TAIL, _AZURE_BODY, 53),
    ("azure", "==", _AZURE_PADDING, _AZURE_KEY, 88),
    ("firebase", ":APA91b", _FIREBASE, _SENDER, 11),
    ("telegram", ":AA", _TELEGRAM, _BOT_ID, 11),
    ("azure", "Q~", _AZURE_CLIENT, _AZURE_HEAD, 4),
    ("mailchimp", "-us", _MAILCHIMP, _HEX, 34),
)
_HALVES = {
    "aws": re.compile(r"(?<![\w/+=])[A-Za-z0-9/+]{40}(?![\w/+=])"),
    "twilio": re.compile(r"(?<![\w/+=-])[0-9a-f]{32}(?![\w/+=-])"),
}


_CONSONANTS = re.compile("[bcdfghjklmnpqrstvwxz]{6}", re.IGNORECASE)


BY_TRACE = {literal(anchor) + least(rule.form.pattern): (anchor, rule) for rule in RULES for anchor in rule.anchors}
_AROUND_BY_TRACE = {least(known[2].pattern): known for known in _AROUND}
_DISCORD_TRACE = r"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27}"
TRACES = frozenset((*BY_TRACE, *_AROUND_BY_TRACE, _DISCORD_TRACE))


def find_known(text: str, seen: frozenset[str] = TRACES) -> Iterator[Secret]:
    """Find the secrets that show by their form alone; `seen` are the traces that stand in the text."""
    for trace in seen & TRACES:
        if trace in BY_TRACE:
            yield from _find_form(text, *BY_TRACE[trace])
        elif trace in _AROUND_BY_TRACE:
            yield from _find_around(text, *_AROUND_BY_TRACE[trace])
        else:
            for found in _DISCORD.finditer(text):
                if starts_word(text, found.start()) and is_mixed(found[0]):
                    yield Secret(found.start(), found.end(), "discord")


def _find_form(text: str, anchor: str, rule: Rule) -> Iterator[Secret]:
    for start in places(text, anchor):
        if not starts_word(text, start) or not (found := rule.form.match(text, start + len(anchor))):
            continue
        if is_filler(found[0]) or (rule.made and not is_machine_made(found[0])):
            continue
        yield Secret(start, found.end(), rule.kind)
        if rule.kind in _HALVES:
            yield from _other_half(text, found.end(), rule.kind)


def _find_around(
    text: str, kind: str, anchor: str, form: re.Pattern[str], head: re.Pattern[str], width: int
) -> Iterator[Secret]:
    for middle in places(text, anchor):
        if text[middle - 1 : middle].isspace() or not (tail := form.match(text, middle)):
            continue
        if before := head.search(text[max(0, middle - width) : middle]):
            yield Secret(middle - len(before[0]), tail.end(), kind)


def _other_half(text: str, start: int, kind: str) -> Iterator[Secret]:
    """The secret half of a pair of keys has no form of its own, but stands close behind the half that has."""
    found = _HALVES[kind].search(text, start, start + 200)
    if found and is_mixed(found[0]) and (kind != "aws" or any(c.isupper() for c in found[0])):
        yield Secret(found.start(), found.end(), kind)


def is_filler(text: str) -> bool:
    """Whether the characters only fill a place, as in `xxxxxxxx`."""
    return "xxxxx" in text.lower() or len({c for c in text.lower() if c.isalnum()}) <= 1


def places(text: str, anchor: str) -> Iterator[int]:
    """Everywhere the anchor stands."""
    place = text.find(anchor)
    while place >= 0:
        yield place
        place = text.find(anchor, place + 1)


def starts_word(text: str, start: int) -> bool:
    r"""Whether a word can start here: at the edge of one, or behind an escape such as the two characters `\n`."""
    if start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "-_"):
        return True
    return start > 1 and text[start - 1] in "nrtbf" and text[start - 2] == "\\"


def is_mixed(text: str) -> bool:
    """Whether letters and digits both occur, as they do in what a machine made."""
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


def is_shuffled(text: str) -> bool:
    """Whether small and capital letters alternate as in no word that a person made."""
    changes = sum(a.isalpha() and b.isalpha() and a.islower() != b.islower() for a, b in pairwise(text))
    return len(text) >= 12 and changes * 4 >= len(text)


def is_jumbled(text: str) -> bool:
    """Whether so many consonants follow each other as in no word that a person made."""
    return len(text) >= 16 and text.isalpha() and _CONSONANTS.search(text) is not None


def is_machine_made(text: str) -> bool:
    """Whether the characters look drawn by lot."""
    return is_mixed(text) or is_shuffled(text)
