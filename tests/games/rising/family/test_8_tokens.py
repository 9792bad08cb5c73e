"""Chapter 8 of Death Eaters Rising and 10 of Dark Side Rising: tokens."""

import pytest

from rising_tutor.core.ids import CardId
from rising_tutor.core.node import Chance
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.vocabulary import DrawTokens
from tests.testkit.kit import DARK, DEATH, KITS, Kit, counters, n_tokens
from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.titles import threat


@pytest.mark.rule("DER-802", "DER-1011")
def test_damage_on_lord_voldemort_earns_a_token_and_damage_prevented_earns_none() -> None:
    s = boss_covered(damage=0, azkaban=1)
    s.do("stop").next_turn()
    assert (s.damage("lord-voldemort"), n_tokens(s, "hogwarts")) == (1, 1)


def boss_covered(damage: int, azkaban: int) -> Scene:
    """Lord Voldemort at the first Location with all his symbols covered."""
    s = DeathScene().boss(damage).set(villains_out=DeathScene().book.villain_ids[:azkaban])
    s.step_3("hogwarts", shown="red BB, blue K L F")
    return s.do(*(f"{die} > lord-voldemort" for die in ("red BB", "blue K", "blue L", "blue F")))


@pytest.mark.rule("DSR-1003", "DSR-1014", "DER-804", "DER-813")
@KITS
def test_the_owner_plays_a_token_in_the_turn_of_another(kit: Kit) -> None:
    s = kit.scene().at(1, kit.villain).tokens(kit.you, kit.symbol_a).step_3(kit.me, shown=kit.shown("A B"))
    s.do(kit(f"A > {kit.villain}"), kit(f"B > {kit.villain}"), f"token {kit.you}:{kit.symbol_a} > {kit.villain}")
    assert s.spot(kit.villain).sets == 1
    assert n_tokens(s, kit.you) == 0
    used = s.happened("TokenUsed")[0]
    assert (used.team, used.token) == (f"team-{kit.you}", kit.symbol_a)
    s.do("stop").next_turn()
    assert n_tokens(s, kit.me) == 1


@pytest.mark.rule("DER-813")
def test_nobody_takes_a_token_of_another() -> None:
    s = DeathScene().at(1, "lucius-malfoy").tokens("order", "knowledge-symbol").step_3("hogwarts", shown="blue K")
    s.refused("token knowledge-symbol > lucius-malfoy", "DER-801")
    gift = do.GiveToken(CardId("team-order"), CardId("knowledge-symbol"))
    refusal = s.game.check(s.state, gift)
    assert refusal is not None
    assert refusal.why == "This game has no such action."
    assert s.view(0).teams[1].tokens == s.view(1).teams[1].tokens == (("knowledge-symbol", 1),)


@pytest.mark.rule("DSR-1004")
def test_a_token_is_not_used_in_the_turn_in_which_it_was_drawn() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "undercover-agent").at(1, "stormtrooper-a")
    s.step_3("tatooine", shown="red I S").do("red I > undercover-agent").chance("drew tactical-symbol")
    s.refused("token tactical-symbol > stormtrooper-a", "DSR-1004")
    assert s.refusal("token tactical-symbol > stormtrooper-a").why == (
        "Tactical symbol was drawn this turn and can be used from the next turn on."
    )
    s.do("stop").next_turn()
    s.at(1, "stormtrooper-a").step_3("lothal", shown="green S")
    assert "token tatooine:tactical-symbol > stormtrooper-a" in s.legal()


@pytest.mark.rule("DSR-1004")
def test_one_of_a_kind_held_before_is_used_although_another_was_drawn() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "undercover-agent").at(1, "stormtrooper-a")
    s.tokens("tatooine", "tactical-symbol").step_3("tatooine", shown="red I S").do("red I > undercover-agent")
    s.chance("drew tactical-symbol").do("token tactical-symbol > stormtrooper-a")
    s.refused("token tactical-symbol > stormtrooper-a", "DSR-1004")


@pytest.mark.rule("DER-814")
@pytest.mark.parametrize("allowed", ["true", "false"])
def test_a_spell_token_drawn_in_phase_3_may_be_used_at_once_unless_the_option_forbids(allowed: str) -> None:
    s = DeathScene(token_same_turn=allowed).at(1, "lucius-malfoy").step_3("hogwarts", shown="blue L F")
    s.do("blue L > hogwarts-token").chance("drew knowledge-symbol")
    if allowed == "true":
        s.do("token knowledge-symbol > lucius-malfoy")
        assert len(s.spot("lucius-malfoy").dice) == 1
    else:
        s.refused("token knowledge-symbol > lucius-malfoy", "DER-814")


