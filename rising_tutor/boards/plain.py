r"""The board of a game that nobody has drawn: what its view shows as a list, and what can be done as buttons.

Everything comes from the protocol of a game, so a new game can be played, replayed and taught before it has a picture,
and pages cannot come to rely on what one family draws. What the view does not show is not here.

>>> print("\n".join(plain_list({"turn": 1, "seats": [{"dice": 3}]})))
turn: 1
seats:
  1
    dice: 3
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rising_tutor.boards.decision import ActionText, DecisionText, turn_words
from rising_tutor.boards.ports import Attempt, Hint, Look, Meaning, Said, SeenMove, SetupRules, Side
from rising_tutor.core.english import capital
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.people import player_name
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, panel_head
from rising_tutor.render.symbols import use


class PlainBoard:
    """Draws any game; see `ports.Board`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def origin_note(self) -> Html:
        """Nothing: no card is drawn here."""
        return EMPTY

    def sides(self) -> tuple[Side, ...]:
        return ()

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """None: its choices are buttons."""
        return ()

    @property
    def setup_rules(self) -> SetupRules:
        """No rule is known for the form of a new game."""
        return SetupRules("", "", "")

    def text(self, view: Any) -> str:
        return "\n".join(plain_list(msgspec.to_builtins(view)))

    def parts(self, view: Any, look: Look) -> Mapping[str, Html]:
        place = self.game.place(self._state(view))
        tried = f"Not possible now: {self.word(view, look.attempt)}" if look.refusal is not None else ""
        refused = refusal_card(look, tried, lambda action: self.word(view, action))
        head = el("h2", "The table", id=f"{look.id}-table")
        return {
            "rail": el("p", capital(str(place)), cls="rt-plain__place"),
            "table": el("section", head, _listed(msgspec.to_builtins(view)), cls="rt-panel rt-plain", data_at=look.at),
            "dock": el("div", self._tray(view, look), refused, cls="rt-dock"),
            "coach": EMPTY,
        }

    def title(self, view: Any) -> str:
        return f"{self.game.info.title}, {self.game.place(self._state(view))}"

    def word(self, view: Any, action: Any) -> str:
        return self.game.write(self._state(view), action)

    def decision(self, view: Any, look: Look) -> DecisionText | None:
        state = self._state(view)
        node, place = self.game.node(state), self.game.place(state)
        if not isinstance(node, Decision):
            return None

        def called(seat: int) -> str:
            return "you" if look.live and seat == getattr(view, "viewer", None) else player_name(seat, look.names)

        turn = turn_words(place.name, called(place.seat) if place.seat is not None else "", place.within)
        actions = tuple(ActionText(n, action, self.word(view, action)) for n, action in enumerate(look.actions))
        return DecisionText(called(node.seat), turn, str(place.last), "Choose one.", "", actions)

    def gesture(self, view: Any, look: Look, place: str) -> Meaning:  # noqa: ARG002  # nothing can be pressed
        """Nothing on the table can be pressed."""
        return Hint("Choose one of the buttons.")

    def control(self, view: Any, look: Look, name: str) -> Meaning:  # noqa: ARG002  # there are no controls
        """There is nothing but the choices."""
        return Hint("Choose one of the buttons.")

    def tries(self, view: Any) -> tuple[Attempt, ...]:  # noqa: ARG002  # legal actions are all that it knows
        """Nothing beyond what is legal is known."""
        return ()

    def story(self, said: Sequence[Said], turn: int) -> Html:
        lines = [el("li", el("span", one.text), cite(one.rule, one.status)) for one in said]
        return el("ul", lines, data_key=f"story:{turn}") if lines else el("p", "Nothing yet.", cls="rt-muted")

    def summary(self, view: Any) -> str:
        text = str(self.game.place(self._state(view)))
        return f"{capital(text)}."

    def turn_end(self, turn: Sequence[SeenMove]) -> tuple[str, ...]:  # noqa: ARG002  # nothing is known of its turns
        """Nothing: what a turn is about is known to a board of its own."""
        return ()

    def fates(self, events: Sequence[Event]) -> tuple[tuple[str, tuple[str, ...]], ...]:  # noqa: ARG002  # no cards
        """Nothing: nobody knows which of its events are about whom."""
        return ()

    def seated(self, view: Any) -> str:  # noqa: ARG002  # there are no Teams
        """There are no Teams."""
        return ""

    def lands(self, event: Event) -> tuple[str, ...] | None:  # noqa: ARG002  # nobody is known as the enemy
        """Nobody is known as the enemy; what other seats do is told all the same."""
        return None

    def remembers(self, event: Event) -> bool:  # noqa: ARG002  # a list of what is there
        """Nothing: the list shows what is there."""
        return False

    def _state(self, view: Any) -> Any:
        """A state that fits the view: what is asked of it here is the same in every such state."""
        return self.game.imagine(view, Random(0))

    def _tray(self, view: Any, look: Look) -> Html:
        if not look.live:
            return EMPTY
        choices = [el("li", button(self.word(view, action), "act", str(n))) for n, action in enumerate(look.actions)]
        undo = button([use("i-undo"), "Undo"], "undo", cls="rt-btn--quiet", key="undo") if look.back else None
        over = isinstance(self.game.node(self._state(view)), Terminal)
        body = el("ul", choices, cls="rt-plain__acts") if choices else el("p", "Nothing to choose.", cls="rt-muted")
        return el(
            "section",
            panel_head("Your choice" if choices else "The game is over" if over else "One moment", undo),
            body,
            el("p", look.hint, cls="rt-hint", role="status") if look.hint else None,
            cls="rt-tray",
            aria_label="Choices",
            data_focus_next=True,
            tabindex="-1",
        )


