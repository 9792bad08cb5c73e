"""Self-play to fit and to check the evaluator: whole games by a policy, with the positions between two turns.

A game has a number, and everything in it (setting, chance, the disturbed beginning) follows from the seed and that
number. So a batch is the same on any number of processes. The first turns, 0 to 25 of them, are played with a share of
random actions, so that poor and odd positions occur; positions are kept only after that, when the policy plays alone,
and each of them has the result of its game.

Games are played on the mutable table (`RisingGame.after`), without events: that is why `core.drive` does not play them.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.state import State

if TYPE_CHECKING:
    from rising_tutor.core.game import AnyGame
    from rising_tutor.games.rising.game import RisingGame

POLICY: Final = "greedy"
LIMIT: Final = 10_000
"""Decisions after which a game is given up; its positions are not used."""
MOST_DISTURBED: Final = 25
MOST_RANDOM: Final = 0.6


class Setting(Value, frozen=True):
    """How one game is set up, and how its beginning is disturbed.

    Attributes:
        disturbed: number of the last turn with random actions, 0 for none.
        share: of random actions until then.
    """

    seats: int
    options: dict[str, str]
    disturbed: int
    share: float


class Recorded(Value, frozen=True):
    """One game: the positions before each turn from the first undisturbed one on, and the last position."""

    number: int
    setting: Setting
    positions: tuple[State, ...]
    last: State

    @property
    def won(self) -> bool:
        return self.last.result == "win"


def setting_of(spec: Spec, seed: str, number: int) -> Setting:
    """The setting of a game.

    >>> from rising_tutor.games.rising.cards.book import load_book
    >>> from rising_tutor.games.rising.titles.fire_nation import TITLE
    >>> spec = load_book(TITLE).spec
    >>> setting_of(spec, "1", 1) == setting_of(spec, "1", 1)
    True
    """
    rng = Random(f"setting:{seed}:{number}")
    if not spec.box.balance_sides:
        return _by_presets(spec, rng)
    n_teams = rng.randint(2, 5)
    solo = rng.random() < 0.2
    options = {"difficulty": rng.choice(("easy", "easy", "medium", "hard"))}
    if solo:
        options["solo_teams"] = str(n_teams)
    options["villains"] = rng.choice(("10", "10", "10", "8", "13", str(rng.randint(5, 13))))
    options["hero_loss_limit"] = rng.choice(("10", "10", "10", "9", "12", str(rng.randint(6, 15))))
    mixed = ",".join(str(rng.randint(1, 3)) for _ in range(3))
    options["battle_damage"] = rng.choice(("2", "2", "2", "1", "3", mixed))
    return _disturbed(1 if solo else n_teams, options, rng)


def _by_presets(spec: Spec, rng: Random) -> Setting:
    """Any number of players; a preset, or another goal and another limit of losses."""
    seats = rng.randint(*spec.limits.seats)
    options = dict(rng.choice(spec.preset).set)
    if rng.random() < 0.25:
        options["target"] = str(rng.randint(*spec.limits.target))
    if rng.random() < 0.2:
        options["hero_loss_limit"] = str(rng.randint(6, 15))
    return _disturbed(seats, options, rng)


def _disturbed(seats: int, options: dict[str, str], rng: Random) -> Setting:
    disturbed = rng.randint(0, MOST_DISTURBED) if rng.random() < 0.8 else 0
    # Longer disturbances are milder, or hardly a game would outlast them.
    share = rng.uniform(0.0, MOST_RANDOM) * min(1.0, 5 / disturbed) if disturbed else 0.0
    return Setting(seats, options, disturbed, share)


def is_boundary(state: State) -> bool:
    """Whether a turn begins here: the active player is to place the Team token."""
    return bool(state.agenda) and type(state.agenda[-1]) is tasks.PlaceTeamToken


def record(game: "RisingGame", seed: str, number: int) -> Recorded | None:
    """Plays one game; None if it was given up."""
    setting = setting_of(game.book.spec, seed, number)
    rng = Random(f"disturbed:{seed}:{number}")
    kept: list[State] = []

    def at(state: State) -> bool:
        if is_boundary(state) and state.turn > setting.disturbed:
            kept.append(state)
        return state.turn <= setting.disturbed and rng.random() < setting.share

    start = game.start(setting.seats, setting.options)
    last = _played(game, start, f"{seed}:{number}", disturb=at, rng=rng)
    return Recorded(number, setting, tuple(kept), last) if last.result else None


def play_on(game: "RisingGame", state: State, seed: str) -> bool | None:
    """Plays a position to its end, and says whether it was won; None if it was given up."""
    last = _played(game, state, seed)
    return last.result == "win" if last.result else None


def _played(
    game: "RisingGame",
    state: State,
    seed: str,
    *,
    disturb: Callable[[State], bool] | None = None,
    rng: Random | None = None,
) -> State:
    """The last position: the end of the game, or where it was given up.

    Args:
        game: the title.
        state: where to begin.
        seed: of chance and policy.
        disturb: called at each decision; True for a random action.
        rng: draws the random actions.
    """
    choose: Any = game.policies()[POLICY]
    own, streams = policy_rng(seed, POLICY), ChanceStreams(cast("AnyGame", game), seed)
    chances = decisions = 0
    while decisions < LIMIT:
        match game.node(state):
            case Terminal():
                return state
            case Chance(outcomes):
                move: Any = streams.draw(state, outcomes, chances)
                chances += 1
            case Decision() as decision:
                decisions += 1
                if disturb is not None and rng is not None and disturb(state):
                    move = decision.actions[int(rng.random() * len(decision.actions))]
                else:
                    now = state
                    move = choose(decision, lambda now=now, seat=decision.seat: game.view(now, seat), own)
        state = game.after(state, move)
    return state