@pytest.mark.rule("DER-805", "DSR-1005")
@KITS
def test_a_token_completes_a_card_after_the_last_die(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aab).tokens(kit.me, kit.symbol_b).step_3(kit.me, shown=kit.shown("AA"))
    s.do(kit(f"AA > {kit.aab}"), f"token {kit.symbol_b} > {kit.aab}", "stop").next_turn()
    assert kit.aab in s.cards(kit.me)


@pytest.mark.rule("DER-805", "DSR-1006")
@KITS
def test_no_token_is_used_before_the_enemy_has_acted(kit: Kit) -> None:
    s = kit.scene().tokens(kit.me, kit.extra_die).turn(kit.me)
    s.refused(f"token {kit.extra_die}", kit.rule(805, 1006)).do("at 1")
    assert isinstance(s.node(), Chance)
    s.refused(f"token {kit.extra_die}", kit.rule(805, 1006))
    threat(s).play_on("turn.3.roll", ("done",))
    assert f"token {kit.extra_die}" in s.legal()


@pytest.mark.rule("DER-807", "DER-503", "FNR-402", "DSR-503")
@pytest.mark.parametrize("table", [Scene, DeathScene, DarkScene])
@pytest.mark.parametrize("left", [0, 1])
def test_before_a_token_die_is_wasted_the_game_says_so(table: type[Scene], left: int) -> None:
    s = table()
    me = s.usual_teams[0]
    s.tokens(me, "red-die", "heal-one").step_3(me)
    red = s.book.colour_index["red"]
    s.set(stock=tuple(left if at == red else n for at, n in enumerate(s.state.stock)))
    said = {text: s.game.caution(s.state, s.game.read(s.state, text)) for text in s.legal()}
    warned = {text: word for text, word in said.items() if word is not None}
    rule = s.book.spec.cite.token_die
    assert warned == ({} if left else {"token red-die": (rule, "No red die is left, so none is added.")})
    before = len(s.waiting())
    assert len(s.do("token red-die").waiting()) == before + left


@pytest.mark.rule("FNR-511")
def test_before_symbols_go_on_a_full_villain_the_game_says_so() -> None:
    s = Scene().at(1, "june 3", "xin-fu").step_3("aang", shown="yellow A, red F")
    word = s.game.caution(s.state, s.game.read(s.state, "red F > june"))
    assert word is not None
    assert word[1] == "June has 3 of 3 Damage, so symbols on it bring nothing."
    assert s.game.caution(s.state, s.game.read(s.state, "red F > xin-fu")) is None


@pytest.mark.rule("DER-806")
def test_a_symbol_token_pays_for_abilities_of_wizards_and_of_the_headquarters() -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore", "night-librarian").pressure(department_of_mysteries=1)
    s.tokens("hogwarts", "knowledge-symbol", "knowledge-symbol").step_3("hogwarts", shown="red B")
    s.do("token knowledge-symbol > night-librarian").chance("drew red-die")
    assert s.member("night-librarian").used
    s.do("token knowledge-symbol > hogwarts-corruption", "choose department-of-mysteries")
    assert counters(s, "department-of-mysteries") == 0


@pytest.mark.rule("DER-806", "DSR-1009", "DSR-1005")
@KITS
def test_a_symbol_token_fills_a_need_next_to_the_dice(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aab).tokens(kit.me, kit.symbol_b).step_3(kit.me, shown=kit.shown("AA"))
    s.do(kit(f"AA > {kit.aab}"), f"token {kit.symbol_b} > {kit.aab}")
    assert s.spot(kit.aab).sets == 1


@pytest.mark.rule("DSR-1010")
@pytest.mark.parametrize("allowed", ["false", "true"])
def test_a_symbol_token_pays_for_the_ghost_with_the_option_alone(allowed: str) -> None:
    s = DarkScene(symbol_tokens_pay_abilities=allowed).row("tatooine", "luke-skywalker 1", "the-ghost")
    s.tokens("tatooine", "support-symbol").step_3("tatooine", shown="red S I").do("red S > the-ghost")
    if allowed == "true":
        assert "token support-symbol > the-ghost" in s.legal()
    else:
        s.refused("token support-symbol > the-ghost", "DSR-1010")
        why = s.refusal("token support-symbol > the-ghost").why
        assert why == "A symbol token is put on a Rebel or an Imperial, not on an ability."


