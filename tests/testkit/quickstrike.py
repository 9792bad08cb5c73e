"""Positions of the Avatar card game that a test lays out, and what happens in them.

Cards are written by their words. What is laid is known to everybody unless a test says otherwise, so nothing is left to
chance; energies without a name are downdrafts. Seat 1 is `me`, seat 2 `foe`; `me` defends.

>>> s = Scene(me=Side(deck="pummel skewer", energies=(4, 3, 3)), foe=Side(), attack="opening")
>>> s.legal
['counter', 'power', 'discard', 'focus']
>>> s.do("focus").energies(), s.where
((5, 3, 3), 'yellow')
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rising_tutor.core.event import Event
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.decks.slots import EVERYBODY, FACE_DOWN, Pile, Slot
from rising_tutor.games.quickstrike import flow, tasks
from rising_tutor.games.quickstrike import state as st
from rising_tutor.games.quickstrike.game import AvatarGame, load
from rising_tutor.games.quickstrike.options import Options
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import Values, attack_force, values
from rising_tutor.games.quickstrike.vocabulary import COLOURS

GAME: AvatarGame = load()
OWN_CARDS = """
[[card]]
id = "sidestep"
name = "Sidestep"
intercept = 6
force = 2
ability = [{ when = "counterattack", effect = [{ do = "change", force = 2 }] }]
origin = "owner"

[[chamber]]
id = "cousin"
name = "My Cousin"
traits = ["Fox", "Spirit", "Light", "Air"]
front = "long-stride"
back = "penguin-sledding"
origin = "owner"

[[move]]
id = "long-stride"
name = "Long Stride"
intercept = 7
force = 5
origin = "owner"
"""
"""A card file of an owner: a strike, a Chamber and its front move."""
KINDS = tuple(card.id for card in GAME.book.cards)
FILLER = "downdraft"
ZONES = (*COLOURS, "front")


def kind(word: str) -> int:
    """The number of a card in the kinds of every seat here."""
    return KINDS.index(GAME.book.find(word))


def slots(words: str) -> tuple[Slot, ...]:
    """Cards that everybody knows; `?` is one that nobody has seen."""
    return tuple(FACE_DOWN if word == "?" else Slot(kind(word), EVERYBODY) for word in words.split())


class Side(Value, frozen=True):
    """One side of the table; `energies` are numbers, or the words of each zone's cards from the oldest on."""

    deck: str = ""
    energies: tuple[int | str, int | str, int | str] = (3, 3, 3)
    discard: str = "skewer skewer skewer skewer"
    allies: Mapping[str, str] = {}
    charged: str = ""
    advantages: str = ""
    flips: Mapping[str, str] = {}
    chamber: str = "ame176"
    side: int = 0
    points: int = 0
    more: int = 8
    """So many downdrafts lie below the cards of `deck`."""
    unseen: str = ""
    """Cards that nobody has seen: energies that are written `?`, the rest at the bottom of the deck."""

    def mat(self, seat: int) -> st.Mat:
        energies = [slots(" ".join([FILLER] * one) if isinstance(one, int) else one) for one in self.energies]
        hidden = list(self.unseen.split())
        n_face_down = sum(slot == FACE_DOWN for zone in energies for slot in zone)
        counts = [0] * len(KINDS)
        for word in hidden:
            counts[kind(word)] += 1
        return st.Mat(
            kinds=KINDS,
            chamber=self.chamber,
            side=self.side,
            charged=tuple(colour in self.charged.split() for colour in COLOURS),  # type: ignore[arg-type]
            allies=tuple(self._ally(colour, seat) for colour in COLOURS),  # type: ignore[arg-type]
            flips=tuple(self._flip(zone) for zone in ZONES),  # type: ignore[arg-type]
            energies=(energies[0], energies[1], energies[2]),
            advantages=tuple(st.Laid(kind(word)) for word in self.advantages.split()),
            deck=Pile(slots(f"{self.deck} {' '.join([FILLER] * self.more)}"), len(hidden) - n_face_down),
            discard=tuple(kind(word) for word in self.discard.split()),
            unseen=tuple(counts),
            whole=tuple(counts),
            below=(0,) * len(KINDS),
            points=self.points,
        )

    def _ally(self, colour: str, seat: int) -> st.Ally | None:
        word = self.allies.get(colour)
        return st.Ally(kind(word), seat) if word else None

    def _flip(self, zone: str) -> st.Laid | None:
        word = self.flips.get(zone)
        return None if not word else st.Laid(self.side if zone == "front" else kind(word))


