"""What each effect does, as a clause made from its data.

"You" is the active player. What every ability has in common (once per turn, a free choice) is a rule and not
repeated in each clause. `cards` joins the clauses to what a card says.
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import counted, either, noun
from rising_tutor.core.values import Value
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.cards import vocabulary as do
from rising_tutor.games.rising.cards.spec import Words


class Speaker(Value, frozen=True):
    """Who speaks: a card of this name, in the words of a title.

    Attributes:
        beside: the card lies beside the board; it speaks of the location that the figure faces.
    """

    words: Words
    name: str = "this card"
    beside: bool = False

    def hero(self, n: int = 1) -> str:
        return noun(n, self.words.hero)

    def villain(self, n: int = 1) -> str:
        return noun(n, self.words.villain)

    def token(self, n: int = 1) -> str:
        return noun(n, self.words.token)

    @property
    def here(self) -> str:
        return f"{self.words.at} your {self.words.location}"

    @property
    def its_place(self) -> str:
        """Where the card lies, or the figure looks."""
        return self.faced if self.beside else f"{self.words.at} this {self.words.location}"

    @property
    def next_place(self) -> str:
        """The next location clockwise from there."""
        seen = f" from the one that {self.words.figure} faces" if self.beside else ""
        return f"{self.words.at} the next {self.words.location} clockwise{seen}"

    @property
    def faced(self) -> str:
        return f"{self.words.at} the {self.words.location} that {self.words.figure} faces"

    def symbols(self, symbols: tuple[str, ...]) -> str:
        return " ".join(self.words.symbols.get(symbol, symbol) for symbol in symbols)


def clause_of(effect: do.RisingEffect, speaker: Speaker) -> str:
    """What an effect does, as the speaker says it: a clause without a capital letter and a full stop."""
    return clauses.find(effect)(effect, speaker)


def up_to(n: int) -> str:
    """One counter is removed or it is not; of several a part may be."""
    return "1" if n == 1 else f"up to {n}"


def turned(direction: str, words: Words) -> str:
    """How the figure turns."""
    way = "clockwise" if direction == "right" else "counterclockwise"
    return f"{words.figure} turns to the next {words.location} {way}"


def _heal(effect: do.Heal, speaker: Speaker) -> str:
    hero = speaker.hero(effect.heroes)
    one = effect.heroes == 1
    many = "1" if one else f"each of up to {effect.heroes}"
    match effect.who:
        case "reach":
            whom = f"{many} {hero} of your {speaker.words.team} or {speaker.here}"
        case "adjacent":
            whom = f"{many} adjacent {hero}"
        case "any_team":
            whom = f"{many} {hero} of any {speaker.words.team}"
        case "self_or_adjacent":
            neighbour = f"an adjacent {hero}" if one else f"adjacent {hero}"
            whom = f"{speaker.name} or {neighbour}" if one else f"{many} of {speaker.name} and {neighbour}"
    return f"remove {up_to(effect.n)} Damage from {whom}"


def _heal_villains(effect: do.HealVillains, speaker: Speaker) -> str:
    villain = speaker.villain()
    whom = {
        "others_here": f"each other {villain} {speaker.its_place}",
        "others": f"each other {villain}",
        "all": f"each {villain}",
        "faced": f"each {villain} {speaker.faced}",
    }[effect.who]
    return f"remove {up_to(effect.n)} Damage from {whom}"


def _damage_villain(effect: do.DamageVillain, speaker: Speaker) -> str:
    villain = speaker.villain()
    whom = {
        "one_here": f"1 {villain} {speaker.here}",
        "each_here": f"each {villain} {speaker.here}",
        "one_each_location": f"1 {villain} {speaker.words.at} each {speaker.words.location}",
    }[effect.who]
    return f"put 1 Damage on {whom}"


def _move_damage(effect: do.MoveDamage, speaker: Speaker) -> str:
    villain = speaker.villain()
    from_villain = effect.source == "villain"
    source = f"any {villain}" if from_villain else f"1 {speaker.hero()} of your {speaker.words.team}"
    if effect.to == "villain_here":
        to = f"{'another' if from_villain else '1'} {villain} {speaker.here}"
    else:
        to = f"any {'other ' if from_villain else ''}{villain}"
    return f"move 1 Damage from {source} to {to}"


def _damage_heroes(effect: do.DamageHeroes, speaker: Speaker) -> str:
    hero, team_word = _which_heroes(effect, speaker), speaker.words.team
    team = f"the active {team_word}" if effect.teams == "active" else f"each {team_word}"
    active = f"{'with those of' if effect.types or effect.kinds else 'with'} the active {team_word} if its token is"
    match effect.who:
        case "leftmost" | "rightmost":
            count = "" if effect.n == 1 else f"{effect.n} "
            whom = f"the {count}{effect.who} {speaker.hero(effect.n)} of {team}"
        case "ends":
            whom = f"the leftmost and the rightmost {hero} of {team}"
        case "most_damaged" | "least_damaged":
            which = effect.who.replace("_", " ")
            whom = f"the {which} {hero} of {team}, or on all that tie for it"
        case "chosen":
            whom = f"1 {hero} of {team}, chosen by the active player among those that are not full"
        case "all":
            whom = f"every {hero} of {team}"
        case "sturdiest":
            whom = f"the {hero} of {team} with most free spaces; if several tie, the active player chooses 1"
        case "here":
            whom = f"every {hero} {speaker.its_place}, {active} here"
        case "clockwise":
            whom = f"every {hero} {speaker.next_place}, {active} there"
        case "slots":
            whom = f"every {hero} that lies face up {speaker.its_place}"
    return f"put 1 Damage on {whom}"


def _which_heroes(effect: do.DamageHeroes, speaker: Speaker) -> str:
    """A Hero, an Air Hero, a Vehicle or Droid."""
    types = [speaker.words.types.get(name, name) for name in effect.types]
    if effect.kinds:
        return either((*types, *effect.kinds))
    return f"{either(tuple(types))} {speaker.hero()}" if types else speaker.hero()


def _draw_tokens(effect: do.DrawTokens, speaker: Speaker) -> str:
    tokens = f"{effect.n} {speaker.token(effect.n)}"
    if effect.who == "each":
        return f"each player draws {tokens}, clockwise from the active player"
    return f"draw {tokens}"


def _discard_tokens(effect: do.DiscardTokens, speaker: Speaker) -> str:
    who = f"each player who holds {speaker.token(2)}" if effect.who == "each" else "the active player"
    said = f"{who} chooses {effect.n} {'' if effect.who == 'each' else speaker.token(effect.n) + ' '}to discard"
    if effect.otherwise is None:
        return said
    return f"{said}; without any {speaker.token()}, {clause_of(effect.otherwise, speaker)}"


def _swap(effect: do.Swap, speaker: Speaker) -> str:
    here = speaker.hero() if effect.here == "hero" else speaker.villain()
    elsewhere = f"{speaker.words.at} another {speaker.words.location}"
    return f"swap 1 {here} {speaker.here} with 1 {speaker.hero()} {elsewhere}, each with its Damage"


def _add_pressure(effect: do.AddPressure, speaker: Speaker) -> str:
    where = {
        "here": speaker.its_place,
        "clockwise": speaker.next_place,
        "fewest": f"to the {speaker.words.carrier} with the fewest among those that can still take one; "
        "if several tie, the active player chooses",
    }[effect.where]
    return f"add {counted(effect.n, speaker.words.pressure)} {where}"


def _remove_pressure(effect: do.RemovePressure, speaker: Speaker) -> str:
    where = speaker.here if effect.where == "here" else f"from {speaker.words.any_carrier}"
    return f"remove {up_to(effect.n)} {noun(effect.n, speaker.words.pressure)} {where}"


_CLAUSES: Final[dict[type, Callable[[Any, Speaker], str]]] = {
    # dice
    do.AddDie: lambda e, _: f"add 1 {either(e.colours)} die to the pool",
    do.Reroll: lambda e, _: f"reroll {'any' if e.n == 0 else up_to(e.n)} of the dice just rolled",
    do.RerollAll: lambda _, __: "reroll every rolled die that is not assigned",
    do.ChangeFace: lambda e, s: (
        f"turn 1 rolled die that shows {s.symbols((e.symbol,))}, single or double, to another of its faces"
    ),
    do.ParkDie: lambda _, s: (
        f"keep the die on this card; in {s.words.step} 3 of a later turn you may move it once to a place "
        "in reach that needs its symbol"
    ),
    do.LoseDie: lambda e, _: (
        f"before the first roll the active player chooses {counted(e.n, 'die')} of the pool to put aside for this turn"
    ),
    do.ExtraSymbol: lambda e, s: f"assign 1 {s.symbols((e.symbol,))} without a die",
    # Damage
    do.Heal: _heal,
    do.HealTeams: lambda e, s: f"remove {up_to(e.n)} Damage from every {s.hero()} of every Team",
    do.HealOneOfEach: lambda e, s: f"remove {up_to(e.n)} Damage from 1 {s.hero()} of each {s.words.team}",
    do.HealVillains: _heal_villains,
    do.DamageVillain: _damage_villain,
    do.MoveDamage: _move_damage,
    do.DamageHeroes: _damage_heroes,
    # tokens, cards, tracks and the figure
    do.DrawTokens: _draw_tokens,
    do.DiscardTokens: _discard_tokens,
    do.BlockTokens: lambda e, s: (
        f"nobody can {'use' if e.gain else 'gain or use'} {s.token(2)} until the end of the turn"
    ),
    do.BlockHealing: lambda _, s: (
        f"no ability and no {s.token()} can remove Damage from {s.hero(2)} until the end of the turn; "
        "recruits still arrive without Damage"
    ),
    do.BlockBalance: lambda _, __: "nothing can be paid for Balance this turn and its marker cannot advance",
    do.ReorderRow: lambda _, __: "put your Team row in any order",
    do.Swap: _swap,
    do.AddPressure: _add_pressure,
    do.RemovePressure: _remove_pressure,
    do.MoveRuin: lambda e, _: (
        f"{'move the Ruin marker back' if e.n < 0 else 'advance the Ruin marker'} {counted(abs(e.n), 'space')}"
    ),
    do.TurnFigure: lambda e, s: f"{turned(e.direction, s.words)} and attacks there",
    # joints
    do.InOrder: lambda e, s: "; then ".join(clause_of(part, s) for part in e.effects),
    do.ByPhase: lambda e, s: f"in phase 1, {clause_of(e.one, s)}; in phase 2, {clause_of(e.two, s)}",
}
clauses = ByType("sentences", _CLAUSES)
"""For each type of effect what it does, from the effect and the speaker."""
