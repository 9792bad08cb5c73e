"""Positions of Rise that a test lays out, and what happens in them.

Cards are written by their ids. What is laid is known to everybody, so nothing is left to chance but coins. Seat 1 is
`me`, seat 2 `foe`; it is turn 4, and `me` has it. In `play` a card can say more: `jester!tilted`, `jester!new` (it came
this turn), `jester!damage=1`, `dementia@jester` (it lies on that card),
`cold@seat-2`, `lance-rider!owner=2`. Cards that lie on others come last.

>>> s = Scene(me=Side(hand="razor-hound", play="lance-rider"), foe=Side(play="iron-postern"))
>>> s.legal
['invoke razor-hound with ysolde', 'invoke razor-hound with bram', 'skill ysolde 1', 'skill bram 1', 'to attack']
>>> s.do("to attack", "attack lance-rider").passes().seat, s.legal
(2, ['block lance-rider with iron-postern', 'done'])
"""

import re
import tomllib
import warnings
from collections import Counter
from typing import Any

import msgspec

from rising_tutor.core.contract.telling import differences
from rising_tutor.core.event import Event
from rising_tutor.core.game import Step
from rising_tutor.core.information import viewers, visible
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.games.rise_tcg.book import Book, Card, check_card, load_book
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.pieces import Piece, Summoner
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.scene.build import build
from rising_tutor.games.rise_tcg.standing import attack, defense

