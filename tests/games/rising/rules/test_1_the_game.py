"""Chapter 1: one side, Teams as rows, what is adjacent, the board, the goal."""

from collections.abc import Iterator

import pytest

from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Terminal
from rising_tutor.errors import BadOption
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules import state as st
from tests.testkit.scene import Scene, fire

BATTLES = ("wulong-forest", "fire-nation-palace", "ba-sing-se")


def at_the_end(s: Scene) -> Scene:
    """Goes on from step 5d to the end of the game or to the next turn."""
    return s.step("clear_heroes", "aang").play_on("turn.1")


@pytest.mark.rule("FNR-101")
@pytest.mark.parametrize(("done", "payoff"), [(BATTLES, 1), ((), -1)])
def test_all_players_share_one_result(done: tuple[str, ...], payoff: int) -> None:
    s = Scene("aang", "toph", "zuko").phase_2("-", "-", "-").row("zuko")
    end = at_the_end(s.set(battles_done=done)).node()
    assert isinstance(end, Terminal)
    assert end.payoffs == (payoff,) * 3
    assert s.view().result == ("win" if payoff > 0 else "loss")


@pytest.mark.rule("FNR-102")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_one_to_five_players_can_play(seats: int) -> None:
    state = fire().start(seats)
    assert len(state.teams) == max(2, seats)


@pytest.mark.rule("FNR-102")
@pytest.mark.parametrize("seats", [0, 6, -1])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOption) as refused:
        fire().start(seats)
    assert refused.value.rule == "FNR-102"


@pytest.mark.rule("FNR-103")
def test_the_day_of_black_sun_parts_the_game_in_two() -> None:
    s = Scene("aang", "toph").turn("aang")
    before = s.view()
    assert before.phase == 1
    assert before.balance is not None
    assert (before.ruin, before.balance.position) == (0, 0)
    assert before.battles == (None, None, None)
    s.set(ruin=15, ruin_topped=True).step("black_sun", "aang").chance(f"battles {' '.join(BATTLES)}")
    after = s.view()
    assert after.phase == 2
    assert after.balance is None
    assert tuple(spot.card for spot in after.battles if spot) == BATTLES


@pytest.mark.rule("FNR-104")
def test_a_team_is_its_heroes_that_are_not_defeated() -> None:
    s = Scene("toph", "aang").row("toph", "toph", "tyro 5", "haru 4")
    s.step("clear_heroes", "aang")
    assert s.cards("toph") == ("toph", "haru")
    assert s.view().defeated == ("tyro",)


@pytest.mark.rule("FNR-105")
def test_the_order_of_a_row_is_saved() -> None:
    s = Scene("toph", "aang").row("toph", "zuko", "toph", "katara 2")
    # The row alone is looked at: what else lies on the table of a scene may be there twice.
    again = st.load(s.game.dump(s.state))
    assert again == s.state
    assert [member.card for member in again.teams[0].row] == ["zuko", "toph", "katara"]
    assert again != s.row("toph", "toph", "zuko", "katara 2").state


@pytest.mark.rule("FNR-106")
@pytest.mark.parametrize(("end", "row"), [("left", ("arnook", "toph", "haru")), ("right", ("toph", "haru", "arnook"))])
def test_a_recruit_joins_at_either_end_and_nowhere_else(end: str, row: tuple[str, ...]) -> None:
    s = Scene("toph", "aang").row("toph", "toph", "haru").at(1, "arnook").step_3("toph", shown="blue WW")
    s.do("blue WW > arnook", "stop")
    assert s.legal() == ["join arnook left", "join arnook right"]
    s.do(f"join arnook {end}")
    assert s.cards("toph") == row


@pytest.mark.rule("FNR-107")
def test_a_row_is_not_rearranged_on_request() -> None:
    s = Scene("toph", "aang").row("toph", "toph", "tyro", "bumi").step_3("toph", shown="green E")
    s.refused("choose tyro", "FNR-107")
    assert s.cards("toph") == ("toph", "tyro", "bumi")


