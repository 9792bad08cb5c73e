"""`play`: a game in the terminal, each step with its rule.

The prompt takes what the game reads (`?` lists it), the number of a listed action, or one of the
words of `HELP`. It also reads from a pipe; the end of the input ends the session, not the game: what
was recorded stays and can be gone on with.
"""

import argparse
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.boards import board_for
from rising_tutor.boards.decision import DecisionText, action_lines, lines
from rising_tutor.boards.ports import Look
from rising_tutor.cli.arguments import (
    CalledWrong,
    add_game,
    add_programs,
    add_setting,
    options_for,
    path,
    programs_of,
    seats_of,
)
from rising_tutor.cli.table import board_text, result_words, rule_lines
from rising_tutor.cli.terminal import ask, listed_number, note, paragraph, say, say_listed, wipe
from rising_tutor.core.cautions import caution
from rising_tutor.core.english import counted
from rising_tutor.core.game import Refusal
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.opponents import opponent_named, opponents_of
from rising_tutor.core.people import names_at, player_name, with_names
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession, seated_programs
from rising_tutor.core.view import Viewer
from rising_tutor.errors import CannotStore, LimitExceeded, RisingTutorError, UnreadableMove
from rising_tutor.replay import Header, OwnSideJournal, Recorder, RecordJournal, Scribe, header_of, replay_of, save
from rising_tutor.replay.one_sided import one_sided, only_person, with_side
from rising_tutor.replay.source import is_record_name

