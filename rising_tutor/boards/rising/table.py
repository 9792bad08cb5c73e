"""The table of a Rising game as HTML: the ring of locations around the figure, then the Teams."""

from math import cos, radians, sin

from rising_tutor.boards.rising.cards import card, pips, slots
from rising_tutor.boards.rising.enemy import carriers, ceiling, enemy_dice, goal, place
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.teams import other_team, own_team
from rising_tutor.boards.rising.tracks import balance, decks, ruin
from rising_tutor.core.english import counted
from rising_tutor.games.rising.view import SpotView
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite
from rising_tutor.render.symbols import use

_ROWS = ("loc0", "loc1", "loc2", "team")
_SHORT = 8
"""Letters of a figure's name that leave room for another tag."""
_CENTRE = (-90.0, 30.0, 150.0)
"""Directions of the three locations on the screen, clockwise."""


def main(scene: Scene, note: Html) -> Html:
    """Ring, own Team, other Teams, and the sentence about the cards."""
    view = scene.view
    rows = " ".join(scene.id(row) for row in _ROWS)
    others = [other_team(scene, at, team) for at, team in enumerate(view.teams) if at != view.active]
    return el(
        "div",
        el("div", role="grid", aria_label="Board", aria_owns=rows, cls="rt-sr"),
        ring(scene),
        own_team(scene) if view.teams else None,
        others,
        note,
        cls="rt-main",
        data_at=scene.look.at,
        data_rove=True,
        data_key="board",
        data_near=True,
    )


def ring(scene: Scene) -> Html:
    """Three locations around the figure; clockwise on the screen is clockwise in the rules."""
    phase_2 = scene.view.phase == 2
    # They lie on the side that has room: where carriers lie at the locations, dice and goal fill the other one.
    carried = scene.view.carriers
    piles, apart = decks(scene), bool(carried) and all(one.location >= 0 for one in carried)
    return el(
        "div",
        el("h2", "Board", cls="rt-sr"),
        el("div", ruin(scene), enemy_dice(scene), goal(scene), None if apart else piles, cls="rt-side rt-side--ruin"),
        location(scene, 0),
        el("div", balance(scene), carriers(scene), piles if apart else None, cls="rt-side rt-side--balance"),
        hub(scene),
        el("div", location(scene, 2), location(scene, 1), cls="rt-ring__low"),
        cls=f"rt-ring{' rt-ring--2' if phase_2 else ''} rt-ring--at{scene.view.location + 1}",
        role="group",
        aria_label=f"Three locations around {scene.words.of.figure}",
    )


def location(scene: Scene, at: int) -> Html:
    """One location: its head, three places, its battle if there is one, and what takes the enemy's counters.

    As soon as there are battles, which lie below the places, a location out of reach folds to a line. Where the
    place to look at lies in another Team, below them all, so does each of them, and the own one is in short.
    """
    name = scene.words.location(at)
    view, here, faced = scene.view, at == scene.view.location, at == scene.view.facing
    spots = view.places[3 * at : 3 * at + 3]
    tags: list[Child] = [scene.mark(f"location {at + 1}")]
    go = scene.look.live and scene.hand.fits(f"loc:{at}")
    if faced and not (go and at == 0):  # the first location has no room for both; the arrow beside it says the same
        # Nor has any room for a long name beside another tag; the arrow says whose it is.
        figure = scene.words.of.figure
        short = (here and at == 0) or ((here or go or at == 0) and len(figure) > _SHORT)
        tags.append(el("span", "faces here" if short else f"{figure} faces here", cls="rt-tag rt-tag--faced"))
    if here:
        tags.append(el("span", use("i-pawn", cls="rt-g"), "your Team", cls="rt-tag rt-tag--you"))
    if view.location >= 0 and not here and not faced:
        tags.append(el("span", "out of reach", cls="rt-tag"))
    if go:
        words = ["Go here", el("span", f": {name}", cls="rt-sr")]
        tags.append(button(words, "press", f"loc:{at}", cls="rt-btn--fits", data_fits=True))
    opened = (here and not _elsewhere(scene)) or scene.opened(f"loc:{at}")
    cls = f"rt-loc rt-loc--{at + 1}{' is-here' if here else ''}{' is-faced' if faced else ''}"
    pointed = scene.marked(f"location {at + 1}") or any(scene.marked(spot.card) for spot in spots if spot is not None)
    cls += " is-line" if (any(view.battles) or _elsewhere(scene)) and not (here or opened or pointed) else ""
    cls += f"{' is-open' if opened else ''}{' is-marked' if scene.marked(f'location {at + 1}') else ''}"
    cells: list[Child] = [
        spot_card(scene, spot) if spot is not None else empty_place(name, at, number)
        for number, spot in enumerate(spots)
    ]
    battle = view.battles[at] if at < len(view.battles) else None
    return el(
        "section",
        el(
            "header",
            el("h3", name if here else _opener(scene, at, name, opened=opened)),
            el("span", tags, cls="rt-row rt-loc__tags"),
            cls="rt-loc__head",
        ),
        el(
            "div",
            cells,
            spot_card(scene, battle, wide=True) if battle is not None else None,
            place(scene, at),
            cls="rt-cards",
            role="row",
            id=scene.id(f"loc{at}"),
        ),
        cls=cls,
        aria_label=name,
        data_key=f"loc:{at}",
        data_beat=scene.landings.about(f"location:{at}", f"faces:{at}"),
        data_off=scene.landings.at(f"faces:{at}"),
        data_still=scene.landings.at(f"faced:{at}"),
    )


