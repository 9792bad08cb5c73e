"""One side of a QuickStrike table: three zones with ally, flip space, energies, charge; advantages, points, piles."""

from typing import Final

from rising_tutor.boards.quickstrike import places
from rising_tutor.boards.quickstrike.cards import on_table
from rising_tutor.boards.quickstrike.scene import TO_WIN, Scene
from rising_tutor.boards.quickstrike.signs import energy, pile, points
from rising_tutor.core.english import capital, counted
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike.book import Card
from rising_tutor.games.quickstrike.handlers import at_mat
from rising_tutor.games.quickstrike.standing import Values, sidebar, values
from rising_tutor.games.quickstrike.state import FRONT, RED
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite
from rising_tutor.render.symbols import use

_CARRIERS: Final = ("Chamber", "deck", "discard")  # QS-105
_TOPS: Final = 3
"""So many cards of a discard pile are named on the mat; the others in its reader."""


def mat(scene: Scene, seat: int) -> Html:
    """A seat's side; its name above it, or below it for the near side."""
    near = seat == scene.near
    zones = el("div", [zone_of(scene, seat, zone) for zone in range(RED + 1)], cls="rt-zones")
    head = who(scene, seat)
    return el(
        "section",
        (front(scene, seat), zones, head) if near else (head, zones, front(scene, seat)),
        cls="rt-mat rt-mat--near" if near else "rt-mat",
        aria_label=f"{capital(scene.whose(seat))} side",
        data_rove=True,
        data_key=f"mat:{seat}",
    )


def who(scene: Scene, seat: int) -> Html:
    """Whose side it is, points, advantages in play."""
    mat_, view = scene.view.mats[seat], scene.view
    called = scene.called(seat)
    role = "defends" if view.attack and seat == view.defender else "attacks" if view.attack else ""
    name = scene.character(seat)
    n = mat_.points
    return el(
        "div",
        el("h2", name),
        el("span", called, cls="rt-tag rt-tag--you" if called == "you" else "rt-tag"),
        el("span", role, cls="rt-tag") if role else None,
        el(
            "span",
            points(n, TO_WIN),
            el("b", n),
            f" of {TO_WIN} points",
            cls="rt-fact",
            data_beat=scene.beat(places.at("points", seat)),
        ),
        scene.mark(places.at("points", seat), "points"),
        _advantages(scene, seat),
        cls="rt-who",
    )


def _advantages(scene: Scene, seat: int) -> Html:
    """The advantages in play, beside the name (QS-301)."""
    run, mat_ = scene.run, scene.view.mats[seat]
    beat = scene.beat(places.at("advantages", seat))
    if not mat_.advantages:
        return el("span", "no advantage in play", cls="rt-adv rt-adv--none", data_beat=beat)
    shown: list[Child] = []
    for place, laid in enumerate(mat_.advantages):
        card = run.card(seat, laid.card)
        part = places.opener(places.advantage_number(seat, place))
        shown.append(
            scene.read_button(part, [use("t-advantage"), el("b", card.name)], f"{card.name}, advantage, read it")
        )
    return el("span", shown, cls="rt-advs", data_beat=beat, role="group", aria_label="Advantages in play")


def zone_of(scene: Scene, seat: int, zone: int) -> Html:
    """A zone: what lies in it, and what happens there."""
    view, mat_ = scene.view, scene.view.mats[seat]
    defends = bool(view.attack) and seat == view.defender
    hit = defends and zone == view.zone and view.phase not in ("counterattack", "scoring")
    lost = defends and view.zone > zone and view.phase in ("flip", "scoring")
    from_here = bool(view.attack) and seat != view.defender and view.attack_zone == zone
    n, charged = mat_.energies[zone], mat_.charged[zone]
    tag, said = "", ""
    if hit:
        tag, said = "faced", f"force {scene.force} here"
    elif lost:
        said = "lost"
    elif from_here:
        tag, said = "threat", "attacks"
    colour = COLOURS[zone]
    label = ", ".join(
        part
        for part in (
            f"{capital(scene.whose(seat))} {colour} zone",
            counted(n, "energy"),
            "charged" if charged else "not charged",
            said,
        )
        if part
    )
    names = (places.at("zone", seat, zone), places.at("energies", seat, zone), colour)
    state = "is-hit" if hit else "is-lost" if lost else ""
    return el(
        "section",
        el(
            "div",
            energy(zone, COLOURS[zone][:1].upper()),
            el("h3", colour.capitalize()),
            pile(zone, n),
            _choose(scene, seat, zone),
            scene.mark(*names),
            el("span", said, cls=f"rt-tag rt-tag--{tag}" if tag else "rt-tag") if said else None,
            cls="rt-zone__head",
        ),
        el("div", _ally(scene, seat, zone), _flip(scene, seat, zone), _carrier(scene, seat, zone), cls="rt-spaces"),
        cls=" ".join(part for part in ("rt-zone", state, "is-marked" if scene.marked(*names) else "") if part),
        aria_label=label,
        data_beat=scene.beat(places.at("zone", seat, zone)),
    )


def _choose(scene: Scene, seat: int, zone: int) -> Html | None:
    """A button in the zone where naming it is a choice that a card asks for."""
    option = do.Choose(at_mat(seat, zone))
    if not scene.look.live or option not in scene.look.actions:
        return None
    number = str(scene.look.actions.index(option))
    return button("choose", "act", number, cls="rt-btn--small rt-btn--fits", key=f"zone:{seat}:{zone}", data_fits=True)


