"""One picture of a QuickStrike table: what is seen, what the page knows, who is asked, and what led here."""

from functools import cached_property
from random import Random
from typing import Any

from rising_tutor.boards.picture import Picture
from rising_tutor.boards.ports import Look
from rising_tutor.core.node import Decision
from rising_tutor.core.people import player_name
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike.book import Card
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force, other, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.view import AvatarView, imagine
from rising_tutor.games.quickstrike.words import zone_name

TO_WIN = 3  # QS-909


class Scene(Picture):
    """One picture: the view, what the page knows, and a table that fits the view, to ask the rules with.

    Attributes:
        near, far: the seat below, whose eyes these are, and the one above.
        state, run: a table that fits the view. What lies hidden on it is made up, so nothing of it is shown; the rules
            are asked with it for what follows from open facts.
    """

    def __init__(self, game: Any, view: AvatarView, look: Look) -> None:
        super().__init__(look)
        self.game = game
        self.view = view
        self.state = imagine(view, Random(0), game.book)
        self.run = Run(self.state, game.book)  # type: ignore[arg-type]  # a frozen state is read as a table
        self.near = view.viewer if view.viewer is not None else 0
        self.far = other(self.near)
        self.task = view.agenda[-1] if view.agenda else None

    @cached_property
    def asked(self) -> int | None:
        """The seat that has to choose; None where chance or nobody does."""
        node = self.game.node(self.state)
        return node.seat if isinstance(node, Decision) else None

    @property
    def deciding(self) -> bool:
        """Whether the defender decides about a flipped card."""
        return isinstance(self.task, tasks.Decide)

    # Names -----------------------------------------------------------------------------------------------------------

    def character(self, seat: int) -> str:
        """The character that a seat plays."""
        return str(self.game.book.chamber[self.view.mats[seat].chamber].name)

    def called(self, seat: int) -> str:
        """Return the name of a seat beside the table: "you", its person's name, else "Player 1"."""
        if self.look.live and seat == self.view.viewer:
            return "you"
        return player_name(seat, self.look.names)

    def whose(self, seat: int) -> str:
        """The same as an owner: "your", "Player 2's"."""
        called = self.called(seat)
        return "your" if called == "you" else f"{called}'s"

    # The attack ------------------------------------------------------------------------------------------------------

    @property
    def force(self) -> int:
        """The force that has to be stopped; 0 while nobody attacks."""
        return attack_force(self.run)

    @property
    def attacker(self) -> int:
        return other(self.view.defender)

    @property
    def attacking(self) -> Card | None:
        """The strike or move that attacks; None for an opening attack, and while nobody does."""
        view = self.view
        if view.attack in ("", "opening"):
            return None
        return self.run.lies(self.attacker, view.attack_zone)

    @property
    def attack_name(self) -> str:
        card = self.attacking
        return "the opening attack" if card is None else card.name

    def zone_words(self, zone: int) -> str:
        return "in front" if zone == FRONT else zone_name(zone)

    def flipped(self) -> Card | None:
        """The card that the defender decides about, or the signature move that may be played."""
        view = self.view
        if self.deciding and 0 <= view.zone < FRONT:
            return self.run.lies(view.defender, view.zone)
        if isinstance(self.task, tasks.SignatureStep):
            return self.run.lies(view.defender, FRONT)
        return None

    @property
    def here(self) -> int:
        """Where that card lies."""
        return self.view.zone if self.deciding else FRONT

    def intercept(self) -> int:
        """The intercept of that card now; 0 where it is no strike."""
        card = self.flipped()
        return values(self.run, self.view.defender, self.here).intercept if card and card.type == "strike" else 0

    # What the page asks for ------------------------------------------------------------------------------------------

    def lands_in(self, name: str) -> str | None:
        """The last beat that puts something there, before which it is not seen; for `data-off`."""
        found = [at for at, beat in enumerate(self.look.beats, 1) if name in beat.lands]
        return str(found[-1]) if found else None


REMEMBERED = (ev.OpeningSent, ev.Countered)
"""What the exchange of a later picture is made of."""