def _elsewhere(scene: Scene) -> bool:
    """Whether a card of another Team is pointed at."""
    view = scene.view
    others = [team for at, team in enumerate(view.teams) if at != view.active]
    return any(scene.marked(member.card) for team in others for member in team.row)


def _opener(scene: Scene, at: int, name: str, *, opened: bool) -> Html:
    """The name of a location out of reach, as a button: its cards are shown in short until it is pressed."""
    words = [el("span", "Show less of " if opened else "Show all of ", cls="rt-sr"), name]
    return scene.opener(f"loc:{at}", words, opened=opened)


def empty_place(name: str, at: int, number: int) -> Html:
    """A place without a card."""
    return el(
        "div",
        el("span", "empty"),
        cls="rt-card rt-card--empty",
        role="gridcell",
        tabindex="-1",
        data_item=True,
        aria_label=f"Empty place {number + 1} of {name}",
        data_key=f"empty:{at}:{number}",
    )


def spot_card(scene: Scene, spot: SpotView, *, wide: bool = False) -> Html:
    """A face-up card, a Final Battle or the last opponent."""
    words, view = scene.words, scene.view
    full = spot.damage >= spot.capacity
    needs = f"needs {words.needs(words.cost(spot.card), spot.lacks)}" if spot.lacks else "cost covered"
    label = f"damage {spot.damage} of {spot.capacity}, {needs}"
    if spot.dice:
        label += f", on it {', '.join(words.die(name) for name in spot.dice)}"
    note: Child = None
    if wide:
        blocker = _blocker(scene, spot)
        if spot.card == words.book.spec.switch.boss:
            beaten = counted(len(view.villains_out), words.of.villain)
            note = el(
                "p",
                f"no more than {ceiling(view)} Damage now: {beaten} {words.of.beaten} ",
                cite(scene.cite.boss_ceiling),
                cls="rt-card__note",
            )
        elif blocker:
            note = el(
                "p", f"blocked: {words.name(blocker)} is here ", cite(scene.cite.battle_target), cls="rt-card__note"
            )
    elif spot.sets > 1 or (spot.sets and spot.lacks):
        times = "once" if spot.sets == 1 else f"{spot.sets} times"
        note = el("span", f"covered {times}", cls="rt-tag rt-tag--good")
    return card(
        scene,
        spot.card,
        cost=slots(words, words.cost(spot.card), spot.dice, spot.lacks, spot.sets),
        foot=pips(spot.damage, spot.capacity, steps=scene.landings.steps(f"damage:{spot.card}", spot.damage)),
        label=label + (", full" if full else ""),
        cls=f"{'is-full' if full else ''} {'rt-card--wide' if wide else ''}".strip(),
        note=note,
        done=bool(spot.sets) or (not spot.lacks and bool(spot.dice)),
    )


