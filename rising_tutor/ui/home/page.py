"""The page Home: start a game in one press, go on with one, find the other pages."""

import re
import time
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.core.game import GameInfo
from rising_tutor.core.registry import game_ids, in_work, load_game
from rising_tutor.errors import CannotStore
from rising_tutor.lessons.learner.facts import Progress, progress_of
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.render.forms import submit
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import button, cite, fold, icon
from rising_tutor.render.symbols import sign
from rising_tutor.store.games import Saved, Store
from rising_tutor.store.setting import game_in_use
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.compare.page import way
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.decks.own import has_decks, own_choices
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.frame.titles import DEFAULT, known, name_of, title_picker
from rising_tutor.ui.learn.missions import next_mission
from rising_tutor.ui.learn.path import chosen as next_lesson
from rising_tutor.ui.play.deck_picker import with_decks
from rising_tutor.ui.play.start_form import (
    FEWEST,
    decks_and_seats,
    first_pair,
    options_of,
    programs_against,
    programs_in,
    seats_for,
    start_words,
    team_picker,
    toggled,
)

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

_PEOPLE = "people"
_LISTED = 4
_DICE_ROUTE = "Dice, then a card. What fits is marked; what does not is answered with its rule."
_ODDS = (
    "Odds",
    "Build a pool, name a need: the exact chance, the best choice of a roll, what the others cost.",
    "odds",
    "Open the odds lab",
)

_DECKS = (
    "Decks",
    "Put a deck of your own together: every problem at once with its rule. Save it, and play with it.",
    "decks",
    "To the decks",
)


