"""The files of the teaching units, read and checked.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.lab.unit import numbers_of
>>> from rising_tutor.lab.wording import fill, words
>>> kit = Kit((Die("green", ("E", "E", "EE", "A", "W", "F")),), {"E": "Earth"})
>>> step = read_unit(SMALLEST.encode(), "coin.toml", kit).step[0]
>>> fill(step.ask.prompt, words(step.scene, kit), {})
'How likely does one green die show Earth?'
>>> fill(step.ask.reveal, {}, numbers_of(step, kit))
'It does 1/2 (50.0 %) of the time.'
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from rising_tutor.core.game import AnyGame
from rising_tutor.core.limits import Limit
from rising_tutor.core.toml import read_toml
from rising_tutor.errors import BadContent, BadProblem
from rising_tutor.lab.query import AnyQuery
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.telling import telling_of, told
from rising_tutor.lab.unit import Ask, Unit, variations
from rising_tutor.lab.wording import FORMS, SCENE_WORDS, names_in
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import Kit, kit_of

_SIZE: Final = Limit("size of the file", 1 << 18, "bytes")
MOST_WAYS: Final = 6
SISTERS: Final = "sisters"
"""The folder of units for titles with a telling, in place of those of the same id."""
SMALLEST: Final = """
id = "coin"
title = "A first guess"
purpose = "Shows what a guess is."
order = 1
minutes = 1
rules = ["FNR-413"]

[[step]]
text = "Roll one die."
scene = { pool = { green = 1 } }
numbers = { earth = { find = "shows", symbol = "E" } }

