"""A folder with an owner's card file."""

from pathlib import Path


def owner_folder(tmp_path: Path, text: str) -> str:
    """Write one card file and return the folder, as options name it."""
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    return str(tmp_path)
