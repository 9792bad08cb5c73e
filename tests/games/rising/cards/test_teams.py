"""The ability of each Team card, paid with symbols, and what a Team starts with."""

import pytest

from tests.testkit.scene import Scene


def ready(team: str, shown: str, *row: str) -> Scene:
    """Step 3 of a Team after a roll; another Team sits beside it."""
    other = "zuko" if team != "zuko" else "aang"
    s = Scene(team, other).row(team, *row).row(other, "haru")
    s.at(1, "roku 2", "june", "mai 2").at(2, "bato 1", "zhao 1", "-")
    return s.step_3(team, shown=shown)


START = {
    "aang": ("aang", "momo", {"yellow": 2, "blue": 1, "green": 1}),
    "katara": ("katara", "kanna", {"blue": 3, "yellow": 1}),
    "sokka": ("sokka", "suki", {"blue": 1, "green": 1, "red": 2}),
    "toph": ("toph", "teo", {"green": 3, "blue": 1}),
    "zuko": ("zuko", "ursa", {"red": 3, "yellow": 1}),
}


@pytest.mark.card(*(f"team-{team}" for team in START))
@pytest.mark.parametrize("team", START)
def test_a_team_starts_with_its_hero_its_dice_and_with_four_players_an_ally(team: str) -> None:
    hero, ally, dice = START[team]
    others = [name for name in START if name != team]
    s = Scene(team, *others[:3])
    assert s.cards(team) == (hero, ally)
    s = Scene(team, others[0])
    assert s.cards(team) == (hero,)
    s.step_3(team)
    assert {colour: s.waiting().count(colour) for colour in set(s.waiting())} == dice


@pytest.mark.card("team-aang")
def test_team_aang_switches_a_villain_here_with_a_hero_elsewhere() -> None:
    s = ready("aang", "yellow A A", "aang").do("yellow A > team-aang")
    s.refused("swap roku with bato", "FNR-430").refused("swap june with zhao", "FNR-430").do("swap mai with bato")
    places = [spot.card if spot else None for spot in s.view().places]
    assert places[:4] == ["roku", "june", "bato", "mai"]
    assert (s.damage("mai"), s.damage("bato")) == (2, 1)
    s.refused("yellow A > team-aang", "FNR-420")
    assert ready("aang", "yellow A", "aang").do("yellow A > team-aang", "done").damage("mai") == 2
    none = Scene("aang", "toph").at(1, "june").step_3("aang", shown="yellow A").do("yellow A > team-aang")
    assert none.happened("NothingToDo", card="team-aang")


@pytest.mark.card("team-katara")
def test_team_katara_heals_two_different_heroes_in_reach() -> None:
    s = ready("katara", "blue W A", "katara 3").do("blue W > team-katara")
    assert not s.happened("EffectUsed"), "half a price does nothing"
    s.do("blue A > team-katara").refused("choose bato", "FNR-306").refused("choose haru", "FNR-306")
    s.do("choose katara").refused("choose katara", "FNR-919").do("choose roku")
    assert (s.damage("katara"), s.damage("roku")) == (2, 1)
    declined = ready("katara", "blue W A", "katara 3").do("blue W > team-katara", "blue A > team-katara", "done")
    assert declined.damage("katara") == 3


@pytest.mark.card("team-sokka")
def test_team_sokka_draws_a_token_and_may_reorder_its_row() -> None:
    s = ready("sokka", "green E F", "sokka", "suki").do("green E > team-sokka", "green F > team-sokka")
    s.chance("drew reroll").do("choose suki")
    assert s.held("sokka") == {"reroll": 1}
    assert s.cards("sokka") == ("suki", "sokka")
    kept = ready("sokka", "green E F", "sokka", "suki").do("green E > team-sokka", "green F > team-sokka")
    assert kept.chance("drew reroll").do("done").cards("sokka") == ("sokka", "suki")


@pytest.mark.card("team-sokka")
def test_team_sokka_may_reorder_although_no_token_can_be_drawn() -> None:
    s = ready("sokka", "green E F", "sokka", "suki").set(no_tokens=True)
    s.do("green E > team-sokka", "green F > team-sokka")
    assert s.happened("NoToken")
    assert "choose suki" in s.legal()


@pytest.mark.card("team-toph")
def test_team_toph_puts_a_damage_on_a_villain_here() -> None:
    s = ready("toph", "green EE E F", "toph").do("green EE > team-toph", "green E > team-toph")
    s.refused("choose zhao", "FNR-306").do("choose mai").chance("drew reroll")
    assert s.damage("mai") == 3
    assert s.held("toph") == {"reroll": 1}
    declined = ready("toph", "green EE E", "toph").do("green EE > team-toph", "green E > team-toph", "done")
    assert declined.damage("june") == 0


@pytest.mark.card("team-zuko")
def test_team_zuko_moves_a_damage_from_an_own_hero_to_a_villain_here() -> None:
    s = ready("zuko", "red FF", "zuko 2").do("red FF > team-zuko")
    s.refused("shift zuko > zhao", "FNR-919").refused("shift mai > june", "FNR-919").do("shift zuko > june")
    s.chance("drew reroll")
    assert (s.damage("zuko"), s.damage("june")) == (1, 1)
    assert ready("zuko", "red FF", "zuko 2").do("red FF > team-zuko", "done").damage("zuko") == 2
    assert ready("zuko", "red FF", "zuko").do("red FF > team-zuko").happened("NothingToDo", card="team-zuko")


@pytest.mark.card(*(f"team-{team}" for team in START))
@pytest.mark.parametrize("team", START)
def test_only_the_own_team_card_can_be_paid_and_not_called(team: str) -> None:
    other = "zuko" if team != "zuko" else "aang"
    s = ready(team, "green E F, red A, blue W", START[team][0])
    s.refused(f"red A > team-{other}", "FNR-421")
