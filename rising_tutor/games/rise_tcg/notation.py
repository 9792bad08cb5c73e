"""Moves as text: short lines that a person can type, and what each means at a position.

roll 5, draw razor-hound, toss heads, hit jester        what chance gave
look razor-hound, put razor-hound                       what is looked at, and put away where no line said what it is
keep, mulligan, cards 2                                 hands, and Restoration
invoke razor-hound with ysolde, level-up on bram        cards from hand; "with" where two could pay
skill bram 1, action ring-of-keys, start grave-brute    what lies on the table; "rage" and the like where there are two
stack swarm-ooze on swarm-ooze-2, relaunch parrot ember-imp
to attack, attack razor-hound, block lance-rider with iron-postern, done
choose jester, times 2, select yes, pass, wait          what is asked; `wait` passes until another player adds something
end turn                                                no more this turn

A card may be named by a beginning that fits one card only, or by its printed name. A card in play is named by its id;
the second of a name is `razor-hound-2`. Of two players with one Summoner the second word says whose: `ysolde@2`. Seats
are counted from 1.
"""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Final

from rising_tutor.core.naming import fitting, one_of_several
from rising_tutor.core.unknown import UNKNOWN
from rising_tutor.core.view import Viewer
from rising_tutor.errors import UnreadableMove
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import chance, choices, tasks
from rising_tutor.games.rise_tcg.offers import STARTED, payers
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import player_at, player_ref, summoner_at, summoner_ref
from rising_tutor.games.rise_tcg.words import name_of

PLAIN: Final[dict[str, do.RiseAction]] = {
    "keep": do.Keep(),
    "mulligan": do.Mulligan(),
    "to attack": do.ToAttack(),
    "pass": do.Pass(),
    "wait": do.Wait(),
    "end turn": do.EndTurn(),
    "done": do.Done(),
    "concede": do.Concede(),
}
OLDER_WORD: Final = "pass turn"
"""An older word for both `wait` and `end turn`; the task says which of them was meant. It is only read."""
COMES: Final[dict[type, str]] = {tasks.Look: "look", tasks.Put: "put"}
"""What happens to a card of a library, where it is not drawn."""
_NUMBER = re.compile(r"\d{1,3}")
_REFS: Final = ("ref", "piece", "blocker", "attacker", "top", "under", "source")
"""Fields of actions that stand for something on the table."""
STOP: Final = "stop"
"""No further toss of Rage."""


def write(run: Run, move: do.RiseAction | do.RiseOutcome) -> str:  # noqa: C901  # one case for each kind of move
    """A move of this position as one line."""
    match move:
        case do.Drawn(card):
            return f"{_how_it_comes(run)} {card}"
        case do.LeftOpen():
            return f"{_how_it_comes(run)} {UNKNOWN}"
        case do.Tossed(heads):
            return f"toss {'heads' if heads else 'tails'}"
        case do.Rolled(n):
            return f"roll {n}"
        case do.Struck(piece):
            return f"hit {place(run, piece)}"
        case do.Take(cards):
            return f"cards {cards}"
        case do.Times(n):
            return f"times {n}"
        case do.Choose(ref):
            return f"choose {place(run, ref)}"
        case do.Select(option):
            return f"select {option}"
        case do.Invoke(card, by):
            return f"invoke {card}{_with(run, card, by)}"
        case do.LevelUp(card, on):
            return f"{card} on {_own_summoner(run, on)}"
        case do.UseSkill(by, index):
            return f"skill {_own_summoner(run, by)} {index + 1}"
        case do.UseAction(piece, index):
            return f"action {place(run, piece)}{f' {index + 1}' if index else ''}"
        case do.StartAbility(piece, ability):
            return f"{ability} {place(run, piece)}"
        case do.Relaunch(piece, source, index):
            what = place(run, source) if source > 0 else f"chain {-source}"
            return f"relaunch {place(run, piece)} {what}{f' {index + 1}' if index else ''}"
        case do.Stack(top, under):
            return f"stack {place(run, top)} on {place(run, under)}"
        case do.Attack(piece, target):
            return f"attack {place(run, piece)}{_against(run, target)}"
        case do.BlockWith(blocker, attacker):
            return f"block {place(run, attacker)} with {place(run, blocker)}"
    return next((word for word, action in PLAIN.items() if action == move), type(move).__name__.casefold())


