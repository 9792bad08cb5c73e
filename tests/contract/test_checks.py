"""Each check of the contract finds a game that breaks it: a check that never fails proves nothing."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core import contract
from rising_tutor.core.chance import Distribution, Listed
from rising_tutor.core.chance_streams import Deck, Stream
from rising_tutor.core.contract import streams
from rising_tutor.core.event import Event
from rising_tutor.core.game import Refusal, Step
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.place import Place
from rising_tutor.core.values import with_count
from rising_tutor.errors import UnreadableMove
from tests.testkit.coin_and_hand import CATALOGUE, FOX, CoinAndHand, Do, Lay, Table
from tests.testkit.kept_order import KeptOrder


class Endless(CoinAndHand):
    """Nobody ever wins, and turns do not count."""

    def _end(self, state: Table) -> None:
        return None


class Doubled(CoinAndHand):
    def node(self, state: Table) -> Any:
        node = super().node(state)
        return replace(node, actions=node.actions * 2) if isinstance(node, Decision) else node


class Unsteady(CoinAndHand):
    """Asked again, it lists its actions the other way round."""

    asked = 0

    def node(self, state: Table) -> Any:
        node = super().node(state)
        self.asked += 1
        return replace(node, actions=node.actions[:: (-1) ** self.asked]) if isinstance(node, Decision) else node


class Loaded(Listed[Any]):
    """Announces a total that its weights do not have."""

    def __init__(self, outcomes: Distribution[Any]) -> None:
        super().__init__(tuple(outcomes))
        self.total += 1


class Crooked(CoinAndHand):
    def node(self, state: Table) -> Any:
        node = super().node(state)
        return Chance(Loaded(node.outcomes)) if isinstance(node, Chance) else node


class Rolling(CoinAndHand):
    """Draws a number inside a move."""

    rng = Random(1)

    def act(self, state: Table, action: Any) -> Step[Table]:
        step = super().act(state, action)
        return replace(step, state=replace(step.state, turn=step.state.turn + int(self.rng.random() * 2)))


class Lenient(CoinAndHand):
    """Does what it refuses."""

    def act(self, state: Table, action: Any) -> Step[Table]:
        return Step(state) if self.check(state, action) else super().act(state, action)


class Unfounded(CoinAndHand):
    def check(self, state: Table, action: Any) -> Refusal | None:
        found = super().check(state, action)
        return replace(found, rule=RuleId("CH-99")) if found else None


class Misleading(CoinAndHand):
    def check(self, state: Table, action: Any) -> Refusal | None:
        found = super().check(state, action)
        return replace(found, nearest=action) if found else None


class Mumbling(CoinAndHand):
    """Writes every card alike."""

    def write(self, state: Table, move: Any) -> str:
        return "lay" if isinstance(move, Lay) else super().write(state, move)


class Speechless(CoinAndHand):
    """Once nobody has to do anything, a text that it cannot read is an accident."""

    def read(self, state: Table, text: str) -> Any:
        try:
            return super().read(state, text)
        except UnreadableMove as error:
            asked = state.agenda[-1]
            raise UnreadableMove(text, f"a move of seat {asked.seat + 1}", column=error.column) from None


class Trusting(CoinAndHand):
    """Takes every number for that of a card."""

    def read(self, state: Table, text: str) -> Any:
        return Lay(Seat(int(text))) if text.isdigit() else super().read(state, text)


class Forgetful(CoinAndHand):
    def load(self, data: bytes) -> Table:
        return replace(super().load(data), discards=(0, 0, 0))


class ShowsHands(CoinAndHand):
    """Everybody sees every hand, and what is imagined is drawn afresh."""

    def view(self, state: Table, viewer: Any) -> Any:
        return replace(super().view(state, viewer), hands=state.hands)

    def imagine(self, view: Any, rng: Random) -> Table:
        none = (0, 0, 0)
        hands = tuple(hand if seat == view.viewer else none for seat, hand in enumerate(view.hands))
        return super().imagine(replace(view, hands=hands), rng)


class ShowsAllHands(CoinAndHand):
    """Everybody sees every hand, and imagines it as seen: view and imagination agree with each other."""

    def view(self, state: Table, viewer: Any) -> Any:
        return replace(super().view(state, viewer), hands=state.hands)


class ShowsWhoHoldsFoxes(CoinAndHand):
    """Everybody sees who holds a fox; the other cards stay hidden, and imagination agrees."""

    def view(self, state: Table, viewer: Any) -> Any:
        seen = super().view(state, viewer)
        foxes = tuple((0, 0, hand[FOX]) for hand in state.hands)
        hands = zip(seen.hands, foxes, strict=True)
        return replace(seen, hands=tuple(own if any(own) else others for own, others in hands))

    def imagine(self, view: Any, rng: Random) -> Table:
        while True:
            state = super().imagine(view, rng)
            if self.view(state, view.viewer) == view:
                return state


class WritesHiddenCards(CoinAndHand):
    """Gives a record of one side that holds the cards of the other."""

    def write_seen(self, state: Table, move: Any, viewer: Any) -> str:
        return self.write(state, move)


class WritesFoxesOnly(CoinAndHand):
    """What is not told is a fox."""

    def write_seen(self, state: Table, move: Any, viewer: Any) -> str:
        return super().write_seen(state, move, viewer).replace("?", "fox")


class OrdersByWhatIsHidden(CoinAndHand):
    """Asked whether to call, the seat reads the laid card off the order of its choices."""

    def node(self, state: Table) -> Any:
        node = super().node(state)
        reverse = isinstance(node, Decision) and state.laid == FOX
        return replace(node, actions=node.actions[::-1]) if reverse else node


class DeniesHiding(CoinAndHand):
    info = replace(CoinAndHand.info, hidden=False)


class AsksOnlyForFoxes(CoinAndHand):
    """Nobody is asked about a card that is no fox, so who is asked knows a fox."""

    def act(self, state: Table, action: Any) -> Step[Table]:
        step = super().act(state, action)
        if isinstance(action, Lay) and action.card != FOX:
            settled = self._settled(replace(step.state, agenda=step.state.agenda[:-1]), [])
            return replace(settled, events=step.events)
        return step


class Certain(CoinAndHand):
    """Imagines the same cards whatever the generator says."""

    def imagine(self, view: Any, rng: Random) -> Table:
        return super().imagine(view, Random(1))


class Dithering(CoinAndHand):
    """Whoever rests is asked again."""

    def act(self, state: Table, action: Any) -> Step[Table]:
        step = super().act(state, action)
        return replace(step, state=state) if action == Do("rest") else step


class Talkative(CoinAndHand):
    """Tells everybody which card was laid."""

    def act(self, state: Table, action: Any) -> Step[Table]:
        step = super().act(state, action)
        return replace(step, events=tuple(replace(event, seats=None) for event in step.events))

    def resolve(self, state: Table, outcome: Any) -> Step[Table]:
        step = super().resolve(state, outcome)
        hand = step.state.hands[step.state.agenda[-1].seat] if step.state.agenda else (0, 0, 0)
        told = tuple(replace(event, n=hand[FOX], card=None) for event in step.events)
        return replace(step, events=tuple(replace(event, seats=None) for event in told))


class Peeking(CoinAndHand):
    """Nobody may call a fox: what the other seat hides decides what is legal."""

    def _why_not(self, state: Table, action: Any) -> tuple[str, str] | None:
        if action == Do("call") and state.laid == FOX:
            return "CH-5", "that is a fox"
        return super()._why_not(state, action)


class Lawless(CoinAndHand):
    def act(self, state: Table, action: Any) -> Step[Table]:
        step = super().act(state, action)
        events: Iterator[Event] = (replace(event, rule=RuleId("CH-99")) for event in step.events)
        return replace(step, events=tuple(events))


class Silent(CoinAndHand):
    """Never says that a card was discarded."""

    def act(self, state: Table, action: Any) -> Step[Table]:
        step = super().act(state, action)
        return replace(step, events=tuple(event for event in step.events if event.what != "discards"))


class NamesTheWrongSeat(CoinAndHand):
    """Reports each point as gained by the other seat."""

    def act(self, state: Table, action: Any) -> Step[Table]:
        return self._swapped(super().act(state, action))

    def resolve(self, state: Table, outcome: Any) -> Step[Table]:
        return self._swapped(super().resolve(state, outcome))

    def _swapped(self, step: Step[Table]) -> Step[Table]:
        told = (replace(e, seat=Seat(1 - e.seat)) if e.what == "gains" else e for e in step.events)
        return replace(step, events=tuple(told))


class Careless(CoinAndHand):
    """Takes any option and any number of seats."""

    def start(self, seats: int, options: Any = None) -> Table:
        return super().start(2)


class Nowhere(CoinAndHand):
    """Says another place than it has."""

    def where(self, state: Table) -> str:
        return f"somewhere in {super().where(state)}"


class Backwards(CoinAndHand):
    """Its turns are counted down."""

    def place(self, state: Table) -> Place:
        return replace(super().place(state), turn=10 - state.turn)


class Cheating(CoinAndHand):
    def policies(self) -> Any:
        return {**super().policies(), "cheating": lambda decision, look, rng: Lay(Seat(99))}


class Returns(KeptOrder):
    """A card that was used goes back into the deck, and nobody shuffles."""

    def _discard(self, state: Table) -> Table:
        assert state.laid is not None
        return replace(super()._discard(state), deck=with_count(state.deck, state.laid, +1))


class Changing(KeptOrder):
    """What the deck is called, or how often it was shuffled, follows what is left: other choices meet another deck."""

    by_name = True

    def stream(self, state: Table) -> Stream:
        stream = super().stream(state)
        if stream.deck is None:
            return stream
        cards = tuple((card, n) for (card, _), n in zip(stream.deck.cards, state.deck, strict=True) if n)
        if self.by_name:
            return Stream(f"deck of {sum(state.deck)}", deck=Deck(1, cards))
        return Stream("deck", deck=Deck(11 - sum(state.deck), cards))


class Reshuffling(Changing):
    by_name = False


class Miscounted(KeptOrder):
    """Says that there are four suns and three foxes; it is the other way round."""

    def stream(self, state: Table) -> Stream:
        stream = super().stream(state)
        deck = Deck(1, (("sun", 4), ("moon", 3), ("fox", 3)))
        return stream if stream.deck is None else replace(stream, deck=deck)


class Restless(KeptOrder):
    """Each time it is asked the deck is another one."""

    asked = 0

    def stream(self, state: Table) -> Stream:
        stream = super().stream(state)
        self.asked += 1
        return stream if stream.deck is None else replace(stream, name=f"deck {self.asked}")


class Upended(KeptOrder):
    """Seat 2 draws from the bottom, and the deck does not know it afterwards."""

    def stream(self, state: Table) -> Stream:
        stream = super().stream(state)
        if stream.deck is None or state.agenda[-1].seat == 0:
            return stream
        return replace(stream, deck=replace(stream.deck, at_bottom=True))


BROKEN_DECKS = [
    (Returns, "was not shuffled and lay as"),
    (Changing, "no card came back to deck of"),
    (Reshuffling, "no card came back to deck"),
    (Miscounted, "deck holds .* and gave"),
    (Restless, "gives another after an undo"),
    (Upended, "was not shuffled and lay as"),
]


@pytest.mark.parametrize(("broken", "said"), BROKEN_DECKS, ids=lambda value: getattr(value, "__name__", "said"))
def test_each_promise_of_a_deck_in_keyed_order_is_kept_or_found_broken(broken: type[KeptOrder], said: str) -> None:
    contract.check_streams(contract.take_sample(KeptOrder(), rules=CATALOGUE, seats=2, seed=4))
    with pytest.raises(AssertionError, match=said):
        contract.check_streams(contract.take_sample(broken(), rules=CATALOGUE, seats=2, seed=4, bound=300))


def test_a_game_with_a_deck_in_keyed_order_keeps_the_whole_contract() -> None:
    for seed in range(1, 6):
        contract.check_game(KeptOrder(), rules=CATALOGUE, seats=2, seed=seed)


def test_a_deck_whose_order_follows_the_choices_is_found() -> None:
    sample = contract.take_sample(KeptOrder(), rules=CATALOGUE, seats=2, seed=4)
    draws = streams._draws(sample, sample.game, [(at.state, at.move) for at in sample.trail.positions])
    streams._check_same_deck(sample, draws, draws)
    with pytest.raises(AssertionError, match="gives its cards in another order"):
        streams._check_same_deck(sample, draws, draws[::-1])


BROKEN = [
    (contract.check_streams, Returns),
    (contract.check_end, Endless),
    (contract.check_seen_moves, WritesHiddenCards),
    (contract.check_seen_moves, WritesFoxesOnly),
    (contract.check_actions, Doubled),
    (contract.check_actions, Unsteady),
    (contract.check_chance, Crooked),
    (contract.check_pure, Rolling),
    (contract.check_undo, Rolling),
    (contract.check_repeatable, Rolling),
    (contract.check_legality, Lenient),
    (contract.check_legality, Unfounded),
    (contract.check_legality, Misleading),
    (contract.check_text, Mumbling),
    (contract.check_any_text, Speechless),
    (contract.check_any_text, Trusting),
    (contract.check_saving, Forgetful),
    (contract.check_views, ShowsHands),
    (contract.check_hidden, ShowsAllHands),
    (contract.check_hidden, ShowsWhoHoldsFoxes),
    (contract.check_hidden, OrdersByWhatIsHidden),
    (contract.check_hidden, DeniesHiding),
    (contract.check_hidden, Talkative),
    (contract.check_hidden, Peeking),
    (contract.check_asked, AsksOnlyForFoxes),
    (contract.check_imagined, Certain),
    (contract.check_choices, Dithering),
    (contract.check_events, Lawless),
    (contract.check_events_tell_all, Silent),
    (contract.check_events_tell_all, NamesTheWrongSeat),
    (contract.check_places, Nowhere),
    (contract.check_places, Backwards),
    (contract.check_options, Careless),
    (contract.check_policies, Cheating),
]


@pytest.mark.parametrize(("check", "broken"), BROKEN, ids=lambda value: value.__name__)
def test_check_finds(check: contract.Check, broken: type[CoinAndHand]) -> None:
    check(contract.take_sample(CoinAndHand(), rules=CATALOGUE, seats=2, seed=4))
    sample = contract.take_sample(broken(), rules=CATALOGUE, seats=2, seed=4, bound=300)
    with pytest.raises(AssertionError, match=r"^coin-and-hand, 2 seats, seed 4"):
        check(sample)


@pytest.mark.parametrize("leaking", [ShowsAllHands, ShowsWhoHoldsFoxes], ids=lambda value: value.__name__)
def test_a_view_that_its_own_imagination_agrees_with_is_found_by_what_was_told(leaking: type[CoinAndHand]) -> None:
    """The view under test cannot vouch for itself: `check_views` has nothing against it."""
    sample = contract.take_sample(leaking(), rules=CATALOGUE, seats=2, seed=4)
    contract.check_views(sample)
    with pytest.raises(AssertionError, match="the view shows what was never told"):
        contract.check_hidden(sample)


def test_every_check_is_proven() -> None:
    assert {check for check, _ in BROKEN} == set(contract.CHECKS)
