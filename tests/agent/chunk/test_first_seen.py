import random

from agent.chunk.first_seen import FirstSeen


def test_the_first_line_of_every_mark_is_found_however_many_there_are() -> None:
    chance = random.Random(3)
    seen, first = FirstSeen(), dict[int, int]()
    for line in range(1, 30_001):
        mark = chance.choice((chance.randrange(1, 9_000), chance.getrandbits(63) - 2**62, -line))
        seen.append(mark)
        first.setdefault(mark, line)
    assert all(seen.line(mark) == line for mark, line in first.items())


def test_marks_that_fall_on_the_same_place_are_told_apart() -> None:
    seen = FirstSeen()
    marks = [number << 40 for number in range(1, 200)]
    for mark in marks:
        seen.append(mark)
    assert [seen.line(mark) for mark in marks] == list(range(1, 200))
    assert seen.line(200 << 40) == 0


def test_lines_without_a_mark_are_counted_and_never_found() -> None:
    seen = FirstSeen()
    for mark in (0, 7, 0, 7):
        seen.append(mark)
    assert (seen.line(0), seen.line(7), seen.line(8)) == (0, 2, 0)
