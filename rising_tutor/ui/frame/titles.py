"""Which title a browser is at: Home, Play, Learn, Odds, Decks and Rules show that one.

A browser remembers the title that was chosen last; the word `title` in an address chooses one. What an address asks for
without it, such as a question of the odds lab, is about the first title; a rule belongs to the title whose catalogue
has it, a lesson to the one whose course has it. A lesson id that several courses have stands in
an address with its title.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, game_ids, load_game
from rising_tutor.errors import UnknownGame, UnknownRule
from rising_tutor.lessons.lesson_file import FOLDERS, games_with, lesson_files
from rising_tutor.render.html import Html, el
from rising_tutor.render.parts import empty_state

DEFAULT = "fire-nation-rising"
KEPT = "title"
#: Pages that are another one for each title; the others show games of any title.
OF_A_TITLE = ("odds", "rules", "learn", "decks")


def known(game: object) -> bool:
    """Whether there is such a title."""
    return isinstance(game, str) and game in game_ids()


def name_of(game: str) -> str:
    """The name of a title.

    >>> name_of("fire-nation-rising")
    'Fire Nation Rising'
    """
    return entry(GameId(game)).title


@cache
def title_of_rule(rule: str) -> str:
    """The title whose catalogue has this rule, "" if none has.

    >>> title_of_rule("DSR-414"), title_of_rule("XYZ-1")
    ('dark-side-rising', '')
    """
    for game in game_ids():
        try:
            catalogues.load(game).rule(rule.upper())
        except (UnknownRule, UnknownGame):
            continue
        return str(game)
    return ""


def title_for(page: str, args: Mapping[str, str], chosen: str) -> str:
    """The title that an address is about.

    >>> title_for("rules", {"rule": "DER-401"}, DEFAULT), title_for("odds", {"pool": "2g"}, "dark-side-rising")
    ('death-eaters-rising', 'fire-nation-rising')
    """
    if known(args.get("title")):
        return args["title"]
    if page == "rules" and args.get("rule"):
        return title_of_rule(args["rule"]) or chosen
    lesson = _lesson(page, args)
    if lesson:
        found = games_with(lesson)
        return chosen if chosen in found or not found else str(found[0])
    return DEFAULT if page in OF_A_TITLE and args else chosen


def needs_title(page: str, args: Mapping[str, str], shown: str) -> bool:
    """Whether an address without the word `title` would be taken for one about another title than the one shown.

    >>> needs_title("odds", {}, "dark-side-rising"), needs_title("rules", {"rule": "FNR-414"}, "dark-side-rising")
    (True, False)
    """
    if page not in OF_A_TITLE or "title" in args or args.get("rule"):
        return False
    lesson = _lesson(page, args)
    if lesson:
        found = games_with(lesson)
        return shown in found and len(found) > 1
    return title_for(page, args, DEFAULT) != shown


def _lesson(page: str, args: Mapping[str, str]) -> str:
    return next((args[kind] for kind in FOLDERS if args.get(kind)), "") if page == "learn" else ""


def title_picker(chosen: str, games: Sequence[str] | None = None) -> Html:
    """A button for each title.

    Args:
        games: the titles; by default all there are.
    """
    return el(
        "div",
        [
            el(
                "button",
                name_of(game),
                type="button",
                aria_pressed="true" if game == chosen else "false",
                data_do="title",
                data_arg=game,
                data_key=f"title:{game}",
            )
            for game in (game_ids() if games is None else games)
        ],
        cls="rt-seg rt-titles",
        role="group",
        aria_label="Game",
    )


def has_lessons(game: str) -> bool:
    """Whether there is anything to learn for a title."""
    return any(True for _ in lesson_files(GameId(game)))


def no_lessons(game: str) -> Html:
    """What the page Learn says for a title that has no lessons."""
    title = name_of(game)
    sisters = load_game(game).info.family == load_game(DEFAULT).info.family
    return el(
        "div",
        el("h1", "Learn"),
        title_picker(game),
        empty_state(
            f"There are no lessons for {title} yet.",
            "The table has a coach that names the rule of every step, and the whole rulebook can be searched.",
            ("go", f"#play?new=1&title={game}", "To the table"),
        ),
        el(
            "p",
            el("a", f"Read the rules of {title}", href=f"#rules?title={game}", data_do="go", data_arg="#rules"),
            " or ",
            el("a", f"learn {name_of(DEFAULT)}", href="#learn", data_do="title", data_arg=DEFAULT),
            ", which has the same frame of a turn." if sisters else ", another game.",
        ),
        cls="rt-stack rt-titlebox",
    )