FIXTURES = """
card = [
    { id = "cub", name = "Cub", type = ["creature", "imminent"], rank = 4, attack = 1, defense = 1 },
    { id = "bear", name = "Bear", type = ["creature"], rank = 4, attack = 3, defense = 3 },
    { id = "mouse", name = "Mouse", type = ["creature"], rank = 4, attack = 2, defense = 2 },
    { id = "snail", name = "Snail", type = ["creature"], rank = 4, attack = 0, defense = 3 },
    { id = "ox", name = "Ox", type = ["creature"], rank = 4, attack = 5, defense = 5, cost = 2 },
    { id = "swarm", name = "Swarm", type = ["creature"], rank = "infinite", attack = 1, defense = 1 },
    { id = "ghost", name = "Ghost", type = ["creature"], rank = 4, attack = 2, defense = 2,
      base = [{ when = "standing", effect = [{ do = "unblockable" }] }] },
    { id = "berserker", name = "Berserker", type = ["creature"], rank = 4, attack = 2, defense = 2,
      base = [{ when = "standing", effect = [{ do = "must_attack" }] }] },
    { id = "watch-door", name = "Watch Door", type = ["door"], rank = 4, attack = 1, defense = 4,
      abilities = ["reach"] },
    { id = "plain-door", name = "Plain Door", type = ["door"], rank = 4, attack = 1, defense = 4 },
    { id = "low-door", name = "Low Door", type = ["door"], rank = 4, attack = 1, defense = 3 },
    { id = "lookout", name = "Lookout", type = ["creature"], rank = 4, attack = 1, defense = 2,
      abilities = ["reach"] },
    { id = "archer", name = "Archer", type = ["creature"], rank = 4, attack = 2, defense = 2,
      abilities = ["distance"] },
    { id = "high-archer", name = "High Archer", type = ["creature"], rank = 4, attack = 2, defense = 2,
      abilities = ["distance", "flight"] },
    { id = "captain", name = "Captain", type = ["creature"], rank = 4, attack = 5, defense = 5,
      abilities = ["advantage", "pierce"] },
    { id = "imposing", name = "Imposing", type = ["creature"], rank = 4, attack = 3, defense = 9,
      abilities = ["horde", "fightback", "iron-skin"] },
    { id = "brute-horde", name = "Brute Horde", type = ["creature"], rank = 4, attack = 3, defense = 5,
      abilities = ["horde"] },
    { id = "star", name = "Star", type = ["creature"], rank = 4, attack = "*", defense = "*",
      star = { what = "creature" } },
    { id = "odd", name = "Odd", type = ["creature"], rank = 4, attack = 1, defense = 1, abilities = ["juggling"] },
    { id = "dusty", name = "Dusty", type = ["creature"], rank = "infinite", attack = 1, defense = 1,
      abilities = ["reanimation"] },
    { id = "both-ways", name = "Both Ways", type = ["creature"], rank = 4, attack = 1, defense = 1,
      abilities = ["reanimation", "inhume"] },
    { id = "zombie", name = "Zombie", type = ["creature"], subtype = ["Zombie"], rank = 4, attack = 2, defense = 2 },
    { id = "bomber", name = "Bomber", type = ["creature"], rank = 4, attack = 1, defense = 1,
      abilities = ["explosive", "flight"] },
    { id = "steady", name = "Steady", type = ["creature"], rank = 4, attack = 3, defense = 4,
      abilities = ["constancy"] },
    { id = "steady-clone", name = "Steady Clone", type = ["creature"], subtype = ["Clone"], rank = 2, attack = 1,
      defense = 1, abilities = ["cloning"] },
    { id = "clerk", name = "Clerk", type = ["creature"], rank = 4, attack = 1, defense = 2,
      action = [{ coins = 1, effect = [{ do = "ether", n = 1 }] }] },
    { id = "chained-clerk", name = "Chained Clerk", type = ["creature"], rank = 4, attack = 1, defense = 2,
      abilities = ["chained"], action = [{ effect = [{ do = "coins", n = 1 }] }] },
    { id = "chained-rager", name = "Chained Rager", type = ["creature"], rank = 4, attack = 1, defense = 2,
      abilities = ["chained", "rage"] },
    { id = "mourner", name = "Mourner", type = ["creature"], rank = 4, attack = 1, defense = 1,
      base = [{ when = "dies", effect = [{ do = "coins", n = 1 }] }] },
    { id = "spring", name = "Spring", type = ["incantation"], rank = 4,
      base = [{ when = "restoration", effect = [{ do = "coins", n = 1 }] }] },
    { id = "welcome", name = "Welcome", type = ["incantation"], rank = 4,
      base = [{ when = "enters", effect = [{ do = "coins", n = 1 }] },
              { when = "enters", effect = [{ do = "ether", n = 1 }] }] },
    { id = "tap", name = "Tap", type = ["incantation"], rank = 4, action = [{ effect = [{ do = "coins", n = 1 }] }] },
    { id = "toll", name = "Toll", type = ["incantation"], rank = 4,
      action = [{ coins = 2, effect = [{ do = "damage", n = 2, target = { kind = "creature" } }] }] },
    { id = "sting", name = "Sting", type = ["incantation"], rank = 4,
      action = [{ coins = 2, effect = [{ do = "damage", n = 2, target = { kind = "summoner" } }] }] },
    { id = "well", name = "Well", type = ["incantation"], rank = 4,
      action = [{ ether = 1, effect = [{ do = "coins", n = 2 }] }] },
    { id = "coin-box", name = "Coin Box", type = ["incantation"], rank = 4,
      action = [{ coins = 1, toss = true, effect = [{ do = "coins", n = 3 }] }] },
    { id = "dice-box", name = "Dice Box", type = ["incantation"], rank = 4,
      action = [{ roll = 4, effect = [{ do = "coins", n = 2 }], failure = [{ do = "coins", n = -1 }] }] },
    { id = "sling", name = "Sling", type = ["incantation"], rank = 4, abilities = ["multi-target"],
      action = [{ coins = 1, effect = [{ do = "damage", n = 1, target = { kind = "creature" } }] }] },
    { id = "lucky-sling", name = "Lucky Sling", type = ["incantation"], rank = 4, abilities = ["multi-target"],
      action = [{ coins = 1, toss = true, effect = [{ do = "coins", n = 2 }] }] },
    { id = "hammer", name = "Hammer", type = ["incantation"], rank = 4,
      action = [{ effect = [{ do = "destroy", target = { kind = "constant" } }] },
                { effect = [{ do = "destroy", target = { kind = "level up" } }] },
                { effect = [{ do = "return_card", target = { kind = "constant" } }] },
                { effect = [{ do = "turn_door", target = { kind = "door" } }] },
                { effect = [{ do = "let_attack", target = { kind = "door" } }] },
                { effect = [{ do = "heal", n = 5, target = { kind = "summoner" } }] },
                { effect = [{ do = "move_disease", target = { kind = "disease" } }] },
                { effect = [{ do = "destroy", target = { kind = "summoner" } }] },
                { effect = [{ do = "draw_cards", n = 1 }] },
                { effect = [{ do = "revive", hp = 5, target = { kind = "dead summoner", whose = "own" } }] },
                { effect = [{ do = "counters", n = -1, target = { kind = "creature" } }] },
                { effect = [{ do = "coins", n = -2, who = "opponent", steal = true }] },
                { effect = [{ do = "coins", who = "opponent", reset = true }] },
                { effect = [{ do = "ether", n = -1, who = "opponent" }] },
                { effect = [{ do = "damage", n = 30, target = { kind = "summoner", whose = "own" } },
                            { do = "damage", n = 30, target = { kind = "summoner", whose = "opponent" } }] }] },
    { id = "counting", name = "Counting", type = ["incantation"], rank = 4,
      action = [{ effect = [{ do = "coins", n = 1, per = { what = "food" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "creature" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "imminent" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "incantation", where = "graveyard" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "creature", where = "cemetery" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "water-element" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "fire-element" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "ice-element" } }] },
                { effect = [{ do = "coins", n = 1, per = { what = "lightning-element", where = "cemetery" } }] }] },
    { id = "shackle", name = "Shackle", type = ["incantation"], rank = 4, abilities = ["equipment"],
      attaches = { kind = "creature" }, base = [{ when = "standing", effect = [{ do = "stays_tilted" }] }] },
    { id = "seal", name = "Seal", type = ["incantation"], rank = 4, abilities = ["equipment"],
      attaches = { kind = "summoner" }, base = [{ when = "standing", effect = [{ do = "keeps_empty" }] }] },
    { id = "market", name = "Market", type = ["incantation"], rank = 4,
      base = [{ when = "standing", effect = [{ do = "prices", coins = -1 }] }] },
    { id = "tax", name = "Tax", type = ["incantation"], rank = 4,
      base = [{ when = "standing", effect = [{ do = "prices", coins = 1 }] }] },
    { id = "high-dancer", name = "High Dancer", type = ["creature"], rank = 4, attack = 1, defense = 3,
      abilities = ["dodge", "reach"] },
    { id = "swirl", name = "Swirl", type = ["creature"], rank = 4, attack = 1, defense = 3,
      abilities = ["dodge", "horde"] },
    { id = "healthy", name = "Healthy", type = ["creature"], rank = 4, attack = 2, defense = 2,
      abilities = ["immunity"] },
    { id = "slime", name = "Slime", type = ["creature"], rank = "infinite", attack = 1, defense = 1,
      abilities = ["assimilation", "explosive"] },
    { id = "plate", name = "Plate", type = ["incantation"], rank = 4, abilities = ["equipment"],
      attaches = { kind = "creature" }, base = [{ when = "standing", effect = [{ do = "bonus", attack = 1 }] }] },
    { id = "mist", name = "Mist", type = ["incantation"], rank = "infinite" },
    { id = "spark", name = "Spark", type = ["imminent"], rank = "infinite",
      base = [{ when = "invoked", effect = [{ do = "coins", n = 1 }] }] },
    { id = "vow", name = "Vow", type = ["imminent"], rank = 4, abilities = ["together"],
      base = [{ when = "invoked", effect = [{ do = "coins", n = 1 }] }] },
    { id = "fruit", name = "Fruit", type = ["incantation"], rank = 4, abilities = ["food"] },
]
"""


