"""What became of a turn and of a game, recomputed from the states over random games of every title."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import SeenMove
from rising_tutor.boards.rising.turn_end import ALL_PAID, NO_DICE, NOTHING
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.branch import Made
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.games.rising.rules import events as ev
from tests.testkit.settings import RISING, SETTINGS

LACKED = re.compile(r"(?:[Tt]he ability of )?(.+?) lacked (.+?)(?:| and stays| and takes no Damage| for 1 more Damage)")
MOST_MOVES = 350


def games(game_id: str) -> Iterator[GameSession]:
    game = load_game(game_id)
    for number, (seats, options) in enumerate(SETTINGS[game_id]):
        player, rng = GameSession(game, seats, options, seed=f"turns {number}"), Random(number)
        player.settle()
        while not player.over and player.n_moves < MOST_MOVES:
            player.play(rng.choice(player.actions) if rng.random() < 0.3 else player.advice())
        yield player


def turns(player: GameSession) -> Iterator[tuple[list[Made], Any]]:
    """The moves of each turn that is over, with the state after it."""
    game, found = player.game, dict[int, list[Made]]()
    for made in player.made:
        found.setdefault(game.place(made.state).turn, []).append(made)
    for turn, moves in found.items():
        after = moves[-1].step.state
        if turn and (game.place(after).turn > turn or player.over):
            yield moves, after


def rows(game: Any, state: Any) -> set[str]:
    return {member.card for team in game.view(state, None).teams for member in team.row}


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", RISING)
def test_two_lines_say_what_became_of_a_turn_and_the_states_agree(game_id: str) -> None:
    words, board = Words(load_game(game_id).book), board_for(load_game(game_id))  # type: ignore[attr-defined]
    lacked = joined = 0
    for player in games(game_id):
        game = player.game
        for moves, after in turns(player):
            seen = [SeenMove(game.view(made.state, None), made.events) for made in moves]
            lines = board.turn_end(seen)
            end = next((made for made in moves if any(isinstance(one, ev.RollingEnded) for one in made.events)), None)
            if end is None:
                assert lines == ()
                continue
            first, second = lines
            view = game.view(end.state, None)
            spots = {spot.card: spot for spot in (*view.places, *view.battles) if spot is not None}
            costs = {
                **{card: (spot.dice, spot.lacks) for card, spot in spots.items()},
                **{one.card: (one.dice, one.lacks) for one in view.teams[view.active].row},
                **{one.key: (one.dice, one.lacks) for one in view.teams[view.active].abilities},
            }
            begun = {words.name(card) for card, (dice, lacks) in costs.items() if dice and lacks}
            begun |= {words.name(one.on) for one in end.events if isinstance(one, ev.DiePlaced)}
            if view.balance is not None and view.balance.symbols:
                begun.add(words.name("balance"))
            for clause in first.removesuffix(" The dice go back.").rstrip(".").split("; "):
                found = LACKED.fullmatch(clause)
                if found:
                    lacked += 1
                    assert found[1] in begun, first
            placed = any(isinstance(one, ev.DiePlaced) for made in moves for one in made.events)
            assert (first == NO_DICE) == (not placed)
            if first == ALL_PAID:
                # What the last move itself covered is not in the view before it.
                last = {one.on for one in end.events if isinstance(one, ev.DiePlaced)}
                assert not [c for c, (d, k) in costs.items() if d and k and c not in last and not _sets(spots, c)]
            new = rows(game, after) - rows(game, end.state)
            said = re.search(r"^(.+?) joined\.", second)
            names = set(re.split(r", | and (?=[A-Z])", said[1])) if said else set()
            assert len(new) == 0 or said, second
            assert all(any(part in words.name(card) for part in names) for card in new), (second, new)
            joined += len(new)
            gone = set(game.view(after, None).defeated) - set(view.defeated)
            assert all(words.name(card) in second for card in gone), (second, gone)
            out = set(game.view(after, None).villains_out) - set(view.villains_out)
            assert all(words.name(card) in second for card in out), (second, out)
            if second == NOTHING:
                assert not new
                assert not gone
                assert not out
    assert lacked > 5
    assert joined > 20


def _sets(spots: dict[str, Any], card: str) -> int:
    return spots[card].sets if card in spots else 0


@pytest.mark.slow
@pytest.mark.parametrize("game_id", RISING)
def test_what_became_of_everybody_is_what_the_table_shows_at_the_end(game_id: str) -> None:
    game = load_game(game_id)
    words, board = Words(game.book), board_for(game)  # type: ignore[attr-defined]
    for player in games(game_id):
        found = dict(board.fates([event for made in player.made for event in made.events]))
        view = player.game.view(player.state, None)
        beaten = found.get(words.of.beaten[:1].upper() + words.of.beaten[1:], ())
        assert sorted(beaten) == sorted(words.name(card) for card in view.villains_out)
        lost = found.get(words.of.lost[:1].upper() + words.of.lost[1:], ())
        assert sorted(lost) == sorted(words.name(card) for card in view.defeated)
        joined = set(found.get("Joined", ()))
        first = next(made.state for made in player.made if player.game.place(made.state).turn)
        new = {words.name(card) for card in rows(player.game, player.state) - rows(player.game, first)}
        assert new <= joined


@pytest.mark.parametrize("game_id", RISING)
def test_the_teams_of_a_game_can_be_asked_for_again(game_id: str) -> None:
    game = load_game(game_id)
    board = board_for(game)
    for seats in range(max(2, game.info.min_seats), game.info.max_seats + 1):
        player = GameSession(game, seats, {}, seed=f"seats {seats}")
        player.settle()
        while not player.game.place(player.state).turn:
            player.play(player.actions[0])
        seated = board.seated(player.view)
        again = GameSession(game, seats, {"teams": seated}, seed="again")
        again.settle()
        while not again.game.place(again.state).turn:
            again.play(again.actions[0])
        assert board.seated(again.view) == seated
