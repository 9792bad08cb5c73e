"""One picture of a table of Rise TCG: what is seen, what the page knows, who is asked, and what things are called."""

from functools import cached_property
from random import Random
from typing import Any, Final

from rising_tutor.boards.picture import Picture
from rising_tutor.boards.ports import Look
from rising_tutor.core.node import Decision
from rising_tutor.core.people import player_name
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import player_at, summoner_at
from rising_tutor.games.rise_tcg.view import RiseView, imagine
from rising_tutor.games.rise_tcg.words import name_of

ADDITIONS: Final = (tasks.Window, tasks.Answer)
"""Moments in which a seat may add something, and may leave it."""


class Scene(Picture):
    """One picture: the view, what the page knows, and a table that fits the view, to ask the rules with.

    Attributes:
        near: the seat below, whose eyes these are; others: the seats above, in turn order.
        state, run: a table that fits the view. What lies hidden on it is made up, so nothing of it is shown; the rules
            are asked with it for what follows from open facts.
    """

    def __init__(self, game: Any, view: RiseView, look: Look) -> None:
        super().__init__(look)
        self.game = game
        self.view = view
        self.state = imagine(view, Random(0), game.book)
        self.run = Run(self.state, game.book)  # type: ignore[arg-type]  # a frozen state is read as a table
        self.near: int = view.viewer if view.viewer is not None else 0
        n = len(view.sides)
        self.others = tuple((self.near + at) % n for at in range(1, n))
        self.task = view.agenda[-1] if view.agenda else None

    @cached_property
    def asked(self) -> int | None:
        """The seat that has to choose; None where chance or nobody does."""
        node = self.game.node(self.state)
        return node.seat if isinstance(node, Decision) else None

    @property
    def answering(self) -> bool:
        """Whether a seat is asked for an addition that it may leave."""
        return isinstance(self.task, ADDITIONS)

    # Names -----------------------------------------------------------------------------------------------------------

    def called(self, seat: int) -> str:
        """What a seat is called beside the table: "you", its person's name, or its number."""
        if self.look.live and seat == self.view.viewer:
            return "you"
        return player_name(seat, self.look.names)

    def whose(self, seat: int) -> str:
        """The same as an owner: "your", "Player 2's"."""
        called = self.called(seat)
        return "your" if called == "you" else f"{called}'s"

    def held_by(self, seat: int) -> str:
        """The same where no noun follows: "yours", "Player 2's"."""
        whose = self.whose(seat)
        return "yours" if whose == "your" else whose

    def does(self, seat: int, verb: str) -> str:
        """A seat with what it does, the verb as it stands with "you": "you choose", "Player 2 chooses"."""
        called = self.called(seat)
        return f"{called} {verb}" if called == "you" else f"{called} {verb}s"

    def piece_name(self, piece: Piece) -> str:
        """A card in play, with a number where it is not the first of its name."""
        return name_of(self.game.book, piece.card, piece.copy)

    def summoner_name(self, seat: int, at: int) -> str:
        """A Summoner by the first word of its name; with its owner where another seat plays the same one."""
        card = self.view.sides[seat].summoners[at].card
        name = str(self.game.book.summoner[card].name).partition(",")[0]
        twice = sum(one.card == card for side in self.view.sides for one in side.summoners) > 1
        return f"{self.whose(seat)} {name}" if twice else name

    def name(self, ref: int) -> str:
        """Whatever a number stands for: a card in play, a Summoner, a player."""
        if ref > 0:
            piece = self.run.piece(ref)
            return self.piece_name(piece) if piece is not None else "a card that left play"
        seat = player_at(ref)
        if seat is not None:
            return self.called(seat)
        place = summoner_at(ref)
        return self.summoner_name(*place) if place is not None else ""

    # The chain -------------------------------------------------------------------------------------------------------

    def number(self, index: int) -> int:
        """When an item of the chain happens: the last one added is 1 (RISE-902)."""
        return len(self.view.chain) - index

    def aimed_at(self, ref: int) -> tuple[int, ...]:
        """The numbers of the items that are aimed at something."""
        return tuple(sorted(self.number(at) for at, item in enumerate(self.view.chain) if ref in item.targets))

    def sent_from(self, ref: int) -> tuple[int, ...]:
        """The numbers of the items that come from something."""
        return tuple(sorted(self.number(at) for at, item in enumerate(self.view.chain) if item.source == ref))