class Scene:
    """A position and what is done in it.

    Args:
        attack: "opening", or the zone in which the foe's strike lies, "front" for its signature move.
        step: where the turn stands: "flip" in `zone`, "turn" for its beginning, "open" for a new round, "point".
        game: with other cards than those of the files.
    """

    def __init__(
        self,
        me: Side | None = None,
        foe: Side | None = None,
        *,
        attack: str = "opening",
        zone: str = "green",
        step: str = "flip",
        first: bool = False,
        flipped: bool = True,
        round_: int = 1,
        game: AvatarGame = GAME,
        **options: Any,
    ) -> None:
        mats = ((me or Side()).mat(0), (foe or Side()).mat(1))
        kind_of = {"opening": "opening", "front": "signature"}.get(attack, "strike")
        table = st.Table(
            Options(decks=("", ""), **options),
            turn=2,
            round=round_,
            defender=1 if step == "turn" else 0,
            first=first,
            phase="flip",
            attack=kind_of,
            attack_zone=-1 if attack == "opening" else ZONES.index(attack),
            zone=ZONES.index(zone),
            flipped=flipped,
            mats=mats,
        )
        steps = {"turn": "pass_turn", "open": "open", "point": "point", "flip": "flip"}
        table.agenda = (tasks.Do(steps[step]),)
        if step == "open":
            table.round -= 1
        self.game = game
        self.events: list[Event] = []
        run = Run(table, game.book, self.events)  # type: ignore[arg-type]
        flow.settle(run)
        self.state = st.take_up(table)

    # what is done

    def do(self, *texts: str) -> "Scene":
        """Actions and outcomes, as they are typed."""
        for text in texts:
            move = self.game.read(self.state, text)
            node = self.game.node(self.state)
            step = (self.game.resolve if isinstance(node, Chance) else self.game.act)(self.state, move)  # type: ignore[arg-type]
            self.state = step.state
            self.events += step.events
        return self

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

    def change(self, **facts: Any) -> "Scene":
        """Facts of the game are others."""
        self.state = replace(self.state, **facts)
        return self

    # what there is

    @property
    def legal(self) -> list[str]:
        node = self.game.node(self.state)
        return [self.game.write(self.state, action) for action in node.actions] if isinstance(node, Decision) else []

    @property
    def seat(self) -> int | None:
        """Who chooses, from 1; None for nobody."""
        node = self.game.node(self.state)
        return node.seat + 1 if isinstance(node, Decision) else None

    @property
    def over(self) -> Terminal | None:
        node = self.game.node(self.state)
        return node if isinstance(node, Terminal) else None

    @property
    def where(self) -> str:
        """The zone that is defended."""
        return ZONES[self.state.zone] if self.state.zone >= 0 else "nowhere"

    @property
    def me(self) -> st.FrozenMat:
        return self.state.mats[0]

    @property
    def foe(self) -> st.FrozenMat:
        return self.state.mats[1]

    def energies(self, seat: int = 0) -> tuple[int, ...]:
        return tuple(len(zone) for zone in self.state.mats[seat].energies)

    def charged(self, seat: int = 0) -> tuple[str, ...]:
        return tuple(colour for colour, yes in zip(COLOURS, self.state.mats[seat].charged, strict=True) if yes)

    def words(self, kinds: Iterable[int]) -> list[str]:
        return [GAME.book.word[KINDS[one]] for one in kinds]

    def discard(self, seat: int = 0) -> list[str]:
        """The discard pile from the bottom."""
        return self.words(self.state.mats[seat].discard)

    def ally(self, zone: str, seat: int = 0) -> str | None:
        ally = self.state.mats[seat].allies[ZONES.index(zone)]
        return self.words((ally.card,))[0] if ally is not None else None

    def flip(self, zone: str, seat: int = 0) -> str | None:
        laid = self.state.mats[seat].flips[ZONES.index(zone)]
        return None if laid is None else "move" if zone == "front" else self.words((laid.card,))[0]

    def values(self, zone: str, seat: int = 0) -> Values:
        return values(Run(self.state, self.game.book), seat, ZONES.index(zone))  # type: ignore[arg-type]

    @property
    def force(self) -> int:
        """Of the attack."""
        return attack_force(Run(self.state, self.game.book))  # type: ignore[arg-type]

    def happened(self, *names: str) -> list[str]:
        """The kinds of event so far, or those of these names, in order."""
        kinds = [type(event).__name__ for event in self.events]
        return [one for one in kinds if one in names] if names else kinds

    def forget(self) -> "Scene":
        self.events.clear()
        return self
