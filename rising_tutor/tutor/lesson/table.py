"""The table of a lesson: the board and the controller of a game, over what a lesson has made so far.

A press goes through `TableController`, as in a game. What it means is not made there but kept in `wanted`, so that
the lesson can judge it first.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.lessons.lesson_file import load_course
>>> run = LessonRun(load_game("fire"), load_course("fire-nation-rising").lessons[0])
>>> table = LessonTable(run.game, StillSeat(run.game, run.state))
>>> sorted(table.parts())
['dock', 'table']
"""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

import msgspec

from rising_tutor.boards import board_for
from rising_tutor.boards.choices import DO
from rising_tutor.boards.ports import Said, Try
from rising_tutor.catalogues import status_of
from rising_tutor.core.branch import Made
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.information import visible
from rising_tutor.core.session import GameSession
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.spots.illegal import refused_actions
from rising_tutor.render.html import Html, escape
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController

TABLE = frozenset({"press", "act", "roll", "stop", "discard", "nearest", "close", "unfold"})
"""What a person can do at the table of a lesson."""
MOST_TRIED = 6
"""So many actions that are refused are offered at once."""
PICTURES = 1_000
"""More than the moves of a step: tells the pictures of two steps apart."""


class StillSeat(GameSession):
    """A seat before a position that stays as it is.

    Args:
        picture: its number; controls carry it, so that a press on an older picture does nothing.
    """

    def __init__(self, game: AnyGame, state: Any, *, live: bool = True, picture: int = 0) -> None:
        self._live = live
        self._picture = picture
        super().__init__(game, 1, {}, seed="", start=state)
        self.take_screen()

    @property
    def _another_chooses(self) -> bool:
        """One person looks at it, also where another seat chooses."""
        return False

    @property
    def n_moves(self) -> int:
        return self._picture + len(self._made)

    @property
    def actions(self) -> tuple[Any, ...]:
        return super().actions if self._live else ()

    def decisions(self) -> list[Made]:
        """None: nothing is taken back here, a step is begun again."""
        return []


class LessonSeat(StillSeat):
    """A seat before a lesson: its position, its moves, its actions."""

    def __init__(self, run: LessonRun, picture: int) -> None:
        self.run = run
        super().__init__(run.game, run.state, picture=picture)
        self.follow()

    @property
    def actions(self) -> tuple[Any, ...]:
        return () if self.run.failed else self.run.actions

    def follow(self) -> None:
        self._made = list(self.run.made)
        self._screen = self.run.seat
        self._go_to(self.run.state)


class LessonTable:
    """A controller whose actions are handed on instead of made.

    Attributes:
        wanted: the action that the last message meant, legal or not; None if it meant none.
        refusal: why it is refused, None for a legal one.
    """

    def __init__(self, game: AnyGame, seat: GameSession, *, id_: str = "l") -> None:
        self.board = board_for(game)
        self.id = id_
        self._watched = True
        self.sit(seat)

    def watch(self, *, watched: bool) -> None:
        """Whether what the enemy does is shown step by step."""
        self._watched = self.controller.watched = watched

    def sit(self, seat: GameSession) -> None:
        self.seat = seat
        self.controller = TableController(seat)
        self.watch(watched=self._watched)
        self.controller.gate, self.controller.refused = self._hold, self._refuse
        self.wanted: Any = None
        self.refusal: Refusal | None = None

    def _hold(self, action: Any) -> bool:
        self.wanted = action
        return True

    def _refuse(self, action: Any, refusal: Refusal) -> None:
        self.wanted, self.refusal = action, refusal

    def means(self, message: Message) -> bool:
        """Does what a message asks for; True if it meant an action, which then is in `wanted`."""
        self.wanted = self.refusal = None
        if message.do in TABLE:
            self.controller.handle(message)
        return self.wanted is not None

    def put_back(self) -> None:
        self.controller.handle(Message("close", at=self.seat.n_moves))

    def word(self, action: Any) -> str:
        return self.board.word(self.seat.view, action)

    def to_try(self, rules: Collection[str], marks: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
        """Actions that these rules refuse: the place whose press tries one, and its words.

        Empty where they are tried on the table itself, with the hand, as on the boards of dice, or where its tray has
        the first of them already.

        Args:
            marks: what the step points at; where an action is about some of it, the others are left out.
        """
        game, state, view, look = self.seat.game, self.seat.state, self.seat.view, self.controller.look()
        tried = [one.action for one in self.board.tries(view)]
        for rule in rules:
            tried += [action for action, _ in islice(refused_actions(game, state, rule), MOST_TRIED)]
        found: dict[str, str] = {}
        for action in dict.fromkeys(tried):
            text = game.write(state, action)
            refusal = game.check(state, action)
            if refusal is None or refusal.rule not in rules:
                continue
            if self.board.gesture(view, look, f"{DO}{text}") == Try(action):
                found.setdefault(self.board.word(view, action), text)
        about = {word: text for word, text in found.items() if not set(marks).isdisjoint(text.split())} or found
        places = [(f"{DO}{text}", word) for word, text in about.items()][:MOST_TRIED]
        in_tray = bool(places) and f'data-arg="{escape(places[0][0])}"' in str(self.parts(tuple(marks))["dock"])
        return () if in_tray else tuple(places)

    def story(self) -> Html | None:
        game = self.seat.game
        said = []
        for made in self.seat.made:
            for event in visible(made.events, self.seat.viewer):
                status = status_of(game.info.id, event.rule)
                said.append(Said(1, event.step, game.say(event), event.rule, status))
        return self.board.story(said, self.seat.n_moves) if said else None

    def parts(self, marks: Sequence[str] = ()) -> dict[str, Html]:
        """Table and tray. Why a try is refused stands in the answer of the lesson, with what its author says to it.

        Args:
            marks: the cards and places that are pointed at.
        """
        live = bool(self.seat.actions)
        look = msgspec.structs.replace(self.controller.look(), marks=tuple(marks), id=self.id, live=live, told=True)
        parts = self.board.parts(self.seat.view, look)
        return {"table": self.controller.captioned(parts["table"]), "dock": parts["dock"]}
