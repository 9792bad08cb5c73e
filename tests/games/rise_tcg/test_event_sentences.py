"""Sentences of events: they name the right card, whose it is, the amount, and who chose, if anybody did."""

import re
from typing import Any

import pytest

from tests.games.rise_tcg.test_open_table import steps
from tests.testkit.rise import BOOK, GAME, IDLE, Scene, Side

STILL: dict[str, Any] = {"tilted": (True, True), "cp": (0, 0)}


def said(scene: Scene) -> list[str]:
    return [GAME.say(event) for event in scene.events]  # type: ignore[arg-type]  # events of this game


def last_said(scene: Scene, *texts: str) -> list[str]:
    """Do something, and return the sentences about it."""
    return said(scene.forget().do(*texts).passes())


def test_no_sentence_has_a_raw_id_or_a_gap() -> None:
    ids = {card.id for card in BOOK.cards if "-" in card.id}
    for before, step in steps():
        for event in step.events:
            text = GAME.say(event)  # type: ignore[arg-type]  # an event of this game
            assert re.fullmatch(r"[A-Z][^_{}#]*[^ ]\.", text), (text, before.phase)
            assert "  " not in text, text
            assert not ids & set(re.findall(r"[a-z-]+", text)), text
            assert not re.search(r"\b1 (coins|cards|points|turns)\b|\bseat 0\b", text), text


def test_of_two_equal_cards_the_one_that_is_gone_keeps_its_number() -> None:
    me = Side(play="bomber bomber powder-keg@bomber powder-keg@bomber-2")
    s = Scene(me, Side(play="sky-courier sky-courier", **STILL)).do("to attack", "attack bomber against 2", "done")
    found = last_said(s, "explosive bomber-2", "choose sky-courier-2")
    assert "Bomber 2 of Player 1 is sacrificed and goes to the cemetery of Player 1." in found
    assert "Explosive of Bomber 2 of Player 1 resolves." in found
    assert "Sky Courier 2 of Player 2 dies and goes to the cemetery of Player 2." in found


def test_what_a_card_is_put_on_is_named() -> None:
    s = Scene(Side(hand="allergy cold", play="mouse mouse hammer"), IDLE)
    assert "Allergy is put on Mouse 2." in last_said(s, "invoke allergy with ysolde", "choose mouse-2")
    assert "Cold is put on Player 2." in last_said(s, "invoke cold with bram")
    assert "Allergy is put on Mouse." in last_said(s, "action hammer 7")


def test_a_card_under_the_control_of_another_seat_goes_to_the_cemetery_of_its_owner() -> None:
    s = Scene(Side(play="hammer"), Side(play="bear!owner=1"))
    found = last_said(s, "action hammer", "choose bear")
    assert "Bear of Player 2 dies and goes to the cemetery of Player 1." in found


def test_a_morpher_that_dies_is_named_as_both() -> None:
    s = Scene(Side(play="bear bear!morph hammer"), IDLE)
    found = last_said(s, "action hammer", "choose bear-2")
    assert "Bear 2, a Glass Mimic, of Player 1 dies and goes to the cemetery of Player 1." in found


def test_capacity_points_and_coins_are_paid_in_words() -> None:
    s = Scene(Side(hand="ox twin-oath-champion storm-bolt", levels=(1, 0), cp=(2, 1), coins=5), Side(play="mouse"))
    assert last_said(s, "invoke ox with ysolde")[0] == "Player 1 invokes Ox with Ysolde for 2 capacity points."
    both = Scene(Side(hand="twin-oath-champion"), IDLE)
    found = last_said(both, "invoke twin-oath-champion")
    assert found[0] == "Player 1 invokes Twin-Oath Champion with Ysolde and Bram for 1 capacity point each."
    found = last_said(s, "invoke storm-bolt with bram", "times 2", "choose mouse", "choose mouse")
    assert "Player 1 uses Storm Bolt twice." in found
    assert "Player 1 pays 4 coins for Storm Bolt." in found
    assert "Player 1 loses 4 coins and has 1." in found


def test_a_choice_that_nobody_had_is_no_choice_of_a_seat() -> None:
    one = Scene(Side(play="toll"), Side(play="mouse"))
    assert "Mouse is the only choice as a target of Toll." in last_said(one, "action toll")
    two = Scene(Side(play="toll"), Side(play="mouse bear"))
    assert "Player 1 chooses Bear as a target of Toll." in last_said(two, "action toll", "choose bear")
    hit = Scene(Side(play="bear"), Side(hp=(0, 5), **STILL)).attacks("bear")
    assert "Bram of Player 2 is the only choice to take the attack of Bear." in said(hit)


def test_a_summoner_loses_what_it_had() -> None:
    s = Scene(Side(play="ox"), Side(hp=(0, 3), **STILL)).attacks("ox")
    assert "Bram of Player 2 loses 3 HP and has 0." in said(s)


@pytest.mark.rule("RISE-605")
def test_damage_that_does_not_add_up_leaves_the_defense() -> None:
    s = Scene(Side(play="toll"), Side(play="bear"), damage_accumulates=False)
    assert "Bear takes 2 damage, too little to stay: 3 defense left." in last_said(s, "action toll")
    s = Scene(Side(play="toll"), Side(play="ox!paranoid"))
    assert "Ox takes 4 damage, doubled by Paranoia: 1 defense left." in last_said(s, "action toll")


def test_every_card_of_a_stack_and_every_level_up_of_a_summoner_is_seen_to_go() -> None:
    s = Scene(Side(play="swarm-ooze swarm-ooze hammer", levels=(2, 0)), IDLE).do("stack swarm-ooze on swarm-ooze-2")
    found = last_said(s, "action hammer", "choose swarm-ooze")
    assert [text for text in found if "Swarm Ooze" in text and "cemetery" in text] == [
        "Swarm Ooze of Player 1 dies and goes to the cemetery of Player 1.",
        "Swarm Ooze goes to the cemetery of Player 1.",
    ]
    dies = Scene(Side(play="hammer"), Side(levels=(2, 0)))
    assert last_said(dies, "action hammer 8", "choose ysolde@2").count("Level Up is removed from the game.") == 2


def test_a_card_comes_back_with_its_counter() -> None:
    s = Scene(Side(play="hammer"), Side(play="restless-squire"))
    s.do("action hammer", "choose restless-squire").passes()
    found = last_said(s, "toss heads")
    assert "Restless Squire comes into play for Player 2 from the cemetery with a +1/+1 counter." in found


def test_points_that_a_tilted_summoner_had_left_are_lost_in_sight() -> None:
    s = Scene(Side(hand="bear", levels=(1, 0), cp=(2, 0), tilted=(False, True)), IDLE).do("invoke bear").passes()
    found = last_said(s.do("to attack").passes(), "pass turn")
    assert "Ysolde of Player 1 is tilted and loses 1 unspent capacity point at the end of the turn." in found
