"""The left side of the odds lab as HTML: the pool, the needs, what else may be used, the card picker."""

from rising_tutor.core.english import capital, counted, plural
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.wording import need_in_words
from rising_tutor.render.dice import die, spoken
from rising_tutor.render.forms import field, select
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold, icon, origin
from rising_tutor.tutor.odds.controller import MOST_FOUND, WEIGHTS, Notice, OddsLab
from rising_tutor.tutor.odds.draws import DrawsLab
from rising_tutor.tutor.odds.question import ALL, LEAST, MOST_NEEDS, SUM, Wanted, need_of
from rising_tutor.ui.odds.marks import card_row, symbol, symbols

LESS = "\u2212"
CROSS = "\u00d7"


def notice(lab: OddsLab | DrawsLab, place: str) -> Html:
    """Why the last thing in this part was not done. The line stands there from the start, so that it is spoken."""
    found = lab.notice if lab.notice is not None and lab.notice.place == place else None
    return el("div", _notice(found) if found else None, role="alert")


def pool(lab: OddsLab) -> Html:
    """The dice, each colour with its steps; below, what Teams start with."""
    kit = lab.kit
    rows = []
    for one, n, most in zip(kit.dice, lab.asked.pool, kit.box, strict=True):
        rows.append(
            el(
                "div",
                die(one.colour, (), cls="rt-die--m", label=spoken(one.colour, ())),
                el("span", one.colour.capitalize(), el("br"), el("span", f"of {most}", cls="rt-xs rt-muted")),
                _step("die", f"-{one.colour}", LESS, f"one {one.colour} die less", off=n == 0),
                el("output", n, aria_label=f"{one.colour} dice"),
                _step("die", f"+{one.colour}", "+", f"one {one.colour} die more", off=n == most),
                cls="rt-step",
            )
        )
    teams = [button(name, "pool", name, cls="rt-btn--small") for name, _ in kit.pools]
    box = kit.rule("box")
    return el(
        "section",
        el("h2", "Pool"),
        rows,
        el(
            "p", "Never more of a colour than the box holds ", cite(box) if box else None, cls="rt-xs rt-muted rt-under"
        ),
        notice(lab, "pool"),
        el("div", el("span", "Take the dice of", cls="rt-small rt-muted"), teams, cls="rt-row rt-teampools")
        if teams
        else None,
        cls="rt-panel",
        aria_label="Pool",
    )


def need(lab: OddsLab) -> Html:
    """What is to be covered, symbol by symbol or by cards, and what counts."""
    kit, needs = lab.kit, lab.asked.needs
    fields: list[Child] = [_need(lab, at, wanted) for at, wanted in enumerate(needs)]
    if lab.at >= len(needs):
        what = "Press a symbol, or take a card." if not needs else "The next symbol begins another need."
        fields.append(
            el("div", el("span", what, cls="rt-small rt-muted"), cls="rt-field is-open", aria_label="New need")
        )
    adders = [
        el(
            "button",
            symbol(kit, letter, label=False),
            cls="rt-symbtn",
            type="button",
            data_do="symbol",
            data_arg=letter,
            data_key=f"symbol:{letter}",
            aria_label=f"add {word}",
        )
        for letter, word in kit.symbols.items()
    ]
    more = 0 < len(needs) < MOST_NEEDS and lab.at < len(needs)
    return el(
        "section",
        el("h2", "Need"),
        el("div", fields, cls="rt-needs"),
        el("div", el("span", "Add", cls="rt-small rt-muted"), adders, cls="rt-row rt-under"),
        el(
            "div",
            button("Another need", "need-new", cls="rt-btn--small") if more else None,
            button("Clear", "need-clear", cls="rt-btn--small") if needs else None,
            cls="rt-row rt-under",
        )
        if needs
        else None,
        notice(lab, "need"),
        _counts(lab) if lab.asked.n_sets > 1 else None,
        picker(lab),
        cls="rt-panel",
        aria_label="Need",
    )


def use(lab: OddsLab) -> Html:
    """Tokens and abilities that may help."""
    groups: dict[str, list[OddsCard]] = {}
    for card in lab.kit.helping_cards:
        groups.setdefault(card.kind, []).append(card)
    if not groups:
        return EMPTY
    tokens_first = sorted(groups.items(), key=lambda pair: pair[0] == "ability")
    folds = []
    for kind, cards in tokens_first:
        rows = [card_row(card, "use", ticked=card.id in lab.asked.use) for card in cards]
        ticked = sum(card.id in lab.asked.use for card in cards)
        title = f"{capital(plural(kind))} ({len(cards)})" + (f", {ticked} ticked" if ticked else "")
        folds.append(fold(title, *rows, key=f"use:{kind}", cls="rt-more", opened=ticked > 0))
    return el("section", el("h2", "Also use"), folds, notice(lab, "use"), cls="rt-panel", aria_label="Also use")


