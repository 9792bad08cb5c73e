"""Cards on the table: what is in play with all that was done to it, and Summoners."""

from typing import Final

from rising_tutor.core.values import Value

NOBODY: Final = -1
"""No seat."""
TOKEN: Final = -1
"""The kind of a copy made in play: it is no card of a library (RISE-1013)."""


class Owned(Value, frozen=True):
    """A card by its owner and its number among the owner's kinds."""

    owner: int
    kind: int


class Part(Value, frozen=True):
    """A card under another in a stack of Assimilation, with what it adds."""

    owner: int
    kind: int
    attack: int
    defense: int


class Claim(Value, frozen=True):
    """Somebody has control by an effect: by a Disease in play, or 0 for Possession, until the owner's next turn."""

    seat: int
    by: int


class Piece(Value, frozen=True, omit_defaults=True):
    """A card in play.

    Attributes:
        id: its number, never given twice.
        card: what it is now: of a Morpher the card that it copies.
        owner, kind: whose card it is; kind `TOKEN` for a copy.
        copy: tells cards of one name apart, from 1.
        controller: who decides for it; it lies on this battlefield.
        holder: who controls it where no claim does.
        claims: control effects, the newest last.
        since: the turn in which it came under its controller (RISE-501, RISE-502), or by option `control_sickness` into
            play.
        plus, minus: charge counters (RISE-1001); rage: those of Rage, until the end of the turn.
        attack, defense: added until the end of the turn without a counter.
        open: of a Door (RISE-826); free: its Lock was opened, or its chain (RISE-1014).
        on: what it is attached to, 0 for nothing.
        caster: of a Disease: who first played it; turns: of Parasite: counters still to come.
        used: actions and abilities used this turn; skills have theirs on the Summoner.
        told: actions of it that were put on a chain this turn, for Copycat.
        limits: what it cannot do until the end of the turn: attack, act, start, block.
        ruler: who decides on its actions this turn (Schizophrenia).
        fighting: a Door that may attack this turn (RISE-520); charged: it has been declared as an attacker.
        morph: it is a Morpher that copies.
        reanimated: it came back once; paranoid: the next hit is doubled.
        parts: cards under it in a stack.
    """

    id: int
    card: str
    owner: int
    kind: int
    controller: int
    holder: int
    since: int
    copy: int = 1
    claims: tuple[Claim, ...] = ()
    tilted: bool = False
    damage: int = 0
    plus: int = 0
    minus: int = 0
    rage: int = 0
    attack: int = 0
    defense: int = 0
    open: bool = False
    free: bool = False
    on: int = 0
    caster: int = NOBODY
    turns: int = 0
    used: tuple[str, ...] = ()
    told: tuple[int, ...] = ()
    limits: tuple[str, ...] = ()
    ruler: int = NOBODY
    fighting: bool = False
    charged: bool = False
    morph: bool = False
    reanimated: bool = False
    paranoid: bool = False
    parts: tuple[Part, ...] = ()


class Summoner(Value, frozen=True):
    """A Summoner (RISE-308).

    Attributes:
        hp: 0 when it is dead (RISE-616).
        cp: capacity points left.
        used: skills used since it was untilted (RISE-817); spent: those that work once per game.
        levels: attached Level Ups.
        fallen: its death was dealt with.
    """

    card: str
    hp: int
    cp: int = 1
    tilted: bool = False
    used: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    levels: tuple[Owned, ...] = ()
    fallen: bool = False
