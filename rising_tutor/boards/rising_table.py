"""The table of a Rising game as HTML: rail, ring of locations with the figure, tracks, Teams."""

from math import cos, radians, sin

from rising_tutor.boards.ports import Look
from rising_tutor.boards.rising_cards import card, die_html, pips, slots, symbol
from rising_tutor.boards.rising_hand import Hand
from rising_tutor.boards.rising_words import Words
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.view import MemberView, RisingView, SpotView, TeamView
from rising_tutor.games.rising.vocabulary import AddDie, ExtraSymbol
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite
from rising_tutor.render.symbols import glyph, use

STEPS = ("Place Team token", "Fire Nation card", "Roll and assign", "Resolve dice", "Conclude turn")
_ROWS = ("loc0", "loc1", "loc2", "team")
_CENTRE = (-90.0, 30.0, 150.0)
"""Directions of the three locations on the screen, clockwise."""


class Scene:
    """One picture: the view, what the page knows, and what the player's hand makes of it."""

    def __init__(self, words: Words, view: RisingView, look: Look) -> None:
        self.words = words
        self.view = view
        self.look = look
        self.hand = Hand(view, look)
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

    def who(self, seat: int) -> str:
        names = self.look.names
        if seat < len(names) and names[seat]:
            return names[seat]
        return "you" if self.view.options.seats == 1 else f"Player {seat + 1}"


def step_number(view: RisingView) -> int:
    """1 to 5, or 0 before the first turn."""
    part = view.step.removeprefix("turn.")[:1]
    return int(part) if view.turn and part.isdigit() else (1 if view.turn else 0)


def rail(scene: Scene) -> Html:
    """The five steps of the turn. It informs; it is no menu."""
    view, now = scene.view, step_number(scene.view)
    where = "setup" if not view.turn else f"turn {view.turn}"
    if now == 3 and view.roll.n:
        where = f"roll {view.roll.n} · {where}"
    rows = []
    for number, name in enumerate(STEPS, 1):
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


# The ring -----------------------------------------------------------------------


def ring(scene: Scene) -> Html:
    """Three locations around the figure; clockwise on the screen is clockwise in the rules."""
    phase_2 = scene.view.phase == 2
    return el(
        "div",
        el("h2", "Board", cls="rt-sr"),
        el("div", ruin(scene), decks(scene), cls="rt-side rt-side--ruin"),
        location(scene, 0),
        el("div", balance(scene), cls="rt-side rt-side--balance"),
        hub(scene),
        el("div", location(scene, 2), location(scene, 1), cls="rt-ring__low"),
        cls="rt-ring rt-ring--2" if phase_2 else "rt-ring",
        role="group",
        aria_label=f"Three locations around {scene.words.of.figure}",
    )


def location(scene: Scene, at: int) -> Html:
    """One location: its head, three places, and its Final Battle in phase 2."""
    view, here, faced = scene.view, at == scene.view.location, at == scene.view.facing
    spots = view.places[3 * at : 3 * at + 3]
    tags: list[Child] = []
    go = scene.look.live and scene.hand.fits(f"loc:{at}")
    if faced and not (go and at == 0):  # the first location has no room for both; the arrow beside it says the same
        tags.append(el("span", f"{scene.words.of.figure} faces here", cls="rt-tag rt-tag--ozai"))
    if here:
        tags.append(el("span", use("i-pawn", cls="rt-g"), "your Team", cls="rt-tag rt-tag--you"))
    if view.location >= 0 and not here and not faced:
        tags.append(el("span", "out of reach", cls="rt-tag"))
    if go:
        words = ["Go here", el("span", f": Location {at + 1}", cls="rt-sr")]
        tags.append(button(words, "press", f"loc:{at}", cls="rt-btn--fits", data_fits=True))
    cells: list[Child] = [
        spot_card(scene, spot) if spot is not None else empty_place(at, number) for number, spot in enumerate(spots)
    ]
    battle = view.battles[at] if at < len(view.battles) else None
    return el(
        "section",
        el(
            "header",
            el("h3", f"Location {at + 1}"),
            el("span", tags, cls="rt-row rt-loc__tags"),
            cls="rt-loc__head",
        ),
        el(
            "div",
            cells,
            spot_card(scene, battle, wide=True) if battle is not None else None,
            cls="rt-cards",
            role="row",
            id=scene.id(f"loc{at}"),
        ),
        cls=f"rt-loc rt-loc--{at + 1} {'is-here' if here else ''} {'is-faced' if faced else ''}",
        aria_label=f"Location {at + 1}",
        data_key=f"loc:{at}",
    )


