import json
import random
import re
import string
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.redaction.redact import PLACEHOLDER, Redacted, Redactor

Maker = Callable[[random.Random], str]
LETTERS = string.ascii_letters + string.digits
URL_SAFE, HEX, UPPER = LETTERS + "-_", "0123456789abcdef", string.ascii_uppercase + string.digits


def some(length: int, alphabet: str = LETTERS) -> Maker:
    return lambda dice: "".join(dice.choices(alphabet, k=length))


def form(*parts: str | Maker) -> Maker:
    return lambda dice: "".join(part if isinstance(part, str) else part(dice) for part in parts)


KNOWN = {
    "anthropic": form("sk-ant-api03-", some(93, URL_SAFE)),
    "openrouter": form("sk-or-v1-", some(64, HEX)),
    "openai": form("sk-proj-1a", some(120, URL_SAFE)),
    "github": form("ghp_", some(36)),
    "gitlab": form("glpat-", some(20)),
    "aws": form("AKIA", some(16, UPPER)),
    "google_api_key": form("AIza", some(35)),
    "google_oauth": form("ya29.a0", some(120)),
    "slack": form("xoxb-", some(12, string.digits), "-", some(24)),
    "slack_webhook": form("hooks.slack.com/services/T", some(8, UPPER), "/B", some(8, UPPER), "/", some(24)),
    "stripe": form("sk_live_", some(24)),
    "twilio": form("SK", some(32, HEX)),
    "sendgrid": form("SG.", some(22), ".", some(43)),
    "mailgun": form("key-", some(32, HEX)),
    "npm": form("npm_", some(36)),
    "pypi": form("pypi-AgEIcHlwaS5vcmc", some(90, URL_SAFE)),
    "hugging_face": form("hf_", some(34)),
    "groq": form("gsk_", some(52)),
    "perplexity": form("pplx-", some(48)),
    "replicate": form("r8_", some(37)),
    "langsmith": form("lsv2_pt_", some(32, HEX), "_", some(10, HEX)),
    "tavily": form("tvly-1", some(31)),
    "digitalocean": form("dop_v1_", some(64, HEX)),
    "databricks": form("dapi", some(32, HEX)),
    "shopify": form("shpat_", some(32, HEX)),
    "square": form("sq0atp-", some(22)),
    "telegram": form(some(10, "123456789"), ":AA", some(33)),
    "discord": form("MTA1", some(22), ".", some(6), ".", some(38)),
    "azure": form(some(52), "JQQJ99", some(26)),
    "mailchimp": form(some(32, HEX), "-us12"),
    "jwt": form("eyJhbGciOiJIUzI1NiJ9.eyJ", some(60), ".", some(43)),
    "email": form(some(7, string.ascii_lowercase), ".b@", some(8, string.ascii_lowercase), ".org"),
}
PLACES = [
    "@@",
    "Use the key @@ for that, please.",
    "SOME_SETTING=@@",
    "setting: '@@'",
    '{"value": "@@"}',
    '{\\"value\\": \\"@@\\"}',
    "before\\n@@\\nafter",
    "(@@), [@@], <@@>, `@@`",
    "curl -H 'X-Thing: @@' https://api.example/",
    "https://api.example/v1?q=@@&page=2",
    "2025-04-01 03:12 INFO planner sent @@; ok",
    "client = Client('@@', retries=3)",
]
PASSWORDS = ["hunter2", "Summer2024!", "P@ssw0rd", "7s7!cA8", "x9#Lq_!7z", "correct-horse-9"]
NAMES = ["password", "DB_PASSWORD", "user_passwd", "Password", "pwd"]
KEY_NAMES = ["api_key", "COHERE_API_KEY", "apiKey", "client_secret", "access_token", "SECRET_KEY", "private_token"]
ASSIGNMENTS = [
    "NAME=@@",
    "export NAME='@@'",
    "NAME: @@",
    '  NAME: "@@"  # comment',
    '{"user": "bob", "NAME": "@@", "x": 1}',
    '{\\"user\\": \\"bob\\", \\"NAME\\": \\"@@\\"}',
    '{\n  "NAME":\n    "@@"\n}',
    "{'NAME': '@@'}",
    'login(user="bob", NAME="@@")',
    'os.environ["NAME"] = "@@"',
    "run --NAME @@ --fast",
    "run --NAME=@@",
    "the NAME is @@.",
    'the NAME for the second account is "@@"',
    "https://api.example/?NAME=@@&page=1",
    "- name: NAME\n  value: @@",
    '{"name": "NAME", "value": "@@"}',
    '"text": "NAME: @@\\nnext"',
    "**NAME**: `@@`",
    "NAME (production): @@",
    "NAME -> @@",
    "the NAME was set to @@",
]
WRAPPINGS = {
    "bearer": "Authorization: Bearer @@",
    "bearer, escaped": '{\\"Authorization\\": \\"Bearer @@\\"}',
    "raw authorization": "authorization: @@",
    "header": "X-Api-Key: @@",
    "subscription": "Ocp-Apim-Subscription-Key: @@",
    "database": "postgresql+psycopg://admin:@@@db.example:5432/main",
    "only a password": "redis://:@@@127.0.0.1:6379/0",
    "only a token": "https://@@@github.com/a/b.git",
    "connection string": "Server=db;User Id=sa;Password=@@;Encrypt=no",
    "azure storage": "AccountName=a;AccountKey=@@;EndpointSuffix=core.windows.net",
    "azure signature": "https://a.blob.core.windows.net/c?sv=2022-11-02&sig=@@%3D&se=2026",
    "curl": "curl -s -u admin:@@ https://api.example/",
    "mysql": "mysql -u root -p@@ main",
    "netrc": "machine api.example login bob password @@",
    "sql": "CREATE USER bob IDENTIFIED BY '@@'",
    "cookie": "Cookie: theme=dark; session=@@; lang=en",
    "basic pair": "requests.get(url, auth=('bob', '@@'))",
    "setter": 'builder.withApiKey("@@")',
    "xml": "<password>@@</password>",
    "curl, long option": "curl --user bob:@@ -k https://files.example/",
    "Windows share": "net use Z: \\\\files\\share /user:corp\\bob @@",
    "ldap": 'ldapsearch -x -D "cn=bob" -w @@ -b dc=example',
    "archive": "zip -P @@ out.zip in.txt",
    "set for a user": 'echo "bob:@@" | sudo chpasswd',
    "table of passwords": "passwords = {'phone': 'x', 'music': '@@'}",
    "list of keys": 'api_keys = ["@@", "none"]',
    "key in parts": '{"kty":"oct","k":"@@"}',
    "key file of a terminal": "Private-Lines: 1\n@@\nPrivate-MAC: 0",
    "cookie in prose": "the session cookie value @@ was sent again",
    "basic pair of a class": "session.auth = HTTPBasicAuth('bob', '@@')",
    "login of a client": "client.login('bob', '@@')",
    "password file": "db.example:5432:main:bob:@@",
    "jar of cookies": ".example.org\tTRUE\t/\tTRUE\t1767225600\tsid\t@@",
    "export of cookies": '{"name": "__Secure-ID", "value": "@@", "domain": ".example.org"}',
    "cookie of a framework": ".AspNetCore.Identity.Application=@@",
    "key as data": "    client-key-data: @@",
    "network": 'network={ ssid="home" psk="@@" }',
    "parameter": "https://api.example/weather?q=Oslo&appid=@@",
    "variable with an ampersand": "DB_PASSWORD=x7&@@&y=z",
}
CODES = [
    "TOTP seed: @JBSW Y3DP EHPK 3PXP@",
    'pyotp.TOTP("@JBSWY3DPEHPK3PXP2B@").now()',
    "recovery phrase: @ribbon cactus velvet orchard tunnel pigeon frost hammer lemon ostrich crater valley@",
    'mnemonic = "@kitten blossom rocket wagon puzzle shrimp ribbon cactus velvet orchard tunnel pigeon@"',
    "Your verification code is @883201@.",
    "the one-time code for the bank: @883 201@",
    "backup codes: @42231669@ and some text",
    "Enter the code @586663@ to verify your phone",
    "pw: @lyAe&f3As+zDIA@",
    '{"user": "a", "pass": "@cNqzVUU902xaG@"}',
    '{"password": {"value": "@LjUetwS397dmV@"}}',
    "password: !vault @JyMlhjx408UbE@",
    "login: admin / @Kestrel2019x@",
    "useradd -p @kxLUtGP437Yny@ bob",
    "lftp -u bob,@uZCXZTb467tOC@ files.example",
    "reset code = @K7QX-88TM@",
    "Use the backup code @77af-k2m9@ instead",
    "the password is @walnut-candle-river-seven@ for all",
    "My PIN is @4821@, keep it",
    'Digest username="x", response="@5f4dcc3b5aa765d61d8327deb882cf99@"',
    "Set-Cookie: PHPSESSID=@qzxwvtrplkjhgfdsazxcvb@; path=/",
]
HARMLESS = [
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "id 123e4567-e89b-12d3-a456-426614174000, sha256:" + "ab12" * 16,
    "data:image/png;base64," + b64encode(random.Random(3).randbytes(3_000)).decode(),
    "max_tokens: 4096, prompt_tokens=1234, total_tokens: 5678, tokens: 99",
    'api_key = "YOUR_API_KEY"; password = "<your password>"; token = "..."',
    "password=os.environ['PASSWORD'], api_key=settings.api_key, token=get_token(user)",
    "token=access_token, page_index=page_index, next_page_token='CAUQAA1234567890abcd'",
    "pass: test_first2, PASS: test_save_3, passed=12, auth: required, credentials: include, bypass='all'",
    "def login(username, password=None, secret: str = ''): ...",
    "password = models.CharField(max_length=128)",
    "secret: ${SECRET}  token: {{ token }}  password: {password}  key: $(cat key)",
    "the password field is required and the token has expired; see the keyboard, monkey and key points",
    "git@github.com:org/project.git  image@2x.png  @pytest.mark.skip  a @ b",
    "https://example.org:8080/path  http://[::1]:80/  file:///etc/hosts",
    "scikit-learn, task-sk-1, risk-based-approach-to-multi-agent-systems-v2",
    "sk-learn-style-names-with-many-words-and-no-number",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    '{"public_key": "' + "Ab1" * 20 + '", "cache_key": "' + "0f9a" * 10 + '"}',
    "Bearer token required; Basic authentication failed",
    "<SECRET:password#3f2a91> was used, api_key=<SECRET:openai#0badc0>",
]