@pytest.mark.rule("FNR-107")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rows_change_only_by_joining_leaving_and_abilities_that_reorder(seed: int) -> None:
    def watch(before: object, _move: object, step: object) -> None:
        if any(isinstance(event, ev.RowReordered) for event in step.events):
            return
        for old, new in zip(before.teams, step.state.teams, strict=True):
            if not old.row:
                continue
            was, now = [m.card for m in old.row], [m.card for m in new.row]
            stayed = [card for card in was if card in now]
            assert [card for card in now if card in was] == stayed
            inside = now[now.index(stayed[0]) : now.index(stayed[-1]) + 1] if stayed else []
            assert inside == stayed, "somebody was put between two Heroes"

    play_out(fire(), seats=2, seed=seed, options={"teams": "sokka,toph"}, watch=watch)


@pytest.mark.rule("FNR-108")
def test_neighbours_of_a_hero_that_leaves_become_adjacent() -> None:
    s = Scene("zuko", "aang").row("zuko", "iroh", "tyro 5", "zuko 1").step("clear_heroes", "aang")
    assert s.cards("zuko") == ("iroh", "zuko")
    s.step_3("zuko").do("use iroh")
    assert s.legal() == ["choose zuko", "done"]


def heals(*row: str) -> list[str]:
    """Whom Iroh, who heals adjacent Heroes only, can heal in a row; others around are damaged too."""
    s = Scene("zuko", "aang").row("zuko", *row).row("aang", "aang 2", "momo 2").at(1, "haru 2", "arnook 1")
    return s.step_3("zuko").do("use iroh").legal()


@pytest.mark.rule("FNR-109")
def test_adjacent_is_directly_left_and_right_in_the_own_row() -> None:
    assert heals("iroh", "zuko 2", "tyro 2") == ["choose zuko", "done"]
    assert heals("zuko 2", "iroh", "tyro 2") == ["choose zuko", "choose tyro", "done"]
    assert heals("zuko 2", "tyro 2", "iroh") == ["choose tyro", "done"]


@pytest.mark.rule("FNR-109")
def test_a_lone_hero_has_no_neighbour() -> None:
    s = Scene("zuko", "aang").row("zuko", "iroh").row("aang", "aang 2").at(1, "haru 2").step_3("zuko")
    s.do("use iroh")
    assert s.happened("NothingToDo", card="iroh")
    assert "roll" in s.legal()


@pytest.mark.rule("FNR-110")
def test_three_locations_of_three_cards_and_a_battle_in_phase_2() -> None:
    s = Scene("aang", "toph").set(ruin=15, ruin_topped=True).step("black_sun", "aang").play_on("turn.1")
    view = s.view()
    assert len(view.places) == 9
    assert all(view.places)
    assert len({spot.card for spot in view.places if spot}) == 9
    assert {spot.card for spot in view.battles if spot} == set(BATTLES)
    assert not {spot.card for spot in view.places if spot} & set(BATTLES)


@pytest.mark.rule("FNR-111")
def test_a_symbol_is_offered_only_where_it_is_still_missing() -> None:
    s = Scene("katara", "aang").at(1, "arnook", "june", "haru").at(2, "pakku")
    s.step_3("katara", shown="blue W W W")
    takers = {"arnook", "katara", "team-katara", "balance"}
    assert set(targets(s, "blue W")) == takers
    s.do("blue W > arnook")
    assert set(targets(s, "blue W")) == takers
    s.do("blue W > arnook")
    assert set(targets(s, "blue W")) == takers - {"arnook"}


def targets(s: Scene, die: str) -> Iterator[str]:
    return (text.removeprefix(f"{die} > ") for text in s.legal() if text.startswith(f"{die} > "))


def ended(result: str, rules: tuple[str, ...], s: Scene) -> None:
    view = at_the_end(s).view()
    assert (view.result, view.reasons) == (result, rules)


TEN = ("haru", "tyro", "bumi", "jet", "teo", "huu", "yue", "bato", "iroh", "shyu")


@pytest.mark.rule("FNR-112")
def test_the_goal_and_the_two_ways_to_lose() -> None:
    def table() -> Scene:
        return Scene("aang", "toph").phase_2("-", "-", "ba-sing-se")

    ended("win", ("FNR-801",), table().phase_2("-", "-", "-"))
    ended("loss", ("FNR-802",), table().set(defeated=TEN))
    ended("loss", ("FNR-803",), table().row("toph"))
    ended("", (), table().set(defeated=TEN[:9]))
