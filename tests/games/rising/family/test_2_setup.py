"""Chapter 2 of the sister titles: what lies on the table before the first turn."""

from random import Random
from typing import Any

import pytest

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.node import Chance
from rising_tutor.errors import BadOption, IllegalAction
from rising_tutor.games.rising.rules import tasks
from tests.testkit.scene import DarkScene, DeathScene, Scene, rising
from tests.testkit.setups import laid_out, setup_states
from tests.testkit.titles import BOTH, TEAMS, Table, calm, teams

DEATH, DARK = "death-eaters-rising", "dark-side-rising"
STARTERS = {
    "hogwarts": {"albus-dumbledore", "minerva-mcgonagall"},
    "order": {"sirius-black", "nymphadora-tonks"},
    "army": {"harry-potter", "hermione-granger"},
}


def choosing(table: Table, seats: int) -> Scene:
    """A game whose players choose their Teams at the table."""
    s = table()
    s.state = s.game.start(seats, {})
    return s


def waiting_for(title: str, kind: type[tasks.Task], seats: int = 2, **options: str) -> Any:
    """The first state of a setup in which a task of this kind waits."""
    states = setup_states(rising(title), seats, **options)
    return next(state for state in states if isinstance(state.agenda[-1], kind))


# the board


@pytest.mark.rule("DER-201", "DSR-208")
@BOTH
def test_the_figure_faces_each_location_with_the_same_chance(table: Table) -> None:
    game = rising(table.title)
    state = waiting_for(table.title, tasks.FaceFigure, teams=",".join(teams(table, 2)))
    listed = game.node(state).outcomes
    assert {outcome.location: weight for outcome, weight in listed} == {0: 1, 1: 1, 2: 1}
    assert {laid_out(2, seed, table.title).facing for seed in range(12)} == {0, 1, 2}


@pytest.mark.rule("DER-202")
def test_two_places_lie_at_each_location_in_random_order() -> None:
    game = rising(DEATH)
    state = waiting_for(DEATH, tasks.StackCarriers)
    assert [weight for _, weight in game.node(state).outcomes] == [1, 1]
    piles = set()
    for seed in range(8):
        stack = setup_states(game, 2, seed)[-1].stacks[1]
        assert set(stack[:2]) == {"ollivanders-wand-shop", "gringotts-bank"}
        assert stack[2:] == ("base-diagon-alley",)
        piles.add(stack)
    assert len(piles) == 2


@pytest.mark.rule("DER-202")
def test_only_the_upper_place_is_exposed() -> None:
    view = laid_out(2, 1, DEATH)
    for location in range(3):
        pile = {carrier.depth: carrier.card for carrier in view.carriers if carrier.location == location}
        assert set(pile) == {0, 1, 2}
        assert pile[2].startswith("base-")


@pytest.mark.rule("DER-202")
def test_a_pile_of_another_location_is_no_outcome() -> None:
    s = choosing(DeathScene, 2)
    s.state = waiting_for(DEATH, tasks.StackCarriers)
    with pytest.raises(IllegalAction) as error:
        s.chance("stack hogs-head-inn gringotts-bank")
    assert error.value.refusal.rule == "DER-202"


@pytest.mark.rule("DSR-201")
def test_six_components_lie_with_their_directives_down() -> None:
    view = laid_out(2, 1, DARK)
    assert len(view.carriers) == 6
    assert {(carrier.counters, carrier.fallen, carrier.location) for carrier in view.carriers} == {(0, 0, -1)}


@pytest.mark.rule("DER-203", "DSR-207")
@pytest.mark.parametrize(("title", "n", "dice"), [(DEATH, 24, 14), (DARK, 30, 15)])
def test_tokens_and_dice_lie_ready_and_nobody_holds_a_token(title: str, n: int, dice: int) -> None:
    view = laid_out(4, 1, title)
    assert sum(k for _, k in view.supply) == n
    assert sum(k for _, k in view.token_discard) == 0
    assert not any(k for team in view.teams for _, k in team.tokens)
    assert sum(k for _, k in view.stock) == dice


