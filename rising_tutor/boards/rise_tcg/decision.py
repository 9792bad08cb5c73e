"""The decision at a table of Rise TCG in words: what is asked, by which card or attack, and what each choice does."""

from typing import Final

from rising_tutor.boards.decision import DecisionText, turn_words
from rising_tutor.boards.rise_tcg import ways
from rising_tutor.boards.rise_tcg.chain import item_does, item_name
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.english import capital, listed
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.clauses import base_sentence, deed_words
from rising_tutor.games.rise_tcg.clauses import say as clause
from rising_tutor.games.rise_tcg.targets import wanted
from rising_tutor.games.rise_tcg.tasks import Item
from rising_tutor.games.rise_tcg.vocabulary import RiseEffect

PICKS: Final = {
    "parasite": "Parasite killed its creature: which of your Summoners takes {n} damage?",
    "trauma": "Trauma: which of your Summoners takes {n} damage?",
    "sacrifice": "Your library is empty: which of your Summoners is sacrificed?",
    "inhume": "Inhume: which of your creatures gets a +1/+1 counter?",
    "diversion": "Diversion: which creature of the other side cannot block this turn?",
    "morpher": "{subject} enters as a copy: which creature does it copy?",
    "weakest": "Several creatures are the weakest: which of them does {item} infect?",
    "rage": "{subject} has Rage: toss again, or stop?",
    "advantage": "{subject} has Advantage: which creature or Door has to block it?",
    "dodge": "{subject} dodged: which of its Diseases is passed on?",
    "dodge to": "{n_name} passes on {subject}: which attacker gets it?",
    "takes": "Several creatures block {subject}: which of them takes its attack?",
    "splash": "{subject} has Splash: what else does it hit beside {n_name}?",
    "possession": "Possession: which creature comes under your control?",
    "pierce": "{subject} has Pierce: which Summoner of {victim} takes the rest of its attack?",
    "unblocked": "Nobody blocks {subject}, attack {attack}: which Summoner of {victim} does it hit?",
}
"""The question of a `tasks.Pick`, by its `why`."""


def decision(scene: Scene) -> DecisionText | None:
    """Return the decision in words; None where nobody chooses."""
    if scene.asked is None:
        return None
    view = scene.view
    place = scene.game.place(scene.state)
    turn = turn_words(place.name, scene.called(view.active) if view.turn else "", place.within)
    text, rule = question(scene)
    return DecisionText(scene.called(scene.asked), turn, asks(scene), text, rule, ways.ways(scene))


def asks(scene: Scene) -> str:
    """Return the card, attack or step that asks."""
    task, book = scene.task, scene.game.book
    match task:
        case tasks.Announce(item):
            return item_name(scene, item)
        case tasks.Apply(_, _, card):
            return str((book.card.get(card) or book.summoner[card]).name)
        case tasks.Offer(fire):
            return scene.piece_name(fire.piece)
        case tasks.Answer() if scene.view.chain:
            return item_name(scene, scene.view.chain[-1])
        case tasks.Pick() if task.subject:
            return scene.name(task.subject)
        case tasks.Pick() if task.item is not None:
            return item_name(scene, task.item)
        case tasks.Pick():
            return "the empty library" if task.why == "sacrifice" else task.why.capitalize()
        case tasks.Order(_, fires):
            return listed(dict.fromkeys(scene.piece_name(fire.piece) for fire in fires))
        case tasks.Blocks():
            return listed(scene.name(fight.attacker) for fight in scene.view.fights if fight.target == scene.asked)
    return str(scene.game.place(scene.state).last)


