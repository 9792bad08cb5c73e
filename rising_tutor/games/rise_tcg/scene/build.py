"""From the words of a position to a state, with all that makes a table impossible refused."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.branch import Branch
from rising_tutor.core.ids import Seat
from rising_tutor.decks.closed import CLOSED
from rising_tutor.decks.construction import deck_of
from rising_tutor.decks.deck_file import DeckList
from rising_tutor.decks.slots import EVERYBODY, Pile, Slot, mask
from rising_tutor.errors import BadContent, BadOption, BadPosition
from rising_tutor.games.rise_tcg import battlefield, flow, steps, tasks
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import state as st
from rising_tutor.games.rise_tcg.book import HP_MAX, Book
from rising_tutor.games.rise_tcg.decks import all_kinds, preconstructed
from rising_tutor.games.rise_tcg.keywords import PARASITE_TURNS
from rising_tutor.games.rise_tcg.options import OPTIONS, Options, read_switches
from rising_tutor.games.rise_tcg.pieces import TOKEN, Claim, Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.run import MOST, Run, cards_of
from rising_tutor.games.rise_tcg.scene.words import FLAGS, PieceWords, SceneWords, SideWords, read_piece, read_words
from rising_tutor.games.rise_tcg.standing import is_creature, is_door, level

Start = Callable[[int, Mapping[str, str]], st.State]
"""Starts a game with seats and options."""
LEVEL_UP: Final = "level-up"
MORPHER: Final = "glass-mimic"
_MOST_CARDS: Final = 60
_BEGINS: Final = {
    "turn": ("awakening", "turn"),
    "restoration": ("restoration", "restoration"),
    "invocation": ("invocation", "invocation"),
    "end": ("end", "combat over"),
    "answers": ("end", "last responses"),
    "mulligans": ("setup", "turn"),
}
"""The phase and the step that comes next, by what a position begins with."""
_BEFORE_THE_DRAW: Final = ("mulligans", "turn", "restoration")


def build(
    book: Book, start: Start, raw: Mapping[str, Any], log: list[ev.RiseEvent] | None = None
) -> tuple[st.State, tuple[str, ...]]:
    """The position that words describe, and the moves that are to be played from there.

    Args:
        log: takes the events up to the first choice.

    Raises:
        BadPosition: which word, its value, what was expected.
    """
    words, sides = read_words(raw)
    if words.begin == "start":
        return _started(start, words, sides), words.moves
    _number("turn", words.turn, 1, 500)
    _number("active", words.active, 1, words.seats)
    laid = [_Side(book, one, seat, words.seats) for seat, one in enumerate(sides)]
    for one in laid:
        one.hand_out(laid)
    table = st.Table(Options(decks=()), turn=words.turn, active=words.active - 1)
    closed = words.options.get("lists") == CLOSED
    table.sides = tuple(one.side(closed=closed) for one in laid)
    run = Run(table, book, log)
    for one in laid:
        one.check_points(run)
    pieces = [(one, at, piece) for one in laid for at, piece in enumerate(one.pieces)]
    for one, at, piece in sorted(pieces, key=lambda found: bool(found[2].host)):
        _lay(run, one, at, piece)
    table.options = _options(words, table, laid)
    _begin(table, words)
    flow.settle(run)
    return st.take_up(table), words.moves


def _started(start: Start, words: SceneWords, sides: tuple[SideWords, ...]) -> st.State:
    """A game from its first moment: nothing lies anywhere yet."""
    given = dict(words.options)
    for seat, (option, usual, side) in enumerate(zip(OPTIONS.deck_names, OPTIONS.decks, sides, strict=False), 1):
        if not isinstance(side.deck, str):
            raise BadPosition(f"deck-{seat}", side.deck, "a library that comes with the game, or a list in one line")
        given[option] = side.deck or usual
    try:
        return start(words.seats, given)
    except BadOption as error:
        raise BadPosition(f"options.{error.option}", error.value, error.expected, error.rule) from None


def _options(words: SceneWords, table: st.Table, laid: "list[_Side]") -> Options:
    try:
        switches = read_switches(words.options)
    except BadOption as error:
        raise BadPosition(f"options.{error.option}", error.value, error.expected, error.rule) from None
    return Options(decks=tuple(one.list_of(table) for one in laid), **switches)


def _begin(table: st.Table, words: SceneWords) -> None:
    """Puts on the agenda what comes next."""
    table.phase, step = _BEGINS[words.begin]
    table.drawn = words.begin not in _BEFORE_THE_DRAW
    if step == "turn":
        table.turn -= 1
    asked = tuple(tasks.Keep(seat) for seat in reversed(range(len(table.sides)))) if words.begin == "mulligans" else ()
    table.agenda = (tasks.Do(step), *asked)
    table.stirred = False


def _lay(run: Run, side: "_Side", at: int, words: PieceWords) -> None:
    """A card comes into play as it is written; since when nobody else knows."""
    path, facts = f"play-{side.seat + 1}[{at}]", dict(words.facts)
    owner, new = side.owner(words), facts.pop("new", 0)
    caster = facts.pop("caster", side.seat + 1) - 1
    facts.pop("owner", None)
    morph, token = facts.get("morph", 0), facts.pop("token", 0)
    own = run.t.sides[owner].kinds
    host = _host(run, path, words) if words.host else 0
    if run.book.card[words.card].attaches is not None and not host:
        raise BadPosition(path, words.card, "what it lies on, after @", "RISE-1005")
    if "parasite" in run.book.abilities[words.card]:
        facts.setdefault("turns", PARASITE_TURNS)
    said: dict[str, Any] = {name: bool(n) if name in FLAGS else n for name, n in facts.items()}
    piece = Piece(
        id=run.t.next_id,
        card=words.card,
        owner=owner,
        kind=TOKEN if token else own.index(MORPHER if morph else words.card),
        controller=side.seat,
        holder=owner,
        since=run.t.turn if new else max(0, run.t.turn - 2),
        copy=battlefield.free_copy(run, words.card),
        caster=caster,
        claims=() if owner == side.seat else (Claim(side.seat, battlefield.POSSESSION),),
        on=host,
        **said,
    )
    if piece.damage and not (is_creature(run, piece) or is_door(run, piece)):
        raise BadPosition(path, words.card, "a creature or Door: nothing else takes damage", "RISE-829")
    run.t.next_id += 1
    run.t.pieces += (piece,)
    since = {one.id: one.since for one in run.t.pieces}
    log, run.log = run.log, None
    battlefield.take_hold(run, piece)
    run.log = log
    run.t.pieces = tuple(replace(one, since=since[one.id]) for one in run.t.pieces)


def _host(run: Run, path: str, words: PieceWords) -> int:
    """The number of what a card lies on."""
    for seat, side in enumerate(run.t.sides):
        if words.host == f"seat-{seat + 1}":
            return st.player_ref(seat)
        for at, summoner in enumerate(side.summoners):
            if words.host in (summoner.card, f"{summoner.card}-{seat + 1}"):
                return st.summoner_ref(seat, at)
    for piece in run.t.pieces:
        if run.called(piece) == words.host:
            return piece.id
    raise BadPosition(path, words.host, "a card in play, a Summoner, or seat-1 and the like", "RISE-1005")


class _Side:
    """One side of the table while it is put together: which cards it takes, and from where."""

    def __init__(self, book: Book, words: SideWords, seat: int, seats: int) -> None:
        self.book, self.words, self.seat, self.seats = book, words, seat, seats
        self.at = f"-{seat + 1}"
        self.list = self._read_list()
        self.leaders = words.summoners or tuple(self.list.leader.split())
        self.pieces = [self._piece(at, text) for at, text in enumerate(words.play)]
        self.laid: list[str] = []
        """All own cards that lie somewhere in sight or in a hand."""
        self.kinds: tuple[str, ...] = ()

    def _read_list(self) -> DeckList:
        deck = self.words.deck if isinstance(self.words.deck, str) else ""
        usual = OPTIONS.decks[self.seat]
        try:
            return deck_of(deck or usual, preconstructed())
        except BadContent:
            expected = "a library that comes with the game, or a list in one line"
            raise BadPosition(f"deck{self.at}", deck, expected) from None

    def _piece(self, at: int, text: str) -> PieceWords:
        path = f"play{self.at}[{at}]"
        words = read_piece(path, text)
        self._card(path, words.card)
        if not self.book.card[words.card].constant:
            raise BadPosition(path, words.card, "a card that stays in play: no Imminent, no Level Up", "RISE-921")
        for name in ("owner", "caster"):
            _number(path, words.facts.get(name, 1), 1, self.seats)
        return words

    def owner(self, piece: PieceWords) -> int:
        """Whose card it is: its own where nothing else is said."""
        return piece.facts.get("owner", self.seat + 1) - 1

    def hand_out(self, sides: "list[_Side]") -> None:
        """Every card that lies somewhere is one of its owner's."""
        words = self.words
        for name in ("top", "hand", "closed", "cemetery"):
            self.laid += [self._card(f"{name}{self.at}[{n}]", one) for n, one in enumerate(getattr(words, name))]
        for n, one in enumerate(words.guests):
            sides[1 - self.seat].laid.append(self._card(f"guests{self.at}[{n}]", one))
        self.laid += [LEVEL_UP] * sum(words.levels)
        for piece in self.pieces:
            if "token" not in piece.facts:
                sides[self.owner(piece)].laid.append(MORPHER if "morph" in piece.facts else piece.card)

    def side(self, *, closed: bool) -> st.Side:
        """This part of the table, without what is in play; `closed` where only its owner knows the list."""
        words = self.words
        for name, value, most in (
            ("coins", words.coins, MOST),
            ("ether", words.ether, MOST),
            ("empty-draws", words.empty_draws, _MOST_CARDS),
            ("mulligans", words.mulligans, steps.MULLIGANS),
        ):
            _number(f"{name}{self.at}", value, 0, most)
        unseen = self._unseen()
        self.kinds = all_kinds(self.book) if closed else tuple(sorted({*unseen, *self.laid}))
        counts = tuple(unseen.get(card, 0) for card in self.kinds)
        hand = [Slot(self._kind(card), EVERYBODY) for card in words.hand]
        hand += [Slot(self._kind(card), mask(Seat(self.seat))) for card in words.closed]
        return st.Side(
            kinds=self.kinds,
            summoners=self._summoners(),
            hand=tuple(sorted(hand, key=lambda slot: (slot.card, slot.seen))),
            library=Pile(tuple(Slot(self._kind(card), EVERYBODY) for card in words.top), sum(counts)),
            cemetery=tuple(map(self._kind, words.cemetery)),
            unseen=counts,
            whole=counts,
            coins=words.coins,
            ether=words.ether,
            empty_draws=words.empty_draws,
            mulligans=words.mulligans,
            began=words.began,
        )

    def _kind(self, card: str) -> int:
        return self.kinds.index(card)

    def _unseen(self) -> dict[str, int]:
        """The cards that nobody has seen: as they are written, or what of the list lies nowhere else."""
        path = f"deck{self.at}"
        if isinstance(self.words.deck, dict):
            for card, n in self.words.deck.items():
                self._card(f"{path}.{card}", card)
                _number(f"{path}.{card}", n, 0, _MOST_CARDS)
            return dict(self.words.deck)
        left = dict(self.list.cards)
        for card in self.laid:
            left[card] = left.get(card, 0) - 1
            if left[card] < 0:
                have = left[card] + self.laid.count(card)
                raise BadPosition(path, card, f"a library with more of it: {have} there, and more are laid")
        return left

    def _summoners(self) -> tuple[Summoner, Summoner]:
        words, path = self.words, f"summoners{self.at}"
        if len(self.leaders) != st.SUMMONERS or len(set(self.leaders)) != st.SUMMONERS:
            raise BadPosition(path, " ".join(self.leaders), "two different Summoners", "RISE-201")
        for one in self.leaders:
            if one not in self.book.summoner:
                raise BadPosition(path, one, f"one of {', '.join(self.book.summoner)}", "RISE-201")
        hp = words.hp or tuple(self.book.summoner[one].hp for one in self.leaders)
        if not any(hp):
            raise BadPosition(f"hp{self.at}", 0, "a living Summoner", "RISE-617")
        level_ups = Owned(self.seat, self._kind(LEVEL_UP)) if any(words.levels) else None
        first, second = (
            Summoner(
                card=card,
                hp=_number(f"hp{self.at}[{at}]", hp[at], 0, HP_MAX),
                tilted=words.tilted[at],
                levels=(level_ups,) * _number(f"levels{self.at}[{at}]", words.levels[at], 0, _MOST_CARDS)
                if level_ups is not None
                else (),
                fallen=not hp[at],
            )
            for at, card in enumerate(self.leaders)
        )
        return first, second

    def check_points(self, run: Run) -> None:
        """Capacity points: what is written, and no more than the level (RISE-821)."""
        side = run.t.sides[self.seat]
        for at, summoner in enumerate(side.summoners):
            most = level(run, summoner) if summoner.hp else 0
            given = self.words.points[at] if self.words.points is not None else most
            _number(f"points{self.at}[{at}]", given, 0, most, "RISE-821")
            run.change_summoner(self.seat, at, cp=given)
        if self.words.guests:
            other = run.t.sides[1 - self.seat].kinds
            side.guests = tuple(Owned(1 - self.seat, kind) for kind in sorted(map(other.index, self.words.guests)))

    def list_of(self, table: st.Table) -> str:
        """All own cards as a list in one line, as a record keeps them."""
        counts = zip(self.kinds, cards_of(table, self.seat), strict=True)
        return f"{' '.join(self.leaders)}: {', '.join(f'{n} {card}' for card, n in counts if n)}"

    def _card(self, path: str, word: str) -> str:
        if word not in self.book.card:
            raise BadPosition(path, word, "the id of a card")
        return word


def _number(path: str, value: int, low: int, high: int, rule: str = "") -> int:
    if not low <= value <= high:
        raise BadPosition(path, value, f"a number from {low} to {high}", rule)
    return value


def play_moves(game: Any, state: st.State, moves: Iterable[str]) -> st.State:
    """The position after moves in the notation, each checked like in a game.

    Raises:
        BadPosition: a line is no move here, or the rules refuse it.
    """
    branch = Branch(game, state)
    for n, text in enumerate(moves):
        branch.play_written(text, f"moves[{n}]")
    end: st.State = branch.state
    return end
