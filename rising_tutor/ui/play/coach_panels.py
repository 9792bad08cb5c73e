"""The coach as HTML: the warning, "why not?", and what each choice is worth."""

from collections.abc import Callable
from typing import Any

from rising_tutor.analysis.consequences import Consequence, Followed
from rising_tutor.analysis.worth import GAME, TURN
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.frequencies import in_turns, often
from rising_tutor.probability.percents import amount, cost, percent
from rising_tutor.probability.ranked import RankedAction, RankedActions
from rising_tutor.probability.unit import Unit
from rising_tutor.render.forms import select, submit
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold, one_of, panel_head, scrolled
from rising_tutor.tutor.coach.choices import BUSY, CLOSED, STOPPED, Choices
from rising_tutor.tutor.coach.warning import COUNTING, IDLE, LEVELS, OFF, WARNED, LossWarning, level_words, loss_words
from rising_tutor.tutor.coach.why_not import WhyNot
from rising_tutor.ui.components.ranked_table import do_it, ranked_table, value_words
from rising_tutor.ui.odds.marks import method_tag

Word = Callable[[Any], str]
Title = Callable[[str], str]


def column(*parts: Html) -> Html:
    """Panels one below the other, as one place of the page."""
    return el("div", [part for part in parts if part], cls="rt-coachstack")


# The warning ------------------------------------------------------------------------


def warning_panel(warning: LossWarning, word: Word, title: Title, *, slow: bool) -> Html:
    """What the held action loses, and three buttons; while it is counted, a way to play at once."""
    if warning.state == COUNTING:
        return _counting(warning, word) if slow else EMPTY
    if warning.state == WARNED and warning.row is not None and warning.worth is not None:
        return _warned(warning, warning.row, warning.worth, word, title)
    if warning.state == IDLE and warning.note:
        close = button("Close", "warn-note", cls="rt-btn--quiet rt-btn--small")
        return el("section", el("p", warning.note, cls="rt-small", role="status"), close, cls="rt-panel rt-warned")
    return EMPTY


def _counting(warning: LossWarning, word: Word) -> Html:
    return el(
        "section",
        el("h2", "Counting"),
        el("p", el("b", word(warning.held)), " is being counted. It is made if it loses little.", role="status"),
        el("div", cls="rt-skel"),
        el("div", button("Play anyway", "warn-play"), button("Rethink", "warn-back"), cls="rt-row"),
        cls="rt-panel rt-warned",
        aria_label="Before you do this",
    )


def _warned(warning: LossWarning, row: RankedAction, worth: RankedActions, word: Word, title: Title) -> Html:
    is_chance = worth.unit.is_chance
    unit = "" if is_chance else " goals"
    after, loss = _exact(row), Amount(None, row.loss)
    best = _exact(worth.rows[0])
    reason = warning.reason(warning.held)
    return el(
        "section",
        el("h2", "Before you do this", tabindex="-1", data_key="warn-head"),
        el(
            "p",
            el("b", word(warning.held)),
            f" {loss_words(row, worth.rows[0], worth.unit)}.",
            role="alert",
        ),
        el("p", reason.text or f"{title(reason.rule)}.", cls="rt-small") if reason.rule else None,
        fold(
            "Details",
            el(
                "p",
                f"It loses {cost(loss, chance=is_chance)}{unit}. ",
                f"Expected after it: {amount(after, chance=is_chance)}{unit}. ",
                f"With the best choice: {amount(best, chance=is_chance)}{unit}. ",
                method_tag(after.method),
                cite(reason.rule) if reason.rule else None,
                cls="rt-small",
            ),
            cls="rt-more",
            key="warn-details",
        ),
        _hints(warning, word, title),
        el(
            "div",
            button("Play anyway", "warn-play"),
            button("Rethink", "warn-back", cls="rt-btn--main"),
            button("Hint", "warn-hint", disabled=warning.hints > 1),
            cls="rt-row",
        ),
        _followed_part(warning),
        cls="rt-panel rt-warned",
        aria_label="Before you do this",
    )


def _hints(warning: LossWarning, word: Word, title: Title) -> Child:
    """Nothing of the best action before it is asked for."""
    if not warning.hints:
        return None
    rule = warning.rule(warning.best)
    first: Child = [f"The best choice is made under another rule: {title(rule)} ", cite(rule)]
    if rule == warning.rule(warning.held):
        first = ["The best choice is made under the same rule, with another die, card or place. ", cite(rule)]
    lines: list[Child] = [el("p", first)]
    if warning.hints > 1:
        number = warning.player.actions.index(warning.best)
        do_it = button("Do that", "act", str(number), cls="rt-btn--small", key="warn-best")
        lines.append(el("p", "Best: ", el("b", word(warning.best)), ". ", do_it))
    return el("div", lines, cls="rt-small rt-warned__hints", role="status", tabindex="-1", data_key="warn-hints")


