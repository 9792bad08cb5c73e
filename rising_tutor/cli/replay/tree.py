"""`replay tree`: the decision tree of a position of a recorded game, as text, JSON or GraphML."""

import argparse
from pathlib import Path
from typing import Any

from rising_tutor.analysis.tree import CHANCE, END, OTHERS, DecisionTree, Seen
from rising_tutor.analysis.tree.graph import graph_of, graphml
from rising_tutor.analysis.tree.root import LineWalker, method, written
from rising_tutor.cli.arguments import (
    DONE,
    FOUND_WRONG,
    add_json,
    needs,
    path,
    whole,
)
from rising_tutor.cli.odds.document import amount_json
from rising_tutor.cli.replay.recorded import add_place, add_seat, check_two_sides, plain_instead, recorded_at, seat_of
from rising_tutor.cli.terminal import counting, picked, say, say_json
from rising_tutor.cli.writing import add_force, check_free
from rising_tutor.core.ids import Seat
from rising_tutor.core.valuation import chance_to_win, valued_game
from rising_tutor.errors import BadOption
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.replay import Verified
from rising_tutor.replay.files import save_bytes

LEVELS, MOST_LEVELS = 3, 12


def add_to(commands: Any) -> None:
    """Adds `replay tree`."""
    parser = commands.add_parser("tree", help="what could be done after some line, and what each branch is worth")
    add_place(parser)
    add_seat(parser)
    parser.add_argument(
        "--depth", type=whole, default=LEVELS, metavar="D", help=f"levels of nodes that are open (default: {LEVELS})"
    )
    parser.add_argument("--graphml", type=path, metavar="FILE", help="write the open nodes to FILE as a graph, too")
    add_force(parser)
    add_json(parser)
    parser.set_defaults(run=tree)


def tree(args: argparse.Namespace) -> int:
    """Prints the tree.

    Raises:
        BadOption: there is no such line, depth or seat.
        CalledWrong: no game begins, or the file for the graph is there already.
        CannotStore: the graph cannot be written.
    """
    needs(args, "--force", "--graphml")
    if args.depth > MOST_LEVELS:
        raise BadOption("--depth", args.depth, f"1 to {MOST_LEVELS}")
    if args.graphml is not None:
        check_free(Path(args.graphml), force=args.force)
    verified = recorded_at(args, "there is no tree")
    if verified is None:
        return FOUND_WRONG
    check_two_sides(args.file, verified, "trees")
    found = _grown(verified, args.at, args.depth, seat_of(args, verified))
    if args.graphml is not None:
        save_bytes(Path(args.graphml), graphml(graph_of(found)))
    if args.json:
        say_json(_as_json(args.file, verified, args.at, found))
    else:
        _say(found, shared=verified.game.info.shared)
    return FOUND_WRONG if verified.problems else DONE


def _grown(verified: Verified, at: int, levels: int, seat: Seat | None) -> DecisionTree:
    game = verified.game
    valuation = None
    if valued_game(game) is None:
        valuation = plain_instead(game)
    walker = LineWalker(game, verified.moves, verified.start, valuation=valuation)
    with counting("lines") as tell:
        found = walker.tree_at(at, seat=seat, progress=tell)
    if found.root.kind == CHANCE:
        with counting("outcomes") as tell:
            found.branches(found.root.key, tell)
    found.grow(levels, large=True)
    return found


def _say(found: DecisionTree, *, shared: bool) -> None:
    root, label = found.root, found.label
    over = root.kind == END
    if over:
        say("The game is over here.")
    else:
        here = f" V of this position: {label.how(solved=bool(root.exact))}."
        say(f"V is {chance_to_win(shared=shared)}: {method(label, root)}{here}")
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
        "value": picked(
            label, "method", "horizon", "policy", "samples", "rules_version", "content", "assumes", "solved"
        ),
        "nodes": [_node(one) for one in found.seen()],
    }


def _node(one: Seen) -> dict[str, Any]:
    node = one.node
    return {
        "key": node.key,
        "above": node.above or None,
        "kind": node.kind,
        "move": node.notation or None,
        "says": node.named,
        "seat": None if node.seat is None else node.seat + 1,
        "value": amount_json(Amount.exact(node.value)),
        "horizon": None if one.gap is None else amount_json(Amount.exact(one.gap)),
        "chance": None if node.chance is None else amount_json(Amount.exact(node.chance)),
        "chance_of_move": None if node.alone is None else amount_json(Amount.exact(node.alone)),
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
