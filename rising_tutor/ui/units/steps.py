"""The teaching units as HTML: the list, a step with its question, the answer when it may be told, the worksheet."""

from fractions import Fraction
from typing import Final

from rising_tutor.lab.guesses import Guess, Pick, excess
from rising_tutor.lab.query import ANY_TIES, Number
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.unit import Ask, Unit
from rising_tutor.lab.wording import decimal, points, said, words
from rising_tutor.probability.dice_turn.answer import EXACT
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.wording import face_in_words
from rising_tutor.probability.percents import percent
from rising_tutor.render.dice import die
from rising_tutor.render.forms import field, select, submit, text
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, fold, icon, panel_head, scrolled
from rising_tutor.render.tables import row, table
from rising_tutor.tutor.units import ALL, UnitsController
from rising_tutor.ui.components.guess_form import guess_form
from rising_tutor.ui.odds.marks import fraction, one_die, symbols

_LONGEST_FACES: Final = 5
"""Colours whose faces are all drawn."""


def unit_list(controller: UnitsController) -> Html:
    """Every unit with what it is for; the open one is marked."""
    if not controller.units:
        return el("section", el("h2", "Units"), el("p", "There is no unit for the dice of this game."), cls="rt-panel")
    rows = [_unit_row(controller, unit) for unit in controller.units]
    return el("nav", el("h2", "Units"), el("ol", rows, cls="rt-unitlist"), cls="rt-panel", aria_label="Units")


def step(controller: UnitsController) -> Html:
    """The open unit at its step; without one what units are."""
    unit = controller.unit
    if unit is None:
        return _invitation(controller)
    ask = controller.ask
    inside: list[Child] = [
        el("p", controller.say(controller.step.text), cls="rt-goal rt-unittext"),
        scene(controller.step.scene, controller.kit),
    ]
    if ask is not None:
        inside += [
            el("h3", controller.say(ask.prompt), cls="rt-oddsh3", tabindex="-1", data_key="question"),
            reveal(controller, ask) if controller.revealed else question(controller, ask),
        ]
    return el(
        "section",
        panel_head(
            unit.title,
            el("span", f"step {controller.at + 1} of {len(unit.step)}", cls="rt-small rt-muted"),
            key="unit",
        ),
        inside,
        el("p", [[cite(rule, status), " "] for rule, status in controller.rules], cls="rt-row rt-under"),
        _ways(controller, unit),
        cls="rt-panel rt-unitstep",
        aria_label=unit.title,
    )


def question(controller: UnitsController, ask: Ask) -> Html:
    """What is asked before anything of the answer is known."""
    notice = el("p", icon("i-no"), controller.notice, cls="rt-oddsnotice", role="alert") if controller.notice else None
    if ask.kind == "choice":
        show = button("Show without guessing", "show", cls="rt-btn--quiet")
        ways = [
            el("li", button(controller.say(way.label), "pick", str(at), cls="rt-unitway"))
            for at, way in enumerate(ask.ways)
        ]
        return el("div", el("ul", ways, cls="rt-unitways"), notice, el("div", show, cls="rt-row"))
    top = 100 if ask.kind == "chance" else ask.top
    words = "Your guess, in percent" if ask.kind == "chance" else f"Your guess: {ask.unit}, from 0 to {top}"
    return guess_form(words, top, notice)


def reveal(controller: UnitsController, ask: Ask) -> Html:
    """The answer, what was guessed, and what the guess cost."""
    numbers = controller.numbers
    shown: Child
    if ask.kind == "choice":
        shown = _choices(controller, ask)
    else:
        number = numbers[ask.answer]
        shown = el(
            "div",
            el("b", _large(number)),
            el("span", ask.unit, cls="rt-muted") if ask.unit else None,
            fraction(number.amount) if number.high is None else None,
            _tag(number),
            cls="rt-big",
        )
    told = (
        controller.say(ask.reveal)
        if controller.holds
        else "These dice differ from those that this text was written for."
    )
    return el(
        "div",
        el("div", _cost(controller, ask), role="status"),
        shown,
        el("p", told, cls="rt-unittold", data_key="told"),
        cls="rt-unitreveal",
    )


def worksheet_form(controller: UnitsController) -> Html:
    """Unit, number and seed, to print or as a table."""
    unit_id, n, seed = controller.sheet
    options = [(ALL, "All units"), *((unit.id, unit.title) for unit in controller.units)]
    fields = (
        ("Unit", select("unit", options, unit_id, key="sheet-unit", cls=None)),
        ("Questions", text("n", n, kind="number", min="1", max="100", key="sheet-n")),
        ("Seed", text("seed", seed, maxlength="64", key="sheet-seed")),
        ("As", select("form", (("html", "Page to print"), ("csv", "Table (CSV)")), cls=None)),
    )
    return el(
        "section",
        el("h2", "Worksheet"),
        el(
            "p",
            "Varied questions with exact answers for a class. The same seed gives the same sheet.",
            cls="rt-small rt-muted",
        ),
        el(
            "form",
            [field(label, control) for label, control in fields],
            submit("Download", key="sheet-go"),
            data_do="sheet",
            cls="rt-unitsheet",
            aria_label="Worksheet",
            novalidate=True,
        ),
        cls="rt-panel",
    )


