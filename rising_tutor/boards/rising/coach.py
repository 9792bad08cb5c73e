"""What to do now and why: the question of a choice, the coach, and the events of a turn."""

from collections.abc import Sequence
from itertools import groupby

from rising_tutor.boards.coach_panel import coach_panel, suggestion
from rising_tutor.boards.ports import Said
from rising_tutor.boards.rising.enemy import standing
from rising_tutor.boards.rising.scene import Scene, step_name, step_number
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.english import counted, plural, with_article
from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising.rules import tasks
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, fold


def question(scene: Scene) -> tuple[str, RuleId | None]:  # noqa: C901 - one case for each kind of choice
    """What is chosen now, in a sentence, and the rule behind it."""
    words, cites, task, view = scene.words, scene.cite, scene.hand.task, scene.view
    source = getattr(task, "source", "")
    by = f"{words.name(source)}: " if source else ""
    hero, villain = words.of.hero, words.of.villain
    match task:
        case tasks.PickTeam(team):
            who = scene.who(view.teams[team].seat) if team < len(view.teams) else "Somebody"
            return (
                f"Choose a {words.of.team_card}, {who}: it gives dice, a first {hero} and an ability.",
                cites.take_team,
            )
        case tasks.PlaceTeamToken():
            text = f"Put your {words.of.marker} on a {words.of.location}. Only cards there are in reach this turn."
            return text, cites.place_token
        case tasks.PickStarter():
            return f"Choose the {hero} that you start with.", cites.starter
        case tasks.PickRedeploy():
            where = words.location(view.facing)
            return f"You may go to {where}, where {words.of.figure} stands, for one die of your pool.", cites.redeploy
        case tasks.LateTokens():
            return f"The last moment for tokens before {plural(words.of.carrier)} fall.", cites.token_late
        case tasks.PickHealOfTeam(_, n, team):
            whose = words.team(view.teams[team].card)
            return f"{by}choose a {hero} of {whose} to remove up to {n} Damage from.", cites.heal
        case tasks.PickCarrier(_, n):
            if n > 0:
                return f"{by}choose the {words.of.carrier} that takes 1 {words.of.pressure}.", cites.pressure_more
            less = f"1 {words.of.pressure}" if n == -1 else f"up to {-n} of its counters"
            return f"{by}choose the {words.of.carrier} that loses {less}.", cites.pressure_removed
        case tasks.Window():
            return _window(scene)
        case tasks.Offer(_, when):
            if when == "on_collect":
                return "You collect your dice: you may use an ability now, or nothing more.", cites.collect
            moment = {"on_damage": "Damage was taken", "on_recruited": f"A {hero} was recruited"}.get(
                when, "Something happened"
            )
            return (
                f"{moment}: you may use an ability that reacts to it, or nothing more.",
                cites.reaction or cites.optional,
            )
        case tasks.PickVillainOrder():
            return f"Choose which {villain} acts next.", cites.villain_order
        case tasks.PickHeal(_, n, left):
            up_to = f"up to {n} Damage" if n > 1 else "1 Damage"
            return f"{by}choose a {hero} to remove {up_to} from; {left} left to choose.", cites.heal
        case tasks.PickVillain(_, location):
            where = "anywhere" if location == tasks.EVERYWHERE else f"at {words.location(location)}"
            return f"{by}choose {with_article(villain)} {where} for 1 Damage.", cites.reward_ability
        case tasks.PickShift(_, from_hero):
            source_kind = hero if from_hero else villain
            return f"{by}move 1 Damage from a {source_kind} to a {villain}.", cites.reward_moved
        case tasks.PickSwap():
            return f"{by}choose two cards that change places.", cites.swap
        case tasks.PickOrder(_, chosen):
            so_far = ", ".join(words.name(card) for card in chosen)
            return (
                f"{by}choose who stands next in your row{f' after {so_far}' if so_far else ', from the left'}.",
                cites.adjacent,
            )
        case tasks.PickColour():
            return f"{by}choose the colour of the extra die.", cites.extra_die
        case tasks.PickReroll(_, n, chosen):
            if n == 1:
                return f"{by}choose a die to reroll, or nothing more.", cites.reroll
            many = "any dice" if not n else f"up to {n} dice"
            return f"{by}choose {many} to reroll, then nothing more; {len(chosen)} chosen.", cites.reroll
        case tasks.PickFace():
            return f"{by}choose a die and the face it is turned to.", cites.change_face
        case tasks.PickVictim(_, team):
            return f"{by}choose a {hero} of {words.team(view.teams[team].card)} that takes 1 Damage.", cites.victims
        case tasks.PickDrop(_, team, n):
            return f"{by}choose a token of {words.team(view.teams[team].card)} to discard; {n} to go.", cites.victims
        case tasks.PickLostDie():
            return "Choose a die that is put out of play before the first roll.", cites.lose_die
        case tasks.PickRecruit(cards):
            names = ", ".join(words.name(card) for card in cards)
            return f"{names}: choose the end of your row where a recruit joins.", cites.recruit_end
        case tasks.PickAid():
            return "No result this turn: you may draw a token as Aid from the Spirits.", cites.aid
    return "The game is over." if view.result else scene.look.waits or "Dice and decks decide.", None


