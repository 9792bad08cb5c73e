"""Deciding lines of the engine: each test fails when the one line that it is about decides otherwise."""

from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.book import Book, Card, load_book
from rising_tutor.games.quickstrike.game import AvatarGame
from tests.testkit.quickstrike import Scene, Side

BOOK = load_book()
GEYSER_KICK = next(chamber.id for chamber in BOOK.chambers if chamber.front == "geyser-kick")
WEAK = Side(flips={"green": "evade"}, deck="skewer skewer skewer")
"""An attack of force 1."""


def game_with(word: str, **changes: Any) -> AvatarGame:
    """The game in which one card is another."""
    wanted = BOOK.find(word)

    def changed(card: Card) -> Card:
        return replace(card, **changes) if card.id == wanted else card

    return AvatarGame(Book([changed(card) for card in BOOK.cards], BOOK.chambers, BOOK.moves, "changed"))


# powers that wait for the counterattack ------------------------------------------------------------------------------


def katara_moved(strike: str) -> Scene:
    """Katara's power was paid in red, then Run the Blockade moved her to yellow; this strike is flipped in red."""
    me = Side(deck=f"run-the-blockade {strike}", allies={"red": "katara", "green": "momo"}, energies=(9, 5, 3))
    return Scene(me, WEAK, attack="green", zone="red").do("power katara", "play", "choose 1 red to yellow")


@pytest.mark.rule("QS-618", "QS-619")
def test_what_waits_for_a_zone_stays_with_the_zone_when_its_ally_moves() -> None:
    s = katara_moved("snapped-off")
    assert s.ally("yellow") == "katara"
    assert s.charged() == ("red",)  # by the advantage
    s.change(mats=(replace(s.me, charged=(False, False, False)), s.foe)).do("counter")
    assert s.charged() == ("red",)


@pytest.mark.rule("QS-618", "QS-619")
def test_what_waits_for_a_zone_does_not_go_with_its_ally_to_another_zone() -> None:
    s = katara_moved("zoom")
    s.change(mats=(replace(s.me, charged=(False, False, False)), s.foe))
    s.do("power", "counter")  # the strike moves to yellow, where Katara is now
    assert s.happened("StrikeMoved") == ["StrikeMoved"]
    assert s.charged() == ()


# owners of allies ----------------------------------------------------------------------------------------------------


def taken(after: str, **me: Any) -> Scene:
    """I have taken the foe's Momo to my green zone, and `after` is what I flip next."""
    mine = Side(deck=f"charisma {after}", energies=(9, 9, 9), discard="evade", **me)
    foe = replace(WEAK, allies={"red": "momo"}, discard="evade")
    return Scene(mine, foe, attack="green").do("play", "choose 2 red to green")


@pytest.mark.rule("QS-801")
def test_an_ally_that_changed_sides_goes_to_its_owners_pile_when_another_takes_its_place() -> None:
    s = taken("katara")
    s.do("play")
    assert s.ally("green") == "katara"
    assert (s.discard(1)[-1], "momo" in s.discard()) == ("momo", False)


@pytest.mark.rule("QS-801")
def test_an_ally_that_changed_sides_and_was_used_belongs_to_its_owner_in_later_turns() -> None:
    game = game_with("momo", ability=(do.Ability("power", (do.Change(force=1),), limit="turn"),))
    mine = Side(deck="charisma snapped-off", energies=(9, 9, 9), discard="evade")
    foe = replace(WEAK, allies={"red": "momo"}, deck="burning-disc burning-disc", discard="evade evade")
    s = Scene(mine, foe, attack="green", game=game).do("play", "choose 2 red to green", "power momo")
    assert "power momo" not in s.legal
    s.do("counter")
    ally = s.me.allies[0]
    assert ally is not None
    assert (ally.owner, ally.used) == (1, ())


@pytest.mark.rule("QS-801")
def test_an_ally_that_changed_sides_is_swapped_arranged_and_moved_as_the_card_of_its_owner() -> None:
    mine = Side(deck="charisma appas-wild-ride fiery-temper skewer", energies=(9, 9, 9), allies={"yellow": "aang"})
    foe = replace(WEAK, allies={"red": "momo"}, discard="evade")
    s = Scene(mine, foe, attack="green").do("play", "choose 2 red to green", "play", "choose aang - momo")
    assert [s.ally(zone) for zone in ("green", "yellow", "red")] == ["aang", None, "momo"]
    s.do("play", "choose 1 red")
    assert (s.discard(1)[-1], "momo" in s.discard()) == ("momo", False)


@pytest.mark.rule("QS-801")
def test_an_ally_that_changed_sides_goes_on_top_of_its_owners_deck() -> None:
    s = taken("rocky-road").do("counter", "choose 1 green")
    assert s.flip("green", 1) == "momo"


# costs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-621")
def test_the_ally_that_was_named_pays_and_no_other() -> None:
    s = Scene(Side(deck="eye-of-ozai", allies={"green": "momo", "red": "aang"}))
    assert [one for one in s.legal if one.startswith("power")] == ["power on green", "power on red"]
    s.refused("power on yellow", "QS-621", "yellow")
    s.do("power on red")
    assert (s.ally("green"), s.ally("red")) == ("momo", None)
    assert s.discard()[-1] == "aang"


