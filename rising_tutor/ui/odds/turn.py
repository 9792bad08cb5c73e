"""A turn of the odds lab as HTML: the roll, every choice with what it is worth, what was done so far."""

from itertools import groupby

from rising_tutor.core.english import counted
from rising_tutor.probability.dice_turn.answer import Amount, Option
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie
from rising_tutor.probability.percents import amount, cost, loss
from rising_tutor.render.dice import die
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, panel_head, scrolled
from rising_tutor.render.tables import Row, row, table
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.turn import Choice, Turn
from rising_tutor.ui.odds.marks import one_die, symbols
from rising_tutor.ui.odds.question import notice

ROWS = 20
"""Rows that are shown at once."""


def roll(lab: OddsLab, rows: int = ROWS, busy: str = "") -> Html | None:
    """The panel of the turn; None while nothing is asked.

    Args:
        lab: the controller.
        rows: how many choices are shown at most.
        busy: a sentence while values are being worked out.
    """
    if not lab.asked.complete:
        return None
    turn = lab.turn
    inside: list[Child]
    if turn is None:
        inside = [_begin(lab)]
    elif turn.shown:
        inside = [_dice(turn), _what_to_do(lab, turn, rows, busy)]
    elif turn.over:
        inside = [_end(turn)]
    else:
        inside = [_between(lab, turn)]
    return el(
        "section",
        panel_head(_title(turn), _seed_tag(turn), key="roll-head"),
        inside,
        notice(lab, "roll"),
        _done(lab, turn) if turn is not None and turn.done else None,
        el("div", button("Begin a new turn", "turn-new", cls="rt-btn--small"), cls="rt-row rt-under") if turn else None,
        cls="rt-panel",
        aria_label="A roll",
    )


# ---------------------------------------------------------------------------------------------------------------------


def _title(turn: Turn | None) -> str:
    if turn is None:
        return "A roll: what would you do?"
    if turn.over:
        return "The turn is over"
    return "This roll: what would you do?" if turn.hidden else "This roll: what is best?" if turn.shown else "Next roll"


def _seed_tag(turn: Turn | None) -> Html | None:
    if turn is None or turn.by_hand:
        return None
    return el("span", f"seed {turn.seed}", cls="rt-tag")


def _begin(lab: OddsLab) -> Child:
    return [
        el("p", "Roll the pool for real, or set the faces as they lie on your table.", cls="rt-small rt-muted"),
        el(
            "form",
            el("button", "Roll", type="submit", cls="rt-btn rt-btn--main", data_key="roll"),
            button("Set the faces", "by-hand", cls=""),
            el(
                "label",
                el("span", "Seed"),
                el(
                    "input",
                    type="text",
                    name="seed",
                    value=lab.seed,
                    maxlength=40,
                    cls="rt-input",
                    placeholder="any word",
                    autocomplete="off",
                    data_key="seed",
                ),
                cls="rt-row rt-small rt-seed",
            ),
            data_do="roll",
            cls="rt-row rt-under",
            aria_label="Roll",
        ),
    ]


def _dice(turn: Turn) -> Html:
    shown = [
        one_die(
            turn.kit,
            colour,
            face,
            size="m",
            data_do="face",
            data_arg=str(at),
            data_key=f"face:{at}",
            data_item=True,
            title="Press for the next face",
        )
        for at, (colour, face) in enumerate(turn.shown)
    ]
    waiting = [one_die(turn.kit, turn.problem.dice[at].colour, "", size="m") for at in turn.waiting]
    return el(
        "div",
        el("div", shown, waiting, cls="rt-row", data_rove=True, role="group", aria_label="Dice of this roll"),
        el("span", "Press a die for its next face.", cls="rt-xs rt-muted"),
        cls="rt-rolldice",
    )


def _what_to_do(lab: OddsLab, turn: Turn, rows: int, busy: str) -> Child:
    if not turn.solved:
        if lab.answer is not None:
            return el("p", "The choices of this roll cannot be valued: the question is too large.", cls="rt-small")
        return el("p", busy, cls="rt-small rt-muted", role="status")
    if not turn.ready:
        return _valuing(turn, busy)
    if turn.hidden:
        return _guess(turn, rows)
    return _table(lab, turn, rows)


def _valuing(turn: Turn, busy: str) -> Html:
    """While choices are being valued, which takes seconds where there are helps; and after that was stopped."""
    if turn.given_up:
        return el(
            "div",
            el("p", "The choices of this roll are not valued.", cls="rt-small rt-muted", role="status"),
            el("div", button("Value them", "value-again", cls="rt-btn--small"), cls="rt-row rt-under"),
        )
    if not busy:
        return el("div", cls="rt-oddswait")
    return el(
        "div",
        el("div", cls="rt-skel"),
        el("p", busy, cls="rt-small rt-muted", role="status"),
        el("div", button("Stop", "value-stop", cls="rt-btn--small"), cls="rt-row"),
        cls="rt-oddswait",
    )