def empty_place(at: int, number: int) -> Html:
    """A place without a card."""
    return el(
        "div",
        el("span", "empty"),
        cls="rt-card rt-card--empty",
        role="gridcell",
        tabindex="-1",
        data_item=True,
        aria_label=f"Empty place {number + 1} of Location {at + 1}",
        data_key=f"empty:{at}:{number}",
    )


def spot_card(scene: Scene, spot: SpotView, *, wide: bool = False) -> Html:
    """A face-up card or Final Battle."""
    words = scene.words
    full = spot.damage >= spot.capacity
    needs = f"needs {words.symbols(spot.lacks)}" if spot.lacks else "cost covered"
    label = f"damage {spot.damage} of {spot.capacity}, {needs}"
    if spot.dice:
        label += f", on it {', '.join(words.die(name) for name in spot.dice)}"
    note: Child = None
    if wide:
        blocker = _blocker(scene, spot)
        if blocker:
            note = el(
                "p", f"blocked: {words.name(blocker)} is here ", cite(scene.cite.battle_target), cls="rt-card__note"
            )
    elif spot.sets > 1 or (spot.sets and spot.lacks):
        times = "once" if spot.sets == 1 else f"{spot.sets} times"
        note = el("span", f"covered {times}", cls="rt-tag rt-tag--good")
    done = bool(spot.sets) or (not spot.lacks and bool(spot.dice))
    return card(
        words,
        spot.card,
        cost=slots(words, spot.dice, spot.lacks),
        foot=pips(spot.damage, spot.capacity),
        state=scene.state(spot.card, done=done),
        label=label + (", full" if full else ""),
        live=scene.look.live,
        cls=f"{'is-full' if full else ''} {'rt-card--wide' if wide else ''}".strip(),
        note=note,
    )


def _blocker(scene: Scene, battle: SpotView) -> str:
    view = scene.view
    at = next((n for n, spot in enumerate(view.battles) if spot is not None and spot.card == battle.card), -1)
    spots = view.places[3 * at : 3 * at + 3] if at >= 0 else ()
    return next((spot.card for spot in spots if spot is not None and spot.card in scene.words.book.villain), "")


def hub(scene: Scene) -> Html:
    """The figure: arrow and arc point at the faced location, a pawn marks the Team token."""
    view, figure = scene.view, scene.words.of.figure
    faces = f"{figure} faces Location {view.facing + 1}." if view.facing >= 0 else f"{figure} faces no location yet."
    stands = f"Your Team is at Location {view.location + 1}." if view.location >= 0 else "Your Team is at no location."
    drawn: list[Child] = [el("circle", cx=52, cy=52, r=50, fill="var(--rt-card)")]
    for at, centre in enumerate(_CENTRE):
        tone = "var(--rt-threat)" if at == view.facing else "var(--rt-line)"
        drawn.append(el("path", d=_arc(centre), fill=tone))
    if view.facing >= 0:
        drawn.append(
            el(
                "path",
                d=_arrow(_CENTRE[view.facing]),
                fill="var(--rt-threat)",
                stroke="var(--rt-card)",
                stroke_width=2,
                stroke_linejoin="round",
            )
        )
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
        cls="rt-hub",
    )


def _at(angle: float, radius: float) -> tuple[float, float]:
    return round(52 + radius * cos(radians(angle)), 1), round(52 + radius * sin(radians(angle)), 1)


def _arc(centre: float) -> str:
    (ax, ay), (bx, by) = _at(centre - 54, 49), _at(centre + 54, 49)
    (cx, cy), (dx, dy) = _at(centre + 54, 41), _at(centre - 54, 41)
    return f"M{ax} {ay}A49 49 0 0 1 {bx} {by}L{cx} {cy}A41 41 0 0 0 {dx} {dy}Z"