@pytest.mark.rule("DER-204")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_and_no_place_starts_with_a_counter(seats: int) -> None:
    view = laid_out(seats, seats, DEATH)
    assert view.counters_out == 0
    assert sum(carrier.counters for carrier in view.carriers) == 0


# Teams


@pytest.mark.rule("DER-205")
def test_every_player_picks_an_affiliation() -> None:
    s = choosing(DeathScene, 2)
    assert s.legal() == ["team hogwarts", "team order", "team army"]
    s.do("team hogwarts", "starter minerva-mcgonagall")
    assert s.node().seat == 1
    s.do("team order")
    assert [s.book.team[team.card].side for team in s.state.teams] == ["hogwarts", "order"]


@pytest.mark.rule("DER-206")
def test_two_players_may_pick_the_same_affiliation_but_no_third() -> None:
    s = choosing(DeathScene, 4).do("team army", "starter harry-potter", "team army-2")
    assert [s.book.team[team.card].side for team in s.state.teams[:2]] == ["army", "army"]
    assert s.legal() == ["team hogwarts", "team order"]
    s.refused("team army", "DER-206").refused("team army-2", "DER-206")


@pytest.mark.rule("DER-206")
def test_affiliations_named_beforehand_obey_the_same_limit() -> None:
    game = rising(DEATH)
    started = game.start(4, {"teams": "army,army,order,hogwarts"})
    assert started.options.teams == ("team-army", "team-army-2", "team-order", "team-hogwarts")
    with pytest.raises(BadOption) as refused:
        game.start(4, {"teams": "army,order,army,army"})
    assert refused.value.rule == "DER-206"


@pytest.mark.rule("DER-207")
def test_a_player_has_the_headquarters_of_the_affiliation() -> None:
    s = choosing(DeathScene, 2).do("team order", "starter sirius-black")
    card = s.book.team[s.state.teams[0].card]
    assert (card.place, card.side) == ("12 Grimmauld Place", "order")


@pytest.mark.rule("DER-208")
@pytest.mark.parametrize("side", sorted(STARTERS))
def test_a_player_takes_one_of_the_two_starters(side: str) -> None:
    s = choosing(DeathScene, 2).do(f"team {side}")
    assert set(s.legal()) == {f"starter {hero}" for hero in STARTERS[side]}
    s.do(s.legal()[1])
    assert len(s.view().teams[0].row) == 1
    assert s.view().teams[0].row[0].card in STARTERS[side]
    assert s.view().teams[0].row[0].damage == 0


@pytest.mark.rule("DER-208")
def test_the_starter_of_another_affiliation_is_refused() -> None:
    choosing(DeathScene, 2).do("team hogwarts").refused("starter harry-potter", "DER-208")


@pytest.mark.rule("DER-208")
def test_starters_are_taken_before_the_game_only() -> None:
    s = calm(DeathScene()).step_3("hogwarts", shown="blue K")
    s.refused("starter sirius-black", "DER-208").refused("team army", "DER-205")
    s = calm(DeathScene()).turn("hogwarts").refused("starter sirius-black", "DER-208")


@pytest.mark.rule("DER-209")
def test_two_players_of_an_affiliation_start_with_different_wizards() -> None:
    s = choosing(DeathScene, 2).do("team order", "starter sirius-black", "team order-2")
    assert [[member.card for member in team.row] for team in s.view().teams] == [["sirius-black"], ["nymphadora-tonks"]]


@pytest.mark.rule("DSR-202")
def test_a_team_is_used_by_one_player() -> None:
    s = choosing(DarkScene, 2)
    assert len(s.legal()) == 4
    s.do("team tatooine").refused("team tatooine", "DSR-202")
    assert "team tatooine" not in s.legal()
    with pytest.raises(BadOption) as refused:
        s.game.start(2, {"teams": "tatooine,tatooine"})
    assert refused.value.rule == "DSR-202"


@pytest.mark.rule("DSR-203")
def test_the_base_card_of_tatooine() -> None:
    view = laid_out(2, 1, DARK, teams="tatooine,lothal")
    assert [member.card for member in view.teams[0].row] == ["luke-skywalker"]
    s = calm(DarkScene()).step("collect", "tatooine")
    assert s.waiting() == ["red"] * 4
    assert s.book.content.die[0].faces.count("T") == 2


