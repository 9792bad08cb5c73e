"""Chapter 2: what lies on the table before the first turn, for players and for one player alone."""

from collections import Counter

import pytest

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import play_out
from rising_tutor.errors import BadOption
from rising_tutor.games.rising.cards.book import Book
from tests.testkit.scene import Scene, fire
from tests.testkit.setups import laid_out, setup_states

TEAMS = ("aang", "katara", "sokka", "toph", "zuko")
BATTLES = ("wulong-forest", "fire-nation-palace", "ba-sing-se")


def book() -> Book:
    return fire().book


@pytest.mark.rule("FNR-201")
def test_dice_counters_and_tokens_lie_ready() -> None:
    view = laid_out(2)
    assert dict(view.stock) == {"green": 5, "blue": 4, "red": 4, "yellow": 3}
    assert book().spec.box.counters - view.counters_out == 60
    assert sum(n for _, n in view.supply) == 30
    assert sum(n for _, n in view.token_discard) == 0
    assert not any(n for team in view.teams for _, n in team.tokens)


@pytest.mark.rule("FNR-201")
def test_the_next_token_is_any_of_the_thirty_alike() -> None:
    s = Scene("toph", "aang").row("toph", "momo").step_3("toph").do("use momo")
    assert s.outcomes() == {f"drew {kind.id}": kind.n for kind in book().token}


@pytest.mark.rule("FNR-202")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_turn_begins_with_all_dice_in_the_stock(seed: int) -> None:
    turns = set()

    def watch(_before: object, _move: object, step: object) -> None:
        state = step.state
        if state.step == "turn.1.place_token" and state.turn not in turns:
            turns.add(state.turn)
            parked = sum(member.parked >= 0 for team in state.teams for member in team.row)
            assert sum(state.stock) == 16 - parked

    play_out(fire(), seats=3, seed=seed, watch=watch)
    assert len(turns) > 5


@pytest.mark.rule("FNR-203")
def test_the_figure_faces_each_location_with_the_same_chance() -> None:
    game = fire()
    listed = game.node(game.start(2, {"teams": "aang,toph"})).outcomes
    assert {outcome.location: weight for outcome, weight in listed} == {0: 1, 1: 1, 2: 1}


@pytest.mark.rule("FNR-203")
def test_in_3000_setups_each_location_is_faced_about_as_often() -> None:
    game = fire()
    state = game.start(2, {"teams": "aang,toph"})
    listed = game.node(state).outcomes
    # The facing is the first chance move of a setup with fixed Teams.
    faced = Counter(ChanceStreams(game, seed).draw(state, listed, 0).location for seed in range(3000))
    assert all(0.28 <= faced[at] / 3000 <= 0.39 for at in range(3))
    seed = next(seed for seed in range(9) if ChanceStreams(game, seed).draw(state, listed, 0).location == 2)
    assert laid_out(2, seed, teams="aang,toph").facing == 2


@pytest.mark.rule("FNR-204")
@pytest.mark.parametrize(("difficulty", "n"), [("easy", 4), ("medium", 3), ("hard", 3)])
def test_one_side_of_the_chosen_difficulty_is_in_use(difficulty: str, n: int) -> None:
    s = Scene("aang", "toph", balance_side="random", difficulty=difficulty)
    s.state = s.game.start(2, {"teams": "aang,toph", "difficulty": difficulty})
    sides = s.chance("facing 1").outcomes()
    assert len(sides) == n
    assert set(sides.values()) == {1}
    for side in (text.removeprefix("side ") for text in sides):
        assert s.book.side[side].difficulty == difficulty
    s.chance(next(iter(sides)))
    assert f"side {s.view().balance.side}" in sides


@pytest.mark.rule("FNR-204")
def test_a_side_of_another_difficulty_is_refused() -> None:
    with pytest.raises(BadOption) as refused:
        fire().start(2, {"difficulty": "hard", "balance_side": "easy-1"})
    assert refused.value.rule == "FNR-204"
    assert laid_out(2, difficulty="hard", balance_side="hard-2").balance.side == "hard-2"


@pytest.mark.rule("FNR-205")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_markers_start_at_the_bottom(seed: int) -> None:
    view = laid_out(3, seed)
    assert (view.ruin, view.balance.position) == (0, 0)


