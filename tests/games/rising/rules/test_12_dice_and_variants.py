"""Chapter 12: the dice, and how a game is made easier or harder."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rising_tutor.core.chance import Die
from rising_tutor.errors import BadOption
from rising_tutor.games.rising.rules.options import Options
from tests.testkit.scene import Scene, fire
from tests.testkit.setups import laid_out

STRONG = {"green": "E", "blue": "W", "red": "F", "yellow": "A"}
GONE = ("tyro", "jet", "teo", "huu", "yue", "bato", "iroh", "shyu", "arnook", "piandao", "suki", "kanna")
WULONG = ("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest", "stop")


def dice() -> Mapping[str, Die]:
    book = fire().book
    return dict(zip(book.colours, book.dice, strict=True))


def options(**given: str) -> Options:
    return fire().start(2, given).options


def chances_of(colour: str) -> dict[str, Fraction]:
    """What one die of a colour shows when it is rolled, from the chance node of a real roll."""
    listed = Scene("toph", "aang").step_3("toph", waiting=colour).do("roll").outcomes()
    total = sum(listed.values())
    return {text.split()[-1]: Fraction(weight, total) for text, weight in listed.items()}


@pytest.mark.rule("FNR-1201")
def test_the_dice_carry_four_symbols() -> None:
    faces = {face for die in dice().values() for face in die.faces}
    assert {face[0] for face in faces} == set("AWEF")
    assert all(set(face) == {face[0]} for face in faces)


@pytest.mark.rule("FNR-1202")
@pytest.mark.parametrize("colour", STRONG)
def test_each_colour_favours_one_symbol_with_one_double_face(colour: str) -> None:
    shown = chances_of(colour)
    expected = {symbol: sum(face.count(symbol) * p for face, p in shown.items()) for symbol in "AWEF"}
    best = STRONG[colour]
    assert all(expected[best] > expected[other] for other in "AWEF" if other != best)
    doubles = [face for face in dice()[colour].faces if len(face) == 2]
    assert doubles == [best * 2]


@pytest.mark.rule("FNR-1203")
@pytest.mark.parametrize(("colour", "best"), STRONG.items())
def test_the_faces_of_each_colour(colour: str, best: str) -> None:
    others = sorted(set("AWEF") - {best})
    assert sorted(dice()[colour].faces) == sorted([best, best, best * 2, *others])
    sixth = Fraction(1, 6)
    assert chances_of(colour) == {best: 2 * sixth, best * 2: sixth} | dict.fromkeys(others, sixth)


@pytest.mark.rule("FNR-1204")
@pytest.mark.parametrize("villains", [0, 8, 10])
def test_fewer_villains_are_accepted(villains: int) -> None:
    view = laid_out(2, villains=str(villains))
    shown = sum(spot.card in fire().book.villain for spot in view.places if spot)
    assert shown + view.villains_in_deck == villains


@pytest.mark.rule("FNR-1204")
@pytest.mark.parametrize("villains", ["14", "-1", "many", ""])
def test_other_numbers_of_villains_are_refused(villains: str) -> None:
    with pytest.raises(BadOption) as refused:
        fire().start(2, {"villains": villains})
    assert refused.value.rule == "FNR-211"


@pytest.mark.rule("FNR-1205")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_easier_preset_has_an_easy_balance_side(seed: int) -> None:
    view = laid_out(2, seed, preset="easier")
    assert fire().book.side[view.balance.side].difficulty == "easy"
    assert view.options.villains < 10
    assert view.options.hero_loss_limit == 12
    assert set(view.options.battle_damage) == {1}


def battle_struck(*battles: str, battle_damage: str) -> Scene:
    """One complete set on Wulong Forest, which lies at location 1."""
    s = Scene("toph", "aang", battle_damage=battle_damage).phase_2(*battles)
    return s.step_3("toph", shown="yellow AA, red F, green E").do(*WULONG).chance("drew reroll")


@pytest.mark.rule("FNR-1206")
@pytest.mark.parametrize("text", ["1,2,2", "[1,2,2]", "wulong-forest=1", "1"])
def test_a_battle_may_take_1_damage(text: str) -> None:
    s = battle_struck("wulong-forest", "fire-nation-palace", "ba-sing-se", battle_damage=text)
    assert s.happened("BattleCompleted", card="wulong-forest")


@pytest.mark.rule("FNR-1206")
def test_ruling_the_list_goes_by_the_name_of_the_battle_not_by_its_place() -> None:
    s = battle_struck("wulong-forest", "fire-nation-palace", "ba-sing-se", battle_damage="2,1,1")
    assert not s.happened("BattleCompleted")
    s = Scene("toph", "aang", battle_damage="1,2,3").phase_2("ba-sing-se", "wulong-forest", "fire-nation-palace")
    assert [spot.capacity for spot in s.view().battles] == [3, 1, 2]
    assert options(battle_damage="ba-sing-se=3").battle_damage == (2, 2, 3)


@pytest.mark.rule("FNR-1206", "FNR-1210")
@pytest.mark.parametrize("text", ["0", "4", "1,2", "1,2,2,2", "june=1", "2,2,x"])
def test_other_damage_for_battles_is_refused(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        fire().start(2, {"battle_damage": text})
    assert refused.value.rule == "FNR-1206"


def judged(limit: str, defeated: int) -> str:
    s = Scene("toph", "aang", hero_loss_limit=limit).set(defeated=GONE[: defeated - 1]).deck()
    s.row("toph", "toph", "cabbage-merchant 3").step("clear_heroes", "toph")
    assert len(s.view().defeated) == defeated
    return s.view().result


@pytest.mark.rule("FNR-1207")
def test_more_defeated_heroes_may_be_allowed() -> None:
    assert judged("12", 10) == ""
    assert judged("12", 11) == ""
    assert judged("12", 12) == "loss"


@pytest.mark.rule("FNR-1208")
@pytest.mark.parametrize("seed", [1, 2])
def test_with_13_villains_none_is_out_of_the_game(seed: int) -> None:
    view = laid_out(2, seed, villains="13")
    shown = sum(spot.card in fire().book.villain for spot in view.places if spot)
    assert shown + view.villains_in_deck == 13
    assert len(view.villains_unseen) == view.villains_in_deck
    assert view.villains_out == ()


@pytest.mark.rule("FNR-1209")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_harder_preset_never_has_an_easy_balance_side(seed: int) -> None:
    view = laid_out(2, seed, preset="harder")
    assert fire().book.side[view.balance.side].difficulty in ("medium", "hard")
    assert view.options.villains == 13
    assert view.options.hero_loss_limit == 9
    assert set(view.options.battle_damage) == {3}


@pytest.mark.rule("FNR-1210")
def test_a_battle_may_take_3_damage() -> None:
    s = battle_struck("wulong-forest 1", "fire-nation-palace", "ba-sing-se", battle_damage="3,3,3")
    assert [event.damage for event in s.happened("VillainDamaged")] == [2]
    assert not s.happened("BattleCompleted")
    s = battle_struck("wulong-forest 2", "fire-nation-palace", "ba-sing-se", battle_damage="3,3,3")
    assert s.happened("BattleCompleted")


@pytest.mark.rule("FNR-1211")
def test_fewer_defeated_heroes_may_lose() -> None:
    assert judged("9", 8) == ""
    assert judged("9", 9) == "loss"
    assert judged("5", 5) == "loss"


@pytest.mark.rule("FNR-1212")
def test_changes_combine_freely() -> None:
    mixed = options(villains="13", difficulty="easy", hero_loss_limit="12")
    assert (mixed.villains, mixed.difficulty, mixed.hero_loss_limit) == (13, "easy", 12)
    assert options(villains="0", difficulty="hard", battle_damage="1,3,2").battle_damage == (1, 3, 2)


@pytest.mark.rule("FNR-1212")
def test_what_is_set_by_name_goes_before_the_preset() -> None:
    mixed = options(preset="harder", difficulty="easy", hero_loss_limit="12")
    assert (mixed.villains, mixed.difficulty, mixed.hero_loss_limit) == (13, "easy", 12)
    assert mixed.battle_damage == (3, 3, 3)
