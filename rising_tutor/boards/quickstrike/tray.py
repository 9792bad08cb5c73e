"""The tray of a QuickStrike table: the card that is decided about, what can be chosen and what it costs, what cannot.

A choice that is almost there stays a button that can be focused and pressed: then the rules say what is missing.
"""

from typing import Any, Final

from rising_tutor.boards.card_reader import FORCE, SHIELD, value
from rising_tutor.boards.choices import DO, NUMBERED, almost_button, choice_button, reason, undo_button
from rising_tutor.boards.plain import refusal_card
from rising_tutor.boards.ports import Attempt
from rising_tutor.boards.quickstrike import ways
from rising_tutor.boards.quickstrike.decision import decision
from rising_tutor.boards.quickstrike.mat import next_energies
from rising_tutor.boards.quickstrike.reader import readers
from rising_tutor.boards.quickstrike.scene import Scene
from rising_tutor.boards.quickstrike.signs import cost, energy
from rising_tutor.boards.quickstrike.tries import not_now
from rising_tutor.boards.quickstrike.ways import Way
from rising_tutor.core.english import capital
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike.standing import stops
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.games.quickstrike.words import zone_name
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, panel_head
from rising_tutor.render.symbols import use
from rising_tutor.render.tables import row, table

_MOST_ROWS: Final = 3
MINUS: Final = "\u2212"


def dock(scene: Scene) -> Html:
    """Tray, refusal and the reader of cards; stuck to the lower edge where the page is narrow."""
    return el(
        "div",
        tray(scene),
        refusal(scene),
        readers(scene),
        cls="rt-dock" if scene.look.live else "rt-dock rt-dock--still",
    )


def tray(scene: Scene) -> Html:
    """What can be chosen now."""
    view, look = scene.view, scene.look
    card = scene.flipped()
    tag = None
    if card is not None:
        tag = "before a flip" if scene.here == FRONT else f"{zone_name(view.zone)}, {view.zone + 1} of 3"
    return el(
        "section",
        panel_head(_head(scene), el("span", tag, cls="rt-tag") if tag else None, undo_button(look)),
        _equation(scene),
        _question(scene),
        _options(scene),
        _plan(scene),
        el("p", look.hint, cls="rt-hint", role="status") if look.hint else None,
        cls="rt-tray rt-tray--cards",
        aria_label="Choices",
        data_near=True,
        data_focus_next=True,
        tabindex="-1",
    )


def _head(scene: Scene) -> str:
    card, look = scene.flipped(), scene.look
    if scene.view.reason:
        return "The game is over"
    if card is not None:
        whose = capital(scene.whose(scene.view.defender))
        return f"{whose} move: {card.name}" if scene.here == FRONT else f"{whose} flip: {card.name}"
    if look.actions:
        return "Your choice"
    if look.live:
        return "One moment"
    asked = scene.asked
    return "A card is turned over" if asked is None else f"{capital(scene.called(asked))} is to choose"


def _equation(scene: Scene) -> Html | None:
    """The intercept of the card against the force that is coming."""
    card = scene.flipped()
    if card is None or card.type != "strike":
        return None
    have, need = scene.intercept(), scene.force
    changed = have - card.intercept
    sign = "+" if changed > 0 else MINUS
    total = f"{card.intercept} {sign} {abs(changed)}" if changed else str(card.intercept)
    missing = need - have + (scene.view.options.sufficient_intercept == "higher")
    good = stops(scene.run, have)
    verdict = (
        el("span", "enough", cls="rt-tag rt-tag--good")
        if good
        else el("span", use("i-no"), f"{missing} missing", cls="rt-tag rt-tag--threat")
    )
    return el(
        "p",
        value(SHIELD, have, card.intercept),
        el("span", "intercept ", cls="rt-sr"),
        el("b", total),
        " against ",
        value(FORCE, need),
        el("span", f"force {need}, ", cls="rt-sr"),
        verdict,
        cls="rt-eq",
    )


def _question(scene: Scene) -> Child:
    if scene.flipped() is not None or not scene.look.actions:
        return None
    text = decision(scene)
    return el("p", text.question, " ", cite(text.rule) if text.rule else None, cls="rt-question") if text else None


# Choices --------------------------------------------------------------------------------------------------------------