def redact(text: str) -> Redacted:
    return Redactor(b"salt").redact(text)


@pytest.mark.parametrize("kind", KNOWN)
def test_a_known_form_is_found_wherever_it_stands(kind: str) -> None:
    dice = random.Random(kind)
    for place in PLACES:
        secret = KNOWN[kind](dice)
        result = redact(f"first line\n{place.replace('@@', secret)}\nlast")
        assert secret not in result.text, place
        assert kind in result.found, (place, result)
        assert result.text.startswith("first line\n")
        assert result.text.endswith("\nlast")


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_value_with_a_telling_name_is_found(assignment: str) -> None:
    dice = random.Random(assignment)
    for name in NAMES:
        for value in PASSWORDS:
            assert value not in redact(assignment.replace("NAME", name).replace("@@", value)).text, (name, value)
    for name in KEY_NAMES:
        for value in (some(32, HEX)(dice), "7f" + some(38)(dice), b64encode(dice.randbytes(24)).decode()):
            assert value not in redact(assignment.replace("NAME", name).replace("@@", value)).text, (name, value)


@pytest.mark.parametrize("place", WRAPPINGS.values(), ids=WRAPPINGS.keys())
def test_a_value_in_a_telling_place_is_found(place: str) -> None:
    dice = random.Random(place)
    for _ in range(20):
        value = "4" + some(40)(dice)
        assert value not in redact(place.replace("@@", value, 1)).text


