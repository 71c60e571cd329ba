"""Modes of one's own: read from a file with every fault named by its line, and put after MAST's fourteen."""

import pytest

from taxonomy.mast import load
from taxonomy.mode import OWN, called, is_own
from taxonomy.own_modes import BadModes, read_own_modes

MODES = """
[[mode]]
code = "HOUSE-1"
name = "Answers in another language"
definition = "An agent answers in another language than the customer wrote in."
shows = "The customer's message and the answer are in different languages."
is_not = "A quotation in another language is none."
rivals = [{ code = "FM-1.1", rule = "A task that names the language: FM-1.1, else this." }]
remedies = [{ kind = "verification", target = "gate before sending", change = "Compare the language of both." }]
"""


def test_they_stand_after_the_fourteen_in_a_category_of_their_own() -> None:
    joined = read_own_modes(MODES, load()).joined(load())
    assert joined.codes == (*load().codes, "HOUSE-1")
    (mode,) = joined.modes_of(OWN)
    assert joined.mode("house-1") == joined.mode("answers in another language") == mode
    assert mode.rivals[0].code == "FM-1.1"
    assert [remedy.target for remedy in joined.remedies("HOUSE-1")] == ["gate before sending"]
    assert joined.fingerprint == load().fingerprint
    assert load().codes == joined.codes[:-1]


def test_they_are_marked_wherever_they_are_named() -> None:
    assert is_own("HOUSE-1")
    assert called("HOUSE-1") == "HOUSE-1 (own mode)"
    assert called("FM-2.5") == "FM-2.5"
    assert called("data") == "plain mistake: data"


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('code = "HOUSE-1"', 'code = "FM-4.1"', 3, "FM- is MAST's"),
        ('code = "HOUSE-1"', 'code = "house one"', 3, "no code"),
        ('code = "HOUSE-1"', "", 2, "`code` is missing"),
        ("Answers in another language", "Step repetition", 4, "is a mode of MAST"),
        ('code = "FM-1.1"', 'code = "FM-9.9"', 8, "no mode of MAST"),
        ('kind = "verification"', 'kind = "magic"', 2, "of the kind 'magic'"),
        ("remedies =", "cures =", 9, "`cures` is not known"),
        ("[[mode]]", "[[modes]]", 2, "`modes` is not known"),
        ("HOUSE-1", 'HOUSE-1"oops', 3, ""),
    ],
)
def test_a_bad_file_is_refused_with_the_line_and_the_reason(old: str, new: str, line: int, why: str) -> None:
    with pytest.raises(BadModes) as refused:
        read_own_modes(MODES.replace(old, new, 1), load())
    assert refused.value.line == line
    assert why in refused.value.why


def test_a_mode_without_a_remedy_or_twice_is_refused() -> None:
    with pytest.raises(BadModes, match="has no remedy"):
        read_own_modes("\n".join(row for row in MODES.split("\n") if not row.startswith("remedies")), load())
    with pytest.raises(BadModes, match="stands twice"):
        read_own_modes(MODES + MODES.replace("Answers in", "Replies in"), load())
