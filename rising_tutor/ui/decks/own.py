"""The decks of a person, wherever a page needs them: on the page Decks, and where decks are chosen before a game."""

from functools import cache
from typing import TYPE_CHECKING

from rising_tutor.boards import board_for
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.render.html import Child
from rising_tutor.store.decks import DeckFiles
from rising_tutor.store.setting import is_shared
from rising_tutor.tutor.decks.builder import DeckBuilder, offers_decks
from rising_tutor.tutor.messages import MAX_WORD

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host


@cache
def has_decks(game_id: str) -> bool:
    """Whether decks of a game can be put together: then the page is offered for it."""
    game = load_game(game_id)
    return offers_decks(game, board_for(game))


def games_with_decks() -> tuple[str, ...]:
    """The games whose decks can be put together."""
    return tuple(str(game) for game in game_ids() if has_decks(str(game)))


def deck_files(host: "Host", game: AnyGame) -> DeckFiles:
    """Where the decks of this person are kept: those of this browser where others use the server too."""
    return DeckFiles(str(game.info.id), browser=host.browser if is_shared() else "")


def builder_for(host: "Host", game: AnyGame) -> DeckBuilder:
    """What decks of a game are put together with. Raises `NoDecks`: the game has none."""
    return DeckBuilder(game, board_for(game), deck_files(host, game))


def own_choices(host: "Host", game: AnyGame) -> tuple[tuple[str, Child], ...]:
    """The own decks that may be played: each as an option of the game takes it, and its words."""
    if not has_decks(str(game.info.id)):
        return ()
    builder = builder_for(host, game)
    found = [(builder.list_to_play(one.deck), one) for one in builder.own() if one.ok]
    return tuple(
        (listed, f"{one.deck.name}, {counted(one.deck.n, 'card')}, your own")
        for listed, one in found
        if listed is not None and len(listed) <= MAX_WORD
    )


def named_deck(host: "Host", game: AnyGame, *, own: str, ready: str) -> str | None:
    """The deck that an address names, as an option of the game takes it; None where it cannot be played.

    Args:
        own: the id of an own deck; "" for one that comes with the game.
        ready: the id of that.
    """
    if not has_decks(str(game.info.id)):
        return None
    builder = builder_for(host, game)
    if own:
        found = next((one for one in builder.own() if one.id == own), None)
        return builder.list_to_play(found.deck) if found is not None and found.ok else None
    return ready if ready in builder.ready else None