@pytest.mark.rule("DSR-204")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_team_starts_with_its_leader_undamaged(seats: int) -> None:
    names = TEAMS[DARK][:seats]
    view = laid_out(seats, 1, DARK, teams=",".join(names))
    book = rising(DARK).book
    rows = [[(member.card, member.damage) for member in team.row] for team in view.teams]
    assert rows == [[(book.team[f"team-{name}"].starters[0], 0)] for name in names]


# the deck


@pytest.mark.rule("DER-210")
def test_voldemort_is_not_in_the_deck_while_cards_are_dealt() -> None:
    game = rising(DEATH)
    dealing = [state for state in setup_states(game, 2) if isinstance(state.agenda[-1], tasks.Fill)]
    assert len(dealing) == 9
    for state in dealing:
        assert state.above_boss == -1
        assert "lord-voldemort" not in {outcome.card for outcome, _ in game.node(state).outcomes}


@pytest.mark.rule("DER-211")
def test_unchosen_starters_are_in_the_deck_with_all_death_eaters() -> None:
    game = rising(DEATH)
    s = choosing(DeathScene, 2).do("team army", "starter harry-potter", "team order", "starter sirius-black")
    while s.state.turn == 0:
        s.chance(next(iter(s.outcomes())))
    lying = {spot.card for spot in s.view().places if spot}
    cards = lying | set(s.view().heroes_unseen) | set(s.view().villains_unseen)
    heroes = cards & set(game.book.hero)
    assert (len(heroes), len(cards & set(game.book.villain))) == (31, 10)
    assert {"hermione-granger", "nymphadora-tonks", "albus-dumbledore", "minerva-mcgonagall"} <= heroes
    assert not {"harry-potter", "sirius-black"} & heroes


@pytest.mark.rule("DSR-205")
def test_forty_nine_cards_before_the_deal() -> None:
    state = waiting_for(DARK, tasks.Fill)
    assert len(state.heroes_unseen) + state.villains_in_deck == 49
    assert state.villains_in_deck == len(state.villains_unseen) == 11


@pytest.mark.rule("DSR-206")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_leader_of_a_team_that_nobody_plays_can_be_recruited(seed: int) -> None:
    view = laid_out(2, seed, DARK, teams="tatooine,lothal")
    lying = {spot.card for spot in view.places if spot}
    assert {"leia-organa", "cassian-andor"} <= lying | set(view.heroes_unseen)
    s = DarkScene().at(1, "leia-organa").step_3("tatooine", shown="red T T T S")
    s.do("red S > leia-organa")
    assert s.spot("leia-organa").dice == ("red:S",)


@pytest.mark.rule("DER-212", "DSR-209")
@BOTH
def test_nine_cards_lie_open_and_nothing_came_of_dealing_them(table: Table) -> None:
    for seed in range(6):
        view = laid_out(2, seed, table.title)
        assert all(view.places)
        assert view.counters_out == 0
        assert sum(carrier.counters for carrier in view.carriers) == 0
        assert not view.no_tokens
        assert not view.roll.to_lose


@pytest.mark.rule("DER-213", "DER-218")
@pytest.mark.parametrize(("seats", "deck"), [(2, 33), (4, 31)])
def test_voldemort_lies_in_the_middle_of_the_deck(seats: int, deck: int) -> None:
    view = laid_out(seats, 1, DEATH)
    assert view.n_deck == deck == 35 - seats
    assert view.above_boss == (deck - 1) // 2
    assert view.battles == (None, None, None)


@pytest.mark.rule("DER-213")
def test_two_players_have_sixteen_cards_above_voldemort_and_sixteen_below() -> None:
    view = laid_out(2, 1, DEATH)
    assert (view.above_boss, view.n_deck - 1 - view.above_boss) == (16, 16)


@pytest.mark.rule("DER-214", "DER-218")
def test_of_an_odd_number_the_smaller_half_lies_on_top() -> None:
    view = laid_out(3, 1, DEATH)
    assert view.n_deck == 32
    assert (view.above_boss, view.n_deck - 1 - view.above_boss) == (15, 16)


