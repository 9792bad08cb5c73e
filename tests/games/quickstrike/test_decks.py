"""Decks: what formal and casual play allow, each fault with its place (QS-201 to QS-211, QS-310)."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from rising_tutor.decks.deck_file import DeckList
from rising_tutor.errors import BadOption
from rising_tutor.games.quickstrike.book import load_book
from rising_tutor.games.quickstrike.decks import construction, fits, preconstructed
from rising_tutor.games.quickstrike.game import AvatarGame
from tests.testkit.owner_folder import owner_folder
from tests.testkit.quickstrike import GAME, OWN_CARDS

BOOK = load_book()
GENERIC = ["pummel", "skewer", "downdraft", "earthbound", "knuckle-sandwich", "snapped-off", "tremor-trail", "evade"]
GENERIC += ["bell-ringer", "boomerang-toss", "coal-rake", "earthbridge", "seize-the-moment", "kyoshi-pride", "momo"]


def formal(n: int, *more: tuple[str, int], chamber: str = "ame176") -> DeckList:
    """A formal deck of `n` cards without traits, four of each, with some more."""
    cards = [(word, 4) for word in GENERIC[: n // 4]] + ([(GENERIC[n // 4], n % 4)] if n % 4 else [])
    return DeckList("d", "D", chamber, (*cards, *more), "formal")


def rules(deck: DeckList) -> list[tuple[str, bool]]:
    return [(fault.rule, fault.warning) for fault in construction(BOOK).check_list(deck)]


@pytest.mark.rule("QS-201")
def test_a_formal_deck_has_sixty_cards_or_more() -> None:
    deck = formal(56)
    assert rules(replace(deck, cards=(*deck.cards, ("momo", 3)))) == [("QS-201", False)]
    assert rules(formal(60)) == []
    assert rules(replace(formal(60), cards=(*formal(60).cards, ("sustenance", 4), ("open-hand-form", 4)))) == []


@pytest.mark.rule("QS-202", "QS-210")
def test_a_formal_deck_has_no_fifth_copy() -> None:
    assert rules(formal(60, ("sustenance", 4))) == []
    assert rules(formal(60, ("sustenance", 5))) == [("QS-202", False)]
    assert rules(formal(60, ("sustenance", 3), ("ame117", 2))) == [("QS-202", False)]


@pytest.mark.rule("QS-203", "QS-204")
@pytest.mark.parametrize(
    ("word", "allowed"),
    [
        ("burning-disc", False),  # a Bull strike
        ("howling-wind", True),  # a Fox strike
        ("zoom", True),  # an Air strike
        ("momo", True),  # a Light ally
        ("dust-storm", True),  # a Spirit advantage
        ("sustenance", True),  # no trait
        ("bubble-burst", False),  # a Water strike
    ],
)
def test_every_card_shares_a_trait_with_the_chamber(word: str, allowed: bool) -> None:
    cards = tuple(one for one in formal(56).cards if one[0] != word)
    deck = DeckList("d", "D", "ame176", (*cards, ("aang", 4), (word, 4)), "formal")
    assert rules(deck) == ([] if allowed else [("QS-203", False)])


@pytest.mark.rule("QS-205")
def test_of_two_traits_one_has_to_match_or_both_by_the_other_reading() -> None:
    card = replace(BOOK.card[BOOK.find("pummel")], traits=("Fox", "Fire"))
    assert fits(card, BOOK.chamber["ame176"])
    assert not fits(card, BOOK.chamber["ame176"], "every_group")


@pytest.mark.rule("QS-206")
def test_casual_play_asks_for_nothing() -> None:
    deck = DeckList("d", "D", "ame176", (("burning-disc", 6), ("bubble-burst", 24)), "casual")
    assert rules(deck) == []


@pytest.mark.rule("QS-207", "QS-208")
def test_an_exclusive_needs_its_character_and_casual_play_only_warns() -> None:
    for chamber, found in (("ame176", [("QS-207", False)]), ("ame182", [])):
        assert [one for one in rules(formal(60, ("sokka", 1), chamber=chamber)) if one[0] == "QS-207"] == found
    casual = DeckList("d", "D", "ame176", (("sokka", 20),), "casual")
    assert rules(casual) == [("QS-208", True)]
    GAME.start(2, {"deck-1": "ame176: 20 sokka"})


@pytest.mark.rule("QS-209")
@pytest.mark.parametrize("deck", ["first-steps-water", "first-steps-fire"])
def test_a_starter_deck_is_made_of_rarities_as_those_of_the_boxes(deck: str) -> None:
    counts: Counter[str] = Counter()
    for word, n in preconstructed()[deck].cards:
        counts[BOOK.card[BOOK.find(word)].rarity] += n
    assert counts == {"rare": 1, "uncommon": 8, "common": 21}


@pytest.mark.rule("QS-211")
def test_both_may_play_the_same_chamber() -> None:
    assert [mat.chamber for mat in GAME.start(2, {"deck-2": "aang"}).mats] == ["ame176", "ame176"]


@pytest.mark.rule("QS-310")
def test_thirteen_cards_are_too_few() -> None:
    with pytest.raises(BadOption, match="QS-310"):
        GAME.start(2, {"deck-1": "ame176: 13 pummel"})
    GAME.start(2, {"deck-1": "ame176: 14 pummel"})


def test_all_faults_of_a_deck_file_are_told_at_their_places() -> None:
    text = 'id = "x"\nname = "X"\nchamber = "ame176"\n[cards]\npummel = 5\nburning-disc = 1\nnobody = 2\name177 = 1\n'
    assert [str(fault) for fault in construction(BOOK).check_file(text)[1]] == [
        "line 4, column 2: 9 cards; formal play needs 60 (QS-201)",
        "line 4, column 2: 9 cards; nine energies, four discards and a flip need 14 (QS-310)",
        "line 5, column 1: 5 copies of pummel; formal play allows 4 (QS-202)",
        "line 6, column 1: Burning Disc has Bull, the Chamber has Fox, Spirit, Light, Air (QS-203)",
        "line 7, column 1: there is no card 'nobody' (QS-106)",
        "line 8, column 1: ame177 is a Chamber, which cannot be in a deck (QS-106)",
    ]


@pytest.mark.parametrize(
    ("word", "deck"), [("cousin", "cousin: 30 pummel"), ("Sidestep", "ame176: 20 pummel, 10 sidestep")]
)
def test_what_is_known_and_not_built_can_be_in_no_deck(word: str, deck: str, tmp_path: Path) -> None:
    not_built = OWN_CARDS.replace("intercept = ", "built = false\nintercept = ")
    game = AvatarGame(load_book(owner_folder(tmp_path, not_built)))
    with pytest.raises(BadOption, match=f"{word}.*cannot be played here yet"):
        game.start(2, {"deck-1": deck})


def test_every_chamber_can_be_played() -> None:
    for chamber in BOOK.chambers:
        GAME.start(2, {"deck-1": f"{chamber.id}: 20 pummel"})


def test_four_formal_decks_and_two_casual_ones_come_with_the_game() -> None:
    decks = preconstructed()
    assert {deck.n for deck in decks.values() if deck.play == "formal"} == {60}
    assert sorted(deck.id for deck in decks.values() if deck.play == "formal") == ["aang", "bumi", "katara", "zuko"]
    assert {deck.origin for deck in decks.values()} == {"illustrative"}
    for deck in decks.values():
        assert construction(BOOK).check_list(deck) == ()


def test_the_order_of_a_list_changes_nothing() -> None:
    """A record that holds a list in another order is the same game."""
    one, other = (
        GAME.start(2, {"deck-1": f"ame176: {cards}"}) for cards in ("20 pummel, 9 skewer", "9 skewer, 20 ame075")
    )
    assert one == other