@pytest.mark.rule("QS-621")
def test_another_zone_is_uncharged_and_never_the_one_of_the_ally() -> None:
    def toph(charged: str) -> Scene:
        return Scene(Side(deck="snapped-off", allies={"green": "toph"}, charged=charged))

    assert [one for one in toph("green").legal if one.startswith("power")] == []
    s = toph("green yellow red")
    assert [one for one in s.legal if one.startswith("power")] == ["power toph on yellow", "power toph on red"]
    s.do("power toph on red")
    assert s.charged() == ("green", "yellow")


@pytest.mark.rule("QS-621")
def test_the_zone_of_the_ally_is_uncharged_and_no_other() -> None:
    def sokka(charged: str) -> Scene:
        return Scene(Side(deck="snapped-off", allies={"green": "sokka"}, charged=charged))

    assert [one for one in sokka("yellow red").legal if one.startswith("power")] == []
    s = sokka("green yellow").do("power sokka", "choose +1 force")
    assert s.charged() == ("yellow",)


# values --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-623")
def test_intercept_and_force_stop_at_zero_and_what_is_below_is_kept_in_the_sum() -> None:
    below = " ".join(["caution-to-the-wind"] * 5)
    assert Scene(Side(deck="skewer", advantages=below)).values("green").intercept == 0  # 3 - 5
    more = Scene(Side(deck="skewer", advantages=f"{below} crystal-rampart"))
    assert more.values("green").intercept == 0  # 3 - 5 + 2
    assert (
        Scene(Side(deck="skewer", advantages=f"{below} crystal-rampart crystal-rampart")).values("green").intercept == 2
    )
    howling = Side(flips={"green": "howling-cyclone"})  # force 7
    s = Scene(Side(deck="skewer momo momo momo momo"), howling, attack="green")
    forces = [s.do("focus").force for _ in range(5)]
    assert forces == [5, 3, 1, 0, 0]


# what is forbidden, and for how long ---------------------------------------------------------------------------------


@pytest.mark.rule("QS-814")
def test_what_is_forbidden_to_a_defender_is_allowed_to_it_when_it_attacks() -> None:
    """Immobilize is about zones of the opponent while it defends. Here its owner defends."""
    me = Side(
        charged="green yellow red", chamber=GEYSER_KICK, advantages="open-hand-form", deck="skewer", energies=(5, 5, 5)
    )
    s = Scene(me, replace(WEAK), step="open", flipped=False, round_=2)
    s.change(mats=(replace(s.me, advantages=Side(advantages="immobilize").mat(0).advantages), s.foe))
    s.do("signature")
    assert s.charged() == ("red",)
    assert s.charged(1) == ("red",)
    assert s.happened("NotPossible") == []


@pytest.mark.rule("QS-814")
def test_zones_and_allies_are_not_protected_in_the_own_turn() -> None:
    foe = Side(flips={"green": "ground-breaker"}, deck="skewer")  # force 2
    me = Side(deck="windmill-barrier", charged="yellow", energies=(3, 5, 3))
    assert Scene(me, foe, attack="green", zone="yellow").do("counter").charged() == ()
    me = Side(deck="stifling-breeze", allies={"yellow": "momo"}, energies=(3, 5, 3))
    s = Scene(me, replace(foe, flips={"green": "choking-sand"}), attack="green", zone="yellow").do("counter")
    assert s.ally("yellow") is None


# moments -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-703")
def test_a_zone_that_is_charged_off_turn_sets_off_nothing() -> None:
    """Only a defender who charges a zone sets off what waits for it; an advantage lies there in both turns."""
    reaction = do.Ability("opponent_charges", (do.AddEnergy("green"),))
    game = game_with("open-hand-form", ability=(reaction,))
    foe = replace(WEAK, advantages="open-hand-form")
    off_turn = Scene(
        Side(charged="green yellow red", chamber=GEYSER_KICK, deck="skewer", energies=(5, 5, 5)),
        foe,
        step="open",
        flipped=False,
        round_=2,
        game=game,
    )
    off_turn.change(mats=(off_turn.me, replace(off_turn.foe, advantages=foe.mat(1).advantages))).forget()
    off_turn.do("signature")
    # My red zone is charged in my turn, which sets it off; the foe's own zone is charged off turn.
    assert off_turn.charged() == off_turn.charged(1) == ("red",)
    added = [event for event in off_turn.events if type(event).__name__ == "EnergyAdded"]
    assert [event.seat for event in added] == [1]
    mine = Scene(
        Side(charged="green yellow red", chamber=GEYSER_KICK, deck="skewer", energies=(5, 5, 5)),
        WEAK,
        step="open",
        flipped=False,
        round_=2,
        game=game,
    )
    mine.change(mats=(replace(mine.me, advantages=foe.mat(0).advantages), mine.foe)).forget()
    mine.do("signature")
    assert mine.charged(1) == ("red",)
    assert mine.happened("EnergyAdded") == []  # the foe's zone was charged while I defended
