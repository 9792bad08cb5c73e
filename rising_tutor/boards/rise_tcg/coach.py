"""What to do now and why at a table of Rise TCG: the question of a choice, the coach, the steps of the turn."""

from typing import Final

from rising_tutor.boards.coach_panel import coach_panel, question_said, steps_rail, suggestion
from rising_tutor.boards.decision import turn_words
from rising_tutor.boards.rise_tcg import ways
from rising_tutor.boards.rise_tcg.decision import question
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.games.rise_tcg.combat import attackers
from rising_tutor.games.rise_tcg.standing import attack, is_creature, is_door
from rising_tutor.games.rise_tcg.words import PHASES
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite

STEPS: Final = tuple(phase for phase in PHASES if phase != "setup")


def rail(scene: Scene) -> Html:
    """The steps of the turn. It informs; it is no menu."""
    view = scene.view
    now = STEPS.index(view.phase) if view.phase in STEPS else -1
    whose = f"{scene.whose(view.active)} turn {view.turn}" if view.turn else ""
    return steps_rail([PHASES[step] for step in STEPS], now, whose, "Set-up")


def title(scene: Scene) -> str:
    """The position in one line."""
    view, name = scene.view, scene.game.info.title
    if view.reason:
        return f"{name}, {'nobody' if view.winner < 0 else scene.called(view.winner)} won in turn {view.turn}"
    return f"{name}, {scene.game.place(scene.state)}"


def summary(scene: Scene) -> str:
    """One sentence for a list of games."""
    view = scene.view
    totals = " to ".join(str(health(scene, seat)) for seat in range(len(view.sides)))
    if view.reason:
        who = "Nobody" if view.winner < 0 else capital(scene.called(view.winner))
        return f"{who} won in turn {view.turn}: HP {totals}."
    if not view.turn:
        return "The set-up."
    return f"{capital(turn_words(f'turn {view.turn}', scene.called(view.active)))}: HP {totals}."


def health(scene: Scene, seat: int) -> int:
    """The HP of both Summoners of a seat."""
    return sum(max(0, one.hp) for one in scene.view.sides[seat].summoners)


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
    """What is at stake: the HP that are left of each seat, and what could be hit from what lies open."""
    view = scene.view
    if view.reason:
        return _rule(scene)
    lines: list[Child] = []
    for seat in (*scene.others, scene.near):
        if view.sides[seat].out:
            continue
        alive = [(at, one) for at, one in enumerate(view.sides[seat].summoners) if one.hp > 0]
        hp = listed(f"{scene.summoner_name(seat, at)} {one.hp}" for at, one in alive)
        lines.append(el("p", f"{capital(scene.called(seat))} {_has(scene, seat)} {health(scene, seat)} HP: {hp}."))
    lines.append(el("p", "Whoever has the last living Summoner wins. ", cite("RISE-103")))
    lines += _of_attack(scene)
    return lines


def _of_attack(scene: Scene) -> list[Child]:
    """How much the creatures of the turn could hit, and how many could block them."""
    view, run = scene.view, scene.run
    if not view.turn or view.fights or view.phase not in ("awakening", "restoration", "invocation", "attack"):
        return []
    able = attackers(run, view.active, ruled=False)
    if not able:
        return []
    total = sum(attack(run, piece) for piece in able)
    seat = next(iter(run.opponents(view.active)), None)
    if seat is None:
        return []
    up = [
        piece
        for piece in run.of(seat)
        if not piece.on and not piece.tilted and (is_creature(run, piece) or is_door(run, piece))
    ]
    who = scene.whose(view.active)
    text = f"Among {who} cards {counted(len(able), 'creature')} could attack now, together {total}; "
    block = f"{scene.called(seat)} {_has(scene, seat)} {counted(len(up), 'card')} untilted to block with."
    return [el("p", text, block)]


def _has(scene: Scene, seat: int) -> str:
    return "have" if scene.called(seat) == "you" else "has"