class _Fixtures(Value, frozen=True):
    card: tuple[Card, ...]


def _read_fixtures() -> tuple[Card, ...]:
    """The cards that only tests play: what the sample cards do not show."""
    # Line ends inside braces are no TOML of version 1.0.
    text = re.sub(r",\n +", ", ", FIXTURES.replace("[\n    ", "[").replace("},\n]", "}]"))
    cards = msgspec.convert(tomllib.loads(re.sub(r"\n +", " ", text)), _Fixtures).card
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for card in cards:
            check_card(card, "fixtures")
    return cards


BOOK = load_book()
GAME = RiseGame(Book((*BOOK.cards, *_read_fixtures()), BOOK.summoners, "fixtures"))
FILLER = "swarm"


class Side(Value, frozen=True):
    """One side of the table."""

    hand: str = ""
    play: str = ""
    summoners: str = "ysolde bram"
    hp: tuple[int, int] = (24, 22)
    levels: tuple[int, int] = (0, 0)
    cp: tuple[int, int] = (1, 1)
    tilted: tuple[bool, bool] = (False, False)
    coins: int = 5
    ether: int = 0
    library: str = ""
    """Cards on top that everybody knows."""
    more: int = 20
    """So many swarms lie below."""
    unseen: str = ""
    """Cards that nobody has seen, instead of the swarms."""
    cemetery: str = ""
    closed: str = ""
    """Cards of the hand that only their seat knows."""
    guests: str = ""
    """Cards in hand that belong to the other seat."""
    empty_draws: int = 0
    mulligans: int = 0
    began: bool = True

    @property
    def words(self) -> dict[str, Any]:
        """This side as a lesson file writes it."""
        top = (*self.library.split(), *([FILLER] * self.more if not self.unseen else ()))
        return {
            "deck": dict(Counter(self.unseen.split())),
            "top": top,
            **{name: getattr(self, name).split() for name in ("hand", "closed", "guests", "play", "cemetery")},
            "summoners": self.summoners.split(),
            "points": tuple(cp if hp else 0 for cp, hp in zip(self.cp, self.hp, strict=True)),
            **{name.replace("_", "-"): getattr(self, name) for name in ("hp", "levels", "tilted", "coins", "ether")},
            **{name.replace("_", "-"): getattr(self, name) for name in ("empty_draws", "mulligans", "began")},
        }


