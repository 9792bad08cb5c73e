r"""The review of an open replay on request: worked out beside the page, with progress, to be stopped. No widget.

    review       begins
    review-stop  ends it; nothing is kept

A finished review stays as long as the game is open.

>>> from rising_tutor.tutor.replay.player import open_replay
>>> player = open_replay(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n", "new.replay")
>>> review = GameReview(player)
>>> review.handle(Message("review")), review.state, review.missing
(True, 'idle', 'The file has no lines yet, so there is nothing to review.')
"""

from collections.abc import Callable

from rising_tutor.analysis.ledger import Ledger, LedgerLine
from rising_tutor.analysis.ledger.jobs import review_apart
from rising_tutor.analysis.review import Review, names_of, review_of
from rising_tutor.core.english import counted
from rising_tutor.core.valuation import not_reviewable, valued_game
from rising_tutor.plots.wins import Track, track_of
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import Verified
from rising_tutor.replay.one_way import before_gaps
from rising_tutor.tutor.background import Background, in_kernel
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.words import moment_words

IDLE, WORKING, DONE, STOPPED, FAILED = "idle", "working", "done", "stopped", "failed"
"""Where a review stands."""

Work = Callable[[Verified, Progress], Review]


def review_work(verified: Verified, progress: Progress) -> Review:
    """The review of a game, told line by line. A page, which stays, has it done in a process that ends."""
    return (review_apart if in_kernel() else review_of)(verified, progress=progress)


class GameReview:
    """The review of one open replay.

    Args:
        background: does long work; without one it is done at once.
        work: gives the review; `review_work` unless told otherwise.

    Attributes:
        state: one of `IDLE`, `WORKING`, `DONE`, `STOPPED`, `FAILED`.
        track: what the graph shows; None before the review.
    """

    def __init__(
        self,
        player: ReplayPlayer,
        background: Background | None = None,
        *,
        work: Work | None = None,
        changed: Callable[[], object] = nothing,
    ) -> None:
        self.player = player
        self.background = background or Background(beside=False)
        self._work, self._changed = work or review_work, changed
        self.state = IDLE
        self.review: Review | None = None
        self.track: Track | None = None

    @property
    def offered(self) -> bool:
        """Whether there is anything to review, and a value function to do it with."""
        player = self.player
        possible = player.playable and player.certain > 0 and valued_game(player.game) is not None
        return possible and not not_reviewable(player.game.info, len(player.persons))

    @property
    def missing(self) -> str:
        """Why there is no review, or what it will leave out, in a sentence; "" where nothing is missing."""
        player = self.player
        if not player.playable:
            return "No game can be played from this file, so there is nothing to review."
        if valued_game(player.game) is None:
            return (
                f"{player.game.info.title} has no value function yet: nothing says who was ahead, so luck and mistakes "
                "cannot be told apart."
            )
        too_many = not_reviewable(player.game.info, len(player.persons))
        if too_many:
            return too_many
        if player.verified.possible is not None:
            if not player.certain:
                return "The first line of the game is not known in full, so there is nothing certain to review."
            return (
                f"Line {player.certain + 1} of the game is not known in full. Only what comes before it is reviewed: "
                f"{counted(player.certain, 'line')} of the game."
            )
        if not player.last:
            return "The file has no lines yet, so there is nothing to review."
        if player.problems:
            first = player.problems[0]
            return (
                f"The file has a fault at line {first.line}. Only what comes before it is reviewed: "
                f"{counted(player.last, 'line')} of the game."
            )
        return ""

    @property
    def ledger(self) -> Ledger | None:
        return self.review.ledger if self.review is not None else None

    @property
    def counting(self) -> tuple[int, int]:
        """Lines done and lines in all, while it works."""
        done, total = self.background.counting or (0, 0)
        return done, total or self.player.certain

    @property
    def turn(self) -> str:
        """The turn that is being worked on, in words."""
        done = min(self.counting[0], self.player.last)
        return self.player.place(done).name if self.player.playable else ""

    def line_at(self, position: int) -> LedgerLine | None:
        ledger = self.ledger
        return ledger.lines[position - 1] if ledger is not None and 0 < position <= len(ledger.lines) else None

    def mistake_at(self, position: int) -> LedgerLine | None:
        """The ledger line of the choice that was made at a position, if it was a mistake."""
        line = self.line_at(position + 1)
        return line if line is not None and line.fault else None

    def handle(self, message: Message) -> bool:
        if message.do == "review":
            self.begin()
        elif message.do == "review-stop":
            if self.state == WORKING:
                self.stop()
                self.state = STOPPED
                self._changed()
        else:
            return False
        return True

    def begin(self) -> None:
        """Begin, unless it is being done, or done."""
        if self.state in (WORKING, DONE) or not self.offered:
            return
        self.state = WORKING
        verified, work = before_gaps(self.player.verified), self._work
        self.background.start(
            lambda progress: work(verified, progress), self._finish, failed=self._fail, changed=self._changed
        )
        self._changed()

    def _finish(self, review: Review) -> None:
        self.review, self.state, player = review, DONE, self.player
        labels = [player.label(at) for at in range(len(review.ledger.lines) + 1)]
        names = names_of(player.verified)
        self.track = track_of(review.ledger, labels, lambda line: moment_words(player, line), names)
        self._changed()

    def _fail(self, fault: BaseException) -> None:
        self.state = FAILED
        raise fault

    def stop(self) -> None:
        """End the work; nothing of it is kept."""
        self.background.stop()
        if self.state == WORKING:
            self.state = IDLE