def _arrow(centre: float) -> str:
    (tx, ty), (ax, ay), (bx, by) = _at(centre - 10, 58), _at(centre - 30, 36), _at(centre + 10, 36)
    return f"M{tx} {ty}L{ax} {ay}L{bx} {by}Z"


# Tracks and decks -----------------------------------------------------------------


def ruin(scene: Scene) -> Html:
    """The Ruin Track; gone in phase 2."""
    view = scene.view
    if view.phase == 2:
        done = ", ".join(scene.words.name(name) for name in view.battles_done) or "none yet"
        return el(
            "div",
            el("h3", "Final Battles ", el("span", f"{len(view.battles_done)} of 3")),
            el("p", f"Completed: {done}. ", cite(scene.cite.win), cls="rt-xs rt-muted"),
            cls="rt-track",
        )
    cells = [
        el("i", cls="last" if at == view.ruin else ("on" if at < view.ruin else None))
        for at in range(1, view.ruin_top + 1)
    ]
    return el(
        "div",
        el("h3", "Ruin ", el("span", f"{view.ruin} of {view.ruin_top}")),
        el("div", cells, cls="rt-ruin", role="img", aria_label=f"Ruin {view.ruin} of {view.ruin_top}"),
        el(
            "p",
            f"At {view.ruin_top} the Black Sun comes from this side ",
            cite(scene.cite.black_sun_ruin),
            cls="rt-xs rt-muted rt-track__note",
        ),
        cls="rt-track",
    )


def decks(scene: Scene) -> Html:
    """Counts of what lies face down, and of the defeated."""
    view = scene.view
    rows = (
        ("i-deck", str(view.n_deck), "Character"),
        ("i-deck", str(sum(n for _, n in view.fire_deck)), "Fire Nation"),
        ("i-tile", str(sum(n for _, n in view.supply)), "Pai Sho"),
        ("i-fallen", f"{len(view.defeated)}/{view.options.hero_loss_limit}", "defeated"),
    )
    return el(
        "div",
        [el("div", use(sign), el("span", el("b", n), word), cls="rt-deck") for sign, n, word in rows],
        cls="rt-decks",
    )


def balance(scene: Scene) -> Html:
    """The Balance Track as a ladder with every cost; its next step takes dice. Gone in phase 2."""
    words, track = scene.words, scene.view.balance
    if track is None:
        return EMPTY
    if not track.side:
        return el("div", el("h3", "Balance ", el("span", "not dealt yet")), cls="rt-track")
    spaces = words.book.side[track.side].spaces
    rows = [
        el(
            "li",
            el("b", 0),
            "start",
            el("em", "here") if not track.position else None,
            cls="at" if not track.position else "past",
        )
    ]
    for number, space in enumerate(spaces, 1):
        here, following = number == track.position, number == track.position + 1
        cost: Child
        if space.symbols and not (space.tokens or space.dice or space.damage or space.recruit):
            # On the dark rung of the marker a sign has the colour of its text.
            cost = [
                glyph(f"g-{letter}", words.symbol(letter)) if here else symbol(words, letter)
                for letter in space.symbols
            ]
        else:
            cost = _short(words.space(track.side, number - 1), words)
        rows.append(
            el(
                "li",
                el("b", number),
                cost,
                el("em", "here") if here else None,
                cls="at" if here else ("next" if following else ("past" if number < track.position else None)),
            )
        )
    return el(
        "div",
        el("h3", "Balance ", el("span", f"{track.position} of {track.top}, {words.name(track.side)}")),
        el("ol", rows, cls="rt-ladder rt-ladder--bal", aria_label="Balance Track from bottom to top"),
        _balance_target(scene),
        cls="rt-track",
    )


def _short(text: str, words: Words) -> str:
    """The cost of a space in the words of a narrow ladder."""
    token = words.of.token
    return text.replace(f"{token}s", "tokens").replace(token, "token")


