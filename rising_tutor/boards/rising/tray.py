"""The tray of a Rising game as HTML: dice, places that fit, other choices, and the refusal."""

from typing import Any

from rising_tutor.boards.plain import refusal_card
from rising_tutor.boards.rising.cards import die_html, symbol
from rising_tutor.boards.rising.decision import action_text, decision
from rising_tutor.boards.rising.hand import FIRST_A_DIE, NOT_ROLLED
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.teams import tokens
from rising_tutor.boards.rising.words import split
from rising_tutor.core.english import capital, counted
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import tasks
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, panel_head
from rising_tutor.render.symbols import use

_ABILITIES = (do.UseAbility, do.React, do.MoveParked)
"""Actions of step 3 that begin without a die or a token in the hand."""
_FEW = 2
"""Abilities that are shown with what they do."""
_MANY = 5
"""Choices beyond which they scroll by themselves."""
_LONG = 44
"""Letters beyond which what a choice does stands below its name."""


def dock(scene: Scene) -> Html:
    """Tray and refusal; stuck to the lower edge where the page is narrow."""
    return el("div", tray(scene), refusal(scene), cls="rt-dock")


def tray(scene: Scene) -> Html:
    """What can be done now."""
    view, look = scene.view, scene.look
    head = "Your roll" if scene.hand.window else "Your choice"
    if view.result:
        head = "The game is over"
    elif not look.live:
        head = "Dice"
    elif not look.actions:
        head = "One moment"
    tag = f"roll {view.roll.n}" if scene.hand.window and view.roll.n else None
    undo = None
    if look.live and look.back:
        undo = button(
            [use("i-undo"), el("span", "Undo", cls="rt-sr")],
            "undo",
            cls="rt-btn--quiet rt-btn--icon",
            key="undo",
            hot="u",
            data_hot_near=True,
            title="Undo",
        )
    return el(
        "section",
        panel_head(head, el("span", tag, cls="rt-tag") if tag else None, undo),
        _question(scene),
        dice(scene) or _no_dice(scene),
        _pieces(scene),
        _acts(scene) if scene.hand.window else None,
        _choices(scene),
        el("p", look.hint, cls="rt-hint", role="status") if look.hint else None,
        cls="rt-tray",
        aria_label="Dice and choices",
        data_near=True,
        data_focus_next=True,
        tabindex="-1",
    )


def _question(scene: Scene) -> Child:
    """What is being chosen, unless the dice say it."""
    if scene.hand.window or not scene.look.actions:
        return None
    text = decision(scene)
    if text is None:
        return None
    rule = cite(text.rule) if text.rule else None
    return el("p", text.question, " ", rule, cls="rt-question", id=scene.id("question"))


def _no_dice(scene: Scene) -> Child:
    """In a replay the tray shows dice and nothing else, so it says when there are none."""
    if scene.look.live or scene.view.result:
        return None
    return el("p", "No dice are out of their pools.", cls="rt-small rt-muted")


def dice(scene: Scene) -> Child:
    """The roll, what waits, what lies on cards and what is gone for this turn."""
    view, words = scene.view, scene.words
    lying = _lying(scene)
    if not view.turn or not (view.roll.shown or view.roll.waiting or view.roll.gone or lying):
        return None
    chosen = _chosen_codes(scene)
    buttons: list[Child] = []
    n = 0
    for at, name in enumerate(view.roll.shown):
        n += 1
        buttons.append(_die(scene, f"die:{at}", name, n, taken=_take(chosen, name)))
    for name in view.roll.waiting:
        n += 1
        buttons.append(_die(scene, f"wait:{name}", name, n, taken=False))
    below: list[Child] = []
    for where, there in lying:
        below.append(
            el("span", [die_html(words, name) for name in there], el("span", f"on {where}"), cls="rt-tray__sub")
        )
    if view.roll.gone:
        gone = [
            die_html(words, name, cls="is-discarded", label=f"{words.die(name)}, out of this turn")
            for name in view.roll.gone
        ]
        below.append(el("span", gone, el("span", "out of this turn"), cls="rt-tray__sub"))
    return el(
        "div",
        el(
            "div",
            buttons,
            cls="rt-tray__roll",
            role="group",
            aria_label="Dice of the roll",
            data_rove=True,
            data_key="dice",
        )
        if buttons
        else None,
        below,
        cls="rt-tray__dice",
    )


def _pieces(scene: Scene) -> Child:
    """The tokens of the active Team, beside its dice: one is picked up, then put where it fits."""
    view = scene.view
    if not scene.look.live or not scene.look.actions or not view.teams or not view.teams[view.active].card:
        return None
    return tokens(scene, view.teams[view.active])