@pytest.mark.rule("DSR-213")
@pytest.mark.parametrize(("seats", "deck"), [(2, 40), (3, 39), (4, 38)])
def test_the_asset_deck_after_the_setup(seats: int, deck: int) -> None:
    assert laid_out(seats, 1, DARK).n_deck == deck


@pytest.mark.rule("DER-215")
def test_the_zones_beside_the_villain_card_are_empty() -> None:
    view = laid_out(2, 1, DEATH)
    assert (view.defeated, view.villains_out, view.battles) == ((), (), (None, None, None))
    assert not [carrier for carrier in view.carriers if carrier.fallen]


@pytest.mark.rule("DSR-202")
def test_teams_can_be_dealt_at_random() -> None:
    game = rising(DARK)
    state = game.start(4, {"teams": "random"})
    left = set(game.book.team)
    for _ in range(3):
        node = game.node(state)
        assert isinstance(node, Chance)
        assert {outcome.card: weight for outcome, weight in node.outcomes} == dict.fromkeys(left, 1)
        outcome = node.outcomes.sample(Random(4))
        step = game.resolve(state, outcome)
        assert game.read(state, game.write(state, outcome)) == outcome
        assert (type(step.events[0]).__name__, step.events[0].rule) == ("TeamTaken", "DSR-204")
        left.remove(outcome.card)
        if len(left) > 1:
            with pytest.raises(IllegalAction, match="is no Team Base that is left"):
                game.resolve(step.state, outcome)
        state = step.state
    assert {team.card for team in state.teams} == set(game.book.team), "the last card needs no draw"
    assert not any(isinstance(task, tasks.DealTeam) for task in state.agenda)
    seen = {tuple(team.card for team in laid_out(2, seed, DARK, teams="random").teams) for seed in range(60)}
    assert len(seen) == 12


@pytest.mark.rule("FNR-207", "DER-205")
@pytest.mark.parametrize("title", ["fire-nation-rising", DEATH])
def test_where_no_rule_deals_teams_they_are_chosen(title: str) -> None:
    with pytest.raises(BadOption):
        rising(title).start(2, {"teams": "random"})


# who begins


@pytest.mark.rule("DER-216", "DSR-210")
@BOTH
def test_the_first_player_is_drawn_from_the_seed_and_logged(table: Table) -> None:
    game, title = rising(table.title), table.title
    names = ",".join(teams(table, 3))
    drawing = waiting_for(title, tasks.DrawFirst, 3, teams=names)
    assert {outcome.team: weight for outcome, weight in game.node(drawing).outcomes} == {0: 1, 1: 1, 2: 1}
    drawn = ChanceStreams(game, 1).draw(drawing, game.node(drawing).outcomes, 0)
    logged = [event for event in game.resolve(drawing, drawn).events if type(event).__name__ == "FirstChosen"]
    assert [(event.team, event.rule) for event in logged] == [(drawn.team, game.book.spec.cite.first_player)]
    first = [laid_out(3, seed, title, teams=names).active for seed in range(12)]
    assert first == [laid_out(3, seed, title, teams=names).active for seed in range(12)]
    assert set(first) == {0, 1, 2}


@pytest.mark.rule("DER-216", "DSR-210")
@BOTH
def test_the_first_player_can_be_chosen(table: Table) -> None:
    assert {laid_out(3, seed, table.title, first_player="3").active for seed in range(3)} == {2}


@pytest.mark.rule("DER-217", "DSR-211")
@BOTH
def test_turns_pass_clockwise(table: Table) -> None:
    names = teams(table, 3)
    s = calm(table(*names)).turn(names[0])
    for _ in range(4):
        s.play_on("turn.3").play_on("turn.1")
    began = [event.team for event in s.happened("TurnBegan")]
    assert began == [f"team-{name}" for name in (*names, *names[:2])]


# what players agree on


@pytest.mark.rule("DSR-212")
def test_the_target_is_seven_and_can_be_up_to_eleven() -> None:
    game = rising(DARK)
    assert game.start(2).options.target == 7
    for target in range(7, 12):
        assert game.start(2, {"target": str(target)}).options.target == target