def _balance_target(scene: Scene) -> Child:
    """The button under the ladder: what was paid for the next space, and whether the chosen die fits."""
    view, words, track = scene.view, scene.words, scene.view.balance
    if track is None or not scene.look.live or track.position >= track.top or not track.side:
        return None
    state = scene.state(BALANCE)
    paid = [die_html(words, name) for name in (*track.symbols, *track.dice)]
    given = len(track.tokens)
    if not (state or paid or given or track.blocked or view.step.startswith("turn.3")):
        return None
    lacks = f"needs {words.symbols(track.lacks)}" if track.lacks else words.space(track.side, track.position)
    tail = {"is-legal": "fits", "is-selected": "chosen", "is-refused": "no"}.get(state, "")
    return el(
        "button",
        el("span", "blocked this turn" if track.blocked else "Pay for the next", cls="rt-pay__t"),
        el("span", paid, [el("span", symbol(words, letter), cls="rt-slot") for letter in track.lacks], cls="rt-slots"),
        f"{given} given" if given else None,
        el("span", tail, cls="rt-pay__state") if tail else None,
        type="button",
        cls=f"rt-pay {state}",
        aria_label=f"Balance {track.position} of {track.top}, next: {lacks}{', ' + tail if tail else ''}",
        data_do="press",
        data_arg=f"card:{BALANCE}",
        data_key=f"card:{BALANCE}",
        data_fits=state == "is-legal",
    )


# Teams ----------------------------------------------------------------------------


def own_team(scene: Scene) -> Html:
    """The active Team: card, row in order with its neighbours, ends where recruits join, tokens."""
    view, words = scene.view, scene.words
    team = view.teams[view.active]
    if not team.card:
        return EMPTY
    cells: list[Child] = [_team_card(scene, team), _end(scene, "left")]
    for member in team.row:
        cells += [_link(), _member(scene, member)]
    cells += [_link(), _end(scene, "right")]
    return el(
        "section",
        el(
            "div",
            el("h2", words.team(team.card)),
            el("span", f"{scene.who(team.seat)}, active", cls="rt-tag rt-tag--you"),
            el("span", "Order counts: neighbours are adjacent ", cite(scene.cite.adjacent), cls="rt-small rt-muted"),
            _tokens(scene, team),
            cls="rt-team__head",
        ),
        el("div", cells, cls=f"rt-teamrow rt-teamrow--{min(len(team.row), 9)}", role="row", id=scene.id("team")),
        cls="rt-team",
        aria_label=words.team(team.card),
    )


def _link() -> Html:
    return el("div", use("i-link"), cls="rt-link", aria_hidden="true", role="presentation")


def _end(scene: Scene, end: str) -> Html:
    """Where a recruit joins: a button when one does."""
    fits = scene.look.live and any(getattr(action, "end", "") == end for action in scene.look.actions)
    words = "recruit joins here" if end == "left" else "or here"
    if not fits:
        return el("div", words, cls="rt-joinend", role="presentation", aria_hidden="true")
    return el(
        "div",
        "join here",
        cls="rt-joinend is-legal",
        role="gridcell",
        tabindex="-1",
        data_item=True,
        data_fits=True,
        aria_label=f"Join at the {end} end",
        data_do="press",
        data_arg=f"join:{end}",
        data_key=f"join:{end}",
    )


def _team_card(scene: Scene, team: TeamView) -> Html:
    words = scene.words
    used = el("span", "used", cls="rt-tag") if team.used else None
    return card(
        words,
        team.card,
        cost=slots(words, team.dice, team.lacks),
        note=used,
        state=scene.state(team.card),
        label="used this turn" if team.used else f"cost {words.symbols(team.lacks)}",
        live=scene.look.live,
    )


def _member(scene: Scene, member: MemberView) -> Html:
    words = scene.words
    paid = member.card in words.book.paid and (member.dice or member.lacks)
    ready = not paid and not member.used
    note: Child = None
    if member.used:
        note = el("span", "used", cls="rt-tag")
    elif ready and any(
        getattr(a, "card", "") == member.card for a in scene.look.actions if "Ability" in type(a).__name__
    ):
        note = el("span", "ready", cls="rt-tag rt-tag--good")
    foot: list[Child] = [pips(member.damage, member.capacity)]
    if member.parked:
        foot.append(el("span", use("i-pin", cls="rt-g"), die_html(words, member.parked), cls="rt-parked"))
    label = [f"damage {member.damage} of {member.capacity}"]
    if paid:
        label.append(f"cost {words.symbols(member.lacks) or 'covered'}")
    label += ["used this turn"] if member.used else []
    label += [f"parked {words.die(member.parked)}"] if member.parked else []
    return card(
        words,
        member.card,
        cost=slots(words, member.dice, member.lacks) if paid else EMPTY,
        note=note,
        foot=foot,
        state=scene.state(member.card),
        label=", ".join(label),
        live=scene.look.live,
        cls="is-full" if member.damage >= member.capacity else "",
    )


