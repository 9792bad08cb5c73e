"""Chapter 5, step 4e: Aid from the Spirits, and when the dice could have done more.

The Team is at location 1 with cards that the dice of these tests cannot complete, unless a test says otherwise;
the next Balance space costs W.
"""

from random import Random

import pytest

from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import between_rolls, chance, flow, placement, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from tests.testkit.scene import Scene

HARD = ("june", "pakku", "kyoshi")  # AFF, WWWA and EEAF


def waiting(colours: str, *here: str, row: tuple[str, ...] = ("toph",), team: str = "toph", **options: str) -> Scene:
    """Step 3 before the first roll, with dice of these colours in the pool."""
    teams = (team, "katara")
    return Scene(*teams, **options).row(team, *row).at(1, *(here or HARD)).step_3(team, waiting=colours)


def offered(s: Scene) -> bool:
    """Step 3 is over: whether Aid is offered."""
    return s.legal() == ["aid", "done"]


@pytest.mark.rule("FNR-517")
def test_aid_is_one_token_after_a_turn_that_could_do_nothing() -> None:
    s = waiting("red").do("roll").chance("rolled red F").do("discard red F", "stop")
    assert offered(s)
    assert s.state.step == "turn.4e.aid"
    s.do("aid").chance("drew red-die")
    assert len(s.happened("TokenDrawn")) == 1
    assert s.held("toph")["red-die"] == 1
    assert s.state.step.startswith("turn.5")


@pytest.mark.rule("FNR-517")
def test_aid_may_be_declined() -> None:
    s = waiting("red").do("roll").chance("rolled red F").do("discard red F", "stop", "done")
    assert not s.happened("TokenDrawn")
    assert s.state.step.startswith("turn.5")


@pytest.mark.rule("FNR-517")
def test_no_aid_after_damage_on_a_villain() -> None:
    s = waiting("green red", "xin-fu").do("roll").chance("rolled green E, red F")
    s.do("green E > xin-fu", "red F > xin-fu", "stop").chance("drew red-die")
    assert not offered(s)
    assert s.state.step.startswith("turn.5")


@pytest.mark.rule("FNR-517")
def test_no_aid_after_damage_that_an_ability_put_on_a_villain() -> None:
    # The Team card of Toph hits a Villain; it is no Hero ability, but its result is one of the four.
    s = Scene("toph", "katara").row("toph", "yue").at(1, "june").step_3("toph", waiting="green green")
    s.do("roll").chance("rolled green E EE").do("green E > team-toph", "green EE > team-toph", "choose june")
    s.chance("drew red-die").do("stop")
    assert not s.state.hero_ability
    assert not s.state.could_complete
    assert not offered(s)


@pytest.mark.rule("FNR-518")
def test_a_possible_recruit_that_was_passed_over_excludes_aid() -> None:
    s = waiting("green", "haru").do("roll").chance("rolled green EE").do("discard green EE", "stop")
    assert not s.happened("HeroRecruited")
    assert not offered(s)


@pytest.mark.rule("FNR-518")
def test_ruling_no_aid_under_ty_lee() -> None:
    s = Scene("toph", "katara").at(1, *HARD).at(2, "ty-lee").step("villains", "toph", location=1, facing=2)
    assert s.state.no_tokens
    s.do("roll").chance("rolled green E E E, blue E").do("discard green E", "stop")
    assert not offered(s)
    assert not s.state.could_complete


@pytest.mark.rule("FNR-518")
def test_ruling_no_aid_when_no_token_is_left() -> None:
    s = waiting("red")
    kinds = len(s.state.supply)
    s.set(supply=(0,) * kinds, token_discard=(0,) * kinds)
    assert not offered(s.do("roll").chance("rolled red F").do("discard red F", "stop"))
    s = waiting("red")
    s.set(supply=(0,) * kinds, token_discard=(1,) + (0,) * (kinds - 1))
    assert offered(s.do("roll").chance("rolled red F").do("discard red F", "stop"))


@pytest.mark.rule("FNR-519")
def test_a_hero_ability_that_could_have_been_paid_excludes_aid() -> None:
    s = waiting("red red", "june", row=("shyu",)).do("roll").chance("rolled red F F").do("discard red F", "roll")
    s.chance("rolled red A").do("discard red A", "stop")
    assert s.view().roll.n == 2
    assert not offered(s)