FEW: Final = 6
"""The most choices that are listed without `?`."""
HELP: Final = (
    ("? [WORD]", "what can be done, or only what contains the word"),
    ("board", "the table"),
    ("rule ID", "a rule in words; its number is enough"),
    ("undo", "back to the decision before; the same chance comes again"),
    ("save FILE", "write the game so far, as .replay or .replay.jsonl"),
    ("quit", "stop; what was recorded is kept"),
)


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("play", help="play a game in the terminal")
    add_game(parser)
    add_setting(parser)
    add_programs(parser)
    parser.add_argument(
        "--record",
        type=path,
        metavar="FILE",
        help="write the game to this new file as it is played: NAME.replay.jsonl, or NAME.replay for the notation",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays until the game or the input ends. Raises `CalledWrong` if the record cannot be begun."""
    game = load_game(args.game, content=args.content)
    seats, options = seats_of(game, args.seats), options_for(game, args.set)
    game.start(seats, options)
    programs = seated_programs(game, seats, programs_of(args.seat))
    # A seed that nobody gave is never shown: who knows it knows what the dice will do.
    seed = args.seed if args.seed is not None else secrets.token_hex(16)
    header = header_of(game, seats, options=options, programs=programs)
    # A file of a running game holds what the one person saw, of several people what all of them did.
    hidden, viewer = game.info.hidden, only_person(header)
    with ExitStack() as stack:
        journal = None
        if args.record is not None:
            try:
                recorder = Recorder.open(Path(args.record), with_side(header, viewer) if hidden else header)
            except CannotStore as error:
                reason = f"cannot be made ({error.reason}); expected a new name in a folder that can be written"
                raise CalledWrong(f"{args.record}: {reason}") from None
            path_ = Path(args.record)
            made = OwnSideJournal(game, path_, recorder, header, viewer) if hidden else None
            journal = stack.enter_context(made or RecordJournal(game, path_, recorder))
            if not is_record_name(path_.name):
                note(f"{args.record}: a record (JSON lines) while you play, in the notation as soon as you stop")
        session = GameSession(game, seats, options, seed=seed, journal=journal, programs=programs)
        Sitting(session, header, recorded=journal is not None).play()
    return 0


class Sitting:
    """One sitting at a table: reads lines, answers each.

    Args:
        header: of the record, for `save`.
        recorded: whether every move is written to a file as it is made.
    """

    def __init__(self, session: GameSession, header: Header, *, recorded: bool = False) -> None:
        self.session = session
        self.game = session.game
        self.header = header
        self.recorded = recorded
        self.on_terminal = sys.stdin.isatty()
        self.shown = ""
        self.names = names_at(self.game, session.seats, session.programs, header.names)
        self._asked = -1
        self._told: dict[Viewer, int] = {}

    def play(self) -> None:
        say(f"{self.game.info.title}. ? lists what can be done, quit stops.")
        self._introduce()
        while True:
            settled = self._settle()
            if settled and self.session.over:
                self._end()
                return
            if settled and not self._seated():
                return
            if settled:
                self._announce()
            text = self._ask()
            if text is None or text in ("quit", "exit"):
                self._leave()
                return
            if settled:
                self._try(text)

    def _introduce(self) -> None:
        """Says how strong the programs at the table are, as far as that was measured."""
        for seat, policy in sorted(self.session.programs.items()):
            found = opponent_named(opponents_of(self.game), policy)
            if found is not None:
                who = f"Player {seat + 1}"
                say(paragraph(f"{who} is {found.name}: {found.does}; it {found.strength}."))

    def _leave(self) -> None:
        say("The game is kept up to here." if self.recorded else "The game is not over.")

    def _seated(self) -> bool:
        """Hands the screen to the person who has to choose; False at the end of the input.

        Only where something is hidden and somebody looks: what is piped in has no screen.
        """
        if self.session.curtain and self.on_terminal and isinstance(self.session.node, Decision):
            wipe()
            who = player_name(self.session.node.seat, self.names)
            text = ask(f"It is the turn of {who}. Alone at the screen? Press Enter. ", on_terminal=True)
            if text is None or text in ("quit", "exit"):
                self._leave()
                return False
            self.shown = ""
        self.session.take_screen()
        return True

    def _try(self, text: str) -> None:
        try:
            self._answer(text)
        except (UnreadableMove, LimitExceeded, CannotStore) as error:
            say(f"{error}")
            if isinstance(error, UnreadableMove):
                say("? lists what can be done.")

    def _answer(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word:
            case "":
                return
            case "?" | "help":
                self._list(rest)
            case "board":
                self._show_board()
            case "rule":
                self._rule(rest)
            case "undo":
                self._undo()
            case "save":
                self._save(rest)
            case _:
                self._move(text)

    def _move(self, text: str) -> None:
        actions = self.session.actions
        if number := listed_number(text, len(actions)):
            action = actions[number - 1]
            say(f"= {self._word(action)}")
        elif text.isdecimal() and actions:
            there = "There is" if len(actions) == 1 else "There are"
            say(f"{there} only {counted(len(actions), 'choice')}: ? lists them.")
            return
        else:
            action = self.game.read(self.session.state, text)
        refusal = self.session.check(action)
        if refusal is not None:
            self._refuse(refusal)
            return
        self._act(action)

    def _act(self, action: Any) -> None:
        before = self.session.n_moves
        try:
            self.session.play(action)
        except CannotStore:
            # A chance move after the action may be what could not be kept; `_settle` tries that again.
            if self.session.n_moves == before:
                raise

    def _refuse(self, refusal: Refusal) -> None:
        say(f"Not possible: {refusal.why} ({refusal.rule})")
        for line in rule_lines(self.game, refusal.rule):
            say(f"  {line}")
        if refusal.nearest is not None:
            say(f"  Possible instead: {self._word(refusal.nearest)}")

    def _settle(self) -> bool:
        """Lets chance and programs move for as long as they have to; False if a move could not be recorded."""
        try:
            self.session.settle()
            while self.session.program:
                self._tell()
                made = self.session.play_program()
                if made is not None and made.seat is not None:
                    # What it chose may be hidden: only the events say as much as may be known.
                    say(f"  {player_name(made.seat, self.names)}:")
                    self._tell()
        except CannotStore as error:
            say(f"{error}")
            say("An empty line tries again, quit stops.")
            return False
        return True

    def _undo(self) -> None:
        decisions = self.session.decisions()
        if not decisions:
            say("There is nothing to undo.")
            return
        self.session.undo(decisions[-1].at)
        self.shown = ""
        self._told = {viewer: min(n, self.session.n_moves) for viewer, n in self._told.items()}

    def _save(self, name: str) -> None:
        if not name:
            say("Every move is kept already; save FILE copies it." if self.recorded else "Say where: save FILE.")
            return
        scribe = Scribe(self.game)
        for made in self.session.made:
            scribe.line(made.state, made.move)
        replay = replay_of(self.header, scribe, self.session.state)
        if not self.session.over:
            replay = one_sided(self.game, replay, self.session.made, self.session.viewer)
        try:
            if Path(name).exists():
                raise CannotStore(name, "there is a file of that name; expected a new one")
            save(replay, name)
        except (RisingTutorError, OSError, ValueError) as error:
            # A full disk or a wrong name ends no game; ValueError is a name that no system can have.
            say(f"Not saved: {error}")
        else:
            say(f"Saved as {name}.")

    def _tell(self) -> None:
        viewer = self.session.viewer if self.game.info.hidden else None
        for event in self.session.told(self._told.get(viewer, 0)):
            say(f"  {with_names(self.game.say(event), self.names)} ({event.rule})")
        self._told[viewer] = self.session.n_moves

    def _announce(self) -> None:
        self._tell()
        if isinstance(self.session.node, Decision):
            turn = f"{self.game.place(self.session.state).name} {self.session.node.seat}"
            if turn != self.shown:
                self.shown = turn
                self._show_board()
            if self._asked != self.session.n_moves:
                self._asked = self.session.n_moves
                self._say_question()

    def _say_question(self) -> None:
        """Print whose decision it is, what is asked, and the choices where they are few."""
        text = self._decision
        if text is None:
            return
        say()
        for line in lines(text, self._word, most=FEW):
            say(line)

    @property
    def _decision(self) -> DecisionText | None:
        """The decision of the person at the screen, in words."""
        # Where several people share the screen, "you" would be anybody: each is named.
        look = Look(actions=self.session.actions, names=self.names, live=len(self.session.people) == 1)
        return board_for(self.game).decision(self.session.view, look)

    def _show_board(self) -> None:
        say()
        say(with_names(board_text(self.game, self.session.view), self.names))

    def _word(self, action: Any) -> str:
        return self.game.write(self.session.state, action)

    def _rule(self, rule_id: str) -> None:
        for line in rule_lines(self.game, rule_id) or [f"There is no rule {rule_id!r}."]:
            say(f"  {line}")

    def _caution(self, number: int) -> str:
        said = caution(self.game, self.session.state, self.session.actions[number - 1])
        return f"   ! {said}" if said else ""

    def _list(self, word: str) -> None:
        text = self._decision
        # What an action wastes stands behind it, with its rule.
        actions = text.actions if text is not None else ()
        brief = [replace(one, does="") if self._caution(one.number + 1) else one for one in actions]
        listed = action_lines(brief, self._word)
        if not say_listed(listed, word, self._caution):
            say(f"  no action contains {word!r}")
        if not word:
            say("  also: " + ", ".join(command for command, _ in HELP[1:]))

    def _ask(self) -> str | None:
        node = self.session.node
        text = self._decision
        prompt = f"{self._called(node.seat)}> " if isinstance(node, Decision) and text is not None else "> "
        return ask(prompt, on_terminal=self.on_terminal)

    def _called(self, seat: int) -> str:
        """Return what the prompt calls a player: "You" if one person plays."""
        return "You" if len(self.session.people) == 1 else player_name(seat, self.names)

    def _for_me(self) -> str:
        payoff = self.session.payoff()
        if self.game.info.shared or len(self.session.people) != 1 or payoff is None:
            return ""
        return " You won." if payoff > 0 else " You lost." if payoff < 0 else " Nobody won."

    def _end(self) -> None:
        self._tell()
        end = self.session.node
        self._show_board()
        if isinstance(end, Terminal):
            say(f"The game is over: {result_words(self.game, end, self.names)}.{self._for_me()}")
            for line in rule_lines(self.game, end.reason):
                say(paragraph(line, "  "))