@pytest.mark.parametrize("line", CODES)
def test_what_a_person_types_is_found(line: str) -> None:
    before, secret, after = line.split("@")
    assert secret not in redact(before + secret + after).text


def test_both_halves_of_a_pair_of_aws_keys_are_found() -> None:
    secret = "wJ4" + some(37, LETTERS + "/+")(random.Random(1))
    result = redact(f"keys: AKIA{'Q7' * 8} / {secret} (prod)")
    assert result.found == Counter(aws=2)
    assert secret not in result.text


def test_a_very_long_token_is_found_whole() -> None:
    token = some(3_000)(random.Random(2))
    assert redact(f"session_token={token} next").text.endswith("> next")
    assert redact(f'{{"session_token": "{token[:500]}"}}').found == Counter(token=1)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text).text == text


def key_block(lines: int) -> str:
    dice = random.Random(lines)
    body = "\n".join(some(64, LETTERS + "+/")(dice) for _ in range(lines))
    return f"-----BEGIN RSA PRIVATE KEY-----\n{body}\nAb1=\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    "change",
    [
        str,
        lambda key: key.replace("\n", "\r\n"),
        lambda key: key.replace("\n", "\\n"),
        lambda key: key.replace("\n", "\\\\n"),
        lambda key: key.replace("\n", "\n      "),
        lambda key: key[: 32 + 65 * 12],
        lambda key: key[200:],
        lambda key: key[200:].replace("\n", "\\n"),
        lambda key: key.replace("RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"),
        lambda key: key.replace("RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK"),
    ],
    ids=["whole", "crlf", "escaped", "escaped twice", "indented", "cut", "begun before", "both", "ssh", "pgp"],
)
def test_a_private_key_goes_line_by_line(change: Callable[[str], str]) -> None:
    text = "before the key\n" + change(key_block(25)) + "\nafter the key"
    result = redact(text)
    assert result.found == Counter(private_key=1)
    assert result.text.count("\n") == text.count("\n")
    assert re.search(r"[A-Za-z0-9+/]{30}", PLACEHOLDER.sub("", result.text)) is None
    assert result.text.startswith("before the key\n")
    assert result.text.endswith("\nafter the key")


