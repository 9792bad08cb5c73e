"""The readings: each other way that the catalogue names is an option under its rule, with the catalogue's default."""

from random import Random

import msgspec
import pytest

from rising_tutor import catalogues
from rising_tutor.games.rise_tcg.options import OPTIONS as TABLE
from rising_tutor.games.rise_tcg.options import SWITCHES
from tests.testkit.rise import GAME, IDLE, Scene, Side

CATALOGUE = catalogues.load("rise-tcg")
OPTIONS = {one.name: one for one in GAME.info.options}
OURS = {"windows", "lists", "concede"}
"""Options that the catalogue does not name."""


def test_every_variant_of_the_catalogue_is_an_option_with_its_default_and_rules() -> None:
    variants = {one.id: one for one in CATALOGUE.variants}
    assert set(variants) == set(SWITCHES) - OURS
    for name, variant in variants.items():
        assert OPTIONS[name].default == variant.default, name
        assert set(variant.rules) <= set(OPTIONS[name].rules), name


def test_every_option_has_a_rule_of_the_catalogue_and_a_sentence() -> None:
    assert set(OPTIONS) == {*TABLE.deck_names, *SWITCHES}
    for one in OPTIONS.values():
        assert one.help.endswith(".")
        for rule in one.rules:
            assert CATALOGUE.rule(rule)


@pytest.mark.rule("RISE-304")
def test_the_starter_may_have_coins_in_the_first_restoration_by_the_other_reading() -> None:
    def first_turn(**options: bool) -> int:
        return Scene(IDLE, IDLE, step="turn", turn=1, **options).passes().coins()

    assert first_turn(starter_first_coins=True) == first_turn() + 2


@pytest.mark.slow
@pytest.mark.parametrize("name", SWITCHES)
def test_a_game_can_be_played_with_each_reading(name: str) -> None:
    for value in SWITCHES[name][0]:
        state = GAME.start(2, {name: value})
        winner, decisions, _ = GAME.playout(state, Random(3))
        assert decisions > 10 or name == "concede"
        assert winner in (-1, 0, 1)


STILL = {"tilted": (True, True), "cp": (0, 0)}


@pytest.mark.rule("RISE-928")
def test_cloning_is_used_once_a_turn_or_by_option_until_it_fails() -> None:
    def cloned(**options: str) -> Scene:
        return Scene(Side(play="vat-clone", **STILL), IDLE, **options).do("cloning vat-clone").do("toss heads")

    assert not cloned().offers("cloning")
    s = cloned(cloning_uses="any")
    assert s.offers("cloning") == ["cloning vat-clone"], "the copy waits until a later turn"
    s.do("cloning vat-clone", "toss heads", "cloning vat-clone", "toss tails")
    assert s.in_play() == ["vat-clone-2", "vat-clone-3"]


@pytest.mark.rule("RISE-928")
def test_copycat_performs_actions_used_this_turn_or_by_option_all() -> None:
    me = Side(play="clockwork-parrot tap toll chained-clerk", coins=1, **STILL)
    assert not Scene(me, IDLE).offers("relaunch")
    s = Scene(me, IDLE, copycat_copies="any")
    assert s.offers("relaunch") == ["relaunch clockwork-parrot tap"], "the toll costs 2 coins; the clerk is chained"
    s.do("relaunch clockwork-parrot tap").passes()
    assert (s.coins(), s.offers("relaunch"), s.offers("action tap")) == (2, [], ["action tap"])


@pytest.mark.rule("RISE-928", "RISE-1007")
@pytest.mark.parametrize("disease", ["paralysis", "dementia"])
def test_copycat_repeats_no_action_of_a_card_that_can_no_longer_act(disease: str) -> None:
    me = Side(play=f"clockwork-parrot clerk!defense=5 {disease}@clerk", **STILL)
    s = Scene(me, IDLE, step="turn").do("action clerk").passes().do("cards 1", "toss heads")
    assert not s.offers("relaunch")
    s.refused("relaunch clockwork-parrot clerk", "RISE-928", "can still act")
    older = Scene(me, IDLE, step="turn", rules="1").do("action clerk").passes().do("cards 1", "toss heads")
    assert older.offers("relaunch")