STEPS = {"main": "invocation", "end": "end", "turn": "turn", "keep": "mulligans"}


class Scene:
    """A position and what is done in it.

    Args:
        step: "main" before the attack, "end" after it, "turn" for the beginning of the turn, "keep" for mulligans.
        sides: of more than two seats the others, after `foe`.
        active: whose turn it is, from 1.
    """

    def __init__(
        self,
        me: Side | None = None,
        foe: Side | None = None,
        *sides: Side,
        step: str = "main",
        active: int = 1,
        turn: int = 4,
        game: RiseGame = GAME,
        **options: Any,
    ) -> None:
        every = (me or Side(), foe or Side(), *sides)
        self.game = game
        self.events: list[Event] = []
        self.steps: list[tuple[Any, Step[Any]]] = []
        """The steps so far, each with the state before it."""
        words: dict[str, Any] = {"begin": STEPS[step], "turn": turn, "active": active, "seats": len(every)}
        words["options"] = {name: str(value).lower() for name, value in options.items()}
        for seat, side in enumerate(every, 1):
            words |= {f"{name}-{seat}": value for name, value in side.words.items()}
        self.state, _ = build(game.book, game.start, words, self.events)  # type: ignore[arg-type]  # a log of this game

    # what is done

    def do(self, *texts: str) -> "Scene":
        """Actions and outcomes, as they are typed."""
        for text in texts:
            move = self.game.read(self.state, text)
            node = self.game.node(self.state)
            step = (self.game.resolve if isinstance(node, Chance) else self.game.act)(self.state, move)  # type: ignore[arg-type]
            check_step(self.game, self.state, step)
            self.steps.append((self.state, step))
            self.state = step.state
            self.events += step.events
        return self

    def passes(self) -> "Scene":
        """Everybody passes, until something else is asked."""
        while "pass" in self.legal:
            self.do("pass")
        return self

    def play(self, *texts: str) -> "Scene":
        """Each is done, and then everybody passes."""
        for text in texts:
            self.do(text).passes()
        return self

    def attacks(self, *texts: str) -> "Scene":
        """These are declared, and everybody passes in the window after that."""
        self.do("to attack", *(f"attack {text}" for text in texts))
        if self.legal[-1:] == ["done"] and any(text.startswith("attack") for text in self.legal):
            self.do("done")
        return self.passes()

    def refused(self, text: str, rule: str, *words: str) -> str:
        """The action is refused by this rule, with these words in the reason, and something near is legal."""
        action = self.game.read(self.state, text)
        refusal = self.game.check(self.state, action)  # type: ignore[arg-type]
        assert refusal is not None, f"{text} is legal"
        assert refusal.rule == rule, refusal
        assert all(word in refusal.why for word in words), refusal.why
        node = self.game.node(self.state)
        assert not isinstance(node, Decision) or refusal.nearest in node.actions
        return refusal.why

    # what there is

    @property
    def legal(self) -> list[str]:
        node = self.game.node(self.state)
        return [self.game.write(self.state, action) for action in node.actions] if isinstance(node, Decision) else []

    def offers(self, *beginnings: str) -> list[str]:
        """The legal actions that begin so."""
        return [text for text in self.legal if text.startswith(beginnings)]

    @property
    def seat(self) -> int | None:
        """Who chooses, from 1; None for nobody."""
        node = self.game.node(self.state)
        return node.seat + 1 if isinstance(node, Decision) else None

    @property
    def tosses(self) -> bool:
        """Whether chance comes next."""
        return isinstance(self.game.node(self.state), Chance)

    @property
    def over(self) -> Terminal | None:
        node = self.game.node(self.state)
        return node if isinstance(node, Terminal) else None

    @property
    def run(self) -> Run:
        return Run(self.state, self.game.book)  # type: ignore[arg-type]

    @property
    def phase(self) -> str:
        return self.state.phase

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.state.pieces if self.run.called(piece) == name)

    def in_play(self, seat: int = 1) -> list[str]:
        """Names of the cards on a seat's battlefield."""
        return [self.run.called(piece) for piece in self.state.pieces if piece.controller == seat - 1]

    def values(self, name: str) -> tuple[int, int]:
        """Attack, and what is left of the defense."""
        return attack(self.run, self.piece(name)), defense(self.run, self.piece(name))

    def hand(self, seat: int = 1) -> list[str]:
        side = self.state.sides[seat - 1]
        return [*(side.kinds[slot.card] for slot in side.hand), *(self.run.card_of(one).id for one in side.guests)]

    def cemetery(self, seat: int = 1) -> list[str]:
        side = self.state.sides[seat - 1]
        return [side.kinds[kind] for kind in side.cemetery]

    def exclusion(self, seat: int = 1) -> list[str]:
        side = self.state.sides[seat - 1]
        return [side.kinds[kind] for kind in side.exclusion]

    def coins(self, seat: int = 1) -> int:
        return self.state.sides[seat - 1].coins

    def ether(self, seat: int = 1) -> int:
        return self.state.sides[seat - 1].ether

    def summoner(self, name: str, seat: int = 1) -> Summoner:
        return next(one for one in self.state.sides[seat - 1].summoners if one.card == name)

    def hp(self, seat: int = 1) -> tuple[int, int]:
        first, second = self.state.sides[seat - 1].summoners
        return first.hp, second.hp

    def cp(self, seat: int = 1) -> tuple[int, int]:
        first, second = self.state.sides[seat - 1].summoners
        return first.cp, second.cp

    @property
    def chain(self) -> list[str]:
        return [item.card for item in self.state.chain]

    def happened(self, *names: str) -> list[str]:
        """The kinds of event so far, or those of these names, in order."""
        found = [type(event).__name__ for event in self.events]
        return [one for one in found if one in names] if names else found

    def told(self, name: str) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.events if type(event).__name__ == name]

    def forget(self) -> "Scene":
        self.events.clear()
        return self


def check_step(game: RiseGame, before: Any, step: Step[Any]) -> None:
    """Assert that the events of a step lead from the table before it to the table after it, for everybody."""
    for viewer in viewers(len(before.sides)):
        table = game.open_table(game.view(before, viewer))
        events = visible(step.events, viewer)
        for event in events:
            table = game.after_event(table, event)  # type: ignore[arg-type]  # an event of this game
        seen = game.open_table(game.view(step.state, viewer))
        assert table == seen, (viewer, list(differences(table, seen)), events)


IDLE = Side(tilted=(True, True), cp=(0, 0), hand="")
"""A side that is never asked: its Summoners have no points."""
