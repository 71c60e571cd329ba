"""The page and the Markdown say all that a reader needs, in that order, and the picture is small and complete."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from agent.diagnosis.document import from_dict
from agent.report.html_document import POLICY
from agent.report.plain_text import summary
from agent.report.timeline import timeline
from agent.report.trace_extract import STEPS, TraceExtract, extract_of
from agent.trace.trace import Trace
from tests.agent.report.samples import html, markdown, plain, sample

ORDER = ("Sort the numbers.", "The last act gives up.", "F1", "I am done here.", "The work stops early F1")


class Outline(HTMLParser):
    """Headings, identifiers, links, tables and pictures of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.append((tag, dict(attrs)))

    def of(self, name: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for tag, attributes in self.attributes if tag == name]


@pytest.mark.parametrize("report", [markdown(sample()), html(sample())], ids=["markdown", "html"])
def test_the_first_screen_says_what_matters_in_order(report: str) -> None:
    start = report.index("What was asked")
    places = [report.index(words, start) for words in ORDER]
    assert places == sorted(places)
    assert places[-1] < report.index("Findings")


@pytest.mark.parametrize("report", [markdown(sample()), html(sample()), summary(sample())], ids=["md", "html", "text"])
def test_every_report_names_all_fourteen_modes_and_what_was_not_assessed(report: str) -> None:
    for mode in sample().modes:
        assert mode.code in report
    assert "not assessed" in report
    assert "offline analyst" in report


def test_both_reports_say_how_they_were_made() -> None:
    diagnosis = sample(decision="edited", note="see L9, please")
    for report in (markdown(diagnosis), html(diagnosis)):
        for words in (
            diagnosis.trace.sha256,
            diagnosis.taxonomy.fingerprint,
            "arXiv",
            "mast-tui 1.2.3",
            "none: no model was asked; the rules are those of mast-tui 1.2.3",
            "1,204 of 1,204 lines",
            "78 % of 14 modes x 2 chunks judged",
            "the offline analyst cannot see this".capitalize(),
            "see L9, please",
            "A reader edited this finding.",
            "L1100-1101",
            "exact match",
            "has 0 hits",
            "upheld",
        ):
            assert words in report


def test_numbers_are_written_as_agreed() -> None:
    for report in (markdown(sample()), html(sample()), summary(sample())):
        assert not re.search(r"\bL\d{1,3},\d{3}", report)
        assert "1,204 lines" in report
        assert not re.search(r"\b1 (?:findings|lines|events|chunks)\b", report)


def test_nothing_found_is_not_nothing_wrong() -> None:
    value = plain()
    value |= {"findings": [], "root": None}
    for mode in value["modes"]:
        mode |= {"findings": [], "verdict": "unclear" if mode["verdict"] == "present" else mode["verdict"]}
    for report in (markdown(from_dict(value)), html(from_dict(value)), summary(from_dict(value))):
        assert "not the same as no failure" in " ".join(report.split())


def test_a_cause_outside_mast_is_said_first() -> None:
    value = plain()
    value["root"] |= {"finding": None, "cause": "environment", "counterfactual": "A package was missing."}
    for report in (markdown(from_dict(value)), html(from_dict(value)), summary(from_dict(value))):
        assert "A package was missing." in " ".join(report.split())
        assert "no mode of MAST" in " ".join(report.split())


def test_a_rejected_root_is_not_the_headline() -> None:
    value = plain(decision="rejected")
    value["findings"][1]["title"] = "Nobody looks at the result"
    diagnosis = from_dict(value)
    assert markdown(diagnosis).startswith("# Nobody looks at the result")
    assert "F1 was named and then rejected" in markdown(diagnosis)
    assert "1 finding rejected by a reader" in html(diagnosis)
    assert "<s>" in html(diagnosis)


