"""State folders for tests, which share the patterns that one program compiles for all that come after."""

from pathlib import Path

from agent import private_files

PATTERNS = Path(__file__).parents[1] / ".pytest_cache" / "patterns"


def share_patterns(home: Path) -> Path:
    """Give a state folder the cache of all tests, unless it has one of its own."""
    private_files.make(PATTERNS)
    private_files.make(home)
    if not (home / "cache").exists():
        (home / "cache").symlink_to(PATTERNS, target_is_directory=True)
    return home
