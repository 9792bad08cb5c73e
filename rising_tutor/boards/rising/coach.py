"""What to do now and why: the question of a choice, the coach, and the events of a turn."""

from collections.abc import Sequence
from itertools import groupby

from rising_tutor.boards.coach_panel import coach_panel, suggestion
from rising_tutor.boards.ports import Said
from rising_tutor.boards.rising.decision import question
from rising_tutor.boards.rising.enemy import standing
from rising_tutor.boards.rising.scene import Scene, step_name, step_number
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.english import counted, plural, with_article
from rising_tutor.games.rising.rules import tasks
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, fold


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
