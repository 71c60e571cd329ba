"""What belongs together becomes one finding with the evidence of both; what does not stays apart."""

import pytest

from agent.diagnosis.challenge import challenged
from agent.diagnosis.claim import Grounded
from agent.diagnosis.merge import joined, merge
from agent.diagnosis.quote import Place
from agent.diagnosis.severity import Confidence
from tests.agent.diagnosis.findings import finding

ELSEWHERE = {"onset": 500, "occurrences": ((500, 501),), "places": (Place("act", 60, 0, 5, "exact"),)}


@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({}, 1),
        ({"occurrences": ((12, 20),)}, 1),
        ({"occurrences": ((1, 2), (11, 11))}, 1),
        ({"actor": None}, 1),
        ({"mode": "FM-2.6"}, 2),
        ({"actor": "Tester"}, 2),
        ({"actor": "Tester", "source": "judge_FC1"}, 1),
        ({"actor": "Tester", "source": "judge_FC1", "occurrences": ((13, 20),)}, 2),
        ({"occurrences": ((13, 20),)}, 2),
        (ELSEWHERE, 2),
        ({**ELSEWHERE, "topic": "parser"}, 1),
        ({**ELSEWHERE, "topic": "parser", "source": "same_call"}, 2),
        ({**ELSEWHERE, "topic": "parser", "source": "same_call", "onset": 110}, 1),
        ({**ELSEWHERE, "topic": "lexer"}, 2),
    ],
)
def test_claims_of_one_mode_and_actor_are_one_matter_where_they_touch_or_share_a_topic_nearby(
    changes: dict[str, object], number: int
) -> None:
    assert len(merge([finding(topic="parser"), finding(**changes)], 1_000)) == number


@pytest.mark.parametrize(
    ("changes", "number"), [({}, 2), ({"chunk": 2}, 1), ({"source": "judge_FC2"}, 1), ({"occurrences": ((12, 14),)}, 1)]
)
def test_what_a_reader_tells_apart_in_one_reply_is_not_one_for_its_topic(
    changes: dict[str, object], number: int
) -> None:
    one = finding(topic="parser", source="judge_FC1", severity="recovered")
    other = {"topic": "parser", "source": "judge_FC1", "severity": "fatal", "onset": 60, "occurrences": ((60, 61),)}
    assert len(merge([one, finding(**{**other, **changes})], 1_000)) == number


def test_repetitions_on_both_sides_of_a_restart_are_part_of_the_restart() -> None:
    repeats = finding(occurrences=((10, 12), (60, 62), (110, 112)))
    resets = finding(mode="FM-2.1", onset=50, occurrences=((50, 50), (100, 100)))
    assert merge([repeats, resets], 200) == [resets]
    once = finding(mode="FM-2.1", onset=50, occurrences=((50, 50),))
    assert merge([repeats, once], 200) == [repeats, once]
    assert merge([finding(), once], 200) == [finding(), once]
    assert merge([repeats], 200) == [repeats]


def test_what_is_joined_has_the_surer_words_and_the_evidence_of_both() -> None:
    place, over, other = (Place("act", 3, start, end, "exact") for start, end in ((0, 5), (4, 9), (5, 9)))
    one = finding(title="one", precision=0.5, severity="minor", confidence="possible", onset=8, places=(other, over))
    two = finding(title="two", precision=0.9, origin="model", occurrences=((7, 7), (10, 12)), places=(place,))
    for both in (joined(one, two), joined(two, one)):
        assert (both.title, both.severity, both.confidence, both.origin) == ("two", "major", "confirmed", "both")
        assert (both.onset, both.occurrences, both.places) == (8, ((7, 7), (10, 12)), (place, other))
    assert joined(one, one).origin == "signal"


def test_what_lies_in_a_stretch_is_no_further_time_that_it_happened() -> None:
    one, two = finding(occurrences=((70, 126),)), finding(occurrences=((70, 71), (92, 92), (126, 128), (130, 131)))
    assert joined(one, two).occurrences == ((70, 126), (126, 128), (130, 131))


@pytest.mark.parametrize(
    ("finding_", "verdict", "sure"),
    [
        (finding(confidence="possible"), "upheld", "likely"),
        (finding(confidence="likely"), "upheld", "likely"),
        (finding(confidence="confirmed"), "upheld", "confirmed"),
        (finding(confidence="possible", origin="both"), "upheld", "confirmed"),
        (finding(confidence="confirmed"), "unsure", "likely"),
        (finding(confidence="possible"), "unsure", "possible"),
        (finding(confidence="likely"), "reclassified", "possible"),
    ],
)
def test_a_challenge_makes_surer_or_less_sure(finding_: Grounded, verdict: str, sure: Confidence) -> None:
    after = challenged(finding_, verdict, "FM-1.1" if verdict == "reclassified" else None)
    assert after.confidence == sure
    assert after.mode == ("FM-1.1" if verdict == "reclassified" else finding_.mode)


def test_what_a_program_saw_corroborates_a_reader_and_replaces_nothing() -> None:
    said = finding(title="In my words", severity="minor", source="judge_FC1", origin="model", precision=None, onset=12)
    seen = finding(title="In its words", severity="fatal", precision=0.99)
    for claims in ([said, seen], [seen, said]):
        (merged,) = merge(claims, 100)
        assert (merged.title, merged.severity, merged.onset) == ("In my words", "minor", 12)
        assert (merged.source, merged.origin) == ("judge_FC1", "both")