def _ally(scene: Scene, seat: int, zone: int) -> Html:
    ally = scene.view.mats[seat].allies[zone]
    if ally is None:
        return el("div", "no ally", cls="rt-space")
    card = scene.run.ally(ally)
    owner = f", owned by Player {ally.owner + 1}" if ally.owner != seat else ""
    used = el("span", "power used", cls="rt-tc__mod") if ally.used else None
    return on_table(
        scene,
        card,
        places.opener(places.ally_number(seat, zone)),
        "s",
        cost=card.cost,
        where=f"ally in {scene.whose(seat)} {COLOURS[zone]} zone{owner}",
        below=used,
        data_beat=scene.beat(places.at("ally", seat, zone)),
        data_off=scene.lands_in(places.at("ally", seat, zone)),
    )


def _flip(scene: Scene, seat: int, zone: int) -> Html:
    card = scene.run.lies(seat, zone)
    if card is None:
        return el("div", "flip space", cls="rt-space rt-space--flip")
    view = scene.view
    asked = scene.deciding and seat == view.defender and zone == view.zone
    attacks = bool(view.attack) and seat != view.defender and zone == view.attack_zone
    now = values(scene.run, seat, zone) if card.type == "strike" else None
    does = ", attacks" if attacks else ", flipped just now" if asked else ""
    refused = asked and scene.look.refusal is not None
    more = "is-refused" if refused else "is-asked" if asked else "is-side" if attacks else ""
    return on_table(
        scene,
        card,
        places.opener(places.flip_number(seat, zone)),
        "m" if seat == scene.near else "s",
        cost=sidebar(scene.run, seat, card),
        now=now,
        where=f"in {scene.whose(seat)} {COLOURS[zone]} zone{does}",
        more=more,
        below=_changes(card, now),
        data_first=asked or None,
        data_beat=scene.beat(places.at("flip", seat, zone)),
        data_off=scene.lands_in(places.at("flip", seat, zone)),
    )


def _changes(card: Card, now: Values | None) -> Html | None:
    """What was added to the printed values, as a sum."""
    if now is None:
        return None
    parts = [
        f"{word} {printed} {change:+d}"
        for word, printed, change in (
            ("intercept", card.intercept, now.intercept - card.intercept),
            ("force", card.force, now.force - card.force),
        )
        if change
    ]
    return el("span", ", ".join(parts), cls="rt-tc__mod") if parts else None


def _carrier(scene: Scene, seat: int, zone: int) -> Html:
    """What carries the charge: the Chamber in green, the deck in yellow, the discard pile in red (QS-105)."""
    mat_, charged = scene.view.mats[seat], scene.view.mats[seat].charged[zone]
    what = _CARRIERS[zone]
    whose = capital(scene.whose(seat))
    if zone == 0:
        move = scene.run.move(seat, mat_.side)
        part, shown = places.opener(places.chamber_number(seat)), use("t-chamber")
        label = f"{whose} Chamber, signature move {move.name}"
    else:
        n = mat_.n_deck if zone == 1 else len(mat_.discard)
        part, shown = f"{what}:{seat}", el("span", n)
        top = f", {scene.run.card_name(seat, mat_.discard[-1])} on top" if zone == RED and mat_.discard else ""
        label = f"{whose} {what}{' pile' if zone == RED else ''}, {counted(n, 'card')}{top}"
    sideways = "sideways: the zone is charged" if charged else "upright: the zone is not charged"
    name = places.at(what.lower(), seat)
    return el(
        "button",
        el("i", shown),
        el("span", what),
        el("em", "charged") if charged else None,
        cls="rt-carrier is-charged" if charged else "rt-carrier",
        type="button",
        aria_label=f"{label}, {sideways}",
        aria_expanded="true" if scene.opened(part) else "false",
        data_do="unfold",
        data_arg=part,
        data_key=f"unfold:{part}",
        data_item=True,
        tabindex="-1",
        data_beat=scene.beat(name),
    )


def front(scene: Scene, seat: int) -> Html | None:
    """The signature move in front of the mat, where it attacks or may be played (QS-711)."""
    card = scene.run.lies(seat, FRONT)
    if card is None:
        return None
    now = values(scene.run, seat, FRONT)
    attacks = bool(scene.view.attack) and seat != scene.view.defender and scene.view.attack_zone == FRONT
    shown = on_table(
        scene,
        card,
        places.opener(places.flip_number(seat, FRONT)),
        "s",
        cost=sidebar(scene.run, seat, card),
        now=now,
        state="" if attacks else "ready",
        where=f"{'attacks, ' if attacks else ''}in front of the zones",
        move=True,
        below=_changes(card, now),
    )
    return el("div", shown, cls="rt-front")


def top_cards(scene: Scene, seat: int) -> str:
    """The cards on top of a discard pile, the first one next to become an energy (QS-409)."""
    names = [scene.run.card_name(seat, kind) for kind in reversed(scene.view.mats[seat].discard[-_TOPS:])]
    return ", ".join(names)


def next_energies(scene: Scene) -> Child:
    """Which cards become energies first: they come from the top of the discard pile."""
    names = top_cards(scene, scene.near)
    if not names:
        return None
    return el("p", "Next energies, from the top of your discard pile: ", names, ". ", cite("QS-409"))
