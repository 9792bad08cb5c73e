"""The files of a title, with an owner's files laid over them.

>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> spec, cards = read_content(TITLE)
>>> spec.id, len(cards.hero)
('fire-nation-rising', 40)
"""

from importlib.resources import files
from typing import Any

from rising_tutor.core.card_files import once, owner_files, owners_only
from rising_tutor.core.toml import read_toml
from rising_tutor.games.rising.cards.content_check import LISTS, check_content, entries, key_of
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.cards.vocabulary import CardFile


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
    parts = [("cards.toml", ours), *(_owner_parts(owner) if owner is not None else ())]
    content = CardFile()
    came_from: dict[tuple[str, str], str] = {}
    for file, part in parts:
        content = _laid_over(content, part)
        came_from |= {(name, key_of(entry)): file for name, entry in entries(part)}
    check_content(spec, content, came_from)
    return spec, content


def _owner_parts(folder: str) -> list[tuple[str, CardFile]]:
    return [(name, _owner_part(name, data)) for name, data in owner_files(folder)]


def _owner_part(name: str, data: bytes) -> CardFile:
    part = read_toml(data, CardFile, name)
    _no_repeats(name, part)
    owners_only(name, ((key_of(entry), entry.origin) for _, entry in entries(part)))
    if part.ruin is not None:
        owners_only(name, [("ruin", part.ruin.origin)])
    return part


def _no_repeats(file: str, part: CardFile) -> None:
    once(file, (key_of(entry) for _, entry in entries(part, *LISTS[:-1])))
    once(file, (kind.colour for kind in part.die), "dice of a colour")


def _laid_over(below: CardFile, above: CardFile) -> CardFile:
    """Entries of `above` replace those with the same key, in place; others are added."""
    changed: dict[str, Any] = {}
    for name in LISTS:
        by_key = {key_of(entry): entry for part in (below, above) for entry in getattr(part, name)}
        changed[name] = tuple(by_key.values())
    return CardFile(ruin=above.ruin or below.ruin, **changed)