[step.ask]
id = "earth"
kind = "chance"
prompt = "How likely does {pool} show Earth?"
answer = "earth"
reveal = "It does {earth} of the time."
"""
"""A unit with all that a unit must have."""

_ID: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")
_RULE: Final = re.compile(r"[A-Z]{2,4}-\d{3,4}\Z")


def read_unit(data: bytes, file: str, kit: Kit) -> Unit:
    """A unit from the text of its file, checked. Nothing is solved yet.

    Raises:
        BadContent: what is wrong, with file, path, value and what was expected.
        LimitExceeded: it has too much of something.
    """
    unit = _decoded(data, file)
    _check_texts(unit, file)
    _check_scenes(unit, file, kit)
    return unit


def units(kit: Kit) -> tuple[Unit, ...]:
    """The units of the package that these dice can show, in order. One that needs other dice is left out.

    A game without dice has those of a folder of its own, about draws. A title with a telling has the units of the
    package told its way, those of the folder `sisters` in place of others, and those of a folder of its own, which are
    written with its dice.

    Raises:
        BadContent: a unit is wrong whatever the dice.
    """
    found = []
    for unit in _told(kit.game) if kit.dice else _in_folder_of(kit.game):
        try:
            _check_scenes(unit, f"{unit.id}.toml", kit)
        except BadContent:
            continue
        found.append(unit)
    return tuple(found)


def unit_named(unit_id: str, kit: Kit) -> Unit:
    """The unit with this id. Raises `BadProblem`: there is none for these dice."""
    known = units(kit)
    for unit in known:
        if unit.id == unit_id:
            return unit
    raise BadProblem("unit", unit_id, f"one of {', '.join(unit.id for unit in known)}")


def taught(game: AnyGame) -> Mapping[str, tuple[Unit, ...]]:
    """Rule id -> the units that cite it, in the order of the units; a rule without a unit is not in it.

    >>> from rising_tutor.core.registry import load_game
    >>> [unit.id for unit in taught(load_game("fire"))["FNR-402"]]
    ['one-more-die']
    """
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in units(kit_for(game)):
        for rule in dict.fromkeys((*unit.rules, *(rule for step in unit.step for rule in step.rules))):
            found[rule] = (*found.get(rule, ()), unit)
    return found


def kit_for(game: AnyGame) -> Kit:
    """The kit that the units of a game are told with; without dice a name alone, for units about draws."""
    dice = dice_game(game)
    return kit_of(dice) if dice is not None else Kit((), {}, game=str(game.info.id), title=game.info.title)


def no_units(game: AnyGame) -> str:
    """Why there are no units for a game, in a sentence."""
    return f"There are no teaching units for {game.info.title}."


@cache
def _in_folder_of(title: str) -> tuple[Unit, ...]:
    """The units of a game without dice: those of a folder of its own."""
    found = _in_folder(title).values() if files(__package__).joinpath("units").joinpath(title).is_dir() else ()
    return tuple(sorted(found, key=lambda unit: (unit.order, unit.id)))


@cache
def _told(title: str) -> tuple[Unit, ...]:
    found = _in_folder()
    telling = telling_of(title)
    if telling is not None:
        written = found | _in_folder(SISTERS)
        found = {unit_id: told(unit, telling) for unit_id, unit in written.items()} | _in_folder(title)
    return tuple(sorted(found.values(), key=lambda unit: (unit.order, unit.id)))


def _in_folder(name: str = "") -> dict[str, Unit]:
    folder = files(__package__).joinpath("units")
    found = {}
    for entry in (folder.joinpath(name) if name else folder).iterdir():
        if entry.name.endswith(".toml"):
            unit = _decoded(entry.read_bytes(), entry.name)
            _check_texts(unit, entry.name)
            found[unit.id] = unit
    return found


def _decoded(data: bytes, file: str) -> Unit:
    _SIZE.check(len(data), file)
    return read_toml(data, Unit, file)


def _check_texts(unit: Unit, file: str) -> None:
    if not _ID.match(unit.id) or file != f"{unit.id}.toml":
        raise BadContent(file, "$.id", unit.id, f"the name of the file, {file.removesuffix('.toml')}")
    if not unit.step or unit.minutes < 1 or not unit.purpose or not unit.title:
        raise BadContent(file, "$", unit.title, "title, purpose, minutes from 1 and at least one step")
    _check_rules(unit.rules, file, "$.rules")
    _once([ask.id for ask in unit.asks], file, "$.step")
    _once([exercise.ask.id for exercise in unit.exercise], file, "$.exercise")
    for at, step in enumerate(unit.step):
        path = f"$.step[{at}]"
        _check_rules(step.rules, file, f"{path}.rules")
        _check_names(step.text, SCENE_WORDS, file, f"{path}.text")
        for name in step.numbers:
            if name in SCENE_WORDS:
                raise BadContent(file, f"{path}.numbers", name, "a name other than those of the scene")
        for claim in step.claims:
            for name in (claim[0], claim[2]):
                _check_number(name, step.numbers, file, f"{path}.claims")
        if step.ask is not None:
            _check_ask(step.ask, step.numbers, file, f"{path}.ask")
    for at, exercise in enumerate(unit.exercise):
        _check_ask(exercise.ask, exercise.numbers, file, f"$.exercise[{at}].ask")


def _check_scenes(unit: Unit, file: str, kit: Kit) -> None:
    for at, step in enumerate(unit.step):
        path = f"$.step[{at}]"
        _check_scene(step.scene, kit, file, path)
        for name, query in step.numbers.items():
            _check_change(step.scene, query.scene, kit, file, f"{path}.numbers.{name}")
    for at, exercise in enumerate(unit.exercise):
        path = f"$.exercise[{at}]"
        try:
            scenes = list(variations(exercise))
        except (msgspec.ValidationError, TypeError) as error:
            raise BadContent(file, f"{path}.vary", str(error), "lists of values that a scene can have") from None
        for scene in scenes:
            _check_scene(scene, kit, file, path)


def _check_rules(rules: Iterable[str], file: str, path: str) -> None:
    for rule in rules:
        if not _RULE.match(rule):
            raise BadContent(file, path, rule, "ids of rules, such as FNR-406")


def _check_scene(scene: Scene, kit: Kit, file: str, path: str) -> None:
    try:
        scene.checked(kit)
    except BadProblem as error:
        raise BadContent(file, f"{path}.scene: {error.what}", error.value, error.expected) from None


def _check_change(scene: Scene, change: Mapping[str, Any], kit: Kit, file: str, path: str) -> None:
    if not change:
        return
    try:
        changed = scene.changed(change)
    except msgspec.ValidationError as error:
        raise BadContent(file, f"{path}.scene", dict(change), str(error).removeprefix("Expected ")) from None
    _check_scene(changed, kit, file, path)


def _check_ask(ask: Ask, numbers: Mapping[str, AnyQuery], file: str, path: str) -> None:
    _check_names(ask.prompt, SCENE_WORDS, file, f"{path}.prompt")
    _check_names(ask.reveal, (*SCENE_WORDS, *numbers), file, f"{path}.reveal")
    if ask.kind == "choice":
        if not 2 <= len(ask.ways) <= MOST_WAYS or ask.answer:
            raise BadContent(file, f"{path}.ways", len(ask.ways), f"2 to {MOST_WAYS} ways and no answer")
        for way in ask.ways:
            _check_number(way.number, numbers, file, f"{path}.ways")
            _check_names(way.label, SCENE_WORDS, file, f"{path}.ways")
    else:
        if ask.ways:
            raise BadContent(file, f"{path}.ways", len(ask.ways), "ways only where the kind is choice")
        _check_number(ask.answer, numbers, file, f"{path}.answer")


def _check_number(name: str, numbers: Mapping[str, AnyQuery], file: str, path: str) -> None:
    if name not in numbers:
        raise BadContent(file, path, name, f"the name of a number: {', '.join(numbers) or 'there is none'}")


def _check_names(text: str, known: Iterable[str], file: str, path: str) -> None:
    try:
        named = names_in(text)
    except ValueError as error:
        raise BadContent(file, path, text, f"braces in pairs ({error})") from None
    for name, form in named:
        if name not in known or form not in FORMS:
            raise BadContent(file, path, f"{{{name}}}", f"one of {', '.join(known)}")


def _once(ids: list[str], file: str, path: str) -> None:
    for name in ids:
        if not _ID.match(name) or ids.count(name) > 1:
            raise BadContent(file, path, name, "an id of small letters, each once in its unit")
