"""What a press means at a Rising table: a die, then a card, or the card first.

A press names a place: `die:0` (the first die of the roll), `wait:red` (a red die not rolled yet), `card:june` (any
card, `card:balance` the Balance Track), `loc:2`, `join:left`, `token:team-aang:reroll`. The same rules say which places
are marked as fitting: those whose press would be a legal action.
"""

from typing import Any

from rising_tutor.boards.ports import Hint, Look, Meaning, Pick, Try
from rising_tutor.core.ids import CardId
from rising_tutor.core.numbers import whole
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.view import RisingView

NOT_ROLLED = "That die was not rolled yet, so it shows no symbol."
FIRST_A_DIE = "Choose a die first, then the card that it goes to."


class Hand:
    """What the player holds, and what follows from it."""

    def __init__(self, view: RisingView, look: Look) -> None:
        self.view = view
        self.look = look
        self.legal = frozenset(look.actions)
        self.task = view.agenda[-1] if view.agenda and look.actions else None
        self.kind, _, self.what = look.picked.partition(":")
        self.window = isinstance(self.task, tasks.Window)

    @property
    def die(self) -> str:
        """The die in the hand, as actions write it."""
        if self.kind == "die":
            return self.shown(self.what)
        return self.what if self.kind == "wait" else ""

    def shown(self, at: str) -> str:
        dice = self.view.roll.shown
        n = whole(at, below=len(dice))
        return "" if n is None else dice[n]

    def fits(self, place: str) -> bool:
        """Whether a press there is a legal action now."""
        meaning = self.meaning(place)
        return isinstance(meaning, Try) and meaning.action in self.legal

    def meaning(self, place: str) -> Meaning:
        kind, _, what = place.partition(":")
        match kind:
            case "die":
                return self._on_die(place, self.shown(what))
            case "wait":
                return self._on_die(place, what)
            case "card":
                return self._on_card(place, CardId(what))
            case "loc" if (location := whole(what)) is not None:
                return Try(do.GoTo(location))
            case "join":
                return self._on_end(what)
            case "token":
                return self._on_token(place, what)
        return Hint("There is nothing to do there.")

    def control(self, name: str) -> Meaning:
        if name == "Roll":
            return Try(do.Roll())
        if name == "Stop":
            return Try(do.Stop())
        if self.die:
            return Try(do.DiscardDie(self.die))
        if any(isinstance(action, do.DiscardDie) for action in self.legal):
            return Hint("First choose the die that you give up.")
        # None can be given up now: any of them shows why.
        roll = self.view.roll
        return next((Try(do.DiscardDie(die)) for die in (*roll.shown, *roll.waiting)), Hint("No die is left."))

    def involves(self, action: Any) -> bool:
        """Whether an action uses what is in the hand."""
        if not self.kind:
            return False
        if self.kind in ("die", "wait"):
            return getattr(action, "die", None) == self.die
        if self.kind == "token":
            return f"{getattr(action, 'team', '')}:{getattr(action, 'token', '')}" == self.what
        names = ("card", "on", "source", "to", "here", "elsewhere")
        return any(getattr(action, name, None) == self.what for name in names)

    def _on_die(self, place: str, die: str) -> Meaning:
        if not die:
            return Hint("That die is not there any more.")
        if do.PickDie(die) in self.legal:
            return Try(do.PickDie(die))
        if self.kind == "card" and self.window and ":" in die:
            return Try(do.PlaceDie(die, CardId(self.what)))
        return Pick("" if self.look.picked == place else place)

    def _on_card(self, place: str, card: CardId) -> Meaning:
        if self.window and self.kind in ("die", "wait") and (given := self._given(card)) is not None:
            return Try(given)
        if self.window and self.kind == "die":
            return Try(do.PlaceDie(self.die, card))
        if self.window and self.kind == "wait":
            return Hint(NOT_ROLLED)
        if self.kind == "token" and (given := self._given(card)) is not None:
            return Try(given)
        if self.window and self.kind == "token":
            return Try(do.UseToken(*self._token(self.what), card))
        if self.kind == "parked":
            return Try(do.MoveParked(CardId(self.what), card))
        if self.kind == "card" and card != self.what:
            first = CardId(self.what)
            if isinstance(self.task, tasks.PickShift):
                return Try(do.ShiftDamage(first, card))
            if isinstance(self.task, tasks.PickSwap):
                both = do.SwapCards(first, card), do.SwapCards(card, first)
                return Try(both[1] if both[1] in self.legal else both[0])
        for action in (do.Choose(card), do.React(card), do.TakeTeam(card), do.TakeStarter(card)):
            if action in self.legal:
                return Try(action)
        if any(isinstance(action, do.Choose) for action in self.legal):
            return Try(do.Choose(card))
        return Pick("" if self.look.picked == place else place)

    def _given(self, card: CardId) -> Any:
        """What a die or token in the hand does when it is put there and is not put on a card; None for nothing."""
        if self.kind != "token":
            given = do.RemoveDie(self.die)
            return given if card == do.BALANCE and given in self.legal else None
        team, token = self._token(self.what)
        ways = [do.GiveToken(team, token)] if card == do.BALANCE else [do.UseToken(team, token, card)]
        return next((way for way in ways if way in self.legal), None)

    @staticmethod
    def _token(what: str) -> tuple[CardId, CardId]:
        """The Team and the token that a place names."""
        team, _, token = what.partition(":")
        return CardId(team), CardId(token)

    def _on_end(self, end: str) -> Meaning:
        joins = [action for action in self.look.actions if isinstance(action, do.Join) and action.end == end]
        if self.kind == "card":
            joins = [action for action in joins if action.card == self.what] or joins
        if len(joins) == 1:
            return Try(joins[0])
        return Hint("Choose first who joins." if joins else "Nobody joins now.")

    def _on_token(self, place: str, what: str) -> Meaning:
        team, token = self._token(what)
        drop = do.DropToken(token)
        if drop in self.legal:
            return Try(drop)
        if any(f"{getattr(a, 'team', '')}:{getattr(a, 'token', '')}" == what for a in self.legal):
            return Pick("" if self.look.picked == place else place)
        return Try(do.UseToken(team, token))
