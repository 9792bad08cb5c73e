"""What each of the eleven kinds of Pai Sho token does."""

import pytest

from tests.testkit.scene import Scene


def holding(*tokens: str, shown: str = "green E F, blue W", row: tuple[str, ...] = ("toph",)) -> Scene:
    s = Scene("toph", "aang").row("toph", *row).row("aang", "aang 3").tokens("toph", *tokens)
    s.at(1, "roku 2", "june", "arnook 1").at(2, "bato 2")
    return s.step_3("toph", shown=shown)


SYMBOLS = {
    "extra-earth": ("E", "haru"),
    "extra-fire": ("F", "roku"),
    "extra-water": ("W", "arnook"),
    "extra-avatar": ("A", "yue"),
}
EVERY_SYMBOL = [pytest.param(token, *SYMBOLS[token], marks=pytest.mark.card(token)) for token in SYMBOLS]


@pytest.mark.parametrize(("token", "symbol", "hero"), EVERY_SYMBOL)
def test_an_extra_symbol_is_put_where_it_is_needed(token: str, symbol: str, hero: str) -> None:
    s = Scene("toph", "aang").row("toph", "toph").tokens("toph", token, token).at(1, hero, "june").at(2, "suki")
    s.step_3("toph", shown="green E")
    s.refused(f"token {token}", "FNR-1109").refused(f"token {token} > suki", "FNR-306")
    s.do(f"token {token} > {hero}")
    assert s.spot(hero).dice == (f"token:{symbol}",)
    assert s.held("toph") == {token: 1}
    assert s.view().roll.duty == "owed", "a token is no die of the roll"
    assert s.view().roll.fresh, "and does not end the time for a reroll"


@pytest.mark.card("extra-earth", "extra-fire", "extra-water", "extra-avatar")
def test_extra_symbols_pay_abilities_villains_and_balance_but_only_what_is_open() -> None:
    s = holding("extra-earth", "extra-fire", "extra-water", "extra-avatar", row=("toph", "ursa 1"))
    s.refused("token extra-earth > roku", "FNR-412").refused("token extra-fire > toph", "FNR-412")
    s.do("token extra-avatar > june", "token extra-water > balance", "token extra-earth > team-toph")
    s.refused("token extra-water > balance", "FNR-1104").do("token extra-fire > ursa", "shift ursa > june")
    s.chance("drew reroll")
    assert s.damage("june") == 1
    assert s.held("toph") == {"reroll": 1}


DICE = [
    pytest.param(f"{colour}-die", colour, marks=pytest.mark.card(f"{colour}-die"))
    for colour in ("red", "green", "blue")
]


@pytest.mark.parametrize(("token", "colour"), DICE)
def test_a_die_token_adds_a_die_before_or_after_a_roll(token: str, colour: str) -> None:
    before = holding(token, shown="").do(f"token {token}")
    assert before.waiting().count(colour) == ["green", "green", "green", "blue"].count(colour) + 1
    after = holding(token).do(f"token {token}")
    assert after.waiting() == [colour]
    assert after.shown() == ["green E", "green F", "blue W"], "it waits for the next roll"
    none = holding(token).set(stock=(0, 0, 0, 0)).do(f"token {token}")
    assert none.happened("DieNotAdded", colour=colour)
    assert not none.held("toph"), "the token is used up"
    none.refused(f"token {token}", "FNR-1104")


@pytest.mark.card("heal-two")
def test_heal_two_heroes_takes_one_damage_off_each_of_two() -> None:
    s = holding("heal-two", row=("toph 2",)).do("token heal-two")
    s.refused("choose bato", "FNR-306").refused("choose june", "FNR-904").do("choose toph")
    s.refused("choose toph", "FNR-919").do("choose roku")
    assert (s.damage("toph"), s.damage("roku"), s.damage("arnook")) == (1, 1, 1)
    assert "roll" not in s.legal(), "the duty of the roll stays"
    one = holding("heal-two", row=("toph 2",)).do("token heal-two", "choose roku", "done")
    assert one.damage("toph") == 2


