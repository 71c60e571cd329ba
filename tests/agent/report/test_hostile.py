"""Foreign words stay words: a report has the same structure whatever they are, and nothing in it is active."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.clean import clean
from agent.diagnosis.document import from_dict
from agent.report.markdown_escape import JOINER, code, fenced, inline
from agent.report.plain_text import summary
from agent.report.trace_extract import TraceExtract
from agent.report.wording import one_line
from tests.agent.report.payloads import PAYLOADS
from tests.agent.report.samples import foreign, html, markdown, plain, sarif

PARSER = MarkdownIt("gfm-like", {"html": True, "linkify": True})
ACTIVE = {"html_block", "html_inline", "image", "link_open"}
OURS = set(
    "html head meta title style body header main section h1 h2 h3 h4 p span b s a code pre dl dt dd ul li figure "
    "figcaption div table thead tbody tr th td svg desc text line path rect".split()
)
ILLEGAL = {chr(code) for code in (*range(9), 11, 12, *range(14, 32), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF)}
SAME_SHAPE = [payload for payload in PAYLOADS if payload.strip() and len(payload) < 300]
NASTY = st.text(alphabet=st.sampled_from("ab1 .:/@#\\`*_[]()<>&|~!-+=$\"'\n\t{}?wh^ü\u202e\x1b\ud800")) | st.text()


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (key, *strings(each))
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def tokens(text: str) -> Iterator[Token]:
    for token in PARSER.parse(text):
        yield token
        yield from token.children or ()


def shape(text: str) -> list[str]:
    """What a parser makes of a report, without its words."""
    return [token.type for token in tokens(text) if token.type not in ("text", "text_special")]


def drawn(payload: str) -> str:
    """The page with a extract that has the payload as an actor, too."""
    return html(foreign(payload), TraceExtract({payload: ((1, 40), (90, 300))}, {}, {}))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_markdown_has_nothing_active(payload: str) -> None:
    assert ACTIVE.isdisjoint(token.type for token in tokens(markdown(foreign(payload))))


@pytest.mark.parametrize("payload", SAME_SHAPE)
def test_markdown_keeps_its_shape(payload: str) -> None:
    assert shape(markdown(foreign(payload))) == shape(markdown(foreign("word")))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_page_has_nothing_active(payload: str) -> None:
    page = Page(drawn(payload))
    assert page.open == []
    for tag, attributes in page.elements:
        assert tag in OURS
        assert not [
            name for name in attributes if name.startswith("on") or name in ("src", "srcset", "style", "action")
        ]
        assert (attributes.get("href") or "#").startswith("#")
    refresh = [attributes for tag, attributes in page.elements if attributes.get("http-equiv") not in (None, POLICY)]
    assert refresh == []


POLICY = "Content-Security-Policy"


@pytest.mark.parametrize("payload", SAME_SHAPE)
def test_a_page_keeps_its_shape(payload: str) -> None:
    one, other = Page(drawn(payload)), Page(drawn("word"))
    assert [(tag, list(names)) for tag, names in one.elements] == [(tag, list(names)) for tag, names in other.elements]


@pytest.mark.parametrize("payload", [payload for payload in PAYLOADS if payload.strip() and len(payload) < 300])
def test_a_page_shows_the_words_to_the_letter(payload: str) -> None:
    assert clean(payload) in "".join(Page(drawn(payload)).words)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_report_holds_what_a_terminal_obeys(payload: str) -> None:
    for text in (markdown(foreign(payload)), drawn(payload), summary(foreign(payload))):
        assert clean(text.replace(JOINER, "")) == text.replace(JOINER, "")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_sarif_stays_strict_json_that_xml_can_hold(payload: str) -> None:
    text = sarif(foreign(payload))
    for words in strings(json.loads(text, parse_constant=pytest.fail)):
        words.encode("utf-8")
        assert not set(words) & ILLEGAL


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_id_of_a_finding_is_foreign_too(payload: str) -> None:
    value = plain()
    for finding in value["findings"]:
        finding["id"] = payload
    value["root"]["finding"] = payload
    for mode in value["modes"]:
        mode["findings"] = [payload] if mode["findings"] else []
    page = Page(html(from_dict(value)))
    assert all(
        (attributes.get("href") or "#").startswith("#finding") for tag, attributes in page.elements if tag == "a"
    )
    assert ACTIVE.isdisjoint(token.type for token in tokens(markdown(from_dict(value))))


@settings(max_examples=400)
@given(NASTY)
def test_inline_words_come_out_of_a_parser_as_they_went_in(words: str) -> None:
    for before in ("", "# ", "- ", "| a |\n|---|\n| "):
        markup = [token for token in tokens(f"{before}{inline(words)}") if token.type not in ("text", "text_special")]
        assert ACTIVE.isdisjoint(token.type for token in markup)
    (line,) = [token for token in PARSER.parse(f"A {inline(words)} B") if token.type == "inline"]
    children = line.children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    assert "".join(child.content for child in children).replace(JOINER, "") == f"A {one_line(words)} B"


@settings(max_examples=400)
@given(NASTY)
def test_code_and_fences_hold_the_words_to_the_letter(words: str) -> None:
    markup = [token for token in tokens(code(words)) if token.type not in ("text", "text_special")]
    assert [token.type for token in markup] == ["paragraph_open", "inline", "code_inline", "paragraph_close"]
    assert markup[2].content.strip() == one_line(words).strip()
    (block,) = PARSER.parse(fenced(words))
    assert (block.type, block.info, block.content) == ("fence", "text", f"{clean(words)}\n")


@settings(max_examples=60, deadline=None)
@given(NASTY.filter(lambda words: bool(words.strip())))
def test_any_words_leave_both_reports_as_they_are(words: str) -> None:
    assert ACTIVE.isdisjoint(token.type for token in tokens(markdown(foreign(words))))
    page = Page(drawn(words))
    assert {tag for tag, _ in page.elements} <= OURS
