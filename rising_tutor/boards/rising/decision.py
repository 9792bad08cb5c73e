"""The decision at a Rising table in words: what is asked, by which card or step, and what each choice does."""

from typing import Any

from rising_tutor.boards.decision import ActionText, DecisionText, turn_words
from rising_tutor.boards.rising.scene import Scene, step_name, step_number
from rising_tutor.core.english import plural, with_article
from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.choices import team_asked


def decision(scene: Scene) -> DecisionText | None:
    """Return the decision in words; None where nobody chooses."""
    task, view = scene.hand.task, scene.view
    if task is None or view.result:
        return None
    text, rule = question(scene)
    actions = tuple(action_text(scene, number, action) for number, action in enumerate(scene.look.actions))
    return DecisionText(
        _player(scene, team_asked(task, view.active)), _turn(scene), asks(scene), text, rule or "", actions
    )


def _player(scene: Scene, team: int) -> str:
    """Return the player who runs a Team."""
    view = scene.view
    seat = view.teams[team].seat if team < len(view.teams) else team
    return scene.who(0 if view.options.seats == 1 else seat)


def _turn(scene: Scene) -> str:
    """Return whose turn it is: "turn 3 of Anna, Team Aang, Roll, roll 2"."""
    view, words = scene.view, scene.words
    if not view.turn or not view.teams:
        return "set-up"
    within = [words.team(view.teams[view.active].card), step_name(words, step_number(view))]
    if scene.hand.window:
        within.append(f"roll {view.roll.n}" if view.roll.n else "before the first roll")
    return turn_words(f"turn {view.turn}", _player(scene, view.active), tuple(within))


def asks(scene: Scene) -> str:
    """Return the card or step that asks."""
    source = getattr(scene.hand.task, "source", "")
    if source:
        return scene.words.name(source)
    return step_name(scene.words, step_number(scene.view)) if scene.view.turn else "the set-up"


def action_text(scene: Scene, number: int, action: Any) -> ActionText:
    """Return a legal action in words: what it wastes, else what it does."""
    words, view = scene.words, scene.view
    return ActionText(number, action, words.action(view, action), words.warning(view, action) or _does(scene, action))


def _does(scene: Scene, action: Any) -> str:
    words, view = scene.words, scene.view
    match action:
        case do.PlaceDie():
            return words.outcome(view, action)
        case do.UseAbility(card) | do.React(card) | do.TakeTeam(card) | do.TakeStarter(card):
            return words.sentence(card)
        case do.UseToken(_, token, on):
            return "" if on else words.sentence(token)
        case do.Choose(card):
            return _about(scene, card)
        case do.GoTo(location):
            spots = view.places[3 * location : 3 * location + 3]
            return ", ".join(words.name(spot.card) for spot in spots if spot is not None)
    return ""


