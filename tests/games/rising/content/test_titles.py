"""The content of every Rising title: everything in the box is there, and every record is whole."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.games.rising.cards.content_check import check_content, entries
from rising_tutor.games.rising.cards.vocabulary import CardFile, Carrier, Hero
from rising_tutor.games.rising.rules.card_effects import handle
from rising_tutor.games.rising.words.cards import card_parts, card_text
from rising_tutor.games.rising.words.effects import clauses
from tests.golden.sentences import TITLES, read
from tests.testkit.scene import rising

TITLE = pytest.mark.parametrize("title", TITLES)
COUNTS: dict[str, dict[str, int]] = {
    "fire-nation-rising": {
        "hero": 40, "villain": 13, "team": 5, "battle": 3, "fire_nation": 15, "balance": 10, "token": 30,
    },
    "death-eaters-rising": {
        "hero": 33, "villain": 10, "team": 6, "battle": 1, "threat_die": 1, "carrier": 9, "token": 24,
    },
    "dark-side-rising": {"hero": 40, "villain": 11, "team": 4, "threat_die": 2, "carrier": 6, "token": 30},
}  # fmt: skip
DICE = {
    "fire-nation-rising": {"green": ("E", 5), "blue": ("W", 4), "red": ("F", 4), "yellow": ("A", 3)},
    "death-eaters-rising": {"red": ("B", 4), "blue": ("K", 4), "purple": ("F", 4), "green": ("L", 2)},
    "dark-side-rising": {"red": ("T", 4), "blue": ("I", 4), "green": ("S", 4), "yellow": ("L", 3)},
}
"""Colour -> the symbol that it favours, and how many there are."""


def every(names: str) -> Any:
    """A test for each entry of these lists of each title; its id is title and entry."""
    rows = [
        pytest.param(title, entry, id=f"{title.partition('-')[0]}-{getattr(entry, 'id', '') or entry.colour}")
        for title in TITLES
        for _, entry in entries(read(title)[1], *names.split())
    ]
    return pytest.mark.parametrize(("title", "entry"), rows)


@pytest.mark.rule("FNR-113", "DER-107", "DSR-106")
@TITLE
def test_the_box_is_complete(title: str) -> None:
    cards = read(title)[1]
    have = {
        name: sum(getattr(entry, "n", 1) for entry in getattr(cards, name))
        for name in CardFile.__struct_fields__
        if name not in ("die", "ruin") and getattr(cards, name)
    }
    assert have == COUNTS[title]
    assert {kind.colour: kind.n for kind in cards.die} == {colour: n for colour, (_, n) in DICE[title].items()}


@TITLE
def test_the_loader_takes_what_is_written(title: str) -> None:
    spec, cards = read(title)
    check_content(spec, cards, {})
    assert rising(title).book.content == cards


@TITLE
def test_ids_are_unique_and_made_from_the_names(title: str) -> None:
    cards = read(title)[1]
    ids = [entry.id for name, entry in entries(cards) if name != "die"]
    assert len(set(ids)) == len(ids)
    for card in (*cards.hero, *cards.villain, *cards.battle, *(one for one in cards.carrier if one.location >= 0)):
        if not (isinstance(card, Carrier) and card.ground):
            assert card.id == card.name.lower().replace(" ", "-").replace("'", "")


@every("hero villain team battle fire_nation balance threat_die carrier token die")
def test_every_entry_has_an_origin_and_names_real_fields(title: str, entry: Any) -> None:
    """What a source gives is a field that is there and not empty; nothing is given by two sources."""
    stated, public = set(getattr(entry, "stated", ())), set(getattr(entry, "public", ()))
    fields = set(entry.__struct_fields__) - {"id", "origin", "stated", "public"}
    assert stated | public <= fields
    assert not stated & public
    assert all(getattr(entry, name) not in ("", (), None) for name in stated | public)
    assert entry.origin in ("rulebook", "illustrative")
    if entry.origin == "rulebook":
        assert stated, "what the rulebook says of it"
        assert title != "fire-nation-rising"


@every("hero villain battle")
def test_costs_have_symbols_of_the_title_only(title: str, entry: Any) -> None:
    spec = read(title)[0]
    assert entry.cost
    assert set(entry.cost) <= set(spec.symbols)
    if isinstance(entry, Hero):
        assert set(entry.ability.cost) <= set(spec.symbols)
        assert entry.type in spec.types
        assert entry.kind in (spec.kinds or ("",))
    assert getattr(entry, "capacity", 1) >= 1


@pytest.mark.slow
@every("team")
def test_a_team_card_has_four_dice_of_the_box_its_heroes_and_something_to_do(title: str, entry: Any) -> None:
    cards = read(title)[1]
    box = {kind.colour: kind.n for kind in cards.die}
    assert len(entry.dice) == 4
    assert all(n <= box[colour] for colour, n in Counter(entry.dice).items())
    assert set(entry.starters) <= {card.id for card in cards.hero}
    assert entry.ability or entry.opening is not None
    assert all(set(one.cost) <= set(read(title)[0].symbols) for one in entry.ability)


@TITLE
def test_no_hero_starts_on_two_sides(title: str) -> None:
    cards = read(title)[1]
    sides = {
        (card, team.side or team.id) for team in cards.team for card in (*team.starters, team.ally or team.starters[0])
    }
    assert len({card for card, _ in sides}) == len(sides)


@pytest.mark.rule("FNR-1201", "FNR-1202", "FNR-1203", "DER-505", "DSR-504")
@every("die")
def test_a_colour_is_strong_in_one_symbol(title: str, entry: Any) -> None:
    """The pattern of the family: its own symbol twice and once doubled, every other symbol once."""
    strong = DICE[title][entry.colour][0]
    others = set(read(title)[0].symbols) - {strong}
    assert Counter(entry.faces) == {strong: 2, strong * 2: 1} | dict.fromkeys(others, 1)


@every("hero villain team battle carrier token")
def test_every_effect_is_done_and_said(title: str, entry: Any) -> None:
    """Each effect of a card has a handler and a clause, and what a card says is whole sentences."""
    spec = read(title)[0]
    assert all(type(effect) in handle.table and type(effect) in clauses.table for effect in effects(entry))
    text = card_text(entry, spec.words)
    assert bool(text) == bool(list(effects(entry)))
    if text:
        assert text[0].isupper()
        assert text.endswith(".")
        assert "  " not in text
        assert " ." not in text
    for trigger, said in card_parts(entry, spec.words):
        assert said.endswith(".")
        assert said[0].islower() or not trigger or said.startswith(spec.words.figure)


def effects(entry: Any) -> Iterator[Any]:
    """The effects that stand on a card, without those inside others."""
    for name in ("effect", "reward", "ability", "opening", "penalty"):
        part = getattr(entry, name, None)
        for one in part if isinstance(part, tuple) else (part,):
            if one is not None:
                yield getattr(one, "effect", one)


@TITLE
def test_carriers_that_lie_at_locations_are_piled_alike(title: str) -> None:
    """Where carriers lie at locations, each has as many above its one ground."""
    spec, cards = read(title)
    piles = Counter((carrier.location, carrier.ground) for carrier in cards.carrier if carrier.location >= 0)
    if piles:
        assert piles == {(at, ground): 1 if ground else 2 for at in range(spec.locations) for ground in (True, False)}
    pointed = [face.carrier for die in cards.threat_die for face in die.face if face.carrier]
    lying_nowhere = [carrier.id for carrier in cards.carrier if carrier.location < 0]
    assert sorted(pointed) == sorted(lying_nowhere), "each is on one face of a die"
    assert all(carrier.penalty is not None for carrier in cards.carrier if not carrier.ground)


@TITLE
def test_the_sources_speak_of_every_field_that_they_give(title: str) -> None:
    """Each name of a rulebook or of a public source stands in the title's SOURCES.md."""
    book = rising(title).book
    folder = Path(__file__).parents[4].joinpath(*book.title.split("."))
    told = folder.joinpath("SOURCES.md").read_text(encoding="utf-8")
    cards = read(title)[1]
    for entry in chain(cards.hero, cards.villain, cards.battle, cards.carrier):
        if "name" in entry.stated + entry.public:
            bare = entry.name.removesuffix(" A").removesuffix(" B").removesuffix(" C")
            assert bare in told, bare


@TITLE
def test_the_label_of_a_number_in_the_form_says_in_words_of_the_title_what_it_sets(title: str) -> None:
    spec = read(title)[0]
    words = spec.words
    terms = (words.hero, words.villain, words.figure, words.carrier, words.pressure, words.team, words.battle)
    heads = {term.split()[-1].casefold() for term in terms if term}
    numbers = [info for info in spec.option if re.search(r"\d+ to \d+", info.values)]
    assert numbers
    for info in numbers:
        assert any(head in info.title.casefold() for head in heads), f"{info.name}: {info.title}"