@pytest.mark.rule("DSR-1009", "DSR-1010")
@pytest.mark.parametrize("mine", [True, False])
def test_a_symbol_token_recruits_a_rebel_whose_ability_has_a_price(mine: bool) -> None:
    """R2-D2's ability costs Intelligence, as he does himself: what counts is whether he lies in the sector."""
    s = DarkScene().at(1, *(() if mine else ("r2-d2",))).tokens("tatooine", "intelligence-symbol")
    s.row("tatooine", "luke-skywalker", *(("r2-d2",) if mine else ())).step_3("tatooine", shown="red I L")
    if mine:
        s.refused("token intelligence-symbol > r2-d2", "DSR-1010")
    else:
        assert s.do("red I > r2-d2", "token intelligence-symbol > r2-d2").spot("r2-d2").sets == 1


@pytest.mark.rule("DER-807", "DSR-1007")
@KITS
def test_a_die_token_adds_a_die_of_the_box(kit: Kit) -> None:
    s = kit.scene().tokens(kit.me, kit.extra_die).step_3(kit.me, waiting=f"{kit.die} {kit.die}")
    assert s.do(f"token {kit.extra_die}").waiting() == [kit.die] * 3
    s = kit.scene().tokens(kit.me, kit.extra_die).step_3(kit.me, waiting=" ".join([kit.die] * 4))
    assert s.do(f"token {kit.extra_die}").waiting() == [kit.die] * 4
    assert len(s.happened("DieNotAdded", colour=kit.die)) == 1


@pytest.mark.rule("DER-808", "DSR-1008")
@KITS
@pytest.mark.parametrize("used", [True, False])
def test_a_token_takes_a_counter_off_a_full_carrier_in_time(kit: Kit, used: bool) -> None:
    s = kit.scene().pressure(**{kit.carrier.replace("-", "_"): 5}).tokens(kit.me, kit.remover)
    s.step_3(kit.me, shown=kit.shown("C"))
    if used:
        s.do(f"token {kit.remover}", f"choose {kit.carrier}")
        assert counters(s, kit.carrier) == 4
    s.do("stop").next_turn()
    assert s.state.fallen == (() if used else (kit.carrier,))


@pytest.mark.rule("DER-808", "DSR-1008")
@KITS
def test_a_token_takes_damage_off_as_printed(kit: Kit) -> None:
    s = kit.scene().row(kit.me, f"{kit.leader} 4", f"{kit.ab} 2").tokens(kit.me, "heal-one", "heal-two")
    s.step_3(kit.me, shown=kit.shown("C")).do("token heal-one", f"choose {kit.leader}")
    assert s.damage(kit.leader) == 2
    s.do("token heal-two", f"choose {kit.leader}", f"choose {kit.ab}")
    assert (s.damage(kit.leader), s.damage(kit.ab)) == (1, 1)


@pytest.mark.rule("DER-809", "DSR-1011")
@KITS
def test_a_used_token_lies_in_the_discard(kit: Kit) -> None:
    s = kit.scene().tokens(kit.me, kit.extra_die).step_3(kit.me).do(f"token {kit.extra_die}")
    assert s.held(kit.me) == {}
    assert dict(s.view().token_discard)[kit.extra_die] == 1


def no_supply(s: Scene, discard: int = 0) -> Scene:
    """The supply is empty; so many tokens, of the first kinds, lie in the discard."""
    left, thrown = discard, []
    for kind in s.book.token:
        thrown.append(min(kind.n, left))
        left -= thrown[-1]
    return s.set(supply=(0,) * len(s.book.token), token_discard=tuple(thrown))


@pytest.mark.rule("DER-810", "DSR-1011")
@KITS
def test_an_empty_supply_is_made_of_the_discard(kit: Kit) -> None:
    n = 9 if kit is DEATH else 12
    s = no_supply(kit.scene().step_3(kit.me, shown=kit.shown("C")), discard=n)
    s.effect(DrawTokens(1), kit.draws).chance(next(iter(s.outcomes())))
    assert s.happened("TokensRecycled")[0].rule == kit.rule(810, 1011)
    assert sum(count for _, count in s.view().supply) == n - 1
    assert sum(count for _, count in s.view().token_discard) == 0
    assert n_tokens(s, kit.me) == 1


