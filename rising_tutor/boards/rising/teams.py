"""The Teams of a Rising table as HTML: the active one card by card, the others in short."""

from rising_tutor.boards.rising.cards import card, die_html, pips, slots, symbol
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.words import Words, split
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.vocabulary import AddDie, ExtraSymbol
from rising_tutor.games.rising.view import MemberView, TeamView
from rising_tutor.render.dice import die
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, panel_head
from rising_tutor.render.symbols import use

_SIZES = ((4, "few"), (7, "some"), (11, "many"), (99, "crowd"))
"""Up to so many Heroes lie in a row of this kind: the more, the narrower; a crowd by name and Damage alone."""


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
    part = f"team:{view.active}"
    opened = scene.opened(part)
    size = next(word for most, word in _SIZES if len(team.row) <= most)
    return el(
        "section",
        el(
            "div",
            el("h2", scene.opener(part, words.team(team.card), opened=opened)),
            el("span", f"{scene.who(team.seat)}, active", cls="rt-tag rt-tag--you"),
            el("span", "neighbours are adjacent ", cite(scene.cite.adjacent), cls="rt-small rt-muted")
            if row
            else _home(scene, team),
            _blocks(scene),
            scene.mark(team.card) if team.abilities else None,
            # Who can play has them in the tray, beside the dice.
            None if scene.look.live else tokens(scene, team),
            cls="rt-team__head",
        ),
        el(
            "div",
            cells,
            cls=f"rt-teamrow rt-teamrow--{size}{'' if row else ' rt-teamrow--free'}",
            role="row",
            id=scene.id("team"),
        ),
        cls="rt-team is-open" if opened else "rt-team",
        aria_label=words.team(team.card),
    )


def _blocks(scene: Scene) -> list[Html]:
    view, words = scene.view, scene.words
    out = []
    if view.no_heal:
        out.append(el("span", "no healing this turn ", cite(scene.cite.no_heal), cls="rt-tag rt-tag--threat"))
    if view.no_tokens:
        out.append(el("span", f"no {words.of.token} this turn ", cite(scene.cite.block), cls="rt-tag rt-tag--threat"))
    return out


def _link() -> Html:
    return el("div", use("i-link"), cls="rt-link", aria_hidden="true", role="presentation")


def _end(scene: Scene, end: str) -> Html:
    fits = scene.look.live and any(getattr(action, "end", "") == end for action in scene.look.actions)
    words = "recruits join here" if end == "left" else "or here"
    if not fits:
        return el("div", el("span", words), cls="rt-joinend", role="presentation", aria_hidden="true")
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
    begins = team_start(words, team.card)
    out = [
        card(
            scene,
            ability.key,
            cost=slots(words, words.paid(ability.key), ability.dice, ability.lacks),
            note=el("span", "used", cls="rt-tag") if ability.used else None,
            label="used this turn" if ability.used else f"cost {words.needs(words.paid(ability.key), ability.lacks)}",
            foot=begins if not at else None,
        )
        for at, ability in enumerate(team.abilities)
    ]
    if out:
        return out
    return [
        card(
            scene,
            team.card,
            note=_opening(scene, team),
            label=_opening_words(scene, team),
            foot=begins,
        )
    ]


def team_start(words: Words, card_id: str) -> Html:
    """What a Team card brings at the start: its dice, the Hero that it begins with or can choose, its ally."""
    card = words.book.team[CardId(card_id)]
    heroes = f"Starts with {' or '.join(words.name(hero) for hero in card.starters)}"
    ally = f", ally {words.name(card.ally)}" if card.ally else ""
    dice = el(
        "span",
        [die(colour, (), solid=True) for colour in card.dice],
        cls="rt-starts__dice",
        role="img",
        aria_label=f"{len(card.dice)} dice: {', '.join(card.dice)}",
    )
    return el("span", dice, el("span", f"{heroes}{ally}", cls="rt-starts__who"), cls="rt-starts")


def _home(scene: Scene, team: TeamView) -> Html | None:
    place = scene.words.book.team[team.card].place
    return el("span", place, cls="rt-small rt-muted") if place else None


def _opening(scene: Scene, team: TeamView) -> Child:
    """How many symbols the first roll has for the ability of the Team card, or that it was used."""
    ability = scene.words.book.team[team.card].opening
    if team.used:
        return el("span", "used", cls="rt-tag")
    if ability is None or not scene.view.roll.n:
        return None
    ready = any(getattr(action, "card", "") == team.card for action in scene.look.actions)
    tone = "rt-tag rt-tag--good" if ready else "rt-tag"
    word = " ready" if ready else " rolled"
    count = f"{rolled(scene, team)}/{ability.n}"
    return el("span", symbol(scene.words, ability.symbol, spoken_too=False), count, word, cls=tone)