def _window(scene: Scene) -> tuple[str, RuleId]:
    cites, roll, of = scene.cite, scene.view.roll, scene.words.of
    if not roll.n:
        return "Roll all the dice of your pool. Tokens and abilities without a cost may come first.", cites.roll
    match roll.duty:
        case "owed":
            return f"After every roll, assign at least one die or {of.discard} one for the turn.", cites.duty
        case "discarded":
            return f"A die was {of.discarded} in place of assigning: roll the others again, or stop.", cites.discard
    return "You may assign more dice, roll those that are left, or stop.", cites.roll_again


def coach(scene: Scene) -> Html:
    """What now and why, at the level of help that the player asked for."""
    return coach_panel(
        scene.look,
        {
            "rule": lambda: _rule(scene),
            "goal": lambda: _goal(scene),
            "move": lambda: suggestion(
                scene.look, lambda action: scene.words.action(scene.view, action), over=bool(scene.view.result)
            ),
        },
    )


def _rule(scene: Scene) -> Child:
    words = scene.words
    text, rule = question(scene)
    lines: list[Child] = [el("p", text, " ", cite(rule) if rule else None)]
    if scene.hand.window and scene.hand.kind == "die":
        where = f"cards at your {words.of.location}, your own {plural(words.of.hero)} and {words.of.team_card}"
        more = f"{where}{', Balance' if scene.view.balance else ''}"
        lines.append(el("p", f"A die goes where one of its symbols is still needed: {more}. ", cite(scene.cite.match)))
    elif isinstance(scene.hand.task, tasks.PlaceTeamToken):
        far = f"Cards at other {plural(words.of.location)} are out of reach until your next turn. "
        lines.append(el("p", far, cite(scene.cite.reach)))
    return lines


def _goal(scene: Scene) -> Child:
    """What lies open in reach, and what presses."""
    view, words = scene.view, scene.words
    lines: list[Child] = []
    if view.location >= 0 and view.turn:
        first = 3 * view.location
        spots = [spot for spot in view.places[first : first + 3] if spot is not None]
        spots.sort(key=lambda spot: len(spot.lacks))
        goals = [
            f"{words.name(spot.card)} {'joins for' if spot.card in words.book.hero else 'takes 1 Damage for'} "
            f"{words.needs(words.cost(spot.card), spot.lacks)}"
            for spot in spots
            if spot.lacks
        ]
        if goals:
            lines.append(el("p", "In reach: ", "; ".join(goals), "."))
    elif isinstance(scene.hand.task, tasks.PlaceTeamToken):
        joins = f"a {words.of.hero} joins your {words.of.team}, {with_article(words.of.villain)} loses strength"
        lines.append(el("p", f"Go where your dice can cover a cost: {joins}."))
    if view.balance is not None and view.balance.side and view.balance.position < view.balance.top:
        cost = words.space(view.balance.side, view.balance.position)
        lines.append(el("p", f"Next for Balance: {cost}. ", cite(scene.cite.balance_cost)))
    pressed = [
        words.name(member.card) for team in view.teams for member in team.row if member.capacity - member.damage <= 1
    ]
    if pressed:
        lines.append(el("p", f"Close to defeat: {', '.join(pressed)}. ", cite(scene.cite.heroes_away)))
    elif view.ruin_top and view.phase == 1 and view.ruin_top - view.ruin <= 3:
        lines.append(el("p", f"Ruin is {view.ruin_top - view.ruin} from its end. ", cite(scene.cite.black_sun_ruin)))
    near = [words.name(one.card) for one in view.carriers if not one.fallen and one.counters == one.spaces - 1]
    if near:
        lines.append(el("p", f"One from full: {', '.join(near)}. ", cite(scene.cite.fall)))
    return lines or _rule(scene)


def story(words: Words, said: Sequence[Said], turn: int) -> Html:
    """The events of a turn, one fold a step, the last one open."""
    groups = [(number, list(rows)) for number, rows in groupby(said, key=lambda one: number_of(one.step))]
    folds = []
    for at, (number, rows) in enumerate(groups):
        name = step_name(words, number) if number else "Before the turn"
        lines = [el("li", el("span", one.text), cite(one.rule, one.status)) for one in rows]
        count = counted(len(rows), "event")
        title = f"{number} · {name} " if number else f"{name} "
        shown = at == len(groups) - 1
        folds.append(fold(title, el("ul", lines), beside=count, opened=shown, key=f"fold:{turn}:{number}:{at}"))
    return el("div", folds or el("p", "Nothing yet.", cls="rt-muted"))


def number_of(step: str) -> int:
    """The step of the turn that a phase of the catalogue belongs to, 0 for the setup.

    >>> number_of("turn.2c.attack"), number_of("setup"), number_of("turn")
    (2, 0, 1)
    """
    part = step.removeprefix("turn.")[:1] if step.startswith("turn.") else ""
    if part.isdigit():
        return int(part)
    return 1 if step == "turn" else (4 if step.startswith("black_sun") else 0)


def summary(scene: Scene) -> str:
    """One sentence for a list of games."""
    view, words = scene.view, scene.words
    if not view.turn:
        return "Setting up the table."
    tracks = ", ".join(standing(words, view)) or f"Ruin {view.ruin} of {view.ruin_top}"
    if view.balance is not None:
        tracks += f", Balance {view.balance.position} of {view.balance.top}"
    if view.phase == 2:
        tracks = f"Final Battles, {len(view.battles_done)} of 3 done"
    if view.result:
        return f"{'Won' if view.result == 'win' else 'Lost'} in turn {view.turn}. {tracks}."
    team = words.team(view.teams[view.active].card)
    return f"{team}: {step_name(words, step_number(view))}. {tracks}."
