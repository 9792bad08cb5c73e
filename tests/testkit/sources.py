"""The source files of the package, for tests that read them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def sources(*folders: str) -> list[Path]:
    """Every module in these folders of the package and below. A folder without one is a fault: it was moved.

    >>> any(path.name == "dice.py" for path in sources("render"))
    True
    """
    found: list[Path] = []
    for folder in folders:
        inside = sorted((ROOT / "rising_tutor" / folder).rglob("*.py"))
        assert inside, f"rising_tutor/{folder} has no module; a test reads it"
        found += inside
    return found
