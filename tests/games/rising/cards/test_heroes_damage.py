"""Heroes that heal, that put or move Damage on Villains, and that move cards or Ruin."""

import pytest

from tests.testkit.scene import Scene


def paid(hero: str, shown: str, *others: str, location: int = 1) -> Scene:
    """Step 3 after a roll, with the Hero, some others in the row, cards at two locations."""
    s = Scene("toph", "aang").row("toph", hero, *others).row("aang", "aang 2")
    s.at(1, "roku 3", "june", "mai 2").at(2, "bato 2", "zhao 1", "xin-fu 2").at(3)
    return s.step_3("toph", location=location, shown=shown)


HEAL_ONE = [
    pytest.param("katara", "W", 1, marks=pytest.mark.card("katara")),
    pytest.param("gyatso", "A", 2, marks=pytest.mark.card("gyatso")),
]


@pytest.mark.parametrize(("hero", "symbol", "n"), HEAL_ONE)
def test_heals_one_hero_in_reach(hero: str, symbol: str, n: int) -> None:
    die = f"blue {symbol}"
    for target in (hero, "toph", "roku"):
        s = paid(f"{hero} 3", f"{die} {symbol}", "toph 3").do(f"{die} > {hero}", f"choose {target}")
        assert s.damage(target) == 3 - n
        assert "roll" in s.legal(), "one Hero only"
        s.refused(f"{die} > {hero}", "FNR-420")


@pytest.mark.parametrize(("hero", "symbol", "n"), HEAL_ONE)
def test_heals_nobody_out_of_reach_and_no_villain(hero: str, symbol: str, n: int) -> None:
    s = paid(hero, f"blue {symbol}", "toph 1").do(f"blue {symbol} > {hero}")
    s.refused("choose bato", "FNR-306").refused("choose aang", "FNR-306").refused("choose mai", "FNR-904")
    s.do("choose toph")
    assert s.damage("toph") == 0, "never below zero"
    declined = paid(hero, f"blue {symbol}", "toph 1").do(f"blue {symbol} > {hero}", "done")
    assert declined.damage("toph") == 1
    assert len(declined.happened("EffectUsed", card=hero)) == 1


@pytest.mark.card("katara", "gyatso")
def test_a_symbol_that_does_not_pay_is_refused() -> None:
    paid("katara", "blue A").refused("blue A > katara", "FNR-412")
    paid("gyatso", "blue W").refused("blue W > gyatso", "FNR-412")


@pytest.mark.card("kanna")
def test_kanna_heals_two_different_heroes() -> None:
    s = paid("kanna 1", "blue W", "toph 2").do("blue W > kanna", "choose toph")
    s.refused("choose toph", "FNR-919").do("choose roku")
    assert (s.damage("toph"), s.damage("roku"), s.damage("kanna")) == (1, 2, 1)
    assert "roll" not in s.legal()
    one = paid("kanna 1", "blue W").do("blue W > kanna", "choose kanna", "done")
    assert one.damage("kanna") == 0


@pytest.mark.card("iroh")
def test_iroh_heals_one_neighbour() -> None:
    s = Scene("toph", "aang").row("toph", "bato 1", "toph 2", "iroh 3", "suki 1").at(1, "roku 3").step_3("toph")
    s.do("use iroh").refused("choose iroh", "FNR-913").refused("choose bato", "FNR-913").refused(
        "choose roku", "FNR-913"
    )
    s.do("choose toph")
    assert s.damage("toph") == 1
    s.refused("use iroh", "FNR-420")
    alone = Scene("toph", "aang").row("toph", "iroh 3").step_3("toph").do("use iroh")
    assert alone.damage("iroh") == 3
    assert alone.happened("NothingToDo", card="iroh")


HIT_ONE = [
    pytest.param("kuruk", "blue WW", marks=pytest.mark.card("kuruk")),
    pytest.param("the-boulder", "green EE", marks=pytest.mark.card("the-boulder")),
]