# The scene -----------------------------------------------------------------------------------------------------------


def scene(drawn: Scene, kit: Kit) -> Html:
    """Dice, a roll, cards to cover, or a bag; with every face of the dice to look up."""
    if drawn.bag:
        what, of_what = (drawn.drawn_from, "faces") if drawn.drawn_from else ("In the bag", "number")
        bag = table((what, of_what), drawn.bag.items(), numbers=1, cls="rt-opt rt-unitbag")
        top = words(drawn, kit)["on_top"]
        return join(bag, el("p", f"Known on top: {top}.", cls="rt-small rt-muted") if drawn.on_top else EMPTY)
    parts: list[Child] = []
    if drawn.roll:
        parts.append(_row("The roll", [_rolled(colour, face, kit) for colour, face in drawn.roll]))
    elif drawn.pool:
        dice = [one_die(kit, colour, "", size="m") for colour, n in drawn.pool.items() for _ in range(n)]
        parts.append(_row("The pool", dice))
    for number, need in enumerate(drawn.needs, 1):
        name = "The card" if len(drawn.needs) == 1 else f"Card {number}"
        parts.append(_row(name, symbols(kit, need)))
    return el("div", parts, _faces(drawn, kit), cls="rt-stage rt-unitscene")


def _row(name: str, things: Child) -> Html:
    return el("div", el("span", name, cls="rt-small rt-muted"), el("span", things, cls="rt-dicerow"), cls="rt-unitrow")


def _rolled(colour: str, face: str, kit: Kit) -> Html:
    return die(colour, _words(face, kit), cls="rt-die--m", label=f"{colour} die, {face_in_words(kit, face)}")


def _words(face: str, kit: Kit) -> tuple[str, ...]:
    return tuple(kit.word(letter) for letter in face)


def _faces(drawn: Scene, kit: Kit) -> Html:
    """The faces of every colour that is here."""
    colours = [one.colour for one in kit.dice if one.colour in drawn.pool][:_LONGEST_FACES]
    rows = []
    for colour in colours:
        faces = kit.die(colour).faces
        spelled = ", ".join(face_in_words(kit, face) for face in faces)
        row = el(
            "span",
            [die(colour, _words(face, kit), cls="rt-die--s") for face in faces],
            cls="rt-dicerow",
            role="img",
            aria_label=f"{colour} die: {spelled}",
        )
        rows.append(el("li", row))
    if not rows:
        return EMPTY
    title = "Faces of these dice" if len(rows) > 1 else "Faces of this die"
    return fold(title, el("ul", rows, cls="rt-unitfaces"), opened=True, key="faces")


# The answer ----------------------------------------------------------------------------------------------------------


def _choices(controller: UnitsController, ask: Ask) -> Html:
    """Every way with what it is worth and what it loses, the best first."""
    numbers = [controller.numbers[way.number] for way in ask.ways]
    most = max(number.amount for number in numbers)
    given = controller.given
    picked = int(given.given) if isinstance(given, Pick) else -1
    rows = []
    for at in sorted(range(len(numbers)), key=lambda at: -numbers[at].amount):
        number = numbers[at]
        best = number.amount == most
        mine = el("span", "your choice", cls="rt-tag") if at == picked else None
        lost = Number(most - number.amount, "points" if number.kind in ("chance", "points") else "value")
        rows.append(
            row(
                el("span", controller.say(ask.ways[at].label), " ", mine, cls="rt-row"),
                el("b", said(number)),
                "best" if best else f"\u2212{_short(lost)}",
                cls="best" if best else None,
            )
        )
    ways = table(("Choice", "Worth", "Loss"), rows, numbers=1, named=-1, cls="rt-opt")
    method = _tag(numbers[0] if all(one.method == EXACT for one in numbers) else _approximate(numbers))
    return el(
        "div",
        scrolled("Every choice with its worth", ways),
        el("p", method, cls="rt-under"),
    )


def _approximate(numbers: list[Number]) -> Number:
    return next(number for number in numbers if number.method != EXACT)


