r"""Beside an open replay: exercises from the choices that its review marked. Controller and its panel as HTML.

    mistakes      makes them, with the field `seat` of the form: "" for everybody, else a number from 0

>>> from rising_tutor.analysis.review import review_of
>>> from rising_tutor.tutor.replay.player import open_replay
>>> player = open_replay(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n", "new.replay")
>>> kept = []
>>> finder = MistakeFinder(player, lambda found: len(kept), now=lambda: "2026-11-21T18:04:05Z")
>>> finder.set_ledger(review_of(player.verified).ledger)
>>> finder.handle(Message("mistakes", fields={"seat": "0"})), finder.found.judged
(True, 0)
"""

from collections.abc import Callable, Sequence

from rising_tutor.analysis.ledger import Ledger
from rising_tutor.core.english import counted
from rising_tutor.lessons.learner.facts import Mistake
from rising_tutor.lessons.mistakes import MOST, Found, mistakes_of, worst
from rising_tutor.render.forms import select, submit
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.replay.one_way import before_gaps
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer

REVIEW = "#learn?face=review"
"""Where the exercises are."""


class MistakeFinder:
    """Takes the mistakes of one open replay from its review and hands them on.

    Args:
        player: the replay.
        keep: adds mistakes to the learner file; gives how many were new.
        now: tells the time as facts have it.
        changed: called when something is to be drawn again.

    Attributes:
        ledger: of the finished review; None before.
        seat: whose choices, from 0; None for everybody's.
        found: what the game gave; None before.
        n_new: how many of it the learner file did not have.
    """

    def __init__(
        self,
        player: ReplayPlayer,
        keep: Callable[[Sequence[Mistake]], int],
        *,
        now: Callable[[], str],
        changed: Callable[[], object] = nothing,
    ) -> None:
        self.player = player
        self._keep, self._now, self._changed = keep, now, changed
        self.ledger: Ledger | None = None
        self.seat: int | None = None
        self.found: Found | None = None
        self.n_new = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, by name where the file names them."""
        replay = self.player.verified.replay
        n = replay.header.seats if replay is not None else 0
        names = self.player.names
        return tuple(
            f"Player {seat + 1} ({names[seat]})" if seat < len(names) and names[seat] else f"Player {seat + 1}"
            for seat in range(n)
        )

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for this."""
        if message.do != "mistakes":
            return False
        if self.ledger is not None:
            self._find(self.ledger, message.fields.get("seat", ""))
        return True

    def set_ledger(self, ledger: Ledger | None) -> None:
        """The game was reviewed, or is another one."""
        if ledger is not self.ledger:
            self.ledger, self.found = ledger, None
            self._changed()

    def _find(self, ledger: Ledger, seat: str) -> None:
        known = {str(number) for number in range(len(self.seats))}
        self.seat = int(seat) if seat in known else None
        self.found = None
        verified = before_gaps(self.player.verified)
        found = mistakes_of(verified, ledger, self.player.name, at=self._now(), seat=self.seat)
        try:
            self.n_new = self._keep(worst(found.mistakes))
            self.found = found
        finally:
            self._changed()


def panel(finder: MistakeFinder) -> Html:
    """The panel: whose choices, then how many were found and where they are; empty before the review."""
    if finder.ledger is None:
        return EMPTY
    return el("div", _form(finder), el("div", _status(finder), role="status"), cls="rt-replaymistakes rt-panel")


def _form(finder: MistakeFinder) -> Html:
    everybody = ("", "everybody")
    seats = [everybody, *((str(at), name) for at, name in enumerate(finder.seats))]
    choice = select("seat", seats, "" if finder.seat is None else str(finder.seat))
    return el(
        "form",
        submit("Make exercises from my choices", key="mistakes", cls="rt-btn--small"),
        el("label", "My choices are those of ", choice, cls="rt-field1"),
        data_do="mistakes",
        cls="rt-row",
    )


def _status(finder: MistakeFinder) -> Child:
    if finder.found is not None:
        return _result(finder.found, finder.n_new)
    return el(
        "p",
        "Every choice that the review marked becomes a position to try again, judged by the chance to win; what was "
        "better stays hidden until you have tried.",
        cls="rt-small rt-muted",
    )


def _result(found: Found, n_new: int) -> Child:
    n = len(found.mistakes)
    lines = [f"{counted(found.judged, 'choice')} judged, {n} of them lost 2 points of the chance to win or more."]
    if n > MOST:
        lines.append(f"The {MOST} that lost most are kept.")
    if n:
        lines.append(f"{counted(n_new, 'new exercise')}." if n_new else "They are in your list already.")
    way = button("Practise them", "go", REVIEW, cls="rt-btn--small rt-btn--main") if n else None
    return [el("p", " ".join(lines), cls="rt-small"), way]
