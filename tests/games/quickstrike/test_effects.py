"""What each kind of effect does exactly, told by a card that has it."""

import pytest

from rising_tutor.decks.slots import EVERYBODY, mask
from rising_tutor.games.quickstrike import handlers
from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.book import load_book
from rising_tutor.games.quickstrike.clauses import clause
from tests.testkit.quickstrike import Scene, Side

STANDING = {do.ExtraCost, do.Forbid, do.Skip, do.GrantReflip, do.GrantPower, do.StayBack}


def test_every_kind_of_effect_has_what_it_does_and_what_it_says() -> None:
    kinds = set(do.AvatarEffect.__args__)  # type: ignore[attr-defined]
    assert {kind for kind in kinds if kind not in clause} == set()
    assert {kind for kind in kinds if kind not in handlers.does} == STANDING
    used = {
        type(effect)
        for card in (*load_book().cards, *load_book().moves)
        for one in card.ability
        for effect in one.effect
    }
    inside = {do.Gains, do.ExtraCost}
    assert kinds - used <= inside | {do.Skip}


def test_an_energy_is_moved_to_another_zone() -> None:
    s = Scene(Side(deck="careening-koi", energies=(3, 3, 3)), Side(deck="skewer")).do("counter")
    assert s.legal == ["choose move", "choose no"]
    assert s.do("choose move").energies() == (0, 2, 4)
    assert Scene(Side(deck="careening-koi"), Side(deck="skewer")).do("counter", "choose no").energies() == (0, 3, 3)


def test_an_ally_is_put_onto_its_owners_deck_for_all_to_know() -> None:
    s = Scene(Side(deck="rocky-road", allies={"red": "aang"}), Side(allies={"green": "momo"}, deck="skewer")).do(
        "counter"
    )
    assert s.legal == ["choose 1 red", "choose 2 green", "choose no"]
    s.do("choose 2 green")
    assert s.ally("green", 1) is None
    assert s.flip("green", 1) == "momo"  # it was the top card, and the foe flipped it


def test_an_ally_is_moved_to_an_empty_space_of_its_player() -> None:
    foe = Side(allies={"green": "momo", "yellow": "katara"}, deck="skewer")
    s = Scene(Side(deck="earthbridge"), foe).do("counter")
    assert s.legal == ["choose 2 green to red", "choose 2 yellow to red", "choose no"]
    s.do("choose 2 green to red")
    assert (s.ally("green", 1), s.ally("red", 1)) == (None, "momo")


def test_an_own_ally_comes_to_the_zone_of_a_flipped_strike() -> None:
    s = Scene(Side(deck="air-scooter", allies={"red": "aang"}))
    assert s.legal == ["choose 1 red to green", "choose no"]
    assert s.do("choose 1 red to green").ally("green") == "aang"
    assert s.values("green").intercept == 6


def test_two_allies_change_places() -> None:
    s = Scene(Side(deck="skewer", allies={"green": "appa", "red": "aang"}))
    assert s.legal == ["choose 1 red", "choose no"]
    s.do("choose 1 red")
    assert (s.ally("green"), s.ally("red"), s.values("green").intercept) == ("aang", "appa", 4)


def test_allies_are_arranged_as_one_likes() -> None:
    me = Side(deck="juggle skewer", allies={"green": "momo", "red": "aang"})
    s = Scene(me, Side(deck="skewer")).do("counter")
    assert s.legal[-1] == "choose no"
    assert len(s.legal) == 6
    s.do("choose aang momo -")
    assert [s.ally(zone) for zone in ("green", "yellow", "red")] == ["aang", "momo", None]


def test_of_cards_looked_at_one_is_kept_and_the_rest_discarded() -> None:
    me = Side(deck="breath-of-the-dragon skewer evade", discard="")
    s = Scene(me, Side(deck="skewer")).do("counter")
    assert (s.seat, s.legal) == (1, ["choose 1", "choose 2"])
    s.do("choose 2")
    assert s.discard()[-1] == "skewer"
    assert s.words([s.me.deck.top[0].card]) == ["evade"]