def _followed_part(warning: LossWarning) -> Html:
    if warning.followed is None:
        label = "Looking ahead" if warning.following else "What could follow?"
        return el("p", button(label, "warn-follow", cls="rt-btn--quiet rt-btn--small", disabled=warning.following))
    return followed(warning.followed)


def followed(found: Followed) -> Html:
    """Where a line leads: its likeliest and its worst consequence."""
    named: list[tuple[str, Consequence]] = []
    if len(found.all) == 1:
        named = [("Whatever comes", found.likeliest)]
    elif found.all:
        named = [("Most likely", found.likeliest), ("At worst", found.worst)]
    rows = [_consequence(name, one, found) for name, one in named] or [el("p", found.ends)]
    told = [el("li", one.text) for one in found.events]
    return el(
        "section",
        el("h3", "What could follow", tabindex="-1", data_key="warn-followed"),
        el("p", "On the way: ", "; ".join(found.choices), ".") if found.choices else None,
        el("ul", told) if told else None,
        rows,
        fold(
            "Details",
            [_figures(name, one, found) for name, one in named],
            [el("p", line) for line in found.method],
            cls="rt-more rt-xs rt-muted",
            key="followed-details",
        ),
        cls="rt-small rt-followed",
    )


def _consequence(name: str, one: Consequence, found: Followed) -> Html:
    return el(
        "div",
        el(
            "p",
            el("b", f"{name}, {often(one.chance)}"),
            f"{_brings(one, found)}.{' For example:' if one.n_outcomes > 1 else ''}",
        ),
        el("ul", [el("li", event.text) for event in one.events]) if one.events else el("p", one.shown),
        cls="rt-followed__one",
    )


def _brings(one: Consequence, found: Followed) -> str:
    """What can be expected then; nothing where the unit has no words for somebody who plays."""
    if one.value is None or found.unit is None or found.unit is Unit.STANDING:
        return ""
    if found.unit.is_chance:
        return f"; then it works {often(one.value)}"
    return f"; then you can expect {in_turns(one.value, 'goal')}"


def _figures(name: str, one: Consequence, found: Followed) -> Html:
    value = "" if one.value is None or found.unit is None else f", worth {value_words(one.value, found.unit)}"
    alike = "" if one.n_outcomes == 1 else f"; {one.n_outcomes} rolls or draws are worth the same, the one shown "
    alike += f"has {percent(one.shown_chance)}" if alike else ""
    rules = dict.fromkeys(event.rule for event in one.events)
    return el("p", f"{name}: {percent(one.chance)}{value}{alike}. ", [[cite(rule), " "] for rule in rules])


# Why not ----------------------------------------------------------------------------


def ask_panel(why: WhyNot, warning: LossWarning, word: Word) -> Html:
    """Why something is not possible, and before which losses to warn."""
    if not why.tries:
        return EMPTY
    return el(
        "section",
        el(
            "div",
            button(
                "Why not?",
                "why-open",
                cls="rt-btn--small",
                aria_expanded="true" if why.open else "false",
                key="why-open",
            ),
            el("span", "Pick something that is not possible, and read the rule.", cls="rt-xs rt-muted"),
            cls="rt-row rt-why__top",
        ),
        _ask(why, word) if why.open else None,
        _levels(warning) if warning.offered else None,
        cls="rt-panel rt-why",
        aria_label="Why not, and warnings" if warning.offered else "Why not",
    )


def _ask(why: WhyNot, word: Word) -> list[Child]:
    if not why.refused:
        return [el("p", "Nothing that you may want is refused now.", cls="rt-small rt-muted"), _answer(why, word)]
    places = why.places()
    where = el("label", "On ", _words("where", places, why.where), cls="rt-field1") if places else None
    form = el(
        "form",
        el("label", "Why can I not do ", _words("what", why.things(), why.what), cls="rt-field1"),
        where,
        submit("Ask", key="why-ask", cls="rt-btn--small"),
        data_do="why",
        aria_label="Why not",
        cls="rt-why__form",
    )
    return [form, _answer(why, word)]


