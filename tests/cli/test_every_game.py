"""Every command for every game: played, simulated, matched, recorded, checked, shown, reviewed, taught, looked up.

The game from outside is one of them, and what a game does not offer is said in a sentence. Nothing that a seat was not
told is printed for it.
"""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId, Seat
from rising_tutor.core.registry import entry, game_ids, load_game
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.replay import verify
from rising_tutor.tutor.replay.samples import read_sample, samples

EACH = pytest.mark.parametrize("game_id", game_ids())
HIDDEN = [game for game in game_ids() if load_game(game).info.hidden]
OPPOSED = [game for game in game_ids() if not load_game(game).info.shared]


@pytest.fixture
def recorded(tmp_path: Path) -> Any:
    """A short game of each kind, as a file: the shortest of its samples."""

    def of(game_id: str) -> Path:
        name = min(samples(game_id), key=lambda one: one.lines).name
        data = read_sample(game_id, name)
        assert data is not None
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return of


@EACH
def test_it_is_listed_with_what_it_is(command: Any, game_id: str) -> None:
    [found] = [one for one in command("games", "--json").document if one["id"] == game_id]
    info = load_game(game_id).info
    assert (found["title"], found["family"], found["stage"]) == (info.title, info.family, info.stage)
    assert entry(GameId(game_id)).title in command("games").out


@pytest.mark.sweep(one_in=5)
@EACH
def test_a_game_between_a_person_and_a_program_ends(command: Any, tmp_path: Path, game_id: str) -> None:
    path = tmp_path / "a.replay.jsonl"
    seats = str(max(2, load_game(game_id).info.min_seats))
    words = ("play", game_id, "--seats", seats, "--seat", "2=random", "--seed", "5", "--record", str(path))
    answer = command(*words, typed="1\n" * 4000)
    assert answer.code == 0
    assert "The game is over" in answer.out
    found = verify(path)
    assert found.problems == ()
    end = found.result
    assert end is not None
    assert command("replay", "check", path).code == 0


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("game_id", OPPOSED)
def test_the_end_says_who_won_for_whom(command: Any, tmp_path: Path, game_id: str) -> None:
    told = set()
    for seed in range(12):
        path = tmp_path / f"{seed}.replay.jsonl"
        words = ("play", game_id, "--seats", "2", "--seat", "2=random", "--seed", str(seed), "--record", str(path))
        out = command(*words, typed="1\n" * 4000).out
        payoff = verify(path).result.payoffs[0]  # type: ignore[union-attr]  # it ended
        last = out[out.index("The game is over") :]
        assert ("You won" in last) == (payoff > 0), last
        assert ("You lost" in last) == (payoff < 0), last
        told.add(payoff)
    assert {1, -1} <= told


@pytest.mark.parametrize("game_id", HIDDEN)
def test_a_person_against_a_program_is_told_nothing_that_is_hidden(command: Any, tmp_path: Path, game_id: str) -> None:
    game, secret = load_game(game_id), set[str]()
    for seed in range(8, 30):
        path = tmp_path / f"{seed}.replay.jsonl"
        words = ("play", game_id, "--seats", "2", "--seat", "2=random", "--seed", str(seed), "--record", str(path))
        out = command(*words, typed="board\n?\n1\n" * 400).out
        events = [event for moved in verify(path).moves for event in moved.step.events]
        secret = {game.say(event) for event in events if event.seats is not None and Seat(0) not in event.seats}
        if secret:
            break
    assert secret
    assert not [told for told in secret if told in out]


@pytest.mark.sweep(one_in=4)
@EACH
def test_games_are_simulated_and_recorded(command: Any, tmp_path: Path, game_id: str) -> None:
    seats = str(load_game(game_id).info.max_seats)
    words = ("simulate", game_id, "--games", "3", "--seats", seats, "--seed", "2", "--record", tmp_path, "--json")
    answer = command(*words)
    assert answer.code == 0
    results = answer.document["results"]
    # Where seats play against each other it is said who won, seat by seat.
    assert ("seat 1" in results) == (not load_game(game_id).info.shared)
    assert command("replay", "check", *sorted(tmp_path.iterdir())).code == 0


@EACH
def test_policies_are_matched_where_seats_play_against_each_other(command: Any, game_id: str) -> None:
    answer = command("match", game_id, "--policy", "random", "--policy", "random", "--games", "4", "--seed", "1")
    if load_game(game_id).info.shared:
        assert answer.code == 2
        assert answer.err
        assert answer.out == ""
    else:
        assert answer.code == 0


@pytest.mark.sweep(one_in=4)
@EACH
def test_a_recorded_game_is_shown_and_reviewed(command: Any, recorded: Any, game_id: str) -> None:
    path = recorded(game_id)
    assert command("replay", "check", path, "--json").document["ok"] is True
    n = len(verify(path).moves)
    for seat in ((), ("--seat", "1"), ("--seat", "2")):
        answer = command("replay", "show", path, "--at", str(n // 2), *seat)
        assert answer.code == 0
        assert answer.out
    document = command("analyze", path, "--json").document
    review = document.get("review", document)
    assert review["remainder"]["num"] == "0"


@pytest.mark.parametrize("game_id", HIDDEN)
def test_a_table_is_shown_as_one_seat_may_see_it(command: Any, recorded: Any, game_id: str) -> None:
    path, game = recorded(game_id), load_game(game_id)
    for at, moved in enumerate(verify(path).moves, 1):
        for seat in (Seat(0), Seat(1)):
            out = command("replay", "show", path, "--at", str(at), "--seat", str(seat + 1)).out
            secret = [
                game.say(event) for event in moved.step.events if event.seats is not None and seat not in event.seats
            ]
            assert not [told for told in secret if told in out]


@EACH
def test_the_tree_of_a_choice_is_written(command: Any, recorded: Any, game_id: str) -> None:
    path = recorded(game_id)
    game, moves = load_game(game_id), verify(path).moves
    at = max(at for at, moved in enumerate(moves) if len(getattr(game.node(moved.state), "actions", ())) > 1)
    answer = command("replay", "tree", path, "--at", str(at), "--depth", "1")
    assert answer.code == 0
    assert answer.out


@EACH
def test_lessons_are_listed_and_one_is_begun(command: Any, game_id: str) -> None:
    listed = command("lesson", "list", game_id).out
    course = load_course(GameId(game_id))
    assert all(one.title in listed for one in (*course.lessons, *course.scenarios))
    answer = command("lesson", "run", course.lessons[0].id, "--game", game_id, typed="?\n1\nhint\nquit\n")
    assert answer.code == 0
    assert course.lessons[0].title in answer.out


@EACH
def test_rules_are_looked_up(command: Any, game_id: str) -> None:
    rules = catalogues.load(game_id).rules
    document = command("rules", game_id, "--json").document
    assert len(document["rules"]) == len(rules)
    assert rules[-1].title in command("rules", game_id, rules[-1].id).out


@pytest.mark.parametrize("game_id", [game for game in game_ids() if dice_game(load_game(game)) is None])
def test_odds_of_dice_are_refused_in_a_sentence_where_there_are_none(command: Any, game_id: str) -> None:
    answer = command("odds", "--game", game_id, "--pool", "2 green", "--need", "W")
    assert answer.code == 2
    assert "dice" in answer.err
    assert "Traceback" not in answer.err
