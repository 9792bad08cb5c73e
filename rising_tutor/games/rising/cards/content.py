"""The files of a title, with an owner's files laid over them.

>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> spec, cards = read_content(TITLE)
>>> spec.id, len(cards.hero)
('fire-nation-rising', 40)
"""

from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

from rising_tutor.core.limits import UPLOADED, Limit
from rising_tutor.core.toml import read_toml
from rising_tutor.errors import BadContent, LimitExceeded
from rising_tutor.games.rising.cards.content_check import LISTS, check_content, entries, key_of
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.cards.vocabulary import CardFile

MAX_CONTENT_BYTES = UPLOADED.most
MOST_FILES = Limit("number of card files", 100)


def read_content(title: str, owner: str | None = None) -> tuple[Spec, CardFile]:
    """What a title is and all its cards, checked.

    Args:
        title: the package of the title, which holds spec.toml and cards.toml.
        owner: a folder whose *.toml files are card files; an entry with an id of ours (dice: a colour)
            replaces it, and all counts of the box must still hold. Every entry must have the origin
            "owner".

    Raises:
        BadContent: with file, path and value.
        LimitExceeded: a file is larger than 1 MiB, or it, or a card, has too much of something.
    """
    folder = files(title)
    spec = read_toml(folder.joinpath("spec.toml").read_bytes(), Spec, "spec.toml", packaged=True)
    ours = read_toml(folder.joinpath("cards.toml").read_bytes(), CardFile, "cards.toml", packaged=True)
    _no_repeats("cards.toml", ours)
    parts = [("cards.toml", ours), *(_owner_parts(Path(owner)) if owner is not None else ())]
    content = CardFile()
    came_from: dict[tuple[str, str], str] = {}
    for file, part in parts:
        content = _laid_over(content, part)
        came_from |= {(name, key_of(entry)): file for name, entry in entries(part)}
    check_content(spec, content, came_from)
    return spec, content


def _owner_parts(folder: Path) -> list[tuple[str, CardFile]]:
    paths = sorted(path for path in folder.glob("*.toml") if path.is_file()) if folder.is_dir() else []
    MOST_FILES.check(len(paths), str(folder))
    if not paths:
        raise BadContent(str(folder), "folder", str(folder), "a folder with at least one card file (*.toml)")
    return [(path.name, _owner_part(path)) for path in paths]


def _owner_part(path: Path) -> CardFile:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_CONTENT_BYTES else b""
    except OSError as error:
        raise BadContent(path.name, "file", error.strerror, "a file that can be read") from None
    if size > MAX_CONTENT_BYTES:
        raise LimitExceeded(f"card file {path.name}", MAX_CONTENT_BYTES, size, "bytes")
    part = read_toml(data, CardFile, path.name)
    _no_repeats(path.name, part)
    for _, entry in entries(part):
        _by_owner(path.name, key_of(entry), entry)
    if part.ruin is not None:
        _by_owner(path.name, "ruin", part.ruin)
    return part


def _by_owner(file: str, key: str, entry: Any) -> None:
    if entry.origin != "owner":
        raise BadContent(file, key, entry.origin, 'origin = "owner"')


def _no_repeats(file: str, part: CardFile) -> None:
    for key, n in Counter(key_of(entry) for _, entry in entries(part, *LISTS[:-1])).items():
        if n > 1:
            raise BadContent(file, key, key, f"an id that stands once, this one stands {n} times")
    for colour, n in Counter(kind.colour for kind in part.die).items():
        if n > 1:
            raise BadContent(file, colour, colour, f"dice of a colour that stands once, this one stands {n} times")


def _laid_over(below: CardFile, above: CardFile) -> CardFile:
    """Entries of `above` replace those with the same key, in place; others are added."""
    changed: dict[str, Any] = {}
    for name in LISTS:
        by_key = {key_of(entry): entry for part in (below, above) for entry in getattr(part, name)}
        changed[name] = tuple(by_key.values())
    return CardFile(ruin=above.ruin or below.ruin, **changed)