def _options(scene: Scene) -> Child:
    look = scene.look
    if not look.live or not look.actions:
        return None
    found = ways.shown_order(ways.ways(scene))
    wide = [way for way in found if not isinstance(way.action, (do.Focus, do.Discard))]
    half = [way for way in found if way not in wide]
    hot = {way.number: str(at) for at, way in enumerate((*wide, *half), 1) if at <= NUMBERED}
    missed = not_now(scene)
    # What the card itself could do is a button; the rest is told.
    almost = [one for one in missed if isinstance(one.action, (do.CounterAttack, do.Play))]
    rest = tuple(one for one in missed if one not in almost)
    return [
        el(
            "div",
            [_option(way, hot.get(way.number, "")) for way in wide],
            el("div", [_option(way, hot.get(way.number, "")) for way in half], cls="rt-half") if half else None,
            [_not_yet(scene, attempt) for attempt in almost],
            cls="rt-ways",
            role="group",
            aria_label="Possible now",
            data_rove=True,
            data_key="options",
        ),
        _whys(scene, rest),
    ]


def _option(way: Way, hot: str) -> Html:
    """A choice: what it is, what comes of it, what it costs."""
    more = el("span", way.instead, ". ", cls="rt-way__does") if way.instead else None
    price = cost(way.cost) if way.cost is not None else None
    return choice_button(way.number, way.under, way.does, price, key=way.hot or hot, more=more)


def place_of(scene: Scene, action: Any) -> str:
    """The name of the place whose press tries an action, legal or not."""
    return f"{DO}{scene.game.write(scene.state, action)}"


def _not_yet(scene: Scene, attempt: Attempt) -> Html:
    """What is almost possible, with what is missing."""
    refused = scene.game.check(scene.state, attempt.action)
    need = ways.need_of(scene, attempt.action)
    return almost_button(attempt.what, place_of(scene, attempt.action), refused, cost(need))


def _whys(scene: Scene, missed: tuple[Attempt, ...]) -> Html | None:
    """What else a person may want, and the rule against it."""
    rows: list[Child] = []
    for attempt in missed:
        refused = scene.game.check(scene.state, attempt.action)
        if refused is not None:
            rows.append(reason(attempt.what, refused.why, refused.rule))
    if scene.deciding:
        rows.append(reason("Pass", "a flipped card must be answered", "QS-524"))
    return el("ul", rows, cls="rt-whys", aria_label="Not possible now") if rows else None


def _plan(scene: Scene) -> Child:
    """What each way to pay leaves, before it is paid."""
    look = scene.look
    if not look.live or not look.actions:
        return None
    paid = [way for way in ways.shown_order(ways.ways(scene)) if way.cost is not None and any(way.cost)]
    have = scene.view.mats[scene.view.defender].energies
    if not paid:
        return el("p", next_energies(scene) or "", cls="rt-small rt-muted") if scene.deciding else None
    zones = [(energy(zone, colour[:1].upper()), el("span", colour, cls="rt-sr")) for zone, colour in enumerate(COLOURS)]
    rows = [row("you have", *have)]
    for way in paid[:_MOST_ROWS]:
        assert way.cost is not None
        left = [n - less for n, less in zip(have, way.cost, strict=True)]
        rows.append(row(f"after {way.under}", *left, cls="sum"))
    instead = any(way.instead for way in paid)
    return [
        table(("Energies", *zones), rows, caption="What you have and what a choice leaves", numbers=1, cls="rt-plan"),
        el(
            "p",
            "A missing green is paid with yellow or red, a missing yellow with red, a red with nothing. ",
            cite("QS-603"),
            " ",
            cite("QS-605"),
            cls="rt-small rt-muted",
        )
        if instead
        else None,
    ]


# Refusal --------------------------------------------------------------------------------------------------------------


def refusal(scene: Scene) -> Html:
    """Why the last try was refused: what it needs, what is there, the rule, the nearest choice."""
    attempt = scene.look.attempt
    if scene.look.refusal is None:
        return refusal_card(scene.look, "", lambda action: ways.word(scene, action))
    title = f"Not possible: {ways.short(scene, attempt)}"
    facts: Child = None
    card = scene.flipped()
    if isinstance(attempt, (do.CounterAttack, do.Signature)) and card is not None and card.type == "strike":
        have, need = scene.intercept(), scene.force
        if not stops(scene.run, have):
            title = f"{card.name} does not stop force {need}"
            facts = _facts(f"intercept {need}", str(have))
    if facts is None and hasattr(attempt, "pay"):
        needed = ways.need_of(scene, attempt)
        if any(needed):
            facts = _facts(cost(needed), cost(scene.view.mats[scene.view.defender].energies))
    return refusal_card(scene.look, title, lambda action: ways.word(scene, action), facts)


def _facts(needs: Child, has: Child) -> Html:
    return el("dl", el("dt", "needs"), el("dd", needs), el("dt", "has"), el("dd", has))
