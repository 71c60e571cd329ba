"""What is kept is readable by its owner alone, however deep it lies."""

from pathlib import Path

from agent import private_files


def test_every_folder_on_the_way_and_the_file_are_private(tmp_path: Path) -> None:
    file = tmp_path / "state" / "replies" / "abc" / "reply.json"
    assert private_files.write(file, "{}")
    assert private_files.read(file) == "{}"
    assert file.stat().st_mode & 0o777 == 0o600
    for folder in (file.parent, file.parent.parent, file.parent.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700
