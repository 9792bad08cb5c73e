"""Decks and discard piles that run out, and who knows what (QS-1001 to QS-1016)."""

from random import Random

import pytest

from rising_tutor.core.node import Chance
from rising_tutor.decks.slots import HIDDEN, UNSETTLED
from rising_tutor.games.quickstrike.run import cards_of
from tests.testkit.quickstrike import GAME, Scene, Side, kind


def revealed(s: Scene) -> Scene:
    """Chance has turned over all that it has to, each card the first that it can be."""
    while isinstance(node := GAME.node(s.state), Chance):
        s.do(GAME.write(s.state, next(iter(node.outcomes))[0]))
    return s


LAST = Side(
    deck="skewer",
    more=0,
    energies=(5, 2, 1),
    discard=" ".join(["evade"] * 20),
    charged="yellow red",
    allies={"red": "momo"},
)


@pytest.mark.rule("QS-1001", "QS-1004", "QS-1005")
def test_an_empty_deck_is_made_new_at_once_with_the_card_in_the_flip_space() -> None:
    s = revealed(Scene(LAST))
    assert (s.energies(), len(s.me.discard), len(s.me.deck)) == ((5, 2, 1), 4, 16)
    assert (s.charged(), s.flip("green")) == (("yellow", "red"), "skewer")
    assert {slot.card for zone in s.me.energies for slot in zone} == {UNSETTLED}
    assert s.me.shuffle == 2


@pytest.mark.rule("QS-1005")
def test_by_the_other_reading_a_deck_is_made_new_when_it_is_needed() -> None:
    s = Scene(LAST, deck_refresh="when_needed")
    assert len(s.me.deck) == 0
    assert s.legal == ["discard", "focus"]
    s.do("focus")
    assert s.happened("DeckRefreshed") == ["DeckRefreshed"]


@pytest.mark.rule("QS-1002", "QS-1003")
def test_allies_advantages_and_strikes_in_play_are_not_shuffled_in() -> None:
    me = Side(
        deck="momo",
        more=0,
        advantages="open-hand-form",
        allies={"red": "katara"},
        flips={"yellow": "pummel"},
        discard="evade",
    )
    s = revealed(Scene(me))
    assert s.ally("red") == "katara"
    assert s.words(laid.card for laid in s.me.advantages) == ["open-hand-form"]
    assert s.flip("yellow") == "pummel"
    assert not {kind(word) for word in ("katara", "open-hand-form", "pummel")} & {
        card for card, n in enumerate(s.me.whole) if n
    }


@pytest.mark.rule("QS-1006")
@pytest.mark.parametrize(("n", "left"), [(4, (3, 1)), (3, (2, 1)), (1, (0, 1)), (5, (4, 1))])
def test_with_few_cards_one_stays_as_the_deck(n: int, left: tuple[int, int]) -> None:
    s = revealed(Scene(Side(deck="skewer", more=0, energies=(5, 2, 1), discard=" ".join(["evade"] * n))))
    assert s.energies() == (5, 2, 1)
    assert (len(s.me.discard), len(s.me.deck)) == left


@pytest.mark.rule("QS-1006")
def test_without_a_card_to_flip_the_zone_is_lost() -> None:
    s = Scene(Side(deck="skewer", more=0, energies=(5, 2, 1), discard="")).do("focus")
    assert s.happened("NothingToFlip", "ZoneLost", "PointScored") == [
        "ZoneLost",
        "NothingToFlip",
        "ZoneLost",
        "NothingToFlip",
        "ZoneLost",
        "PointScored",
    ]


@pytest.mark.rule("QS-1007")
def test_an_empty_discard_pile_takes_four_cards_when_one_is_needed() -> None:
    me = Side(deck="evade momo skewer pummel aang", more=5, discard="")
    s = Scene(me, Side(flips={"green": "downdraft"}), attack="green", step="turn")
    assert s.energies() == (4, 3, 3)
    assert s.words([s.me.energies[0][-1].card]) == ["pummel"]
    assert s.discard() == ["evade", "momo", "skewer"]
    assert len(s.me.deck) == 5  # of ten four went to the pile and one was flipped


@pytest.mark.rule("QS-1008")
def test_an_empty_discard_pile_is_left_alone_until_then() -> None:
    assert Scene(Side(deck="skewer", discard="")).discard() == []
    assert len(Scene(Side(deck="skewer", discard=""), discard_refill="when_empty").discard()) == 4


@pytest.mark.rule("QS-1009")
def test_where_nothing_is_left_no_energy_is_added() -> None:
    me = Side(deck="", more=0, discard="", energies=(1, 0, 0))
    s = Scene(me, Side(flips={"green": "downdraft"}), attack="green", step="turn")
    assert s.happened("NothingAdded") == ["NothingAdded"]
    assert s.energies() == (1, 0, 0)


