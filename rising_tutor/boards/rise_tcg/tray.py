"""The tray of a table of Rise TCG: the chain, who is asked, what can be chosen and what it costs, what cannot."""

from collections.abc import Sequence
from typing import Any, Final

from rising_tutor.boards.choices import DO, NUMBERED, almost_button, choice_button, reason, undo_button
from rising_tutor.boards.plain import refusal_card
from rising_tutor.boards.ports import Attempt
from rising_tutor.boards.rise_tcg import ways
from rising_tutor.boards.rise_tcg.chain import chain, if_nobody, order
from rising_tutor.boards.rise_tcg.decision import decision
from rising_tutor.boards.rise_tcg.reader import readers
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.tries import not_now
from rising_tutor.core.english import capital
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, panel_head

_ALMOST: Final = 1
"""So many of the choices that are not possible now are buttons that explain themselves."""
_WHYS: Final = 4
"""So many reasons stand in the tray; Rules and the cards themselves have the others."""


def dock(scene: Scene) -> Html:
    """Chain, tray, refusal and the reader of cards; stuck to the lower edge where the page is narrow."""
    return el(
        "div",
        chain(scene),
        tray(scene),
        refusal(scene),
        readers(scene),
        cls="rt-dock" if scene.look.live else "rt-dock rt-dock--still",
    )


def tray(scene: Scene) -> Html:
    """What can be chosen now."""
    look = scene.look
    return el(
        "section",
        panel_head(_head(scene), undo_button(look)),
        order(scene),
        _question(scene),
        None if scene.view.chain else if_nobody(scene),
        _options(scene),
        el("p", look.hint, cls="rt-hint", role="status") if look.hint else None,
        cls="rt-tray rt-tray--cards",
        aria_label="Choices",
        data_near=True,
        data_focus_next=True,
        tabindex="-1",
    )


def _head(scene: Scene) -> str:
    look = scene.look
    if scene.view.reason:
        return "The game is over"
    if look.actions:
        return "Do you answer?" if scene.view.chain and scene.answering else "Your choice"
    if look.live:
        return "One moment"
    asked = scene.asked
    return "Chance decides" if asked is None else f"{capital(scene.called(asked))} is to choose"


def _question(scene: Scene) -> Child:
    if not scene.look.actions:
        return None
    text = decision(scene)
    return el("p", text.question, " ", cite(text.rule) if text.rule else None, cls="rt-question") if text else None


def _options(scene: Scene) -> Child:
    look = scene.look
    if not look.live or not look.actions:
        return None
    found = ways.shown_order(ways.ways(scene))
    main = [way for way in found if way.main]
    rest = [way for way in found if not way.main]
    shown = [
        choice_button(
            way.number, way.label, way.does, ways.cost(scene, way.action), key=str(at) if at <= NUMBERED else ""
        )
        for at, way in enumerate(rest, 1)
    ]
    buttons = [
        button(
            way.label,
            "act",
            str(way.number),
            cls="rt-btn--main rt-btn--wide",
            hot="n",
            data_hot_near=True,
            data_fits=True,
        )
        for way in main
    ]
    missed = not_now(scene)
    group = el(
        "div",
        shown,
        [_almost(scene, attempt) for attempt in missed[:_ALMOST]],
        cls="rt-ways",
        role="group",
        aria_label="Possible now",
        data_rove=True,
        data_key="options",
    )
    return [group if shown or missed else None, _whys(scene, missed[_ALMOST:]), buttons]


def _almost(scene: Scene, attempt: Attempt) -> Html:
    """What is almost possible, with what is missing; it can be pressed."""
    refused = scene.game.check(scene.state, attempt.action)
    return almost_button(attempt.what, place_of(scene, attempt.action), refused, ways.cost(scene, attempt.action))


def place_of(scene: Scene, action: Any) -> str:
    """The name of the place whose press tries an action, legal or not."""
    return f"{DO}{scene.game.write(scene.state, action)}"


def _whys(scene: Scene, missed: Sequence[Attempt]) -> Html | None:
    """What else a person may want, and the rule against it."""
    rows: list[Child] = []
    for attempt in missed[:_WHYS]:
        refused = scene.game.check(scene.state, attempt.action)
        if refused is not None:
            rows.append(reason(attempt.what, refused.why, refused.rule))
    return el("ul", rows, cls="rt-whys", aria_label="Not possible now") if rows else None


def refusal(scene: Scene) -> Html:
    """Why the last try was refused: the rule, and the nearest choice."""
    look = scene.look
    title = f"Not possible: {ways.word(scene, look.attempt)}" if look.refusal is not None else ""
    return refusal_card(look, title, lambda action: ways.word(scene, action))
