"""Tracks, decks and counts of a Rising table as HTML."""

from rising_tutor.boards.rising.beats import texts
from rising_tutor.boards.rising.cards import slots, symbol
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.words import Words
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.spec import Words as TitleWords
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import cite
from rising_tutor.render.symbols import glyph, sign, use


def ruin(scene: Scene) -> Html:
    """The Ruin Track; gone in phase 2. Nothing in a title without one."""
    view = scene.view
    if not view.ruin_top:
        return EMPTY
    if view.phase == 2:
        done = ", ".join(scene.words.name(name) for name in view.battles_done) or "none yet"
        completed = el("p", f"Completed: {done}. ", cite(scene.cite.win), cls="rt-xs rt-muted")
        return scene.track("", "Final Battles", f"{len(view.battles_done)} of 3", completed)
    steps = scene.landings.steps("ruin", view.ruin)
    cells = [
        el("i", cls="last" if at == view.ruin else ("on" if at < view.ruin else None), data_off=steps.get(at))
        for at in range(1, view.ruin_top + 1)
    ]
    count, note = f"{view.ruin} of {view.ruin_top}", f"At {view.ruin_top} the Black Sun comes from this side "
    return scene.track(
        "ruin",
        "Ruin",
        count,
        el("div", cells, cls="rt-ruin", role="img", aria_label=f"Ruin {count}"),
        el("p", note, cite(scene.cite.black_sun_ruin), cls="rt-xs rt-muted rt-track__note"),
        was=texts(steps, count, lambda n: f"{n} of {view.ruin_top}"),
        beat=scene.landings.about("ruin", *(f"ruin:{at}" for at in steps)),
    )


def decks(scene: Scene) -> Html:
    """Counts of what lies face down, and of the defeated."""
    view, of = scene.view, scene.words.of
    rows = [("i-deck", str(view.n_deck), short_deck(of))]
    if of.enemy_deck:
        rows.append(("i-deck", str(sum(n for _, n in view.fire_deck)), of.enemy_deck))
    rows.append(("i-tile", str(sum(n for _, n in view.supply)), short_token(of)))
    rows.append(("i-fallen", f"{len(view.defeated)}/{view.options.hero_loss_limit}", of.lost))
    return el(
        "div",
        [el("div", use(sign), el("span", el("b", n), " ", word), cls="rt-deck") for sign, n, word in rows],
        cls="rt-decks",
    )


def short_deck(of: TitleWords) -> str:
    """The deck without the word that says that it is one."""
    return of.deck.removesuffix(" deck")


def short_token(of: TitleWords) -> str:
    """What the tokens of the title are, without that word."""
    return of.token.removesuffix(" token")


def balance(scene: Scene) -> Html:
    """The Balance Track as a ladder with every cost; its next step takes dice. Gone in phase 2."""
    words, track = scene.words, scene.view.balance
    if track is None:
        return EMPTY
    if not track.side:
        return scene.track("", "Balance", "not dealt yet")
    spaces = words.book.side[track.side].spaces
    rows = []
    for number, space in enumerate((None, *spaces)):
        here, following = number == track.position, number == track.position + 1
        cost: Child
        if space is None:
            cost = "start"
        elif space.symbols and not (space.tokens or space.dice or space.damage or space.recruit):
            # On the dark rung of the marker a sign has the colour of its text.
            cost = [
                glyph(sign(words.symbol(letter)), words.symbol(letter)) if here else symbol(words, letter)
                for letter in space.symbols
            ]
        else:
            cost = _short(words.space(track.side, number - 1), words)
        rows.append(
            el(
                "li",
                el("b", number),
                cost,
                el("em", "here") if here else None,
                cls="at" if here else ("next" if following else ("past" if number < track.position else None)),
            )
        )
    return scene.track(
        BALANCE,
        "Balance",
        f"{track.position} of {track.top}, {words.name(track.side)}",
        el("ol", rows, cls="rt-ladder rt-ladder--bal", aria_label="Balance Track from bottom to top"),
        _balance_target(scene),
    )


def _short(text: str, words: Words) -> str:
    """The cost of a space in the words of a narrow ladder."""
    token = words.of.token
    return text.replace(f"{token}s", "tokens").replace(token, "token")


def _balance_target(scene: Scene) -> Child:
    """The button under the ladder: what was paid for the next space, and whether the chosen die fits."""
    view, words, track = scene.view, scene.words, scene.view.balance
    if track is None or not scene.look.live or track.position >= track.top or not track.side:
        return None
    state = scene.state(BALANCE)
    paid = (*track.symbols, *track.dice)
    cost = words.book.side[track.side].spaces[track.position].symbols
    given = len(track.tokens)
    if not (state or paid or given or track.blocked or view.step.startswith("turn.3")):
        return None
    lacks = f"needs {words.needs(cost, track.lacks)}" if track.lacks else words.space(track.side, track.position)
    tail = {"is-legal": "fits", "is-selected": "chosen", "is-refused": "no"}.get(state, "")
    # A space that asks for something else than symbols is not paid for.
    head = "Pay for the next" if cost else f"Next: {words.space(track.side, track.position)}"
    return el(
        "button",
        el("span", "blocked this turn" if track.blocked else head, cls="rt-pay__t"),
        slots(words, cost, paid, track.lacks, tag="span"),
        f"{given} given" if given else None,
        el("span", tail, cls="rt-pay__state") if tail else None,
        type="button",
        cls=f"rt-pay {state}",
        aria_label=f"Balance {track.position} of {track.top}, next: {lacks}{', ' + tail if tail else ''}",
        data_do="press",
        data_arg=f"card:{BALANCE}",
        data_key=f"card:{BALANCE}",
        data_fits=state == "is-legal",
    )
