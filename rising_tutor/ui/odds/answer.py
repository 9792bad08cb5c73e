"""The answer of the odds lab as HTML: the guess before it, the number, the chance roll by roll."""

from rising_tutor.core.english import capital, counted
from rising_tutor.probability.dice_turn.answer import TO_1E_12
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.probability.dice_turn.wording import assumptions, value_in_words
from rising_tutor.probability.percents import amount, number, percent
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, empty_state, panel_head
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.draws import DrawsLab
from rising_tutor.tutor.odds.guesses import Guess, picks_of
from rising_tutor.tutor.odds.question import card_of
from rising_tutor.ui.components.guess_form import guess_form
from rising_tutor.ui.odds.marks import bar_row, fraction, method_tag, symbols
from rising_tutor.ui.odds.question import notice


def answer(lab: OddsLab, busy: str = "", estimating: str = "") -> Html:
    """The answer, or what stands in its place: what to do first, the guess, progress.

    Args:
        lab: the controller.
        busy: a sentence while it is being worked out; a blank while nothing should be said yet.
        estimating: a sentence while bounds are being worked out.
    """
    if not lab.asked.complete:
        return _empty(lab)
    inside: list[Child]
    if lab.hidden:
        return _panel(lab, _guess(lab), None)
    found = lab.answer
    if found is None:
        inside = [_waiting(lab, busy, estimating)]
        return _panel(lab, inside, None)
    if found.solved is None:
        return _panel(lab, _too_large(lab, busy, estimating), None)
    value = found.solved.value
    inside = [
        el(
            "div",
            el("b", amount(value, chance=lab.is_chance)),
            None if lab.is_chance else el("span", f"of {number(float(lab.most))}", cls="rt-muted"),
            fraction(value.fraction),
            cls="rt-big",
        ),
        el("p", "No roll and no choice can do this.", cls="rt-small") if found.solved.value.fraction == 0 else None,
        _against_guess(lab),
        _assumed(lab),
        _within(lab),
    ]
    return _panel(lab, inside, method_tag(found.solved.method))


def guess_first(lab: OddsLab | DrawsLab) -> Html:
    """Whether a guess comes first, and how many there are."""
    n = len(lab.record.guesses) + len(picks_of(lab.record, "stated"))
    m = len(picks_of(lab.record, "chance")) + len(picks_of(lab.record, "value"))
    parts = [counted(n, "guess")] if n else []
    parts += [f"{counted(m, 'choice')} picked"] if m else []
    said = f"{', '.join(parts)}, scored below." if parts else "Nothing was guessed yet."
    return el(
        "div",
        el(
            "label",
            el(
                "input",
                type="checkbox",
                checked=lab.guess_first,
                data_do="guess-first",
                data_arg="" if lab.guess_first else "on",
                data_key="guess-first",
            ),
            el("span", "Guess first"),
            cls="rt-check",
        ),
        el("span", said, cls="rt-small rt-muted"),
        cls="rt-row rt-scoreline",
    )


# ---------------------------------------------------------------------------------------------------------------------


def _panel(lab: OddsLab, inside: Child, tag: Html | None) -> Html:
    return el(
        "section",
        panel_head(_title(lab), tag, key="answer"),
        inside,
        guess_first(lab),
        cls="rt-panel",
        aria_label="Answer",
        aria_live="polite",
    )


def _empty(lab: OddsLab) -> Html:
    dice, need = sum(lab.asked.pool) > 0, bool(lab.asked.needs)
    if not dice and not need:
        text = "Put dice into the pool and say what is to be covered. The chance with best play stands here then."
    elif dice:
        text = "Say what is to be covered: press symbols, or take a card."
    else:
        text = "Put dice into the pool, one by one or with the dice of a Team."
    return empty_state("Nothing is asked yet", text, ("example", "", "Show me an example"))


def _title(lab: OddsLab) -> Child:
    what = capital(value_in_words(lab.problem))
    if lab.asked.n_sets > 1:
        return f"{what}, with best play"
    # The need is drawn, and spoken as it is written elsewhere.
    need, card = lab.problem.needs[0], lab.asked.needs[0].card
    name = [" ", need.name] if card else None
    return [what.removesuffix(need.name), symbols(lab.kit, need.symbols), name, ", with best play"]


def _guess(lab: OddsLab) -> Child:
    chance = lab.is_chance
    most = "100" if chance else number(float(lab.most))
    label = "Your guess, in percent" if chance else f"Your guess, from 0 to {most}"
    return [
        el("p", "What do you think, before it is told?", cls="rt-small rt-muted"),
        guess_form(label, 100 if chance else float(lab.most), notice(lab, "guess")),
    ]