def _opening_words(scene: Scene, team: TeamView) -> str:
    ability = scene.words.book.team[team.card].opening
    if team.used:
        return "used this turn"
    if ability is None or not scene.view.roll.n:
        return ""
    name = scene.words.symbol(ability.symbol)
    return f"{rolled(scene, team)} of {ability.n} {name} on the first roll"


def rolled(scene: Scene, team: TeamView) -> int:
    """How many of the symbol that the Team card asks for came with the first roll; a double counts two."""
    view = scene.view
    ability = scene.words.book.team[team.card].opening
    if ability is None:
        return 0
    dice = view.roll.shown if view.options.opening_counts_turned and view.roll.n == 1 else view.opening
    return "".join(split(name)[1] for name in dice).count(ability.symbol)


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
    steps = scene.landings.steps(f"damage:{member.card}", member.damage)
    foot: list[Child] = [pips(member.damage, member.capacity, steps=steps)]
    if member.parked:
        foot.append(el("span", use("i-pin", cls="rt-g"), die_html(words, member.parked), cls="rt-parked"))
    label = [f"damage {member.damage} of {member.capacity}"]
    if paid:
        label.append(f"cost {words.needs(words.paid(member.card), member.lacks) or 'covered'}")
    label += ["used this turn"] if member.used else []
    label += [f"parked {words.die(member.parked)}"] if member.parked else []
    return card(
        scene,
        member.card,
        cost=slots(words, words.paid(member.card), member.dice, member.lacks) if paid else EMPTY,
        note=note,
        foot=foot,
        label=", ".join(label),
        cls="is-full" if member.damage >= member.capacity else "",
    )


def tokens(scene: Scene, team: TeamView) -> Child:
    """The tokens of a Team, as pieces that can be picked up."""
    words, pills = scene.words, []
    for token, n in team.tokens:
        place = f"token:{team.card}:{token}"
        fits = scene.look.live and any(
            getattr(a, "token", "") == token and getattr(a, "team", team.card) == team.card for a in scene.look.actions
        )
        more = f", {n} of them" if n > 1 else ""
        waits = dict(team.new_tokens).get(token, 0)
        if waits:
            more += ", from the next turn on" if waits == n else f", {waits} from the next turn on"
        if fits and (wasted := words.warning(scene.view, do.UseToken(team.card, token))):
            more += f" · {wasted}"
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
        return el(
            "section", el("h2", f"{scene.who(team.seat)} has no {words.of.team_card} yet"), cls="rt-panel rt-other"
        )
    unfolded = scene.opened(f"team:{at}")
    following = (view.active + 1) % max(1, len(view.teams)) == at
    rows = []
    for member in team.row:
        hero = words.book.hero[member.card]
        fits = scene.look.live and scene.hand.fits(f"card:{member.card}")
        choose = button("choose", "press", f"card:{member.card}", cls="rt-btn--fits", data_fits=True) if fits else None
        steps = scene.landings.steps(f"damage:{member.card}", member.damage)
        rows.append(
            el(
                "li",
                el("b", words.name(member.card)),
                el("span", words.type(hero.type), cls="rt-small rt-muted"),
                scene.mark(member.card),
                el("span", pips(member.damage, member.capacity, steps=steps), cls="rt-card__foot"),
                el("p", words.sentence(member.card), cls="rt-card__text") if unfolded else None,
                choose,
                data_beat=scene.landings.about(f"card:{member.card}"),
            )
        )
    return el(
        "section",
        panel_head(
            words.team(team.card),
            el("span", scene.who(team.seat) + (", next" if following else ""), cls="rt-tag"),
            el("span", f"at no {words.of.location} ", cite(scene.cite.other_teams), cls="rt-small rt-muted rt-grow"),
            button(
                "Hide cards" if unfolded else "Show cards",
                "unfold",
                f"team:{at}",
                cls="rt-btn--small",
                aria_expanded="true" if unfolded else "false",
            ),
        ),
        el("ul", rows),
        tokens(scene, team),
        cls="rt-panel rt-other",
        aria_label=words.team(team.card),
        data_key=f"team:{at}",
    )
