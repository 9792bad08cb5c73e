"""Deck files: what is read, and where each fault is told to be."""

from typing import Any

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.construction import building_game
from rising_tutor.decks.deck_file import (
    DeckList,
    deck_game,
    faults_in_order,
    inline,
    read_deck,
    read_inline,
    write_deck,
)
from rising_tutor.errors import BadContent

GOOD = """id = "mine"
name = "My deck"
chamber = "aang"  # who leads
play = "casual"

[cards]
pummel = 4
"skewer" = 2
"""


def told(text: str) -> list[str]:
    return [str(fault) for fault in faults_in_order(read_deck(text, "chamber").faults)]


def test_a_deck_is_read_with_its_cards_in_order() -> None:
    read = read_deck(GOOD, "chamber")
    assert read.faults == ()
    assert (read.deck.leader, read.deck.cards, read.deck.n, read.deck.origin) == (
        "aang",
        (("pummel", 4), ("skewer", 2)),
        6,
        "owner",
    )
    assert read.places["skewer"] == (8, 2)


def test_all_faults_of_a_file_are_told_in_one_pass_with_their_places() -> None:
    text = (
        GOOD.replace('"casual"', '"friendly"').replace("= 4", "= 0").replace("= 2", '= "two"').replace("id =", "ad =")
    )
    assert told(text) == [
        "line 1, column 1: 'ad' means nothing here",
        "line 1, column 1: id is ''; expected a text",
        "line 4, column 1: play is 'friendly'; expected formal or casual",
        "line 7, column 1: pummel stands 0 times; expected a number from 1 to 500",
        "line 8, column 2: skewer stands 'two' times; expected a number from 1 to 500",
    ]


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("[cards]", "there are no cards; expected each with its number under [cards]"),
        ("", "there are no cards; expected each with its number under [cards]"),
        ('cards = "all"', "cards is 'all'; expected a table of cards with their numbers"),
    ],
)
def test_a_deck_without_cards_is_told_from_cards_that_are_no_table(cards: str, fault: str) -> None:
    [said] = told(GOOD.partition("[cards]")[0] + cards)
    assert said.endswith(fault)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('id = "a\nname = 1', "line 1, column 8"),
        ("a = 1\nb = = 2", "line 2, column 5"),
        ("x" * 5000 + " = 1", "line 1"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_at_its_place(text: str, place: str) -> None:
    assert [line for line in told(text) if line.startswith(place)], told(text)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "UTF-8" in str(read_deck(b"\xff\xfe", "chamber").faults[0])


def test_a_list_in_one_line_reads_as_it_is_written() -> None:
    deck = read_deck(GOOD, "chamber").deck
    assert read_inline(inline(deck)).cards == deck.cards
    assert read_inline(inline(deck)).leader == "aang"
    assert read_inline("aang: 1 pummel, 3 pummel").cards == (("pummel", 4),)


@pytest.mark.parametrize(
    "text", ["", "pummel", ": 4 pummel", "aang: pummel", "aang: 0 pummel", "aang: 9999999999 pummel"]
)
def test_a_list_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadContent):
        read_inline(text)


def test_a_file_that_ends_too_early_is_told_where_it_ends() -> None:
    assert told('id = "x"\ncards = ') == ["line 2, column 9: Invalid value, where the file ends"]


@pytest.mark.parametrize("game_id", [one for one in game_ids() if deck_game(load_game(one)) is not None])
def test_a_deck_beside_which_nothing_stands_is_told_so_once_with_its_rule(game_id: str) -> None:
    building: Any = building_game(load_game(game_id))
    leader = building.construction().leader
    deck, faults = building.check_deck(write_deck(DeckList("mine", "Mine", "", (("no-such-card", 60),)), leader))
    assert not deck.leader
    told = [fault for fault in faults if fault.line == 3]
    assert len(told) == 1, told
    assert told[0].rule
    assert "''" not in told[0].what