def _waiting(lab: OddsLab, busy: str, estimating: str) -> Html:
    """Nothing for a moment; then bars in the shape of the result and a sentence. Bounds meanwhile, for who asks."""
    if not busy:
        return el("div", cls="rt-oddswait")
    found = lab.meanwhile
    ask = found is None and not estimating
    return el(
        "div",
        el("div", cls="rt-skel rt-skel--big") if found is None else _bounds(lab, found),
        el("div", cls="rt-skel"),
        el("div", cls="rt-skel") if found is None else None,
        el("p", busy, cls="rt-small rt-muted", role="status"),
        el("p", estimating, cls="rt-small rt-muted", role="status") if estimating else None,
        el(
            "div",
            button("Stop", "stop", cls="rt-btn--small"),
            button("Bounds meanwhile", "bounds", cls="rt-btn--small") if ask else None,
            cls="rt-row",
        ),
        cls="rt-oddswait",
    )


def _too_large(lab: OddsLab, busy: str, estimating: str) -> Child:
    """What can be said where the exact count is out of reach: bounds, with how they were had."""
    assert lab.answer is not None
    why = el("p", "This is too much to be counted exactly here: ", lab.answer.too_large, cls="rt-small")
    found = lab.answer.bounds or lab.meanwhile
    if found is not None:
        return [_bounds(lab, found), why]
    if lab.answer.whole and not estimating:
        ways = button("Give bounds", "bounds", cls="rt-btn--small")
        return [why, el("p", "No bounds were worked out.", cls="rt-small rt-muted"), el("div", ways, cls="rt-row")]
    return [
        why,
        el("p", estimating or busy or "Bounds are being worked out.", cls="rt-small rt-muted", role="status"),
        el("div", button("Stop", "stop", cls="rt-btn--small"), cls="rt-row"),
    ]


def _bounds(lab: OddsLab, found: Estimate) -> Html:
    """Between what the answer lies, labelled: the estimate from below, the proof from above."""
    low, inner_low, inner_high = (_estimated(lab, value) for value in (found.low, *found.low_interval))
    return el(
        "div",
        el(
            "div",
            el("b", f"{low} to {amount(found.high, chance=lab.is_chance)}"),
            el("span", "estimate", cls="rt-tag rt-tag--warn"),
            cls="rt-big rt-big--two",
        ),
        el(
            "p",
            f"From below, estimate: {found.samples:,} simulated turns by the policy {found.policy}, 95 % interval "
            f"{inner_low} to {inner_high}. From above, proven bound: {found.proof}.",
            cls="rt-small rt-muted rt-under",
        ),
    )


def _estimated(lab: OddsLab, value: float) -> str:
    """A simulated number; one that came out at an end of the scale is not called certain."""
    return percent(value, exact=False) if lab.is_chance else number(value)


def _against_guess(lab: OddsLab) -> Html | None:
    if lab.answer is None or lab.answer.solved is None:
        return None
    return against_guess(lab.guess, lab.answer.solved.value.decimal)


def against_guess(guess: Guess | None, true: float) -> Html | None:
    """How far a guess was off; None without one."""
    if guess is None:
        return None
    stated = float(guess.stated)
    if not guess.chance:
        off = abs(stated - true)
        missed = f"{number(off)} off" if off else "on the point"
        return el("p", f"You said {number(stated)}, {missed}.", cls="rt-small rt-yourguess")
    points = 100 * abs(stated - true)
    way = "above" if stated > true else "below"
    far = "on the point" if points < 0.05 else f"{points:.1f} points {way} it"
    return el("p", f"You said {percent(stated)}, {far}.", cls="rt-small rt-yourguess")


def _assumed(lab: OddsLab) -> Html:
    """What the number counts, with the rules behind it."""
    cards = [card_of(lab.kit, wanted) for wanted in lab.asked.needs]
    said = [
        el("li", sentence, [[" ", cite(rule)] for rule in rules])
        for sentence, rules in assumptions(lab.kit, lab.problem, cards)
    ]
    return el("ul", said, cls="rt-muted rt-small rt-under rt-waylist")


def _within(lab: OddsLab) -> Child:
    found = lab.answer
    assert found is not None
    if found.no_within:
        return el("p", found.no_within, cls="rt-small rt-muted rt-under")
    if not found.within:
        return None
    chance = lab.is_chance
    most = float(lab.most) or 1.0
    last = len(found.within)
    rows = [
        bar_row(
            counted(k, "roll"),
            value / most,
            percent(value) if chance else number(value),
            best=k == last,
        )
        for k, value in enumerate(found.within, 1)
    ]
    return [
        el("h3", "Best chance within" if chance else "Best average within", " ", method_tag(TO_1E_12), cls="rt-oddsh3"),
        el("ul", rows, cls="rt-bars rt-bars--tight"),
    ]
