"""The exchange of strikes: who sent what, what stopped it, what is coming, and what is held against it.

Each strike is a domino: left the intercept, right the force. The force of one stands over or under the intercept that
had to stop it, so that one compares two numbers in one column. Beaten flips are no dominoes: the events have them.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from rising_tutor.boards.card_reader import FORCE, SHIELD, value
from rising_tutor.boards.ports import SeenMove
from rising_tutor.boards.quickstrike import places
from rising_tutor.boards.quickstrike.scene import Scene
from rising_tutor.core.english import capital, counted
from rising_tutor.core.values import Value
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force, skipped, stops, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.view import imagine
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite
from rising_tutor.render.symbols import use

_SHOWN: Final = 5
"""So many strikes are shown, and what is held against the last one."""


class Blow(Value, frozen=True):
    """A strike of the exchange.

    Attributes:
        seat: who sent it.
        zone: from where; -1 for an opening attack.
        intercept: with which it stopped the one before; None for an opening attack.
        force: with which it came, as it was when it had to be stopped.
    """

    seat: int
    name: str
    zone: int
    intercept: int | None
    force: int


def blows(scene: Scene) -> tuple[Blow, ...]:
    """The strikes since the last opening attack, as far as they are known; the last one is coming."""
    view = scene.view
    if not view.attack:
        return ()
    found: list[Blow] = []
    for move in scene.look.before:
        for event in move.events:
            if isinstance(event, ev.OpeningSent):
                found = [Blow(event.seat, "Opening", -1, None, event.force)]
            elif isinstance(event, ev.Countered):
                run = _run(scene, move)
                found = [*_stopped(found, attack_force(run)), _counter(run, event)]
    if found and found[-1].seat == view.defender:
        # A counterattack whose effects are still being carried out.
        last = found[-1]
        there = scene.run.lies(last.seat, last.zone) is not None
        force = values(scene.run, last.seat, last.zone).force if there else last.force
        return (*found[:-1], Blow(last.seat, last.name, last.zone, last.intercept, force))
    now = scene.attacking
    zone = view.attack_zone if now is not None else -1
    last = Blow(scene.attacker, now.name if now else "Opening", zone, None, scene.force)
    if found and (found[-1].seat, found[-1].name, found[-1].zone) == (last.seat, last.name, last.zone):
        last = Blow(last.seat, last.name, last.zone, found[-1].intercept, last.force)
        return (*found[:-1], last)
    return (last,)


def _run(scene: Scene, move: SeenMove) -> Run:
    return Run(imagine(move.view, Random(0), scene.game.book), scene.game.book)  # type: ignore[arg-type]  # read as a table


def _stopped(found: list[Blow], force: int) -> Iterator[Blow]:
    """The same strikes; the last one came with the force that it had when it was stopped."""
    yield from found[:-1]
    if found:
        last = found[-1]
        yield Blow(last.seat, last.name, last.zone, last.intercept, force)


def _counter(run: Run, event: ev.Countered) -> Blow:
    zone = event.zone if 0 <= event.zone <= FRONT else FRONT
    there = run.lies(event.seat, zone) is not None
    intercept = values(run, event.seat, zone).intercept if there else None
    return Blow(event.seat, run.any_card(event.card).name, zone, intercept, event.force)


def rally(scene: Scene) -> Html:
    """The exchange as it stands."""
    every = blows(scene)
    if not every:
        return el(
            "section",
            el("p", _nobody(scene), cls="rt-lane"),
            cls="rt-rally rt-rally--none",
            aria_label="The exchange",
            data_key="exchange",
        )
    shown = every[-_SHOWN:]
    parts: list[Child] = []
    for at, blow in enumerate(shown, 1):
        before = len(every) - len(shown) if at == 1 else 0
        parts.append(_domino(scene, blow, at, last=at == len(shown), first=at == 1, before=before))
        if at > 1 and blow.intercept is not None:
            parts.append(_against(shown[at - 2], blow, at, near=blow.seat == scene.near))
    parts += _held(scene, shown[-1], len(shown) + 1)
    return el(
        "section",
        parts,
        cls="rt-rally",
        aria_label="The exchange",
        data_beat=scene.beat("exchange"),
        data_key="exchange",
    )


def _nobody(scene: Scene) -> str:
    totals = scene.view.totals
    if not scene.view.turn:
        return (
            f"The set-up: force totals {totals[0]} and {totals[1]}. The higher one says who sends the opening attack."
        )
    return "Nobody attacks now."


def _domino(scene: Scene, blow: Blow, at: int, *, last: bool, first: bool, before: int) -> Html:
    near = blow.seat == scene.near
    # The first one that is shown stopped something that is not: it is drawn by its force alone.
    half = blow.intercept is None or first
    where = scene.zone_words(blow.zone) if blow.zone >= 0 else ""
    place = ", ".join(part for part in (scene.called(blow.seat), where) if part)
    numbers: list[Child] = []
    if not half and blow.intercept is not None:
        numbers.append(el("span", value(SHIELD, blow.intercept), cls="rt-dom__c"))
    numbers.append(el("span", value(FORCE, blow.force), cls="rt-dom__c"))
    said = f"intercept {blow.intercept}, " if blow.intercept is not None else ""
    kinds = ["rt-dom", f"rt-at--{at}", "rt-dom--near" if near else "rt-dom--far"]
    kinds += ["rt-dom--half"] if half else []
    kinds += ["rt-dom--now"] if last else []
    return el(
        "div",
        el("p", el("b", blow.name), el("span", _beside(scene, blow, before))),
        numbers,
        cls=" ".join(kinds),
        role="img",
        aria_label=f"{blow.name}, {place}, {said}force {blow.force}{', coming now' if last else ''}",
    )


def _beside(scene: Scene, blow: Blow, before: int) -> str:
    """What stands beside the name of a strike: its zone; whose lane it is, its first one says."""
    if before:
        return f"{counted(before, 'strike')} before"
    return scene.zone_words(blow.zone) if blow.zone >= 0 else scene.called(blow.seat)


def _against(before: Blow, blow: Blow, at: int, *, near: bool) -> Html:
    sign = use("i-arrow-up" if near else "i-arrow-down")
    return el("span", sign, f"{blow.intercept} stops {before.force}", cls=f"rt-vs rt-at--{at} is-good")


def _held(scene: Scene, coming: Blow, at: int) -> list[Child]:
    """What is coming in words, and the card that is held against it with what is missing."""
    view, card = scene.view, scene.flipped()
    if view.reason:
        lane = "near" if coming.seat == scene.near else "far"
        return [el("p", el("b", "The game is over"), cls=f"rt-lane rt-lane--{lane} rt-at--{at}")]
    if coming.seat == view.defender:
        lane = "near" if coming.seat == scene.near else "far"
        said = el("b", f"Force {coming.force} goes to {scene.called(scene.attacker)}")
        return [el("p", said, cls=f"rt-lane rt-lane--{lane} rt-at--{at}")]
    near = view.defender == scene.near
    mine = "near" if near else "far"
    theirs = "far" if near else "near"
    parts: list[Child] = []
    where = _open_zones(scene)
    need = "more than" if view.options.sufficient_intercept == "higher" else "or more"
    enough = f"intercept {need} {coming.force}" if need == "more than" else f"intercept {coming.force} or more"
    text = f"Stop it with {enough}, paid{', in ' + where if where else ''}. "
    coming_said: list[Child] = [
        el("b", f"Force {coming.force} is coming"),
        el(
            "span",
            f"{capital(scene.called(view.defender))} defend{'' if scene.called(view.defender) == 'you' else 's'}. ",
            text,
            cite("QS-502"),
        ),
    ]
    parts.append(el("p", coming_said, cls=f"rt-lane rt-lane--{theirs} rt-at--{at}"))
    if card is None or card.type != "strike":
        if card is not None:
            parts.append(
                el(
                    "p",
                    el("b", card.name),
                    el("span", f"is an {card.type}: it stops nothing. The zone is flipped again."),
                    cls=f"rt-lane rt-lane--{mine} rt-at--{at}",
                )
            )
        return parts
    have = scene.intercept()
    sign = use("i-arrow-up" if near else "i-arrow-down")
    good = stops(scene.run, have)
    says = f"{have} {'stops' if good else 'does not stop'} {coming.force}"
    parts.append(el("span", sign, says, cls=f"rt-vs rt-at--{at} {'is-good' if good else 'is-bad'} is-held"))
    place = scene.called(view.defender), scene.zone_words(scene.here), "now"
    force = values(scene.run, view.defender, scene.here).force
    parts.append(
        el(
            "div",
            el("p", el("b", card.name), el("span", ", ".join(place[1:]))),
            el("span", value(SHIELD, have), cls="rt-dom__c"),
            el("span", value(FORCE, force), cls="rt-dom__c"),
            cls=f"rt-dom rt-dom--ask rt-dom--{mine} rt-at--{at}",
            role="img",
            aria_label=f"{card.name}, {', '.join(place)}, intercept {have}, force {force}: {says}",
            data_beat=scene.beat(places.at("flip", view.defender, scene.here)),
        )
    )
    missing = attack_force(scene.run) - have + (0 if need == "or more" else 1)
    head = "Enough" if good else f"{missing} missing"
    then = (
        f"paid for, force {force} goes to {scene.called(scene.attacker)}"
        if good
        else f"with {missing} more, force {force} would go back"
    )
    parts.append(el("p", el("b", head), el("span", then), cls=f"rt-lane rt-lane--{mine} rt-at--{at + 1} is-beside"))
    return parts


def _open_zones(scene: Scene) -> str:
    """The zones in which it can still be stopped."""
    view = scene.view
    left = [zone for zone in range(max(view.zone, 0), 3) if zone not in skipped(scene.run) or zone == view.zone]
    names = [scene.zone_words(zone) for zone in left]
    return " or ".join(names) if len(names) < 3 else f"{names[0]}, {names[1]} or {names[2]}"
