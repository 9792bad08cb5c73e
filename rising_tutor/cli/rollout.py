"""`rollout`: what a position of a recorded game is worth, or each of its actions, by games that a policy plays on."""

import argparse
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from rising_tutor.analysis.playouts import policy_of
from rising_tutor.analysis.rollouts import HALF_WIDTH, MOST, paying, rollouts
from rising_tutor.analysis.rollouts.answer import REASONS, STOPPED, RolledOut, Rollouts
from rising_tutor.analysis.rollouts.luck import ALL, FIRST, NONE, sources_of
from rising_tutor.cli.arguments import DONE, FOUND_WRONG, INTERRUPTED, add_json, place, seed, whole
from rising_tutor.cli.replay.recorded import add_place, add_seat, check_two_sides, plain_instead, recorded_at, seat_of
from rising_tutor.cli.terminal import columns, counting, note, paragraph, picked, say, say_json
from rising_tutor.core.information import chooser
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import Valuation, chance_to_win, valued_game
from rising_tutor.errors import BadOption, UnreadableMove
from rising_tutor.replay import Moved, Verified

ANY: Final = "all"
"""Stands for every legal action."""
EPILOG: Final = """\
Without --action the position itself is played on. Actions are written as in the notation; all stands for every legal
one. All actions meet the same chance. It stops where one action is left that may be the best, where every 95 % interval
is narrow enough, or at the most lines; Ctrl-C stops it with what there is. How the numbers come about stands below
them."""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "rollout", help="estimate a position by playing it on many times", description="Rollouts.", epilog=EPILOG
    )
    add_place(parser)
    add_seat(parser)
    parser.add_argument("--action", nargs="+", metavar="MOVE", help=f"actions to compare; {ANY} for every legal one")
    parser.add_argument("--policy", default="", metavar="P", help="who plays on (default: greedy, else random)")
    parser.add_argument(
        "--turns", type=place, default=0, metavar="T", help="turns, then V judges; 0 for the whole game (default)"
    )
    parser.add_argument(
        "--correct",
        default="",
        metavar="LUCK",
        help=f"{FIRST}, {ALL}, {NONE}, or sources of luck with commas: what is taken off (default: what pays)",
    )
    width = f"half an interval that is narrow enough, in points (default: {100 * HALF_WIDTH:g}; 0: none)"
    parser.add_argument("--half-width", type=points, default=100 * HALF_WIDTH, metavar="W", help=width)
    parser.add_argument("--most", type=whole, default=MOST, metavar="N", help=f"lines of each (default: {MOST})")
    parser.add_argument("--seed", type=seed, default="0", metavar="S", help="makes it repeatable (default: 0)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays on and prints. Raises `BadOption` for a line, action, policy or source that cannot be."""
    verified = recorded_at(args, "nothing can be played on")
    if verified is None:
        return FOUND_WRONG
    check_two_sides(args.file, verified, "values of playouts")
    found = _rolled(verified, args)
    if args.json:
        say_json(_as_json(args.file, verified, args.at, found))
    else:
        _say(verified, args.at, found)
    if found.stop == STOPPED:
        return INTERRUPTED
    return FOUND_WRONG if verified.problems else DONE


def points(text: str) -> float:
    """Points of V: hundredths, from 0 to 50."""
    try:
        value = float(text) if text.isascii() and len(text) <= 9 else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= 50:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of points from 0 to 50")
    return value


def _rolled(verified: Verified, args: argparse.Namespace) -> Rollouts:
    game, state = verified.game, verified.state_at(args.at)
    node = game.node(state)
    if isinstance(node, Terminal):
        raise BadOption("--at", args.at, f"0 to {args.at - 1}: the game is over there, so nothing can be played on")
    actions = _actions(verified, args.at, args.action) if args.action else ()
    seat = seat_of(args, verified)
    if actions and game.info.hidden and seat not in (None, chooser(game, state)):
        raise BadOption("--seat", args.seat, "the seat that chooses: nobody else can know what its actions are")
    if args.policy and args.policy not in game.policies():
        raise BadOption("--policy", args.policy, " or ".join(sorted(game.policies())))
    valued = valued_game(game) is not None
    correct = args.correct or paying(args.turns, args.half_width / 100, valued=valued)
    sources = sources_of(game)
    if correct not in (NONE, FIRST, ALL) and not {*correct.split(",")} <= {*sources}:
        raise BadOption("--correct", correct, f"{FIRST}, {ALL}, {NONE}, or some of {','.join(sources)}")
    valuation: Valuation | None = None
    if not valued and (args.turns or correct != NONE):
        valuation = plain_instead(game, policy_of(game, args.policy))
    with counting("lines") as tell, _interrupted() as stop:
        return rollouts(
            game,
            state,
            actions=actions,
            seat=seat,
            lead=_lead(verified, args.at),
            policy=args.policy,
            turns=args.turns,
            correct=correct,
            half_width=args.half_width / 100,
            most=args.most,
            seed=args.seed,
            valuation=valuation,
            progress=tell,
            stop=stop,
        )


def _actions(verified: Verified, at: int, texts: Sequence[str]) -> tuple[Any, ...]:
    game, state = verified.game, verified.state_at(at)
    node = game.node(state)
    if not isinstance(node, Decision):
        raise BadOption("--at", at, "a position where somebody chooses, to compare actions: there chance decides")
    found: list[Any] = []
    for text in texts:
        if text == ANY:
            found += node.actions
            continue
        try:
            action = game.read(state, text)
        except UnreadableMove as error:
            raise BadOption("--action", text, error.expected) from None
        refusal = game.check(state, action)
        if refusal is not None or action not in node.actions:
            why = refusal.why if refusal is not None else "it is an outcome of chance"
            raise BadOption("--action", text, f"a legal action: {why}", refusal.rule if refusal is not None else None)
        found.append(action)
    return tuple(dict.fromkeys(found))


def _lead(verified: Verified, at: int) -> tuple[Moved, ...]:
    valued = valued_game(verified.game)
    if valued is None:
        return ()
    turn, first = valued.turn_of(verified.state_at(at)), at
    while first and valued.turn_of(verified.moves[first - 1].state) == turn:
        first -= 1
    return tuple(verified.moves[first:at])


@contextmanager
def _interrupted() -> Iterator[Callable[[], bool]]:
    """Whether somebody pressed Ctrl-C; a second time ends the program as ever."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: Any) -> None:
        if pressed:
            signal.default_int_handler(number, frame)
        pressed.append(number)
        note("stopping after this line; once more to stop at once")

    signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def _say(verified: Verified, at: int, found: Rollouts) -> None:
    game, state = verified.game, verified.state_at(at)
    chance = ", chance decides" if isinstance(game.node(state), Chance) else ""
    say(f"after {at} of {len(verified.moves)}: {game.where(state)}{chance}")
    say()
    value = chance_to_win(shared=game.info.shared).removeprefix("the ")
    heads = ("", value, "95 %", "loss", "95 %", "lines", "variance")
    rows = [_row(verified, state, row) for row in found.rows]
    for line in columns([heads, *rows]):
        say(line)
    say()
    for sentence in found.method:
        say(paragraph(sentence))


def _row(verified: Verified, state: Any, row: RolledOut) -> tuple[str, ...]:
    name = "the position" if row.action is None else verified.game.write(state, row.action)
    value = f"{100 * min(max(row.value, 0.0), 1.0):.1f} %"
    between = f"{100 * row.low:.1f} to {100 * row.high:.1f}"
    tied = " (may be the best)" if row.tied else ""
    lost = (f"{100 * row.loss:.1f}", f"{100 * row.loss_low:.1f} to {100 * row.loss_high:.1f}{tied}")
    lost = lost if row.action is not None and row.loss_high else ("", "")
    return name, value, between, *lost, str(row.samples), f"x {row.ratio:.2f}" if row.luck_off else "as it came"


def _as_json(file: str, verified: Verified, at: int, found: Rollouts) -> dict[str, Any]:
    state, label = verified.state_at(at), found.label
    return {
        "file": file,
        "ok": verified.ok,
        "game": verified.game.info.id,
        "at": at,
        "where": verified.game.where(state),
        "method": list(found.method),
        "policy": found.policy,
        "turns": found.turns or None,
        "correct": found.correct,
        "seed": found.seed,
        "stop": found.stop,
        "stopped_because": REASONS[found.stop],
        "looks": list(found.looks),
        **picked(found, "half_width", "most", "rules_version", "content"),
        "value": None if label is None else picked(label, "method", "horizon", "policy", "samples"),
        "rows": [
            {
                "action": None if row.action is None else verified.game.write(state, row.action),
                **picked(row, "value", "low", "high", "plain", "loss", "loss_low", "loss_high", "tied"),
                "lines": row.samples,
                **picked(row, "unfinished", "luck_off", "coefficient"),
                "variance_ratio": row.ratio,
            }
            for row in found.rows
        ],
    }