def _answer(why: WhyNot, word: Word) -> Child:
    if why.tried is None:
        return el("div", role="status")
    name = f"{why.tried.what} on {why.tried.where}" if why.tried.where else why.tried.what
    if why.refusal is None:
        lines: list[Child] = [el("p", el("b", name), " is possible now.")]
    else:
        lines = [el("p", el("b", name), ": ", why.refusal.why, " ", cite(why.refusal.rule))]
        if why.nearest is not None:
            number = str(why.player.actions.index(why.nearest))
            lines.append(button(f"Nearest: {word(why.nearest)}", "act", number, cls="rt-btn--small", key="why-nearest"))
    return el("div", lines, cls="rt-small rt-why__answer", role="status", tabindex="-1", data_key="why-answer")


def _levels(warning: LossWarning) -> Html:
    rows = [
        el("li", f"{level.capitalize()}: more than {limit} goals on average, or {100 * limit:.0f} points of one goal.")
        for level, limit in LEVELS.items()
        if level != OFF
    ]
    return el(
        "div",
        el("h3", "Warn before losses"),
        one_of(
            "Warn before losses", "warn", {level: level.capitalize() for level in LEVELS}, warning.level, rove="warn"
        ),
        el("p", level_words(warning.level), cls="rt-xs rt-muted"),
        fold("Details", el("ul", rows, cls="rt-xs rt-muted"), cls="rt-more", key="warn-amounts"),
        cls="rt-why__warn",
    )


def _words(name: str, words: tuple[str, ...], chosen: str) -> Html:
    return select(name, zip(words, words, strict=True), chosen, key=f"why:{name}")


# What each choice is worth ------------------------------------------------------------


def worth_panel(choices: Choices, word: Word) -> Html:
    """The estimate of every legal action; only a button before it is asked for."""
    return el(
        "section",
        panel_head("Choices", _away(choices), key="worth-head"),
        _inside(choices, word),
        cls="rt-panel rt-turnodds rt-worth",
        aria_label="What each choice is worth",
    )


def _away(choices: Choices) -> Child:
    if choices.state == CLOSED:
        return None
    word, do = ("Stop", "worth-stop") if choices.state == BUSY else ("Close", "worth-close")
    return button(word, do, cls="rt-btn--quiet rt-btn--small", key="worth-close")


def _inside(choices: Choices, word: Word) -> Child:
    if choices.state == CLOSED:
        return [
            el(
                "p",
                "An estimate, by playing on from each choice many times. Only when you ask.",
                cls="rt-small rt-muted",
            ),
            button("What is each choice worth?", "worth", key="worth"),
        ]
    found = choices.found
    said: Child = None
    if choices.state == BUSY:
        done = f" {percent(choices.part)} done." if 0 < choices.part < 1 else ""
        said = el("p", f"Playing on from each choice.{done}", cls="rt-small rt-muted", role="status")
    elif choices.state == STOPPED:
        said = el("p", "Stopped: this is what was found so far.", cls="rt-small", role="status")
    if found is None:
        return [said, el("div", cls="rt-skel"), el("div", cls="rt-skel")]
    return [
        said,
        _best(found, word) if choices.state != BUSY else None,
        _table(choices, found, word),
        fold(
            "Details",
            el("p", found.method),
            [el("p", line) for line in found.assumes],
            cls="rt-more rt-xs rt-muted",
            key="worth-details",
        ),
        _horizons(choices),
    ]


def _best(found: RankedActions, word: Word) -> Html:
    tied = [word(row.action) for row in found.best]
    if len(tied) > 1:
        return el("p", f"These {len(tied)} cannot be told apart: ", el("b", ", ".join(tied)), ".", role="status")
    return el("p", "Best now: ", el("b", tied[0]), ".", role="status")


def _table(choices: Choices, found: RankedActions, word: Word) -> Html:
    player = choices.player
    shown = ranked_table(
        found,
        lambda one: do_it(player, one.action, word, "worth"),
        key=lambda one: f"worth-row:{player.actions.index(one.action)}",
    )
    return el(
        "section",
        el("h3", "Every choice, best first ", el("span", "estimate", cls="rt-tag"), cls="rt-oddsh3"),
        scrolled("Choices with estimates", shown),
    )


def _horizons(choices: Choices) -> Html:
    ways = {TURN: "End of turn", GAME: "End of game"}
    return el(
        "div",
        one_of("Played on to", "worth-horizon", ways, choices.horizon, rove="horizon"),
        el("p", "To the end of the game takes a minute or more.", cls="rt-xs rt-muted"),
        cls="rt-under",
    )


def _exact(row: RankedAction) -> Amount:
    """The exact value of a row."""
    assert row.amount is not None
    return row.amount
