"""What each effect does, as a clause made from its data.

"You" is the active player. What every ability has in common (once per turn, a free choice) is a rule and not
repeated in each clause. `cards` joins the clauses to what a card says.
"""

from rising_tutor.core.english import counted, either, noun
from rising_tutor.core.values import Value
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.cards.spec import Words
from rising_tutor.games.rising.cards.vocabulary import (
    AddDie,
    AddPressure,
    BlockBalance,
    BlockHealing,
    BlockTokens,
    ByPhase,
    ChangeFace,
    DamageHeroes,
    DamageVillain,
    DiscardTokens,
    DrawTokens,
    ExtraSymbol,
    Heal,
    HealOneOfEach,
    HealTeams,
    HealVillains,
    InOrder,
    LoseDie,
    MoveDamage,
    MoveRuin,
    ParkDie,
    RemovePressure,
    ReorderRow,
    Reroll,
    RerollAll,
    RisingEffect,
    Swap,
    TurnFigure,
)
from rising_tutor.games.rising.words.english import spaces, up_to


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

    def pressure(self, n: int = 1) -> str:
        return f"{n} {noun(n, self.words.pressure)}"

    def token(self, n: int = 1) -> str:
        return noun(n, self.words.token)

    @property
    def here(self) -> str:
        return f"{self.words.at} your {self.words.location}"

    @property
    def its_place(self) -> str:
        """Where the card lies, or the figure looks."""
        words = self.words
        which = f"the {words.location} that {words.figure} faces" if self.beside else f"this {words.location}"
        return f"{words.at} {which}"

    @property
    def next_place(self) -> str:
        """The next location clockwise from there."""
        words = self.words
        seen = f" from the one that {words.figure} faces" if self.beside else ""
        return f"{words.at} the next {words.location} clockwise{seen}"

    def symbols(self, symbols: tuple[str, ...]) -> str:
        return " ".join(self.words.symbols.get(symbol, symbol) for symbol in symbols)


clauses = ByType[str]("sentences")
"""For each type of effect what it does, as a clause without a capital letter and a full stop."""


def clause_of(effect: RisingEffect, speaker: Speaker) -> str:
    """What an effect does, as the speaker says it: a clause without a capital letter and a full stop."""
    return clauses.find(effect)(effect, speaker)


# dice


@clauses.of(AddDie)
def _add_die(effect: AddDie, _: Speaker) -> str:
    return f"add 1 {either(effect.colours)} die to the pool"


@clauses.of(Reroll)
def _reroll(effect: Reroll, _: Speaker) -> str:
    many = "any" if effect.n == 0 else up_to(effect.n)
    return f"reroll {many} of the dice just rolled"


@clauses.of(RerollAll)
def _reroll_all(_effect: RerollAll, _: Speaker) -> str:
    return "reroll every rolled die that is not assigned"


@clauses.of(ChangeFace)
def _change_face(effect: ChangeFace, speaker: Speaker) -> str:
    symbol = speaker.symbols((effect.symbol,))
    return f"turn 1 rolled die that shows {symbol}, single or double, to another of its faces"


@clauses.of(ParkDie)
def _park_die(_effect: ParkDie, speaker: Speaker) -> str:
    return (
        f"keep the die on this card; in {speaker.words.step} 3 of a later turn you may move it once to a place "
        "in reach that needs its symbol"
    )


@clauses.of(LoseDie)
def _lose_die(effect: LoseDie, _: Speaker) -> str:
    dice = counted(effect.n, "die")
    return f"before the first roll the active player chooses {dice} of the pool to put aside for this turn"


@clauses.of(ExtraSymbol)
def _extra_symbol(effect: ExtraSymbol, speaker: Speaker) -> str:
    return f"assign 1 {speaker.symbols((effect.symbol,))} without a die"


# Damage


@clauses.of(Heal)
def _heal(effect: Heal, speaker: Speaker) -> str:
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


@clauses.of(HealTeams)
def _heal_teams(effect: HealTeams, speaker: Speaker) -> str:
    return f"remove {up_to(effect.n)} Damage from every {speaker.hero()} of every Team"


@clauses.of(HealOneOfEach)
def _heal_one_of_each(effect: HealOneOfEach, speaker: Speaker) -> str:
    return f"remove {up_to(effect.n)} Damage from 1 {speaker.hero()} of each {speaker.words.team}"


@clauses.of(HealVillains)
def _heal_villains(effect: HealVillains, speaker: Speaker) -> str:
    villain = speaker.villain()
    match effect.who:
        case "others_here":
            whom = f"each other {villain} {speaker.its_place}"
        case "others":
            whom = f"each other {villain}"
        case "all":
            whom = f"each {villain}"
        case "faced":
            words = speaker.words
            whom = f"each {villain} {words.at} the {words.location} that {words.figure} faces"
    return f"remove {up_to(effect.n)} Damage from {whom}"


@clauses.of(DamageVillain)
def _damage_villain(effect: DamageVillain, speaker: Speaker) -> str:
    villain = speaker.villain()
    match effect.who:
        case "one_here":
            whom = f"1 {villain} {speaker.here}"
        case "each_here":
            whom = f"each {villain} {speaker.here}"
        case "one_each_location":
            whom = f"1 {villain} {speaker.words.at} each {speaker.words.location}"
    return f"put 1 Damage on {whom}"