@pytest.mark.rule("FNR-519")
@pytest.mark.parametrize(("face", "could"), [("A", True), ("W", True), ("E", False), ("F", False)])
def test_what_a_roll_could_have_completed(face: str, could: bool) -> None:
    # A pays Shyu's ability and W the Balance space; E and F complete nothing.
    s = waiting("green", row=("shyu",)).do("roll").chance(f"rolled green {face}")
    s.do(f"discard green {face}", "stop")
    assert offered(s) is not could


@pytest.mark.rule("FNR-519")
def test_any_die_could_have_been_parked() -> None:
    s = waiting("red", row=("the-mechanist",)).do("roll").chance("rolled red F").do("discard red F", "stop")
    assert not offered(s)
    s = waiting("red", row=("the-mechanist",)).park("the-mechanist", "green:E").do("roll").chance("rolled red F")
    assert offered(s.do("discard red F", "stop"))


@pytest.mark.rule("FNR-519")
def test_dice_that_were_locked_before_count_with_those_of_the_roll() -> None:
    s = waiting("green green", "haru").do("roll").chance("rolled green E A").do("green E > haru", "roll")
    assert not s.state.could_complete
    s.chance("rolled green E").do("discard green E", "stop")
    assert not offered(s)


@pytest.mark.rule("FNR-519")
def test_a_villain_set_or_a_battle_set_that_was_possible_excludes_aid() -> None:
    s = waiting("green red", "xin-fu").do("roll").chance("rolled green E, red F").do("discard red F", "stop")
    assert not offered(s)
    battle = Scene("toph", "katara").phase_2().step_3("toph", waiting="yellow red green")
    battle.do("roll").chance("rolled green E, red F, yellow A").do("discard red F", "roll")
    assert not battle.state.could_complete
    battle.chance("rolled green E, yellow AA").do("discard green E", "stop")
    assert offered(battle)
    battle = Scene("toph", "katara").phase_2().step_3("toph", waiting="yellow red green")
    battle.do("roll").chance("rolled green E, red F, yellow AA").do("discard red F", "stop")
    assert not offered(battle)


@pytest.mark.rule("FNR-519")
def test_a_battle_that_a_villain_blocks_does_not_count() -> None:
    s = Scene("toph", "katara").phase_2().at(1, "ty-lee").step_3("toph", waiting="yellow red green")
    s.do("roll").chance("rolled green E, red F, yellow AA").do("discard red F", "stop")
    assert offered(s)


@pytest.mark.rule("FNR-519")
@pytest.mark.parametrize(("switch", "aid"), [("false", True), ("true", False)])
def test_a_free_ability_that_was_left_unused(switch: str, aid: bool) -> None:
    s = waiting("red", row=("bumi",), unused_free_ability_blocks_aid=switch).do("roll").chance("rolled red F")
    assert "use bumi" in s.legal()
    assert offered(s.do("discard red F", "stop")) is aid


@pytest.mark.rule("FNR-519")
def test_a_hero_ability_that_was_used_excludes_aid() -> None:
    s = waiting("red", row=("bumi",)).do("use bumi", "roll").chance("rolled green E, red F")
    s.do("discard red F", "stop")
    assert not s.state.could_complete
    assert not offered(s)


@pytest.mark.rule("FNR-519")
def test_a_reaction_of_step_2_does_not_exclude_aid() -> None:
    s = Scene("toph", "katara").row("toph", "cabbage-merchant").at(1, *HARD)
    s.step("attack", "toph", location=1, facing=1).do("react cabbage-merchant").chance("drew red-die")
    s.play_on("turn.3", prefer=["done"])
    s.do("roll").chance("rolled green E E E, blue E").do("discard green E", "stop")
    assert offered(s)


@pytest.mark.rule("FNR-519")
def test_a_token_that_was_kept_does_not_exclude_aid() -> None:
    s = Scene("toph", "katara").at(1, "xin-fu").tokens("toph", "extra-fire").step_3("toph", waiting="green")
    s.do("roll").chance("rolled green E")
    assert "token extra-fire > xin-fu" in s.legal()
    assert offered(s.do("discard green E", "stop"))


@pytest.mark.rule("FNR-519")
def test_dice_that_balance_asks_to_be_removed_count() -> None:
    # The second space of this side asks for one die.
    s = Scene("toph", "katara", balance_side="easy-3").set(balance=1).at(1, *HARD).step_3("toph", waiting="red")
    s.do("roll").chance("rolled red F").do("discard red F", "stop")
    assert not offered(s)