def test_the_same_secret_has_the_same_placeholder_in_any_order_and_after_a_restart() -> None:
    texts = ["password: 'x9#Lq!7z'", "mail bob@example.org", "pwd='x9#Lq!7z' and token='abc123def456ghi789'"]
    first, second, other = Redactor(b"salt"), Redactor(b"salt"), Redactor(b"pepper")
    forward = [first.redact(text).text for text in texts]
    backward = [second.redact(text).text for text in reversed(texts)][::-1]
    assert forward == backward
    assert len(set(PLACEHOLDER.findall("".join(forward)))) == 3
    assert other.redact(texts[0]).text != forward[0]


def test_a_secret_once_met_is_recognised_where_nothing_gives_it_away() -> None:
    redactor = Redactor(b"salt")
    assert redactor.learn("the login is bob, password: 'x9#Lq!7z'") == Counter(password=1)
    assert "x9#Lq!7z" not in redactor.redact("so I typed x9#Lq!7z and it worked").text
    assert redactor.redact("max9#Lq!7z").text == "max9#Lq!7z"
    words = "ribbon cactus velvet orchard tunnel pigeon frost hammer lemon ostrich crater valley"
    redactor.learn(f"seed phrase: {words}; reset code: K7QX-88TM; verification code: 883201")
    assert redactor.redact(f"{words}, then K7QX-88TM, 883201 rows").text.count("<SECRET:") == 2
    redactor.learn("password='something'")
    assert redactor.redact("there is something else").text == "there is something else"


def test_many_secrets_once_met_are_all_recognised() -> None:
    redactor = Redactor(b"salt")
    met = [f"x{number}#Lq!7z\udc80"[: 12 if number % 9 == 0 else 8] for number in range(100, 320)]
    for value in met:
        redactor.learn(f"password: '{value}'")
    shown = redactor.redact(" and ".join(met)).text
    assert not any(value in shown for value in met)


def test_redacting_twice_changes_nothing() -> None:
    dice = random.Random(5)
    text = "\n".join([*(make(dice) for make in KNOWN.values()), *(f"password: '{value}'" for value in PASSWORDS)])
    once = redact(text)
    again = redact(once.text)
    assert again.text == once.text
    assert not again.found


def test_the_way_back_from_a_quote_with_placeholders() -> None:
    redactor = Redactor(b"salt")
    raw = 'é login(password="x9#Lq!7z") then bob@example.org said no'
    result = redactor.redact(raw)
    quote = result.text[result.text.index("login") : result.text.index(" said")]
    start, end = result.raw_range(result.text.index(quote), result.text.index(quote) + len(quote))
    assert raw[start:end] == 'login(password="x9#Lq!7z") then bob@example.org' == redactor.restore(quote)
    assert redactor.restore("<SECRET:openai#000000>") == "<SECRET:openai#000000>"
    inside = result.spans[0].shown[0] + 3
    assert result.raw_range(inside, inside + 2) == result.spans[0].raw