def _die(scene: Scene, place: str, name: str, number: int, *, taken: bool) -> Html:
    words, look = scene.words, scene.look
    colour, face = split(name)
    selected = look.picked == place or taken
    label = [f"{colour} die", words.face(name) if face else "not rolled"]
    if selected:
        label.append("selected")
    fits = sum(1 for action in look.actions if isinstance(action, do.PlaceDie) and action.die == name)
    if scene.hand.window and face:
        label.append(f"fits {counted(fits, 'place')}")
    direct = scene.hand.fits(place)
    return die_html(
        words,
        name,
        small=False,
        cls="is-selected" if selected else ("is-legal" if direct else ""),
        label=", ".join(label),
        data_do="press" if look.live else "none",
        data_arg=place,
        data_key=f"die:{number}",
        data_item=True,
        # Where nothing can be done with a die, the keys are those of the answers.
        data_hot=str(number) if look.live and number < 10 else None,
        aria_pressed="true" if selected else "false",
        tabindex="-1",
    )


def _chosen_codes(scene: Scene) -> list[str]:
    task = scene.hand.task
    if isinstance(task, tasks.PickReroll):
        return [scene.words.book.die_name[code] for code in task.chosen]
    return []


def _take(names: list[str], name: str) -> bool:
    if name in names:
        names.remove(name)
        return True
    return False


def _lying(scene: Scene) -> list[tuple[str, tuple[str, ...]]]:
    """What was assigned this turn and still lies on cards."""
    view, name = scene.view, scene.words.name
    out = [(name(spot.card), spot.dice) for spot in (*view.places, *view.battles) if spot is not None and spot.dice]
    if view.teams:
        team = view.teams[view.active]
        only = len(team.abilities) == 1
        out += [
            (scene.words.team(team.card) if only else name(ability.key), ability.dice)
            for ability in team.abilities
            if ability.dice
        ]
        out += [(name(member.card), member.dice) for member in team.row if member.dice]
        out += [(f"{name(member.card)}, parked", (member.parked,)) for member in team.row if member.parked]
    if view.balance is not None and view.balance.symbols:
        out.append(("Balance", view.balance.symbols))
    return out


def _choices(scene: Scene) -> Child:
    """Buttons for everything that is legal: what the hand can do, else what needs no hand."""
    look, hand = scene.look, scene.hand
    if not look.live or not look.actions:
        return None
    if hand.window:
        if hand.kind:
            return _with_hand(scene)
        return _without_hand(scene)
    indices = [(at, action) for at, action in enumerate(look.actions)]
    picked = [(at, action) for at, action in indices if hand.involves(action)]
    shown = picked or indices
    done = [(at, action) for at, action in indices if isinstance(action, do.Done)]
    shown = [*(pair for pair in shown if pair not in done), *done]
    return _list(scene, shown, "Your choices")


def _with_hand(scene: Scene) -> Html:
    look, hand, words = scene.look, scene.hand, scene.words
    fitting = [
        (at, action)
        for at, action in enumerate(look.actions)
        if hand.involves(action) and not isinstance(action, do.DiscardDie)
    ]
    what = words.die(hand.die) if hand.die else words.name(hand.what.partition(":")[2] or hand.what)
    if fitting:
        return _list(scene, fitting, f"{what} fits")
    return el("p", _nothing_fits(scene, what), cls="rt-small rt-muted", role="status")


def _nothing_fits(scene: Scene, what: str) -> str:
    """Why what is in the hand leads nowhere."""
    roll, of = scene.view.roll, scene.words.of
    if scene.hand.kind == "wait" or not roll.shown:
        return NOT_ROLLED if scene.hand.kind == "wait" else f"Nothing can be put on {what} now: no die is rolled."
    if roll.duty == "discarded":
        return f"A die was {of.discarded} in place of assigning: none is assigned before the next roll."
    if scene.hand.kind == "card":
        return _no_die_for(scene, scene.hand.what, what)
    return f"{capital(what)} fits nowhere in reach."


def _no_die_for(scene: Scene, card: str, name: str) -> str:
    """Why no die of the roll goes on a card, where the table itself shows it."""
    view, words = scene.view, scene.words
    at = next((at for at, spot in enumerate(view.places) if spot is not None and spot.card == card), -1)
    if at >= 0 and at // 3 != view.location:
        return f"No die can go on {name}: it is at {words.location(at // 3)}, out of reach."
    lacks = words.lacking(view, card)
    if lacks and not any(set(split(die)[1]) & set(lacks) for die in view.roll.shown):
        return f"No die of this roll shows what {name} needs: {words.symbols(lacks)}."
    return f"No die can go on {name} now."


def _without_hand(scene: Scene) -> Child:
    look = scene.look
    rows = [(at, action) for at, action in enumerate(look.actions) if isinstance(action, _ABILITIES)]
    hint = _which_die(scene)
    return el(
        "div",
        el("p", hint, cls="rt-small rt-muted") if hint else None,
        _list(scene, rows, "Abilities", brief=len(rows) > _FEW) if rows else None,
        cls="rt-choices",
    )