@clauses.of(MoveDamage)
def _move_damage(effect: MoveDamage, speaker: Speaker) -> str:
    villain = speaker.villain()
    from_villain = effect.source == "villain"
    source = f"any {villain}" if from_villain else f"1 {speaker.hero()} of your {speaker.words.team}"
    if effect.to == "villain_here":
        to = f"{'another' if from_villain else '1'} {villain} {speaker.here}"
    else:
        to = f"any {'other ' if from_villain else ''}{villain}"
    return f"move 1 Damage from {source} to {to}"


@clauses.of(DamageHeroes)
def _damage_heroes(effect: DamageHeroes, speaker: Speaker) -> str:
    hero, team_word = _which_heroes(effect, speaker), speaker.words.team
    team = f"the active {team_word}" if effect.teams == "active" else f"each {team_word}"
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
            whom = f"every {hero} {speaker.its_place}, {_those(effect)} the active {team_word} if its token is here"
        case "clockwise":
            whom = f"every {hero} {speaker.next_place}, {_those(effect)} the active {team_word} if its token is there"
        case "slots":
            whom = f"every {hero} that lies face up {speaker.its_place}"
    return f"put 1 Damage on {whom}"


def _those(effect: DamageHeroes) -> str:
    return "with those of" if effect.types or effect.kinds else "with"


def _which_heroes(effect: DamageHeroes, speaker: Speaker) -> str:
    """A Hero, an Air Hero, a Vehicle or Droid."""
    types = [speaker.words.types.get(name, name) for name in effect.types]
    if effect.kinds:
        return either((*types, *effect.kinds))
    return f"{either(tuple(types))} {speaker.hero()}" if types else speaker.hero()


# tokens, cards, tracks and the figure


@clauses.of(DrawTokens)
def _draw_tokens(effect: DrawTokens, speaker: Speaker) -> str:
    tokens = f"{effect.n} {speaker.token(effect.n)}"
    if effect.who == "each":
        return f"each player draws {tokens}, clockwise from the active player"
    return f"draw {tokens}"


@clauses.of(DiscardTokens)
def _discard_tokens(effect: DiscardTokens, speaker: Speaker) -> str:
    who = f"each player who holds {speaker.token(2)}" if effect.who == "each" else "the active player"
    said = f"{who} chooses {effect.n} {'' if effect.who == 'each' else speaker.token(effect.n) + ' '}to discard"
    if effect.otherwise is None:
        return said
    return f"{said}; without any {speaker.token()}, {clause_of(effect.otherwise, speaker)}"


@clauses.of(BlockTokens)
def _block_tokens(effect: BlockTokens, speaker: Speaker) -> str:
    return f"nobody can {'use' if effect.gain else 'gain or use'} {speaker.token(2)} until the end of the turn"


@clauses.of(BlockHealing)
def _block_healing(_effect: BlockHealing, speaker: Speaker) -> str:
    return (
        f"no ability and no {speaker.token()} can remove Damage from {speaker.hero(2)} until the end of the turn; "
        "recruits still arrive without Damage"
    )


@clauses.of(BlockBalance)
def _block_balance(_effect: BlockBalance, _: Speaker) -> str:
    return "nothing can be paid for Balance this turn and its marker cannot advance"


@clauses.of(ReorderRow)
def _reorder_row(_effect: ReorderRow, _: Speaker) -> str:
    return "put your Team row in any order"


@clauses.of(Swap)
def _swap(effect: Swap, speaker: Speaker) -> str:
    here = speaker.hero() if effect.here == "hero" else speaker.villain()
    elsewhere = f"{speaker.words.at} another {speaker.words.location}"
    return f"swap 1 {here} {speaker.here} with 1 {speaker.hero()} {elsewhere}, each with its Damage"


@clauses.of(AddPressure)
def _add_pressure(effect: AddPressure, speaker: Speaker) -> str:
    counters, carrier = speaker.pressure(effect.n), speaker.words.carrier
    match effect.where:
        case "here":
            where = speaker.its_place
        case "clockwise":
            where = speaker.next_place
        case "fewest":
            where = (
                f"to the {carrier} with the fewest among those that can still take one; "
                "if several tie, the active player chooses"
            )
    return f"add {counters} {where}"


@clauses.of(RemovePressure)
def _remove_pressure(effect: RemovePressure, speaker: Speaker) -> str:
    where = speaker.here if effect.where == "here" else f"from {speaker.words.any_carrier}"
    return f"remove {up_to(effect.n)} {noun(effect.n, speaker.words.pressure)} {where}"


@clauses.of(MoveRuin)
def _move_ruin(effect: MoveRuin, _: Speaker) -> str:
    if effect.n < 0:
        return f"move the Ruin marker back {spaces(-effect.n)}"
    return f"advance the Ruin marker {spaces(effect.n)}"


@clauses.of(TurnFigure)
def _turn_figure(effect: TurnFigure, speaker: Speaker) -> str:
    return f"{turned(effect.direction, speaker.words)} and attacks there"


def turned(direction: str, words: Words) -> str:
    """How the figure turns."""
    way = "clockwise" if direction == "right" else "counterclockwise"
    return f"{words.figure} turns to the next {words.location} {way}"


# joints


@clauses.of(InOrder)
def _in_order(effect: InOrder, speaker: Speaker) -> str:
    return "; then ".join(clause_of(part, speaker) for part in effect.effects)


@clauses.of(ByPhase)
def _by_phase(effect: ByPhase, speaker: Speaker) -> str:
    return f"in phase 1, {clause_of(effect.one, speaker)}; in phase 2, {clause_of(effect.two, speaker)}"
