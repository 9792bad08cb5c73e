#!/usr/bin/env python3
"""Makes the worked examples of Rise TCG (WE-RISE-01 to 09) as recorded games, each from its first roll on.

A game is told by the cards that come and by what is done in each turn; whatever is not told is passed over. Run from
anywhere: `python replays/make_rise_examples.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rising_tutor.core.chance_streams import stream_of
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.values import Value
from rising_tutor.replay import Scribe, header_of, replay_of, save

FOLDER = Path(__file__).parent / "rise-tcg"
USUAL = ("keep", "cards 1", "to attack", "done", "pass", "end turn")
QUICK = ("keep", "cards 2", "to attack", "done", "wait", "end turn")
COMMON = ("vat-clone", "level-up")
GATES = {"deck-2": "gates"}
PLAGUE = {"deck-1": "plague", "deck-2": "plague"}
ANSWERING = {"deck-2": "vell oss: 2 recall-horn, 2 ember-imp, 3 plague-rat, 43 vat-clone"}
MOST = 5_000


class Example(Value, frozen=True):
    """An example.

    Attributes:
        draws: the first cards of each seat; later ones are the commonest.
        does: what is done, by turn, in order; 0 is the set-up.
        turn: where it ends.
        phase: where in that turn; 0 and "" for the end of the game.
    """

    name: str
    about: str
    options: Mapping[str, str]
    draws: tuple[str, str]
    does: Mapping[int, Sequence[str]]
    turn: int
    phase: str = "awakening"
    tosses: tuple[str, ...] = ()
    usual: tuple[str, ...] = USUAL


EXAMPLES = (
    Example(
        "first-two-turns",
        "WE-RISE-01: a mulligan, a Level Up and a card with one Summoner, and what is left of its points.",
        GATES,
        (
            "razor-hound level-up lance-rider frost-gate storm-bolt sapper",
            "level-up level-up level-up level-up razor-hound net-archer sapper shepherd tide-frog pack-mother",
        ),
        {
            0: ["keep", "mulligan", "keep"],
            1: ["level-up on ysolde", "pass", "invoke razor-hound with ysolde"],
            2: ["cards 2"],
        },
        2,
        "invocation",
    ),
    Example(
        "double-death",
        "WE-RISE-02: two creatures of 3/3 fight; both die, the defender first.",
        PLAGUE,
        ("grave-brute jester vat-clone vat-clone vat-clone vat-clone", "grave-brute jester vat-clone vat-clone"),
        {
            1: ["invoke grave-brute with vell"],
            2: ["invoke grave-brute with vell"],
            3: ["attack grave-brute", "block grave-brute with grave-brute-2"],
        },
        4,
    ),
    Example(
        "chain-of-three",
        "WE-RISE-03: damage, in answer a card back to the hand, in answer a coin; carried out from the last.",
        GATES,
        ("sapper powder-keg razor-hound level-up level-up level-up", "razor-hound recall-horn level-up level-up"),
        {
            1: ["invoke sapper with ysolde", "invoke powder-keg"],
            2: ["cards 1", "invoke razor-hound with ysolde"],
            3: [
                "cards 1",
                "action powder-keg",
                "choose razor-hound",
                "pass",
                "invoke recall-horn",
                "choose razor-hound",
                "skill bram 1",
            ],
        },
        4,
    ),
    Example(
        "empty-library",
        "WE-RISE-04: nobody fights; libraries run out, and every empty draw after the first costs a Summoner.",
        GATES,
        ("", ""),
        {},
        0,
        "",
        usual=QUICK,
    ),
    Example(
        "infinite-rank",
        "WE-RISE-05: a card of infinite rank dies: it is removed, and its owner has one Ether.",
        PLAGUE,
        ("jester vat-clone vat-clone level-up level-up level-up", "vat-clone level-up level-up level-up"),
        {
            1: ["invoke jester with vell"],
            2: ["invoke vat-clone with vell"],
            4: ["attack vat-clone", "block vat-clone with jester"],
        },
        5,
    ),
    Example(
        "door-blocks-two",
        "WE-RISE-06, with a Door of 1/5: it blocks two attackers, and all damage is gone with the turn.",
        GATES,
        ("razor-hound shepherd level-up level-up level-up level-up", "iron-postern level-up level-up level-up"),
        {
            1: ["invoke razor-hound with ysolde", "invoke shepherd"],
            2: ["invoke iron-postern with ysolde"],
            3: [
                "attack razor-hound",
                "attack shepherd",
                "block razor-hound with iron-postern",
                "block shepherd with iron-postern",
            ],
        },
        4,
    ),
    Example(
        "four-attackers",
        "WE-RISE-07: four attackers, a Door and a creature with Fightback; the defender has 24 and 22 HP.",
        GATES,
        (
            "razor-hound lance-rider sky-courier wall-walker level-up level-up",
            "iron-postern shield-sergeant level-up level-up",
        ),
        {
            1: ["invoke razor-hound with ysolde", "invoke lance-rider"],
            2: ["invoke iron-postern with ysolde", "invoke shield-sergeant"],
            3: ["invoke sky-courier with ysolde", "invoke wall-walker"],
            5: [
                "attack razor-hound",
                "attack lance-rider",
                "attack sky-courier",
                "attack wall-walker",
                "block razor-hound with iron-postern",
                "block lance-rider with shield-sergeant",
                "choose ysolde@2",
                "choose ysolde@2",
            ],
        },
        6,
    ),
    Example(
        "one-target-gone",
        "WE-RISE-08: a Storm Bolt for two targets, of which one is back in the hand when it is carried out.",
        ANSWERING,
        (
            "storm-bolt level-up level-up level-up level-up level-up",
            "ember-imp plague-rat recall-horn recall-horn",
        ),
        {
            2: ["invoke ember-imp with vell", "invoke plague-rat"],
            5: [
                "cards 1",
                "invoke storm-bolt with ysolde",
                "times 2",
                "choose ember-imp",
                "choose plague-rat",
                "pass",
                "invoke recall-horn with vell",
                "choose ember-imp",
            ],
        },
        6,
    ),
    Example(
        "diseases",
        "WE-RISE-09: Cold, Dementia and Parasite at the start of a turn, and the order that its player chooses.",
        PLAGUE,
        ("cold dementia parasite level-up level-up level-up", "jester bodysnatcher level-up level-up"),
        {
            2: ["cards 2", "invoke jester with vell", "invoke bodysnatcher"],
            3: ["invoke cold with vell", "invoke dementia", "choose jester"],
            4: ["cards 2"],
            5: ["invoke parasite with vell", "choose bodysnatcher"],
            6: ["cards 2", "select dementia"],
        },
        8,
        tosses=("toss tails", "toss heads", "toss heads"),
    ),
)


class Teller:
    """Says what comes and what is done, as the example has it."""

    def __init__(self, game: Any, example: Example) -> None:
        self.game = game
        self.usual = example.usual
        self.draws = [iter(cards.split()) for cards in example.draws]
        self.does = {turn: list(texts) for turn, texts in example.does.items()}
        self.falls = iter(("roll 5", "roll 2", *example.tosses))

    def drawn(self, state: Any, node: Chance[Any]) -> Any:
        """What chance gives."""
        stream = stream_of(self.game, state)
        if stream.deck is None:
            return self.game.read(state, next(self.falls))
        left = [outcome.card for outcome, _ in node.outcomes]
        card = next(self.draws[int(stream.name[-1]) - 1], None)
        if card is None:
            card = next((one for one in COMMON if one in left), left[0])
        return self.game.read(state, f"draw {card}")

    def chosen(self, state: Any, actions: Sequence[Any]) -> Any:
        """What is done: the next thing of the turn as soon as it can be, else what is usual."""
        legal = {self.game.write(state, action): action for action in actions}
        waiting = self.does.get(state.turn, [])
        if waiting and waiting[0] in legal:
            return legal[waiting.pop(0)]
        return next((legal[text] for text in self.usual if text in legal), actions[0])


def make(example: Example) -> None:
    """Plays the example and saves it. Raises ValueError if something of it was not done."""
    game = load_game("rise-tcg")
    state: Any = game.start(2, example.options)
    scribe, teller = Scribe(game), Teller(game, example)
    for _ in range(MOST):
        node = game.node(state)
        if isinstance(node, Terminal) or (state.turn, state.phase) == (example.turn, example.phase):
            break
        move = teller.drawn(state, node) if isinstance(node, Chance) else teller.chosen(state, node.actions)
        act: Callable[[Any, Any], Any] = game.resolve if isinstance(node, Chance) else game.act
        step = act(state, move)
        scribe.watch(state, move, step)
        state = step.state
    left = {turn: texts for turn, texts in teller.does.items() if texts}
    if left:
        raise ValueError(f"{example.name}: not done: {left}")
    fields = {"_about": example.about, "_played-by": "hand, from the worked example of the catalogue"}
    replay = replay_of(header_of(game, 2, options=example.options, fields=fields), scribe, state)
    save(replay, FOLDER / f"{example.name}.replay")


if __name__ == "__main__":
    for one in EXAMPLES:
        make(one)
