"""What can be chosen at a QuickStrike table, in words: what it is, what it does, what it costs.

What a choice does is read from the rules: an effect by its clause, what follows from a discarded or focused card by
making the choice on a table that fits the view, as far as it follows from what lies open.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.boards.decision import ActionText
from rising_tutor.boards.quickstrike.scene import TO_WIN, Scene
from rising_tutor.core.english import listed
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Card, Energies
from rising_tutor.games.quickstrike.choices import energies, find_offer, reflips
from rising_tutor.games.quickstrike.clauses import say as clause
from rising_tutor.games.quickstrike.moments import cost_words, voice_at
from rising_tutor.games.quickstrike.standing import sidebar, stops, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.games.quickstrike.words import option_words

NOTHING: Final[Energies] = (0, 0, 0)
ORDER: Final = (
    do.CounterAttack,
    do.Play,
    do.Signature,
    do.Power,
    do.Reflip,
    do.Focus,
    do.Discard,
    do.Decline,
    do.Choose,
)
"""In which order choices are shown; any other stands before them."""


class Way(ActionText, frozen=True):
    """A legal action in words, as a button shows it.

    Attributes:
        cost: energies that are paid; None for a choice that is not about paying.
        instead: which energies pay for others, in words; empty where each colour pays for itself.
        hot: its key besides its number.
    """

    cost: Energies | None = None
    instead: str = ""
    hot: str = ""


def ways(scene: Scene) -> tuple[Way, ...]:
    """Return the legal actions in words, in the order of the game."""
    return tuple(_way(scene, number, action) for number, action in enumerate(scene.look.actions))


def shown_order(found: Iterable[Way]) -> list[Way]:
    """Return the actions in the order of the tray."""
    return sorted(found, key=lambda way: ORDER.index(type(way.action)) if type(way.action) in ORDER else -1)


def _way(scene: Scene, number: int, action: Any) -> Way:
    paid = isinstance(action, (do.CounterAttack, do.Play, do.Signature, do.Power, do.Reflip))
    hot = {do.Discard: "d", do.Focus: "o"}.get(type(action), "")
    pay: Energies = action.pay if paid else NOTHING
    instead = _instead(need_of(scene, action), pay) if paid else ""
    pays = energies(pay) if any(pay) else ""
    return Way(
        number,
        action,
        word(scene, action),
        does(scene, action),
        f"{pays} ({instead})" if instead else pays,
        energies(_left(scene, pay)) if any(pay) else "",
        label(scene, action),
        cost=pay if paid else None,
        instead=instead,
        hot=hot,
    )


def _left(scene: Scene, pay: Energies) -> Energies:
    """Return the energies that are left after paying."""
    green, yellow, red = scene.view.mats[scene.view.defender].energies
    return green - pay[0], yellow - pay[1], red - pay[2]


def word(scene: Scene, action: Any) -> str:
    """An action as the words of a button, with what is paid."""
    pay = getattr(action, "pay", NOTHING)
    return f"{short(scene, action)}, paying {energies(pay)}" if any(pay) else short(scene, action)


def label(scene: Scene, action: Any) -> str:
    """An action below the name of the card that it is about."""
    about = {do.CounterAttack: "Counterattack", do.Play: "Play it", do.Focus: "Focus", do.Discard: "Discard"}
    return about.get(type(action)) or short(scene, action)


def short(scene: Scene, action: Any) -> str:
    """An action without what is paid."""
    card = scene.flipped()
    name = card.name if card is not None else "the card"
    match action:
        case do.Send():
            return "Send the opening attack"
        case do.Receive():
            return "Defend first" if isinstance(scene.task, tasks.FirstAttack) else "Defend against the opening attack"
        case do.Signature():
            move = scene.run.move(scene.view.defender, scene.view.mats[scene.view.defender].side)
            return f"Play {move.name}"
        case do.Decline():
            return "Flip instead"
        case do.CounterAttack():
            return f"Counterattack with {name}"
        case do.Play():
            return f"Play {name}"
        case do.Discard():
            return f"Discard {name}"
        case do.Focus():
            return f"Focus {name}"
        case do.Reflip(source):
            by = "" if source == "card" else f" by {scene.run.any_card(source).name}"
            return f"Reflip {name}{by}"
        case do.Power(source, index, _, target):
            owner = power_of(scene, action)
            number = f" {index + 1}" if owner is not None and _n_powers(owner) > 1 and index < 100 else ""
            return f"Power{number} of {owner.name if owner else source}{f' on {target}' if target else ''}"
        case do.Choose(option):
            return option_said(scene, option)
        case do.Concede():
            return "Give up"
    return type(action).__name__


def _n_powers(card: Card) -> int:
    return sum(ability.when == "power" for ability in card.ability)


def power_of(scene: Scene, action: do.Power) -> Card | None:
    """The card whose power it is."""
    if action.source in scene.game.book.card:
        return scene.run.any_card(action.source)
    if action.source == "ally":
        ally = scene.view.mats[scene.view.defender].allies[scene.view.zone] if 0 <= scene.view.zone < FRONT else None
        return scene.run.ally(ally) if ally is not None else None
    return scene.flipped()


def option_said(scene: Scene, option: str) -> str:
    """What a card asks for, as the words of a button; of cards that this viewer looks at the names."""
    task = scene.task
    if option == "yes":
        return "Yes"
    if option == "no":
        return "No"
    if isinstance(task, tasks.Apply):
        if isinstance(task.effect, say.Look):
            return _of_looked(scene, task.effect, option, task.source.seat)
        if isinstance(task.effect, say.ShowTop):
            return "Have it discarded"
        if isinstance(task.effect, say.OneOf):
            return option
    said = option_words(scene.game.book, option)
    if isinstance(task, tasks.Apply):
        said = _of_effect(scene, task.effect, option, said)
    for seat in (0, 1):
        said = said.replace(f"Player {seat + 1}'s", scene.whose(seat))
    return said[:1].upper() + said[1:]


_ALLIES: Final = (say.EliminateAlly, say.AllyOntoDeck, say.SwapAlly, say.TakeAlly, say.MoveAlly)
_ON_A_MAT: Final = re.compile(r"([12]) (green|yellow|red)\b")


def _of_effect(scene: Scene, effect: say.AvatarEffect, option: str, said: str) -> str:
    """What an option is, where its words only say where it lies: an ally by its name, an energy, a zone."""
    effect = effect.first if isinstance(effect, say.IfDone) else effect
    found = _ON_A_MAT.match(option)
    if isinstance(effect, _ALLIES) and found is not None:
        ally = scene.view.mats[int(found[1]) - 1].allies[COLOURS.index(found[2])]
        return f"{scene.run.ally(ally).name}: {said}" if ally is not None else said
    if isinstance(effect, say.ArrangeAllies) and option != "no":
        named = (word_ if word_ != "-" else "no ally" for word_ in option_parts(scene, option))
        return listed(f"{name} in {colour}" for name, colour in zip(named, COLOURS, strict=True))
    if isinstance(effect, (say.Charge, say.Uncharge)) and option != "no":
        return f"{said} zone"
    if isinstance(effect, say.SearchAlly) and option != "no":
        return f"search, for {said}"
    if isinstance(effect, say.EliminateEnergy) and option in COLOURS:
        return f"a {said} energy"
    return said


def option_parts(scene: Scene, option: str) -> list[str]:
    """Return the words of an option, cards by their names."""
    return [option_words(scene.game.book, word_) for word_ in option.split()]


def _of_looked(scene: Scene, effect: say.Look, option: str, seat: int) -> str:
    known = {at: slot.card for at, slot in enumerate(scene.view.mats[seat].deck.top, 1)}

    def name(at: str) -> str:
        kind = known.get(int(at), -1)
        return scene.run.card(seat, kind).name if kind >= 0 else f"card {at}"

    if option == "discard":
        return f"Discard {name('1')}"
    if effect.then == "keep_one":
        return f"Keep {name(option)}"
    return f"Order: {listed(map(name, option.split()))}"


# What a choice does ---------------------------------------------------------------------------------------------------


def does(scene: Scene, action: Any) -> str:
    """What comes of a choice, as far as it follows from what lies open."""
    view, run = scene.view, scene.run
    match action:
        case do.CounterAttack():
            return f"force {values(run, view.defender, scene.here).force} goes to {scene.called(scene.attacker)}"
        case do.Signature():
            now = values(run, view.defender, FRONT)
            return f"intercept {now.intercept}, force {now.force} goes to {scene.called(scene.attacker)}"
        case do.Decline():
            return "go on with the first flip"
        case do.Play():
            return _of_play(scene)
        case do.Power():
            return _of_power(scene, action)
        case do.Reflip():
            return "discard it and flip another card in the same zone"
        case do.Discard() | do.Focus():
            return _after(scene, action)
        case do.Send():
            return f"{scene.called(1 - (scene.asked or 0))} must stop force 4"
        case do.Receive():
            return "the opening attack has force 4"
    return ""


def _of_play(scene: Scene) -> str:
    card, view = scene.flipped(), scene.view
    if card is None:
        return ""
    if card.type == "ally":
        old = view.mats[view.defender].allies[view.zone]
        place = f", in place of {scene.run.ally(old).name}" if old is not None else ""
        return f"joins in {COLOURS[view.zone]}{place}; then the next flip there"
    charged = view.mats[view.defender].charged[view.zone]
    charge = "" if charged else f"charges {COLOURS[view.zone]}; "
    return f"{charge}then the next flip in {COLOURS[view.zone]}"


def _of_power(scene: Scene, action: do.Power) -> str:
    offer = find_offer(scene.run, action)
    if offer is None:
        return ""
    colour = COLOURS[scene.view.zone] if 0 <= scene.view.zone < FRONT else ""
    voice = voice_at(offer.source.kind, scene.run.any_card(offer.source.card), colour)
    text = ", then ".join(clause(effect, voice) for effect in offer.effect)
    price = cost_words(replace(offer.cost, energies=NOTHING), voice)
    gain = sum(
        one.intercept for one in offer.effect if isinstance(one, say.Change) and one.of == "this" and not one.per
    )
    after = ""
    if gain and offer.source.kind == "strike":
        have = scene.intercept() - offer.cost.intercept + gain
        after = f": {have} against {scene.force}, {'enough' if stops(scene.run, have) else 'not enough'}"
    return f"{': '.join(part for part in (price, text) if part)}{after}"


def _after(scene: Scene, action: Any) -> str:
    """What follows from a discarded or focused card: read from the table after it."""
    before, seat = scene.view, scene.view.defender
    after = scene.game.act(scene.state, action).state
    said = []
    for zone, colour in enumerate(COLOURS):
        more = len(after.mats[seat].energies[zone]) - before.mats[seat].energies[zone]
        if more > 0:
            said.append(f"+{more} {colour} energy")
    points = after.mats[1 - seat].points
    if points > before.mats[1 - seat].points:
        said.append(
            f"{scene.called(1 - seat)} {'score' if scene.called(1 - seat) == 'you' else 'scores'}: {points} of {TO_WIN}"
        )
    elif after.agenda and isinstance(after.agenda[-1], tasks.FlipCard) and after.defender == seat:
        again = after.zone == before.zone
        said.append(f"then the next flip in {COLOURS[after.zone]}" if again else f"then {COLOURS[after.zone]}")
    return ", ".join(said)


# Paying ---------------------------------------------------------------------------------------------------------------


def need_of(scene: Scene, action: Any) -> Energies:
    """What a choice costs before anything stands in for anything else."""
    run, seat = scene.run, scene.view.defender
    card = scene.flipped()
    if isinstance(action, do.Power):
        offer = find_offer(run, action)
        return offer.cost.energies if offer is not None else NOTHING
    if isinstance(action, do.Reflip):
        costs = reflips(run, card) if card is not None else {}
        return costs[action.source].energies if action.source in costs else NOTHING
    if isinstance(action, do.Signature):
        return sidebar(run, seat, run.move(seat, scene.view.mats[seat].side))
    if card is None:
        return NOTHING
    return card.cost if card.type != "strike" else sidebar(run, seat, card)


def _instead(need: Energies, pay: Energies) -> str:
    """Which energies stand in for missing ones (QS-603, QS-604).

    >>> _instead((2, 0, 0), (1, 1, 0)), _instead((1, 2, 0), (1, 1, 1)), _instead((1, 0, 0), (1, 0, 0))
    ('1 yellow for a missing green', '1 red for a missing yellow', '')
    """
    missing = [max(0, need[zone] - pay[zone]) for zone in range(3)]
    more = [(pay[zone] - need[zone], COLOURS[zone]) for zone in range(3) if pay[zone] > need[zone]]
    if not any(missing):
        return ""
    return f"{listed(f'{n} {colour}' for n, colour in more)} for {_missing(missing)}"


def _missing(missing: list[int]) -> str:
    words = [
        f"a missing {COLOURS[zone]}" if n == 1 else f"{n} missing {COLOURS[zone]}"
        for zone, n in enumerate(missing)
        if n
    ]
    return listed(words)