@pytest.mark.card("heal-one")
@pytest.mark.parametrize(("before", "after"), [(3, 1), (2, 0), (1, 0)])
def test_heal_one_hero_takes_up_to_two_damage_off_one(before: int, after: int) -> None:
    s = holding("heal-one", row=(f"toph {before}",)).do("token heal-one", "choose toph")
    assert s.damage("toph") == after
    assert "choose roku" not in s.legal()
    declined = holding("heal-one", row=(f"toph {before}",)).do("token heal-one", "done")
    assert declined.damage("toph") == before
    assert not declined.held("toph")


@pytest.mark.card("heal-one", "heal-two")
@pytest.mark.parametrize(("kind", "left"), [("heal-one", 1), ("heal-two", 2)])
def test_healing_tokens_reach_no_hero_of_another_team_unless_that_is_switched_on(kind: str, left: int) -> None:
    holding(kind).do(f"token {kind}").refused("choose aang", "FNR-1116")
    everybody = {"token_heal_any_team": "true"}
    far = Scene("toph", "aang", **everybody).row("aang", "aang 3").tokens("toph", kind).step_3("toph")
    assert far.do(f"token {kind}", "choose aang").damage("aang") == left


@pytest.mark.card("reroll")
def test_the_reroll_token_rolls_every_unassigned_die_again() -> None:
    s = (
        holding("reroll", "red-die")
        .do("token red-die", "green F > roku", "token reroll")
        .chance("rolled green A, blue WW")
    )
    assert s.shown() == ["green A", "blue WW"]
    assert s.waiting() == ["red"], "a die that was not rolled yet waits"
    assert s.spot("roku").dice == ("green:F",)
    assert s.view().roll.n == 1
    holding("reroll", shown="").refused("token reroll", "FNR-1114")
    twice = holding("reroll").tokens("aang", "reroll").do("token reroll").chance("rolled green A F, blue WW")
    twice.do("token aang:reroll").chance("rolled green E E, blue W")
    assert twice.shown() == ["green E", "green E", "blue W"]


@pytest.mark.card("reroll")
def test_the_reroll_token_after_a_discard_opens_no_assigning() -> None:
    s = holding("reroll").do("discard blue W", "token reroll").chance("rolled green F F")
    s.refused("green F > roku", "FNR-406")


@pytest.mark.card("ruin-back")
@pytest.mark.parametrize(("before", "after"), [(7, 6), (0, 0)])
def test_the_ruin_token_moves_ruin_back_one(before: int, after: int) -> None:
    s = holding("ruin-back").set(ruin=before).do("token ruin-back")
    assert s.view().ruin == after
    assert not s.held("toph")


@pytest.mark.card("ruin-back")
def test_the_ruin_token_has_no_effect_in_phase_2() -> None:
    s = holding("ruin-back").phase_2().do("token ruin-back")
    assert s.happened("NothingToDo", card="ruin-back")[0].rule == "FNR-1117"


EVERY_TOKEN = [*SYMBOLS, "red-die", "green-die", "blue-die", "heal-two", "heal-one", "reroll", "ruin-back"]


@pytest.mark.card(*EVERY_TOKEN)
@pytest.mark.parametrize("token", EVERY_TOKEN)
def test_a_token_is_used_once_by_anybody_for_the_active_team_and_not_while_blocked(token: str) -> None:
    on = f" > {SYMBOLS[token][1]}" if token in SYMBOLS else ""
    s = Scene("toph", "aang").tokens("aang", token).at(1, "haru", "roku", "arnook").at(2, "yue")
    if on.endswith("yue"):
        s.at(1, "yue").at(2, "suki")
    s.step_3("toph", shown="green A").set(no_tokens=True).refused(f"token aang:{token}{on}", "FNR-1007")
    s.set(no_tokens=False).refused(f"token {token}{on}", "FNR-1104").do(f"token aang:{token}{on}")
    assert not s.held("aang")
    kind = s.book.token_index[token]
    assert s.state.token_discard[kind] == 1
