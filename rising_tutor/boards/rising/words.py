"""Names and words of a Rising table: dice, cards, actions as the labels of buttons."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import counted
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.view import RisingView, SpotView
from rising_tutor.games.rising.words.cards import card_text, space_text
from rising_tutor.games.rising.words.waste import wasted

_SIDES = {"left": "left end", "right": "right end"}


class Words:
    """The names of one title."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.of = book.spec.words

    def name(self, card: str) -> str:
        """A card, token or track by name; ids that have none are made readable."""
        name = self.book.name(card)
        return name if name != card else card.replace("-", " ")

    def team(self, card: str) -> str:
        return f"{self.of.team} {self.name(card)}" if card else f"no {self.of.team} yet"

    def target(self, on: str) -> str:
        """Return the name of what a die or token is put on; a Team card may share the name of a Hero."""
        return self.team(on) if on in self.book.team else self.name(on)

    def location(self, at: int) -> str:
        """A location by its name, or by its number where it has none."""
        names = self.of.locations
        return names[at] if names else f"{self.of.location.capitalize()} {at + 1}"

    def type(self, kind: str) -> str:
        return self.of.types.get(kind, kind)

    def symbol(self, letter: str) -> str:
        return self.of.symbols.get(letter, letter)

    def symbols(self, letters: tuple[str, ...]) -> str:
        return " ".join(self.symbol(letter) for letter in letters)

    def cost(self, card: str) -> tuple[str, ...]:
        """What recruits a card at a location, or brings 1 Damage, as it is printed."""
        return tuple(self.card(card).cost)

    def paid(self, card: str) -> tuple[str, ...]:
        """What the ability of a Hero or of a Team card costs, as it is printed."""
        of_team = self.book.ability_of_team
        return tuple(of_team[card].cost if card in of_team else self.book.hero[CardId(card)].ability.cost)

    def needs(self, cost: tuple[str, ...], lacks: tuple[str, ...]) -> str:
        """The symbols that a cost still lacks, in its printed order."""
        return self.symbols(tuple(sorted(lacks, key=cost.index)))

    def die(self, name: str) -> str:
        """A die in words.

        >>> from rising_tutor.games.rising.cards.book import load_book
        >>> words = Words(load_book("rising_tutor.games.rising.titles.fire_nation"))
        >>> words.die("green:EE"), words.die("red"), words.die("token:F")
        ('green double Earth', 'red', 'Fire token')
        """
        colour, face = split(name)
        if colour == "token":
            return f"{self.symbol(face)} token"
        if not face:
            return colour
        return f"{colour} {'double ' if len(face) > 1 else ''}{self.symbol(face[0])}"

    def face(self, name: str) -> str:
        _, face = split(name)
        return f"{'double ' if len(face) > 1 else ''}{self.symbol(face[0])}" if face else "no face"

    def sentence(self, card: str) -> str:
        found = self.card(card)
        return card_text(found, self.of) if found is not None else ""

    def card(self, card: str) -> Any:
        """The card, token or Fire Nation card of this id, if there is one."""
        book = self.book
        for cards in (book.hero, book.villain, book.team, book.battle, book.ability_of_team, book.carrier):
            if card in cards:
                return cards[card]
        if card in book.token_index:
            return book.token[book.token_index[CardId(card)]]
        if card in book.fire_index:
            return book.fire[book.fire_index[CardId(card)]]
        return None

    @property
    def origins(self) -> frozenset[str]:
        """Where the cards of the book come from."""
        book = self.book
        kinds = (book.hero, book.villain, book.team, book.battle, book.carrier)
        listed_ = (*(one for cards in kinds for one in cards.values()), *book.token, *book.fire)
        return frozenset(str(one.origin) for one in listed_)

    def origin(self, card: str) -> str:
        """Where a card comes from; an ability of a Team card, from where that card does."""
        book = self.book
        if card in book.ability_of_team:
            of_team = (team for team, paid in book.team_ability.items() if any(key == card for key, _ in paid))
            return str(book.team[next(of_team)].origin)
        return str(self.card(card).origin)

    def space(self, side: str, at: int) -> str:
        spaces = self.book.side[side].spaces
        return space_text(spaces[at], self.of) if 0 <= at < len(spaces) else "the top"

    def kind(self, card: str) -> str:
        book = self.book
        if card in book.hero:
            return f"{self.of.hero} · {book.hero[card].type}"
        if card in book.villain:
            return self.of.villain
        if card in book.team or card in book.ability_of_team:
            return self.of.team_card
        if card in book.carrier:
            return self.of.carrier
        return self.of.battle if card in book.battle else "Token"

    def action(self, view: RisingView, action: Any) -> str:
        """An action in a few words that make sense alone."""
        found = _ACTIONS.get(type(action))
        return str(action) if found is None else found(self, action, view)

    def warning(self, view: RisingView, action: Any) -> str:
        """What an action would waste; "" for most."""
        found = wasted(self.book, view, action)
        return found[1] if found is not None else ""

    def outcome(self, view: RisingView, action: do.PlaceDie) -> str:
        """What a die brings on its target: the last symbol, one of several, or a half that is lost."""
        _, face = split(action.die)
        target = action.on
        lacks = self.lacking(view, target)
        covered = min(len(face), lacks.count(face[0]))
        left = len(lacks) - covered
        lost = len(face) > covered and target not in self.book.villain and target not in self.book.battle
        if left:
            text = f"{counted(left, 'symbol')} still missing"
        elif target in self.book.hero and self.at_location(view, target) is not None:
            text = "recruits"
        elif target in self.book.villain or target in self.book.battle:
            text = "1 Damage"
        elif target == do.BALANCE:
            text = "covers its symbols"
        else:
            text = "works at once"
        return f"{text}, half is lost" if lost else text

    def lacking(self, view: RisingView, target: str) -> tuple[str, ...]:
        if target == do.BALANCE:
            return view.balance.lacks if view.balance else ()
        spot = self.at_location(view, target)
        if spot is not None:
            return spot.lacks
        team = view.teams[view.active]
        ability = next((ability for ability in team.abilities if ability.key == target), None)
        if ability is not None:
            return ability.lacks
        return next((member.lacks for member in team.row if member.card == target), ())

    @staticmethod
    def at_location(view: RisingView, card: str) -> SpotView | None:
        """The card at a location, or the Final Battle, of this id."""
        spots = (*view.places, *view.battles)
        return next((spot for spot in spots if spot is not None and spot.card == card), None)