@pytest.mark.rule("FNR-519")
@pytest.mark.parametrize(("given", "aid"), [(True, False), (False, True)])
def test_ruling_a_balance_cost_with_tokens_counts_only_when_they_were_given(given: bool, aid: bool) -> None:
    # The last space of this side costs A, F and a token.
    s = Scene("toph", "katara", balance_side="medium-3").set(balance=7).at(1, *HARD).tokens("toph", "reroll")
    s.step_3("toph", waiting="red yellow")
    if given:
        s.do("give reroll")
    s.do("roll").chance("rolled red F, yellow A").do("discard red F", "stop")
    assert offered(s) is aid


@pytest.mark.rule("FNR-519")
def test_ruling_a_set_on_a_full_villain_is_no_result() -> None:
    s = waiting("green red", "xin-fu 2").do("roll").chance("rolled green E, red F").do("discard red F", "stop")
    assert offered(s)


@pytest.mark.rule("FNR-519")
def test_ruling_faces_count_when_they_show_and_not_when_they_could_be_made() -> None:
    s = waiting("green", "haru").do("roll").chance("rolled green E")
    assert not s.state.could_complete
    s.do("use toph", "turn green E to EE")
    assert s.state.could_complete
    s = waiting("green", "haru").do("roll").chance("rolled green E").do("discard green E", "stop")
    assert offered(s)


@pytest.mark.rule("FNR-519")
def test_ruling_the_test_is_made_after_a_reroll() -> None:
    s = waiting("green", "haru", row=("teo",)).do("roll").chance("rolled green A")
    s.do("use teo", "pick green A")
    assert not s.state.could_complete
    assert s.chance("rolled green EE").state.could_complete


@pytest.mark.rule("FNR-519")
def test_ruling_the_test_is_made_after_a_swap() -> None:
    s = Scene("aang", "katara").row("aang", "yue").at(1, "june", "pakku").at(2, "cabbage-merchant")
    s.step_3("aang", waiting="green yellow").do("roll").chance("rolled green E, yellow A")
    s.do("yellow A > team-aang")
    assert not s.state.could_complete
    s.do("swap june with cabbage-merchant")
    assert s.state.could_complete


@pytest.mark.rule("FNR-519")
def test_a_roll_after_a_discard_of_an_earlier_roll_counts() -> None:
    s = waiting("green green", "haru").do("roll").chance("rolled green A A").do("discard green A", "roll")
    s.chance("rolled green EE").do("discard green EE", "stop")
    assert not offered(s)


@pytest.mark.rule("FNR-520")
@pytest.mark.parametrize(("switch", "aid"), [("false", True), ("true", False)])
def test_the_team_ability_excludes_aid_only_by_the_switch(switch: str, aid: bool) -> None:
    s = Scene("aang", "katara", team_ability_blocks_aid=switch).at(1, "june", "pakku").at(2, "bumi")
    s.step_3("aang", waiting="yellow").do("roll").chance("rolled yellow A")
    s.do("yellow A > team-aang", "swap june with bumi", "stop")
    assert s.state.team_ability
    assert offered(s) is aid


@pytest.mark.rule("FNR-518", "FNR-519")
@pytest.mark.parametrize("moment", ["before", "in time", "after the discard"])
def test_ruling_a_token_laid_while_dice_of_the_roll_can_be_assigned_makes_a_result_possible(moment: str) -> None:
    s = Scene("toph", "katara").at(1, "xin-fu", "pakku", "june").tokens("toph", "extra-fire")
    s.step_3("toph", waiting="green green")
    moves = ["roll", "rolled green E A", "discard green E", "stop"]
    moves.insert({"before": 0, "in time": 2, "after the discard": 3}[moment], "token extra-fire > xin-fu")
    s.run(*moves)
    assert offered(s) is (moment == "after the discard")


@pytest.mark.rule("FNR-518", "FNR-519")
def test_ruling_a_parked_die_that_is_moved_makes_a_result_possible() -> None:
    s = Scene("toph", "katara").row("toph", "the-mechanist").park("the-mechanist", "green EE")
    s.at(1, *HARD).step_3("toph", waiting="red yellow").do("roll").chance("rolled red F, yellow A")
    assert not s.state.could_complete
    assert s.do("move the-mechanist > kyoshi").state.could_complete


