"""Chapter 11, first half: when tokens are used, whose they are, where they go."""

import pytest

from tests.testkit.scene import Scene

STAY = "fire stay-0"
KINDS = 11


def discard(s: Scene) -> dict[str, int]:
    """Tokens in the discard, by kind."""
    return {kind: n for kind, n in s.view().token_discard if n}


def supply(s: Scene) -> int:
    """Tokens face down."""
    return sum(n for _, n in s.view().supply)


@pytest.mark.rule("FNR-1101")
def test_a_token_of_any_player_is_used_in_step_3() -> None:
    s = Scene("aang", "toph").tokens("toph", "red-die").step_3("aang").do("token toph:red-die")
    assert s.view().roll.waiting == ("green", "blue", "red", "yellow", "yellow")
    assert s.held("toph") == {}


@pytest.mark.rule("FNR-1101")
def test_a_token_is_refused_in_steps_1_and_2() -> None:
    s = Scene("aang", "toph").row("aang", "cabbage-merchant").tokens("aang", "red-die").turn("aang")
    s.refused("token red-die", "FNR-1101").do("at 1").chance(STAY)
    assert s.state.step == "turn.2c.attack"
    s.refused("token red-die", "FNR-1101")
    assert s.refusal("token red-die").why.startswith("Tokens are used in step 3 only")


@pytest.mark.rule("FNR-1101")
def test_a_token_is_refused_in_step_4() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "extra-earth").step_3("toph", shown="green E E")
    s.do("green E > haru", "green E > haru", "stop").refused("token extra-earth > haru", "FNR-1101")


@pytest.mark.rule("FNR-1102")
def test_a_token_drawn_in_step_3_may_be_used_in_the_same_step() -> None:
    s = Scene("aang", "toph").row("aang", "momo").step_3("aang")
    s.run("use momo", "drew red-die", "token red-die")
    assert s.view().roll.waiting == ("green", "blue", "red", "yellow", "yellow")


@pytest.mark.rule("FNR-1102")
def test_a_token_drawn_in_4b_waits_for_the_next_step_3() -> None:
    s = Scene("toph", "aang").row("toph", "suki 1").at(1, "xin-fu").step_3("toph", shown="green E F")
    s.run("green E > xin-fu", "green F > xin-fu", "stop", "drew red-die")
    # Suki's reaction keeps step 4b open.
    assert s.state.step == "turn.4b.villain_damage"
    s.refused("token red-die", "FNR-1101").do("done").play_on("turn.1").refused("token toph:red-die", "FNR-1101")
    s.play_on("turn.3").do("token toph:red-die")
    assert s.state.active == 1


@pytest.mark.rule("FNR-1103")
def test_four_tokens_of_two_players_are_used_in_one_step() -> None:
    s = Scene("aang", "toph").tokens("aang", "red-die", "green-die").tokens("toph", "blue-die", "red-die")
    s.step_3("aang").do("token red-die", "token green-die", "token toph:blue-die", "token toph:red-die")
    assert len(s.view().roll.waiting) == 8
    assert len(s.happened("TokenUsed")) == 4
    assert s.held("aang") == s.held("toph") == {}


@pytest.mark.rule("FNR-1104")
def test_an_earned_token_lies_with_the_player_who_earned_it() -> None:
    s = Scene("aang", "toph").at(1, "xin-fu").step_3("aang", shown="yellow E F")
    s.run("yellow E > xin-fu", "yellow F > xin-fu", "stop", "drew heal-two")
    assert (s.held("aang"), s.held("toph")) == ({"heal-two": 1}, {})


@pytest.mark.rule("FNR-1104")
def test_a_token_that_a_team_does_not_hold_is_refused() -> None:
    s = Scene("aang", "toph").tokens("toph", "red-die").step_3("aang").refused("token red-die", "FNR-1104")
    assert s.refusal("token red-die").why == "Team Aang holds no token of the kind Red die."


@pytest.mark.rule("FNR-1105")
def test_a_token_may_be_used_after_all_dice_are_assigned() -> None:
    s = Scene("toph", "aang").at(1, "tyro").tokens("aang", "extra-water").step_3("toph", shown="green E E")
    s.do("green E > tyro", "green E > tyro")
    assert s.spot("tyro").lacks == ("W",)
    s.do("token aang:extra-water > tyro")
    assert s.spot("tyro").sets == 1
    s.do("stop", "join tyro left")


@pytest.mark.rule("FNR-1106")
def test_a_used_token_goes_to_the_discard() -> None:
    s = Scene("aang", "toph").tokens("toph", "red-die", "reroll").step_3("aang").do("token toph:red-die")
    assert discard(s) == {"red-die": 1}
    assert s.held("toph") == {"reroll": 1}
    s.refused("token toph:red-die", "FNR-1104")


@pytest.mark.rule("FNR-1106", "FNR-1107")
def test_a_used_token_lies_in_the_discard_before_its_effect() -> None:
    # The symbol pays the Team card, whose ability draws a token: only the one just used can come.
    s = Scene("sokka", "toph").tokens("sokka", "extra-fire").set(supply=(0,) * KINDS)
    s.step_3("sokka", shown="red E").do("red E > team-sokka", "token extra-fire > team-sokka")
    assert s.outcomes() == {"drew extra-fire": 1}
    s.chance("drew extra-fire")
    assert s.held("sokka") == {"extra-fire": 1}
    assert discard(s) == {}


@pytest.mark.rule("FNR-1107")
def test_an_empty_supply_is_rebuilt_from_the_discard() -> None:
    s = Scene("aang", "toph").row("aang", "momo")
    s.set(supply=(0,) * KINDS, token_discard=(3, 3, 3, 3) + (0,) * 7).step_3("aang").do("use momo")
    assert [event.n for event in s.happened("TokensRecycled")] == [12]
    assert s.outcomes() == {f"drew extra-{symbol}": 3 for symbol in ("earth", "fire", "water", "avatar")}
    s.chance("drew extra-earth")
    assert supply(s) == 11
    assert discard(s) == {}


@pytest.mark.rule("FNR-1107")
def test_the_discard_stays_while_the_supply_has_a_token() -> None:
    s = Scene("aang", "toph").row("aang", "momo")
    s.set(supply=(0,) * 10 + (1,), token_discard=(3,) + (0,) * 10).step_3("aang").do("use momo")
    assert s.outcomes() == {"drew ruin-back": 1}
    s.chance("drew ruin-back")
    assert discard(s) == {"extra-earth": 3}


@pytest.mark.rule("FNR-1108")
def test_with_all_tokens_held_nothing_is_drawn() -> None:
    s = Scene("aang", "toph").at(1, "xin-fu").step_3("aang", shown="yellow E F")
    s.tokens("aang", *(kind for kind, n in s.view().supply for _ in range(n)))
    assert (supply(s), sum(s.held("aang").values())) == (0, 30)
    s.do("yellow E > xin-fu", "yellow F > xin-fu", "stop").play_on("turn.1")
    assert s.damage("xin-fu") == 1
    assert [event.rule for event in s.happened("NoToken")] == ["FNR-1108"]
    assert sum(s.held("aang").values()) == 30


@pytest.mark.rule("FNR-1120")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_kind_of_a_held_token_is_visible_to_everybody(seat: int | None) -> None:
    s = Scene("aang", "toph", "zuko").row("aang", "momo").step_3("aang").run("use momo", "drew heal-one")
    assert s.view(seat).teams[0].tokens == (("heal-one", 1),)