def _guess(turn: Turn, rows: int) -> Child:
    """The choices without their values, in an order that tells nothing."""
    every = turn.unranked()
    items = [
        el(
            "li",
            el("span", _pictured(turn, choice), cls="rt-row"),
            button("Pick", "pick", choice.key, cls="rt-btn--small", aria_label=f"Pick: {choice.says}"),
        )
        for choice in every[:rows]
    ]
    return [
        el("p", "Pick what you would do; then every choice gets its value.", cls="rt-small rt-muted"),
        el("ul", items, cls="rt-picks"),
        _more(len(every), rows),
        el("div", button("Show without picking", "show-choices", cls="rt-btn--quiet"), cls="rt-row rt-under"),
    ]


def _table(lab: OddsLab, turn: Turn, rows: int) -> Child:
    every = turn.choices()
    ties = sum(choice.best for choice in every)
    chance = lab.is_chance
    shown = [_row(turn, choice, chance=chance, ties=ties) for choice in every[:rows]]
    picked = next((choice for choice in every if choice.key == turn.picked), None)
    if picked is not None and picked not in every[:rows]:
        # What was picked is in sight however far down it stands.
        shown.append(_row(turn, picked, chance=chance, ties=ties))
    heads = ("Choice", "Chance" if chance else "Value", "Loss", el("span", "Go on", cls="rt-sr"))
    return [
        _verdict(turn, picked, ties, len(every), chance=chance),
        scrolled(
            "Choices, ranked",
            table(heads, shown, numbers=1, cls="rt-opt"),
        ),
        _more(len(every), rows),
        _tied(ties, len(every)),
    ]


def _row(turn: Turn, choice: Choice, *, chance: bool, ties: int) -> Row:
    lost = loss(choice.group.loss, chance=chance)
    if choice.best and ties > 1:
        lost = "best, tied"
    whose = "picked in the link" if turn.linked else "your pick"
    mine = el("span", whose, cls="rt-tag rt-tag--you") if choice.key == turn.picked else None
    value = amount(choice.value, chance=chance)
    return row(
        el("span", _pictured(turn, choice), mine, cls="rt-row"),
        el("b", value) if choice.best else value,
        lost,
        button("Do it", "choose", choice.key, cls="rt-btn--small", aria_label=f"Do it: {choice.says}"),
        cls="best" if choice.best else None,
        data_key=f"row:{choice.key}",
    )


def _verdict(turn: Turn, picked: Choice | None, ties: int, n: int, *, chance: bool) -> Child:
    if picked is None:
        return None
    if ties == n:
        return el("p", "Here every choice is equally good; this pick is not scored.", cls="rt-small rt-yourguess")
    whose = "The pick of the link" if turn.linked else "Your pick"
    if picked.best:
        return el("p", f"{whose} is {'best' if ties == 1 else 'among the best'}.", cls="rt-small rt-yourguess")
    return el("p", f"{whose} costs {cost(picked.group.loss, chance=chance)}.", cls="rt-small rt-yourguess")


def _tied(ties: int, n: int) -> Child:
    if ties < 2 or ties == n:
        return None
    return el("p", f"{ties} choices are equally good.", cls="rt-small rt-muted rt-under")


def _more(n: int, rows: int) -> Child:
    if n <= rows:
        return None
    return el(
        "div",
        el("span", f"{rows} of {n} choices", cls="rt-small rt-muted"),
        button(f"Show {min(ROWS, n - rows)} more", "more-choices", cls="rt-btn--small"),
        cls="rt-row rt-under",
    )


def _pictured(turn: Turn, choice: Choice) -> Child:
    """A choice as dice and words."""
    option, after = choice.option, choice.group.after
    if option.help >= 0:
        return _help_pictured(turn, option)
    parts: list[Child] = []
    if option.discard:
        gone = die(option.discard, (), solid=True, cls="rt-die--s", label=f"a {option.discard} die")
        parts += [turn.kit.discard.capitalize(), gone]
    for need, dice in groupby(sorted(option.assign, key=lambda one: one[2]), key=lambda one: one[2]):
        drawn = [one_die(turn.kit, colour, face) for colour, face, _ in dice]
        parts.append(el("span", drawn, cls="rt-dicerow"))
        parts.append(el("span", "on ", _target(turn, need)) if len(turn.problem.needs) > 1 else "assigned")
    if after is not None:
        left = sum(after.pool) + len(turn.waiting)
        if not any(after.lacks):
            parts.append(el("span", "covers all", cls="rt-muted"))
        elif left:
            parts.append(el("span", f"and roll {left} again", cls="rt-muted"))
        else:
            parts.append(el("span", "and no die is left", cls="rt-muted"))
    return parts


