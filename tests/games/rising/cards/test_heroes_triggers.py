"""Heroes that answer an event: Damage in step 2, Damage on a Villain, Balance, their own recruiting."""

import pytest

from tests.testkit.scene import Scene


def attacked(*row: str, at: int = 2, card: str = "stay-0") -> Scene:
    """A turn of Team Toph in which Ozai attacks location 2; the Team is there unless told."""
    s = Scene("toph", "aang").row("toph", *row).row("aang", "aang").at(2, "roku").turn("toph", facing=2)
    return s.do(f"at {at}").chance(f"fire {card}")


@pytest.mark.card("zuko")
def test_zuko_earns_a_red_die_when_he_takes_damage() -> None:
    s = attacked("zuko", "toph")
    s.refused("use zuko", "FNR-422").do("react zuko").refused("use zuko", "FNR-420")
    assert s.happened("DieEarned", colour="red")
    assert s.waiting() == ["green", "green", "green", "blue", "red"]
    declined = attacked("zuko").do("done").refused("use zuko", "FNR-318")
    assert declined.waiting() == ["green", "green", "green", "blue"]
    assert declined.happened("Declined", cards=("zuko",))


@pytest.mark.card("zuko", "cabbage-merchant")
@pytest.mark.parametrize("hero", ["zuko", "cabbage-merchant"])
def test_damage_on_a_neighbour_or_on_nobody_sets_nothing_off(hero: str) -> None:
    assert attacked(hero, at=1).legal() == ["roll"]
    s = Scene("toph", "aang").row("toph", hero, "toph").row("aang", "aang").at(2, "colonel-mongke")
    s.row("toph", "toph", hero).turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert s.damage("toph") == 1, "the leftmost, beside this Hero"
    assert s.legal() == ["roll"]


@pytest.mark.card("zuko", "chit-sang")
@pytest.mark.parametrize("hero", ["zuko", "chit-sang"])
def test_no_reaction_is_offered_when_no_red_die_is_left(hero: str) -> None:
    s = Scene("toph", "aang").row("toph", hero).row("aang", "aang").turn("toph", facing=2).do("at 2")
    s.set(stock=(5, 4, 0, 3)).chance("fire stay-0")
    assert s.damage(hero) == 1
    assert s.legal() == ["roll"]


@pytest.mark.card("cabbage-merchant")
def test_the_cabbage_merchant_draws_a_token_when_he_takes_damage() -> None:
    s = attacked("cabbage-merchant").do("react cabbage-merchant").chance("drew reroll")
    assert s.held("toph") == {"reroll": 1}
    assert not attacked("cabbage-merchant").do("done").held("toph")


@pytest.mark.card("cabbage-merchant", "ty-lee")
def test_a_reaction_that_draws_is_not_offered_while_tokens_are_blocked() -> None:
    s = Scene("toph", "aang").row("toph", "cabbage-merchant").row("aang", "aang").at(2, "ty-lee", "colonel-mongke")
    s.turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert s.damage("cabbage-merchant") == 1
    assert s.legal() == ["roll"]


@pytest.mark.card("bato")
def test_bato_draws_a_token_when_he_or_a_neighbour_takes_damage() -> None:
    itself = attacked("bato").do("react bato").chance("drew reroll")
    assert itself.held("toph") == {"reroll": 1}
    assert not attacked("bato").do("done").held("toph")
    for row, reacts in ((("toph", "bato"), True), (("toph", "haru", "bato"), False)):
        s = Scene("toph", "aang").row("toph", *row).row("aang", "aang").at(2, "colonel-mongke")
        s.turn("toph", facing=2).do("at 1").chance("fire stay-0")
        assert s.damage("toph") == 1
        assert ("react bato" in s.legal()) == reacts


@pytest.mark.card("chit-sang")
def test_chit_sang_earns_a_red_die_when_it_or_a_neighbour_takes_damage() -> None:
    s = attacked("chit-sang").do("react chit-sang")
    assert s.waiting()[-1] == "red"
    assert "red" not in attacked("chit-sang").do("done").waiting()
    for row, reacts in ((("toph", "chit-sang"), True), (("toph", "haru", "chit-sang"), False)):
        s = Scene("toph", "aang").row("toph", *row).row("aang", "aang").at(2, "colonel-mongke")
        s.turn("toph", facing=2).do("at 1").chance("fire stay-0")
        assert ("react chit-sang" in s.legal()) == reacts