def test_a_top_card_that_was_looked_at_may_be_discarded() -> None:
    me = Side(deck="rokus-guidance", more=0, unseen="evade evade evade skewer")
    s = Scene(me).do("play", "look evade")
    assert s.legal == ["choose discard", "choose no"]
    kept = s.do("choose no")
    assert kept.flip("green") == "evade"
    gone = Scene(me).do("play", "look evade", "choose discard", "flip skewer")
    assert "evade" in gone.discard()


def test_the_opponent_shows_his_top_card() -> None:
    s = Scene(Side(deck="incinerate skewer"), Side(deck="evade momo")).do("play")
    assert s.legal == ["choose discard", "choose no"]
    assert s.do("choose discard").discard(1)[-1] == "evade"
    assert s.words([s.foe.deck.top[0].card]) == ["momo"]


def test_a_top_card_is_turned_face_up() -> None:
    me = Side(deck="skewer", allies={"green": "monk-gyatso"}, more=0, unseen="evade momo")
    s = Scene(me).do("look evade")
    assert s.words([s.me.deck.top[0].card]) == ["evade"]
    assert s.me.deck.top[0].seen == EVERYBODY != mask(0)


def test_one_of_two_changes_is_chosen() -> None:
    s = Scene(Side(deck="jagged-ground")).do("power")
    assert s.legal == ["choose +2 intercept", "choose +2 force"]
    s.do("choose +2 intercept")
    assert (s.values("green").intercept, s.values("green").force) == (4, 2)


def test_what_follows_follows_only_where_the_first_was_done() -> None:
    me = Side(deck="expendable-troops skewer", allies={"red": "momo"})
    s = Scene(me, Side(allies={"green": "katara", "red": "aang"})).do("play")
    assert s.legal == ["choose 1 red", "choose no"]
    s.do("choose 1 red")
    assert s.legal == ["choose 2 green", "choose 2 red"]
    assert s.do("choose 2 red").ally("red", 1) is None
    kept = Scene(me, Side(allies={"green": "katara"})).do("play", "choose no")
    assert (kept.ally("red"), kept.ally("green", 1)) == ("momo", "katara")


def test_a_strike_gains_a_standing_effect_by_a_power() -> None:
    me = Side(deck="snapped-off", allies={"green": "malu"}, energies=(4, 3, 3))
    s = Scene(me, Side(deck="skewer")).do("power malu", "counter")
    assert s.happened("ZoneSkipped") == ["ZoneSkipped"]
    assert s.where == "yellow"


@pytest.mark.parametrize(
    ("foe", "deck", "text", "rule"),
    [
        ("suppressing", "skewer", "focus", "QS-814"),
        ("in-the-breach", "momo", "play", "QS-814"),
    ],
)
def test_a_card_forbids(foe: str, deck: str, text: str, rule: str) -> None:
    if foe == "suppressing":
        side, attack = Side(flips={"front": "move"}, chamber="ame214", side=1), "front"
    else:
        side, attack = Side(flips={"green": "downdraft"}, advantages=foe), "green"
    s = Scene(Side(deck=deck), side, attack=attack)
    assert text not in s.legal
    s.refused(text, rule, "forbids")


def test_a_pitch_can_be_forbidden() -> None:
    foe = Side(flips={"green": "downdraft"}, advantages="flopsie-flop")
    s = Scene(Side(deck="kindle"), foe, attack="green")
    assert s.legal == ["counter", "discard"]
    s.refused("power", "QS-814", "forbids to pitch")


def test_zones_cannot_be_charged_while_a_card_forbids_it() -> None:
    foe = Side(flips={"green": "canyon-sprint"})
    s = Scene(Side(deck="open-hand-form skewer"), foe, attack="green").do("play")
    assert s.charged() == ()
    assert s.happened("ChargeForbidden") == ["ChargeForbidden"]


def test_zones_and_allies_are_protected_while_the_opponent_defends() -> None:
    foe = Side(flips={"green": "windmill-barrier"}, charged="green", deck="skewer")
    s = Scene(Side(deck="burning-disc", advantages="open-hand-form"), foe, attack="green").do("counter")
    assert s.charged(1) == ("green",)
    foe = Side(flips={"green": "stifling-breeze"}, allies={"red": "momo"}, deck="skewer")
    s = Scene(Side(deck="bell-ringer"), foe, attack="green").do("counter")
    assert s.ally("red", 1) == "momo"


