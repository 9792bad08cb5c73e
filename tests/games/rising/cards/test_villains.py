"""What each Villain does when Ozai faces its location."""

import pytest

from tests.testkit.scene import Scene

Row = tuple[str, ...]


def faced(
    *villains: str, toph: tuple[str, ...] = ("toph",), aang: tuple[str, ...] = ("aang",), **facts: object
) -> Scene:
    """A turn of Team Toph at location 1 in which Ozai stays at location 2, where these cards lie."""
    s = Scene("toph", "aang").row("toph", *toph).row("aang", *aang).at(2, *villains).set(**facts)
    return s.turn("toph", facing=2).do("at 1").chance("fire stay-0")


def damages(s: Scene, *cards: str) -> list[int]:
    return [s.damage(card) for card in cards]


@pytest.mark.card("june")
def test_june_hits_the_two_rightmost_heroes_of_each_team() -> None:
    s = faced("june", toph=("toph", "haru", "bato"), aang=("aang",))
    assert damages(s, "toph", "haru", "bato", "aang") == [0, 1, 1, 1]
    assert s.happened("EffectUsed", card="june", what="villain")[0].rule == "FNR-316"
    full = faced("june", toph=("toph", "haru", "bato 5"))
    assert damages(full, "toph", "haru", "bato") == [0, 1, 5], "nobody takes it for a full Hero"


@pytest.mark.card("june")
def test_a_villain_that_is_not_faced_does_nothing() -> None:
    s = Scene("toph", "aang").at(1, "june").at(3, "june").turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert not s.happened("EffectUsed")


@pytest.mark.card("ty-lee")
def test_ty_lee_stops_tokens_but_not_giving_them_for_balance() -> None:
    s = Scene("toph", "aang").row("toph", "momo").tokens("toph", "reroll", "heal-one").at(2, "ty-lee")
    s.at(1, "xin-fu").set(balance=3).turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert s.happened("TokensBlocked", card="ty-lee")
    s.refused("token heal-one", "FNR-1007").refused("token reroll", "FNR-1007").do("use momo")
    assert s.happened("NoToken"), "nothing is gained"
    s.do("give reroll", "roll").chance("rolled green E E F, blue W").do("green F > xin-fu", "green E > xin-fu", "stop")
    assert s.damage("xin-fu") == 1
    assert s.held("toph") == {"heal-one": 1}
    s.play_on("turn.1")
    assert not s.state.no_tokens, "the block ends with the turn"


@pytest.mark.card("pirate-captain")
def test_the_pirate_captain_takes_a_token_of_own_choice_from_each_holder() -> None:
    s = Scene("toph", "aang", "zuko").tokens("toph", "reroll", "heal-one").tokens("aang", "reroll", "red-die")
    s.at(2, "pirate-captain").turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert s.node().seat == 0
    s.refused("drop red-die", "FNR-1014").refused("done", "FNR-918").do("drop heal-one")
    assert s.node().seat == 1, "each chooses among the own tokens"
    s.do("drop reroll")
    assert (s.held("toph"), s.held("aang"), s.held("zuko")) == ({"reroll": 1}, {"red-die": 1}, {})
    nobody = faced("pirate-captain")
    assert nobody.happened("NothingToDo", card="pirate-captain")


@pytest.mark.card("azula")
def test_azula_hits_the_most_damaged_heroes_of_the_active_team() -> None:
    s = faced("azula", toph=("toph 2", "haru 1", "bato 2"), aang=("aang 5",))
    assert damages(s, "toph", "haru", "bato", "aang") == [3, 1, 3, 5]
    full = faced("azula", toph=("toph 2", "haru 5"))
    assert damages(full, "toph", "haru") == [2, 5]
    assert full.happened("DamageBlocked", card="haru")


@pytest.mark.card("mai")
def test_mai_hits_the_least_damaged_heroes_of_the_active_team() -> None:
    s = faced("mai", toph=("toph 1", "haru", "bato"), aang=("aang",))
    assert damages(s, "toph", "haru", "bato", "aang") == [1, 1, 1, 0]


@pytest.mark.card("zhao")
def test_zhao_advances_ruin_and_later_hits_the_leftmost_hero() -> None:
    s = faced("zhao", toph=("toph", "haru"), ruin=3)
    assert s.view().ruin == 4
    assert damages(s, "toph", "haru") == [0, 0]
    later = Scene("toph", "aang").row("toph", "toph", "haru").row("aang", "aang").phase_2().at(2, "zhao")
    later.set(battles=(None, None, None)).turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert damages(later, "toph", "haru", "aang") == [1, 0, 0]
    assert later.view().ruin == 0


@pytest.mark.card("long-feng")
def test_long_feng_stops_balance_for_the_turn() -> None:
    s = Scene("toph", "aang").row("aang", "aang").at(2, "long-feng").at(1, "suki").at(3, "suki")
    s.turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert s.happened("BalanceBlocked", card="long-feng")
    s.do("roll").chance("rolled green E E F, blue W").refused("blue W > balance", "FNR-1001")
    s.set(balance=3).tokens("toph", "reroll").refused("give reroll", "FNR-1001")