@pytest.mark.rule("FNR-206")
def test_the_fire_nation_deck_is_whole_and_shuffled() -> None:
    view = laid_out(2)
    assert sum(n for _, n in view.fire_deck) == 15
    assert sum(n for _, n in view.fire_discard) == 0
    s = Scene("aang", "toph").turn("aang").do("at 1")
    assert s.outcomes() == {f"fire {kind.id}": kind.n for kind in book().fire}


@pytest.mark.rule("FNR-207")
def test_a_team_card_is_taken_by_one_player_only() -> None:
    s = Scene("aang", "toph")
    s.state = s.game.start(3, {})
    assert s.legal() == [f"team {name}" for name in TEAMS]
    s.do("team zuko")
    assert s.node().seat == 1
    assert "team zuko" not in s.legal()
    s.refused("team zuko", "FNR-207")


@pytest.mark.rule("FNR-207")
def test_a_team_card_cannot_be_named_twice_beforehand() -> None:
    with pytest.raises(BadOption) as refused:
        fire().start(2, {"teams": "zuko,zuko"})
    assert refused.value.rule == "FNR-207"


@pytest.mark.rule("FNR-208")
@pytest.mark.parametrize("name", TEAMS)
def test_a_team_plays_with_what_its_card_shows(name: str) -> None:
    card = book().team[f"team-{name}"]
    others = ",".join(other for other in TEAMS if other != name)
    team = laid_out(5, teams=f"{name},{others}").teams[0]
    assert [member.card for member in team.row] == [*card.starters, card.ally]
    s = Scene(name, "aang" if name != "aang" else "toph").row(name, "jet").step("collect", name, location=1)
    assert sorted(s.view().roll.waiting) == sorted(card.dice)
    assert len(card.dice) == 4


@pytest.mark.rule("FNR-209")
def test_a_team_begins_with_its_starting_hero_undamaged() -> None:
    view = laid_out(2, teams="sokka,zuko")
    rows = [[(member.card, member.damage) for member in team.row] for team in view.teams]
    assert rows == [[("sokka", 0)], [("zuko", 0)]]


