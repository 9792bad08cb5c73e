"""The page Play: a game at the table, kept on disk as it is played."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.core.ids import Seat
from rising_tutor.core.numbers import whole
from rising_tutor.core.session import GameSession
from rising_tutor.core.view import Viewer
from rising_tutor.errors import BadOption, BadSeat, CannotStore
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX
from rising_tutor.store.games import HeldElsewhere, NotHere, OpenGame, Store, Unplayable, file_name
from rising_tutor.store.setting import game_in_use, game_of
from rising_tutor.tutor.background import Background, in_kernel
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.coach.warning import Misplay
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.table.advice import advice
from rising_tutor.tutor.table.beats import KEPT as BEATS
from rising_tutor.tutor.table.beats import switch, watched
from rising_tutor.tutor.table.controller import CHOICES, EACH, TableController, ask_control, stops_control
from rising_tutor.tutor.table.end import GameEnd, again, harder
from rising_tutor.tutor.table.roll_odds import CLOSED, Found, TurnOdds
from rising_tutor.ui.components.stage import Stage
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.decks.own import named_deck, own_choices
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.frame.titles import KEPT, known, title_picker
from rising_tutor.ui.play.coach import Coach
from rising_tutor.ui.play.deck_picker import deck_fields
from rising_tutor.ui.play.practise import practise_panel
from rising_tutor.ui.play.roll_odds import panel
from rising_tutor.ui.play.start_form import (
    chosen_of,
    first_pair,
    follow,
    form,
    options_of,
    programs_in,
    seat_fault,
    seats_for,
    toggled,
    usual_programs,
)

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

ABOVE = ("top", "rail", "end")
COLUMN = ("rule", "coach", "odds", "events", "log", "tools")
_STOPS = "stops"
_ASK = "ask"
"""What a browser remembers it by where the table waits while programs move."""
_KEYS = (
    ("U", "undo the last choice"),
    ("H", "more help from the coach"),
    ("?", "these keys"),
    ("Esc", "close"),
)


class PlayPage(ipywidgets.VBox):
    """Either the form for a new game, or the table.

    Attributes:
        game, board: of the title of the form.
        ahead: whether the review of a game begins as it ends; else it is asked for.
        on_mistake: called with what was refused, or lost more than the amount of the warning; see `coach_warning`.
        on_change: called with the game whenever it was drawn anew.
    """

    def __init__(self, host: "Host", store: Store | None = None) -> None:
        self.host = host
        self.store = store or Store()
        self._at = ""
        self._take_title()
        self.kept: OpenGame | None = None
        self.controller: TableController | None = None
        self.odds: TurnOdds | None = None
        self.coach: Coach | None = None
        self.background = Background(guard=host.guard)
        # The review of a game that is over: what else is counted does not end it.
        self.review = Background(guard=host.guard)
        self.on_mistake: Callable[[Misplay], object] = nothing
        self.on_change: Callable[[GameSession], object] = nothing
        self.form = HtmlView(("all",), kind="rt-wrap rt-startpage")
        self.table = Stage(above=ABOVE, column=COLUMN, kind="rt-wrap rt-play", gone=True)
        self.ahead = in_kernel()
        self._keys = False
        self._what_now = EMPTY
        self._stopped: tuple[str, int] | None = None
        super().__init__([self.form, self.table, styles("stage.css", "coach.css", "end.css")])
        self.form.on_do(host.guard(self._on_form))
        self.table.on_do(host.guard(self._on_table))

    def _take_title(self) -> None:
        """The form is for the title that this browser is at; another one begins with an empty form."""
        if self._at != self.host.title:
            self._at = self.host.title
            self.game = game_in_use(self._at)
            self.board = board_for(self.game)
            self._teams: tuple[str, ...] = first_pair(self.board.sides())
            self._more = False
            self._fields: dict[str, str] = {}

    # Coming and going ------------------------------------------------------------

    def opened(self, args: dict[str, str]) -> None:
        """Show the game that is played, the one that this browser played last, or the form."""
        self._take_title()
        if "new" in args:
            named = chosen_of(args["new"].split(","), self.board.sides())
            self._teams = named or self._teams
            self._more = "more" in args
            self._take_deck(args.get("own", ""), args.get("deck", ""))
            self._show_form()
        elif "game" in args:
            self._resume(args["game"])
        elif self.controller is not None:
            self._show_table()
        else:
            last = self.host.kept("game")
            if isinstance(last, str) and last:
                self._resume(last)
            else:
                self._show_form()

    def _take_deck(self, own: str, ready: str) -> None:
        """The first seat plays the deck that an address names: an own one, or one that comes with the game."""
        fields = deck_fields(self.game)
        if not fields or not (own or ready):
            return
        named = named_deck(self.host, self.game, own=own, ready=ready)
        if named is None:
            self.host.say(f"There is no deck {(own or ready)[:40]} that may be played.")
        else:
            self._fields = {**(self._fields or usual_programs(self.game)), fields[0]: named}

    def start(
        self,
        teams: tuple[str, ...],
        seats: int,
        options: dict[str, str],
        programs: Mapping[Seat, str] | None = None,
        *,
        seed: str = "",
    ) -> None:
        """Begin a new game of the title that this browser is at.

        Args:
            teams: in seating order; none where they are chosen at the table.
            seats: how many play.
            options: of the game.
            programs: the policy of each seat that no person plays.
            seed: fixes its chance; one that nobody knows by default.

        Raises:
            BadOption: the form can show it.
            BadSeat: a program cannot play there.
            CannotStore: nothing was begun.
        """
        self._take_title()
        given = {**options, **({"teams": ",".join(teams)} if teams else {})}
        browser = self.host.browser
        kept = self.store.begin(self.game, seats, given, browser=browser, seed=seed, programs=programs)
        kept.player.settle()
        self._sit_down(kept)
        self._redraw()
        self._let_them()

    def leave(self) -> None:
        """Close the game at the table, so that the page has none."""
        if self.kept is not None:
            self.kept.close()
        self.background.stop()
        self.review.stop()
        self.kept = self.controller = self.odds = self.coach = self._stopped = None
        self.host.keep(game="")

    def _let_them(self) -> None:
        """Programs move to where the table first waits, where it does not stop at each move."""
        controller = self.controller
        if controller is not None and controller.stops != EACH and controller.player.program:
            self._stored(lambda controller: controller.handle(Message("stop-at", controller.stops)))

    def _begin_again(self, options: Mapping[str, str]) -> None:
        """Begin another game like the one that is played, with these options.

        Raises:
            CannotStore: nothing was begun.
        """
        assert self.kept is not None
        player = self.kept.player
        kept = self.store.begin(player.game, player.seats, options, browser=self.host.browser, programs=player.programs)
        kept.player.settle()
        self._sit_down(kept)
        self._redraw()
        self._let_them()
        self.host.mark("play")
        self.table.say(top=1)

    def _opened_record(self, key: str) -> ReplayPlayer:
        """The record of a game, for its review."""
        return open_replay(self.store.record(key).encode(), file_name(key, RECORD_SUFFIX), game_of)

    def _draw_end(self) -> None:
        if self.controller is not None and self.controller.player.over:
            self.table.draw(end=self.controller.parts()["end"])

    def _resume(self, key: str) -> None:
        if self.kept is not None and self.kept.key == key:
            self._show_table()
            return
        try:
            if not self.host.may_write(key, self.store):
                self._show_form(_of_another(key))
                return
            kept = self.store.resume(key)
        except HeldElsewhere as held:
            self._show_form(self._held(key, str(held)))
            return
        except Unplayable as fault:
            self._let_go(key)
            self._show_form(_not_playable(key, str(fault)))
            return
        except NotHere as gone:
            self._let_go(key)
            self._show_form(el("p", str(gone), cls="rt-refuse", role="alert"))
            return
        self._sit_down(kept)
        self._redraw()

    def _let_go(self, key: str) -> None:
        """This browser does not come back by itself to a game that cannot be played."""
        if self.host.kept("game") == key:
            self.host.keep(game=self.kept.key if self.kept is not None else "")

    def _sit_down(self, kept: OpenGame) -> None:
        if self.kept is not None:
            self.kept.close()
        self.kept = kept
        level = self.host.kept("help")
        self.background.stop()
        self.odds = TurnOdds(kept.player)
        self.controller = TableController(kept.player, help_level=level if isinstance(level, str) else "rule")
        self.controller.watched = watched(self.host.kept(BEATS))
        self.controller.meanwhile = self._redraw
        # Programs on one's own side are watched move by move, those on the other side play on.
        stops = self.host.kept(_STOPS)
        usual = EACH if kept.player.game.info.shared else CHOICES
        self.controller.stops = stops if isinstance(stops, str) and stops in self.controller.stop_words else usual
        ask = self.host.kept(_ASK)
        if isinstance(ask, str) and ask in self.controller.ask_levels:
            self.controller.ask = ask
        self.review.stop()
        self.controller.end = GameEnd(
            kept.player,
            self.review,
            opened=partial(self._opened_record, kept.key),
            work=self.host.reviews,
            changed=self._draw_end,
        )
        self.coach = Coach(
            self.controller,
            self.background,
            level=str(self.host.kept("warn")),
            changed=self._draw_beside,
            make=self._make,
            keep=lambda warn: self.host.keep(warn=warn),
            on_mistake=self._mistaken,
        )
        self.coach.warning.goals = self.odds.chosen_goals
        self.controller.adviser = partial(advice, kept.player, self.odds, self.coach.choices)
        self.host.keep(game=kept.key, games=self.host.with_game(kept.key))

    def _held(self, key: str, why: str) -> Html:
        return el(
            "div",
            el("h2", "The game is open elsewhere"),
            el("p", why, " It opens here as soon as it is closed there."),
            el("div", button("Try again", "again", key, data_again=True), cls="rt-row"),
            cls="rt-panel rt-held",
            role="status",
        )

    # The form --------------------------------------------------------------------

    def _on_form(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if do == "team":
            self._teams = toggled(self._teams, arg, self.board.sides())
            if self.game.info.min_seats > 1:
                self._fields.pop("seats", None)
        elif do == "fields":
            self._fields = follow(self.game.info, message.fields)
            if arg not in ("preset", "seats"):  # others change nothing that is shown
                return
        elif do == "title":
            if known(arg):
                self.host.keep(**{KEPT: arg})
                self.host.mark("play", new="1", title=arg)
            self._take_title()
        elif do == "again":
            self._resume(arg)
            return
        elif do == "look":
            self.host.go("replays", game=arg)
            return
        elif do == "branch":
            theirs = self.store.replay(arg)
            self.host.go("play", game=self.store.branch(theirs.header, theirs.lines, self.host.browser))
            return
        elif do == "start":
            self._fields = follow(self.game.info, message.fields)
            seats = self._fields.get("seats") or str(seats_for(self.game.info, self._teams))
            n_seats = whole(seats, below=1000) or 0
            try:
                options = options_of(self.game.info, self._fields)
                self.start(self._teams, n_seats, options, programs_in(self.game.info, self._fields))
            except BadOption as fault:
                self._show_form(fault=fault)
            except BadSeat as wrong:
                self._more = True
                self._show_form(el("p", seat_fault(wrong, n_seats), cls="rt-refuse", role="alert"))
            else:
                # A reload comes back to the game, not to the form.
                self.host.mark("play")
            return
        else:
            self._common(message)
            return
        self._show_form()

    def _show_form(self, notice: Child = None, fault: BadOption | None = None) -> None:
        own = own_choices(self.host, self.game)
        self.form.draw(
            all=join(
                el("h1", "A new game of ", self.game.info.title),
                notice,
                el("p", button("Back to the game", "back", cls="rt-btn--quiet"))
                if self.controller is not None
                else None,
                title_picker(self._at),
                form(self.game, self.board, self._teams, self._fields, fault, more=self._more, own=own),
                self.board.origin_note,
            )
        )
        self.table.gone, self.form.gone = True, False

    # The table -------------------------------------------------------------------

    def _on_table(self, message: Message) -> None:
        do = message.do
        if self.controller is None or self._common(message):
            return
        if self.controller.end.handle(message):
            self.table.focus("end-why")
            return
        if do == BEATS:
            self.controller.watched = watched(message.arg)
            self._redraw()
            return
        if do == "odds" or do.startswith("odds-"):
            self._on_odds(message)
            return
        if do == "stop-at" and message.arg in self.controller.stop_words:
            self.host.keep(**{_STOPS: message.arg})
        if do == "ask" and message.arg in self.controller.ask_levels:
            self.host.keep(**{_ASK: message.arg})
        if self.coach is not None and self.coach.handle(message):
            return
        if self._stored(lambda controller: controller.handle(message)) and do in (
            "press",
            "act",
            "roll",
            "stop",
            "discard",
            "undo",
        ):
            self.host.say("")

    def _make(self, action: Any) -> None:
        """Makes an action that the coach held back."""
        self._stored(lambda controller: controller.make(action))

    def _stored(self, work: Callable[[TableController], object]) -> bool:
        """Does something at the controller and shows the table; False if it could not be written down."""
        assert self.controller is not None
        was_over = self.controller.player.over
        try:
            work(self.controller)
        except CannotStore as fault:
            self.host.say(f"{fault}. The table stands as it was; make room and try again.")
            self._redraw()
            return False
        if was_over and not self.controller.player.over:
            self.controller.end.forget()
        self._redraw()
        if self.controller.player.over and not was_over:
            self.table.focus("end")
            if self.ahead:
                self.controller.end.begin()
        return True

    def _common(self, message: Message) -> bool:
        """What the page itself does; True if the message was for it."""
        do, arg = message.do, message.arg
        key = self.kept.key if self.kept is not None else ""
        if self.host.handle(message):
            return True
        if do == "new":
            self.host.go("play", new="1")
        elif do == "back":
            self.host.go("play")
        elif do == "same-again" and self.kept is not None:
            self._begin_again(again(self.kept.player))
        elif do == "harder" and self.kept is not None:
            step = harder(self.kept.player.game.info, again(self.kept.player))
            if step is not None:
                self._begin_again(step)
        elif do == "review-game" and key and self.controller is not None:
            at = arg or str(self.controller.end.opens)
            self.host.go("replays", game=key, view="review", at=at)
        elif do == "replay" and (arg or key):
            self.host.go("replays", game=arg or key)
        elif do == "save" and key:
            self.table.download(file_name(key, NOTATION_SUFFIX), self.store.notation(key, self._eyes))
        elif do == "save-record" and key:
            self.table.download(file_name(key, RECORD_SUFFIX), self.store.record(key, self._eyes))
        elif do == "keys":
            self._keys = not self._keys
            self.table.draw(tools=self._tools())
        else:
            return False
        return True

    @property
    def _eyes(self) -> Viewer:
        """Whose screen it is: whose side of a running game a file may hold."""
        return self.kept.player.viewer if self.kept is not None else None

    def show_rule(self, panel: Html) -> None:
        """The reader stands in the side column, so that the table stays in view."""
        self.host.show_rule_in(self.host.reader if self.table.gone else self.table, panel)

    def _show_table(self) -> None:
        self.form.gone, self.table.gone = True, False

    def _redraw(self) -> None:
        if self.controller is None or self.kept is None or self.odds is None or self.coach is None:
            return
        if self.odds.catch_up():
            self.background.stop()
        self.coach.catch_up()
        parts = self.controller.parts()
        self._what_now = parts.pop("coach", EMPTY)
        self.table.draw(**parts, tools=self._tools())
        self._draw_beside()
        self._show_table()
        player = self.kept.player
        where = player.game.where(player.state)
        self.host.safe(f"up to {where}")
        self.host.keep(game=self.kept.key, help=self.controller.help, line=self.controller.board.summary(player.view))
        self.host.tell(self.controller.spoken)
        self.on_change(player)

    # The odds of a roll: counted when they are asked for, beside the page, and gone when the table moves on. A coach
    # that names the best move asks for the same ones. -----------------------------------------------------------------

    def _on_odds(self, message: Message) -> None:
        assert self.odds is not None
        if self.odds.handle(message):
            self._draw_odds()
            self._count()
        elif self.odds.state == CLOSED:
            self.background.stop()
        self._draw_beside()
        if message.do in ("odds", "odds-close"):
            self.table.focus("odds-head")

    def _count(self) -> None:
        assert self.odds is not None
        self.background.start(
            self.odds.work,
            self._counted,
            failed=self._not_counted,
            tell=self._counting,
            dropped=self.odds.put_away,
        )

    def _counted(self, found: Found) -> None:
        if self.odds is not None:
            self.odds.show(found)
            self._draw_beside()

    def _not_counted(self, fault: BaseException) -> None:
        if self.odds is not None:
            try:
                self.odds.fail(fault)
            except BaseException:
                self._draw_odds()
                raise
            self._draw_beside()

    def _counting(self, done: int, total: int) -> None:
        if self.odds is not None:
            self.odds.tell(done, total)
            self._draw_odds()

    def _draw_odds(self) -> None:
        """The dice step has its exact odds, any other choice an estimate."""
        if self.odds is not None and self.coach is not None:
            self.table.draw(odds=panel(self.odds, self._word) if self.odds.cards else self.coach.worth())

    # The coach -------------------------------------------------------------------------------------------------------

    def _draw_beside(self, focus: str = "") -> None:
        """What stands beside the table, and where the focus goes."""
        if self.controller is not None and self.controller.help == "move" and self.odds is not None:
            if not self.background.busy and self.odds.count():
                self._count()
            self._what_now = self.controller.parts().get("coach", EMPTY)
        self._draw_odds()
        if self.coach is not None:
            practise = EMPTY if self._stopped is None else self._practise(*self._stopped)
            self.table.draw(coach=self.coach.beside(self._what_now, practise))
        if focus:
            self.table.focus(focus)

    def _mistaken(self, misplay: Misplay) -> None:
        if self.controller is not None:
            self._stopped = (misplay.rule, self.controller.player.n_moves)
        self.on_mistake(misplay)

    def _practise(self, rule: str, at: int) -> Html:
        """The lesson for what the coach stopped last, as long as the game stands there."""
        if self.controller is None or self.controller.player.n_moves != at:
            self._stopped = None
            return EMPTY
        return practise_panel(self.controller.player.game.info.id, rule)

    def _word(self, action: object) -> str:
        assert self.controller is not None
        return self.board.word(self.controller.player.view, action)

    @property
    def _side(self) -> str:
        """What a file of a running game leaves out, in words; "" where it leaves out nothing."""
        session = self.kept.player if self.kept is not None else None
        if session is None or session.over or not session.game.info.hidden:
            return ""
        return " A file saved while the game runs holds your side of it only."

    def _stops(self) -> Html | None:
        """Where the table waits, for a game with programs at it."""
        player = self.controller.player if self.controller is not None else None
        if self.controller is None or player is None or not (player.programs and player.people):
            return None
        levels = self.controller.ask_levels
        asks = ask_control(levels, self.controller.ask) if levels else None
        return join(stops_control(self.controller.stop_words, self.controller.stops), asks)

    def _tools(self) -> Html:
        keys: Child = None
        if self._keys:
            of_table = self.controller.board.keys if self.controller is not None else ()
            every = (("Tab", "next part"), *of_table, *_KEYS)
            keys = el(
                "dl",
                [[el("dt", el("kbd", key)), el("dd", does)] for key, does in every],
                cls="rt-keys",
                aria_label="Keys",
                data_key="keys",
            )
        over = self.controller is not None and self.controller.player.over
        game = self.controller.player.game if self.controller is not None else self.game
        return el(
            "section",
            el("h2", "This game"),
            el("p", f"Every step is kept on disk as it happens.{self._side}", cls="rt-small rt-muted"),
            el(
                "div",
                button("Save as file", "save"),
                button("Save the record", "save-record", cls="rt-btn--quiet"),
                button("New game", "new", cls="rt-btn--quiet", key="new2") if not over else None,
                switch(game.info.turn_of_others, on=self.controller is None or self.controller.watched),
                self._stops(),
                button("Keys", "keys", hot="?", cls="rt-btn--quiet", aria_expanded="true" if self._keys else "false"),
                cls="rt-row",
            ),
            keys,
            cls="rt-panel rt-tools",
        )


def _not_playable(key: str, why: str) -> Html:
    return el(
        "div",
        el("h2", "This game stays as it is"),
        el("p", why),
        el("div", button("Open it in Replays", "replay", key), cls="rt-row"),
        cls="rt-panel rt-held",
        role="alert",
    )


def _of_another(key: str) -> Html:
    return el(
        "div",
        el("h2", "This game belongs to another browser"),
        el(
            "p", "Only the browser that began it goes on with it. You can look at it, or play on as a game of your own."
        ),
        el(
            "div",
            button("Look at it in Replays", "look", key),
            button("Play on from here as my own game", "branch", key, cls="rt-btn--quiet"),
            cls="rt-row",
        ),
        cls="rt-panel rt-held",
        role="status",
    )


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    page = PlayPage(host)
    books: dict[str, LearnerBook] = {}

    def mistaken(misplay: Misplay) -> None:
        """Keeps it in the learner file of the title that is played."""
        if page.controller is not None:
            game = page.controller.player.game.info.id
            books.setdefault(game, LearnerBook(host, game)).mistaken(misplay)

    page.on_mistake = host.guard(mistaken)
    return page
