"""The contract of a game: pure functions over frozen states.

`node(state)` says what comes next; `act` and `resolve` give the new state with its events; `check`
says why an action is not legal. No generator, clock, file or screen inside a game.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from rising_tutor.core.english import capital
from rising_tutor.core.event import Event
from rising_tutor.core.ids import GameId, RuleId, Seat
from rising_tutor.core.node import Chance, Decision, Node
from rising_tutor.core.place import Place
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")
V = TypeVar("V")
Seen_co = TypeVar("Seen_co", covariant=True)
Sees_contra = TypeVar("Sees_contra", contravariant=True)


class OptionInfo(Value, frozen=True):
    """An option that players may set before a game.

    Attributes:
        name: as written after `--set`.
        default: the value when nothing is said, as text.
        values: what may be written, in words or as a list.
        help: one sentence.
        rules: the rules behind it, first the one that an error cites.
        label: what a form calls it, where the words of the name are not those of the title.
        words: the values with what a form calls each of them, where what is written is not what people read.
    """

    name: str
    default: str
    values: str
    help: str
    rules: tuple[RuleId, ...]
    label: str = ""
    words: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """What people read: the label, else the words of the name."""
        words = self.label or self.name.replace("_", " ")
        return capital(words)

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off, written as true or false."""
        return set(self.values.split(" or ")) == {"true", "false"}

    @property
    def readable(self) -> tuple[str, str]:
        """The default and the values as people read them.

        >>> OptionInfo("ties", "coin", "coin or card", "", (), words=(("coin", "a coin"), ("card", "a card"))).readable
        ('a coin', 'a coin; a card')
        >>> OptionInfo("concede", "false", "false or true", "", ()).readable
        ('off', 'off or on')
        >>> OptionInfo("villains", "10", "0 to 13", "", ()).readable
        ('10', '0 to 13')
        """
        if self.is_switch:
            said = {"true": "on", "false": "off"}
            return said[self.default], " or ".join(said[value] for value in self.values.split(" or "))
        if self.words:
            return dict(self.words)[self.default], "; ".join(words for _, words in self.words)
        return self.default or "empty", self.values


class PresetInfo(Value, frozen=True):
    """Values of several options under one name.

    Attributes:
        name: what the option `preset` is set to.
        values: option and value, as text.
    """

    name: str
    values: tuple[tuple[str, str], ...]


OLDER: Final = "rules"
"""The option of `Game.start` for a recorded game of an older version of the rules; nobody chooses it."""


class GameInfo(Value, frozen=True):
    """What a game says of itself.

    Attributes:
        family: games of one family share an engine.
        min_seats, max_seats: how many people can play.
        rules_version: changes whenever the same actions could lead elsewhere.
        older_rules: versions whose recorded games are still played as they were; `Game.start` takes one of them as the
            option `OLDER`.
        content: fingerprint of the cards, dice and tracks in use.
        stage: what this project offers for it so far, in words.
        shared: whether all seats win or lose together.
        hidden: whether a seat may know what another does not.
        presets: what each value of the option `preset` sets, where there is one.
        levels: what is set for each level of difficulty, from the easiest on; what no level names stays as it is.
        chance: what falls by chance in it, in its words.
        age, minutes: for whom the box is meant, and how long it says that a game takes; 0 where it does not.
    """

    id: GameId
    title: str
    family: str
    min_seats: int
    max_seats: int
    rules_version: str
    content: str
    stage: str
    options: tuple[OptionInfo, ...] = ()
    shared: bool = True
    hidden: bool = False
    presets: tuple[PresetInfo, ...] = ()
    older_rules: tuple[str, ...] = ()
    levels: tuple[tuple[tuple[str, str], ...], ...] = ()
    chance: str = "draws"
    age: int = 0
    minutes: int = 0

    def opposed(self, one: Seat | None, other: Seat | None) -> bool:
        """Whether one seat wants what the other does not; where all seats win or lose together none does."""
        return not self.shared and one is not None and other is not None and one != other

    @property
    def turn_of_others(self) -> str:
        """The turn that whoever plays only watches: of the enemy where all play together, else of who plays against."""
        if self.shared:
            return "the enemy's turn"
        return "your opponent's turn" if self.max_seats == 2 else "your opponents' turns"


class Refusal(Value, frozen=True):
    """Why an action is not legal.

    Attributes:
        rule: the rule that forbids it.
        why: one sentence for the learner, with the values that matter.
        nearest: the legal action closest to the one tried, if there is a sensible one.
    """

    rule: RuleId
    why: str
    nearest: Any = None


class Step(Value, Generic[S], frozen=True):
    """A new state and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...] = ()


class Game(Protocol[S, A, O, V]):
    """What every game offers. All methods are pure.

    A state, an action, an outcome, an event and a view are frozen values that msgspec can encode.
    """

    @property
    def info(self) -> GameInfo: ...

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> S:
        """The state before anything happened. Raises `BadOption`."""

    def node(self, state: S) -> Node[A, O]: ...

    def check(self, state: S, action: A) -> Refusal | None:
        """None exactly for the actions of the present decision."""

    def act(self, state: S, action: A) -> Step[S]:
        """Raises `IllegalAction` with the refusal."""

    def resolve(self, state: S, outcome: O) -> Step[S]:
        """Raises `IllegalAction` for an outcome that chance cannot give here."""

    def view(self, state: S, viewer: Viewer) -> V: ...

    def imagine(self, view: V, rng: Random) -> S:
        """A state that fits the view; hidden facts are drawn from what is possible."""

    def write(self, state: S, move: A | O) -> str:
        """An action or outcome of this position as one short line of text."""

    def read(self, state: S, text: str) -> A | O:
        """The move that a text means here. Raises `UnreadableMove`.

        It need not be legal: a well-formed action that the rules refuse is read, and `check` says why.
        """

    def say(self, event: Event) -> str:
        """One sentence for people."""

    def place(self, state: S) -> Place:
        """Where a position stands: turn, part of the turn, phase, whose turn."""

    def where(self, state: S) -> str:
        """The place of a position as text, such as "turn 7, step 3, roll 2"; used by messages."""

    def cited(self) -> Mapping[RuleId, tuple[str, ...]]:
        """Rule id -> the kinds of event that can cite it, for "where is this rule used?"."""

    def dump(self, state: S) -> bytes:
        """The whole state as JSON."""

    def load(self, data: bytes) -> S:
        """The state that `dump` wrote."""

    def policies(self) -> Mapping[str, "Policy[A, V]"]:
        """Ways to play by program, by name; every game has "random"."""


class Look(Protocol[Seen_co]):
    """Gives the view of the seat that has to choose; built only when a policy looks."""

    def __call__(self) -> Seen_co: ...


class Policy(Protocol[A, Sees_contra]):
    """Chooses an action from what its seat may see."""

    def __call__(self, decision: Decision[A], look: Look[Sees_contra], rng: Random) -> A: ...


AnyGame = Game[Any, Any, Any, Any]


def step_of(game: AnyGame, state: Any, move: Any) -> Step[Any]:
    """The step of a move, an action or an outcome, whichever the position waits for.

    Raises:
        IllegalAction: with the refusal.
    """
    return game.resolve(state, move) if isinstance(game.node(state), Chance) else game.act(state, move)
