"""Arguments that several commands take, and how each is read."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from rising_tutor.core.drive import policy_named
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.reading import read_limited
from rising_tutor.decks.deck_file import deck_game, deck_option, inline
from rising_tutor.errors import BadOption, BadSeat, RisingTutorError


class CalledWrong(RisingTutorError):
    """A command asks for something that there is not."""


DONE, FOUND_WRONG, CALLED_WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit codes. 130 is what shells give a program that was interrupted."""
DEFAULT_GAME = "fire-nation-rising"
LONGEST = 64
"""Characters of a seed."""


def needs(args: argparse.Namespace, option: str, *others: str) -> None:
    """Refuse an option that would have no effect, because none of the others is given.

    Args:
        option, others: as they are typed, such as "--force".

    Raises:
        CalledWrong: it is given, and none of the others.
    """
    if is_given(args, option) and not any(is_given(args, other) for other in others):
        raise CalledWrong(f"{_typed(option)} has no effect here; expected it together with {' or '.join(others)}")


def excludes(args: argparse.Namespace, option: str, *others: str) -> None:
    """Refuse an option that would have no effect, because one of the others is given. Raises `CalledWrong`."""
    for other in others:
        if is_given(args, option) and is_given(args, other):
            raise CalledWrong(f"{_typed(option)} has no effect together with {_typed(other)}; expected one of them")


def _typed(option: str) -> str:
    """An option as it is typed; a positional argument as the help names it."""
    return option if option.startswith("-") else option.removesuffix("s").upper()


def is_given(args: argparse.Namespace, option: str) -> bool:
    """Return True if an option or a positional argument stands in the call, whatever its value."""
    return option.lstrip("-").replace("-", "_") in getattr(args, "given", ())


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME: an id or a unique beginning of one."""
    parser.add_argument("game", metavar="GAME", help="id of a game, or a unique beginning of one")


def add_setting(parser: argparse.ArgumentParser) -> None:
    """What a new game needs: seats, options, seed, and an owner's own cards."""
    parser.add_argument("--seats", type=whole, metavar="N", help="people at the table (default: the fewest)")
    parser.add_argument("--seed", type=seed, metavar="S", help="makes chance repeatable; a number or a word")
    parser.add_argument(
        "--set", type=setting, action="append", default=[], metavar="OPTION=VALUE", help="an option; may be repeated"
    )
    add_content(parser)


def add_content(parser: argparse.ArgumentParser) -> None:
    """--content: an owner's own cards."""
    parser.add_argument("--content", type=path, metavar="DIR", help="a folder with your own card files")


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json: one JSON document on standard output."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def seats_of(game: AnyGame, given: int | None) -> int:
    """The number of seats that was given, or the fewest."""
    return game.info.min_seats if given is None else given


def options_of(pairs: list[tuple[str, str]]) -> Mapping[str, str]:
    """The options of `--set`. Raises `BadOption`: one is set twice."""
    options: dict[str, str] = {}
    for name, value in pairs:
        if name in options:
            raise BadOption(name, value, f"one value, and {options[name]!r} was given before")
        options[name] = value
    return options


def options_for(game: AnyGame, pairs: list[tuple[str, str]]) -> Mapping[str, str]:
    """The options of `--set` for a game: where one asks for a deck, the name of a deck file will do.

    A record holds the list and not the name of the file, which it outlives.

    Raises:
        BadOption: one is set twice, or a deck file has faults.
    """
    options = dict(options_of(pairs))
    decks = deck_game(game)
    seats = {deck_option(seat) for seat in range(game.info.max_seats)}
    for name, value in options.items():
        if decks is None:
            break
        named = ":" in value or value in {deck.id for deck in decks.decks()}
        if name in seats and not named and not value.endswith(".toml") and Path(value).is_file():
            raise BadOption(name, value, "a deck file whose name ends in .toml")
        if value.endswith(".toml"):
            try:
                chosen = {one: given for one, given in options.items() if one not in seats}
                deck, faults = decks.check_deck(read_limited(value, where=value), chosen)
            except OSError as error:
                raise BadOption(name, value, f"a deck file that can be read ({error.strerror})") from None
            wrong = [fault for fault in faults if not fault.warning]
            if wrong:
                first = replace(wrong[0], rule="")
                raise BadOption(name, value, f"a deck that keeps the rules: {first}", wrong[0].rule or None)
            options[name] = inline(deck)
    return options


def add_programs(parser: argparse.ArgumentParser) -> None:
    """--seat: the seats that programs play."""
    parser.add_argument(
        "--seat",
        type=seat,
        action="append",
        default=[],
        metavar="N=POLICY",
        help="a program at this seat, such as 2=greedy; may be repeated",
    )


def programs_of(pairs: list[tuple[int, str]]) -> Mapping[Seat, str]:
    """The programs of `--seat`. Raises `BadSeat`: a seat is given twice."""
    programs: dict[Seat, str] = {}
    for number, policy in pairs:
        if Seat(number - 1) in programs:
            raise BadSeat(number, f"one policy, and {programs[Seat(number - 1)]!r} was given before", policy)
        programs[Seat(number - 1)] = policy
    return programs


def policies_of(game: AnyGame, given: list[str], *, seats: int) -> tuple[str, ...]:
    """The policies of `--policy`: one for all seats, or one for each.

    Raises:
        CalledWrong: the game has no policy of a name, or there are not as many as seats.
    """
    for policy in given:
        try:
            policy_named(game, policy)
        except KeyError:
            known = ", ".join(game.policies())
            raise CalledWrong(
                f"there is no policy {policy!r}; there is {known}, and each of them with an error in one choice of N, "
                "such as random~4"
            ) from None
    if len(given) not in (1, seats):
        times = counted(len(given), "time")
        raise CalledWrong(f"--policy is given {times}; expected once, or once for each of {seats} seats")
    return tuple(given)


def whole(text: str) -> int:
    """A whole number from 1."""
    return _whole(text, 1)


def place(text: str) -> int:
    """A whole number from 0."""
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < least:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a whole number from {least} to 999999999")
    return int(text)


def _shown(text: str) -> str:
    return repr(text) if len(text) <= LONGEST else f"{text[:LONGEST]!r}..."


def seed(text: str) -> str:
    """A seed: any short text."""
    if not text or len(text) > LONGEST or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text[:LONGEST]!r} is not a text of 1 to {LONGEST} printable characters")
    return text


def path(text: str) -> str:
    """The name of a file or folder; an empty one would quietly stand for the present folder."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is not the name of a file or folder")
    return text


def setting(text: str) -> tuple[str, str]:
    """An option and its value."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not written OPTION=VALUE")
    return name, value


def seat(text: str) -> tuple[int, str]:
    """A seat, counted from 1, and the policy that plays it."""
    number, equals, policy = text.partition("=")
    if not policy or not equals:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not written N=POLICY")
    return whole(number), policy
