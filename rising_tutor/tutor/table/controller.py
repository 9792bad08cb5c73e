"""What a person sees and does at a table: the controller behind the page Play, without a widget in it.

It takes messages as `view.py` describes them and gives parts of HTML. A press is turned into an action by the board; an
action that the rules refuse becomes a refusal with its rule and the nearest legal action.

    press ARG     a die, card, location or token
    act N         the action with this number among the legal ones
    roll, stop, discard, nearest, advice, close
    undo N        back to before move N; without N, before the last choice
    help LEVEL, unfold TEAM, turn N, settle
    program       the program that has to choose makes its move
    programs      programs move until a person has to choose
    stop-at WHERE where the table waits while programs move, of `stop_words`
    ask LEVEL     when the person is asked where nothing has to be done, of `AskingBoard.ask_levels`
    take-screen   whoever has to choose is at the screen now
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import (
    Beat,
    Hint,
    Look,
    Pick,
    Said,
    SeenMove,
    Try,
    asking_board,
    brink_board,
    turned_over,
)
from rising_tutor.boards.remembered import remembered
from rising_tutor.catalogues import found_rule
from rising_tutor.core.branch import Made
from rising_tutor.core.english import counted, listed
from rising_tutor.core.event import Event
from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.numbers import whole
from rising_tutor.core.people import names_at, player_name, with_names
from rising_tutor.core.session import GameSession
from rising_tutor.core.view import Viewer
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, fold, icon, one_of, panel_head
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.advice import Advice, simple_advice
from rising_tutor.tutor.table.beats import beats_of, captioned, next_number
from rising_tutor.tutor.table.end import GameEnd
from rising_tutor.tutor.table.end_page import end_page

#: What a press may do although the table moved on in between.
_ALWAYS = frozenset({"help", "unfold", "turn", "close", "settle", "take-screen", "stop-at", "ask"})
HELP = ("rule", "goal", "move")
_SENTENCES = 4
"""So many are told of what happened at one press."""
_SINCE = 6
"""So many of the last events are told again to whoever comes back to the screen."""
_STAYS = 3
"""After so many choices in a turn nothing more is said of the turn before."""
MOST_AT_ONCE = 300
"""Moves that programs make at one press; after so many the page is drawn again."""

EACH, CHOICES, BRINK = "each", "choices", "brink"
"""Where a table waits while programs move: at each move, at the person's choices, or before where something falls."""

_PROGRAMS = {
    "greedy": "a program that plans one turn",
    "random": "a program that plays at random",
    "search": "a program that searches tables it imagines",
}


def program_words(policy: str) -> str:
    """What a page calls a policy."""
    return _PROGRAMS.get(policy, f"the program {policy}")


def stops_control(words: Mapping[str, str], stops: str) -> Html:
    """Where the table waits while programs move, of the places that there are."""
    ways = one_of("Where the table waits for you", "stop-at", words, stops, rove="stop-at")
    return el("div", el("span", "Stop at", cls="rt-small rt-muted"), ways, cls="rt-row rt-stops", data_key="stops")


def ask_control(levels: Mapping[str, str], level: str) -> Html:
    """When the person is asked where nothing has to be done."""
    ways = one_of("When the table asks you for an answer", "ask", levels, level, rove="ask")
    return el("div", el("span", "Ask me", cls="rt-small rt-muted"), ways, cls="rt-row rt-stops", data_key="asks")


