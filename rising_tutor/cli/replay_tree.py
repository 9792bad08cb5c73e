"""`replay tree`: the decision tree of a position of a recorded game, as text or JSON."""

import argparse
from collections.abc import Callable
from typing import Any

from rising_tutor.analysis.plain_value import plain_valuation
from rising_tutor.analysis.tree import CHANCE, END, OTHERS, DecisionTree, Seen
from rising_tutor.analysis.tree_walk import LineWalker, method, solved_words, written
from rising_tutor.cli.arguments import CalledWrong, add_json, path, place, whole
from rising_tutor.cli.odds_json import amount_json
from rising_tutor.cli.terminal import Advance, note, progress, say, say_json
from rising_tutor.core.valuation import valued_game
from rising_tutor.errors import BadOption
from rising_tutor.probability.answer import Amount
from rising_tutor.replay import Verified, verify
from rising_tutor.replay.source import load_bytes

DONE, FOUND_WRONG = 0, 1
LEVELS, MOST_LEVELS = 3, 12


def add_to(commands: Any) -> None:
    """Adds `replay tree`."""
    parser = commands.add_parser("tree", help="what could be done after some line, and what each branch is worth")
    parser.add_argument("file", type=path, metavar="FILE")
    parser.add_argument(
        "--at", type=place, required=True, metavar="N", help="after N actions and outcomes; 0 is the start"
    )
    parser.add_argument(
        "--depth", type=whole, default=LEVELS, metavar="D", help=f"levels of nodes that are open (default: {LEVELS})"
    )
    add_json(parser)
    parser.set_defaults(run=tree)


def tree(args: argparse.Namespace) -> int:
    """Prints the tree. Raises `BadOption` for a line or depth that there is not, `CalledWrong` where no game begins."""
    if args.depth > MOST_LEVELS:
        raise BadOption("--depth", args.depth, f"1 to {MOST_LEVELS}")
    verified = verify(load_bytes(args.file), args.file)
    for problem in verified.problems:
        note(problem.as_text(args.file))
    for remark in verified.remarks:
        note(f"{args.file}: {remark}")
    if verified.start is None:
        if verified.problems:
            return FOUND_WRONG
        raise CalledWrong(f"{args.file}: no game can begin from it, so there is no tree")
    if args.at > len(verified.moves):
        raise BadOption("--at", args.at, f"0 to {len(verified.moves)}")
    found = _grown(verified, args.at, args.depth)
    if args.json:
        say_json(_as_json(args.file, verified, args.at, found))
    else:
        _say(found)
    return FOUND_WRONG if verified.problems else DONE


def _grown(verified: Verified, at: int, levels: int) -> DecisionTree:
    game = verified.game
    valuation = None
    if valued_game(game) is None:
        note(f"{game.info.title} has no value function of its own; a plain one, made for any game, stands in for it")
        valuation = plain_valuation(game)
    walker = LineWalker(game, verified.moves, verified.start, valuation=valuation)
    with progress(at, "lines") as advance:
        found = walker.tree_at(at, progress=_steps(advance))
    if found.root.kind == CHANCE:
        with progress(found.root.n, "outcomes") as advance:
            found.branches(found.root.key, _steps(advance))
    found.grow(levels, large=True)
    return found


def _steps(advance: Advance) -> Callable[[int, int], None]:
    """Moves a bar to what is done."""
    last = [0]

    def tell(done: int, _total: int) -> None:
        advance(done - last[0])
        last[0] = done

    return tell


def _say(found: DecisionTree) -> None:
    say(f"V is the chance to win: {solved_words(found.root)}, {method(found.label, found.root)}")
    if found.root.kind == END:
        say("the game is over here")
    say()
    say(written(found))


def _as_json(file: str, verified: Verified, at: int, found: DecisionTree) -> dict[str, Any]:
    label = found.label
    return {
        "file": file,
        "ok": verified.ok,
        "game": verified.game.info.id,
        "at": at,
        "lines": len(verified.moves),
        "value": {
            "method": label.method,
            "horizon": label.horizon,
            "policy": label.policy,
            "samples": label.samples,
            "rules_version": label.rules_version,
            "content": label.content,
            "assumes": list(label.assumes),
        },
        "nodes": [_node(one) for one in found.seen()],
    }


def _node(one: Seen) -> dict[str, Any]:
    node = one.node
    return {
        "key": node.key,
        "above": node.above or None,
        "kind": node.kind,
        "move": node.notation or None,
        "says": node.says,
        "seat": None if node.seat is None else node.seat + 1,
        "value": amount_json(Amount.exact(node.value)),
        "horizon": None if one.gap is None else amount_json(Amount.exact(one.gap)),
        "chance": None if node.chance is None else amount_json(Amount.exact(node.chance)),
        "loss": None if node.loss is None else amount_json(Amount.exact(node.loss)),
        "best": node.best,
        "played": node.played,
        "on_best": one.on_best,
        "exact": node.exact,
        "open": one.is_open,
        "branches": node.n,
        "outcomes": node.alike if node.chance is not None else None,
        "stands_for": node.n if node.kind == OTHERS else None,
        "rule": node.rule or None,
        "position": node.position,
    }
