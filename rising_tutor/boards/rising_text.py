"""A Rising table in plain text, for a terminal or a screen reader. Nothing is said by colour."""

from collections.abc import Callable, Iterator

from rising_tutor.games.rising.view import Dice, RisingView, SpotView, TeamAbilityView, TeamView

Name = Callable[[str], str]

_WIDTH = 26


def table(view: RisingView, name: Name) -> Iterator[str]:
    """The table line by line.

    Args:
        name: the name of a card, token or die colour for people.
    """
    yield _head(view, name)
    yield _tracks(view, name)
    yield ""
    for at in range(3):
        yield _location_head(view, at)
        for spot in (*view.places[3 * at : 3 * at + 3], view.battles[at] if at < len(view.battles) else None):
            if spot is not None:
                yield "  " + spot_line(spot, name)
    for at, team in enumerate(view.teams):
        yield ""
        yield from _team(view, at, team, name)
    if view.step.startswith("turn.3") or view.roll.shown:
        yield ""
        yield from _roll(view)
    yield ""
    yield _decks(view)
    if view.result:
        yield f"The game is over: {view.result} ({', '.join(view.reasons)})."


def dice_words(dice: Dice) -> str:
    """Dice as short words.

    >>> dice_words(("green:EE", "blue:W", "red", "token:F"))
    'green EE, blue W, red -, token F'
    """
    return ", ".join(die.replace(":", " ") if ":" in die else f"{die} -" for die in dice)


def spot_line(spot: SpotView, name: Name) -> str:
    """A card at a location: name, Damage, what it needs and what lies on it."""
    lacks = " ".join(spot.lacks) or "nothing"
    parts = [f"{name(spot.card):<{_WIDTH}}", f"Damage {spot.damage}/{spot.capacity}", f"needs {lacks}"]
    if spot.dice:
        parts.append(f"on it: {dice_words(spot.dice)}")
    if spot.sets:
        parts.append(f"covered {spot.sets} times" if spot.sets > 1 else "covered")
    return "  ".join(parts)


def _head(view: RisingView, name: Name) -> str:
    if not view.turn:
        return "Setup"
    active = name(view.teams[view.active].card) if view.teams else ""
    return f"Turn {view.turn}, phase {view.phase}, Team {active}, step {view.step.removeprefix('turn.')}"


def _tracks(view: RisingView, name: Name) -> str:
    parts = []
    if view.phase == 1:
        parts.append(f"Ruin {view.ruin}/{view.ruin_top}")
    if view.balance is not None:
        balance = view.balance
        lacks = f", next needs {' '.join(balance.lacks)}" if balance.lacks else ""
        parts.append(f"Balance {balance.position}/{balance.top} ({name(balance.side) or 'no side yet'}{lacks})")
    if view.phase == 2:
        done = ", ".join(name(card) for card in view.battles_done) or "none yet"
        parts.append(f"Final Battles done: {done}")
    parts.append(f"Heroes defeated {len(view.defeated)}/{view.options.hero_loss_limit}")
    return "   ".join(parts)


def _location_head(view: RisingView, at: int) -> str:
    marks = []
    if at == view.facing:
        marks.append("Ozai faces here")
    if at == view.location and view.teams:
        marks.append("the active Team is here")
    return f"Location {at + 1}" + (f" ({'; '.join(marks)})" if marks else "")


def _team(view: RisingView, at: int, team: TeamView, name: Name) -> Iterator[str]:
    if not team.card:
        yield f"Seat {team.seat + 1}: no Team card yet"
        return
    active = " (active)" if at == view.active and view.turn else ""
    yield f"Team {name(team.card)}{active}" + "".join(_ability(view, ability, name) for ability in team.abilities)
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


def _ability(view: RisingView, ability: TeamAbilityView, name: Name) -> str:
    """What was done with a paid ability of a Team card, behind the name of the Team."""
    only = all(len(team.abilities) < 2 for team in view.teams)  # two have to be told apart
    used = "ability used" if only else f"{name(ability.key)} used"
    on_card = (
        f"  on {'the Team card' if only else name(ability.key)}: {dice_words(ability.dice)}" if ability.dice else ""
    )
    return (f"  {used}" if ability.used else "") + on_card


def _roll(view: RisingView) -> Iterator[str]:
    roll = view.roll
    yield f"Roll {roll.n}: {dice_words(roll.shown) or 'no dice show'}"
    if roll.waiting:
        yield f"  not rolled: {dice_words(roll.waiting)}"
    if roll.gone:
        yield f"  out of this turn: {dice_words(roll.gone)}"
    if roll.duty == "owed":
        yield "  assign or discard at least one die before the next roll"


def _decks(view: RisingView) -> str:
    fire = sum(n for _, n in view.fire_deck)
    supply = sum(n for _, n in view.supply)
    return f"Decks: Character {view.n_deck}, Fire Nation {fire}, Pai Sho {supply}"
