"""Two letters and a colour for everybody who acts, no two alike."""

from mast_tui.layout.actors import Actors


def test_no_two_agents_have_the_same_letters_whatever_they_are_called() -> None:
    actors = Actors()
    names = [
        "Inner-Navigator",
        "Inspector",
        "inner navigator two",
        "规划者",
        "编码者",
        *(f"Agent {at}" for at in range(60)),
    ]
    letters = [actors.member(name).letters for name in names]
    assert len({each.casefold() for each in letters}) == len(names)
    assert letters[:2] == ["IN", "Is"] and all(len(each) == 2 for each in letters)