def _how_it_comes(run: Run) -> str:
    """The word for what happens to a card of a library that chance gives now."""
    return COMES.get(type(run.t.agenda[-1]), "draw") if run.t.agenda else "draw"


def write_seen(run: Run, move: do.RiseAction | do.RiseOutcome, viewer: Viewer) -> str:
    """A move as a viewer may know it: which card another seat draws or looks at, nobody else is told."""
    text = write(run, move)
    private = bool(run.t.agenda) and not isinstance(run.t.agenda[-1], tasks.Put)
    if isinstance(move, do.Drawn) and private and chance.from_library(run) != viewer:
        return f"{text.partition(' ')[0]} {UNKNOWN}"
    return text


def is_unnamed(run: Run, text: str) -> bool:
    """Whether a text leaves the card that comes now unnamed."""
    asked = " ".join(text.casefold().split())
    return chance.can_be_open(run) and asked in (UNKNOWN, f"{_how_it_comes(run)} {UNKNOWN}")


def place(run: Run, ref: int) -> str:
    """A card in play, a Summoner or a player, as moves name it."""
    if ref == 0:
        return STOP
    if ref > 0:
        piece = run.piece(ref)
        return run.called(piece) if piece is not None else f"card {ref}"
    found = summoner_at(ref)
    if found is None:
        return f"seat {(player_at(ref) or 0) + 1}"
    seat, at = found
    if seat >= len(run.t.sides):
        return f"summoner {-ref}"
    card = run.t.sides[seat].summoners[at].card
    holders = [n for n, side in enumerate(run.t.sides) if any(one.card == card for one in side.summoners)]
    return card if holders[0] == seat else f"{card}@{seat + 1}"


def asked_seat(run: Run) -> int:
    """The seat that chooses now, else the one whose turn it is."""
    waits = run.t.agenda and not run.t.reason and not chance.is_chance(run)
    return choices.asked(run) if waits else run.t.active


def _own_summoner(run: Run, at: int) -> str:
    seat = asked_seat(run)
    return run.t.sides[seat].summoners[at].card if at in (0, 1) else f"summoner {at}"


def _with(run: Run, card: str, by: int) -> str:
    """Which Summoner pays, where more than one could."""
    if by == do.BOTH:
        return "" if "together" in run.book.abilities.get(card, ()) else " with both"
    found = run.book.card.get(card)
    can = payers(run, asked_seat(run), found) if found is not None else []
    return "" if can == [by] else f" with {_own_summoner(run, by)}"


def _against(run: Run, target: int) -> str:
    others = run.opponents(run.t.active)
    return "" if others == [target] else f" against {target + 1}"


# reading --------------------------------------------------------------------------------------------------------------


def read(run: Run, text: str) -> do.RiseAction | do.RiseOutcome:
    """What a text means here. It need not be legal. Raises `UnreadableMove`."""
    asked = " ".join(text.casefold().split())
    if asked in PLAIN:
        return PLAIN[asked]
    if asked == OLDER_WORD:
        waits = bool(run.t.agenda) and isinstance(run.t.agenda[-1], (tasks.Window, tasks.Answer))
        return do.Wait() if waits else do.EndTurn()
    word, _, rest = asked.partition(" ")
    if rest:
        found = _read_outcome(word, rest, run, text) or _read_action(run, word, rest, text)
        if found is not None:
            return found
    near = _near(run, asked)
    raise UnreadableMove(text, "a move", column=_first_other(text, near), suggestions=near)