@pytest.mark.rule("FNR-518", "FNR-519")
def test_ruling_tokens_given_for_balance_make_a_result_possible() -> None:
    # The last space of this side costs A, F and a token.
    s = Scene("toph", "katara", balance_side="medium-3").set(balance=7).at(1, *HARD).tokens("toph", "reroll")
    s.step_3("toph", waiting="red yellow").do("roll").chance("rolled red F, yellow A")
    assert not s.state.could_complete
    s.do("give reroll")
    assert not offered(s.do("discard red F", "stop"))


@pytest.mark.rule("FNR-518", "FNR-519")
def test_what_could_be_is_what_some_legal_use_of_the_dice_on_show_would_complete() -> None:
    """Against a search through all uses of the dice, at every moment of step 3 of random turns."""
    moments = could = later = 0
    for seed in range(250):
        rng = Random(seed)
        state = random_turn(rng)
        expected = just_rolled = False
        while state.agenda and state.step == "turn.3.roll_assign":
            run = Run(st.lay_out(state), BOOK)
            task = state.agenda[-1]
            if isinstance(task, tasks.Window):
                possible = state.duty != st.DISCARDED and completes(run, state.shown)
                later += possible and not expected and not just_rolled
                expected = expected or possible
                assert state.could_complete is expected, (seed, state)
                moments += 1
                could += possible
            draw = chance.outcomes.table.get(type(task))
            just_rolled = isinstance(task, tasks.RollDice)
            if draw is not None:
                flow.happen(run, draw(run, task).sample(rng))
            else:
                legal = flow.legal(run)
                rare = [one for one in legal if not isinstance(one, do.PlaceDie | do.Stop)]
                flow.take(run, rng.choice(rare or legal))
            state = st.take_up(run.t)
    assert moments > 1000
    assert 100 < could < moments - 100
    assert later > 10, "nothing became possible after the roll itself"


BOOK = Scene().book


def random_turn(rng: Random) -> st.State:
    """Before the first roll of a turn with three dice, tokens of all kinds and a die parked, cards as they come."""
    s = Scene("toph", "katara", balance_side=rng.choice(tuple(BOOK.side)))
    heroes = rng.sample([card for card in BOOK.hero_ids if card != "the-mechanist"], 4)
    s.row("toph", heroes[0], *(["the-mechanist"] if rng.random() < 0.5 else [])).row("katara", heroes[1])
    s.tokens("toph", *(kind for kind in BOOK.token_ids if rng.random() < 0.6))
    s.at(1, rng.choice(BOOK.villain_ids), *heroes[2:])
    if rng.random() < 0.2:
        s.phase_2()
    else:
        s.set(balance=rng.randrange(len(BOOK.side[s.state.side].spaces)))
    if "the-mechanist" in s.cards("toph"):
        s.park("the-mechanist", rng.choice(("green EE", "green A", "green F")))
    return s.step_3("toph", waiting=" ".join(rng.choices(("green", "red", "blue"), k=3))).state


def completes(run: Run, dice: tuple[int, ...]) -> bool:
    """Some way to lay these dice, one after the other or not at all, or to remove them, brings a result."""
    if not dice:
        return False
    names = {BOOK.die_name[code] for code in dice}
    for action in flow.legal(run):
        if isinstance(action, do.PlaceDie | do.RemoveDie) and action.die in names:
            if isinstance(action, do.PlaceDie) and action.on in BOOK.ability_of_team:
                continue
            after = run.copy()
            between_rolls.take.table[type(action)](after, action)
            rest = list(dice)
            rest.remove(BOOK.code[action.die])
            if gained(run, after) or completes(after, tuple(rest)):
                return True
    return False


def gained(before: Run, after: Run) -> bool:
    """A Hero is covered, a Villain or battle that takes it has one more set, an ability was paid, Balance is met."""
    if after.t.used != before.t.used:
        return True
    for at, spot in enumerate((*after.t.places, *after.t.battles)):
        old = (*before.t.places, *before.t.battles)[at]
        if spot is None or old is None or after.sets(spot.card, spot.dice) == before.sets(old.card, old.dice):
            continue
        full = spot.card in BOOK.villain and spot.damage >= BOOK.capacity[spot.card]
        if not full and (spot.card not in BOOK.hero or not before.sets(old.card, old.dice)):
            return True
    return placement.met(after) and not placement.met(before)
