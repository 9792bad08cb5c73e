"""What a legal action does, in a sentence or two for somebody who is new to the game."""

from rising_tutor.core.english import counted
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.clauses import deed_sentence, skill_sentences
from rising_tutor.games.rise_tcg.notation import asked_seat
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, defense, level, price
from rising_tutor.games.rise_tcg.state import player_at, summoner_at
from rising_tutor.games.rise_tcg.words import name_of


def meaning_of(run: Run, action: do.RiseAction) -> str:  # noqa: C901  # one case for each kind of action
    """What an action means; "" where what happens says it all."""
    seat = asked_seat(run)
    match action:
        case do.Take(cards):
            return f"You draw {counted(cards, 'card')} and get {counted(3 - cards, 'coin')}."
        case do.Invoke(card, by):
            return _invokes(run, seat, card, by)
        case do.LevelUp(_, on):
            return _levels(run, seat, on)
        case do.UseSkill(by, index):
            return _skill(run, seat, by, index)
        case do.UseAction(piece_id, index):
            return _action(run, piece_id, index)
        case do.Attack(piece_id):
            return _attacks(run, piece_id)
        case do.BlockWith(blocker, attacker):
            return _blocks(run, blocker, attacker)
        case do.ToAttack():
            return "You go on to the Attack phase and declare your attackers."
        case do.EndTurn():
            return "You end your turn. The others may still add something, and you may answer that."
        case do.Wait():
            return (
                "You add nothing now and are not asked again this turn until another player adds something. You still "
                "choose your blocks."
            )
        case do.Pass():
            return f"You add nothing. {_next_on_chain(run)}"
        case do.Done() if isinstance(run.t.agenda[-1], tasks.Blocks):
            return "You declare no further block."
        case do.Done():
            return "You declare no further attacker." if run.t.fights else "You do not attack this turn."
        case do.Choose(ref):
            return f"You choose {_place(run, ref)}." if ref else ""
        case do.Keep():
            return "You play with this hand."
        case do.Mulligan():
            return "You shuffle this hand into the library and draw as many cards anew."
    return ""


def _next_on_chain(run: Run) -> str:
    if not run.t.chain:
        return "The turn goes on when all have passed."
    return f"When all have passed, {name_of(run.book, run.t.chain[-1].card)} is carried out first."


def _place(run: Run, ref: int) -> str:
    player, summoner = player_at(ref), summoner_at(ref)
    if player is not None:
        return f"Player {player + 1}"
    name = name_of(run.book, run.name_of(ref), run.copy_of(ref))
    return name if summoner is None else f"{name} of Player {summoner[0] + 1}"


def _points(run: Run, seat: int, at: int, cost: int) -> str:
    """What the point of a Summoner does."""
    summoner = run.t.sides[seat].summoners[at]
    left = summoner.cp - cost
    name = name_of(run.book, summoner.card).partition(",")[0]
    return f"{name} is tilted and has {counted(left, 'capacity point')} left."


def _invokes(run: Run, seat: int, card_id: str, by: int) -> str:
    card = run.book.card[card_id]
    if by == do.BOTH:
        paid = "Both Summoners are tilted and spend 1 capacity point each."
    else:
        paid = _points(run, seat, by, card.cost)
    coins, ether = price(run, seat, card_id, card.action[0]) if card.imminent and card.action else (0, 0)
    also = [text for n, text in ((coins, counted(coins, "coin")), (ether, f"{ether} Ether")) if n]
    cost = f" You also pay {' and '.join(also)}." if also else ""
    what = "waits on the chain until all have passed" if not card.constant else "comes into play when all have passed"
    return f"{paid}{cost} {card.name} {what}."


def _levels(run: Run, seat: int, on: int) -> str:
    summoner = run.t.sides[seat].summoners[on]
    name = name_of(run.book, summoner.card).partition(",")[0]
    now, most = level(run, summoner), len(run.summoner_card(summoner).skill)
    if now >= most:
        return f"{name} is at the highest level: nothing grows."
    gets = "its new point can be used when it is untilted again" if summoner.tilted else "it has 1 point more at once"
    return f"{name} rises to level {now + 1}: one more skill, and {gets}."


def _skill(run: Run, seat: int, by: int, index: int) -> str:
    summoner = run.t.sides[seat].summoners[by]
    skill = skill_sentences(run.summoner_card(summoner))[index]
    return f"{_points(run, seat, by, 1)} The skill: {skill.partition(': ')[2]}"


def _action(run: Run, piece_id: int, index: int) -> str:
    piece = run.piece(piece_id)
    if piece is None:
        return ""
    return f"{name_of(run.book, piece.card, piece.copy)}: {deed_sentence(run.book.card[piece.card].action[index])}"


def _attacks(run: Run, piece_id: int) -> str:
    piece = run.piece(piece_id)
    if piece is None:
        return ""
    return f"{name_of(run.book, piece.card, piece.copy)} attacks with {attack(run, piece)}, and is tilted for it."


def _blocks(run: Run, blocker_id: int, attacker_id: int) -> str:
    blocker, attacker = run.piece(blocker_id), run.piece(attacker_id)
    if blocker is None or attacker is None:
        return ""
    names = [name_of(run.book, one.card, one.copy) for one in (blocker, attacker)]
    return f"{names[0]} blocks {names[1]}: defense {defense(run, blocker)} against attack {attack(run, attacker)}."