def _read_outcome(word: str, rest: str, run: Run, text: str) -> do.RiseOutcome | None:
    if word in ("draw", "look") and rest == UNKNOWN:
        return do.LeftOpen()
    if word == "draw" or word in COMES.values():
        return do.Drawn(_card(run, rest, text))
    if word == "toss" and rest in ("heads", "tails"):
        return do.Tossed(rest == "heads")
    if word == "roll" and _NUMBER.fullmatch(rest):
        return do.Rolled(int(rest))
    if word == "hit":
        return do.Struck(_ref(run, rest, text))
    return None


def _read_action(run: Run, word: str, rest: str, text: str) -> do.RiseAction | None:  # noqa: C901  # as for writing
    if word == "cards" and _NUMBER.fullmatch(rest):
        return do.Take(int(rest))
    if word == "times" and _NUMBER.fullmatch(rest):
        return do.Times(int(rest))
    if word == "choose":
        return do.Choose(_ref(run, rest, text))
    if word == "select":
        return do.Select(_selected(run, rest))
    if word == "invoke":
        return _read_invoke(run, rest, text)
    if word == "skill":
        name, _, index = rest.rpartition(" ")
        if name and _NUMBER.fullmatch(index):
            return do.UseSkill(_summoner(run, name, text), int(index) - 1)
    if word == "action":
        name, at = _with_number(rest)
        return do.UseAction(_ref(run, name, text), at)
    if word in STARTED:
        return do.StartAbility(_ref(run, rest, text), word)
    if word == "relaunch":
        return _read_relaunch(run, rest, text)
    if word == "stack" and " on " in rest:
        top, _, under = rest.partition(" on ")
        return do.Stack(_ref(run, top, text), _ref(run, under, text))
    if word == "attack":
        name, against, seat = rest.partition(" against ")
        others = run.opponents(run.t.active)
        target = int(seat) - 1 if against and _NUMBER.fullmatch(seat) else others[0] if others else 0
        return do.Attack(_ref(run, name, text), target)
    if word == "block" and " with " in rest:
        attacker, _, blocker = rest.partition(" with ")
        return do.BlockWith(_ref(run, blocker, text), _ref(run, attacker, text))
    card, on, summoner = f"{word} {rest}".partition(" on ")
    if on:
        return do.LevelUp(_card(run, card, text, first=_in_hand(run)), _summoner(run, summoner, text))
    return None


def _with_number(text: str) -> tuple[str, int]:
    """A name with a number from 1 after it, if there is one, counted from 0."""
    name, _, index = text.rpartition(" ")
    return (name, int(index) - 1) if name and _NUMBER.fullmatch(index) else (text, 0)


def _read_invoke(run: Run, rest: str, text: str) -> do.Invoke:
    name, with_, by = rest.partition(" with ")
    card = _card(run, name, text, first=_in_hand(run))
    if with_:
        return do.Invoke(card, do.BOTH if by == "both" else _summoner(run, by, text))
    can = payers(run, asked_seat(run), run.book.card[card])
    if can:
        return do.Invoke(card, can[0])
    return do.Invoke(card, do.BOTH if "together" in run.book.abilities[card] else 0)


def _read_relaunch(run: Run, rest: str, text: str) -> do.Relaunch:
    words = rest.split()
    if len(words) < 2:
        raise UnreadableMove(text, "the card with Copycat, then the card whose action it is")
    chained = re.fullmatch(r"(.+) chain (\d{1,3})", rest)
    if chained:
        return do.Relaunch(_ref(run, chained[1], text), -int(chained[2]), 0)
    for at in range(1, len(words)):  # both names may have several words
        parrot, (name, index) = " ".join(words[:at]), _with_number(" ".join(words[at:]))
        try:
            return do.Relaunch(_ref(run, parrot, text), _ref(run, name, text), index)
        except UnreadableMove:
            if at == len(words) - 1:
                raise
    raise AssertionError("there are two words")