@pytest.mark.rule("DER-811", "DSR-1012")
@KITS
def test_without_any_token_left_none_is_drawn_and_play_goes_on(kit: Kit) -> None:
    s = kit.scene()
    s.tokens(kit.you, *(kind.id for kind in s.book.token for _ in range(kind.n)))
    assert n_tokens(s, kit.you) == (24 if kit is DEATH else 30)
    s.at(1, kit.villain).step_3(kit.me, shown=kit.shown("AA B"))
    s.do(kit(f"AA > {kit.villain}"), kit(f"B > {kit.villain}"), "stop").next_turn()
    assert s.damage(kit.villain) == 1
    assert s.happened("NoToken")[0].rule == kit.rule(811, 1012)
    assert (n_tokens(s, kit.me), s.state.turn) == (0, 2)


@pytest.mark.rule("DER-812", "DSR-1013")
@KITS
def test_three_tokens_of_two_players_in_one_turn(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aab).tokens(kit.me, kit.symbol_a, kit.extra_die).tokens(kit.you, kit.symbol_b)
    s.step_3(kit.me, shown=kit.shown("A"))
    s.do(f"token {kit.symbol_a} > {kit.aab}", f"token {kit.you}:{kit.symbol_b} > {kit.aab}", f"token {kit.extra_die}")
    assert s.spot(kit.aab).lacks == (kit.letters("A"),)
    assert s.waiting() == [kit.die]


@pytest.mark.rule("DER-815", "DSR-1015")
@KITS
def test_a_token_is_no_die_that_was_assigned(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).tokens(kit.me, kit.symbol_a).step_3(kit.me, shown=kit.shown("C C"))
    s.do(f"token {kit.symbol_a} > {kit.aaa}").refused("roll", kit.rule(815, 1015))
    s.do(kit(f"discard {kit.die} C"))
    assert "roll" in s.legal()


@pytest.mark.rule("DER-817", "DSR-1017")
@KITS
def test_a_healing_token_reaches_the_team_and_the_location_alone(kit: Kit) -> None:
    s = kit.scene().row(kit.me, f"{kit.leader} 2").row(kit.you, f"{kit.your_leader} 2").tokens(kit.me, "heal-one")
    s.at(2, f"{kit.aaa} 2", kit.villain).at(3, f"{kit.aab} 2").step_3(kit.me, location=2, shown=kit.shown("C"))
    s.do("token heal-one")
    assert s.legal() == [f"choose {kit.leader}", f"choose {kit.aaa}", "done"]
    s.refused(f"choose {kit.your_leader}", kit.rule(817, 1017))


@pytest.mark.rule("DSR-1017")
def test_operation_counters_come_off_any_component_that_has_one_and_is_not_operational() -> None:
    s = DarkScene().pressure(component_red=1, component_green=5).fallen("component-blue")
    s.tokens("tatooine", "remove-operation-counter").step_3("tatooine", shown="red I")
    assert s.do("token remove-operation-counter").legal() == [
        "choose component-red",
        "choose component-green",
        "done",
    ]
    s.refused("choose component-blue", "DSR-905")


@pytest.mark.rule("DSR-1018")
@pytest.mark.parametrize("used", [True, False])
def test_the_last_act_of_step_3_saves_a_component_and_later_none_does(used: bool) -> None:
    s = DarkScene().pressure(component_blue=5).tokens("tatooine", "remove-operation-counter").at(1, "stormtrooper-a")
    s.step_3("tatooine", shown="red TT S").do("red TT > stormtrooper-a", "red S > stormtrooper-a")
    if used:
        s.do("token remove-operation-counter", "choose component-blue")
    s.do("stop").refused("token remove-operation-counter", "DSR-1018").next_turn()
    assert s.state.fallen == (() if used else ("component-blue",))


@pytest.mark.rule("DER-818")
@pytest.mark.parametrize("late", [True, False])
def test_a_token_drawn_for_damage_saves_a_place_with_the_option_alone(late: bool) -> None:
    options = {"token_window_end_turn": "true"} if late else {}
    s = DeathScene(**options).pressure(department_of_mysteries=5).at(1, "lucius-malfoy")
    s.step_3("hogwarts", shown="blue KK L").do("blue KK > lucius-malfoy", "blue L > lucius-malfoy", "stop")
    s.refused("token remove-corruption", "DER-818").chance("drew remove-corruption")
    if late:
        s.do("token remove-corruption", "choose department-of-mysteries")
    else:
        s.refused("token remove-corruption", "DER-818" if s.state.step.startswith("turn.4") else "DER-805")
    s.next_turn()
    assert s.state.fallen == (() if late else ("department-of-mysteries",))
    assert counters(s, "department-of-mysteries") == (4 if late else 0)
    assert DARK.remover not in s.book.token_index
