"""From the words of a position to a state, with all that makes a table impossible refused."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rising_tutor.core.branch import Branch
from rising_tutor.decks.closed import CLOSED
from rising_tutor.decks.construction import deck_of
from rising_tutor.decks.deck_file import DeckList
from rising_tutor.decks.slots import EVERYBODY, FACE_DOWN, Pile, Slot
from rising_tutor.errors import BadContent, BadOption, BadPosition
from rising_tutor.games.quickstrike import flow, tasks
from rising_tutor.games.quickstrike import state as st
from rising_tutor.games.quickstrike.book import Book
from rising_tutor.games.quickstrike.decks import LEADER, all_kinds, preconstructed
from rising_tutor.games.quickstrike.options import OPTIONS, Options
from rising_tutor.games.quickstrike.run import Run, cards_of
from rising_tutor.games.quickstrike.scene.words import MatWords, SceneWords, read_words
from rising_tutor.games.quickstrike.standing import other
from rising_tutor.games.quickstrike.steps import DISCARDS, POINTS
from rising_tutor.games.quickstrike.vocabulary import COLOURS

Start = Callable[[int, Mapping[str, str]], st.State]
"""Starts a game with seats and options."""
USUAL: Final = ("first-steps-water", "first-steps-fire")
"""The decks where a position names none."""
FILLER: Final = "downdraft"
"""What energies and discards are where a position gives only their number."""
UNKNOWN: Final = "?"
_MOST: Final = 60


def build(book: Book, start: Start, raw: Mapping[str, Any]) -> tuple[st.State, tuple[str, ...]]:
    """The position that words describe, and the moves that are to be played from there.

    Raises:
        BadPosition: which word, its value, what was expected.
    """
    words, mats = read_words(raw)
    if words.begin == "start":
        return _started(start, words, mats), words.moves
    for path, value, most in (("turn", words.turn, 500), ("round", words.round, 9)):
        _number(path, value, 1, most)
    _number("defender", words.defender, 1, 2)
    defender = words.defender - 1
    laid = (_Mat(book, mats[0], "1", USUAL[0]), _Mat(book, mats[1], "2", USUAL[1]))
    kind, zone = _attack(laid[other(defender)], words)
    closed = words.options.get("lists") == CLOSED
    built = tuple(one.mat(at, closed=closed) for at, one in enumerate(laid))
    table = st.Table(_options(words, built), mats=built)
    _begin(table, words, kind, zone)
    run = Run(table, book)
    flow.settle(run)
    return st.take_up(table), words.moves


def _started(start: Start, words: SceneWords, mats: tuple[MatWords, MatWords]) -> st.State:
    """A game from its first moment: nothing lies anywhere yet."""
    given = dict(words.options)
    for option, mat, usual, seat in zip(OPTIONS.deck_names, mats, USUAL, ("1", "2"), strict=True):
        if not isinstance(mat.deck, str):
            raise BadPosition(f"deck-{seat}", mat.deck, "a deck that comes with the game, or a list in one line")
        given[option] = mat.deck or usual
    try:
        return start(2, given)
    except BadOption as error:
        raise BadPosition(f"options.{error.option}", error.value, error.expected, error.rule) from None


def _options(words: SceneWords, mats: tuple[st.Mat, ...]) -> Options:
    try:
        switches: Any = OPTIONS.read(words.options)
    except BadOption as error:
        raise BadPosition(f"options.{error.option}", error.value, error.expected, error.rule) from None
    lists = [_list_of(mat, seat, mats) for seat, mat in enumerate(mats)]
    return Options(decks=(lists[0], lists[1]), **switches)


def _list_of(mat: st.Mat, seat: int, mats: tuple[st.Mat, ...]) -> str:
    """All cards of a seat as a list in one line, as a record keeps them."""
    counts = zip(mat.kinds, cards_of(mat, seat, mats), strict=True)
    return f"{mat.chamber}: {', '.join(f'{n} {card}' for card, n in counts if n)}"


def _attack(mat: "_Mat", words: SceneWords) -> tuple[str, int]:
    """What attacks and from where; a strike that attacks lies in its zone."""
    if words.attack == "opening":
        return "opening", st.NOWHERE
    if words.attack == "signature":
        mat.in_front = True
        return "signature", st.FRONT
    colour, _, word = words.attack.partition(" ")
    if colour not in COLOURS or not word:
        raise BadPosition("attack", words.attack, 'opening, signature, or a zone and a strike: "green pummel"')
    mat.lay("attack", colour, word)
    return "strike", COLOURS.index(colour)


def _begin(table: st.Table, words: SceneWords, kind: str, zone: int) -> None:
    """Puts on the agenda what comes next."""
    if words.zone not in COLOURS:
        raise BadPosition("zone", words.zone, f"one of {', '.join(COLOURS)}")
    table.turn, table.round, table.first = words.turn, words.round, words.first
    table.defender, table.attack, table.attack_zone = words.defender - 1, kind, zone
    table.zone, table.phase = COLOURS.index(words.zone), "flip"
    table.flipped = table.zone != st.GREEN or words.begin == "point"
    match words.begin:
        case "flip":
            table.agenda = (tasks.Do("flip"),)
        case "point":
            table.zone = st.RED
            table.agenda = (tasks.Do("point"),)
        case "signature":
            table.zone, table.phase = st.NOWHERE, "signature"
            table.agenda = (tasks.Do("begin_flips"), tasks.Do("signature"))
        case "round":
            if words.attack != "opening":
                raise BadPosition("attack", words.attack, "opening: a round begins with it")
            table.turn, table.round = words.turn - 1, words.round - 1
            table.agenda = (tasks.Do("open"),)
        case "turn":
            if kind == "opening":
                raise BadPosition("attack", words.attack, "a strike or signature: before it there was a turn")
            table.turn, table.defender = words.turn - 1, other(table.defender)
            table.agenda = (tasks.Do("pass_turn"),)


class _Mat:
    """One side of the table while it is put together: which cards it takes, and from where."""

    def __init__(self, book: Book, words: MatWords, seat: str, usual: str) -> None:
        self.book, self.words, self.seat = book, words, seat
        self.deck = words.deck or usual
        self.by_number = not isinstance(self.deck, str)
        self.list = DeckList("", "", "", ()) if self.by_number else self._read(str(self.deck))
        self.strikes = dict(words.strikes)
        self.in_front = False

    def _read(self, text: str) -> DeckList:
        try:
            return deck_of(text, preconstructed())
        except BadContent:
            raise BadPosition(
                f"deck-{self.seat}", text, "a deck that comes with the game, or a list in one line"
            ) from None

    def lay(self, path: str, colour: str, word: str) -> None:
        """A strike that attacks."""
        if self.strikes.get(colour, word) != word:
            raise BadPosition(path, word, f"the strike that lies in {colour}")
        self._card(path, word, "strike")
        self.strikes[colour] = word

    def mat(self, seat: int, *, closed: bool) -> st.Mat:
        """The mat with all its cards; `closed` where only its owner knows the list."""
        words, at = self.words, f"-{self.seat}"
        _number(f"points{at}", words.points, 0, POINTS - 1)
        for colour in words.charged:
            self._zone(f"charged{at}", colour)
        allies = {colour: self._card(f"allies{at}.{colour}", one, "ally") for colour, one in words.allies.items()}
        strikes = {colour: self._card(f"strikes{at}.{colour}", one, "strike") for colour, one in self.strikes.items()}
        for path, laid in (("allies", allies), ("strikes", strikes)):
            for colour in laid:
                self._zone(f"{path}{at}", colour)
        advantages = [self._card(f"advantages{at}[{n}]", one, "advantage") for n, one in enumerate(words.advantages)]
        top = [self._card(f"top{at}[{n}]", one) for n, one in enumerate(words.top)]
        energies = [self._energies(zone) for zone in range(3)]
        open_cards = [
            *allies.values(),
            *strikes.values(),
            *advantages,
            *top,
            *(c for zone in energies for c in zone if c),
        ]
        discard = [self._card(f"discard{at}[{n}]", one) for n, one in enumerate(words.discard or ())]
        unseen = self._unseen([*open_cards, *discard])
        if words.discard is None:
            discard = self._usual_discard(unseen)
        kinds = all_kinds(self.book) if closed else tuple(sorted({*unseen, *open_cards, *discard}))
        n_face_down = sum(card == "" for zone in energies for card in zone)
        n_deck = sum(unseen.values()) - n_face_down
        if n_deck < 0:
            raise BadPosition(
                f"energies{at}", n_face_down, f"no more unseen energies than unseen cards: {n_deck + n_face_down}"
            )
        if n_deck + len(top) < 1:
            raise BadPosition(f"deck{at}", n_deck, "one card at least: an empty deck is refreshed at once", "QS-1005")
        counts = tuple(unseen.get(card, 0) for card in kinds)
        green, yellow, red = (
            tuple(Slot(kinds.index(card), EVERYBODY) if card else FACE_DOWN for card in zone) for zone in energies
        )
        side = ("front", "back").index(words.side)
        flips = [st.Laid(kinds.index(strikes[colour])) if colour in strikes else None for colour in COLOURS]
        front = st.Laid(side) if self.in_front else None
        return st.Mat(
            kinds=kinds,
            chamber=self._chamber(),
            side=side,
            charged=tuple(colour in words.charged for colour in COLOURS),  # type: ignore[arg-type]
            allies=tuple(st.Ally(kinds.index(allies[one]), seat) if one in allies else None for one in COLOURS),  # type: ignore[arg-type]
            flips=(flips[0], flips[1], flips[2], front),
            energies=(green, yellow, red),
            advantages=tuple(st.Laid(kinds.index(card)) for card in advantages),
            deck=Pile(tuple(Slot(kinds.index(card), EVERYBODY) for card in top), n_deck),
            discard=tuple(map(kinds.index, discard)),
            unseen=counts,
            whole=counts,
            below=(0,) * len(kinds),
            shown=((0,) * len(kinds),) * 3 if closed else (),
            points=words.points,
        )

    def _chamber(self) -> str:
        usual = self.list.leader or preconstructed()[USUAL[int(self.seat) - 1]].leader
        chamber = self.words.chamber or usual
        if chamber not in self.book.chamber:
            raise BadPosition(f"{LEADER}-{self.seat}", chamber, "the id of a Chamber")
        return chamber

    def _unseen(self, laid: Iterable[str]) -> dict[str, int]:
        """The cards that nobody has seen: as they are written, or what of the list lies nowhere else."""
        path = f"deck-{self.seat}"
        if isinstance(self.deck, dict):
            found: dict[str, int] = {}
            for word, n in self.deck.items():
                _number(f"{path}.{word}", n, 0, _MOST)
                found[self._card(f"{path}.{word}", word)] = n
            return found
        left = {self._card(path, word): n for word, n in self.list.cards}
        for card in laid:
            left[card] = left.get(card, 0) - 1
            if left[card] < 0:
                have = left[card] + sum(one == card for one in laid)
                raise BadPosition(
                    path, self.book.word[card], f"a deck with more of it: {have} there, and more are laid"
                )
        return left

    def _usual_discard(self, unseen: dict[str, int]) -> list[str]:
        if self.by_number:
            return [self.book.find(FILLER)] * DISCARDS
        most = sorted((card for card in unseen if unseen[card]), key=lambda card: (-unseen[card], card))[:DISCARDS]
        for card in most:
            unseen[card] -= 1
        return most

    def _energies(self, zone: int) -> tuple[str, ...]:
        """The energies of a zone by card, "" for one that nobody has seen."""
        path, given = f"energies-{self.seat}[{zone}]", self.words.energies[zone]
        if isinstance(given, int):
            _number(path, given, 0, _MOST)
            return (self.book.find(FILLER) if self.by_number else "",) * given
        return tuple("" if word == UNKNOWN else self._card(path, word) for word in given.split())

    def _card(self, path: str, word: str, kind: str = "") -> str:
        card = self.book.find(word)
        if not card:
            raise BadPosition(path, word, f"the word of {'a card' if not kind else _a(kind)}")
        if kind and self.book.card[card].type != kind:
            raise BadPosition(path, word, _a(kind))
        return card

    def _zone(self, path: str, colour: str) -> None:
        if colour not in COLOURS:
            raise BadPosition(path, colour, f"one of {', '.join(COLOURS)}")


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "ae" else f"a {kind}"


def _number(path: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadPosition(path, value, f"a number from {low} to {high}")


def play_moves(game: Any, state: st.State, moves: tuple[str, ...]) -> st.State:
    """The position after moves in the notation, each checked like in a game.

    Raises:
        BadPosition: a line is no move here, or the rules refuse it.
    """
    branch = Branch(game, state)
    for n, text in enumerate(moves):
        branch.play_written(text, f"moves[{n}]")
    end: st.State = branch.state
    return end
