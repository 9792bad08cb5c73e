"""What a branch of a tree says that its probability is belongs to all that its visible words name or count, no less.

Checked over the trees of all sample replays and over odds trees of every title, in every form in which they are shown.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cache, lru_cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.tree import CHANCE, OTHERS, DecisionTree, Node, Seen
from rising_tutor.analysis.tree.root import LineWalker, short_chance, written
from rising_tutor.cli.program import main
from rising_tutor.core.chance import dice_rolls
from rising_tutor.core.node import Chance
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.probability.dice_turn.wording import die_in_words
from rising_tutor.render.html import el
from rising_tutor.render.tree_layout import graph_of_keys
from rising_tutor.replay import Verified, verify
from rising_tutor.tutor.odds import tree as odds_tree
from rising_tutor.tutor.odds.answer import answer_to
from rising_tutor.tutor.odds.question import from_address
from rising_tutor.tutor.odds.tree import OddsTree
from rising_tutor.tutor.review.tree import say_with
from rising_tutor.ui.components.tree_picture import Twig, picture
from rising_tutor.ui.odds.tree import twigs_of
from rising_tutor.ui.replays.tree import drawn as review_tree_parts

SAMPLES = sorted(path for game in game_ids() for path in Path("replays", game).glob("*.replay"))
OF_BEST_PLAY = SAMPLES[::4]
EACH = 2
"""Trees of chance of each sample."""
LISTED = 80
"""So many outcomes are listed without being asked for, at most."""
MORE = re.compile(r" and ([\d\u202f]+) more\b")
REST = re.compile(r"(\d+) other values(?:, (\d+) outcomes)?")
QUESTIONS = {
    "fire": ("1g1b|E", "2g1b|WWE", "2g2b|AF.WE", "2g1b1r|FF|toph-ability"),
    "death": ("2g|B", "2g1r|BLK"),
    "dark": ("2g|T", "2g1b|TTS"),
}


def words(page: Any) -> str:
    """What is to be seen of HTML: titles show nothing by themselves."""
    shown = re.sub(r"<title>.*?</title>", "", str(el("div", page)), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


# Recorded games -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def places(path: Path) -> tuple[Verified, tuple[int, ...]]:
    """A game, and where its trees begin: at chance of not too many outcomes, and at a choice."""
    verified = verify(path)
    moves = verified.moves
    at_chance = [at for at, move in enumerate(moves) if 1 < n_outcomes(verified, move.state) <= LISTED]
    choice = next((at for at, move in enumerate(moves) if not n_outcomes(verified, move.state)), len(moves))
    return verified, tuple(dict.fromkeys((*at_chance[:EACH], *at_chance[-1:], choice)))


def tree_at(verified: Verified, at: int) -> DecisionTree:
    return LineWalker(verified.game, verified.moves, verified.start).tree_at(at, say=say_with(verified.game))


@lru_cache(maxsize=1)  # they are large, and the tests of one game follow each other
def grown_trees(path: Path) -> tuple[tuple[int, DecisionTree, tuple[Seen, ...]], ...]:
    """Where a tree of a game begins, the tree as it is shown at first, and what is seen of it."""
    verified, found = places(path)
    trees = []
    for at in found:
        tree = tree_at(verified, at)
        tree.grow()
        trees.append((at, tree, tree.seen()))
    return tuple(trees)


@cache
def drawn_as_best(path: Path) -> tuple[tuple[tuple[Twig, ...], frozenset[str]], ...]:
    """The branches of the trees that show best play, and the keys of those that nobody chose."""
    return tuple(
        (
            tuple(review_tree_parts._twig(one) for one in seen),
            frozenset(one.node.key for one in seen if one.node.loss is None),
        )
        for _, _, seen in grown_trees(path)
        if any(one.on_best for one in seen)
    )


def n_outcomes(verified: Verified, state: Any) -> int:
    node = verified.game.node(state)
    return len(node.outcomes) if isinstance(node, Chance) else 0


def forms(tree: DecisionTree, one: Seen) -> Iterator[tuple[str, str]]:
    """The words of a branch, with its probability among them, in each form."""
    twig = review_tree_parts._twig(one)
    yield "picture", f"{words(twig.branch)} {twig.under}"
    yield "list", words(twig.line)
    yield "table", words(review_tree_parts._row(one))
    yield "spoken", twig.spoken
    yield "terminal", written_lines(tree)[one.node.key]


@lru_cache(maxsize=1)
def written_lines(tree: DecisionTree) -> dict[str, str]:
    """The line of text of each node that is seen."""
    return dict(zip((one.node.key for one in tree.seen()), written(tree).splitlines(), strict=True))


def counted(node: Node, text: str) -> int:
    """How many outcomes the words of a branch name or count."""
    if node.kind == OTHERS:
        rest = REST.search(text)
        assert rest is not None, text
        return int(rest[2] or rest[1])
    more = MORE.search(text)
    return 1 + (int(more[1].replace("\u202f", "")) if more is not None else 0)


def worth_the_same(tree: DecisionTree) -> tuple[dict[Fraction, list[Any]], dict[Any, Fraction]]:
    """The outcomes of the root by value, and the probability of each: of a follower that was asked nothing before."""
    groups: dict[Fraction, list[Any]] = {}
    weights = {}
    for outcome, weight, value in tree.follower.outcomes(tree.root.state):
        groups.setdefault(value, []).append(outcome)
        weights[outcome] = weight
    total = sum(weights.values())
    return groups, {outcome: Fraction(weight, total) for outcome, weight in weights.items()}


@pytest.mark.sweep(one_in=11)
@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_in_trees_of_recorded_games_a_probability_is_that_of_all_that_is_named_or_counted(path: Path) -> None:
    for at, tree, seen in grown_trees(path):
        for above in [one.node for one in seen if one.is_open and one.node.kind == CHANCE]:
            below = [one for one in seen if one.node.above == above.key]
            assert sum(one.node.chance or 0 for one in below) == 1
            n = 0
            for one in below:
                texts = dict(forms(tree, one))
                said = {form: counted(one.node, text) for form, text in texts.items()}
                n += said["picture"]
                assert set(said.values()) == {one.node.alike}, said
                for form, text in texts.items():
                    assert short_chance(one.node.chance or Fraction(0)) in text, (form, text)
            assert n == above.n, "an outcome is neither named nor counted"
        if tree.root.kind == CHANCE:
            groups, chances = worth_the_same(tree_at(places(path)[0], at))
            for node in tree.branches("r"):
                same = next(group for group in groups.values() if node.move in group)
                assert node.alike == len(same)
                assert node.chance == sum(chances[outcome] for outcome in same)
                assert node.alone == chances[node.move]
    if path in OF_BEST_PLAY:
        drawn_as_best(path)  # while the trees are there; the last test asks for it


@pytest.mark.parametrize("path", ["fire-nation-rising/won", "dark-side-rising/won", "death-eaters-rising/won"])
def test_the_document_of_a_tree_counts_the_outcomes_of_every_branch(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    verified = verify(Path("replays") / f"{path}.replay")
    at = next(at for at, move in enumerate(verified.moves) if 20 < n_outcomes(verified, move.state) <= LISTED)
    assert main(["replay", "tree", f"replays/{path}.replay", "--at", str(at), "--depth", "2", "--json"]) == 0
    nodes = json.loads(capsys.readouterr().out)["nodes"]
    below = [node for node in nodes if node["above"] == "r"]
    assert sum(amount(node["chance"]) for node in below) == 1
    for node in below:
        if node["stands_for"] is None:
            more = MORE.search(node["says"])
            assert node["outcomes"] == 1 + (int(more[1]) if more is not None else 0)
            assert (amount(node["chance_of_move"]) == amount(node["chance"])) == (node["outcomes"] == 1)
        assert not node["on_best"]


def amount(found: dict[str, str]) -> Fraction:
    return Fraction(int(found["num"]), int(found["den"]))


# The odds of a turn ---------------------------------------------------------------------------------------------------


@cache
def grown(game: str, question: str) -> OddsTree:
    """The tree of a question, with every node on its first lines open."""
    pool, need, *use = question.split("|")
    kit = dice_kit(load_game(game))
    asked = {"pool": pool, "need": need, **({"use": use[0]} if use else {})}
    tree = OddsTree(kit, answer_to(kit, from_address(kit, asked)).solved)
    for one in tree.seen()[:12]:
        if not one.is_open:
            tree.open(one.node.key)
    return tree


def is_chance(tree: OddsTree) -> bool:
    return set(tree.problem.payoffs) <= {0, 1}


def kinds(tree: OddsTree, text: str) -> tuple[Counter[tuple[str, frozenset[str]]], int]:
    """The dice that words name, each with its faces, and how many are of no use."""
    faces = {die_in_words(tree.kit, die.colour, face): face for die in tree.problem.dice for face in die.faces}
    found: Counter[tuple[str, frozenset[str]]] = Counter()
    blanks = 0
    for phrase in text.split(", "):
        n, named = re.fullmatch(r"(?:(\d+) )?(.*)", phrase).groups()  # type: ignore[union-attr]
        if named == "of no use":
            blanks = int(n)
            continue
        colour = named.split()[0]
        of_die = frozenset(faces[f"{colour} {face}"] for face in named.removeprefix(f"{colour} ").split(" or "))
        found[colour, of_die] += int(n or 1)
    return found, blanks


def of_rolls(tree: OddsTree, above: odds_tree.Node, texts: Sequence[str]) -> list[Fraction]:
    """The probability of all rolls that each text describes; a roll that none or several describe is a fault."""
    assert above.position is not None
    named = [kinds(tree, text) for text in texts]
    known = {kind for found, _ in named for kind in found}
    sums = [0] * len(texts)
    rolls = dice_rolls(zip(tree.problem.dice, above.position.pool, strict=True))
    for shown, weight in rolls:
        useful: Counter[tuple[str, frozenset[str]]] = Counter()
        blanks = 0
        for colour, face in shown:
            fits = [kind for kind in known if kind[0] == colour and face in kind[1]]
            assert len(fits) < 2, "a face is of two kinds"
            useful.update(fits)
            blanks += not fits
        at = [place for place, one in enumerate(named) if one == (useful, blanks)]
        assert len(at) == 1, (shown, at)
        sums[at[0]] += weight
    return [Fraction(weight, rolls.total) for weight in sums]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "question"), [(game, one) for game, all_ in QUESTIONS.items() for one in all_])
def test_in_odds_trees_a_probability_is_that_of_every_roll_that_the_words_describe(game: str, question: str) -> None:
    tree = grown(game, question)
    opened = [one.node for one in tree.seen() if one.node.kind == odds_tree.CHANCE and one.is_open]
    assert opened
    for above in opened:
        below = tree.children(above.key)
        assert sum(node.chance for node in below) == 1
        twigs = twigs_of(
            [odds_tree.Seen(node, is_open=False, more=0, on_best=False) for node in below],
            tree.kit,
            chance=is_chance(tree),
        )
        said = []
        for twig in twigs:
            told = re.fullmatch(r"choice, (.*?): (.*), worth .*", twig.spoken)
            assert told is not None
            said.append(told[2])
            assert f"{told[1]}: {told[2]}, worth" in words(twig.line).replace(" ,", ",")
            drawn = str(twig.branch).count('class="die ')
            below_it = re.findall(r"(?:^|, )(\d+)?", twig.under) if twig.under else []
            assert drawn + sum(int(n or 1) for n in below_it) == sum(above.position.pool)  # type: ignore[union-attr]
        assert of_rolls(tree, above, said) == [node.chance for node in below]


# Best play ------------------------------------------------------------------------------------------------------------


def chosen_only(twigs: Sequence[Twig], of_chance: AbstractSet[str]) -> None:
    """Only what somebody chose is drawn as best play, and something is."""
    thick = {twig.key for twig in twigs if twig.on_best}
    assert thick
    assert not thick & of_chance
    drawn = str(picture(graph_of_keys(twig.key for twig in twigs), twigs, "t"))
    assert len(re.findall(r'<g class="best">', drawn)) == len(thick)
    assert {key.partition(":")[2] for key in re.findall(r'class="node best[^>]*data-key="([^"]*)"', drawn)} == thick


def test_what_chance_does_is_never_drawn_as_best_play_in_the_odds_tree() -> None:
    for game, questions in QUESTIONS.items():
        for question in questions:
            tree = grown(game, question)
            twigs = twigs_of(tree.seen(), tree.kit, chance=is_chance(tree))
            below = {one.node.key for one in tree.seen() if one.node.kind == odds_tree.DECISION or not one.node.depth}
            chosen_only(twigs, below)
            for one in tree.seen():
                assert not one.on_best or one.node.best


@pytest.mark.wide
@pytest.mark.slow
def test_what_chance_does_is_never_drawn_as_best_play_in_the_tree_of_a_game() -> None:
    n = 0
    for path in OF_BEST_PLAY:
        for twigs, of_chance in drawn_as_best(path):
            chosen_only(twigs, of_chance)
            n += 1
    assert n > 3
