"""Step 3 of the policy: which die goes where, what to reroll, when to use abilities and tokens."""

from collections.abc import Sequence

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_count
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.cards.book import Book, Codes
from rising_tutor.games.rising.greedy.aims import Price, Target, price_of_balance, targets_at
from rising_tutor.games.rising.greedy.odds import Pool
from rising_tutor.games.rising.greedy.plans import Plan, Planner
from rising_tutor.games.rising.greedy.worth import Worth
from rising_tutor.games.rising.view import RisingView

_GAIN = 0.15
"""A change of face has to promise at least this much more."""


class Turn:
    """One moment of step 3 with everything that a choice needs."""

    def __init__(self, book: Book, planner: Planner, view: RisingView, worth: Worth) -> None:
        self.book = book
        self.planner = planner
        self.view = view
        self.worth = worth
        roll = view.roll
        self.shown: Codes = tuple(book.code[die] for die in roll.shown)
        self.waiting: Pool = tuple(roll.waiting.count(colour) for colour in book.colours)
        self.targets = tuple(targets_at(book, view, worth, view.location))
        self.price = price_of_balance(book, view, worth, view.location)
        self.may = roll.duty != "discarded"
        self.must = roll.duty == "owed"

    def plan(self, shown: Codes | None = None, targets: tuple[Target, ...] | None = None) -> Plan:
        """The best use of dice on show, these or others."""
        return self.planner.plan(
            self.shown if shown is None else shown,
            self.waiting,
            self.targets if targets is None else targets,
            may=self.may,
            must=self.must,
        )

    def choose(self, actions: Sequence[do.RisingAction]) -> do.RisingAction:
        return (
            self._free(actions)
            or self._helpful_token(actions)
            or self._balance_tokens(actions)
            or self._mend_roll(actions)
            or self._die(actions)
            or self._spend(actions)
            or self._on(actions)
        )

    def _free(self, actions: Sequence[do.RisingAction]) -> do.RisingAction | None:
        for action in actions:
            if isinstance(action, do.UseAbility) and self._worth_using(action.card):
                return action
        return None

    def _worth_using(self, card: str) -> bool:
        if card in self.book.team:
            return True
        ability = self.book.hero[card].ability
        effect = ability.effect
        match effect:
            case say.Reroll() | say.ChangeFace() | say.RerollAll() | say.ReorderRow():
                return False
            case say.AddDie(colours):
                stock = dict(self.view.stock)
                if not any(stock[colour] for colour in colours):
                    return False
        cost = 0.0
        if ability.when == "take_damage":
            member = next(m for m in self.worth.team.row if m.card == card)
            size = len(self.worth.team.row)
            cost = self.worth.hit_cost(member.damage, member.capacity, self.worth.member_loss(member, size))
        bonus = self.price.worth if ability.when == "take_damage" and self.price.damage == 1 else 0.0
        return self.worth.now(effect, card) + bonus > cost + 0.05

    def _helpful_token(self, actions: Sequence[do.RisingAction]) -> do.RisingAction | None:
        """Healing and other effects that are worth more now than kept."""
        best, choice = 0.0, None
        for action in actions:
            if not isinstance(action, do.UseToken) or action.on is not None:
                continue
            effect = self._effect(action.token)
            if isinstance(effect, say.AddDie | say.RerollAll | say.Reroll | say.ChangeFace):
                continue
            gain = self.worth.now(effect, action.token) - self.worth.token(action.token)
            if gain > best:
                best, choice = gain, action
        return choice

    def _effect(self, token: CardId) -> say.RisingEffect:
        return self.book.token[self.book.token_index[token]].effect

    def _balance_tokens(self, actions: Sequence[do.RisingAction]) -> do.RisingAction | None:
        price = self.price
        if not price.tokens or not price.ready:
            return None
        if price.dice > len(self.shown) + sum(self.waiting):
            return None
        gifts = [action for action in actions if isinstance(action, do.GiveToken)]
        return min(gifts, key=lambda gift: self.worth.token(gift.token), default=None)

    def _removal(self, actions: Sequence[do.RisingAction], plan: Plan) -> do.RisingAction | None:
        """A die for a Balance space that asks for dice: one that the plan can spare."""
        price: Price = self.price
        if not price.dice or price.worth <= 0:
            return None
        dice = {action.die: action for action in actions if isinstance(action, do.RemoveDie)}
        if not dice:
            return None
        pool = len(self.shown) + sum(self.waiting)
        if not price.ready and pool > price.dice:
            return None
        spare = [self.book.die_name[code] for code in plan.spare]
        if spare:
            yields = self.planner.odds.yields
            wanted = [any(target.need[s] for target in self.targets) for s in range(len(self.book.spec.symbols))]

            def use(die: str) -> float:
                shows = yields[self.book.colour_of[self.book.code[die]]]
                return sum(y for y, want in zip(shows, wanted, strict=True) if want)

            return dice.get(min(spare, key=use))
        if pool <= price.dice or (not self.shown and pool <= price.dice + 1):
            return next(iter(dice.values()))
        if self.shown and len(plan.placed) >= pool - price.dice + 1:
            return dice.get(self.book.die_name[plan.placed[-1][0]])
        return None

    def _mend_roll(self, actions: Sequence[do.RisingAction]) -> do.RisingAction | None:
        """Changes of face and rerolls, directly after a roll."""
        if not (self.view.roll.fresh and self.shown and self.must):
            return None
        plan = self.plan()
        best, choice = _GAIN, None
        rerolls: list[do.RisingAction] = []
        for action in actions:
            if isinstance(action, do.UseAbility) and action.card in self.book.hero:
                effect = self.book.hero[action.card].ability.effect
                if isinstance(effect, say.ChangeFace):
                    gain = self.best_face(self.book.symbol_index[effect.symbol])[0] - plan.value
                    if gain > best:
                        best, choice = gain, action
                elif isinstance(effect, say.Reroll | say.RerollAll):
                    rerolls.append(action)
            elif isinstance(action, do.UseToken) and isinstance(self._effect(action.token), say.RerollAll):
                rerolls.append(action)
        if choice is not None:
            return choice
        if rerolls and self._poor(plan):
            return rerolls[0] if isinstance(rerolls[0], do.UseAbility) or not plan.placed else None
        return None

    def _poor(self, plan: Plan) -> bool:
        """Few dice of the roll are of use, while other faces would be."""
        if not plan.spare or self.planner.promise(self.planner.pool(self.shown, self.waiting), self.targets) < 0.3:
            return False
        return not plan.placed or (len(plan.placed) == 1 and len(self.shown) > 2) or len(self.shown) <= 2

    def best_face(self, symbol: int) -> tuple[float, int, int]:
        """The best change of one die that shows a symbol: value, die, new face."""
        best = (0.0, -1, -1)
        for code in dict.fromkeys(self.shown):
            if self.book.symbol_of[code] != symbol:
                continue
            rest = list(self.shown)
            rest.remove(code)
            for face in self.book.other_faces[code]:
                value = self.plan(tuple(sorted((*rest, face)))).value
                if value > best[0]:
                    best = (value, code, face)
        return best

    def _die(self, actions: Sequence[do.RisingAction]) -> do.RisingAction | None:
        plan = self.plan()
        removal = self._removal(actions, plan)
        if removal is not None:
            return removal
        legal = set(actions)
        for code, at in plan.placed:
            action = self.book.place[self.targets[at].card][code]
            if action in legal:
                return action
        if not self.must:
            return None
        if plan.discard >= 0:
            parked = self._park(actions, plan.discard)
            if parked is not None:
                return parked
            action_out: do.RisingAction = self.book.discard[plan.discard]
            if action_out in legal:
                return action_out
        return next((action for action in actions if isinstance(action, do.DiscardDie)), None)

    def _park(self, actions: Sequence[do.RisingAction], code: int) -> do.RisingAction | None:
        """Rather than be discarded, a die is kept on an own card that takes any."""
        die = self.book.die_name[code]
        keepers = self.book.any_die & {member.card for member in self.worth.team.row}
        return next((a for a in actions if isinstance(a, do.PlaceDie) and a.on in keepers and a.die == die), None)

    def _spend(self, actions: Sequence[do.RisingAction]) -> do.RisingAction | None:
        """Symbol tokens, parked dice and tokens for dice, before the next roll or the end of step 3."""
        value = self.plan().value
        best, choice = 0.05, None
        seen: set[object] = set()
        for action in actions:
            gain = 0.0
            if isinstance(action, do.UseToken):
                if (action.token, action.on) in seen:
                    continue
                seen.add((action.token, action.on))
                effect = self._effect(action.token)
                cost = self.worth.token(action.token)
                if isinstance(effect, say.ExtraSymbol) and action.on is not None and self.view.roll.n:
                    gain = self._with_symbols(action, effect) - value - cost
                elif isinstance(effect, say.AddDie):
                    gain = self._with_die(effect) - value - cost
            elif isinstance(action, do.MoveParked):
                member = next(m for m in self.worth.team.row if m.card == action.card)
                code = self.book.code[member.parked]
                symbol, n = self.book.symbol_of[code], self.book.value_of[code]
                gain = self._reduced(action.on, {symbol: n}) - value - 0.3
            if gain > best:
                best, choice = gain, action
        return choice

    def _with_die(self, effect: say.AddDie) -> float:
        pool = self.planner.pool(self.shown, self.waiting)
        stock = dict(self.view.stock)
        values = [0.0]
        for colour in effect.colours:
            if stock[colour]:
                at = self.book.colour_index[colour]
                values.append(self.planner.promise(with_count(pool, at, +1), self.targets))
        return max(values)

    def _with_symbols(self, action: do.UseToken, effect: say.ExtraSymbol) -> float:
        """With this token, and those others that would complete the same target at their own price."""
        symbol = self.book.symbol_index[effect.symbol]
        value = self._reduced(action.on, {symbol: 1})
        target = next((t for t in self.targets if t.card == action.on), None)
        if target is None or sum(target.need) < 2:
            return value
        held: dict[int, int] = {}
        for team in self.view.teams:
            for token, n in team.tokens:
                other = self._effect(token)
                if isinstance(other, say.ExtraSymbol):
                    at = self.book.symbol_index[other.symbol]
                    held[at] = held.get(at, 0) + n
        if all(held.get(at, 0) >= n for at, n in enumerate(target.need)):
            cost = self.worth.token(action.token) * (sum(target.need) - 1)
            value = max(value, self._reduced(action.on, dict(enumerate(target.need))) - cost)
        return value

    def _reduced(self, on: CardId | None, less: dict[int, int]) -> float:
        """The value if a target needed fewer symbols."""
        done = 0.0
        targets = []
        found = False
        for target in self.targets:
            if target.card == on and not found:
                found = True
                need = tuple(max(0, n - less.get(at, 0)) for at, n in enumerate(target.need))
                if any(need):
                    targets.append(Target(target.card, need, target.worth))
                else:
                    done = target.worth
            else:
                targets.append(target)
        return done + self.plan(targets=tuple(targets)).value if found else 0.0

    def _on(self, actions: Sequence[do.RisingAction]) -> do.RisingAction:
        """Roll while the dice promise something, else stop."""
        legal = set(actions)
        pool = self.planner.pool(self.shown, self.waiting)
        useful = self.planner.promise(pool, self.targets) > 0.0 or (self.price.dice > 0 and self.price.worth > 0)
        if _ROLL in legal and (useful or _STOP not in legal):
            return _ROLL
        if _STOP in legal:
            return _STOP
        return next((action for action in actions if isinstance(action, do.DiscardDie)), actions[0])


_ROLL, _STOP = do.Roll(), do.Stop()