@given(st.data())
def test_every_place_of_the_redacted_text_leads_back(data: st.DataObject) -> None:
    parts = ["a ", "\n", "password='x9#Lq!7z' ", "bob@example.org ", "é🎉 ", "ghp_" + "a1" * 18 + " "]
    raw = "".join(data.draw(st.lists(st.sampled_from(parts), max_size=12)))
    redactor = Redactor(b"salt")
    result = redactor.redact(raw)
    assert redactor.restore(result.text) == raw
    assert result.raw_range(0, len(result.text)) == (0, len(raw))
    for hidden in result.spans:
        assert PLACEHOLDER.fullmatch(result.text[slice(*hidden.shown)])
        assert result.raw_range(*hidden.shown) == hidden.raw
    start = data.draw(st.integers(0, len(result.text)))
    end = data.draw(st.integers(start, len(result.text)))
    if start < end and not any(h.shown[0] < place < h.shown[1] for h in result.spans for place in (start, end)):
        assert redactor.restore(result.text[start:end]) == raw[slice(*result.raw_range(start, end))]


@given(st.text() | st.text(st.sampled_from("password=:\"'\\n key@.a1 ://-\r\n")))
def test_any_text_is_redacted_and_restored(text: str) -> None:
    redactor = Redactor(b"salt")
    result = redactor.redact(text)
    assert redactor.restore(result.text) == text
    assert result.text.count("\n") == text.count("\n")


FLOODS = [
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\\nAAAA\\n",
    "A" * 64 + "\n-----END PRIVATE KEY-----\n",
    "password=",
    'password:"',
    "password for ",
    "key=key",
    "api_key=A1b2",
    "://a:",
    "@a.a.a.a",
    "Cookie: a=",
    "-eyJ_eyJ",
    "eyJ" + "a" * 3_000 + " ",
    "bearer aaaaaaaa",
    "\\\\\\\\",
    "a==",
    "MTA" + "a" * 21 + ".",
    "session=",
    "session ",
    "login('a', ",
    "a:1234:b:c:",
    "Digest response",
]


