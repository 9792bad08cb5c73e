"""What to do now and why at a table of Rise TCG: the question of a choice, the coach, the steps of the turn."""

from typing import Final

from rising_tutor.boards.coach_panel import coach_panel, question_said, steps_rail, suggestion
from rising_tutor.boards.rise_tcg import ways
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.clauses import say as clause
from rising_tutor.games.rise_tcg.combat import attackers
from rising_tutor.games.rise_tcg.standing import attack, is_creature, is_door
from rising_tutor.games.rise_tcg.words import PHASES
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite

STEPS: Final = tuple(phase for phase in PHASES if phase != "setup")
PICKS: Final = {
    "parasite": "Which of your Summoners does Parasite hurt?",
    "trauma": "Which of your Summoners does Trauma hurt?",
    "sacrifice": "The library is empty: which of your Summoners is sacrificed?",
    "inhume": "Which of your creatures gets the counter of Inhume?",
    "diversion": "Which creature is diverted?",
    "morpher": "Which creature does the Morpher copy?",
    "weakest": "Several creatures are the weakest: which one is infected?",
    "rage": "Toss for Rage once more, or stop?",
    "advantage": "Advantage: which creature or Door has to block?",
    "dodge": "The dodge worked: which Disease is passed on?",
    "dodge to": "Which attacker gets the Disease?",
    "takes": "Several block it: which of them takes its attack?",
    "splash": "Splash: what else is hit?",
    "possession": "Possession: which creature comes under your control?",
    "pierce": "Pierce: which Summoner takes what is left of the attack?",
    "unblocked": "Nobody blocks: which Summoner is hit?",
}
"""What a `tasks.Pick` asks, by its `why`."""


def rail(scene: Scene) -> Html:
    """The steps of the turn. It informs; it is no menu."""
    view = scene.view
    now = STEPS.index(view.phase) if view.phase in STEPS else -1
    whose = f"{scene.whose(view.active)} turn {view.turn}" if view.turn else ""
    return steps_rail([PHASES[step] for step in STEPS], now, whose, "Set-up")


def title(scene: Scene) -> str:
    """The position in one line."""
    view, name = scene.view, scene.game.info.title
    if view.reason:
        return f"{name}, {'nobody' if view.winner < 0 else f'seat {view.winner + 1}'} won in turn {view.turn}"
    return f"{name}, {scene.game.place(scene.state)}"


def summary(scene: Scene) -> str:
    """One sentence for a list of games."""
    view = scene.view
    totals = " to ".join(str(health(scene, seat)) for seat in range(len(view.sides)))
    if view.reason:
        who = "Nobody" if view.winner < 0 else f"Seat {view.winner + 1}"
        return f"{who} won in turn {view.turn}: HP {totals}."
    if not view.turn:
        return "The set-up."
    return f"Turn {view.turn}, seat {view.active + 1} has it: HP {totals}."


def health(scene: Scene, seat: int) -> int:
    """The HP of both Summoners of a seat."""
    return sum(max(0, one.hp) for one in scene.view.sides[seat].summoners)