def test_signature_moves_can_be_forbidden() -> None:
    foe = Side(flips={"green": "water-lasso"})
    s = Scene(Side(charged="green yellow red", deck="pummel"), foe, attack="green", step="turn")
    assert s.flip("green") == "pummel"


def test_reflip_is_granted_by_other_cards() -> None:
    here = Scene(Side(deck="skewer evade", allies={"green": "herbalist"}))
    assert "reflip herbalist" in here.legal
    assert here.do("reflip herbalist").energies() == (2, 3, 3)
    own = Scene(Side(deck="skewer evade", advantages="pai-sho-mastery", discard="")).do("reflip pai-sho-mastery")
    assert own.me.advantages == ()
    assert own.discard() == ["pai-sho-mastery", "skewer"]
    foe = Side(flips={"front": "move"}, chamber="ame190", side=1)
    assert "reflip scouring-earth-kick" in Scene(Side(deck="momo"), foe, attack="front").legal


def test_a_power_is_granted_to_the_strikes_of_the_opponent() -> None:
    foe = Side(flips={"front": "move"}, chamber="ame191")
    s = Scene(Side(deck="snapped-off"), foe, attack="front")
    assert "power shadow-of-the-boulder" in s.legal
    s.do("power shadow-of-the-boulder", "power shadow-of-the-boulder")
    assert s.values("green").intercept == 10


def test_a_move_that_says_so_leaves_the_chamber_on_its_back() -> None:
    foe = Side(flips={"front": "move"}, chamber="ame220", side=1, deck="skewer")
    s = Scene(Side(deck="snapped-off"), foe, attack="front").do("counter")
    assert s.foe.side == 1


def test_numbers_that_follow_the_table() -> None:
    allies = {"green": "momo", "yellow": "katara", "red": "jet"}
    assert Scene(Side(deck="double-crest", allies=allies)).values("green").force == 6
    charged = Scene(Side(deck="surf-spray", charged="green red", energies=(0, 2, 0)), Side(deck="skewer")).do("counter")
    assert charged.energies() == (2, 0, 0)
    me = Side(charged="green yellow red", chamber="ame202", side=1, deck="pummel")
    stream = Scene(me, Side(flips={"green": "tremor-trail"}, deck="skewer"), attack="green", step="turn").do(
        "signature"
    )
    assert stream.force == 6


def test_each_player_and_all_of_a_zone() -> None:
    me = Side(deck="scorching-phoenix")
    s = Scene(me, Side(flips={"green": "evade"}, energies=(4, 2, 2), deck="skewer", discard=""), attack="green")
    s.do("power", "counter")  # intercept 2 against force 1
    assert s.energies(1) == (1, 2, 2)  # all four are gone, one came for green
    both = Scene(
        Side(deck="snapped-off", allies={"green": "jet", "red": "momo"}), Side(allies={"red": "aang"}, deck="skewer")
    ).do("counter")
    assert (both.seat, both.legal) == (1, ["choose 1 green", "choose 1 red"])
    both.do("choose 1 red")
    assert (both.ally("red"), both.ally("red", 1)) == (None, None)


def test_a_reaction_to_the_opponents_counterattack() -> None:
    foe = Side(flips={"green": "ground-breaker"}, deck="skewer")  # force 2
    me = Side(deck="snapped-off", charged="yellow", allies={"yellow": "momo"}, energies=(3, 3, 3))
    s = Scene(me, foe, attack="green", zone="yellow").do("counter")
    assert (s.charged(), s.ally("yellow"), s.energies()) == ((), None, (2 + 1, 1, 2))


def test_a_chamber_is_turned_as_a_price() -> None:
    me = Side(deck="hollow-soul-hurricane", side=1)
    s = Scene(me).do("power")
    assert (s.me.side, s.values("green").intercept, s.values("green").force) == (0, 7, 7)
    Scene(Side(deck="hollow-soul-hurricane")).refused("power", "QS-621")
