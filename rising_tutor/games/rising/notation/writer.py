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

from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules.context import Run

Move = do.RisingAction | do.RisingOutcome
TO = ">"


def write(run: Run, move: Move) -> str:  # noqa: C901  # one flat case for each kind of move
    """A move as one line."""
    active = run.t.teams[run.t.active].card

    def die(name: str) -> str:
        return name.replace(":", " ")

    def token(team: str, kind: str) -> str:
        return kind if team == active else f"{team.removeprefix('team-')}:{kind}"

    match move:
        case do.TakeTeam(card):
            return f"team {card.removeprefix('team-')}"
        case do.TakeStarter(card):
            return f"starter {card}"
        case do.Redeploy(name):
            return f"redeploy {die(name)}"
        case do.Stacked(cards):
            return f"stack {' '.join(cards)}"
        case do.ThreatRolled(face):
            return f"threat {face}"
        case do.GoTo(location):
            return f"at {location + 1}"
        case do.Roll():
            return "roll"
        case do.Stop():
            return "stop"
        case do.PlaceDie(name, on):
            return f"{die(name)} {TO} {on}"
        case do.DiscardDie(name):
            return f"{run.book.spec.words.discard} {die(name)}"
        case do.RemoveDie(name):
            return f"remove {die(name)}"
        case do.GiveToken(team, kind):
            return f"give {token(team, kind)}"
        case do.UseToken(team, kind, on):
            return f"token {token(team, kind)}" + (f" {TO} {on}" if on else "")
        case do.UseAbility(card):
            return f"use {card}"
        case do.MoveParked(card, on):
            return f"move {card} {TO} {on}"
        case do.Choose(card):
            return f"choose {card}"
        case do.ChooseColour(colour):
            return f"take {colour}"
        case do.PickDie(name):
            return f"pick {die(name)}"
        case do.TurnDie(name, to):
            return f"turn {die(name)} to {to.partition(':')[2]}"
        case do.ShiftDamage(source, to):
            return f"shift {source} {TO} {to}"
        case do.SwapCards(here, elsewhere):
            return f"swap {here} with {elsewhere}"
        case do.DropToken(kind):
            return f"drop {kind}"
        case do.React(card):
            return f"react {card}"
        case do.Join(card, end):
            return f"join {card} {end}" if run.book.spec.switch.row else f"join {card}"
        case do.TakeAid():
            return "aid"
        case do.Done():
            return "done"
        case do.Faced(location):
            return f"facing {location + 1}"
        case do.SideDealt(side):
            return f"side {side}"
        case do.TeamDealt(card):
            return f"dealt {card.removeprefix('team-')}"
        case do.FirstDrawn(team_at):
            return f"first {team_at + 1}"
        case do.Revealed(card):
            return f"card {card}"
        case do.TurnedOver(card):
            return f"fire {card}"
        case do.Rolled(dice):
            return f"rolled {_write_dice(dice)}"
        case do.Drew(kind):
            return f"drew {kind}"
        case do.BattlesDealt(battles):
            return f"battles {' '.join(battles)}"


def _write_dice(dice: tuple[str, ...]) -> str:
    by_colour: dict[str, list[str]] = {}
    for name in dice:
        colour, _, face = name.partition(":")
        by_colour.setdefault(colour, []).append(face)
    return ", ".join(f"{colour} {' '.join(faces)}" for colour, faces in by_colour.items())