@pytest.mark.rule("RISE-1006")
def test_several_colds_cost_one_coin_together_or_by_option_one_each() -> None:
    def turn(coins: int, **options: str) -> Scene:
        return Scene(Side(coins=coins, **STILL), Side(play="cold@seat-1 cold@seat-1"), step="turn", **options)

    assert (turn(2).coins(), turn(2).cemetery(2)) == (1, [])
    assert (turn(2, cold_price="each").coins(), turn(2, cold_price="each").cemetery(2)) == (0, [])
    one = turn(1, cold_price="each")
    assert (one.coins(), one.cemetery(2), one.in_play(2)) == (0, ["cold"], ["cold"])
    assert turn(0).cemetery(2) == ["cold", "cold"]


@pytest.mark.rule("RISE-502")
def test_a_creature_that_was_taken_over_is_sick_unless_the_option_says_otherwise() -> None:
    def taken(card: str, **options: bool) -> Scene:
        s = Scene(Side(hand="madness"), Side(play=card, **STILL), **options)
        return s.play("invoke madness with bram").do("to attack")

    assert not taken("bear").offers("attack")
    assert taken("bear", control_sickness=False).offers("attack") == ["attack bear"]
    assert not taken("bear!new", control_sickness=False).offers("attack"), "it came into play this turn"


@pytest.mark.rule("RISE-520")
def test_a_door_is_a_creature_when_it_may_attack_or_by_option_when_it_attacks() -> None:
    def loose(**options: str) -> Scene:
        me = Side(play="hammer plain-door sling", **STILL)
        return Scene(me, Side(play="mouse", **STILL), **options).do("action hammer 5").passes()

    def can_hit(s: Scene) -> bool:
        return "choose plain-door" in s.do("action sling", "times 1").legal

    assert can_hit(loose())
    assert not can_hit(loose(door_creature="attacking"))
    s = loose(door_creature="attacking").do("to attack")
    s.do("attack plain-door")
    assert can_hit(s)
    s.do("choose mouse").passes()
    while s.state.turn == 4:
        s.do(s.legal[-1])
    door = s.piece("plain-door")
    assert not door.fighting
    assert not door.charged


@pytest.mark.rule("RISE-804", "RISE-910")
@pytest.mark.parametrize("decider", ["tax tax market", "market", ""])
@pytest.mark.parametrize(("owner", "price"), [("", 2), ("tax tax", 4), ("market", 1)])
def test_a_price_under_schizophrenia_is_that_of_the_controller_whoever_decides(
    owner: str, price: int, decider: str
) -> None:
    """The price is the same when it is offered, paid and reported; the owner pays it."""

    def asked(coins: int) -> Scene:
        mine = Side(play=f"toll {owner}", coins=coins, **STILL)
        s = Scene(mine, Side(play=f"schizophrenia@toll {decider} bear", coins=9, **STILL))
        ruled = msgspec.structs.replace(s.piece("toll"), ruler=1)
        pieces = tuple(ruled if one.id == ruled.id else one for one in s.state.pieces)
        s.state = msgspec.structs.replace(s.state, pieces=pieces)
        s.do("to attack")
        return s

    assert not asked(price - 1).offers("action")
    s = asked(price)
    assert s.seat == 2
    s.do("action toll")
    while s.seat == 2 and s.offers("choose"):
        s.do(s.legal[0])
    assert [(event.seat, event.coins) for event in s.told("PricePaid")] == [(0, price)]
    assert (s.coins(1), s.coins(2)) == (0, 9)


def test_by_the_first_rules_an_action_under_schizophrenia_costs_what_the_decider_would_pay() -> None:
    s = Scene(Side(play="toll", coins=2, **STILL), Side(play="tax bear", coins=9, **STILL), rules="1")
    ruled = msgspec.structs.replace(s.piece("toll"), ruler=1)
    pieces = tuple(ruled if one.id == ruled.id else one for one in s.state.pieces)
    s.state = msgspec.structs.replace(s.state, pieces=pieces)
    s.do("to attack", "action toll")
    assert [event.coins for event in s.told("PricePaid")] == [3]
