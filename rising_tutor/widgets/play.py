"""The table in a cell."""

from collections.abc import Mapping, Sequence
from typing import Final
from weakref import WeakValueDictionary

import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.english import did_you_mean
from rising_tutor.core.game import GameInfo
from rising_tutor.core.ids import Seat
from rising_tutor.core.people import names_at, with_names
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.core.view import Viewer
from rising_tutor.errors import BadArgument, BadOption
from rising_tutor.render.html import Html, el, join
from rising_tutor.replay import Replay
from rising_tutor.store.desk import Desk
from rising_tutor.store.games import NotHere
from rising_tutor.store.setting import is_voila
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.play.page import PlayPage, build
from rising_tutor.ui.play.start_form import seats_for
from rising_tutor.widgets import cell_games
from rising_tutor.widgets.arguments import texts
from rising_tutor.widgets.asked import asked
from rising_tutor.widgets.moves import Moves

_GOES_ON: Final = "The game that this cell began goes on. New game begins another one, and so does new=True."
#: By the key of its game, which widget of this kernel has it open.
_open: WeakValueDictionary[str, "Play"] = WeakValueDictionary()


class Play(Cell):
    """A game at the table, with its coach; kept on disk as it is played, beside those of the app.

    Without arguments beside the game it is the form for a new one. A cell that is run again with the same arguments
    goes on with the game that it began, until that is over; so it does after the kernel was started anew. In Voila it
    does so when its page is loaded again in the same browser.

    Args:
        game: which game.
        teams: who plays, in seating order: "aang,toph", or a list; none where they are chosen at the table.
        seats: how many play; one person by default, who runs all Teams, or one for each Team where nobody plays alone.
        programs: who plays the seats, from 1, that no person plays: `{2: "greedy"}`.
        seed: fixes the dice and decks: the same choices then lead to the same game.
        new: begin another game, also where this cell has one under way; that one stays on disk.
        options: of the game, such as `difficulty="normal"`.

    Attributes:
        state: the position, None before a game begins; changes with each move, and when one is taken back. All of it,
            also what the person at the screen may not see.
        done: whether the game is over.

    Raises:
        BadArgument: teams or programs are given in no form that is known.
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
        new: bool = False,
        **options: object,
    ) -> None:
        info = load_game(game).info
        chosen = _names(teams)
        given = _options(info, options)
        if programs is not None and not isinstance(programs, Mapping):
            raise BadArgument("programs", programs, "who plays which seat, such as {2: 'greedy'}")
        asked = (chosen, seats, sorted((programs or {}).items()), seed, sorted(given.items()))
        self._place = cell_games.place(str(info.id), *asked)
        self._new = new
        self._unseen: tuple[str, int] | None = None
        # Where nobody tells which cell it is, the next run cannot know which game was meant.
        self.goes_on = bool(self._place)
        super().__init__(str(info.id), "the game")
        self.view: PlayPage = build(self)
        self.view.on_change = self._changed
        goes_on = not new and self._went_on()
        if goes_on:
            pass
        elif chosen or given or programs or (seats, seed) != (None, None):
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
        if self.session is not None and not self.known:
            self._unseen = (self._key_of_game, self.session.n_moves)
        if goes_on and self.session is not None:
            self.say(_GOES_ON)

    @property
    def session(self) -> GameSession | None:
        """The game under way: who sits where, its moves, the choices that wait; None before it begins."""
        return self.view.kept.player if self.view.kept is not None else None

    @property
    def actions(self) -> Moves:
        """What can be chosen now by the person at the screen, in the engine's terms; a cell shows it in words."""
        if self.session is None or not self.session.actions:
            return Moves()
        return Moves.of(self.session.game, self.session.state, self.session.actions)

    def replay(self) -> Replay:
        """The game so far: what takes a replay takes it. Of a running game with hidden facts, the side of the viewer.

        Raises:
            NotHere: no game has begun.
        """
        return self.view.store.shown(self._key_of_game, self._eyes)

    def notation(self) -> str:
        """The game so far in the form that people read and write, as `.replay` files have it.

        Raises:
            NotHere: no game has begun.
        """
        return self.view.store.notation(self._key_of_game, self._eyes)

    def still(self) -> Html:
        """Return the table and the choice that waits as text, as the person at the screen sees them."""
        session = self.session
        if session is None:
            return super().still()
        names = names_at(session.game, session.seats, session.programs)
        table = el("pre", with_names(board_for(session.game).text(session.view), names))
        choice = asked(session.game, session.state, session.viewer, names=names, live=len(session.people) == 1)
        return join(table, choice, super().still())

    def introduced(self) -> None:
        """Go on with the game that the browser has under way in this cell; else let it own the one begun for it.

        A page of Voila runs its cells before it is known which browser shows them.
        """
        if is_voila() and not self._new and self._is_unseen() and self._is_under_way():
            self._take_back()
            if self._went_on() and self.session is not None:
                self.say(_GOES_ON)
        elif self._unseen is not None and self.session is not None:
            self.view.store.give(self._key_of_game, self.browser)
            self.keep(games=self.with_game(self._key_of_game))
            cell_games.remember(self._place, self._key_of_game, self._cells)
        elif self.session is None and not self.page:
            self.view.opened({"new": ""})
        self._unseen = None

    def close(self) -> None:
        """Take the widget away; the game can then be gone on with elsewhere."""
        # Also called for one that was never whole, as its arguments were wrong.
        view = getattr(self, "view", None)
        if view is not None and view.kept is not None:
            view.kept.close()
        super().close()

    @property
    def _eyes(self) -> Viewer:
        return self.session.viewer if self.session is not None else None

    @property
    def _key_of_game(self) -> str:
        if self.view.kept is None:
            message = "No game has begun here; press Start, or give the teams: Play(teams='aang,toph')."
            raise NotHere(message)
        return self.view.kept.key

    @property
    def _cells(self) -> Desk:
        """The desk with the games of cells. A front end that names cells shows all browsers the same ones."""
        return self.desk if is_voila() else Desk()

    def _is_under_way(self) -> bool:
        """Return True if this cell has a game that is not over."""
        key = cell_games.game_of(self._place, self._cells)
        try:
            return bool(key) and self.view.store.is_under_way(key)
        except NotHere:
            return False

    def _is_unseen(self) -> bool:
        """Return True if there is no game, or only one begun for an unknown browser in which nothing was chosen."""
        return self.session is None or self._unseen == (self._key_of_game, self.session.n_moves)

    def _take_back(self) -> None:
        """Remove the game that was begun for an unknown browser."""
        if self._unseen is not None:
            self.view.leave()
            self.view.store.remove(self._unseen[0])
            with self.hold_trait_notifications():
                self.set_trait("state", None)
                self.set_trait("done", False)  # noqa: FBT003 - the value of a trait

    def _went_on(self) -> bool:
        """Go on with the game that this cell has under way; return True if it has one."""
        if not self._is_under_way():
            return False
        key = cell_games.game_of(self._place, self._cells)
        before = _open.get(key)
        if before is not None:
            before.close()
        self.view.opened({"game": key})
        # Without a game the page says why: another kernel has it open.
        return self.session is None or not self.session.over

    def _changed(self, session: GameSession) -> None:
        if self.view.kept is not None:
            _open[self.view.kept.key] = self
            cell_games.remember(self._place, self.view.kept.key, self._cells)
        # Whoever hears of one finds the other as it is now.
        with self.hold_trait_notifications():
            self.set_trait("state", session.state)
            self.set_trait("done", session.over)


def _names(teams: str | Sequence[str]) -> tuple[str, ...]:
    """The names of teams: one text with commas, or several."""
    given = texts("teams", teams, "the names of teams, such as 'aang,toph'")
    return tuple(stripped for name in ",".join(given).split(",") if (stripped := name.strip()))


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
