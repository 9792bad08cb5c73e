r"""Beside an open replay: exercises from the choices that lost something. Controller and its panel as HTML.

    mistakes      begins, with the field `seat` of the form: "" for everybody, else a number from 0
    mistakes-stop ends it; nothing is kept

>>> from rising_tutor.widgets.replay_player import open_replay
>>> player = open_replay(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n", "new.replay")
>>> kept = []
>>> finder = MistakeFinder(player, lambda found: len(kept), now=lambda: "2026-11-21T18:04:05Z")
>>> finder.take({"do": "mistakes", "arg": "", "at": -1, "fields": {"seat": "0"}}), finder.found.judged
(True, 0)
"""

from collections.abc import Callable, Sequence

from rising_tutor.analysis.ledger import Ledger
from rising_tutor.lessons.facts import Mistake
from rising_tutor.lessons.mistakes import MOST, SHARE, Found, mistakes_of, worst
from rising_tutor.lessons.reviewed_mistakes import mistakes_of_ledger
from rising_tutor.probability.answer import Progress
from rising_tutor.probability.dice_game import dice_game
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.replay.one_way import before_gaps
from rising_tutor.widgets.callbacks import Guard, as_it_is, nothing
from rising_tutor.widgets.odds_worker import Worker
from rising_tutor.widgets.replay_player import ReplayPlayer
from rising_tutor.widgets.view import Message

REVIEW = "#learn?face=review"
"""Where the exercises are."""
_SHARE = f"{100 * SHARE:g} %"


class MistakeFinder:
    """Looks for the mistakes of one open replay and hands them on.

    Args:
        player: the replay.
        keep: adds mistakes to the learner file; gives how many were new.
        worker: does long work.
        now: tells the time as facts have it.
        changed: called when something is to be drawn again.
        guard: wraps callbacks of the worker.

    Attributes:
        ledger: of the finished review, whose marked choices are taken then; None before.
        seat: whose choices, from 0; None for everybody's.
        counting: choices done and to do while it works; None else.
        found: what the game gave; None before.
        n_new: how many of it the learner file did not have.
        stopped: whether it was stopped.
    """

    def __init__(
        self,
        player: ReplayPlayer,
        keep: Callable[[Sequence[Mistake]], int],
        worker: Worker | None = None,
        *,
        now: Callable[[], str],
        changed: Callable[[], object] = nothing,
        guard: Guard = as_it_is,
    ) -> None:
        self.player = player
        self.worker = worker or Worker(beside=False)
        self._keep, self._now, self._changed, self._guard = keep, now, changed, guard
        self.ledger: Ledger | None = None
        self.seat: int | None = None
        self.counting: tuple[int, int] | None = None
        self.found: Found | None = None
        self.n_new = 0
        self.stopped = False

    @property
    def offered(self) -> bool:
        """Whether the game was reviewed, or has dice whose choices can be valued."""
        return self.ledger is not None or (self.player.playable and dice_game(self.player.game) is not None)

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

    def take(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for this."""
        if message["do"] == "mistakes":
            if self.counting is None and self.offered:
                self._begin(message["fields"].get("seat", ""))
        elif message["do"] == "mistakes-stop":
            if self.counting is not None:
                self.stop()
                self.stopped = True
                self._changed()
        else:
            return False
        return True

    def set_ledger(self, ledger: Ledger | None) -> None:
        """The game was reviewed; what was found by other means before is no longer shown."""
        if ledger is not self.ledger:
            self.stop()
            self.ledger, self.found, self.stopped = ledger, None, False
            self._changed()

    def stop(self) -> None:
        """Ends the work; nothing of it is kept."""
        self.worker.stop()
        self.counting = None

    def _begin(self, seat: str) -> None:
        known = {str(number) for number in range(len(self.seats))}
        self.seat = int(seat) if seat in known else None
        self.found, self.stopped, self.n_new = None, False, 0
        self.counting = (0, 0)
        verified, name, at, chosen = before_gaps(self.player.verified), self.player.name, self._now(), self.seat
        guard, ledger = self._guard, self.ledger

        def work(progress: Progress) -> Found:
            return mistakes_of(verified, name, at=at, seat=chosen, progress=progress)

        def finish(found: Found) -> None:
            self.counting = None
            try:
                self.n_new = self._keep(worst(found.mistakes))
                self.found = found
            finally:
                self._changed()

        def fail(fault: BaseException) -> None:
            self.counting = None
            self._changed()
            raise fault

        def tell(done: int, total: int) -> None:
            self.counting = (done, total)
            self._changed()

        if ledger is not None:
            # Everything is judged already.
            guard(finish)(mistakes_of_ledger(verified, ledger, name, at=at, seat=chosen))
            return
        self._changed()
        self.worker.start(work, guard(finish), failed=guard(fail), tell=guard(tell))


def panel(finder: MistakeFinder) -> Html:
    """The panel: whose choices, then progress, then how many were found and where they are."""
    if not finder.offered:
        return EMPTY
    body: list[Child] = [_form(finder), el("div", _status(finder), role="status")]
    return el("div", body, cls="rt-replaymistakes rt-panel")


def _form(finder: MistakeFinder) -> Html:
    choices = [el("option", "everybody", value="", selected=finder.seat is None)]
    choices += [
        el("option", name, value=str(seat), selected=finder.seat == seat) for seat, name in enumerate(finder.seats)
    ]
    return el(
        "form",
        el(
            "button",
            "Make exercises from my choices",
            cls="rt-btn rt-btn--small",
            type="submit",
            data_key="mistakes",
            aria_disabled="true" if finder.counting is not None else None,
        ),
        el("label", "My choices are those of ", el("select", choices, name="seat", cls="rt-input"), cls="rt-field1"),
        data_do="mistakes",
        cls="rt-row",
    )


def _status(finder: MistakeFinder) -> Child:
    if finder.counting is not None:
        done, total = finder.counting
        how = f"Choice {done + 1} of {total}. " if total else ""
        return [
            el("p", how, "Each choice about dice is compared with the exact values of all others.", cls="rt-small"),
            button("Stop", "mistakes-stop", cls="rt-btn--small"),
        ]
    if finder.stopped:
        return el("p", "Stopped. Nothing was kept.", cls="rt-small")
    if finder.found is None and finder.ledger is not None:
        return el(
            "p",
            "Every choice that the review marked becomes a position to try again, judged by the chance to win; what "
            "was better stays hidden until you have tried.",
            cls="rt-small rt-muted",
        )
    if finder.found is None:
        return el(
            "p",
            f"Every choice about dice that lost at least {_SHARE} of the best value becomes a position to try "
            "again. A long game takes minutes.",
            cls="rt-small rt-muted",
        )
    return _result(finder.found, finder.n_new, reviewed=finder.ledger is not None)


def _result(found: Found, n_new: int, *, reviewed: bool) -> Child:
    n = len(found.mistakes)
    least = "2 points of the chance to win" if reviewed else f"{_SHARE} of the best value"
    lines = [f"{_n(found.judged, 'choice')} judged, {n} of them lost {least} or more."]
    if n > MOST:
        lines.append(f"The {MOST} that lost most are kept.")
    if n:
        lines.append(f"{_n(n_new, 'new exercise')}." if n_new else "They are in your list already.")
    if found.n_left:
        lines.append(f"{_n(found.n_left, 'choice')} about dice without an exact value: not judged.")
    way = button("Practise them", "go", REVIEW, cls="rt-btn--small rt-btn--main") if n else None
    return [el("p", " ".join(lines), cls="rt-small"), way]


def _n(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