def question(scene: Scene) -> tuple[str, RuleId | None]:  # noqa: C901 - one case for each kind of choice
    """Return what is asked now, in a sentence, and the rule behind it."""
    words, cites, task, view = scene.words, scene.cite, scene.hand.task, scene.view
    source = getattr(task, "source", "")
    by = f"{words.name(source)}: " if source else ""
    hero, villain = words.of.hero, words.of.villain
    match task:
        case tasks.PickTeam(team):
            who = scene.who(view.teams[team].seat) if team < len(view.teams) else "Somebody"
            return (
                f"Choose a {words.of.team_card}, {who}: it gives dice, a first {hero} and an ability.",
                cites.take_team,
            )
        case tasks.PlaceTeamToken():
            text = f"Put your {words.of.marker} on a {words.of.location}. Only cards there are in reach this turn."
            return text, cites.place_token
        case tasks.PickStarter():
            return f"Choose the {hero} that you start with.", cites.starter
        case tasks.PickRedeploy():
            where = words.location(view.facing)
            return f"You may go to {where}, where {words.of.figure} stands, for one die of your pool.", cites.redeploy
        case tasks.LateTokens():
            return f"The last moment for tokens before {plural(words.of.carrier)} fall.", cites.token_late
        case tasks.PickHealOfTeam(_, n, team):
            whose = words.team(view.teams[team].card)
            return f"{by}choose a {hero} of {whose} to remove up to {n} Damage from.", cites.heal
        case tasks.PickCarrier(_, n):
            if n > 0:
                return f"{by}choose the {words.of.carrier} that takes 1 {words.of.pressure}.", cites.pressure_more
            less = f"1 {words.of.pressure}" if n == -1 else f"up to {-n} of its counters"
            return f"{by}choose the {words.of.carrier} that loses {less}.", cites.pressure_removed
        case tasks.Window():
            return _window(scene)
        case tasks.Offer(_, when):
            if when == "on_collect":
                return "You collect your dice: you may use an ability now, or nothing more.", cites.collect
            moment = {"on_damage": "Damage was taken", "on_recruited": f"A {hero} was recruited"}.get(
                when, "Something happened"
            )
            return (
                f"{moment}: you may use an ability that reacts to it, or nothing more.",
                cites.reaction or cites.optional,
            )
        case tasks.PickVillainOrder():
            return f"Choose which {villain} acts next.", cites.villain_order
        case tasks.PickHeal(_, n, left):
            up_to = f"up to {n} Damage" if n > 1 else "1 Damage"
            return f"{by}choose a {hero} to remove {up_to} from; {left} left to choose.", cites.heal
        case tasks.PickVillain(_, location):
            where = "anywhere" if location == tasks.EVERYWHERE else f"at {words.location(location)}"
            return f"{by}choose {with_article(villain)} {where} for 1 Damage.", cites.reward_ability
        case tasks.PickShift(_, from_hero):
            source_kind = hero if from_hero else villain
            return f"{by}move 1 Damage from a {source_kind} to a {villain}.", cites.reward_moved
        case tasks.PickSwap():
            return f"{by}choose two cards that change places.", cites.swap
        case tasks.PickOrder(_, chosen):
            so_far = ", ".join(words.name(card) for card in chosen)
            return (
                f"{by}choose who stands next in your row{f' after {so_far}' if so_far else ', from the left'}.",
                cites.adjacent,
            )
        case tasks.PickColour():
            return f"{by}choose the colour of the extra die.", cites.extra_die
        case tasks.PickReroll(_, n, chosen):
            if n == 1:
                return f"{by}choose a die to reroll, or nothing more.", cites.reroll
            many = "any dice" if not n else f"up to {n} dice"
            return f"{by}choose {many} to reroll, then nothing more; {len(chosen)} chosen.", cites.reroll
        case tasks.PickFace():
            return f"{by}choose a die and the face it is turned to.", cites.change_face
        case tasks.PickVictim(_, team):
            return f"{by}choose a {hero} of {words.team(view.teams[team].card)} that takes 1 Damage.", cites.victims
        case tasks.PickDrop(_, team, n):
            return f"{by}choose a token of {words.team(view.teams[team].card)} to discard; {n} to go.", cites.victims
        case tasks.PickLostDie():
            return "Choose a die that is put out of play before the first roll.", cites.lose_die
        case tasks.PickRecruit(cards):
            names = ", ".join(words.name(card) for card in cards)
            return f"{names}: choose the end of your row where a recruit joins.", cites.recruit_end
        case tasks.PickAid():
            return "No result this turn: you may draw a token as Aid from the Spirits.", cites.aid
    return "The game is over." if view.result else scene.look.waits or "Dice and decks decide.", None


def _window(scene: Scene) -> tuple[str, RuleId]:
    cites, roll, of = scene.cite, scene.view.roll, scene.words.of
    if not roll.n:
        return "Roll all the dice of your pool. Tokens and abilities without a cost may come first.", cites.roll
    match roll.duty:
        case "owed":
            return f"After every roll, assign at least one die or {of.discard} one for the turn.", cites.duty
        case "discarded":
            return f"A die was {of.discarded} in place of assigning: roll the others again, or stop.", cites.discard
    return "You may assign more dice, roll those that are left, or stop.", cites.roll_again


def _about(scene: Scene, card: str) -> str:
    """Damage and place of a card that can be chosen, or the counters on it."""
    view = scene.view
    for at, spot in enumerate(view.places):
        if spot is not None and spot.card == card:
            return f"Damage {spot.damage} of {spot.capacity}, {scene.words.location(at // 3)}"
    for one in view.carriers:
        if one.card == card:
            return f"{scene.words.of.pressure} {one.counters} of {one.spaces}"
    for team in view.teams:
        for member in team.row:
            if member.card == card:
                return f"Damage {member.damage} of {member.capacity}, {scene.words.team(team.card)}"
    return ""