@pytest.mark.rule("QS-1006", "QS-1009")
def test_the_last_card_stays_as_the_deck_and_is_no_energy() -> None:
    me = Side(deck="momo", more=0, discard="", energies=(1, 0, 0))
    s = Scene(me, Side(flips={"green": "downdraft"}), attack="green", step="turn")
    assert s.happened("PileRefilled", "NothingAdded", "Flipped") == ["NothingAdded", "Flipped"]
    assert (s.energies(), s.flip("green")) == ((1, 0, 0), "momo")


@pytest.mark.rule("QS-1016")
def test_a_short_deck_gives_what_it_has_is_made_new_and_then_gives_the_energy() -> None:
    me = Side(deck="evade momo", more=0, discard="")
    s = revealed(Scene(me, Side(flips={"green": "downdraft"}), attack="green", step="turn"))
    assert s.energies() == (4, 3, 3)
    assert s.happened("PileRefilled", "DeckRefreshed", "EnergyAdded")[:3] == [
        "PileRefilled",
        "DeckRefreshed",
        "EnergyAdded",
    ]


@pytest.mark.rule("QS-1010", "QS-1012")
def test_energies_are_counts_discards_are_open_and_a_deck_is_a_number() -> None:
    s = Scene(Side(deck="skewer", discard="evade momo"))
    seen = GAME.view(s.state, 1).mats[0]
    assert (seen.energies, seen.n_deck) == ((3, 3, 3), 8)
    assert s.words(seen.discard) == ["evade", "momo"]
    start = GAME.view(GAME.start(2), 0).mats[0]
    assert (start.deck.top, start.deck.n) == ((), 51)


@pytest.mark.rule("QS-1011")
def test_a_starting_energy_is_unknown_to_all_and_a_focused_card_is_remembered() -> None:
    start = GAME.start(2)
    assert {slot.card for zone in GAME.view(start, 0).mats[0].remembered for slot in zone} == {UNSETTLED}
    s = Scene(Side(deck="skewer")).do("focus")
    for viewer in (0, 1, None):
        newest = GAME.view(s.state, viewer).mats[0].remembered[0][-1]
        assert s.words([newest.card]) == ["skewer"]


@pytest.mark.rule("QS-1013")
def test_what_one_seat_looks_at_only_that_seat_sees() -> None:
    me = Side(deck="contemplate", more=0, unseen="pummel skewer evade evade evade")
    s = Scene(me).do("play", "look pummel", "look skewer")
    assert (s.seat, s.legal) == (1, ["choose 1 2", "choose 2 1"])
    mine, theirs, watching = (GAME.view(s.state, viewer).mats[0].deck.top for viewer in (0, 1, None))
    assert s.words(slot.card for slot in mine) == ["pummel", "skewer"]
    assert [slot.card for slot in theirs] == [slot.card for slot in watching] == [HIDDEN, HIDDEN]
    told = [event.seats for event in s.events if type(event).__name__ == "Saw"]
    assert told == [(0,), (0,)]
    s.do("choose 2 1")
    assert s.flip("green") == "skewer"


@pytest.mark.rule("QS-1013")
def test_a_card_that_one_seat_knew_is_known_to_both_when_it_is_shown() -> None:
    me = Side(deck="contemplate", more=0, unseen="pummel skewer evade evade evade")
    s = Scene(me, Side(deck="incinerate")).do("play", "look pummel", "look skewer", "choose 1 2", "counter")
    assert GAME.view(s.state, 1).mats[0].deck.top[0].card == HIDDEN
    s.do("play", "choose no")
    assert s.words([GAME.view(s.state, 1).mats[0].deck.top[0].card]) == ["skewer"]


def test_what_others_know_is_drawn_and_what_the_seat_knows_stays() -> None:
    me = Side(deck="contemplate", more=0, unseen="pummel skewer evade evade evade")
    s = Scene(me).do("play", "look pummel", "look skewer")
    own, other = (GAME.view(s.state, viewer) for viewer in (0, 1))
    assert {GAME.imagine(own, Random(seed)).mats[0].deck.top for seed in range(9)} == {s.me.deck.top}
    imagined = {GAME.imagine(other, Random(seed)).mats[0].deck.top for seed in range(60)}
    assert len(imagined) > 4
    for seed in range(9):
        state = GAME.imagine(other, Random(seed))
        assert cards_of(state.mats[0], 0, state.mats) == cards_of(s.me, 0, s.state.mats)