def question(scene: Scene) -> tuple[str, str]:  # noqa: C901  # one case for each kind of choice
    """Return what is asked now, in a sentence or two, and the rule behind it."""
    view, task = scene.view, scene.task
    if view.reason:
        return "The game is over.", ""
    match task:
        case tasks.Keep():
            return "Keep this hand, or shuffle it into the library and draw a new one, three times at most.", "RISE-305"
        case tasks.TakeStep():
            return "Restoration: one card and two coins, or two cards and one coin.", "RISE-404"
        case tasks.Main(attacked) if attacked:
            return "After the fights: play what you still can, or end the turn.", "RISE-408"
        case tasks.Main():
            return "Invoke cards, use skills and actions; then go to the attack.", "RISE-411"
        case tasks.Window():
            return _of_window(scene), "RISE-518" if view.fights else "RISE-903"
        case tasks.Answer():
            mine = bool(view.chain) and view.chain[-1].seat == scene.asked
            way = "Add something more, or nothing" if mine else "Answer it, or add nothing"
            return f"{_of_answer(scene)} {way}. The newest item happens first.", "RISE-903"
        case tasks.Announce(item):
            return _of_announce(scene, item)
        case tasks.Apply(effect):
            which = _which_target(effect, len(task.targets))
            return f"{asks(scene)}: {clause(effect)}.{f' {capital(which)}?' if which else ''}", "RISE-907"
        case tasks.Offer(fire):
            base = scene.game.book.card[fire.piece.card].base[fire.index]
            about = f" It is about {scene.name(fire.about)}." if fire.about > 0 else ""
            return f"{asks(scene)}: {base_sentence(base)}{about} Use it?", "RISE-907"
        case tasks.PutAway(seat):
            top = view.sides[seat].library.top[:1]
            card = scene.game.book.card.get(view.sides[seat].kinds[top[0].card]) if top and top[0].card >= 0 else None
            name = f", {card.name}" if card is not None else ""
            return f"You looked at the first card of your library{name}: put it into the cemetery?", "RISE-907"
        case tasks.Order():
            return "Several effects of yours happen at once: which is first?", "RISE-407"
        case tasks.Pick():
            return _of_pick(scene, task), task.rule
        case tasks.Attackers():
            return "Declare attackers one by one; all of them are tilted together.", "RISE-504"
        case tasks.Blocks():
            attackers = [fight.attacker for fight in view.fights if fight.target == scene.asked]
            return f"{_attack_of(scene, attackers)} A blocker meets its attacker instead of a Summoner.", "RISE-509"
    return scene.look.waits or "Chance decides.", ""


def _attack_of(scene: Scene, attackers: list[int]) -> str:
    """Return who attacks with what: "Lance Rider 4/3 and Jester 2/2 attack: declare blocks."."""
    named = []
    for ref in attackers:
        piece = scene.run.piece(ref)
        named.append(f"{scene.name(ref)}{f' {ways.numbers_of(scene, piece)}' if piece is not None else ''}")
    return f"{listed(named)} {'attack' if len(named) > 1 else 'attacks'}: declare blocks."


def _of_window(scene: Scene) -> str:
    view = scene.view
    if view.phase in ("awakening", "restoration"):
        when = "after the draw" if view.drawn else "before the draw"
    elif view.fights:
        when = "before the damage"
    else:
        when = {
            "invocation": "before the attack",
            "attack": "before attackers are declared",
            "end": "before the turn is over",
        }.get(view.phase, "now")
    cards = "Imminent cards, " if isinstance(scene.task, tasks.Window) and scene.task.cards else ""
    return f"A moment for {cards}skills and actions, {when}."


def _of_answer(scene: Scene) -> str:
    if not scene.view.chain:
        return "Something was added."
    item = scene.view.chain[-1]
    aims = listed(scene.name(ref) for ref in item.targets)
    at = f" at {aims}" if aims else ""
    return f"{capital(scene.does(item.seat, 'add'))} {item_name(scene, item)}{at}: {item_does(scene, item)}"


def _of_announce(scene: Scene, item: Item) -> tuple[str, str]:
    name, card = item_name(scene, item), scene.game.book.card.get(item.card)
    if ways.announces_times(scene):
        deed = card.action[item.index] if card is not None and item.index < len(card.action) else None
        does = f"{capital(deed_words(deed))}. " if deed is not None else ""
        return f"{name}: {does}How often? Each time is paid.", "RISE-920"
    does = item_does(scene, item) if item.what != "card" or card is None or card.attaches is None else ""
    every = list(wanted(scene.run, item))
    effect, at = every[len(item.targets)] if len(item.targets) < len(every) else (None, 0)
    which = "what is it put on" if card is not None and card.attaches is not None else _which_target(effect, at)
    if at and which:
        which = f"where does {scene.name(item.targets[-1])} go"
    several = f" (choice {len(item.targets) + 1} of {len(every)})" if len(every) > 1 else ""
    return f"{name}: {f'{does} ' if does else ''}{capital(which or 'at what is it aimed')}{several}?", "RISE-904"


def _which_target(effect: RiseEffect | None, at: int) -> str:
    """Return which target of an effect is chosen, where it has two; else ""."""
    if type(effect).__name__ not in ("MoveEquipment", "MoveDisease"):
        return ""
    return "where does it go" if at else "what is moved"


def _of_pick(scene: Scene, task: tasks.Pick) -> str:
    piece = scene.run.piece(task.subject) if task.subject > 0 else None
    numbers = ways.numbers_of(scene, piece) if piece is not None else ""
    return PICKS[task.why].format(
        subject=scene.name(task.subject) if task.subject else "",
        attack=numbers.partition("/")[0] or 0,
        victim=scene.called(task.victim) if task.victim >= 0 else "",
        n=task.n,
        n_name=scene.name(task.n) if task.n > 0 else "",
        item=item_name(scene, task.item) if task.item is not None else "it",
    )