def _cost(controller: UnitsController, ask: Ask) -> Child:
    given = controller.given
    if isinstance(given, Guess):
        off = given.stated - given.exact
        way = "above" if off > 0 else "below"
        far = f"{said(Number(abs(off), 'points'))} {way} it" if off else "on the point"
        expected = f"It costs {_four(excess(given))} on the Brier score beyond stating the chance itself"
        came = "it worked" if given.happened else "it did not work"
        drawn = Fraction(given.happened)
        score = _four((given.stated - drawn) ** 2)
        return [
            el("p", f"You said {percent(given.stated)}, {far}.", cls="rt-yourguess"),
            el("p", f"{expected} (exact). One try was drawn at this chance: {came}, score {score}.", cls="rt-small"),
        ]
    if isinstance(given, Pick) and ask.kind == "choice":
        kind = controller.numbers[ask.ways[0].number].kind
        lost = Number(given.loss, "points" if kind in ("chance", "points") else "value")
        text = "That is the best choice." if not given.loss else f"That choice loses {said(lost)}."
        return el("p", text, cls="rt-yourguess")
    if isinstance(given, Pick):
        return el("p", f"You said {_stated(given, controller.numbers[ask.answer])}.", cls="rt-yourguess")
    return el("p", "Shown without a guess; nothing is scored.", cls="rt-small rt-muted")


def _stated(given: Pick, number: Number) -> str:
    """What was stated, and how far that is off the number or its range."""
    chance = number.kind == "chance"
    said_it = percent(given.given) if chance else decimal(given.given)
    if not given.loss:
        return f"{said_it}, {'on the point' if number.high is None else 'which is in the range'}"
    far = f"{points(given.loss)} percentage points" if chance else decimal(given.loss)
    way = "above" if given.given > number.amount else "below"
    return f"{said_it}, {far} off" if number.high is None else f"{said_it}, {far} {way} the range"


def _four(amount: Fraction) -> str:
    return f"{float(amount):.4f}".rstrip("0").rstrip(".")


def _short(number: Number) -> str:
    return points(Fraction(number.amount)) if number.kind == "points" else f"{float(number.amount):.2f}"


def _large(number: Number) -> str:
    return said(number, {"chance": "percent", "count": ""}.get(number.kind, "number"))


def _tag(number: Number) -> Html:
    kind = "rt-tag--good" if number.method in (EXACT, ANY_TIES) else "rt-tag--warn"
    return el("span", number.method, cls=f"rt-tag {kind}")


# The rest ------------------------------------------------------------------------------------------------------------


def _unit_row(controller: UnitsController, unit: Unit) -> Html:
    n, of = controller.answered(unit), len(unit.asks)
    state = "done" if n == of else f"{n} of {of}" if n else f"{unit.minutes} min"
    here = unit is controller.unit
    return el(
        "li",
        el(
            "a",
            el("b", unit.title),
            el("span", state, cls="rt-xs rt-muted"),
            el("span", unit.purpose, cls="rt-small rt-muted rt-unitlist__why"),
            href=f"#odds?unit={unit.id}",
            data_do="unit",
            data_arg=unit.id,
            data_key=f"unit:{unit.id}",
            aria_current="page" if here else None,
            cls="rt-unitlink",
        ),
    )


def _invitation(controller: UnitsController) -> Html:
    first = controller.units[0] if controller.units else None
    return el(
        "section",
        el("h2", "Guess first, then see", tabindex="-1", data_key="unit"),
        el(
            "p",
            "Each unit is a few questions. You guess, then you are told the exact answer and what your guess cost. "
            "Your score shows how well you state chances.",
        ),
        el(
            "div",
            button(f"Begin with {first.title}", "unit", first.id, cls="rt-btn--main", key="begin"),
            cls="rt-row rt-under",
        )
        if first
        else None,
        cls="rt-panel",
    )


def _ways(controller: UnitsController, unit: Unit) -> Html:
    """Back, on, and the steps that were answered."""
    marks = []
    for at, one in enumerate(unit.step):
        done = one.ask is not None and controller.is_answered(unit, one.ask)
        label = f"Step {at + 1}{', answered' if done else ''}"
        marks.append(
            button(
                # Answered, whether right or not: no tick, which would say right.
                [str(at + 1), el("span", "\u25cf", cls="rt-unitmark__done", aria_hidden="true") if done else None],
                "step",
                str(at),
                cls="rt-btn--quiet rt-unitmark",
                aria_label=label,
                aria_current="step" if at == controller.at else None,
            )
        )
    last = controller.at == len(unit.step) - 1
    following = next((other for other in controller.units if other.order > unit.order), None)
    on: Html | None = None
    if not last:
        on = button(
            "Next step", "step", str(controller.at + 1), cls="rt-btn--main" if controller.revealed else "", key="next"
        )
    elif following is not None:
        main = "rt-btn--main" if controller.revealed else ""
        on = button(f"Next unit: {following.title}", "unit", following.id, cls=main, key="next")
    again = button("Take it again", "again", cls="rt-btn--quiet") if controller.answered(unit) else None
    return el(
        "div",
        el("div", marks, cls="rt-row rt-unitmarks", role="group", aria_label="Steps"),
        el("div", again, on, cls="rt-row rt-unitnext"),
        cls="rt-unitways2",
    )
