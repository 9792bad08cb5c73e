"""What to do now and why: the question of a choice, the coach, the steps of the turn, what happened."""

from fractions import Fraction
from typing import Final

from rising_tutor.boards.coach_panel import coach_panel, question_said, steps_rail, suggestion
from rising_tutor.boards.quickstrike import ways
from rising_tutor.boards.quickstrike.decision import question
from rising_tutor.boards.quickstrike.scene import TO_WIN, Scene
from rising_tutor.games.quickstrike.standing import stops
from rising_tutor.games.quickstrike.state import FRONT, RED
from rising_tutor.games.quickstrike.words import zone_name
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite

STEPS: Final = (
    ("cleanup", "Cleanup"),
    ("replenish", "Replenish"),
    ("signature", "Signature move"),
    ("flip", "Flip"),
)
_AFTER: Final = ("counterattack", "scoring")


def rail(scene: Scene) -> Html:
    """The steps of the defender's turn. It informs; it is no menu."""
    view = scene.view
    names = [step for step, _ in STEPS]
    now = names.index(view.phase) if view.phase in names else len(names) - 1 if view.phase in _AFTER else -1
    zone = f"defend {zone_name(view.zone)} \u00b7 " if view.phase == "flip" and 0 <= view.zone < FRONT else ""
    where = f"{zone}turn {view.turn} \u00b7 round {view.round}"
    return steps_rail([name for _, name in STEPS], now, where, _before(scene))


def _before(scene: Scene) -> str:
    return "Set-up" if scene.view.phase == "setup" else "Opening attack"


def title(scene: Scene) -> str:
    """The position in one line."""
    view, name = scene.view, scene.game.info.title
    if view.reason:
        return f"{name}, {'nobody' if view.winner < 0 else scene.called(view.winner)} won in turn {view.turn}"
    return f"{name}, {scene.game.place(scene.state)}"


def summary(scene: Scene) -> str:
    """One sentence for a list of games."""
    view = scene.view
    score = " to ".join(f"{scene.character(seat)} {view.mats[seat].points}" for seat in (0, 1))
    if view.reason:
        who = "Nobody" if view.winner < 0 else scene.character(view.winner)
        return f"{who} won in turn {view.turn}: {score}."
    if not view.turn:
        return "The set-up."
    return f"Round {view.round}, {scene.character(view.defender)} defends: {score}."


def coach(scene: Scene) -> Html:
    """What now and why, at the level of help that the player asked for."""
    return coach_panel(
        scene.look,
        {
            "rule": lambda: _rule(scene),
            "goal": lambda: _goal(scene),
            "move": lambda: suggestion(
                scene.look, lambda action: ways.word(scene, action), over=bool(scene.view.reason)
            ),
        },
    )


def _rule(scene: Scene) -> Child:
    return question_said("" if scene.asked is None else scene.called(scene.asked), *question(scene))


def _goal(scene: Scene) -> Child:
    """What is at stake, and how likely the next flip stops it: counted over the cards that nobody can place."""
    view = scene.view
    if view.reason:
        return _rule(scene)
    lines: list[Child] = []
    left = RED - view.zone if 0 <= view.zone <= RED else 3
    points = view.mats[scene.attacker].points + 1
    if view.attack:
        end = "wins the game" if points >= TO_WIN else f"has {points} of {TO_WIN} points"
        zones = "this zone" if left == 0 else f"this zone and {left} more" if view.zone >= 0 else "all three zones"
        lines.append(
            el(
                "p",
                f"If the attack gets through {zones}, {scene.called(scene.attacker)} {_verb(scene, end)}. ",
                cite("QS-901"),
            )
        )
    found = next_flip(scene)
    if found is not None:
        n, of, chance = found
        lines.append(
            el(
                "p",
                f"Among {of} unseen cards {n} are strikes with enough intercept against force {scene.force}: ",
                el("b", f"{100 * float(chance):.1f} %"),
                " for the next flip. Paying is left out. ",
                el("span", "exact", cls="rt-tag rt-tag--good"),
            )
        )
    return lines or _rule(scene)


def _verb(scene: Scene, end: str) -> str:
    if scene.called(scene.attacker) != "you":
        return end
    return end.replace("wins", "win").replace("has", "have")


def next_flip(scene: Scene) -> tuple[int, int, Fraction] | None:
    """How many of the cards that the viewer cannot place would stop the attack as they are printed, of how many.

    None where the next card is known, its deck is a list that the viewer does not know, or nobody defends.
    """
    view = scene.view
    mat = view.mats[view.defender]
    known = bool(mat.deck.top) and mat.deck.top[0].card >= 0
    of = sum(mat.bag)
    if known or not mat.told or not of or not view.attack or not mat.n_deck or view.reason:
        return None
    n = 0
    for kind, count in enumerate(mat.bag):
        card = scene.game.book.card[mat.kinds[kind]]
        if count and card.type == "strike" and stops(scene.run, card.intercept):
            n += count
    return n, of, Fraction(n, of)