def split(die: str) -> tuple[str, str]:
    """Colour and face.

    >>> split("green:EE"), split("red")
    (('green', 'EE'), ('red', ''))
    """
    colour, _, face = die.partition(":")
    return colour, face


_ACTIONS: Final[dict[type, Callable[[Words, Any, RisingView], str]]] = {
    do.TakeTeam: lambda w, a, _: f"Take {w.team(a.card)}",
    do.TakeStarter: lambda w, a, _: f"Start with {w.name(a.card)}",
    do.Redeploy: lambda w, a, view: f"Give up a {w.die(a.die)} die and go to {w.location(view.facing)}",
    do.GoTo: lambda w, a, _: f"Go to {w.location(a.location)}",
    do.Roll: lambda _, __, view: "Roll again" if view.roll.n else "Roll the dice",
    do.Stop: lambda *_: "Stop here",
    do.Done: lambda *_: "Nothing more",
    do.TakeAid: lambda *_: "Draw a token as Aid from the Spirits",
    do.PlaceDie: lambda w, a, _: f"{w.die(a.die)} on {w.target(a.on)}",
    do.DiscardDie: lambda w, a, _: f"{w.of.discard.capitalize()} {w.die(a.die)}",
    do.RemoveDie: lambda w, a, _: f"Give {w.die(a.die)} for Balance",
    do.GiveToken: lambda w, a, _: f"Give {w.name(a.token)} of {w.team(a.team)} for Balance",
    do.UseToken: lambda w, a, _: f"Use {w.name(a.token)} of {w.team(a.team)}{f' on {w.target(a.on)}' if a.on else ''}",
    do.UseAbility: lambda w, a, _: f"Use {w.name(a.card)}",
    do.React: lambda w, a, _: f"Use {w.name(a.card)}",
    do.MoveParked: lambda w, a, _: f"Move the die on {w.name(a.card)} to {w.target(a.on)}",
    do.Choose: lambda w, a, _: w.name(a.card),
    do.ChooseColour: lambda _, a, __: f"A {a.colour} die",
    do.PickDie: lambda w, a, _: f"The {w.die(a.die)} die",
    do.TurnDie: lambda w, a, _: f"Turn {w.die(a.die)} to {w.face(a.to)}",
    do.ShiftDamage: lambda w, a, _: f"1 Damage from {w.name(a.source)} to {w.name(a.to)}",
    do.SwapCards: lambda w, a, _: f"{w.name(a.here)} with {w.name(a.elsewhere)}",
    do.DropToken: lambda w, a, _: f"Discard {w.name(a.token)}",
    do.Join: lambda w, a, _: f"{w.name(a.card)}{f' at the {_SIDES[a.end]}' if w.book.spec.switch.row else ''}",
}