@pytest.mark.card("long-feng", "xin-fu")
@pytest.mark.parametrize("villain", ["long-feng", "xin-fu"])
def test_the_active_player_loses_a_die_of_own_choice_before_the_first_roll(villain: str) -> None:
    s = Scene("toph", "aang").row("aang", "aang").at(2, villain)
    if villain == "long-feng":
        s.phase_2().set(battles=(None, None, None))
    s.turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert s.legal() == ["pick green", "pick blue"]
    s.refused("pick red", "FNR-442").refused("done", "FNR-918").do("pick blue")
    assert s.waiting() == ["green", "green", "green"]
    assert s.view().roll.gone == ("blue",)


@pytest.mark.card("combustion-man")
def test_combustion_man_hits_every_hero_here_and_the_active_team_if_it_is_here() -> None:
    s = faced("combustion-man", "suki", toph=("toph",))
    assert damages(s, "suki", "toph") == [2, 0], "one of the attack, one of the Villain"
    here = Scene("toph", "aang").row("toph", "toph", "haru").row("aang", "aang").at(2, "combustion-man", "suki")
    here.turn("toph", facing=2).do("at 2").chance("fire stay-0")
    assert damages(here, "suki", "toph", "haru", "aang") == [2, 2, 2, 0]


@pytest.mark.card("colonel-mongke")
def test_colonel_mongke_hits_the_leftmost_hero_of_the_active_team() -> None:
    s = faced("colonel-mongke", toph=("toph", "haru"))
    assert damages(s, "toph", "haru", "aang") == [1, 0, 0]


@pytest.mark.card("war-minister-qin")
def test_war_minister_qin_turns_ozai_clockwise_who_attacks_there() -> None:
    s = (
        Scene("toph", "aang")
        .row("toph", "toph")
        .row("aang", "aang")
        .at(2, "war-minister-qin", "colonel-mongke", "suki")
    )
    s.at(3, "haru", "june").turn("toph", facing=2).do("at 3").chance("fire stay-0")
    assert s.view().facing == 2
    assert damages(s, "suki", "haru") == [1, 1]
    assert s.damage("toph") == 2, "the attack of the new location, and the Colonel, who still acts"
    assert [event.card for event in s.happened("EffectUsed")] == ["war-minister-qin", "colonel-mongke"]
    assert s.damage("aang") == 0, "June of the new location does not act"


@pytest.mark.card("dai-li-agents")
def test_the_dai_li_agents_hit_one_hero_of_each_team_chosen_by_the_active_player() -> None:
    s = faced("dai-li-agents", toph=("toph", "haru 5", "bato"), aang=("aang", "momo"))
    assert s.legal() == ["choose toph", "choose bato"], "not the full one"
    s.refused("choose haru", "FNR-1014").refused("done", "FNR-918").do("choose bato")
    assert s.node().seat == 0
    s.do("choose momo")
    assert damages(s, "toph", "haru", "bato", "aang", "momo") == [0, 5, 1, 0, 1]
    alone = faced("dai-li-agents", toph=("haru 5",), aang=("aang",))
    assert damages(alone, "haru", "aang") == [5, 1], "nobody is asked about one Hero"


@pytest.mark.card("hama")
def test_hama_heals_the_other_villains_here_and_then_hits_the_rightmost_hero() -> None:
    s = (
        Scene("toph", "aang")
        .row("toph", "toph", "haru")
        .row("aang", "aang")
        .at(2, "hama 2", "pirate-captain 1", "suki 2")
    )
    s.at(1, "june 1").turn("toph", facing=2).do("at 1").chance("fire stay-0")
    assert damages(s, "hama", "pirate-captain", "suki", "june") == [2, 0, 3, 1]
    assert damages(s, "toph", "haru", "aang") == [0, 1, 0]
    assert s.order("Healed", "DamageTaken")[-2:] == ["Healed", "DamageTaken"]


@pytest.mark.card("xin-fu")
def test_each_xin_fu_takes_a_die_and_a_pool_never_falls_below_zero() -> None:
    s = Scene("toph", "aang").row("aang", "aang").at(2, "xin-fu").turn("toph", facing=2)
    s.set(stock=(0, 1, 4, 3)).do("at 1").chance("fire stay-0")
    assert s.waiting() == []
    assert s.view().roll.gone == ("blue",)
    assert "stop" in s.legal()


EVERY_VILLAIN = {
    "june": "yellow A, red FF",
    "ty-lee": "blue W E A",
    "pirate-captain": "blue WW F",
    "azula": "blue WW A E",
    "mai": "green EE F",
    "zhao": "blue WW A",
    "long-feng": "green EE A",
    "combustion-man": "red FF, green EE",
    "colonel-mongke": "red FF W",
    "war-minister-qin": "green E F",
    "dai-li-agents": "green EE W",
    "hama": "blue WW W",
    "xin-fu": "green E F",
}


@pytest.mark.card(*EVERY_VILLAIN)
@pytest.mark.parametrize(("villain", "dice"), EVERY_VILLAIN.items())
def test_a_set_of_its_symbols_is_one_damage_and_one_token(villain: str, dice: str) -> None:
    s = Scene("toph", "aang").row("aang", "aang").at(1, villain).step_3("toph", shown=dice)
    for die in s.shown():
        s.do(f"{die} > {villain}")
    assert s.happened("CostCovered", on=villain)
    s.do("stop").chance("drew reroll")
    assert s.damage(villain) == 1
    assert s.held("toph") == {"reroll": 1}
