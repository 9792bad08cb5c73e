"""The sample replays that come with the project."""

from functools import cache
from pathlib import Path
from typing import Final

from rising_tutor.analysis.corpus.sample import sample_game
from rising_tutor.core.registry import files_of
from rising_tutor.core.values import Value
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX, inspect
from rising_tutor.tutor.replay.player import title_of

#: In an installed package the samples lie inside it; in a checkout they lie where people look for them.
_PLACES = (Path(__file__).parents[2] / "samples", Path(__file__).parents[3] / "replays")
_LONGEST: Final = 200
"""Most letters about a sample."""


class Sample(Value, frozen=True):
    """A sample as a list shows it.

    Attributes:
        name: the name of the file, by which it is asked for.
    """

    name: str
    title: str
    about: str
    seats: int
    lines: int
    result: str


@cache
def _files(game_id: str) -> dict[str, Path]:
    brought = files_of(game_id)
    for folder in (brought / "replays",) if brought is not None else (place / game_id for place in _PLACES):
        if folder.is_dir():
            found = sorted(folder.iterdir(), key=lambda file: file.name)
            return {file.name: file for file in found if file.name.endswith((NOTATION_SUFFIX, RECORD_SUFFIX))}
    return {}


@cache
def samples(game_id: str) -> tuple[Sample, ...]:
    """The samples of a game, by name."""
    return tuple(_described(file) for file in _files(game_id).values())


def read_sample(game_id: str, name: str) -> bytes | None:
    """The bytes of a sample; None if there is none of exactly this name."""
    file = _files(game_id).get(name)
    # The games of the sample of many are not listed; their table leads to them.
    return sample_game(name) if file is None else file.read_bytes()


def _described(file: Path) -> Sample:
    reading = inspect(file.read_bytes(), file.name)
    title = title_of(file.name)
    if reading.replay is None:
        return Sample(file.name, title, "", 0, 0, "")
    header = reading.replay.header
    fields = dict(header.fields)
    notes = " ".join(note.text.lstrip("# ") for note in header.notes)
    return Sample(
        name=file.name,
        title=fields.get("_title") or title,
        about=fields.get("_about") or _opening(notes),
        seats=header.seats,
        lines=len(reading.replay),
        result=reading.replay.result or "unfinished",
    )


def _opening(words: str) -> str:
    """The sentences that fit into a list; what is cut short shows it.

    >>> _opening("Typed by hand. " + "A long story " * 20)
    'Typed by hand.'
    """
    if len(words) <= _LONGEST:
        return words
    whole = words[: words.rfind(". ", 0, _LONGEST) + 1]
    return whole or f"{words[:_LONGEST].rsplit(None, 1)[0]}\u2026"