def question(scene: Scene) -> tuple[str, str]:  # noqa: C901  # one case for each kind of choice
    """What is chosen now, in a sentence, and the rule behind it."""
    view, task = scene.view, scene.task
    if view.reason:
        return "The game is over.", ""
    match task:
        case tasks.Keep():
            return "Keep this hand, or shuffle it into the library and draw anew, three times at most.", "RISE-305"
        case tasks.TakeStep():
            return "Restoration: one card and two coins, or two cards and one coin.", "RISE-404"
        case tasks.Main(attacked) if attacked:
            return "After the fights: play what you still can, or end the turn.", "RISE-408"
        case tasks.Main():
            return "Invoke cards, use skills and actions; then go to the attack.", "RISE-411"
        case tasks.Window():
            return _of_window(scene), "RISE-518" if view.fights else "RISE-903"
        case tasks.Answer():
            return "Answer what was added last, or add nothing. The newest item happens first.", "RISE-903"
        case tasks.Announce(item):
            name = scene.game.book.card[item.card].name if item.what != "skill" else "the skill"
            if ways.announces_times(scene):
                return f"How often is the action of {name} done? Each time is paid.", "RISE-920"
            return f"At what is {name} aimed?", "RISE-904"
        case tasks.Apply(effect, _, card):
            book = scene.game.book
            name = book.card[card].name if card in book.card else book.summoner[card].name
            return f"{name}: {clause(effect)}.", "RISE-907"
        case tasks.Offer(fire):
            return f"{scene.game.book.card[fire.piece.card].name} may work now: use it?", "RISE-907"
        case tasks.PutAway():
            return "You have looked at the first card of your library: put it into the cemetery?", "RISE-907"
        case tasks.Order():
            return "Several effects happen at once: which is first?", "RISE-407"
        case tasks.Pick(_, why, rule):
            return PICKS[why], rule
        case tasks.Attackers():
            return "Declare attackers one by one; all of them are tilted together.", "RISE-504"
        case tasks.Blocks():
            return "Declare blocks: a blocker meets its attacker instead of a Summoner.", "RISE-509"
    return scene.look.waits or "Chance decides.", ""


def _of_window(scene: Scene) -> str:
    view = scene.view
    if view.phase in ("awakening", "restoration"):
        when = "after the draw" if view.drawn else "before the draw"
    elif view.fights:
        when = "before the damage"
    else:
        when = {"invocation": "before the attack", "attack": "before attackers are declared"}.get(view.phase, "now")
    cards = "Imminent cards, " if isinstance(scene.task, tasks.Window) and scene.task.cards else ""
    return f"A moment for {cards}skills and actions, {when}."


def coach(scene: Scene) -> Html:
    """What now and why, at the level of help that the player asked for."""
    return coach_panel(
        scene.look,
        {
            "rule": lambda: _rule(scene),
            "goal": lambda: _goal(scene),
            "move": lambda: suggestion(
                scene.look, lambda action: ways.word(scene, action), over=bool(scene.view.reason)
            ),
        },
    )


def _rule(scene: Scene) -> Child:
    return question_said("" if scene.asked is None else scene.called(scene.asked), *question(scene))


def _goal(scene: Scene) -> Child:
    """What is at stake: the HP that are left of each seat, and what could be hit from what lies open."""
    view = scene.view
    if view.reason:
        return _rule(scene)
    lines: list[Child] = []
    for seat in (*scene.others, scene.near):
        if view.sides[seat].out:
            continue
        alive = [(at, one) for at, one in enumerate(view.sides[seat].summoners) if one.hp > 0]
        hp = listed(f"{scene.summoner_name(seat, at)} {one.hp}" for at, one in alive)
        lines.append(el("p", f"{capital(scene.called(seat))} {_has(scene, seat)} {health(scene, seat)} HP: {hp}."))
    lines.append(el("p", "Whoever has the last living Summoner wins. ", cite("RISE-103")))
    lines += _of_attack(scene)
    return lines


def _of_attack(scene: Scene) -> list[Child]:
    """How much the creatures of the turn could hit, and how many could block them."""
    view, run = scene.view, scene.run
    if not view.turn or view.fights or view.phase not in ("awakening", "restoration", "invocation", "attack"):
        return []
    able = attackers(run, view.active, ruled=False)
    if not able:
        return []
    total = sum(attack(run, piece) for piece in able)
    seat = next(iter(run.opponents(view.active)), None)
    if seat is None:
        return []
    up = [
        piece
        for piece in run.of(seat)
        if not piece.on and not piece.tilted and (is_creature(run, piece) or is_door(run, piece))
    ]
    who = scene.whose(view.active)
    text = f"Among {who} cards {counted(len(able), 'creature')} could attack now, together {total}; "
    block = f"{scene.called(seat)} {_has(scene, seat)} {counted(len(up), 'card')} untilted to block with."
    return [el("p", text, block)]


def _has(scene: Scene, seat: int) -> str:
    return "have" if scene.called(seat) == "you" else "has"