def test_the_page_is_self_contained_and_accessible() -> None:
    outline = Outline(html(sample()))
    metas = outline.of("meta")
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in metas
    assert {"name": "color-scheme", "content": "light dark"} in metas
    assert {"script", "img", "iframe", "object", "form", "input", "button"}.isdisjoint(outline.tags)
    assert outline.tags.count("h1") == outline.tags.count("main") == 1
    levels = [int(tag[1]) for tag in outline.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(cell.get("scope") for cell in outline.of("th"))
    assert all(svg.get("aria-label") or svg.get("aria-labelledby") for svg in outline.of("svg"))
    names = [attributes["id"] for _, attributes in outline.attributes if attributes.get("id")]
    assert len(names) == len(set(names))
    assert {(link["href"] or "").removeprefix("#") for link in outline.of("a")} <= set(names)
    assert (outline.of("html")[0]).get("lang") == "en"


def test_the_style_sheet_asks_for_nothing_and_knows_light_dark_and_paper() -> None:
    page = html(sample())
    sheet = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in sheet
    assert "@import" not in sheet
    assert "prefers-color-scheme: dark" in sheet
    assert "@media print" in sheet


def _colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", block))


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_everything_one_must_read_has_contrast() -> None:
    page = html(sample())
    blocks = re.findall(r":root \{(.*?)\}", page, re.DOTALL)
    assert len(blocks) == 3
    for colours in map(_colours, blocks):
        assert _contrast(colours["text"], colours["page"]) >= 7
        assert _contrast(colours["text"], colours["evidence-line"]) >= 7
        for name in ("quiet", "accent", "fatal", "major", "minor", "recovered"):
            assert _contrast(colours[name], colours["page"]) >= 4.5


def test_the_picture_has_a_lane_for_each_actor_and_a_mark_for_each_finding() -> None:
    picture = str(timeline(sample(), TraceExtract({"Planner": ((1, 600),), "Clock": ((700, 701),)}, {}, {})))
    for words in ("Planner", "Reviewer", "Clock", "the run as a whole", ">F1<", ">F2<", "L1"):
        assert words in picture
    assert picture.count('href="#finding-') == 2


def test_the_picture_of_a_crowd_stays_small() -> None:
    value = plain()
    value["trace"]["actors"] = [f"Agent {n}" for n in range(200)]
    value["findings"] = [
        {**value["findings"][0], "id": f"F{n}", "onset": n, "actor": "Agent 150"} for n in range(1, 400)
    ]
    lanes = {f"Agent {n}": tuple((at, at + 1) for at in range(1, 1200, 3)) for n in range(200)}
    picture = str(timeline(from_dict(value), TraceExtract(lanes, {}, {})))
    assert "Agent 150" in picture
    assert "187 more actors not drawn" in picture
    assert "383 findings unnamed" in picture
    assert len(picture) < 400_000


def test_marks_stay_inside_the_picture() -> None:
    value = plain()
    value["findings"] = [
        {**value["findings"][0], "id": f"F{n}", "onset": line} for n, line in enumerate((0, 1, 1204, 1205, 10**9), 1)
    ]
    picture = str(timeline(from_dict(value), None))
    (width, height) = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture)[0])
    for axis, limit in (("x", width), ("y", height)):
        places = [float(number) for number in re.findall(rf' {axis}[12]?="([-0-9.]+)"', picture)]
        assert places
        assert all(0 <= number <= limit for number in places)


def test_an_extract_has_few_strokes_however_long_the_trace(corpus: Path) -> None:
    longest = max((path for path in corpus.rglob("*.log")), key=lambda path: path.stat().st_size)
    trace = Trace.open(longest).read()
    drawn = extract_of(trace, sample())
    assert set(drawn.lanes) == {event.actor for event in trace.events if event.actor and event.repeats is None}
    for stretches in drawn.lanes.values():
        assert 1 <= len(stretches) <= STEPS / 2 + 1
        assert all(1 <= first <= last <= trace.events.lines for first, last in stretches)
    first = next(event for event in trace.events if event.actor and event.repeats is None)
    assert any(low <= first.lines[0] <= high for low, high in drawn.lanes[first.actor or ""])
    value = plain()
    value["trace"] |= {"lines": trace.events.lines, "actors": list(drawn.lanes)}
    assert len(html(from_dict(value), drawn).encode()) < 2_000_000
    trace.close()


def test_the_longest_quote_and_task_do_not_make_a_long_page() -> None:
    value = plain()
    value["trace"]["task"] = "x" * 500_000
    value["findings"][0]["evidence"][0]["quote"] = "y" * 500_000
    page = html(from_dict(value))
    assert len(page) < 100_000
    assert "more characters" in page
    assert len(markdown(from_dict(value))) < 60_000


def test_what_came_second_and_what_was_demanded_are_told() -> None:
    value = plain()
    value["root"] |= {
        "chain": ["F1", "F2"],
        "runner_up": {"finding": "F2", "cause": None, "line": 900, "why": "It is minor"},
    }
    value["outcome"]["criteria"] = [
        {"id": "C1", "text": "the numbers are sorted", "state": "unmet", "lines": [1100, 1101]},
        {"id": "C2", "text": "nothing is lost", "state": "unknown", "lines": None},
    ]
    value["outcome"]["evidence"] = [value["findings"][0]["evidence"][0] | {"quote": "I give up."}]
    for report in (markdown(from_dict(value)), html(from_dict(value))):
        for words in (
            "What came after F1, in order: F2.",
            "What came second as the root: F2, at L900. It is minor.",
            "C1 not met, L1100-1101: the numbers are sorted.",
            "C2 not known: nothing is lost.",
            "I give up.",
        ):
            assert words in report