def _which_die(scene: Scene) -> str:
    if not scene.view.roll.shown:
        return ""
    if any(isinstance(action, do.PlaceDie) for action in scene.look.actions):
        return FIRST_A_DIE
    if any(isinstance(action, do.DiscardDie) for action in scene.look.actions):
        return f"No die of this roll fits in reach: choose one to {scene.words.of.discard}."
    return "No die can be assigned now."


def _list(scene: Scene, rows: list[tuple[int, Any]], title: str, *, brief: bool = False) -> Html:
    """Buttons; in brief by their names, what they do is then only told to those who listen or point at them."""
    return el(
        "div",
        [_choice(scene, at, action, brief=brief) for at, action in rows],
        cls="rt-targets" + (" rt-targets--brief" if brief else " rt-targets--many" if len(rows) > _MANY else ""),
        role="group",
        aria_label=title,
        data_rove=True,
        data_key=f"list:{title}",
    )


def _choice(scene: Scene, at: int, action: Any, *, brief: bool = False) -> Html:
    text = action_text(scene, at, action)
    label, detail = text.label, text.does
    match action:  # what is in the hand need not be named again
        case do.PlaceDie(_, on) if scene.hand.kind == "die":
            label = scene.words.target(on)
        case do.UseToken(_, _, on) if on and scene.hand.kind == "token":
            label = scene.words.target(on)
    return el(
        "button",
        el("b", label),
        el("span", detail, cls="rt-sr" if brief else None) if detail else None,
        type="button",
        title=detail if brief and detail else None,
        cls="rt-btn rt-btn--long" if len(detail) > _LONG and not brief else "rt-btn",
        data_do="act",
        data_arg=str(at),
        data_key=f"act:{text.label}",
        data_item=True,
        tabindex="-1",
    )


def _acts(scene: Scene) -> Html:
    """Giving a die up, Stop, Roll: always there; one that cannot be used says what is missing."""
    hand, view, of = scene.hand, scene.view, scene.words.of
    legal = hand.legal
    can_discard = bool(hand.die) and do.DiscardDie(hand.die) in legal
    can_roll, can_stop = do.Roll() in legal, do.Stop() in legal
    short_roll = "Roll again" if view.roll.n else "Roll"
    long_roll = "Roll again" if view.roll.n else "Roll the dice"
    if not can_roll and view.roll.duty == "owed":
        long_roll = f"Roll again: assign or {of.discard} one first"
    elif not can_roll:
        long_roll = "Roll again: no die is left"
    first = not view.roll.n and can_roll
    rows = (
        ("discard", of.discard.capitalize(), "this die", "d", can_discard, ""),
        ("stop", "Stop", "here", "s", can_stop, ""),
    )
    buttons: list[Child] = [
        button(
            [word, el("span", f" {more}", cls="rt-sr")],
            do_,
            key=f"do:{do_}",
            hot=hot,
            disabled=not able,
            data_hot_near=True,
            data_item=True,
            tabindex="-1",
            cls=tone,
        )
        for do_, word, more, hot, able, tone in rows
    ]
    buttons.append(
        button(
            [short_roll, el("span", long_roll.removeprefix(short_roll), cls="rt-sr")],
            "roll",
            key="do:roll",
            hot="r",
            disabled=not can_roll,
            cls="rt-btn--main" if first else "",
            data_hot_near=True,
            data_item=True,
            tabindex="-1",
            data_first=first,
        )
    )
    return el(
        "div", buttons, cls="rt-tray__act", data_rove=True, data_key="acts", role="group", aria_label="Dice actions"
    )


def refusal(scene: Scene) -> Html:
    """What was tried, what it needs, what is there, the rule, and the nearest legal action."""
    look, words, view = scene.look, scene.words, scene.view
    tried = look.attempt
    title = "That is not possible now"
    facts: list[Child] = []
    if isinstance(tried, do.PlaceDie):
        title = f"{words.face(tried.die)} cannot go on {words.name(tried.on)}"
        title = capital(title)
        lacks = words.lacking(view, tried.on)
        _, face = split(tried.die)
        need = [symbol(words, letter) for letter in lacks] if lacks else "nothing more"
        facts = [
            el("dt", f"{words.name(tried.on)} needs"),
            el("dd", need),
            el("dt", "the die shows"),
            el("dd", [symbol(words, letter) for letter in face]),
        ]
    elif isinstance(tried, do.DiscardDie) and tried.die != scene.hand.die:
        title = f"Not possible now: {words.of.discard} a die"
    elif tried is not None:
        title = f"Not possible now: {words.action(view, tried)}"
    return refusal_card(look, title, lambda action: words.action(view, action), el("dl", facts) if facts else None)
