"""A Rising table in plain text, for a terminal or a screen reader. Nothing is said by colour."""

from collections.abc import Iterator

from rising_tutor.boards.rising.enemy import boss_words, fallen, pile, standing
from rising_tutor.boards.rising.scene import step_name, step_number
from rising_tutor.boards.rising.tracks import short_deck, short_token
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.english import plural
from rising_tutor.games.rising.view import Dice, RisingView, SpotView, TeamAbilityView, TeamView

_WIDTH = 26


def table(view: RisingView, words: Words) -> Iterator[str]:
    """The table line by line."""
    yield _head(view, words)
    yield _tracks(view, words)
    yield from _enemy(view, words)
    yield ""
    for at in range(3):
        yield _location_head(view, at, words)
        for spot in (*view.places[3 * at : 3 * at + 3], view.battles[at] if at < len(view.battles) else None):
            if spot is not None:
                yield "  " + spot_line(spot, words)
        yield from _place(view, at, words)
    for at, team in enumerate(view.teams):
        yield ""
        yield from _team(view, at, team, words)
    if view.step.startswith("turn.3") or view.roll.shown:
        yield ""
        yield from _roll(view, words)
    yield ""
    yield _decks(view, words)
    if view.result:
        yield f"The game is over: {view.result} ({', '.join(view.reasons)})."


def dice_words(dice: Dice) -> str:
    """Dice as short words.

    >>> dice_words(("green:EE", "blue:W", "red", "token:F"))
    'green EE, blue W, red -, token F'
    """
    return ", ".join(die.replace(":", " ") if ":" in die else f"{die} -" for die in dice)


def spot_line(spot: SpotView, words: Words) -> str:
    """A card at a location: name, Damage, what it needs and what lies on it."""
    lacks = " ".join(spot.lacks) or "nothing"
    parts = [f"{words.name(spot.card):<{_WIDTH}}", f"Damage {spot.damage}/{spot.capacity}", f"needs {lacks}"]
    if spot.dice:
        parts.append(f"on it: {dice_words(spot.dice)}")
    if spot.sets:
        parts.append(f"covered {spot.sets} times" if spot.sets > 1 else "covered")
    return "  ".join(parts)


def _head(view: RisingView, words: Words) -> str:
    if not view.turn:
        return "Setup"
    active = words.team(view.teams[view.active].card) if view.teams else ""
    phase = f"phase {view.phase}, " if view.ruin_top else ""
    part = view.step.removeprefix("turn.").partition(".")[0]
    step = f"{words.of.step} {part}: {step_name(words, step_number(view))}" if part[:1].isdigit() else part
    return f"Turn {view.turn}, {phase}{active}, {step.replace('_', ' ')}"


def _tracks(view: RisingView, words: Words) -> str:
    name, parts = words.name, standing(words, view)
    if view.ruin_top and view.phase == 1:
        parts.append(f"Ruin {view.ruin}/{view.ruin_top}")
    if view.balance is not None:
        balance = view.balance
        lacks = f", next needs {' '.join(balance.lacks)}" if balance.lacks else ""
        parts.append(f"Balance {balance.position}/{balance.top} ({name(balance.side) or 'no side yet'}{lacks})")
    if view.ruin_top and view.phase == 2:
        done = ", ".join(name(card) for card in view.battles_done) or "none yet"
        parts.append(f"Final Battles done: {done}")
    parts.append(f"{plural(words.of.hero)} {words.of.lost} {len(view.defeated)}/{view.options.hero_loss_limit}")
    return "   ".join(parts)


def _location_head(view: RisingView, at: int, words: Words) -> str:
    marks = []
    if at == view.facing:
        marks.append(f"{words.of.figure} faces here")
    if at == view.location and view.teams:
        marks.append("the active Team is here")
    return words.location(at) + (f" ({'; '.join(marks)})" if marks else "")


