"""Who sits where, with which deck: a row for each seat, for a game that is played with decks."""

from collections.abc import Iterable, Mapping, Sequence

from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.decks.deck_file import DeckList, deck_game, deck_option
from rising_tutor.render.forms import field, select
from rising_tutor.render.html import Child, Html, el
from rising_tutor.ui.decks.own import has_decks

PROGRAM = "program-"
"""Begins the name of the field that says who plays a seat, from 1 on; empty for a person."""


def with_decks(game: AnyGame) -> bool:
    """Whether a game is played with decks that are chosen before it."""
    return bool(deck_fields(game))


def deck_fields(game: AnyGame) -> tuple[str, ...]:
    """The options of a game that name the deck of a seat; none where it has no decks."""
    if deck_game(game) is None:
        return ()
    known = {option.name for option in game.info.options}
    return tuple(name for seat in range(game.info.max_seats) if (name := deck_option(seat)) in known)


def deck_picker(
    game: AnyGame,
    fields: Mapping[str, str],
    ways: Iterable[tuple[str, Child]],
    programs: Mapping[Seat, str],
    n: int,
    *,
    own: Sequence[tuple[str, Child]] = (),
) -> Html | None:
    """A row for each seat that plays: its deck, and a person or a program.

    Args:
        n: how many play.
        fields: what was entered so far.
        ways: who can play a seat: what the field sends, and its words.
        programs: who plays where nothing was entered.
        own: decks of the person: what the field sends, and its words.
    """
    names = deck_fields(game)
    if not names:
        return None
    found = deck_game(game)
    decks = found.decks() if found is not None else ()
    usual = {option.name: option.default for option in game.info.options}
    offered = [*((deck.id, deck_words(deck)) for deck in decks), *own]
    who = tuple(ways)
    rows = []
    for seat, name in enumerate(names[:n]):
        chosen = fields.get(name) or usual[name]
        # A list that somebody wrote stays what it is.
        more = [] if chosen in dict(offered) else [(chosen, "a list of your own")]
        program = f"{PROGRAM}{seat + 1}"
        rows.append(
            el(
                "div",
                el("b", f"Seat {seat + 1}"),
                field("Deck", select(name, [*offered, *more], chosen, key=name), cls="rt-deckrow__field"),
                field(
                    "Played by",
                    select(program, who, fields.get(program, programs.get(Seat(seat), "")), key=program),
                    cls="rt-deckrow__field",
                ),
                cls="rt-deckrow",
                role="group",
                aria_label=f"Seat {seat + 1}",
            )
        )
    link = "#decks"
    way = el("a", "Put a deck together", href=link, data_do="go", data_arg=link, data_key="decks")
    build = el("p", way, cls="rt-small") if has_decks(str(game.info.id)) else None
    return el("div", rows, build, cls="rt-deckrows")


def deck_words(deck: DeckList) -> str:
    """A deck in a list.

    >>> deck_words(DeckList("aang", "Aang", "ame176", (("pummel", 60),)))
    'Aang, 60 cards'
    """
    small = "" if deck.play == "formal" else ", a small one to begin with"
    return f"{deck.name}, {counted(deck.n, 'card')}{small}"