def _target(turn: Turn, at: int) -> Child:
    """A need: the name of its card, or its symbols."""
    wanted = turn.asked.needs[at]
    return turn.problem.needs[at].name if wanted.card else symbols(turn.kit, wanted.symbols)


def _help_pictured(turn: Turn, option: Option) -> Child:
    help_ = turn.problem.helps[option.help]
    name = help_.name or "Help"
    if isinstance(help_, ExtraDie):
        colour = option.dice[0][0]
        return [
            f"{name}:",
            die(colour, (), solid=True, cls="rt-die--s", label=f"a {colour} die"),
            "joins the next roll",
        ]
    dice = el("span", [one_die(turn.kit, colour, face) for colour, face in option.dice], cls="rt-dicerow")
    if isinstance(help_, ChangeFace):
        return [f"{name}: turn", dice, "to", one_die(turn.kit, option.dice[0][0], option.to)]
    return [f"{name}: roll", dice, "again"]


def _between(lab: OddsLab, turn: Turn) -> Child:
    """Between two rolls: what is left, what it is worth, and what can be done."""
    value = turn.value
    lacking = [
        el("li", _target(turn, at), " lacks ", symbols(turn.kit, turn.kit.sorted(lack)))
        if lack
        else el("li", _target(turn, at), " is covered")
        for at, lack in enumerate(turn.position.lacks)
    ]
    blank = [
        one_die(turn.kit, one.colour, "", size="m")
        for one, n in zip(turn.problem.dice, turn.position.pool, strict=True)
        for _ in range(n)
    ]
    worth = None
    if value is not None and not lab.hidden:
        word = "Chance now" if lab.is_chance else "Expected now"
        worth = el("p", f"{word} ", el("b", amount(value, chance=lab.is_chance)), " ", _method(lab), cls="rt-small")
    again = lab.kit.rule("again")
    return [
        el("div", blank, cls="rt-row"),
        el("ul", lacking, cls="rt-lacking rt-small"),
        worth,
        el(
            "div",
            button(f"Roll {counted(turn.n_dice, 'die')}", "roll-on", cls="rt-btn--main"),
            button("Set the faces", "by-hand"),
            [button(words, "add-die", f"{place}:{colour}") for place, colour, words in turn.before_roll()],
            [button(words, "put-symbol", f"{place}:{need}") for place, need, words in turn.symbols_to_put()],
            cite(again) if again else None,
            cls="rt-row rt-under",
        ),
    ]


def _end(turn: Turn) -> Child:
    covered = [
        [_target(turn, at), ": ", _how_often(n, need.times)]
        for at, (need, n) in enumerate(zip(turn.problem.needs, turn.covered, strict=True))
    ]
    puts = [button(words, "put-symbol", f"{place}:{need}") for place, need, words in turn.symbols_to_put()]
    return [
        el("ul", [el("li", words) for words in covered], cls="rt-lacking"),
        el("div", puts, cls="rt-row rt-under") if puts else None,
    ]


def _how_often(n: int, times: int) -> str:
    if times == 1:
        return "covered" if n else "not covered"
    return f"covered {n} of {times} times"


def _done(lab: OddsLab, turn: Turn) -> Html:
    chance = lab.is_chance
    rows = [
        el(
            "li",
            el("span", [one_die(turn.kit, colour, face) for colour, face in done.shown], cls="rt-dicerow"),
            el("span", done.says),
            el(
                "span",
                loss(done.loss, chance=chance) if done.loss is not None else "",
                cls="rt-small rt-muted rt-done__loss",
            ),
        )
        for done in turn.done
    ]
    lost = sum(done.loss.decimal for done in turn.done if done.loss is not None)
    words = f"Lost by choice: {cost(Amount(None, lost), chance=chance)}" if lost > 0 else "Nothing was lost"
    if not all(done.valued for done in turn.done):
        words += ", without what was done before this link was opened"
    return el(
        "section",
        el("h3", "Done so far", cls="rt-oddsh3"),
        el("ol", rows, cls="rt-done"),
        el("p", f"{words}.", cls="rt-small rt-muted"),
    )


def _method(lab: OddsLab) -> Child:
    if lab.answer is None or lab.answer.solved is None:
        return None
    return el("span", lab.answer.solved.method, cls="rt-tag rt-tag--good")