def _team(view: RisingView, at: int, team: TeamView, words: Words) -> Iterator[str]:
    name = words.name
    if not team.card:
        yield f"Player {team.seat + 1}: no {words.of.team_card} yet"
        return
    active = " (active)" if at == view.active and view.turn else ""
    used = "  ability used" if team.used else ""
    yield f"{words.team(team.card)}{active}{used}" + "".join(
        _ability(view, ability, words) for ability in team.abilities
    )
    for member in team.row:
        parts = [f"{name(member.card):<{_WIDTH}}", f"Damage {member.damage}/{member.capacity}"]
        if member.used:
            parts.append("used")
        if member.dice:
            parts.append(f"on it: {dice_words(member.dice)}")
        if member.parked:
            parts.append(f"parked: {dice_words((member.parked,))}")
        yield "  " + "  ".join(parts)
    if team.tokens:
        held = ", ".join(name(token) + (f" x{n}" if n > 1 else "") for token, n in team.tokens)
        yield f"  Tokens: {held}"
    if team.new_tokens:
        yield f"  From the next turn on: {', '.join(f'{n} {name(token)}' for token, n in team.new_tokens)}"


def _ability(view: RisingView, ability: TeamAbilityView, words: Words) -> str:
    """What was done with a paid ability of a Team card, behind the name of the Team."""
    name = words.name
    only = all(len(team.abilities) < 2 for team in view.teams)  # two have to be told apart
    used = "ability used" if only else f"{name(ability.key)} used"
    on_card = (
        f"  on {f'the {words.of.team_card}' if only else name(ability.key)}: {dice_words(ability.dice)}"
        if ability.dice
        else ""
    )
    return (f"  {used}" if ability.used else "") + on_card


def _roll(view: RisingView, words: Words) -> Iterator[str]:
    roll = view.roll
    yield f"Roll {roll.n}: {dice_words(roll.shown) or 'no dice show'}"
    if roll.waiting:
        yield f"  not rolled: {dice_words(roll.waiting)}"
    if roll.gone:
        yield f"  out of this turn: {dice_words(roll.gone)}"
    if roll.duty == "owed":
        yield f"  assign or {words.of.discard} at least one die before the next roll"


def _decks(view: RisingView, words: Words) -> str:
    of = words.of
    fire = f", {of.enemy_deck} {sum(n for _, n in view.fire_deck)}" if of.enemy_deck else ""
    supply = sum(n for _, n in view.supply)
    return f"Decks: {short_deck(of)} {view.n_deck}{fire}, {short_token(of)} {supply}"


def _enemy(view: RisingView, words: Words) -> Iterator[str]:
    """The enemy's dice, where the last opponent is, the carriers, and what is forbidden in this turn."""
    of, book, name = words.of, words.book, words.name
    if view.threat:
        rolled = [(next(d for d in book.threat_die.values() if book.threat_face[f] in d.face), f) for f in view.threat]
        yield "Rolled by the enemy: " + ", ".join(f"{die.name} {name(face)}" for die, face in rolled)
    if book.spec.switch.boss:
        yield f"{name(book.spec.switch.boss)}: {boss_words(words, view)}"
    apart = [one for one in view.carriers if one.location < 0 and not one.fallen]
    if apart:
        listed = ", ".join(f"{name(one.card)} {one.counters}/{one.spaces}" for one in apart)
        yield f"{plural(of.carrier)}: {listed}"
    for one in fallen(view):
        yield f"  {name(one.card)} is {of.fallen}. {words.sentence(one.card)}".rstrip()
    if view.no_heal:
        yield "No healing this turn."
    if view.no_tokens:
        yield f"No {of.token} this turn."


def _place(view: RisingView, at: int, words: Words) -> Iterator[str]:
    piled = pile(view, at)
    if piled:
        top, below = piled[0], ", ".join(words.name(one.card) for one in piled[1:])
        under = f"  under it: {below}" if below else ""
        yield f"  {words.of.carrier}: {words.name(top.card)}  {words.of.pressure} {top.counters}/{top.spaces}{under}"
