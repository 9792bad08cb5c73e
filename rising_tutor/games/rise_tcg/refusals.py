"""Why an action is not legal: the first condition that fails, with its rule, the values and the nearest legal action.

Only asked for an action that is not in the list of legal ones: what stands here can be poor, but never allow or forbid.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import RuleId
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import chance, choices, combat, tasks
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.games.rise_tcg.offers import action_word, can_start, decides, payable, payer_of, price_of
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import is_creature, is_door, level, may_act, may_attack
from rising_tutor.games.rise_tcg.targets import has_host

Why = tuple[str, str]
WAITS: Final[dict[type, Why]] = {
    tasks.Keep: ("RISE-305", "the hand: keep it, or take a mulligan"),
    tasks.TakeStep: ("RISE-404", "one card and two coins, or two cards and one coin"),
    tasks.Main: ("RISE-411", "what the player of the turn does"),
    tasks.Window: ("RISE-518", "an addition or a pass"),
    tasks.Answer: ("RISE-903", "an answer or a pass"),
    tasks.Announce: ("RISE-904", "the targets of what was announced"),
    tasks.Apply: ("RISE-907", "what an effect asks for"),
    tasks.Offer: ("RISE-907", "whether an effect works"),
    tasks.PutAway: ("RISE-907", "what becomes of the card that was looked at"),
    tasks.Order: ("RISE-407", "which effect comes first"),
    tasks.Attackers: ("RISE-504", "attackers, or done"),
    tasks.Blocks: ("RISE-509", "blocks, or done"),
}
STARTS: Final = (
    do.Invoke,
    do.LevelUp,
    do.UseSkill,
    do.UseAction,
    do.StartAbility,
    do.Relaunch,
    do.Stack,
)


def explain(run: Run, action: do.RiseAction, legal: Sequence[do.RiseAction]) -> Refusal:
    """The refusal of an action that is not legal."""
    rule, why = _why_not(run, action)
    alike = [one for one in legal if type(one) is type(action)]
    nearest = alike[0] if alike else legal[-1] if legal else None
    return Refusal(RuleId(rule), why, nearest)


def impossible(run: Run) -> Refusal:
    """The refusal of what chance cannot give."""
    if run.t.reason:
        return Refusal(RuleId(run.t.reason), "the game is over")
    if not chance.is_chance(run):
        rule, what = _waits(run)
        return Refusal(RuleId(rule), what)
    return Refusal(RuleId("RISE-1015"), "chance cannot give this here")


def _why_not(run: Run, action: do.RiseAction) -> Why:
    t = run.t
    if t.reason:
        return t.reason, "the game is over"
    if isinstance(action, do.Concede):
        return "RISE-1020", "giving up is offered only where the option concede says so"
    if chance.is_chance(run):
        return "RISE-1015", "a draw, a toss or a roll comes first"
    task = t.agenda[-1]
    found = choices.choice(run)
    seat = found[0] if found is not None else t.active
    if isinstance(action, STARTS) and isinstance(task, (tasks.Main, tasks.Window, tasks.Answer)):
        return _why_not_start(run, seat, action, main=isinstance(task, tasks.Main))
    if isinstance(action, (do.Pass, do.Wait, do.EndTurn)) and isinstance(
        task, (tasks.Main, tasks.Window, tasks.Answer)
    ):
        return _why_not_pass(action, task)
    if isinstance(action, do.Mulligan) and isinstance(task, tasks.Keep):
        return "RISE-306", f"Player {seat + 1} has taken {t.sides[seat].mulligans} mulligans; keep the hand or give up"
    if isinstance(action, do.Take) and isinstance(task, tasks.TakeStep):
        return "RISE-404", f"{action.cards} cards; it is one card and two coins, or two cards and one coin"
    if isinstance(action, do.Attack) and isinstance(task, (tasks.Attackers, tasks.Main)):
        return _why_not_attack(run, action)
    if isinstance(action, do.Done) and isinstance(task, tasks.Attackers):
        return "RISE-503", "a creature that has to attack has not been declared"
    if isinstance(action, do.BlockWith) and isinstance(task, tasks.Blocks):
        return _why_not_block(run, seat, action)
    if isinstance(action, do.Choose) and found is not None and any(isinstance(one, do.Choose) for one in found[1]):
        return _why_not_choose(run, task)
    return _waits(run)


def _waits(run: Run) -> Why:
    """What the table waits for instead."""
    task = run.t.agenda[-1] if run.t.agenda else None
    rule, what = WAITS.get(type(task), ("RISE-904", "a choice"))
    if isinstance(task, tasks.Window) and not run.t.fights:
        rule = "RISE-903"  # everybody is asked here too, but no damage is near
    if isinstance(task, tasks.Pick):
        rule, what = task.rule, f"a choice for {task.why}"
    found = choices.choice(run) if task is not None and not chance.is_chance(run) else None
    whose = f" of Player {found[0] + 1}" if found is not None else ""
    return rule, f"the table waits for a choice{whose}: {what}"


def _why_not_pass(action: do.RiseAction, task: tasks.AnyTask) -> Why:
    """The reason against a pass or an end of the turn at the wrong moment."""
    if not isinstance(task, tasks.Main):
        return "RISE-701", "the turn is ended by its player, after the attack; here you pass, or wait"
    if isinstance(action, do.EndTurn):
        return "RISE-401", "the attack comes before the end of the turn; you may declare no attacker there"
    return "RISE-401", f"it is your turn; {'end the turn' if task.attacked else 'go to the attack'} if you do no more"


def _why_not_choose(run: Run, task: tasks.AnyTask) -> Why:
    rule = task.rule if isinstance(task, tasks.Pick) else WAITS.get(type(task), ("RISE-904", ""))[0]
    if isinstance(task, tasks.Announce):
        card = run.book.card.get(task.item.card)
        if card is not None and "disease" in card.abilities:
            return "RISE-1008", f"{card.name} cannot be put there"
    return rule, "that cannot be chosen here"


# what a seat starts ---------------------------------------------------------------------------------------------------


def _why_not_start(run: Run, seat: int, action: do.RiseAction, *, main: bool) -> Why:
    match action:
        case do.Invoke(card, by):
            return _why_not_invoke(run, seat, card, by, main=main)
        case do.LevelUp(card, on):
            return _why_not_level_up(run, seat, card, on, main=main)
        case do.UseSkill(by, index):
            return _why_not_skill(run, seat, by, index)
        case do.UseAction(piece_id, index):
            return _why_not_action(run, seat, piece_id, index)
        case do.StartAbility(piece_id, ability):
            return _why_not_ability(run, seat, piece_id, ability)
        case do.Relaunch():
            return "RISE-928", "Copycat performs, once a turn, an action used this turn by a card that can still act"
    return "RISE-928", "two own creatures with Assimilation are stacked, before attackers are declared"


def _why_not_invoke(run: Run, seat: int, card_id: str, by: int, *, main: bool) -> Why:
    card = run.book.card.get(card_id)
    if card is None or card_id not in run.in_hand(seat):
        return "RISE-411", f"{card.name if card else card_id} is not in the hand of Player {seat + 1}"
    if "level up" in card.type:
        return "RISE-809", f"{card.name} is put on a Summoner; it is not invoked"
    if not run.t.drawn:
        return "RISE-706", f"{card.name}: nobody invokes a card before the draw of the turn"
    if not main and not card.imminent:
        rule = "RISE-423" if run.t.active != seat else "RISE-831"
        return rule, f"{card.name} is not Imminent; it is invoked in one's own turn with nothing on the chain"
    short = _why_not_payable(run, seat, card, by)
    if short is not None:
        return short
    if card.attaches is not None and not has_host(run, card, seat):
        return "RISE-904", f"there is nothing that {card.name} could lie on"
    if not card.constant and card.action and not payable(run, 0, card.id, 0, seat, payer=seat):
        coins, ether = price_of(run, 0, card.id, 0, seat)
        side = run.t.sides[seat]
        return "RISE-927", f"{card.name} costs {coins} coins and {ether} Ether; there are {side.coins} and {side.ether}"
    return "RISE-904", f"{card.name} has no legal target"


def _why_not_payable(run: Run, seat: int, card: Card, by: int) -> Why | None:
    summoners = run.t.sides[seat].summoners
    points = [one.cp for one in summoners]
    if "together" in card.abilities:
        if len(run.living(seat)) < len(summoners):
            return "RISE-820", f"{card.name} needs two living Summoners"
        if min(points) < 1 or by != do.BOTH:
            return "RISE-819", f"{card.name} takes a point from both Summoners; they have {points[0]} and {points[1]}"
        return None
    if by not in (0, 1):
        return "RISE-425", f"one Summoner pays for {card.name}"
    if summoners[by].hp <= 0:
        return "RISE-616", f"{run.summoner_card(summoners[by]).name} is dead"
    if summoners[by].cp < card.cost:
        rule = "RISE-833" if card.imminent else "RISE-412" if card.cost == 1 else "RISE-425"
        return rule, f"{card.name} costs {card.cost}; {run.summoner_card(summoners[by]).name} has {summoners[by].cp}"
    return None


def _why_not_level_up(run: Run, seat: int, card_id: str, on: int, *, main: bool) -> Why:
    card = run.book.card.get(card_id)
    if card is None or "level up" not in card.type:
        return "RISE-809", f"{card.name if card else card_id} is no Level Up"
    if run.t.active != seat:
        return "RISE-709", "a Level Up is never played in an opponent's turn"
    if not main:
        return "RISE-427", "a Level Up is played with nothing on the chain and no fight under way"
    if run.t.sides[seat].levelled:
        return "RISE-814", "a Level Up was played this turn"
    if card_id not in run.in_hand(seat):
        return "RISE-408", f"there is no {card.name} in the hand of Player {seat + 1}"
    return "RISE-616", "that Summoner is dead" if on in (0, 1) else "there are two Summoners"


def _why_not_skill(run: Run, seat: int, by: int, index: int) -> Why:
    side = run.t.sides[seat]
    if by not in (0, 1) or not 0 <= index < len(run.summoner_card(side.summoners[by]).skill):
        return "RISE-815", "there is no such skill"
    summoner = side.summoners[by]
    card = run.summoner_card(summoner)
    if summoner.hp <= 0:
        return "RISE-616", f"{card.name} is dead"
    if not side.began:
        return "RISE-417", f"Player {seat + 1} has had no turn yet"
    if index >= level(run, summoner):
        return "RISE-815", f"skill {index + 1} needs level {index + 1}; {card.name} has level {level(run, summoner)}"
    if summoner.cp < 1:
        return "RISE-412", f"a skill costs a capacity point; {card.name} has none"
    if index in summoner.used or index in summoner.spent:
        return "RISE-817", f"skill {index + 1} of {card.name} was used"
    return "RISE-904", f"skill {index + 1} of {card.name} has no legal target"


def _why_not_action(run: Run, seat: int, piece_id: int, index: int) -> Why:
    piece = run.piece(piece_id)
    if piece is None or not 0 <= index < len(run.book.card[piece.card].action):
        return "RISE-909", "there is no such action in play"
    card = run.book.card[piece.card]
    if decides(piece) != seat:
        return "RISE-1009", f"Player {decides(piece) + 1} decides on the actions of {card.name}"
    if action_word(index) in piece.used:
        return "RISE-915", f"the action of {card.name} was used this turn"
    if not may_act(run, piece):
        return "RISE-1007", f"{card.name} cannot use its actions now"
    if not payable(run, piece.id, card.id, index, piece.controller, payer=payer_of(piece)):
        coins, ether = price_of(run, piece.id, card.id, index, piece.controller)
        side = run.t.sides[payer_of(piece)]
        rule = "RISE-926" if ether and side.coins >= coins else "RISE-804"
        return rule, f"it costs {coins} coins and {ether} Ether; there are {side.coins} and {side.ether}"
    return "RISE-904", f"the action of {card.name} has no legal target"


def _why_not_ability(run: Run, seat: int, piece_id: int, ability: str) -> Why:
    piece = run.piece(piece_id)
    if piece is None or not run.has(piece, ability):
        return "RISE-928", f"there is no card in play with {ability}"
    name = run.book.card[piece.card].name
    if piece.controller != seat:
        return "RISE-1009", f"Player {piece.controller + 1} controls {name}"
    if ability in piece.used:
        return "RISE-928", f"{name} has used it this turn"
    if can_start(run, seat, piece, ability, "main"):
        return "RISE-928", f"{ability} of {name} is started in one's own turn with nothing on the chain"
    return "RISE-928", f"{name} cannot start it now"


# combat ---------------------------------------------------------------------------------------------------------------


def _why_not_attack(run: Run, action: do.Attack) -> Why:
    t = run.t
    piece = run.piece(action.piece)
    if piece is None:
        return "RISE-504", "there is no such card in play"
    name = run.book.card[piece.card].name
    if piece.controller != t.active:
        return "RISE-504", f"{name} is not under the control of Player {t.active + 1}"
    sick = f"{name} came under its controller this turn"
    if not isinstance(t.agenda[-1], tasks.Attackers):
        if is_creature(run, piece) and not piece.tilted and piece.since >= t.turn:
            return "RISE-501", sick
        rule = "RISE-505" if piece.tilted else "RISE-504"
        return rule, "attackers are declared in the Attack phase"
    if is_door(run, piece) and not is_creature(run, piece) and not piece.fighting:
        return "RISE-520", f"{name} is a Door, which does not attack"
    if not is_creature(run, piece) and not piece.fighting:
        return "RISE-829", f"{name} is no creature"
    if field.fight_of(run, piece.id) is not None:
        return "RISE-505", f"{name} is declared already"
    if piece.tilted:
        return "RISE-506", f"{name} is tilted"
    if piece.since >= t.turn:
        return "RISE-501", sick
    if not may_attack(run, piece):
        return "RISE-1007", f"{name} cannot attack now"
    return "RISE-508", "an attack is aimed at an opponent who is in the game"


def _why_not_block(run: Run, seat: int, action: do.BlockWith) -> Why:
    piece, attacker = run.piece(action.blocker), run.piece(action.attacker)
    fight = field.fight_of(run, action.attacker)
    if piece is None or attacker is None or fight is None or fight.target != seat:
        return "RISE-523", "there is no such attack on this player, or no such card"
    rule = combat.why_not_block(run, piece, fight)
    if rule:
        return rule, _block_words(run, rule, piece, attacker)
    if combat.chooses_blocker(run, fight):
        return "RISE-611", f"{run.book.card[attacker.card].name} has Advantage: its controller names the blocker"
    if combat.blocked(run, attacker.id) and run.t.options.blockers_per_attacker == "1":
        return "RISE-515", f"{run.book.card[attacker.card].name} is blocked already, by one"
    return "RISE-515", f"{run.book.card[piece.card].name} blocks already"


def _block_words(run: Run, rule: str, piece: Piece, attacker: Piece) -> str:
    name, other = run.book.card[piece.card].name, run.book.card[attacker.card].name
    return {
        "RISE-521": f"{other} no longer attacks",
        "RISE-523": f"{name} is not under the control of the attacked player",
        "RISE-829": f"{name} can neither attack nor block",
        "RISE-512": f"{name} is tilted",
        "RISE-928": f"{name} cannot block this turn",
        "RISE-611": f"{other} cannot be blocked",
        "RISE-906": f"{other} walks past Doors",
        "RISE-510": f"{other} flies; {name} has neither Flight nor Reach",
        "RISE-828": f"{other} flies; the Door {name} has neither Flight nor Reach",
        "RISE-825": f"{other} has Distance; {name} has neither Distance nor Reach",
    }[rule]


@cache
def refusing_rules() -> Mapping[RuleId, tuple[str, ...]]:
    """Rule id -> the functions that cite it against an action, by number: read from their text, not typed twice.

    >>> refusing_rules()[RuleId("RISE-709")]
    ('_why_not_level_up',)
    """
    found: dict[str, list[str]] = {}
    for module, only in (("refusals.py", ""), ("combat.py", "why_not_block")):
        text = files("rising_tutor.games.rise_tcg").joinpath(module).read_text("utf-8")
        for part in ast.parse(text).body:
            name = part.name if isinstance(part, ast.FunctionDef) else "WAITS"
            wanted = name == only if only else name not in ("impossible", "refusing_rules", "_block_words")
            if wanted and isinstance(part, (ast.FunctionDef, ast.AnnAssign)):
                for rule in sorted(set(re.findall(r"'(RISE-\d+)'", ast.unparse(part)))):
                    found.setdefault(rule, []).append(name)
    by_number = sorted(found.items(), key=lambda item: int(item[0].rpartition("-")[2]))
    return {RuleId(rule): tuple(names) for rule, names in by_number}