def refusal_card(look: Look, title: str, word: Callable[[Any], str], facts: Child = None) -> Html:
    """Why the last try was refused: the title, facts, the reason with its rule, and the nearest legal action.

    Args:
        word: an action as the words of a button.
    """
    refused = look.refusal
    if refused is None or look.told:
        return el("div", role="alert", cls="rt-quiet")
    nearest = None
    if refused.nearest is not None and refused.nearest in look.actions:
        nearest = button(f"Nearest: {word(refused.nearest)}", "nearest")
    close = button(use("i-close"), "close", cls="rt-btn--quiet rt-btn--icon", hot="Escape", aria_label="Close")
    why = el("p", refused.why, " ", cite(refused.rule))
    shown = el("section", el("h3", use("i-no"), title, close), facts, why, nearest, cls="rt-refuse")
    return el("div", shown, role="alert")


def plain_list(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Fields and values, line by line."""
    for name, item in value.items():
        if isinstance(item, dict):
            yield f"{indent}{name}:"
            yield from plain_list(item, indent + "  ")
        elif _has_parts(item):
            yield f"{indent}{name}:"
            for number, part in enumerate(item, 1):
                yield f"{indent}  {number}"
                yield from plain_list(part if isinstance(part, dict) else {"": part}, indent + "    ")
        else:
            yield f"{indent}{name}: {_shown(item)}"


def _listed(value: Mapping[str, Any]) -> Html:
    """The same as a list of terms."""
    rows: list[Child] = []
    for name, item in value.items():
        inside: Child
        if isinstance(item, dict):
            inside = _listed(item)
        elif _has_parts(item):
            inside = el("ol", [el("li", _listed(part) if isinstance(part, dict) else _shown(part)) for part in item])
        else:
            inside = _shown(item)
        rows.append([el("dt", name.replace("_", " ")), el("dd", inside)])
    return el("dl", rows)


def _has_parts(item: Any) -> bool:
    return isinstance(item, (list, tuple)) and any(isinstance(part, dict) for part in item)


def _shown(item: Any) -> str:
    return " ".join(_shown(part) for part in item) if isinstance(item, (list, tuple)) else str(item)