def _named(word: str, known: Mapping[str, str], first: Iterable[str], text: str, what: str) -> str:
    """Return the name in `known` that a word stands for: whole, or by its beginning.

    Args:
        known: names as moves have them, each with the printed one.
        first: names that are meant before all others where a beginning fits several, as they can be chosen now.
    """
    fits = fitting(word, known, known)
    if len(fits) > 1:
        fits = tuple(one for one in fits if one in set(first)) or fits
    if len(fits) == 1:
        return fits[0]
    column = column_of(text, word)
    if fits:
        raise UnreadableMove(text, one_of_several(word, fits), column=column)
    near = difflib.get_close_matches(word, known)
    raise UnreadableMove(text, what, column=column, suggestions=tuple(near))


def _legal(run: Run) -> tuple[do.RiseAction, ...]:
    """Return the legal actions; none where nobody chooses."""
    waits = run.t.agenda and not run.t.reason and not chance.is_chance(run)
    found = choices.choice(run) if waits else None
    return found[1] if found is not None else ()


def _card(run: Run, word: str, text: str, *, first: Iterable[str] = ()) -> str:
    """Return the id of a card; `first` are those that are meant before others."""
    found = run.book.find(word)
    names = {card.id: card.name for card in run.book.cards}
    return found or _named(word, names, first, text, "the name of a card")


def _in_hand(run: Run) -> list[str]:
    """Return the ids of the cards in the hand of the seat that chooses, as far as a record names them."""
    return run.in_hand(asked_seat(run), named=True)


def _summoner(run: Run, word: str, text: str) -> int:
    """The place of an own Summoner."""
    names = [one.card for one in run.t.sides[asked_seat(run)].summoners]
    printed = {one: run.book.summoner[one].name for one in names}
    return names.index(_named(word, printed, (), text, f"a Summoner: {' or '.join(names)}"))


def _ref(run: Run, word: str, text: str) -> int:
    """A card in play, a Summoner or a player by the name that `place` writes, or by its beginning."""
    known = {run.called(piece): piece.id for piece in run.t.pieces}
    for seat, side in enumerate(run.t.sides):
        known |= {place(run, summoner_ref(seat, at)): summoner_ref(seat, at) for at in range(len(side.summoners))}
        known[f"seat {seat + 1}"] = player_ref(seat)
    known[STOP] = 0
    if word in known:
        return known[word]
    stray = re.fullmatch(r"card (\d{1,6})", word)
    if stray:
        return int(stray[1])
    player = re.fullmatch(r"player (\d)", word)
    if player and f"seat {player[1]}" in known:
        return known[f"seat {player[1]}"]
    refs = (getattr(one, name, None) for one in _legal(run) for name in _REFS)
    first = [place(run, ref) for ref in refs if isinstance(ref, int)]
    printed = {name: name_of(run.book, run.name_of(ref), run.copy_of(ref)) for name, ref in known.items()}
    return known[_named(word, printed, first, text, "what lies on the table")]


def _selected(run: Run, rest: str) -> str:
    """Return the option that a text means; one that is not offered is left as it is, for `check` to refuse."""
    offered = [one.option for one in _legal(run) if isinstance(one, do.Select)]
    fits = () if rest in offered else fitting(rest, offered)
    return fits[0] if len(fits) == 1 else rest


def _first_other(text: str, near: tuple[str, ...]) -> int:
    """Where a text goes another way than the move that was probably meant, from 1."""
    meant = near[0] if near else ""
    alike = next((at for at, pair in enumerate(zip(text.casefold(), meant, strict=False)) if pair[0] != pair[1]), 0)
    return alike + 1


def column_of(text: str, word: str) -> int:
    """Where a word stands in a text, from 1; 1 where it was written with other spaces.

    >>> column_of("attack grave-brute", "grave-brute"), column_of("invoke jester with 7", "7")
    (8, 20)
    """
    return max(text.casefold().rfind(word), 0) + 1


def _near(run: Run, asked: str) -> tuple[str, ...]:
    return tuple(difflib.get_close_matches(asked, [*(write(run, action) for action in _legal(run)), *PLAIN]))
