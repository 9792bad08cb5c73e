"""The Teams of a Rising table as HTML: the active one card by card, the others in short."""

from rising_tutor.boards.rising_cards import card, die_html, pips, slots, symbol
from rising_tutor.boards.rising_scene import Scene
from rising_tutor.games.rising.view import MemberView, TeamView
from rising_tutor.games.rising.vocabulary import AddDie, ExtraSymbol
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite
from rising_tutor.render.symbols import use


def own_team(scene: Scene) -> Html:
    """The active Team: card, row in order with its neighbours, ends where recruits join, tokens."""
    view, words = scene.view, scene.words
    team = view.teams[view.active]
    if not team.card:
        return EMPTY
    row = words.book.spec.switch.row
    cells: list[Child] = [*_team_cards(scene, team)]
    cells += [_end(scene, "left")] if row else []
    for member in team.row:
        cells += [*([_link()] if row else []), _member(scene, member)]
    cells += [_link(), _end(scene, "right")] if row else []
    return el(
        "section",
        el(
            "div",
            el("h2", words.team(team.card)),
            el("span", f"{scene.who(team.seat)}, active", cls="rt-tag rt-tag--you"),
            el("span", "Order counts: neighbours are adjacent ", cite(scene.cite.adjacent), cls="rt-small rt-muted")
            if row
            else None,
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


def _team_cards(scene: Scene, team: TeamView) -> list[Html]:
    """The Team card, or one card for each paid ability where it has several."""
    words = scene.words
    out = [
        card(
            words,
            ability.key,
            cost=slots(words, ability.dice, ability.lacks),
            note=el("span", "used", cls="rt-tag") if ability.used else None,
            state=scene.state(ability.key),
            label="used this turn" if ability.used else f"cost {words.symbols(ability.lacks)}",
            live=scene.look.live,
            mark=scene.mark_word(ability.key),
        )
        for ability in team.abilities
    ]
    if out:
        return out
    return [
        card(
            words,
            team.card,
            note=el("span", "used", cls="rt-tag") if team.used else None,
            state=scene.state(team.card),
            label="used this turn" if team.used else "",
            live=scene.look.live,
            mark=scene.mark_word(team.card),
        )
    ]


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
        mark=scene.mark_word(member.card),
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
                scene.mark(member.card),
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
