"""One picture of a Rising table: what is seen, what the page knows, and where the turn stands."""

from rising_tutor.boards.ports import Look
from rising_tutor.boards.rising.beats import Landings
from rising_tutor.boards.rising.hand import Hand
from rising_tutor.boards.rising.words import Words
from rising_tutor.games.rising.view import RisingView
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.render.symbols import use

MARKED = "look here"


class Scene:
    """One picture: the view, what the page knows, and what the player's hand makes of it."""

    def __init__(self, words: Words, view: RisingView, look: Look) -> None:
        self.words = words
        self.view = view
        self.look = look
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

    def is_open(self, part: str) -> bool:
        """Whether a part of the table is unfolded; where nobody can press, as in a picture, it stays in short."""
        return part in self.look.open

    def opener(self, part: str, words: Child, *, opened: bool) -> Html:
        """The button that unfolds a part of the table, and folds it again."""
        expanded = "true" if opened else "false"
        return button([use("i-next"), el("span", words)], "unfold", part, cls="rt-opener", aria_expanded=expanded)

    def marked(self, what: str) -> bool:
        return what in self.look.marks

    def mark(self, what: str) -> Html | None:
        return el("span", use("i-goal"), MARKED, cls="rt-tag rt-tag--mark") if self.marked(what) else None

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
        names = self.look.names
        if seat < len(names) and names[seat]:
            return names[seat]
        return "you" if self.view.options.seats == 1 else f"Player {seat + 1}"


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
    rows = []
    for number, name in enumerate(scene.words.of.steps, 1):
        done, current = bool(now) and number < now, number == now
        rows.append(
            el(
                "li",
                el("i", use("i-check") if done else number),
                el("span", name, el("span", " (done)", cls="rt-sr") if done else None),
                el("small", where) if current else None,
                cls="done" if done else ("cur" if current else "todo"),
                aria_current="step" if current else None,
            )
        )
    return el("ol", rows, cls="rt-rail", tabindex="0", aria_label="Steps of the turn")


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
