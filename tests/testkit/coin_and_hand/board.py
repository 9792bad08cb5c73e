"""The table of Coin and Hand: cards of the hand, what lies on the table, points; and the points to be plotted."""

from collections.abc import Mapping, Sequence
from typing import Any

from rising_tutor.boards.plain import PlainBoard
from rising_tutor.boards.ports import Attempt, Look
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.render.charts import Chart, Curve
from rising_tutor.render.html import Html, el
from tests.testkit.coin_and_hand import ACTIONS, ASKED, KINDS, Lay, Seen, words

QUESTIONS = {
    "lay": "Lay a card face down, or rest.",
    "answer": "Call the card, or let it be?",
    "prize": "The card was called. Take a point or a card.",
}


def board(game: AnyGame) -> "CoinBoard":
    """The board."""
    return CoinBoard(game)


def series(game: AnyGame) -> "CoinSeries":
    """What can be plotted."""
    return CoinSeries()


class CoinBoard(PlainBoard):
    """A table of sentences."""

    def text(self, view: Seen) -> str:
        return "\n".join(f"{name}: {said}" for name, said in self.lines(view))

    def lines(self, view: Seen) -> list[tuple[str, str]]:
        """What lies where, in words."""
        lines = [("Deck", f"{view.n_deck} cards")]
        for seat, n in enumerate(view.n_cards):
            mine = [KINDS[card] for card, held in enumerate(view.hands[seat]) for _ in range(held)]
            hand = ", ".join(mine) if mine else f"{n} card{'' if n == 1 else 's'}"
            lines.append((f"Seat {seat + 1}", f"{view.points[seat]} of {view.target} points; hand: {hand}"))
        if view.face_down or view.laid is not None:
            lies = "a card face down" if view.laid is None else f"a {KINDS[view.laid]}"
            lines.append(("On the table", lies + (", face down" if view.face_down and view.laid is not None else "")))
        gone = [f"{n} {KINDS[card]}" for card, n in enumerate(view.discards) if n]
        lines.append(("Discarded", ", ".join(gone) or "nothing"))
        return lines

    def parts(self, view: Seen, look: Look) -> Mapping[str, Html]:
        rows = [[el("dt", name), el("dd", said)] for name, said in self.lines(view)]
        head = el("h2", "The table", id=f"{look.id}-table")
        return {
            **super().parts(view, look),
            "table": el("section", head, el("dl", rows), cls="rt-panel rt-plain", data_at=look.at),
        }

    def word(self, view: Seen, action: Any) -> str:
        said = words(action)
        return said[:1].upper() + said[1:]

    def tries(self, view: Seen) -> tuple[Attempt, ...]:
        waits = view.agenda[-1].do if view.agenda else ""
        return tuple(
            Attempt(self.word(view, action), "", action)
            for action in ACTIONS
            if isinstance(action, Lay) or action.what in ASKED.get(waits, ())
        )


class CoinSeries:
    """Points by seat."""

    def charts(self, views: Sequence[Seen]) -> tuple[Chart, ...]:
        curves = tuple(
            Curve(f"Seat {seat + 1}", tone, dash, tuple(view.points[seat] for view in views))
            for seat, (tone, dash) in enumerate((("accent", "solid"), ("threat", "dash")))
        )
        return (Chart("points", "Points", "points", curves, views[-1].target),) if views else ()

    def moves_dice(self, events: Sequence[Event]) -> bool:
        return False

    def turns_cards(self, events: Sequence[Event]) -> bool:
        return any(getattr(event, "what", "") in ("draws", "reveals") for event in events)
