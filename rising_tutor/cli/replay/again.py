"""`replay again`: plays a recorded game on from some line with the same dice and other choices."""

import argparse
from typing import Any, Final

from rising_tutor.analysis.same_dice import CHOSEN, NEW, PARTLY, POLICY, RECORDED, LineOfPlay, SameDice, as_replay
from rising_tutor.cli.arguments import (
    DONE,
    FOUND_WRONG,
    CalledWrong,
    add_content,
    add_json,
    needs,
    path,
    place,
    seed,
)
from rising_tutor.cli.replay.recorded import verified_of
from rising_tutor.cli.terminal import note, say, say_json
from rising_tutor.cli.writing import add_force, replay_out, storing
from rising_tutor.core.node import Chance, Decision
from rising_tutor.errors import BadOption, IllegalAction, UnreadableMove
from rising_tutor.replay import Verified, result_text, save
from rising_tutor.replay.limits import clipped

_SEED: Final = "0"


def add_to(commands: Any) -> None:
    """Adds the command to those of `replay`."""
    parser = commands.add_parser("again", help="play a recorded game on from some line: the same dice, other choices")
    parser.add_argument("file", type=path, metavar="FILE")
    parser.add_argument(
        "--from", dest="start", type=place, required=True, metavar="N", help="after N actions and outcomes"
    )
    parser.add_argument("--policy", required=True, metavar="P", help="who chooses from there on, such as greedy")
    parser.add_argument("--move", metavar="ACTION", help="the action to begin with, as the notation has it")
    parser.add_argument(
        "--keep", action="store_true", help="make the recorded choices again where they are legal; P makes the others"
    )
    parser.add_argument(
        "--seed", type=seed, default=_SEED, metavar="S", help="of dice and cards that the record does not give"
    )
    parser.add_argument("--out", type=path, metavar="FILE", help="write the new game there")
    add_force(parser)
    add_content(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays on. Raises `BadOption` or `CalledWrong` for a line, policy, action or file that cannot be."""
    needs(args, "--force", "--out")
    verified = verified_of(args.file, args.content)
    if verified.problems or verified.start is None or verified.replay is None:
        for problem in verified.problems:
            say(problem.as_text(args.file))
        for remark in verified.remarks:
            note(f"{args.file}: {remark}")
        return FOUND_WRONG
    game, moves = verified.game, verified.moves
    if not moves or args.start > len(moves):
        raise BadOption("--from", args.start, f"0 to {len(moves)}" if moves else "a game with at least one line")
    if args.policy not in game.policies():
        raise BadOption("--policy", args.policy, " or ".join(sorted(game.policies())))
    out = replay_out("--out", args.out, args.file, force=args.force) if args.out is not None else None
    choices = {args.start: _first(verified, args.start, args.move)} if args.move else {}
    again = SameDice(game, moves, args.seed).play(args.start, choices, policy=args.policy, follow=args.keep)
    kept = "the recorded choices where they are legal, else " if args.keep else ""
    how = f"{f'{args.move}, then ' if args.move else ''}{kept}policy {args.policy}"
    if out is not None:
        with storing(args.out):
            save(as_replay(game, verified.replay.header, again, how), out)
    if verified.possible is not None:
        note(f"{args.file}: the recorded chance is used up to line {len(moves)}, before the first unknown fact")
    if args.json:
        say_json(_as_json(args, verified, again))
    else:
        _say(verified, again, how)
    return DONE


def _first(verified: Verified, start: int, text: str) -> Any:
    game, state = verified.game, verified.state_at(start)
    node = game.node(state)
    if not isinstance(node, Decision):
        what = "chance decides" if isinstance(node, Chance) else "the game is over"
        raise CalledWrong(f"--move {clipped(text)}: after {start} actions and outcomes {what}")
    try:
        action = game.read(state, text)
        game.act(state, action)
    except UnreadableMove as error:
        raise BadOption("--move", text, error.expected) from None
    except IllegalAction as error:
        why, rule = getattr(error.refusal, "why", str(error)), getattr(error.refusal, "rule", None)
        raise BadOption("--move", text, f"a legal action: {why}", rule) from None
    return action


def _result(result: Any) -> str:
    return result_text(result) if result is not None else "not finished"


def _say(verified: Verified, again: LineOfPlay, how: str) -> None:
    game, counted = verified.game, again.counted()
    recorded = verified.moves[-1].step.state
    say(f"from line {again.first + 1} on, with the same dice: {how}")
    say(f"recorded: {_result(verified.result)}, {len(verified.moves)} lines, {game.where(recorded)}")
    say(f"again:    {_result(again.result)}, {len(again.taken)} lines, {game.where(again.state)}")
    chance = [taken for taken in again.taken[again.first :] if isinstance(game.node(taken.state), Chance)]
    n = {origin: sum(taken.origin == origin for taken in chance) for origin in (RECORDED, PARTLY, NEW)}
    say(f"chance:   {n[RECORDED]} as recorded, {n[PARTLY]} as recorded but for new dice, {n[NEW]} new")
    choices = f"{counted.get(RECORDED, 0) - n[RECORDED]} as recorded, {counted.get(POLICY, 0)} by the policy"
    say(f"choices:  {choices}{', 1 chosen' if counted.get(CHOSEN) else ''}")


def _as_json(args: argparse.Namespace, verified: Verified, again: LineOfPlay) -> dict[str, Any]:
    game = verified.game
    lines = [
        {
            "line": number,
            "move": game.write(taken.state, taken.move),
            "chance": isinstance(game.node(taken.state), Chance),
            "origin": taken.origin,
            "new": [f"{colour} {face}" for colour, face in taken.new],
        }
        for number, taken in enumerate(again.taken[again.first :], again.first + 1)
    ]
    return {
        "file": args.file,
        "game": game.info.id,
        "from": again.first,
        "policy": args.policy,
        "seed": args.seed,
        "recorded": {"result": _result(verified.result), "lines": len(verified.moves)},
        "again": {"result": _result(again.result), "lines": len(again.taken)},
        "lines": lines,
    }
