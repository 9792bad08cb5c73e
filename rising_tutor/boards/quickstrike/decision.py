"""The decision at a QuickStrike table in words: what is asked, by which card, against which attack, what it does."""

from rising_tutor.boards.decision import DecisionText, turn_words
from rising_tutor.boards.quickstrike import ways
from rising_tutor.boards.quickstrike.scene import Scene
from rising_tutor.core.english import capital
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike.chance import zone_spent
from rising_tutor.games.quickstrike.choices import energies
from rising_tutor.games.quickstrike.clauses import ability_sentence
from rising_tutor.games.quickstrike.clauses import say as clause
from rising_tutor.games.quickstrike.handlers import NO
from rising_tutor.games.quickstrike.moments import voice_at
from rising_tutor.games.quickstrike.standing import sidebar, stops, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.words import zone_name


def decision(scene: Scene) -> DecisionText | None:
    """Return the decision in words; None where nobody chooses."""
    if scene.asked is None:
        return None
    place = scene.game.place(scene.state)
    turn = turn_words(place.name, scene.called(place.seat) if place.seat is not None else "", place.within)
    text, rule = question(scene)
    return DecisionText(scene.called(scene.asked), turn, asks(scene), text, rule, ways.ways(scene))


def asks(scene: Scene) -> str:
    """Return the card, attack or step that asks."""
    card = scene.flipped()
    match scene.task:
        case tasks.SignatureStep() | tasks.Decide() if card is not None:
            return card.name
        case tasks.Apply(_, source) | tasks.Fire(source):
            return _card_of(scene, source)
        case tasks.Spend(_, _, _):
            return f"the {zone_name(zone_spent(scene.task))} zone"
        case tasks.Order(_, fires):
            return ", ".join(dict.fromkeys(_card_of(scene, fire.source) for fire in fires))
        case tasks.CleanUp():
            return "the cleanup"
    return "the opening attack"


def _card_of(scene: Scene, source: tasks.Source) -> str:
    """Return the name of a card that does something, with its owner where that is not who is asked."""
    name = scene.run.any_card(source.card).name
    return name if source.seat == scene.asked else f"{name} of {scene.called(source.seat)}"


def question(scene: Scene) -> tuple[str, str]:
    """Return what is asked now, in a sentence or two, and the rule behind it."""
    view, task = scene.view, scene.task
    if view.reason:
        return "The game is over.", ""
    match task:
        case tasks.FirstAttack():
            totals = f"{view.totals[0]} and {view.totals[1]}"
            text = f"The force totals are {totals}, and the higher one decides: send the opening attack, or defend"
            return f"{text} against it?", "QS-312"
        case tasks.NextDefender():
            text = "The player who did not score decides: defend against the next opening attack, or send it?"
            return text, "QS-906"
        case tasks.SignatureStep():
            return f"Three zones are charged. {_of_strike(scene)} Play it, or flip instead?", "QS-416"
        case tasks.Decide():
            return _of_flip(scene)
        case tasks.Apply(effect, source):
            colour = zone_name(source.at) if 0 <= source.at < FRONT else ""
            text = clause(effect, voice_at(source.kind, scene.run.any_card(source.card), colour))
            return f"{asks(scene)}: {text}.{_against(scene)} {_which(scene)}", "QS-814"
        case tasks.Fire(source, index):
            card = scene.run.any_card(source.card)
            text = ability_sentence(card, card.ability[index])
            return f"{asks(scene)}: {text}{_against(scene)} Use it?", "QS-814"
        case tasks.Order():
            return "Several of your cards work now: which is first?", "QS-815"
        case tasks.CleanUp():
            return "Which card do you discard next? The last one lies on top of your discard pile.", "QS-406"
        case tasks.Spend():
            return f"Which {zone_name(zone_spent(task))} energy is paid?", "QS-609"
    return scene.look.waits or "Cards are turned over.", ""


def _which(scene: Scene) -> str:
    options = {action.option for action in scene.look.actions if isinstance(action, do.Choose)}
    return "Do it?" if options and len(options - {NO}) < 2 else "Which?"


def _against(scene: Scene) -> str:
    """Return which attack is under way: " Pummel attacks with force 4."; "" for none."""
    if not scene.view.attack:
        return ""
    comes = "has" if scene.attacking is None else "attacks with"
    return f" {capital(scene.attack_name)} {comes} force {scene.force}."


def _of_flip(scene: Scene) -> tuple[str, str]:
    card = scene.flipped()
    if card is not None and card.type == "strike":
        return f"{_of_strike(scene)} {_what_now(scene)}", "QS-502"
    if card is None:
        return "A card was flipped.", "QS-512"
    where, cost = scene.zone_words(scene.here), energies(card.cost)
    text = f"{card.name}: an {card.type} in {where}, it stops nothing and costs {cost}.{_against(scene)}"
    return f"{text} Play it, or turn it into an energy? Then the zone is flipped again.", "QS-512"


def _what_now(scene: Scene) -> str:
    """Return what can be done with a flipped strike, from the legal actions if they are known."""
    actions, zone = scene.look.actions, scene.zone_words(scene.here)
    counters = any(isinstance(one, do.CounterAttack) for one in actions)
    if counters or (not actions and stops(scene.run, scene.intercept())):
        return f"Counterattack with it, or give up {zone}?"
    if any(isinstance(one, (do.Power, do.Reflip)) for one in actions):
        return f"It cannot counterattack as it is: use a power or Reflip, or give up {zone}."
    return f"It cannot counterattack, so {zone} is lost: discard it, or turn it into an energy?"


def _of_strike(scene: Scene) -> str:
    """Return the numbers of the strike that is decided about, and of the attack that it has to stop."""
    card = scene.flipped()
    if card is None:
        return ""
    have, need = scene.intercept(), scene.force
    now = values(scene.run, scene.view.defender, scene.here)
    missing = need - have + (scene.view.options.sufficient_intercept == "higher")
    verdict = "enough" if stops(scene.run, have) else f"{missing} missing"
    where = "" if scene.here == FRONT else f" in {scene.zone_words(scene.here)}"
    cost = energies(sidebar(scene.run, scene.view.defender, card))
    purse = energies(scene.view.mats[scene.view.defender].energies)
    return (
        f"{card.name}{where}: intercept {have} against force {need} of {scene.attack_name}, {verdict}; "
        f"force {now.force}, costs {cost}, you have {purse}."
    )
