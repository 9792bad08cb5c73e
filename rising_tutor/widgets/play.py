"""The table in a cell."""

from collections.abc import Mapping, Sequence

import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.english import did_you_mean
from rising_tutor.core.game import GameInfo
from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import BadOption
from rising_tutor.render.html import Html, el, join
from rising_tutor.replay import Replay
from rising_tutor.store.games import NotHere
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.play.page import PlayPage, build
from rising_tutor.ui.play.start_form import seats_for


class Play(Cell):
    """A game at the table, with its coach; kept on disk as it is played, beside those of the app.

    Without arguments beside the game it is the form for a new one.

    Args:
        game: which game.
        teams: who plays, in seating order: "aang,toph", or a list; none where they are chosen at the table.
        seats: how many play; one person by default, who runs all Teams, or one for each Team where nobody plays alone.
        programs: who plays the seats, from 1, that no person plays: `{2: "greedy"}`.
        seed: fixes the dice and decks: the same choices then lead to the same game.
        options: of the game, such as `difficulty="normal"`.

    Attributes:
        state: the position, None before a game begins; changes with each move, and when one is taken back. All of it,
            also what the person at the screen may not see.
        done: whether the game is over.

    Raises:
        BadOption: a team, a number of seats or an option cannot be used.
        BadSeat: a program cannot play there.
        CannotStore: the game cannot be written down.
        UnknownGame: there is no such game.

    >>> play = Play("fire", teams="aang,toph", seats=2, programs={2: "greedy"}, seed=7)
    >>> play.state.turn, play.done, play.replay().header.seats
    (1, False, 2)
    >>> play.close()
    """

    state = traitlets.Any(None, allow_none=True, read_only=True)
    done = traitlets.Bool(default_value=False, read_only=True)

    def __init__(
        self,
        game: str = DEFAULT,
        *,
        teams: str | Sequence[str] = (),
        seats: int | None = None,
        programs: Mapping[int, str] | None = None,
        seed: int | str | None = None,
        **options: object,
    ) -> None:
        info = load_game(game).info
        chosen = _names(teams)
        given = _options(info, options)
        super().__init__(str(info.id), "the game")
        self.view: PlayPage = build(self)
        self.view.on_change = self._changed
        if chosen or given or programs or (seats, seed) != (None, None):
            self.view.start(
                chosen,
                seats_for(info, chosen) if seats is None else seats,
                given,
                {Seat(seat - 1): policy for seat, policy in (programs or {}).items()},
                seed="" if seed is None else str(seed),
            )
        else:
            self.view.opened({"new": ""})
        self.show(self.view, "play")

    @property
    def session(self) -> GameSession | None:
        """The game under way: who sits where, its moves, the choices that wait; None before it begins."""
        return self.view.kept.player if self.view.kept is not None else None

    def replay(self) -> Replay:
        """The game so far, as it is on disk; what takes a replay takes it.

        Raises:
            NotHere: no game has begun.
        """
        return self.view.store.replay(self._key_of_game)

    def notation(self) -> str:
        """The game so far in the form that people read and write, as `.replay` files have it.

        Raises:
            NotHere: no game has begun.
        """
        return self.view.store.notation(self._key_of_game)

    def still(self) -> Html:
        """The table as text, as the person at the screen sees it."""
        if self.session is None:
            return super().still()
        return join(el("pre", board_for(self.session.game).text(self.session.view)), super().still())

    def close(self) -> None:
        """Take the widget away; the game can then be gone on with elsewhere."""
        # Also called for one that was never whole, as its arguments were wrong.
        view = getattr(self, "view", None)
        if view is not None and view.kept is not None:
            view.kept.close()
        super().close()

    @property
    def _key_of_game(self) -> str:
        if self.view.kept is None:
            message = "No game has begun here; press Start, or give the teams: Play(teams='aang,toph')."
            raise NotHere(message)
        return self.view.kept.key

    def _changed(self, session: GameSession) -> None:
        # Whoever hears of one finds the other as it is now.
        with self.hold_trait_notifications():
            self.set_trait("state", session.state)
            self.set_trait("done", session.over)


def _names(teams: str | Sequence[str]) -> tuple[str, ...]:
    """The names of teams: one text with commas, or several."""
    names = teams.split(",") if isinstance(teams, str) else teams
    return tuple(stripped for name in names if (stripped := str(name).strip()))


def _options(info: GameInfo, given: Mapping[str, object]) -> dict[str, str]:
    """The options as the game takes them: texts.

    Raises:
        BadOption: the game has no option of this name.
    """
    known = [option.name for option in info.options]
    for name, value in given.items():
        if name not in known:
            raise BadOption(name, value, f"an option of {info.title}{did_you_mean(name, known)}")
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}
