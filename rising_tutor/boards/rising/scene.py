"""One picture of a Rising table: what is seen, what the page knows, and where the turn stands."""

from rising_tutor.boards.coach_panel import steps_rail
from rising_tutor.boards.picture import Picture
from rising_tutor.boards.ports import Look
from rising_tutor.boards.rising.beats import Landings
from rising_tutor.boards.rising.hand import Hand
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.people import player_name
from rising_tutor.games.rising.view import RisingView
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.render.symbols import use


class Scene(Picture):
    """One picture: the view, what the page knows, and what the player's hand makes of it."""

    def __init__(self, words: Words, view: RisingView, look: Look) -> None:
        super().__init__(look)
        self.words = words
        self.view = view
        self.hand = Hand(view, look)
        self.landings = Landings(look.beats)
        self.cite = words.book.spec.cite

    def id(self, what: str) -> str:
        return f"{self.look.id}-{what}"

    def state(self, card_id: str, *, done: bool = False) -> str:
        """Which of the states of a card is to be shown."""
        look = self.look
        if look.picked == f"card:{card_id}":
            return "is-selected"
        if look.refusal is not None and getattr(look.attempt, "on", getattr(look.attempt, "card", "")) == card_id:
            return "is-refused"
        if look.live and look.actions and self.hand.fits(f"card:{card_id}"):
            return "is-legal"
        return "is-done" if done else ""

    def opener(self, part: str, words: Child, *, opened: bool) -> Html:
        """The button that unfolds a part of the table, and folds it again."""
        expanded = "true" if opened else "false"
        return button([use("i-next"), el("span", words)], "unfold", part, cls="rt-opener", aria_expanded=expanded)

    def track(
        self, part: str, title: str, count: str, *body: Child, was: str | None = None, beat: str | None = None
    ) -> Html:
        """A part that can be pointed at: its heading with a count, then what it is made of.

        Args:
            was: the count before each beat, see `beats`.
            beat: the beats that it is about.
        """
        counted = el("span", count, data_was=was) if count else None
        head = el("h3", f"{title} " if count else title, counted, self.mark(part))
        cls = "rt-track is-marked" if self.marked(part) else "rt-track"
        return el("div", head, *body, cls=cls, data_beat=beat)

    def who(self, seat: int) -> str:
        """Return what a player is called; one who plays alone is "you"."""
        named = seat < len(self.look.names) and self.look.names[seat]
        return "you" if self.view.options.seats == 1 and not named else player_name(seat, self.look.names)


def step_number(view: RisingView) -> int:
    """The step of the turn from 1 on, or 0 before the first turn."""
    part = view.step.removeprefix("turn.")[:1]
    return int(part) if view.turn and part.isdigit() else (1 if view.turn else 0)


def step_name(words: Words, number: int) -> str:
    """What a step of the turn is called."""
    steps = words.of.steps
    return steps[min(max(number, 1), len(steps)) - 1]


def rail(scene: Scene) -> Html:
    """The steps of the turn. It informs; it is no menu."""
    view, now = scene.view, step_number(scene.view)
    where = "setup" if not view.turn else f"turn {view.turn}"
    if now == 3 and view.roll.n:
        where = f"roll {view.roll.n} · {where}"
    return steps_rail(scene.words.of.steps, now - 1, where)


def title(words: Words, view: RisingView) -> str:
    """The position in one line."""
    name = words.book.spec.title
    if view.result:
        return f"{name}, {'won' if view.result == 'win' else 'lost'} in turn {view.turn}"
    if not view.turn:
        return f"{name}, setup"
    return (
        f"{name}, turn {view.turn}, {words.team(view.teams[view.active].card)}, {step_name(words, step_number(view))}"
    )