def picker(lab: OddsLab) -> Html:
    """Cards with a cost, to be searched."""
    text, kind = lab.search
    found = lab.cards_found()
    kinds = list(dict.fromkeys(card.kind for card in lab.kit.wanted_cards))
    options = [("", "every kind"), *((one, one) for one in kinds)]
    rows = [_card_row(lab, card) for card in found[:MOST_FOUND]]
    left = len(found) - len(rows)
    if not found:
        said = "No card fits. Search for a part of a name, or another kind."
    elif left:
        said = f"{len(rows)} of {len(found)} cards; search to find the others."
    else:
        said = counted(len(found), "card")
    return fold(
        "Take a card",
        el(
            "form",
            el(
                "input",
                type="search",
                name="text",
                value=text,
                cls="rt-input",
                aria_label="Search the cards",
                placeholder="name",
                maxlength=60,
                autocomplete="off",
            ),
            el("label", el("span", "Kind of card", cls="rt-sr"), select("kind", options, kind)),
            data_do="find",
            data_live="find",
            data_typed=True,
            cls="rt-row rt-findcard",
        ),
        el("p", said, cls="rt-small rt-muted", role="status"),
        el("ul", rows, cls="rt-cardlist"),
        key="picker",
        cls="rt-more",
    )


# ---------------------------------------------------------------------------------------------------------------------


def _notice(found: Notice) -> Html:
    return el(
        "p", icon("i-no"), el("span", found.text, " ", cite(found.rule) if found.rule else None), cls="rt-oddsnotice"
    )


def _step(do: str, arg: str, sign: str, label: str, *, off: bool) -> Html:
    return button(sign, do, arg, cls="rt-btn--icon", disabled=off, aria_label=label)


def _need(lab: OddsLab, at: int, wanted: Wanted) -> Html:
    kit = lab.kit
    here = at == lab.at and not wanted.card
    away = button(
        CROSS,
        "need-drop",
        str(at),
        cls="rt-btn--quiet rt-btn--icon rt-needs__away",
        aria_label=f"take away the need {need_of(kit, wanted).name}",
    )
    if not wanted.card:
        inside: list[Child] = [
            el(
                "button",
                symbol(kit, letter, label=False),
                cls="rt-symbtn rt-symbtn--in",
                type="button",
                data_do="unsymbol",
                data_arg=f"{at}:{letter}",
                data_key=f"unsymbol:{at}:{place}",
                aria_label=f"take {kit.word(letter)} away",
            )
            for place, letter in enumerate(wanted.symbols)
        ]
        if not here and len(lab.asked.needs) > 1:
            inside.append(button("add to this", "need-at", str(at), cls="rt-btn--quiet rt-btn--small"))
    else:
        card = kit.cards[wanted.card]
        inside = [
            symbols(kit, card.need.symbols if card.need else ""),
            el("b", card.name),
            el("span", card.kind, cls="rt-small rt-muted"),
            origin(card.origin),
            _times(at, wanted, card),
        ]
    weights = lab.asked.weights
    return el(
        "div",
        inside,
        _weight(at, weights[at]) if weights else None,
        away,
        cls="rt-field is-open" if here and len(lab.asked.needs) > 1 else "rt-field",
        role="group",
        aria_label=f"Need: {need_in_words(need_of(kit, wanted))}",
        data_key=f"need:{at}",
    )


def _times(at: int, wanted: Wanted, card: OddsCard) -> Child:
    most = card.need.times if card.need else 1
    if most == 1:
        return None
    return el(
        "span",
        button(LESS, "times", f"{at}:{wanted.times - 1}", cls="rt-btn--icon", aria_label="once less"),
        el("output", wanted.times, " of ", most, aria_label=f"times {card.name}"),
        button("+", "times", f"{at}:{wanted.times + 1}", cls="rt-btn--icon", aria_label="once more"),
        cls="rt-row rt-times",
    )


def _weight(at: int, weight: int) -> Html:
    return el(
        "span",
        el("span", "weight", cls="rt-small rt-muted"),
        button(LESS, "weight", f"{at}:{weight - 1}", cls="rt-btn--icon", aria_label="weight less"),
        el("output", weight, aria_label="weight"),
        button("+", "weight", f"{at}:{weight + 1}", cls="rt-btn--icon", aria_label="weight more"),
        cls="rt-row rt-times",
    )


def _counts(lab: OddsLab) -> Html:
    """What the answer counts when several sets can be covered."""
    asked = lab.asked
    ways: list[tuple[str, str]] = [(SUM, "how many, on average"), (ALL, "the chance of all")]
    ways += [(f"{LEAST}{k}", f"the chance of at least {k}") for k in range(1, asked.n_sets)]
    ways.append((WEIGHTS, "the sum of weights, on average"))
    now = WEIGHTS if asked.weights else asked.value
    return el(
        "form", field("What counts", select("value", ways, now)), data_do="value", data_live="value", cls="rt-under"
    )


def _card_row(lab: OddsLab, card: OddsCard) -> Html:
    letters = card.need.symbols if card.need else ""
    return el(
        "li",
        el(
            "button",
            symbols(lab.kit, letters),
            el("b", card.name),
            el("span", card.kind, cls="rt-small rt-muted"),
            cls="rt-cardrow",
            type="button",
            data_do="card",
            data_arg=card.id,
            data_key=f"card:{card.id}",
        ),
        origin(card.origin),
    )
