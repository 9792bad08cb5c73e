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
from typing import Any

from rising_tutor.cli.arguments import CalledWrong, add_game, add_setting, find_playable, options_of, path, seats_of
from rising_tutor.cli.recording import Record
from rising_tutor.cli.table import Table
from rising_tutor.cli.terminal import ask, paragraph, say
from rising_tutor.core.game import Refusal
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.errors import CannotStore, LimitExceeded, RisingTutorError, UnreadableMove
from rising_tutor.replay import save

LISTED = 60
"""Actions that `?` lists at once; a word after it narrows the list."""
HELP = (
    ("? [WORD]", "what can be done, or only what contains the word"),
    ("board", "the table"),
    ("rule ID", "a rule in words"),
    ("undo", "back to the decision before; the same chance comes again"),
    ("save FILE", "write the game so far, as .replay or .replay.jsonl"),
    ("quit", "stop; what was recorded is kept"),
)


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("play", help="play a game in the terminal")
    add_game(parser)
    add_setting(parser)
    parser.add_argument("--record", type=path, metavar="FILE", help="write the game to this file as it is played")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays until the game or the input ends. Raises `CalledWrong` if the record cannot be begun."""
    game = find_playable(args.game, args.content)
    seats, options = seats_of(game, args.seats), options_of(args.set)
    # A seed that nobody gave is never shown: who knows it knows what the dice will do.
    seed = args.seed if args.seed is not None else secrets.token_hex(16)
    table = Table(game, seats=seats, options=options, seed=seed)
    with ExitStack() as stack:
        record = None
        if args.record is not None:
            try:
                record = stack.enter_context(Record(Path(args.record), table))
            except CannotStore as error:
                reason = f"cannot be made ({error.reason}); expected a new name in a folder that can be written"
                raise CalledWrong(f"{args.record}: {reason}") from None
        Session(table, record).play()
    return 0


class Session:
    """One sitting at a table: reads lines, answers each."""

    def __init__(self, table: Table, record: Record | None) -> None:
        self.table = table
        self.record = record
        self.on_terminal = sys.stdin.isatty()
        self.shown = ""

    def play(self) -> None:
        """Asks until the game is over or there is nothing more to read."""
        say(f"{self.table.game.info.title}. ? lists what can be done, quit stops.")
        while True:
            settled = self._settle()
            if isinstance(self.table.node, Terminal):
                self._end()
                return
            if settled:
                self._announce()
            text = self._ask()
            if text is None or text in ("quit", "exit"):
                say("The game is not over." if self.record is None else "The game is kept up to here.")
                return
            if settled:
                self._try(text)

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
        actions = self.table.node.actions
        if text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text) <= len(actions) and int(text):
            action = actions[int(text) - 1]
            say(f"= {self.table.write(action)}")
        else:
            action = self.table.game.read(self.table.state, text)
        refusal = self.table.game.check(self.table.state, action)
        if refusal is not None:
            self._refuse(refusal)
            return
        self._do(action)

    def _refuse(self, refusal: Refusal) -> None:
        say(f"Not possible: {refusal.why} ({refusal.rule})")
        for line in self.table.rule_lines(refusal.rule):
            say(f"  {line}")
        if refusal.nearest is not None:
            say(f"  Possible instead: {self.table.write(refusal.nearest)}")

    def _settle(self) -> bool:
        """Lets chance decide for as long as it has to; False if what it gave could not be recorded."""
        while (outcome := self.table.outcome()) is not None:
            try:
                self._do(outcome)
            except CannotStore as error:
                say(f"{error}")
                say("An empty line tries again, quit stops.")
                return False
        return True

    def _do(self, move: Any) -> None:
        # On disk first: what was seen on the table is never lost.
        if self.record is not None:
            self.record.keep(move)
        self.table.do(move)

    def _undo(self) -> None:
        if not self.table.undo():
            say("There is nothing to undo.")
            return
        self.shown = ""
        if self.record is not None:
            self.record.back()

    def _save(self, name: str) -> None:
        if not name:
            say("Say where: save FILE." if self.record is None else "Every move is kept already; save FILE copies it.")
            return
        try:
            if Path(name).exists():
                raise CannotStore(name, "there is a file of that name")
            save(self.table.replay(), name)
        except (RisingTutorError, OSError, ValueError) as error:
            # A full disk or a wrong name ends no game; ValueError is a name that no system can have.
            say(f"Not saved: {error}")
        else:
            say(f"Saved as {name}.")

    def _announce(self) -> None:
        for line in self.table.news():
            say(f"  {line}")
        turn = f"{self.table.where.partition(',')[0]} {self.table.node.seat}"
        if turn != self.shown:
            self.shown = turn
            self._show_board()

    def _show_board(self) -> None:
        say()
        say(self.table.board())

    def _rule(self, rule_id: str) -> None:
        for line in self.table.rule_lines(rule_id.upper()) or [f"There is no rule {rule_id!r}."]:
            say(f"  {line}")

    def _list(self, word: str) -> None:
        texts = [(number, self.table.write(action)) for number, action in enumerate(self.table.node.actions, 1)]
        found = [(number, text) for number, text in texts if word.casefold() in text.casefold()]
        for number, text in found[:LISTED]:
            say(f"  {number:>3}  {text}")
        if len(found) > LISTED:
            say(f"  and {len(found) - LISTED} more; ? WORD narrows the list")
        if not found:
            say(f"  no action contains {word!r}")
        if not word:
            say("  also: " + ", ".join(command for command, _ in HELP[1:]))

    def _ask(self) -> str | None:
        """One line, without its end; None at the end of the input."""
        node = self.table.node
        prompt = f"{self.table.where}, seat {node.seat + 1}> " if isinstance(node, Decision) else "> "
        return ask(prompt, on_terminal=self.on_terminal)

    def _end(self) -> None:
        for line in self.table.news():
            say(f"  {line}")
        end = self.table.node
        say()
        say(self.table.board())
        say(f"The game is over: {self.table.result()}.")
        for line in self.table.rule_lines(end.reason):
            say(paragraph(line, "  "))
        if self.record is not None:
            self.record.finish()
