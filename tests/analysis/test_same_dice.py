"""The same dice, other choices: what another choice leaves alone stays as it was recorded."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rising_tutor.analysis.same_dice import (
    CHOSEN,
    NEW,
    PARTLY,
    RECORDED,
    LineOfPlay,
    SameDice,
    as_moves,
    as_replay,
    said_of,
)
from rising_tutor.cli import main
from rising_tutor.core.chance_streams import ChanceStreams, stream_of
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.playthrough import follow
from rising_tutor.errors import IllegalAction
from rising_tutor.replay import Verified, verify, write
from rising_tutor.replay.address import Address
from rising_tutor.replay.edit import with_side
from tests.testkit import coin_and_hand
from tests.testkit.settings import RISING

REPLAYS = Path(__file__).parents[2] / "replays"
FOLDER = REPLAYS / "fire-nation-rising"
SAMPLES = [path for path in sorted(FOLDER.glob("*.replay")) if path.stem != "worked-example"]
SAMPLES += [REPLAYS / title / f"{name}.replay" for title in RISING[1:] for name in ("lost-by-a-team", "won")]
SOLO = FOLDER / "solo.replay"


@pytest.fixture(scope="module")
def solo() -> Verified:
    return verify(SOLO)


def decisions(verified: Verified) -> list[int]:
    """The lines at which somebody had a choice."""
    nodes = ((moved.line, verified.game.node(moved.state)) for moved in verified.moves)
    return [line for line, node in nodes if isinstance(node, Decision) and len(node.actions) > 1]


def keyed(game, taken) -> dict[tuple[str, int], tuple[Counter, object]]:
    """Chance by its key: dice by colour and face, and the outcome."""
    found, seen = {}, Counter()
    for one in taken:
        if isinstance(game.node(one.state), Chance):
            stream = stream_of(game, one.state).name
            found[stream, seen[stream]] = Counter(game.shown_dice(one.move)), one.move
            seen[stream] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name[:4]}-{path.stem}")
def test_the_choices_of_the_record_give_the_record(path: Path) -> None:
    verified = verify(path)
    for start in (0, 17, len(verified.moves) // 2, len(verified.moves)):
        again = SameDice(verified.game, verified.moves, seed=start).play(start, follow=True)
        assert [taken.move for taken in again.taken] == [moved.move for moved in verified.moves]
        assert {taken.origin for taken in again.taken} == {RECORDED}
        assert again.state == verified.state
        assert again.result == verified.result


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name[:4]}-{path.stem}")
def test_another_choice_leaves_the_other_dice_as_they_were(path: Path) -> None:
    verified = verify(path)
    game, rng = verified.game, Random(path.stem)
    dice = SameDice(game, verified.moves, seed=7)
    recorded = keyed(game, verified.moves)
    n_same = 0
    for line in rng.sample(decisions(verified), 4):
        moved = verified.moves[line]
        others = [action for action in game.node(moved.state).actions if action != moved.move]
        again = dice.play(line, {line: rng.choice(others)}, follow=True, policy="random", most=line + 120)
        assert again.taken[line].origin == CHOSEN
        for key, (shown, _) in keyed(game, again.taken).items():
            if key not in recorded:
                continue
            then = recorded[key][0]
            for colour in {colour for colour, _ in shown | then}:
                now = Counter({face: n for (c, face), n in shown.items() if c == colour})
                old = Counter({face: n for (c, face), n in then.items() if c == colour})
                # Of the dice that both rolls have, each shows what it showed.
                assert (now & old).total() >= min(now.total(), old.total())
                n_same += 1
    assert n_same


@pytest.mark.slow
def test_a_recorded_card_comes_again_unless_it_cannot(solo: Verified) -> None:
    game = solo.game
    dice = SameDice(game, solo.moves, seed=1)
    recorded = keyed(game, solo.moves)
    again = dice.play(19, policy="greedy")
    seen: Counter[str] = Counter()
    n_kept = n_gone = 0
    for taken in again.taken:
        node = game.node(taken.state)
        if not isinstance(node, Chance):
            continue
        parts = stream_of(game, taken.state)
        key = (parts.name, seen[parts.name])
        seen[parts.name] += 1
        if parts.dice or key not in recorded:
            continue
        could = node.outcomes.weight(recorded[key][1]) > 0
        assert (taken.move == recorded[key][1]) is could
        assert taken.origin == (RECORDED if could else NEW)
        n_kept += could
        n_gone += not could
    assert n_kept > 20
    assert n_gone


def test_the_same_seed_gives_the_same_game_and_another_one_another(solo: Verified) -> None:
    def game_of(seed: int | str) -> LineOfPlay:
        return SameDice(solo.game, solo.moves, seed).play(19, policy="random", most=300)

    assert game_of(1) == game_of(1) == game_of("1")
    assert game_of(1) != game_of(2)
    assert game_of(1).taken[:19] == game_of(2).taken[:19]


@pytest.mark.slow
def test_new_dice_are_as_likely_as_the_faces_of_their_die(solo: Verified) -> None:
    """Chi-square over 3,000 seeds; 5 and fewer degrees of freedom, 0.1 % each."""
    game = solo.game
    line = next(moved.line for moved in solo.moves if game.shown_dice(moved.move))
    state = solo.moves[line].state
    parts = stream_of(game, state)
    without = solo.moves[:line]
    found: dict[str, Counter[str]] = {}
    for seed in range(3_000):
        (taken,) = SameDice(game, without, seed).play(line, most=line + 1).taken[line:]
        assert taken.origin == NEW
        for colour, face in game.shown_dice(taken.move):
            found.setdefault(colour, Counter())[face] += 1
    for die, n in parts.dice:
        expected = {face: 3_000 * n * die.faces.count(face) / len(die.faces) for face in die.faces}
        chi = sum((found[die.colour][face] - mean) ** 2 / mean for face, mean in expected.items())
        assert chi < 20.5
        assert found[die.colour].total() == 3_000 * n


def test_of_a_recorded_roll_every_die_is_as_likely_to_be_the_missing_one(solo: Verified) -> None:
    """With one red die less than recorded, each of the recorded ones is missing alike: no face is favoured."""
    game = solo.game
    # turn 3 of the sample: rolled green EE A A, blue E
    line = next(moved.line for moved in solo.moves if "rolled green EE A A" in game.write(moved.state, moved.move))
    stream = stream_of(game, solo.moves[line].state).name
    parts = stream_of(game, solo.moves[line].state)
    two = type(parts)(stream, tuple((die, 2 if die.colour == "green" else n) for die, n in parts.dice))
    found: Counter[str] = Counter()
    dice = SameDice(game, solo.moves)
    for seed in range(1_500):
        dice._streams = ChanceStreams(game, seed, "same dice")
        shown, new = dice._roll((stream, 0), two)
        assert not new
        found.update(face for colour, face in shown if colour == "green")
    # Two of EE, A, A: EE is there in two of three.
    assert found.total() == 3_000
    assert abs(found["EE"] - 1_000) < 4 * (1_500 * 2 / 9) ** 0.5


def test_a_roll_with_more_dice_than_recorded_says_which_are_new(solo: Verified) -> None:
    game = solo.game
    line = next(moved.line for moved in solo.moves if "rolled green EE A A" in game.write(moved.state, moved.move))
    parts = stream_of(game, solo.moves[line].state)
    more = type(parts)(parts.name, tuple((die, n + (die.colour == "blue")) for die, n in parts.dice))
    shown, new = SameDice(game, solo.moves, 1)._roll((parts.name, 0), more)
    assert Counter(shown) - Counter(new) == Counter(game.shown_dice(solo.moves[line].move))
    assert [colour for colour, _ in new] == ["blue"]


def test_without_a_policy_play_stops_at_the_next_choice(solo: Verified) -> None:
    game = solo.game
    line = decisions(solo)[6]
    again = SameDice(game, solo.moves).play(line)
    assert len(again.taken) == line
    action = game.node(solo.moves[line].state).actions[-1]
    on = SameDice(game, solo.moves).play(line, {line: action})
    assert on.taken[line].move == action
    assert isinstance(game.node(on.state), Decision)
    with pytest.raises(IllegalAction):
        SameDice(game, solo.moves).play(line, {line: game.node(solo.start).actions[0]})
    with pytest.raises(KeyError):
        SameDice(game, solo.moves).play(line, policy="nobody")


def test_it_becomes_a_game_and_a_side_line(solo: Verified) -> None:
    game = solo.game
    again = SameDice(game, solo.moves).play(19, policy="random", most=60)
    replay = as_replay(game, solo.replay.header, again, "policy random")
    checked = verify(write(replay, "a.replay"), "a.replay")
    assert checked.ok
    assert [moved.move for moved in checked.moves] == [taken.move for taken in again.taken]
    assert ("_again", "from line 20 on, with the same dice: policy random") in replay.header.fields
    noted = with_side(solo.replay, Address((20,)), as_moves(game, again))
    assert verify(write(noted, "a.replay"), "a.replay").ok
    assert {said_of(game, taken) for taken in again.taken} & {"as recorded", "new"}
    assert all(said_of(game, taken).startswith("new: ") for taken in again.taken if taken.origin == PARTLY)


def test_a_game_that_tells_no_parts_has_one_stream() -> None:
    game = coin_and_hand.load()
    trail = follow(game, seats=2, seed=4)
    again = SameDice(game, trail.positions).play(3, follow=True)
    assert again.state == trail.end
    other = SameDice(game, trail.positions, 5).play(8, policy="random")
    assert other.result is not None


@pytest.mark.slow
def test_the_command_plays_again(tmp_path, capsys) -> None:
    out = tmp_path / "again.replay"
    call = ["replay", "again", str(SOLO), "--from", "19", "--policy", "greedy", "--seed", "1", "--out", str(out)]
    assert main(call) == 0
    said = capsys.readouterr().out
    assert "recorded: win, FNR-801, 364 lines" in said
    assert main(["replay", "check", str(out)]) == 0
    capsys.readouterr()
    assert main([*call, "--force", "--keep", "--move", "discard green EE", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lines"][0] == {
        "line": 20,
        "move": "discard green EE",
        "chance": False,
        "origin": "chosen",
        "new": [],
    }
    assert found["recorded"] == {"result": "win, FNR-801", "lines": 364}
    for wrong in (
        ["--from", "999", "--policy", "greedy"],
        ["--from", "3", "--policy", "nobody"],
        ["--from", "19", "--policy", "greedy", "--move", "discard red A"],
        ["--from", "19", "--policy", "greedy", "--move", "bla"],
        ["--from", "18", "--policy", "greedy", "--move", "roll"],
        ["--from", "19", "--policy", "greedy", "--out", str(tmp_path / "again.txt")],
    ):
        assert main(["replay", "again", str(SOLO), *wrong]) == 2
        assert "expected" in capsys.readouterr().err or "--move" in wrong