@pytest.mark.parametrize("unit", FLOODS, ids=range(len(FLOODS)))
def test_a_flood_costs_in_proportion_to_its_size(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        Redactor(b"salt").redact(text[:1_000])
        start = process_time()
        Redactor(b"salt").redact(text)
        return process_time() - start

    small, large = (min(seconds(size) for _ in range(3)) for size in (20_000, 80_000))
    assert large <= 0.05 + 8 * small


def test_real_traces_lose_little_that_is_no_secret() -> None:
    corpus = Path(__file__).parents[3].parent / "shared" / "corpus"
    if not corpus.is_dir():
        pytest.skip("the corpus is not beside the project")
    files = [f for name in ("HyperAgent", "ChatDev", "AG2", "MetaGPT") for f in sorted((corpus / name).rglob("*.*"))]
    texts = [file.read_text("utf-8", "replace") for file in files[::6]]
    size, kinds = sum(map(len, texts)), Counter[str]()
    for text in texts:
        kinds += redact(text).found
    assert size > 500_000
    assert kinds.total() - kinds["email"] <= 20 * size / 1_000_000


def plants() -> list[dict[str, str]]:
    rows = (Path(__file__).parent / "plants" / "secrets.jsonl").read_text("utf-8").split("\n")
    return [json.loads(row) for row in rows if row]


def test_secrets_that_somebody_else_planted_are_found() -> None:
    rows, kept = plants(), Counter[str]()
    for row in rows:
        secret = row["backwards"][::-1]
        shown = redact(row["text"].replace("@@", secret)).text
        kept[row["kind"]] += any(part in shown for part in secret.split("\n") if len(part) >= 4)
    assert len(kept) == 24
    assert kept.total() <= 0.05 * len(rows), kept


NEARLY = [
    "upward: 5x7y, pwn: a1b2c3d4, the exit code 1234 was used to log the error, login: /api/v2 / home",
    '{"pass": "12", "fail": "3"}, {"pass": "test_first2"}',
    "session GCA_000001405.29 of the bank; the accession is GCF_000001405.40",
    'secrets = ["alpha", "beta"]; passwords = {"phone": None}; credentials = {"type": "service"}',
    "zip -r out.zip folder; mongo --quiet; net use Z: /delete; the password is not-found",
    "OPENAI_API_KEY=<your-key-here> HF_TOKEN=<none> API_TOKEN=& DB_PASSWORD=<unset>&x=1",
    "the verification code is wrong, the PIN is required, the exit code is 1234, the zip code: 80331",
    "https://user:pass@example.org/ and https://example.org/?id=7f3a9c2e4b5d6f708192a3b4c5d6e7f8",
    "the seed phrase: these are the words that you must write down and keep in a place that nobody knows",
    'logger.login("bob", "starting")',
    "session=SessionIdentifierGenerator(), sid=SecureIdentifier, session: requests.Session()",
    "tests/test_a.py:1204:main:bob:failed",
    "STRIPE_KEY=sk_live_" + "x" * 24,
    "postgres://USER:PASSWORD@HOST:PORT/DBNAME",
    "mongodb://<username>:<password>@<host>/<db>",
    "Authorization: Basic <base64(user:password)>",
    "the file begins with -----BEGIN PRIVATE KEY-----, as it should",
    'integrity: "sha512-' + b64encode(bytes(range(64))).decode() + '"',
    "the cookie banner was closed; cookies: enabled, sid: none, session=requests.Session()",
    "echo done | tee log.txt; sudo apt-get install -y less",
    'I tried "pytest -x" and the password reset page came up',
    "docker run -p 8080:80 web; docker build -t name .",
    "The current session is `2026-07-13T14-33-13-754Z_019f5be5-7b1a-7000-8a7c-db42f66cd116.jsonl`",
    '{"key":"7a9e1004d89862c8bb1f974abc22e8b42cf2220a","file_key":"V9fFusRtr1gh5rC8dmMwVQ"}',
    """re.sub(r'("api_key": ")[^"]*', 'password=***MASKED***'); ("GJS1HzWhPPw", "2z0z2itNcCs")""",
]


@pytest.mark.parametrize(
    "text",
    [
        'Token ?= "{}"',
        'Token ::= "{}"',
        '$apiToken .= "{}"',
        'val password: String = "{}"',
        "if password != '{}':",
        "api_token: |\n  {}",
        'easy_setopt(curl, CURLOPT_PASSWORD, "{}")',
        'db = os.environ["DB_PASSWORD"] or "{}"',
        "id:bob pass:{}",
        "PSWD:={}",
        '<password name="main">{}</password>',
        "# {} is the password",
        'const apiToken string = "{}"',
        'char secret[25] = "{}";',
        "const TOKEN = process.env.API_TOKEN || '{}'",
        'val TOKEN: String = System.getenv("API_TOKEN") ?: "{}"',
        'token = os.getenv("API_TOKEN") or "{}"',
        '<entry>\n  <name="apiToken" />\n  <value="{}" />',
        "<key>password</key>\n  <value>{}</value>",
        "if ('{}' == password) {{",
        'dbpass: "{}"',
    ],
)
def test_a_name_gives_a_value_away_however_it_is_joined_to_it(text: str) -> None:
    secret = "k7Wq2mZx9LtR4vBn"
    assert secret not in redact(text.format(secret)).text


@pytest.mark.parametrize(
    "text",
    [
        "apiToken,{},2",
        "aws_secret_access_key := {}",
    ],
)
def test_the_weaker_the_sign_between_them_the_more_must_the_value_show(text: str) -> None:
    strong = "k7Wq2mZx9LtR4vBn8PfQ3s"
    assert strong not in redact(text.format(strong)).text
    assert redact(text.format("coded")).text == text.format("coded")


def test_a_line_of_settings_needs_no_sign_between_a_password_and_its_value() -> None:
    assert "kept_back" not in redact('credentials {\n  password "kept_back"\n}').text
    assert redact('say password "kept_back" to enter').text == 'say password "kept_back" to enter'


def test_a_value_of_many_signs_is_one_though_no_digit_is_in_it() -> None:
    assert "nob(ody" not in redact("apikey = 'm{{h}o)p${e]nob(ody[finds>-_$#it}}'").text
    assert redact("key = 'f(a[0]) {b} <c> #d'").text == "key = 'f(a[0]) {b} <c> #d'"


@pytest.mark.parametrize("text", NEARLY)
def test_what_only_looks_like_the_place_of_a_secret_stays(text: str) -> None:
    assert redact(text).text == text