def _blocker(scene: Scene, battle: SpotView) -> str:
    view = scene.view
    at = next((n for n, spot in enumerate(view.battles) if spot is not None and spot.card == battle.card), -1)
    spots = view.places[3 * at : 3 * at + 3] if at >= 0 else ()
    return next((spot.card for spot in spots if spot is not None and spot.card in scene.words.book.villain), "")


def hub(scene: Scene) -> Html:
    """The figure: arrow and arc point at the faced location, a pawn marks the Team token."""
    view, words, figure = scene.view, scene.words, scene.words.of.figure
    faces = f"{figure} faces {words.location(view.facing)}."
    if view.facing < 0:
        faces = f"{figure} faces no {words.of.location} yet."
    stands = f"Your Team is at {words.location(view.location)}."
    if view.location < 0:
        stands = f"Your Team is at no {words.of.location}."
    drawn: list[Child] = [el("circle", cx=52, cy=52, r=50, fill="var(--rt-card)")]
    drawn += [el("path", d=_arc(centre), fill="var(--rt-line)") for centre in _CENTRE]
    if view.facing >= 0:
        arrow = el(
            "path",
            d=_arrow(_CENTRE[view.facing]),
            fill="var(--rt-threat)",
            stroke="var(--rt-card)",
            stroke_width=2,
            stroke_linejoin="round",
        )
        looks = (el("path", d=_arc(_CENTRE[view.facing]), fill="var(--rt-threat)"), arrow)
        turned = scene.landings.at(f"faces:{view.facing}")
        drawn.append(el("g", looks, cls="rt-hub__looks", data_off=turned, data_from=_from(scene) if turned else None))
    drawn.append(el("circle", cx=52, cy=52, r=31, fill="var(--rt-villain)"))
    drawn.append(el("path", d="M40 66c0-10 4-17 12-17s12 7 12 17Z", fill="var(--rt-on-villain)"))
    drawn.append(el("circle", cx=52, cy=42, r=6.5, fill="var(--rt-on-villain)"))
    drawn.append(el("path", d="M45.5 36l2.5-6 4 3.5 4-3.5 2.5 6Z", fill="var(--rt-on-villain)"))
    if view.location >= 0:
        x, y = _at(_CENTRE[view.location] + (22 if view.location == view.facing else 10), 45)
        drawn.append(el("circle", cx=x, cy=y, r=10, fill="var(--rt-ink)", stroke="var(--rt-card)", stroke_width=2))
        drawn.append(
            el(
                "svg",
                el("use", href="#i-pawn"),
                x=round(x - 6, 1),
                y=round(y - 6, 1),
                width=12,
                height=12,
                fill="var(--rt-paper)",
            )
        )
    return el(
        "div",
        el("svg", drawn, viewBox="0 0 104 104", role="img", aria_label=f"{faces} {stands}"),
        el("p", el("b", faces), el("br"), stands, cls="rt-hub__text", aria_hidden="true"),
        scene.mark("figure"),
        cls="rt-hub is-marked" if scene.marked("figure") else "rt-hub",
        data_beat=scene.landings.about("figure"),
    )


def _from(scene: Scene) -> str | None:
    """Where the figure looked before it turned: a location back ("-1") or on ("1"), clockwise."""
    before = next((at for at in range(len(_CENTRE)) if scene.landings.at(f"faced:{at}")), None)
    return None if before is None else ("-1" if (before + 1) % len(_CENTRE) == scene.view.facing else "1")


def _at(angle: float, radius: float) -> tuple[float, float]:
    return round(52 + radius * cos(radians(angle)), 1), round(52 + radius * sin(radians(angle)), 1)


def _arc(centre: float) -> str:
    (ax, ay), (bx, by) = _at(centre - 54, 49), _at(centre + 54, 49)
    (cx, cy), (dx, dy) = _at(centre + 54, 41), _at(centre - 54, 41)
    return f"M{ax} {ay}A49 49 0 0 1 {bx} {by}L{cx} {cy}A41 41 0 0 0 {dx} {dy}Z"


def _arrow(centre: float) -> str:
    (tx, ty), (ax, ay), (bx, by) = _at(centre - 10, 58), _at(centre - 30, 36), _at(centre + 10, 36)
    return f"M{tx} {ty}L{ax} {ay}L{bx} {by}Z"