@pytest.mark.card("zuko", "bato", "chit-sang", "cabbage-merchant")
@pytest.mark.parametrize("hero", ["zuko", "bato", "chit-sang", "cabbage-merchant"])
def test_a_hero_reacts_once_a_turn(hero: str) -> None:
    s = Scene("toph", "aang").row("toph", hero).row("aang", "aang").at(2, "colonel-mongke")
    s.turn("toph", facing=2).do("at 2").chance("fire stay-0").do(f"react {hero}")
    if hero in ("bato", "cabbage-merchant"):
        s.chance("drew reroll")
    assert s.damage(hero) == 2, "the Villain hit it again"
    assert s.legal() == ["roll"]
    again = Scene("toph", "aang").row("toph", hero).row("aang", "aang").at(2, "colonel-mongke")
    again.turn("toph", facing=2).do("at 2").chance("fire stay-0").do("done")
    assert again.legal() == [f"react {hero}", "done"], "declined is not used"


@pytest.mark.card("zuko", "bato", "chit-sang", "cabbage-merchant")
@pytest.mark.parametrize("hero", ["zuko", "bato", "chit-sang", "cabbage-merchant"])
def test_a_hero_of_another_team_does_not_react(hero: str) -> None:
    s = Scene("toph", "aang").row("toph", "toph").row("aang", hero).at(2, "june").turn("toph", facing=2)
    s.do("at 1").chance("fire stay-0")
    assert s.damage(hero) == 1
    assert s.legal() == ["roll"]


@pytest.mark.card("zuko", "bato", "cabbage-merchant")
def test_reactions_come_in_an_order_of_choice_and_only_what_could_be_used_is_declined() -> None:
    s = Scene("toph", "aang").row("toph", "zuko", "bato", "cabbage-merchant").row("aang", "aang")
    s.turn("toph", facing=2).do("at 2").set(supply=(1, *[0] * 10)).chance("fire stay-0")
    assert s.legal() == ["react zuko", "react bato", "react cabbage-merchant", "done"]
    s.do("react bato").chance("drew extra-earth")
    assert s.legal() == ["react zuko", "done"], "no token is left for the other"
    s.do("done")
    assert [event.cards for event in s.happened("Declined")] == [("zuko",)]


@pytest.mark.card("momo")
def test_momo_takes_a_damage_and_draws_a_token() -> None:
    s = Scene("toph", "aang").row("toph", "momo 3").step_3("toph").do("use momo").chance("drew reroll")
    assert s.damage("momo") == 4
    assert s.held("toph") == {"reroll": 1}
    s.refused("use momo", "FNR-420")
    Scene("toph", "aang").row("toph", "momo 4").step_3("toph").refused("use momo", "FNR-903")
    Scene("toph", "aang").row("toph", "toph").row("aang", "momo").step_3("toph").refused("use momo", "FNR-421")


@pytest.mark.card("momo")
def test_momo_pays_although_no_token_can_be_drawn() -> None:
    s = Scene("toph", "aang").row("toph", "momo").step_3("toph").set(no_tokens=True).do("use momo")
    assert s.damage("momo") == 1
    assert s.happened("NoToken")


def hitting(*row: str) -> Scene:
    s = Scene("toph", "aang").row("toph", *row).row("aang", "aang").at(1, "xin-fu", "roku 1")
    return s.step_3("toph", shown="green E F")


@pytest.mark.card("suki")
@pytest.mark.parametrize("healed", ["suki", "toph", "haru"])
def test_suki_heals_herself_or_a_neighbour_after_damage_on_a_villain(healed: str) -> None:
    s = hitting("toph 1", "suki 1", "haru 1", "bato 1").do("green E > xin-fu", "green F > xin-fu", "stop")
    s.chance("drew reroll").do("react suki")
    s.refused("choose bato", "FNR-913").refused("choose roku", "FNR-913").do(f"choose {healed}")
    assert s.damage(healed) == 0
    assert s.happened("EffectUsed", card="suki")[0].rule == "FNR-908"


