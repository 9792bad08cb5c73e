"""The same dice, other choices, as HTML: the choice here, the new way line by line, both results side by side."""

from itertools import pairwise
from typing import Final

from rising_tutor.analysis.same_dice import CHOSEN, NEW, PARTLY, POLICY, RECORDED
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold
from rising_tutor.render.tables import table
from rising_tutor.tutor.same_dice.controller import Option, SameDiceController, Step

_TAGS: Final = {
    RECORDED: ("as recorded", ""),
    CHOSEN: ("your choice", ""),
    POLICY: ("by the policy", ""),
    PARTLY: ("new chance", "rt-tag--warn"),
    NEW: ("new", "rt-tag--warn"),
}
_LAST: Final = 14


def intro(controller: SameDiceController) -> Html:
    """What this is, or where the new way began."""
    line = controller.line
    if line is None:
        return el(
            "p",
            "Choose something else here: what falls by chance goes on as recorded wherever it still can.",
            cls="rt-small",
        )
    kept, n = controller.chance_kept()
    ways = [
        button(f"Line {line.first + 1} of the game", "sd-go", str(line.first), cls="rt-btn--small"),
        button("One step back", "sd-back", cls="rt-btn--small"),
        button("Leave this way", "sd-reset", cls="rt-btn--small"),
    ]
    return el(
        "div",
        el("p", f"A new way from line {line.first + 1} on. ", _chance(kept, n)),
        el("div", ways, cls="rt-row"),
        cls="rt-sd__head",
    )


def choose(controller: SameDiceController) -> Html:
    """What can be chosen, or why there is nothing."""
    if controller.busy:
        return el(
            "div",
            el(
                "p",
                f"The policy {controller.busy} plays on. {controller.done} lines so far."
                if controller.done
                else f"{controller.busy} plays on.",
            ),
            button("Stop", "sd-stop", cls="rt-btn--small"),
            role="status",
        )
    options = controller.options()
    if not options:
        return _no_choice(controller)
    n = controller.player.at if controller.line is None else len(controller.line.taken)
    place = controller.game.where(controller.state)
    rows = [el("li", _option(n, option)) for option in options]
    body = [el("h3", f"Choose: {place}", tabindex="-1", data_key="sd-now"), el("ul", rows, cls="rt-sd__options")]
    return el("div", body, _goes_on(controller), cls="rt-sd__choose")


def way(controller: SameDiceController) -> Html:
    """The new way, the last lines in sight."""
    steps = controller.rows()
    if not steps:
        return EMPTY
    # Who chooses is told where it changes.
    choices = [step for step in steps if not step.chance]
    again = {step.position for last, step in pairwise(choices) if last.origin == step.origin}
    early, late = steps[:-_LAST], steps[-_LAST:]
    folded = None
    if early:
        before = [_step(controller, step, again) for step in early]
        folded = fold(f"{len(early)} lines before", el("ol", before, cls="rt-sd__steps"))
    return el(
        "div",
        el("h3", "The new way"),
        folded,
        el("ol", [_step(controller, step, again) for step in late], cls="rt-sd__steps"),
        cls="rt-sd__way",
    )


def compare(controller: SameDiceController) -> Html:
    """Both results side by side, and how they come about."""
    found = controller.compared()
    if found is None:
        return EMPTY
    rows = [(name, there, el("strong", here) if here != there else here) for name, there, here in found.rows]
    return el(
        "div",
        el("h3", "Compared"),
        table(("", found.recorded, found.again), rows, cls="rt-sd__table"),
        _method(controller),
        cls="rt-sd__compare",
    )


def keep(controller: SameDiceController) -> Html:
    """What can be done with the new way, what was done, what was refused."""
    fault = controller.fault
    rule = getattr(fault, "rule", None)
    said: list[Child] = [
        el("p", fault.said, " ", cite(rule) if rule else None, cls="rt-refuse rt-sd__fault", role="alert")
        if fault
        else None,
        el("p", controller.told, cls="rt-small", role="status") if controller.told else None,
    ]
    if controller.line is None:
        return el("div", said) if any(said) else EMPTY
    ways = [
        button("Keep as a side line", "sd-side", cls="rt-btn--small", disabled=controller.kept),
        button("Download as a game", "sd-save", cls="rt-btn--small"),
        button(f"Other new {controller.game.info.chance}", "sd-dice", cls="rt-btn--small"),
    ]
    return el("div", el("div", ways, cls="rt-row"), said, cls="rt-sd__keep")


# ---------------------------------------------------------------------------------------------------------------------


def _option(n: int, option: Option) -> Html:
    mark = el("span", "as recorded", cls="rt-tag") if option.recorded else None
    return button([el("span", option.words), mark], "sd-pick", f"{n}:{option.number}", cls="rt-sd__option")


def _goes_on(controller: SameDiceController) -> Html:
    ways = []
    if controller.line is not None:
        ways.append(button("Recorded choices go on", "sd-follow", cls="rt-btn--small"))
    ways += [
        button(f"{name.capitalize()} plays to the end", "sd-policy", name, cls="rt-btn--small")
        for name in controller.policies
    ]
    return el("div", ways, cls="rt-row")


def _no_choice(controller: SameDiceController) -> Html:
    if controller.line is None and controller.player.at > controller.certain:
        return el("p", "The record is not known in full from here on: there is no recorded chance to go on with.")
    node = controller.node()
    if isinstance(node, Terminal):
        over = "The new way has come to its end." if controller.line is not None else "The game is over here."
        return el("p", over) if controller.line is not None else el("div", el("p", over), _near(controller))
    if isinstance(node, Chance):
        return el("div", el("p", "Chance decides here. Go to a choice to make another one."), _near(controller))
    return EMPTY


def _near(controller: SameDiceController) -> Html:
    before, after = controller.choices_near()
    ways = [
        button(words, "sd-go", str(at), cls="rt-btn--small")
        for words, at in (("Choice before", before), ("Next choice", after))
        if at is not None
    ]
    return el("div", ways, cls="rt-row")


def _step(controller: SameDiceController, step: Step, again: set[int]) -> Html:
    told = step.position in again or (step.chance and step.origin == RECORDED)
    tag = None if told else _TAGS.get(step.origin)
    if tag and step.origin == PARTLY:
        tag = (f"new {controller.game.info.chance}", tag[1])
    marks = [
        el("span", tag[0], cls=f"rt-tag {tag[1]}".strip()) if tag else None,
        el("span", step.said, cls="rt-small rt-muted") if step.origin == PARTLY else None,
    ]
    return el(
        "li",
        button(
            [el("span", step.words), marks],
            "sd-at",
            str(step.position),
            cls="rt-btn--quiet rt-sd__step",
            aria_current="step" if step.position == controller.shown else None,
        ),
    )


def _chance(kept: int, n: int) -> str:
    if not n:
        return "Nothing has fallen by chance yet."
    return f"{kept} of {n} times chance falls as recorded."


def _method(controller: SameDiceController) -> Html:
    info = controller.game.info
    found = (
        "a roll is found by its turn and its number in the turn, a die by its colour and its place in the row, a card "
        "or token by its number among those of the turn."
        if dice_game(controller.game) is not None
        else "what fell is found by its turn and its number among its kind in the turn."
    )
    return el(
        "p",
        f"Exact replay of the recorded chance: {found} What the record does "
        f"not give is drawn with the odds of the game, seed {controller.seed}. "
        f"Rules version {info.rules_version}. "
        f"One way is one sample: it shows what would have come of these {info.chance}, not how good a choice is.",
        cls="rt-small rt-muted",
    )
