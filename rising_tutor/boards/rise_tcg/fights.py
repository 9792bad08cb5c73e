"""The fights of a turn between the sides: who attacks whom, who blocks, and how both stand."""

from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.ways import numbers_of
from rising_tutor.core.english import listed
from rising_tutor.games.rise_tcg.combat import blocked, in_combat
from rising_tutor.games.rise_tcg.state import Fight
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite
from rising_tutor.render.symbols import use


def fights(scene: Scene) -> Html | None:
    """Each attack of this turn as a line; None where nobody attacks."""
    view = scene.view
    lines: list[Child] = [_line(scene, fight) for fight in view.fights]
    if not lines:
        return None
    return el(
        "section",
        el("ul", lines),
        el("p", "Damage comes after all have passed. ", cite("RISE-518")) if view.phase == "attack" else None,
        cls="rt-fights",
        aria_label="The fights",
        data_beat=scene.beat("fights"),
        data_key="fights",
    )


def _line(scene: Scene, fight: Fight) -> Html | None:
    run = scene.run
    piece = run.piece(fight.attacker)
    if piece is None:
        return el("li", use("i-no"), el("span", "An attacker has left play."))
    sign = use("i-arrow-up" if piece.controller == scene.near else "i-arrow-down")
    name = el("b", scene.piece_name(piece))
    met = [one for ref in blocked(run, fight.attacker) if (one := run.piece(ref)) is not None]
    said: Child
    if not in_combat(run, fight.attacker):
        said = " has left this combat"
    elif met:
        blockers = listed(f"{scene.piece_name(one)} {numbers_of(scene, one)}" for one in met)
        said = f" {numbers_of(scene, piece)}, blocked by {blockers}"
    elif blocked(run, fight.attacker):
        said = f" {numbers_of(scene, piece)}, blocked; its blocker has left play"
    else:
        said = f" {numbers_of(scene, piece)} attacks {scene.called(fight.target)}, not blocked"
    return el("li", sign, el("span", name, said))