@pytest.mark.card("suki")
def test_suki_may_decline_and_is_not_asked_without_damage_to_heal() -> None:
    s = hitting("suki 1").do("green E > xin-fu", "green F > xin-fu", "stop").chance("drew reroll")
    s.refused("use suki", "FNR-422").do("done")
    assert s.damage("suki") == 1
    s = hitting("toph", "suki", "bato").do("green E > xin-fu", "green F > xin-fu", "stop").chance("drew reroll")
    assert s.happened("VillainDamaged")
    assert not s.happened("EffectUsed", card="suki")
    assert s.state.step != "turn.4b.villain_damage"


@pytest.mark.card("suki", "jet", "ursa")
def test_suki_answers_damage_by_an_ability_and_moved_damage_once_a_turn() -> None:
    s = Scene("toph", "aang").row("toph", "suki 3", "jet", "ursa 1").row("aang", "aang").at(1, "june")
    s.step_3("toph", shown="red F").do("use jet", "choose june").chance("drew reroll").do("react suki", "choose suki")
    assert s.damage("suki") == 2
    s.do("red F > ursa", "shift ursa > june").chance("drew reroll")
    assert s.legal() == ["stop"], "she was used"
    moved = Scene("toph", "aang").row("toph", "suki 3", "ursa 1").row("aang", "aang").at(1, "june")
    moved.step_3("toph", shown="red F").do("red F > ursa", "shift ursa > june").chance("drew reroll")
    assert moved.legal() == ["react suki", "done"]


def recruiting(hero: str, die: str) -> Scene:
    s = Scene("toph", "aang").row("toph", "toph").row("aang", "aang").at(1, hero)
    return s.step_3("toph", shown=die)


@pytest.mark.card("king-kuei")
def test_king_kuei_draws_two_tokens_when_he_is_recruited() -> None:
    s = recruiting("king-kuei", "green E A").do("green E > king-kuei", "green A > king-kuei", "stop")
    s.do("join king-kuei left").do("react king-kuei").chance("drew reroll", "drew reroll")
    assert s.held("toph") == {"reroll": 2}
    assert s.happened("EffectUsed", card="king-kuei")[0].step == "turn.4a.recruit"
    declined = recruiting("king-kuei", "green E A").do("green E > king-kuei", "green A > king-kuei", "stop")
    assert not declined.do("join king-kuei right", "done").held("toph")


@pytest.mark.card("king-kuei")
def test_king_kuei_does_nothing_when_another_hero_is_recruited_and_cannot_be_called() -> None:
    s = recruiting("teo", "green E A").row("toph", "king-kuei").do("green E > teo", "green A > teo")
    s.refused("use king-kuei", "FNR-422").do("stop", "join teo left")
    assert "react king-kuei" not in s.legal()


@pytest.mark.card("yue")
def test_yue_draws_a_token_when_balance_advances() -> None:
    s = Scene("toph", "aang").row("toph", "yue").row("aang", "aang").step_3("toph", shown="blue W")
    s.refused("use yue", "FNR-422").do("blue W > balance", "stop").do("react yue").chance("drew reroll")
    assert s.held("toph") == {"reroll": 1}
    assert s.happened("EffectUsed", card="yue")[0].rule == "FNR-514"
    declined = Scene("toph", "aang").row("toph", "yue").row("aang", "aang").step_3("toph", shown="blue W")
    assert not declined.do("blue W > balance", "stop", "done").held("toph")


@pytest.mark.card("yue")
def test_yue_works_in_the_turn_in_which_she_is_recruited_but_not_without_a_step() -> None:
    s = recruiting("yue", "blue W W A").do("blue W > balance", "blue W > yue", "blue A > yue", "stop")
    assert s.do("join yue left").legal() == ["react yue", "done"]
    still = Scene("toph", "aang").row("toph", "yue").row("aang", "aang").step_3("toph", shown="blue A").do("stop")
    assert "react yue" not in still.legal()