@pytest.mark.parametrize(("hero", "die"), HIT_ONE)
def test_two_symbols_put_a_damage_on_a_villain_here_and_earn_a_token(hero: str, die: str) -> None:
    s = paid(hero, die).do(f"{die} > {hero}")
    s.refused("choose zhao", "FNR-306").refused("choose roku", "FNR-919").do("choose june").chance("drew reroll")
    assert s.damage("june") == 1
    assert s.held("toph") == {"reroll": 1}
    declined = paid(hero, die).do(f"{die} > {hero}", "done")
    assert declined.damage("june") == 0
    assert not declined.held("toph")


@pytest.mark.parametrize(("hero", "die"), HIT_ONE)
def test_half_a_price_does_nothing_and_a_full_villain_takes_nothing(hero: str, die: str) -> None:
    single = die[:-1]
    s = paid(hero, f"{single} {single[-1]}").do(f"{single} > {hero}")
    assert not s.happened("EffectUsed")
    s.do(f"{single} > {hero}", "choose mai").chance("drew reroll")
    assert s.damage("mai") == 3
    full = Scene("toph", "aang").row("toph", hero).at(1, "june 3", "mai 1", "zhao").step_3("toph", shown=die)
    full.do(f"{die} > {hero}").refused("choose june", "FNR-511")
    none = Scene("toph", "aang").row("toph", hero).at(1, "june 3").step_3("toph", shown=die).do(f"{die} > {hero}")
    assert none.happened("NothingToDo", card=hero)


@pytest.mark.card("ran-and-shaw")
def test_ran_and_shaw_put_a_damage_on_each_villain_here() -> None:
    s = Scene("toph", "aang").row("toph", "ran-and-shaw").at(1, "june", "mai 3", "zhao 2").at(2, "hama")
    s.step_3("toph", shown="red FF F").do("red FF > ran-and-shaw").chance("drew reroll", "drew reroll")
    assert [s.damage(card) for card in ("june", "mai", "zhao", "hama")] == [1, 3, 3, 0]
    assert s.held("toph") == {"reroll": 2}, "none for the full Villain"
    s.refused("red F > ran-and-shaw", "FNR-420")
    none = Scene("toph", "aang").row("toph", "ran-and-shaw").at(1, "suki").step_3("toph", shown="red FF")
    assert none.do("red FF > ran-and-shaw").happened("NothingToDo", card="ran-and-shaw")


@pytest.mark.card("jet")
def test_jet_takes_a_damage_and_puts_one_on_a_villain_here() -> None:
    s = Scene("toph", "aang").row("toph", "jet 4").at(1, "june", "mai", "suki").step_3("toph")
    s.do("use jet", "choose june").chance("drew reroll")
    assert (s.damage("jet"), s.damage("june")) == (5, 1)
    s.refused("use jet", "FNR-420")
    Scene("toph", "aang").row("toph", "jet 5").at(1, "june").step_3("toph").refused("use jet", "FNR-903")
    declined = Scene("toph", "aang").row("toph", "jet").at(1, "june", "mai").step_3("toph").do("use jet", "done")
    assert (declined.damage("jet"), declined.damage("june")) == (1, 0), "the price stays paid"


@pytest.mark.card("smellerbee-and-longshot")
def test_smellerbee_and_longshot_move_damage_between_villains_of_any_location() -> None:
    s = paid("smellerbee-and-longshot", "red F F").do("red F > smellerbee-and-longshot")
    s.refused("shift mai > xin-fu", "FNR-509").refused("shift roku > june", "FNR-919")
    s.refused("shift mai > mai", "FNR-919").refused("shift june > mai", "FNR-919")
    s.do("shift zhao > june").chance("drew reroll")
    assert (s.damage("zhao"), s.damage("june")) == (0, 1)
    assert s.held("toph") == {"reroll": 1}
    s.refused("red F > smellerbee-and-longshot", "FNR-420")
    declined = paid("smellerbee-and-longshot", "red F").do("red F > smellerbee-and-longshot", "done")
    assert declined.damage("zhao") == 1