@pytest.mark.rule("FNR-210")
@pytest.mark.parametrize(("players", "heroes"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_allies_come_with_four_or_five_players(players: int, heroes: int) -> None:
    view = laid_out(players)
    assert [len(team.row) for team in view.teams] == [heroes] * players
    lying = {spot.card for spot in view.places if spot}
    rows = {member.card for team in view.teams for member in team.row}
    assert not rows & (lying | set(view.heroes_unseen))


@pytest.mark.rule("FNR-211")
def test_ten_villains_are_in_the_game_for_beginners_and_three_are_not() -> None:
    view = laid_out(2)
    shown = sum(spot.card in book().villain for spot in view.places if spot)
    assert shown + view.villains_in_deck == 10
    # Those left out go back unseen: what is not on the board may be in the deck or in the box.
    assert len(view.villains_unseen) - view.villains_in_deck == 3


@pytest.mark.rule("FNR-211", "FNR-213")
def test_each_card_of_the_deck_is_turned_up_with_the_same_chance() -> None:
    game = fire()
    state = setup_states(game, 2, teams="aang,toph", first_player="1", balance_side="easy-1")[1]
    weights = {outcome.card: weight for outcome, weight in game.node(state).outcomes}
    villains = [weights[card] for card in weights if card in game.book.villain]
    heroes = [weights[card] for card in weights if card in game.book.hero]
    assert (len(heroes), len(villains)) == (38, 13)
    # 10 of 48 cards are Villains, and each of the 13 is among them with 10 chances in 13.
    assert sum(villains) * 48 == sum(weights.values()) * 10
    assert len(set(villains)) == len(set(heroes)) == 1
    assert villains[0] * 13 == heroes[0] * 10


@pytest.mark.rule("FNR-212")
@pytest.mark.parametrize(("players", "villains", "cards"), [(2, 10, 48), (4, 13, 45), (3, 0, 37)])
def test_the_character_deck_holds_villains_and_all_heroes_left(players: int, villains: int, cards: int) -> None:
    view = laid_out(players, villains=str(villains))
    assert view.n_deck + sum(spot is not None for spot in view.places) == cards


@pytest.mark.rule("FNR-212")
def test_heroes_of_teams_that_are_not_in_play_are_in_the_deck() -> None:
    view = laid_out(2, teams="aang,toph")
    there = {spot.card for spot in view.places if spot} | set(view.heroes_unseen)
    assert {"katara", "sokka", "zuko", "momo", "teo", "kanna", "suki", "ursa"} <= there
    assert not {"aang", "toph"} & there


@pytest.mark.rule("FNR-213")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nine_cards_are_dealt(seed: int) -> None:
    states = setup_states(fire(), 2, seed)
    before = next(state for state in states if type(state.agenda[-1]).__name__ == "Fill")
    view = laid_out(2, seed)
    assert sum(spot is not None for spot in view.places) == 9
    assert all(view.places[at : at + 3] for at in (0, 3, 6))
    assert len(before.heroes_unseen) + before.villains_in_deck - view.n_deck == 9


@pytest.mark.rule("FNR-214")
@pytest.mark.parametrize("villain", ["june", "combustion-man", "dai-li-agents", "war-minister-qin", "ty-lee"])
def test_a_villain_that_is_turned_up_does_nothing(villain: str) -> None:
    s = Scene("aang", "toph").at(1, "-", "arnook", "haru").at(2, "jet", "bumi", "pakku").at(3, "yue", "huu", "suki")
    s.step("refill", "aang", location=1, facing=1)
    damage = s.view().counters_out
    s.events.clear()
    s.chance(f"card {villain}")
    assert s.spot(villain).damage == 0
    assert s.view().counters_out == damage == 0
    assert s.order("CardRevealed", "EffectUsed", "DamageTaken", "FigureTurned") == ["CardRevealed"]
    assert not s.state.no_tokens


@pytest.mark.rule("FNR-214")
@pytest.mark.parametrize("seed", [1, 4])
def test_the_first_nine_cards_do_nothing(seed: int) -> None:
    view = laid_out(4, seed, villains="13")
    assert any(spot.card in book().villain for spot in view.places if spot)
    assert view.counters_out == 0


@pytest.mark.rule("FNR-215")
def test_one_player_runs_two_teams_that_alternate() -> None:
    s = Scene("katara", "zuko", seats=1).turn("katara")
    seats = set()
    for _ in range(4):
        seats.add(s.node().seat)
        s.next_turn()
    assert [event.team for event in s.happened("TurnBegan")][:4] == ["team-katara", "team-zuko"] * 2
    assert seats == {0}


@pytest.mark.rule("FNR-216")
def test_one_player_may_run_up_to_five_teams() -> None:
    for n in ("2", "3", "4", "5"):
        assert len(fire().start(1, {"solo_teams": n}).teams) == int(n)
    for n in ("1", "6"):
        with pytest.raises(BadOption) as refused:
            fire().start(1, {"solo_teams": n})
        assert refused.value.rule == "FNR-216"


@pytest.mark.rule("FNR-216")
def test_a_single_named_team_is_too_few() -> None:
    with pytest.raises(BadOption) as refused:
        fire().start(1, {"teams": "aang"})
    assert refused.value.rule == "FNR-216"


@pytest.mark.rule("FNR-217")
@pytest.mark.parametrize(("teams", "heroes"), [("2", 1), ("3", 1), ("4", 2), ("5", 2)])
def test_solo_teams_take_allies_as_players_would(teams: str, heroes: int) -> None:
    view = laid_out(1, solo_teams=teams)
    assert [len(team.row) for team in view.teams] == [heroes] * int(teams)


@pytest.mark.rule("FNR-217")
def test_every_solo_team_stands_for_a_player_that_loses_a_token() -> None:
    s = Scene("katara", "zuko", seats=1).tokens("katara", "red-die").tokens("zuko", "reroll")
    s.at(1, "pirate-captain").step("villains", "katara", location=2, facing=1)
    assert [event.team for event in s.happened("TokenDropped")] == ["team-katara", "team-zuko"]
    assert not any(s.held("katara").values())
    assert not any(s.held("zuko").values())


@pytest.mark.rule("FNR-218")
def test_the_first_player_is_drawn_from_the_seed() -> None:
    game = fire()
    options = {"teams": "aang,toph,zuko", "balance_side": "easy-1"}
    drawing = next(
        state for state in setup_states(game, 3, **options) if type(state.agenda[-1]).__name__ == "DrawFirst"
    )
    assert {outcome.team: weight for outcome, weight in game.node(drawing).outcomes} == {0: 1, 1: 1, 2: 1}
    first = [laid_out(3, seed, **options).active for seed in range(12)]
    assert first == [laid_out(3, seed, **options).active for seed in range(12)]
    assert set(first) == {0, 1, 2}


@pytest.mark.rule("FNR-218")
def test_the_first_player_can_be_chosen() -> None:
    assert {laid_out(3, seed, first_player="2").active for seed in range(4)} == {1}