class HomePage(HtmlView):
    """One sentence, the Teams if any, one Start button; below: the game to continue, the routes, the games."""

    def __init__(self, host: "Host", store: Store | None = None) -> None:
        self.host = host
        self.store = store or Store()
        self._at = ""
        self._take_title()
        self.done: Mapping[str, Progress] = {}
        super().__init__(("start", "resume", "routes", "games"), kind="rt-wrap rt-home")
        self.on_do(host.guard(self._done))

    def _take_title(self) -> None:
        """Show the title that this browser is at."""
        if self._at == self.host.title:
            return
        self._at = self.host.title
        self.game = game_in_use(self._at)
        self.board = board_for(self.game)
        self.course = load_course(self.game.info.id)
        self.book = LearnerBook(self.host, self._at)
        self.sides = self.board.sides()
        self.teams: tuple[str, ...] = first_pair(self.sides)
        self.fields: Mapping[str, str] = {}

    def opened(self, _args: dict[str, str]) -> None:
        """Draw it with the games and lessons as they are now."""
        self._take_title()
        try:
            self.book.read()
        except CannotStore as fault:
            self.host.say(f"{fault}.")
        self.done = progress_of(self.book.facts)
        self.draw(start=self._start(), resume=self._resume(), routes=self._routes(), games=self._games())

    def _done(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if do == "team":
            self.teams = toggled(self.teams, arg, self.sides)
            self.draw(start=self._start())
        elif do == "fields":
            self.fields = message.fields
        elif do == "start":
            self.fields = message.fields or self.fields
            if self.sides and len(self.teams) < FEWEST:
                self.host.say(f"Tick at least two Teams{self._why_two()}.")
                return
            self.host.say("")
            against = {} if arg == _PEOPLE else programs_against(self.game)
            if with_decks(self.game) and self.fields:
                against = programs_in(self.game.info, self.fields)
            seats = seats_for(self.game.info, self.teams)
            self.host.start(self.teams, seats, against, options_of(self.game.info, self.fields))
        elif do == "options":
            self.host.go("play", new=",".join(self.teams) or "1", more="1", title=self._at)
        elif do == "continue":
            self.host.go("play", game=arg)
        else:
            self.host.handle(message)

    def _why_two(self) -> str:
        solo = self.board.setup_rules.solo
        return f": a single player runs two of them or more ({solo})" if solo else ", one for each player"

    def _start(self) -> Html:
        # One main button: a newcomer's is the first mission, or the first lesson.
        leads = next_mission(self.course, self.done) is not None or (self.course.lessons and not self.done)
        tone = "" if leads else "rt-btn--main"
        form = el(
            "form",
            title_picker(self._at),
            self._teams() if self.sides else None,
            decks_and_seats(
                self.game, self.fields, seats_for(self.game.info, self.teams), own_choices(self.host, self.game)
            ),
            el(
                "div",
                self._start_buttons(f"{tone} rt-btn--big"),
                button([icon("i-gear"), "More choices"], "options", cls="rt-btn--quiet rt-btn--big"),
                cls="rt-row",
            ),
            cls="rt-start",
            data_do="start" if with_decks(self.game) else None,
            data_live="fields" if with_decks(self.game) else None,
            aria_label="Start a game",
        )
        return el(
            "section",
            el(
                "div",
                el("h1", "Learn the turn, play it, see why it went that way."),
                el(
                    "p",
                    f"A table and a patient coach for {self.game.info.title}: every step with its rule. No account.",
                    cls="lead",
                ),
                self._first(),
                form,
            ),
            el("div", _wheel(self._at), cls="rt-homeart") if dice_game(self.game) is not None else None,
            cls="rt-hero",
        )

    def _teams(self) -> Html:
        """The Teams to choose from, for a game that has some."""
        rules = self.board.setup_rules
        two = "two for a solo game " if rules.solo else "one for each player at this screen "
        return join(
            el(
                "div",
                el("b", "Your Teams"),
                el("span", two, cite(rules.solo or rules.seats), cls="rt-small rt-muted"),
                cls="rt-row rt-row--apart",
            ),
            team_picker(self.sides, self.teams),
        )

    def _start_buttons(self, tone: str) -> Child:
        """The ways to begin at once: with the ticked Teams; without Teams against a program, or for people alone."""
        if self.sides:
            enough = len(self.teams) >= FEWEST
            words = start_words(self.game.info, self.sides, self.teams, {})
            label = words if enough else "Start: tick two Teams or more"
            return button(label, "start", cls=tone, key="start", disabled=not enough)
        if with_decks(self.game):
            return submit("Start the game", key="start", cls=tone)
        n = seats_for(self.game.info, ())
        people = "Start: one player" if n == 1 else f"Start: {n} players"
        if not programs_against(self.game):
            return button(people, "start", cls=tone, key="start")
        return [
            button("Start: against a program", "start", cls=tone, key="start"),
            button(f"{n} people here", "start", _PEOPLE, cls="rt-btn--big", key="start-people"),
        ]

    def _first(self) -> Child:
        """The way into the first mission or lesson, or on from where they stopped."""
        mission = next_mission(self.course, self.done)
        lesson = mission or next_lesson(self.course, self.done)
        if lesson is None:
            return None
        begun = bool(self.done)
        if mission is not None:
            return self._mission(mission, begun=begun)
        return el(
            "div",
            button(
                f"Go on learning: {lesson.title}" if begun else f"New here? Start with: {lesson.title}",
                "go",
                f"#learn?lesson={lesson.id}",
                cls="rt-btn--big" if begun else "rt-btn--main rt-btn--big",
                key="first-lesson",
            ),
            el(
                "span",
                f"About {counted(lesson.minutes, 'minute')}, at the table from the start.",
                cls="rt-small rt-muted",
            ),
            cls="rt-row rt-firstlesson",
        )

    def _mission(self, mission: Lesson, *, begun: bool) -> Html:
        """The next mission; somebody who is new is led to the first one."""
        number = self.course.missions.index(mission) + 1
        told = (
            f"Mission {number} of {len(self.course.missions)}" if begun else "First time here? Play the first mission"
        )
        return el(
            "div",
            el("p", el("b", told), f", about {counted(mission.minutes, 'minute')}.", cls="rt-firstlesson__told"),
            button(
                f"{'Go on' if begun else 'Play'}: {mission.title}",
                "go",
                f"#learn?{mission.kind}={mission.id}",
                cls="rt-btn--main rt-btn--big",
                key="first-lesson",
            ),
            cls="rt-firstlesson",
        )

    def _resume(self) -> Html:
        """The game of this browser first, then the others in the folder."""
        saved = self.store.games(self.host.own_games())
        mine = self.host.kept("game")
        running = [game for game in saved if game.sound and not game.over and known(game.game)]
        running.sort(key=lambda game: game.key != mine)
        rows = [
            self._resume_row(game, first=at == 0, mine=game.key == mine) for at, game in enumerate(running[:_LISTED])
        ]
        if not rows:
            return el("div", cls="rt-none")
        others = counted(len(rows) - 1, "more unfinished game")
        more = fold(others, rows[1:], cls="rt-more", key="more-games") if len(rows) > 1 else None
        return el("section", el("h2", "Continue", cls="rt-sr"), rows[0], more, cls="rt-resumes")

    def _resume_row(self, game: Saved, *, first: bool, mine: bool) -> Html:
        said = self.host.kept("line") if mine else None
        names = {side.id: side.name for side in board_for(game_in_use(game.game)).sides()}
        chosen = [names.get(team.strip(), team) for team in game.title.split(",") if team]
        teams = f"Teams {listed(chosen)}" if chosen else "Teams chosen at the table" if names else "Begun here"
        text = (
            said if isinstance(said, str) else f"{teams}, {time.strftime('%d %B, %H:%M', time.localtime(game.when))}."
        )
        return el(
            "div",
            el("span", capital(game.place), cls="rt-tag rt-tag--you"),
            el("p", el("b", name_of(game.game)), ". ", text),
            button("Continue this game" if first else "Continue", "continue", game.key),
            cls="rt-resume",
        )

    def _routes(self) -> Html:
        dice = dice_game(self.game) is not None
        routes = [
            (
                "Play",
                _DICE_ROUTE if dice else "Every choice has its button; what is not possible is answered with its rule.",
                "play",
                "To the table",
            ),
            (
                "Learn",
                "Six missions, then a library of lessons for every rule. Every answer comes with its rule."
                if self.course.missions
                else "Lessons for every step of a turn, scenarios, your own mistakes, each with its rule.",
                "learn",
                "To the lessons",
            ),
            (
                "Replays",
                "Step through a recorded game and have it reviewed: what was luck, and what a mistake.",
                "replays",
                "Open replays",
            ),
            *([_ODDS] if dice else []),
            *([_DECKS] if has_decks(self._at) else []),
            (
                "Rules",
                "The whole rulebook in our own words, searchable, with page and status.",
                "rules",
                "Read the rules",
            ),
        ]
        return el(
            "div",
            [
                el(
                    "section",
                    el("h2", title),
                    el("p", text),
                    button(label, "go", f"#{page}"),
                    cls="rt-panel rt-door",
                )
                for title, text, page, label in routes
            ],
            cls="rt-doors",
        )

    def _games(self) -> Html:
        rows: list[Child] = []
        for game_id in game_ids():
            info = load_game(game_id).info
            open_ = button("Play", "go", f"#play?new=1&title={game_id}")
            rows.append(_game_row(info.title, _about(info), info.stage, open_, good=True))
        for game_id in in_work():
            info = load_game(game_id).info
            rows.append(_game_row(info.title, _about(info), info.stage, None, good=False))
        return el(
            "section",
            el("div", el("h2", "Games"), way(), cls="rt-row rt-row--apart"),
            el("ul", rows),
            self.board.origin_note,
            cls="rt-games",
        )


def seats_in_words(low: int, high: int) -> str:
    """How many people can play.

    >>> seats_in_words(2, 2), seats_in_words(1, 5)
    ('2 players', '1 to 5 players')
    """
    return f"{low} players" if low == high else f"{low} to {high} players"


def for_whom(info: GameInfo) -> str:
    """How many people can play, and what the box says of their age and of the time, where it does."""
    seats = seats_in_words(info.min_seats, info.max_seats)
    return f"{seats}, ages {info.age} and up, about {info.minutes} minutes" if info.age else seats


def _about(info: GameInfo) -> str:
    """Of which family it is, and for whom."""
    return f"{info.family.replace('_', ' ')} family, {for_whom(info)}"


def _game_row(title: str, about: str, stage: str, way: Html | None, *, good: bool) -> Html:
    return el(
        "li",
        el("strong", title),
        el("span", capital(about), cls="d rt-muted"),
        el("span", stage, cls=f"rt-tag {'rt-tag--good' if good else ''}"),
        way,
    )


@cache
def _wheel(title: str) -> Html:
    """The picture of the table beside the first sentence: our own drawing, with the symbols of the title."""
    drawn = files("rising_tutor.render").joinpath("wheel.svg").read_text(encoding="utf-8").strip()
    dice, plain = dice_game(game_in_use(title)), dice_game(game_in_use(DEFAULT))
    if dice is not None and plain is not None:
        pairs = zip(plain.odds_symbols().values(), dice.odds_symbols().values(), strict=False)
        names = {sign(old).removeprefix("g-"): sign(new).removeprefix("g-") for old, new in pairs}
        drawn = re.sub(r"(?<=g-)(?:-?)(\w+)(?=\")", lambda found: found[0].replace(found[1], names[found[1]]), drawn)
    return Html(drawn)


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return HomePage(host)