def _tokens(scene: Scene, team: TeamView) -> Child:
    """The tokens of a Team as pills."""
    words, pills = scene.words, []
    for token, n in team.tokens:
        place = f"token:{team.card}:{token}"
        fits = scene.look.live and any(
            getattr(a, "token", "") == token and getattr(a, "team", team.card) == team.card for a in scene.look.actions
        )
        more = f", {n} of them" if n > 1 else ""
        face: Child = use("i-tile")
        found = words.card(token)
        effect = getattr(found, "effect", None)
        if isinstance(effect, ExtraSymbol):
            face = symbol(words, effect.symbol, spoken_too=False)
        elif isinstance(effect, AddDie):
            face = die_html(words, effect.colours[0], small=False)
        pills.append(
            el(
                "button",
                el("i", face, aria_hidden="true"),
                words.name(token) + more,
                type="button",
                cls=f"rt-token {'is-legal' if fits else ''} {'is-selected' if scene.look.picked == place else ''}",
                aria_pressed="true" if scene.look.picked == place else "false",
                aria_disabled=None if fits else "true",
                data_do="press",
                data_arg=place,
                data_key=place,
                title=words.sentence(token),
                data_hot=None,
            )
        )
    if not pills:
        return None
    return el("div", pills, cls="rt-tokens", role="group", aria_label=f"{words.of.token}s of {words.team(team.card)}")


def other_team(scene: Scene, at: int, team: TeamView) -> Html:
    """Another Team: name, type and Damage of each Hero; its cards on demand."""
    words, view = scene.words, scene.view
    if not team.card:
        return el("section", el("h2", f"{scene.who(team.seat)} has no Team card yet"), cls="rt-panel rt-other")
    following = (view.active + 1) % max(1, len(view.teams)) == at
    rows = []
    for member in team.row:
        hero = words.book.hero[member.card]
        fits = scene.look.live and scene.hand.fits(f"card:{member.card}")
        choose = button("choose", "press", f"card:{member.card}", cls="rt-btn--fits", data_fits=True) if fits else None
        rows.append(
            el(
                "li",
                el("b", words.name(member.card)),
                el("span", hero.type, cls="rt-small rt-muted"),
                el("span", pips(member.damage, member.capacity), cls="rt-card__foot"),
                el("p", words.sentence(member.card), cls="rt-card__text") if at in scene.look.open else None,
                choose,
            )
        )
    unfolded = at in scene.look.open
    return el(
        "section",
        el(
            "div",
            el("h2", words.team(team.card)),
            el("span", scene.who(team.seat) + (", next" if following else ""), cls="rt-tag"),
            el("span", "at no location ", cite(scene.cite.other_teams), cls="rt-small rt-muted rt-grow"),
            button(
                "Hide cards" if unfolded else "Show cards",
                "unfold",
                str(at),
                aria_expanded="true" if unfolded else "false",
            ),
            cls="rt-panel__h",
        ),
        el("ul", rows),
        _tokens(scene, team),
        cls="rt-panel rt-other",
        aria_label=words.team(team.card),
        data_key=f"team:{at}",
    )


def heading(scene: Scene) -> Html:
    """The heading of the page, for those who listen."""
    return el("h1", title(scene.words, scene.view), cls="rt-sr")


def title(words: Words, view: RisingView) -> str:
    """The position in one line."""
    name = words.book.spec.title
    if view.result:
        return f"{name}, {'won' if view.result == 'win' else 'lost'} in turn {view.turn}"
    if not view.turn:
        return f"{name}, setup"
    return f"{name}, turn {view.turn}, {words.team(view.teams[view.active].card)}, {STEPS[step_number(view) - 1]}"