class TableController:
    """A table as whoever has the screen sees it: one person, or several who take turns.

    Attributes:
        told: the sentences about what happened last.
        spoken: the same for those who listen, without what is shown step by step: that is spoken as it lands.
        help: how much the coach says.
        gate: asked before a legal action is made; True holds it back. Whoever holds it may make it by `make`.
        refused: called with an action that was tried and its refusal.
        watched: whether what the enemy did is shown step by step.
        stops: where the table waits while programs move, of `stop_words`.
        ask: when the person is asked where nothing has to be done, of `ask_levels`.
        meanwhile: called when a person has moved and a program begins to think, to show the table as it stands.
        end: what is known of the game once it is over; a page that keeps a record gives one that reviews it.
        adviser: says what the coach suggests; what a simple program would do, unless a page knows better.
    """

    def __init__(self, player: GameSession, *, help_level: str = "rule", names: tuple[str, ...] = ()) -> None:
        self.player = player
        self.board = board_for(player.game)
        self.help = help_level if help_level in HELP else "rule"
        self.told = self.spoken = ""
        self.gate: Callable[[Any], bool] | None = None
        self.refused: Callable[[Any, Refusal], object] | None = None
        self.watched = True
        self.stops = EACH
        self._brink = brink_board(self.board)
        self._asking = asking_board(self.board)
        self.ask = next(iter(self._asking.ask_levels), "") if self._asking is not None else ""
        self._left: set[int] = set()
        self.meanwhile: Callable[[], object] = lambda: None
        self._thinks = False
        self.adviser: Callable[[], Advice] = lambda: simple_advice(self.player)
        self._names = names_at(player.game, player.seats, player.programs, names)
        self._beats: tuple[Beat, ...] = ()
        self._shown_as = 0
        self._picked = ""
        self._refusal: Refusal | None = None
        self._attempt: Any = None
        self._hint = ""
        self._open: tuple[str, ...] = ()
        self._turn = -1
        self._said: list[tuple[Event, Said]] = []
        self._heard = 0
        self._remembered: tuple[tuple[int, int, Viewer], tuple[SeenMove, ...]] | None = None
        self._ends: dict[int, tuple[str, ...]] = {}
        self.end = GameEnd(player)
        self._catch_up()

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for the table. One about an older picture does nothing.

        Raises:
            CannotStore: the step could not be written down; the game stands where it stood.
        """
        do, arg = message.do, message.arg
        act: Callable[[], object] | None = {
            "press": lambda: self._press(arg),
            "act": lambda: self._act(arg),
            "roll": lambda: self._try_named("Roll"),
            "stop": lambda: self._try_named("Stop"),
            "discard": lambda: self._try_named("DiscardDie"),
            "nearest": self._try_nearest,
            "advice": self._try_advised,
            "undo": lambda: self._undo(whole(arg)),
            "help": lambda: self._help(arg),
            "unfold": lambda: self._unfold(arg),
            "turn": lambda: self._unfold_turn(whole(arg)),
            "close": self._put_back,
            "settle": self.player.settle,
            "program": lambda: self._let_programs(self._one_and_on),
            "programs": lambda: self._let_programs(self._all_move),
            "stop-at": lambda: self._stop_at(arg),
            "ask": lambda: self._ask(arg),
            "take-screen": self._take_screen,
        }.get(do)
        if act is None:
            return False
        if do in _ALWAYS or message.at == self.player.n_moves:
            act()
            self._catch_up()
        return True

    def _act(self, number: str) -> None:
        actions = self.player.actions
        if (at := whole(number, below=len(actions))) is not None:
            self._try(actions[at])

    def _try_nearest(self) -> None:
        if self._refusal is not None and self._refusal.nearest in self.player.actions:
            self._try(self._refusal.nearest)

    def _try_advised(self) -> None:
        if (action := self.adviser().action) is not None:
            self._try(action)

    def _help(self, level: str) -> None:
        self.help = level if level in HELP else "rule"

    def _unfold(self, part: str) -> None:
        self._open = turned_over(self._open, part)

    def _unfold_turn(self, turn: int | None) -> None:
        self._turn = -1 if turn is None or turn == self._turn else turn

    def _take_screen(self) -> None:
        self._put_back()
        self.player.take_screen()

    def _press(self, place: str) -> None:
        meaning = self.board.gesture(self.player.view, self.look(), place)
        self._clear()
        match meaning:
            case Try(action):
                self._try(action)
            case Pick(what):
                self._picked = what
            case Hint(text):
                self._hint = text

    def _let_programs(self, move: Callable[[], object]) -> None:
        """Lets programs move. Raises `CannotStore`: a move could not be written down and was not made."""
        self._clear()
        before = self.player.n_moves
        try:
            move()
            self._leave()
        finally:
            self._tell(before)

    def _think(self) -> None:
        """Show the table as it stands while a program thinks."""
        self._catch_up()
        self._thinks = True
        try:
            self.meanwhile()
        finally:
            self._thinks = False

    def _all_move(self) -> None:
        """Programs move until a person has to choose."""
        for _ in range(MOST_AT_ONCE):
            if self.player.play_program() is None:
                break

    def _run_on(self) -> None:
        """Programs move until the table waits."""
        for _ in range(MOST_AT_ONCE):
            if self.stops == EACH or self._falls_next() or self.player.play_program() is None:
                break

    def _one_and_on(self) -> None:
        """The program that has to choose makes its move; others follow only to where something is about to fall."""
        if self.player.play_program() is not None and self.stops == BRINK:
            self._run_on()

    def _falls_next(self) -> bool:
        """Whether the table waits because something falls unless the program that has to choose prevents it."""
        board = self._brink if self.stops == BRINK and self.player.program else None
        return board is not None and board.at_brink(self.player.view)

    @property
    def stop_words(self) -> Mapping[str, str]:
        """Where the table can wait while programs move, with words."""
        brink = {BRINK: self._brink.brink} if self._brink is not None else {}
        return {EACH: "each move", CHOICES: "my choices", **brink}

    @property
    def ask_levels(self) -> Mapping[str, str]:
        """When the person can choose to be asked; none where several sit here: what is left would tell of a hand."""
        alone = len(self.player.people) == 1 and bool(self.player.programs)
        return self._asking.ask_levels if self._asking is not None and alone else {}

    def _ask(self, level: str) -> None:
        if level in self.ask_levels:
            self.ask = level
            before = self.player.n_moves
            try:
                self._leave()
            finally:
                if self.player.n_moves > before:
                    self._tell(before)

    def _leave(self) -> None:
        """Make the choices that the person leaves to the table; programs answer where the table does not wait."""
        if self._asking is None or not self.ask_levels:
            return
        for _ in range(MOST_AT_ONCE):
            decision = self.player.decision
            if decision is None:
                return
            action = self._asking.leaves(self.player.view, decision.actions, self.ask)
            if action is None:
                return
            self._left.add(self.player.n_moves)
            self.player.play(action)
            self._run_on()

    def _stop_at(self, where: str) -> None:
        if where in self.stop_words:
            self.stops = where
        if self.stops != EACH and self.player.program and self.player.people:
            self._let_programs(self._run_on)

    def _undo(self, at: int | None) -> None:
        chosen = [made.at for made in self.player.decisions()]
        if not chosen:
            return
        by_hand = [made for made in chosen if made not in self._left]
        self.player.undo((by_hand or chosen)[-1] if at is None else at)
        self._left = {made for made in self._left if made < self.player.n_moves}
        self._put_back()
        self._beats = ()
        self.told = self.spoken = "Taken back. The same chance comes again."

    def _try_named(self, name: str) -> None:
        look = self.look()
        meaning = self.board.control(self.player.view, look, name)
        if isinstance(meaning, Try):
            self._try(meaning.action)
        elif isinstance(meaning, Hint):
            self._clear()
            self._hint = meaning.text

    def _try(self, action: Any) -> None:
        self._clear()
        refused = self.player.check(action)
        if refused is not None:
            self._refusal, self._attempt = refused, action
            if self.refused is not None:
                self.refused(action, refused)
        elif self.gate is None or not self.gate(action):
            self.make(action)

    def make(self, action: Any) -> None:
        """Makes a legal action without asking the gate.

        Raises:
            IllegalAction: with the refusal.
            CannotStore: it could not be written down.
        """
        self._put_back()
        before = self.player.n_moves
        try:
            self.player.play(action)
            if self.stops != EACH and self.player.people and self.player.program and not self._falls_next():
                self._tell(before)
                self._think()
                self._run_on()
            self._leave()
        finally:
            self._tell(before)
            self._catch_up()

    def _tell(self, since: int) -> None:
        self.see(self.player.made[since:])
        texts = [self._sentence(event) for event in self.player.told(since)]
        # Where something is about to fall, what led there is told.
        few = slice(-_SENTENCES, None) if self._falls_next() else slice(_SENTENCES)
        self.told = " ".join(texts[few])
        landed = {beat.text for beat in self.beats}
        self.spoken = " ".join([text for text in texts if text not in landed][few])

    def see(self, made: Sequence[Made]) -> None:
        """Show what the enemy did in these moves, which were just made."""
        self._beats = beats_of(self.board, self.player.game, made, self.player.viewer, names=self._names)
        self._shown_as = next_number() if self._beats else 0

    @property
    def beats(self) -> tuple[Beat, ...]:
        """What the enemy did in the moves that were just made, where it is to be watched."""
        return self._beats if self.watched else ()

    def captioned(self, table: Html) -> Html:
        """The table with the caption of its beats."""
        return captioned(table, self.beats, self._shown_as, self.player.game.info.turn_of_others)

    def _put_back(self) -> None:
        self._clear()
        self._picked = ""

    def _clear(self) -> None:
        self._refusal, self._attempt, self._hint = None, None, ""

    def look(self) -> Look:
        advice = self.adviser() if self.help == "move" else Advice()
        return Look(
            at=self.player.n_moves,
            actions=self.player.actions,
            waits=self._waits_for(),
            picked=self._picked,
            refusal=self._refusal,
            attempt=self._attempt,
            hint=self._hint,
            help=self.help,
            advice=advice.action,
            why=advice.why,
            names=self._names,
            open=self._open,
            back=bool(self.player.decisions()),
            beats=self.beats,
            before=self._before(),
        )

    def _before(self) -> tuple[SeenMove, ...]:
        """What the board remembers of the moves so far; worked out once for each number of moves and viewer."""
        player = self.player
        known = (player.n_moves, len(player.made), player.viewer)
        if self._remembered is None or self._remembered[0] != known:
            moves = ((made.state, made.events) for made in player.made)
            self._remembered = (known, remembered(self.board, player.game, moves, player.viewer))
        return self._remembered[1]

    def title(self) -> str:
        return self.board.title(self.player.view)

    def parts(self) -> dict[str, Html]:
        view = self.player.view
        parts = dict(self.board.parts(view, self.look()))
        # Controls carry the number of moves that they were drawn for, on whatever board (`view.js`).
        parts["top"] = el("h1", self.board.title(view), cls="rt-sr", data_at=self.player.n_moves)
        parts["table"] = self.captioned(parts["table"])
        parts["coach"] = join(self._turn_end(), parts.get("coach", EMPTY))
        reading = parts.pop("reading", EMPTY)
        if (waits := self._waits()) is not None:
            parts["dock"] = join(waits, reading)
        parts["events"] = self._events()
        parts["log"] = self._log()
        parts["end"] = self._end()
        return parts

    def turn_end(self, turn: int) -> tuple[str, ...]:
        """What became of a turn that is over, in two lines; none for a turn that the game says nothing of."""
        if turn not in self._ends:
            game, viewer = self.player.game, self.player.viewer
            moves = [made for made in self.player.made if self._turn_at(made) == turn]
            seen = [SeenMove(game.view(made.state, viewer), tuple(visible(made.events, viewer))) for made in moves]
            self._ends[turn] = self.board.turn_end(seen)
        return self._ends[turn]

    def _turn_end(self) -> Html:
        """What became of the last turn, until the next one is under way."""
        turn = self.player.game.place(self.player.state).turn
        chosen = sum(self._turn_at(made) == turn for made in self.player.decisions()[-_STAYS:])
        lines = () if self.player.over or chosen >= _STAYS else self.turn_end(turn - 1)
        if not lines:
            return EMPTY
        said = [el("p", line) for line in lines]
        return el("section", el("h2", f"Turn {turn - 1} is over"), said, cls="rt-panel rt-turnend", data_key="turn-end")

    def _waits_for(self) -> str:
        node = self.player.node
        if not isinstance(node, Decision) or self.player.decision is not None:
            return ""
        return f"{self.seat_name(node.seat)} is to choose."

    def _waits(self) -> Html | None:
        node, head = self.player.node, self._waits_for()
        if not isinstance(node, Decision) or not head:
            return None
        told = None
        if self.player.curtain:
            seat = self.seat_name(node.seat)
            text = "Hand over the screen. What only this seat may see is shown after the button is pressed."
            told = self._since_last(node.seat)
            press: Child = button(f"I am {seat}", "take-screen", cls="rt-btn--main", key="take-screen")
        else:
            thinks = " It thinks." if self._thinks else ""
            here = f" The table stops here: {self.stop_words[BRINK]}." if self._falls_next() else ""
            text = f"{program_words(self.player.program).capitalize()} sits here.{thinks}{here}"
            last = self.player.made[-1] if self.player.made else None
            moved = last is not None and (last.seat in self.player.programs or last.chance)
            told = el("p", self.told, cls="rt-waits__told") if self.told and moved else None
            press = (
                None
                if self._thinks
                else [
                    button("Show its next move", "program", cls="rt-btn--main", key="program"),
                    button("Play on to my choice" if self.player.people else "Play on", "programs", key="programs"),
                ]
            )
            if self.player.people and press is not None:
                press.append(stops_control(self.stop_words, self.stops))
        inside = (el("h2", head.rstrip(".")), el("p", text, cls="rt-small rt-muted"), told)
        return el("div", el("section", inside, el("div", press, cls="rt-row"), cls="rt-tray rt-waits"), cls="rt-dock")

    def _since_last(self, seat: Seat) -> Html | None:
        """What everybody was told since a seat last chose, the last of it; for whoever comes back to the screen."""
        made = self.player.made
        last = max((move.at for move in made if not move.chance and move.seat == seat), default=-1)
        events = [event for move in made[last + 1 :] for event in visible(move.events, None)][-_SINCE:]
        if last < 0 or not events:
            return None
        rows = [el("li", el("span", self._sentence(one)), " ", cite(one.rule)) for one in events]
        return el("div", el("h3", "Since you last looked"), el("ul", rows), cls="rt-events rt-since")

    def seat_name(self, seat: Seat) -> str:
        return player_name(seat, self._names)

    def _sentence(self, event: Event) -> str:
        """Return an event in a sentence, with the names of the players."""
        return with_names(self.player.game.say(event), self._names)

    def _events(self) -> Html:
        viewer = self.player.viewer
        seen = [said for event, said in self._said if event.seats is None or viewer in event.seats]
        now = self._said[-1][1].turn if self._said else 0
        here = [said for said in seen if said.turn == now]
        before = [said for said in seen if said.turn == now - 1]
        earlier: Child = None
        if before:
            name = f"Turn {now - 1}" if now > 1 else "Setup"
            ended = [el("p", line, cls="rt-small") for line in self.turn_end(now - 1)]
            story = self.board.story(before, now - 1)
            earlier = fold(name, ended, story, beside=f"{len(before)} events", cls="rt-before", key=f"before:{now}")
        return el(
            "section",
            el("h2", "This turn" if now else "Setup"),
            self.board.story(here, now),
            earlier,
            cls="rt-panel rt-events",
            aria_label="What happened",
        )

    def _log(self) -> Html:
        turns: dict[int, list[Made]] = {}
        for made in self.player.decisions():
            turns.setdefault(self._turn_at(made), []).append(made)
        rows: list[Child] = []
        for number, choices in sorted(turns.items(), reverse=True):
            name = f"Turn {number}" if number else "Setup"
            unfolded = number == self._turn
            said = [name, " ", el("span", counted(len(choices), "choice"), cls="rt-xs")]
            expanded = "true" if unfolded else "false"
            head = button(said, "turn", str(number), cls="rt-btn--quiet", aria_expanded=expanded)
            rows.append(el("li", head, el("ol", [self._log_row(made) for made in choices]) if unfolded else None))
        undo = button([icon("i-undo"), "Undo"], "undo", cls="rt-btn--quiet", disabled=not rows, key="undo-log")
        return el(
            "section",
            panel_head("Game so far", undo),
            el("ul", rows) if rows else el("p", "No choice yet.", cls="rt-muted"),
            cls="rt-panel rt-log",
            aria_label="Game so far",
        )

    def _log_row(self, made: Made) -> Html:
        words = self.chosen(made)
        back = button("Back to here", "undo", str(made.at), cls="rt-btn--small", aria_label=f"Back to before: {words}")
        return el("li", el("span", words), back)

    def chosen(self, made: Made) -> str:
        game, viewer = self.player.game, self.player.viewer
        if not game.info.hidden or made.seat is None or made.seat == viewer:
            return self.board.word(game.view(made.state, made.seat), made.move)
        told = visible(made.events, viewer)
        return self._sentence(told[0]) if told else f"{self.seat_name(made.seat)} chooses"

    def _end(self) -> Html:
        end = self.player.node
        if not isinstance(end, Terminal):
            return EMPTY
        view = self.player.view
        payoff = self.player.payoff()
        reasons = getattr(view, "reasons", ()) or (end.reason,)
        rules = [self._rule(reason) for reason in reasons]
        lines = [el("li", title, " ", cite(rule_id, status)) for rule_id, title, status in rules]
        lost = payoff is not None and payoff < 0
        return end_page(self._result(end, payoff), self.board.summary(view), lines, self.end, lost=lost)

    def _result(self, end: Terminal, payoff: int | None) -> str:
        """How the game ended for whoever has the screen; where that is nobody in particular, who won.

        Where programs sit at all seats, nobody at the screen has won or lost.
        """
        if end.stopped:
            return "The game was stopped, it is unfinished"
        if payoff is None:
            winners = [self.seat_name(Seat(seat)) for seat, share in enumerate(end.payoffs) if share > 0]
            return f"{listed(winners)} won the game" if winners else "Nobody won the game"
        if payoff == 0:
            return "The game is drawn"
        shared = self.player.game.info.shared
        if payoff < 0:
            return "The game is lost" if shared else "You lost the game"
        return "You won the game" if self.player.people else "The game is won"

    def _catch_up(self) -> None:
        made = self.player.made
        if len(made) < self._heard:
            self._said, self._heard = [], 0
            self._ends.clear()
        for move in made[self._heard :]:
            turn = self._turn_at(move)
            for event in move.events:
                if event.step == "turn":
                    turn += 1
                _, _, status = self._rule(event.rule)
                text = self._sentence(event)
                self._said.append((event, Said(turn, event.step, text, event.rule, status)))
        self._heard = len(made)

    def _turn_at(self, made: Made) -> int:
        return self.player.game.place(made.state).turn

    def rule_title(self, rule_id: str) -> str:
        return self._rule(rule_id)[1]

    def _rule(self, rule_id: str) -> tuple[str, str, str]:
        rule = found_rule(self.player.game.info.id, rule_id)
        return (rule.id, rule.title, rule.status) if rule is not None else (rule_id, rule_id, "stated")
