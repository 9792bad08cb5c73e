"""The first whole game as a part of a page: one button that starts it, and how hard it is."""

from typing import TYPE_CHECKING

from rising_tutor.analysis.intervals import of_share
from rising_tutor.core.english import listed
from rising_tutor.lessons.first_game import FirstGame
from rising_tutor.probability.frequencies import often
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import Html, el
from rising_tutor.render.parts import button, fold

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

START = "first-game"


def first_game_button(*, main: bool = True, key: str = "") -> Html:
    """The one button."""
    tone = "rt-btn--main rt-btn--big" if main else "rt-btn--big"
    return button("Start your first game", START, cls=tone, key=key or START)


def start(host: "Host", game: FirstGame) -> None:
    """Begin it, with the coach on."""
    host.keep(help=game.help, warn=game.warn)
    host.start(game.teams, game.seats, game.at_seats, game.options)


def about(game: FirstGame) -> Html:
    """What it is, and behind Details how hard and how that is known."""
    won = game.measured
    low, high = of_share(won.won, won.games)
    share = won.won / won.games
    return el(
        "div",
        el(
            "p",
            "A whole game with the coach beside you. A program that makes mistakes on purpose won it "
            f"{often(share, exact=False)}; how often people win it was not measured.",
        ),
        fold(
            "Details",
            el(
                "p",
                f"The program played {won.games} games. It plays like the level Greedy, but makes one choice in "
                f"{won.errs} at random. It won {percent(share)} of them "
                f"(95 % interval {percent(low)} to {percent(high)}). The setting: {setting(game)}.",
                cls="rt-small",
            ),
            key="first-game-details",
        ),
        cls="rt-firstgame__about",
    )


def setting(game: FirstGame) -> str:
    """Its options in words."""
    chosen = [f"{name.replace('_', ' ')} {value}" for name, value in game.options.items()] or ["the standard options"]
    programs = [f"player {seat} is the program {policy}" for seat, policy in game.programs.items()]
    return listed([*chosen, *programs])
