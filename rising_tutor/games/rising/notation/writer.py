"""Moves as short lines of text that a person can type at the table.

Choices:

    team aang            at 2                roll                 stop
    green EE > june      discard green EE    discard green        remove red
    use toph             token red-die       token zuko:extra-fire > june
    give red-die         move the-mechanist > june
    choose june          take red            pick green E         turn green E to EE
    shift zuko > june    swap appa with june drop red-die         react zuko
    join arnook left     aid                 done

Chance:

    facing 2             side easy-1         first 2              card june           dealt lothal
    fire left-1          rolled green EE E, blue W                drew red-die
    battles wulong-forest ba-sing-se fire-nation-palace

A title that calls giving a die up "forfeit" writes that word; both are read in every title. Without a row of Heroes a
recruit joins at no end: `join luna-lovegood`.

Cards are named by id; a name as printed, or its beginning where no other card fits, is read as well. A
colour may be shortened to its first letters, and small and capital letters are alike. A token of another
Team is written with that Team's name before it.
"""

from collections.abc import Callable
from string import Formatter
from typing import Any, Final

from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules.context import Run

Move = do.RisingAction | do.RisingOutcome
TO: Final = ">"

FORMS: Final[dict[type, str]] = {
    do.TakeTeam: "team {card:team}",
    do.TakeStarter: "starter {card:card}",
    do.GoTo: "at {location:location}",
    do.Roll: "roll",
    do.PlaceDie: "{die:face} > {on:target}",
    do.DiscardDie: "discard {die:die}",
    do.RemoveDie: "remove {die:die}",
    do.GiveToken: "give {token:token}",
    do.UseToken: "token {token:token} > {on:target}",
    do.UseAbility: "use {card:helper}",
    do.MoveParked: "move {card:card} > {on:target}",
    do.Stop: "stop",
    do.Redeploy: "redeploy {die:die}",
    do.Choose: "choose {card:chosen}",
    do.ChooseColour: "take {colour:colour}",
    do.PickDie: "pick {die:die}",
    do.TurnDie: "turn {die:face} to {to:other_face}",
    do.ShiftDamage: "shift {source:card} > {to:card}",
    do.SwapCards: "swap {here:card} with {elsewhere:card}",
    do.DropToken: "drop {token:kind}",
    do.React: "react {card:card}",
    do.Join: "join {card:card} {end:end}",
    do.TakeAid: "aid",
    do.Done: "done",
    do.Faced: "facing {location:location}",
    do.SideDealt: "side {side:side}",
    do.TeamDealt: "dealt {card:team}",
    do.FirstDrawn: "first {team:seat}",
    do.Stacked: "stack {cards:carriers}",
    do.ThreatRolled: "threat {face:threat_face}",
    do.Revealed: "card {card:card}",
    do.TurnedOver: "fire {card:fire_card}",
    do.Rolled: "rolled {dice:dice}",
    do.Drew: "drew {token:kind}",
    do.BattlesDealt: "battles {battles:battles}",
}
"""How each kind of move is written: its fields, each with what it is. The same forms are read (`reader`)."""


def write(run: Run, move: Move) -> str:
    """A move as one line."""
    form = FORMS[type(move)]
    match move:
        case do.DiscardDie():
            form = form.replace("discard", run.book.spec.words.discard)
        case do.UseToken(on=None):
            form = form.partition(f" {TO}")[0]
        case do.Join() if not run.book.spec.switch.row:
            form = form.removesuffix(" {end:end}")
    text = ""
    for between, field, what, _ in Formatter().parse(form):
        text += between
        if what == "token" and isinstance(move, do.GiveToken | do.UseToken):
            own = move.team == run.t.teams[run.t.active].card
            text += "" if own else f"{move.team.removeprefix('team-')}:"
        if field is not None:
            text += _WRITTEN.get(what or "", str)(getattr(move, field))
    return text


def _dice(dice: tuple[str, ...]) -> str:
    by_colour: dict[str, list[str]] = {}
    for name in dice:
        colour, _, face = name.partition(":")
        by_colour.setdefault(colour, []).append(face)
    return ", ".join(f"{colour} {' '.join(faces)}" for colour, faces in by_colour.items())


_WRITTEN: Final[dict[str, Callable[[Any], str]]] = {
    "team": lambda card: card.removeprefix("team-"),
    "location": lambda at: f"{at + 1}",
    "seat": lambda at: f"{at + 1}",
    "die": lambda name: name.replace(":", " "),
    "face": lambda name: name.replace(":", " "),
    "other_face": lambda name: name.partition(":")[2],
    "carriers": " ".join,
    "battles": " ".join,
    "dice": _dice,
}
"""What is not written as it is."""