@pytest.mark.card("smellerbee-and-longshot")
def test_smellerbee_and_longshot_may_move_a_damage_off_a_full_villain() -> None:
    s = paid("smellerbee-and-longshot", "red F").do("red F > smellerbee-and-longshot", "shift xin-fu > zhao")
    s.chance("drew reroll")
    assert (s.damage("xin-fu"), s.damage("zhao")) == (1, 2)


@pytest.mark.card("ursa")
def test_ursa_moves_damage_from_an_own_hero_to_a_villain_here() -> None:
    s = paid("ursa 1", "red F F", "toph 2", "haru").do("red F > ursa")
    s.refused("shift toph > zhao", "FNR-919").refused("shift haru > june", "FNR-919").refused(
        "shift roku > june", "FNR-919"
    )
    s.refused("shift aang > june", "FNR-919").do("shift toph > june").chance("drew reroll")
    assert (s.damage("toph"), s.damage("june")) == (1, 1)
    s.refused("red F > ursa", "FNR-420")
    assert paid("ursa 1", "red F").do("red F > ursa", "shift ursa > mai").damage("mai") == 3
    assert paid("ursa 1", "red F").do("red F > ursa", "done").damage("ursa") == 1
    assert paid("ursa", "red F").do("red F > ursa").happened("NothingToDo", card="ursa")


@pytest.mark.card("appa")
def test_appa_swaps_a_hero_here_with_one_elsewhere() -> None:
    s = paid("appa", "red F").do("red F > roku", "use appa")
    s.refused("swap roku with zhao", "FNR-430").refused("swap june with bato", "FNR-430")
    s.do("swap roku with bato")
    places = [spot.card if spot else None for spot in s.view().places]
    assert places.index("bato") == 0
    assert places.index("roku") == 3
    assert (s.damage("roku"), s.damage("bato")) == (3, 2), "each keeps its Damage"
    assert s.spot("roku").dice == ("red:F",), "and its dice"
    s.refused("use appa", "FNR-420")
    assert paid("appa", "red F").do("use appa", "done").spot("roku")
    none = Scene("toph", "aang").row("toph", "appa").at(1, "roku").step_3("toph").do("use appa")
    assert none.happened("NothingToDo", card="appa")


@pytest.mark.card("tho-and-due")
def test_tho_and_due_put_the_row_in_any_order() -> None:
    s = Scene("toph", "aang").row("toph", "toph 1", "tho-and-due", "suki 2").step_3("toph").do("use tho-and-due")
    s.refused("choose aang", "FNR-421").do("choose suki").refused("choose suki", "FNR-919").do("choose toph")
    assert s.cards("toph") == ("suki", "toph", "tho-and-due")
    assert (s.damage("suki"), s.damage("toph")) == (2, 1)
    s.refused("use tho-and-due", "FNR-420").refused("choose toph", "FNR-107")
    kept = Scene("toph", "aang").row("toph", "toph", "tho-and-due").step_3("toph").do("use tho-and-due", "done")
    assert kept.cards("toph") == ("toph", "tho-and-due")


@pytest.mark.card("shyu")
@pytest.mark.parametrize(("before", "after"), [(5, 4), (1, 0), (0, 0)])
def test_shyu_moves_ruin_back_but_never_below_the_bottom(before: int, after: int) -> None:
    s = Scene("toph", "aang").row("toph", "shyu").set(ruin=before).step_3("toph", shown="red A A").do("red A > shyu")
    assert s.view().ruin == after
    s.refused("red A > shyu", "FNR-420")


@pytest.mark.card("shyu")
def test_shyu_has_no_effect_in_phase_2() -> None:
    s = Scene("toph", "aang").row("toph", "shyu").phase_2().step_3("toph", shown="red A").do("red A > shyu")
    assert s.happened("NothingToDo", card="shyu")
    assert s.view().ruin == 0
