"""A sound recorded game, taken apart without the reader that is under test, and where its first fault is once changed.

Where a change makes other moves of what was written, the place follows by playing them one by one (`first_fault`).
"""

import json
import zlib
from typing import Any, NamedTuple

from rising_tutor.core.action import Action
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.errors import UnreadableMove

NOTATION, RECORD = "a.replay", "a.replay.jsonl"
MOVE_COLUMN = 10
TINY = "coin-and-hand"


class Where(NamedTuple):
    """A line, and the first and last column that are right."""

    line: int
    low: int
    high: int


class Item(NamedTuple):
    """An action or outcome, or a label (`label` True), as it stands in a file."""

    text: str
    line: int
    column: int
    label: bool = False


class Base(NamedTuple):
    """A sound file in one form, without comments, side lines and unknown facts."""

    name: str
    rows: tuple[str, ...]
    game: AnyGame
    start: Any
    result: str
    result_at: Where

    @property
    def data(self) -> bytes:
        return text_of(self.rows)


def base_of(name: str, data: bytes) -> Base:
    """A file taken apart."""
    rows = tuple(data.decode().removesuffix("\n").split("\n"))
    if name == RECORD:
        head, last = json.loads(rows[0])["header"], json.loads(rows[-1])
        options, result = dict(head.get("options", ())), last.get("result", "")
        game_id, seats = head["game"], head["seats"]
        where = Where(len(rows), 1, len(rows[-1]))
    else:
        fields = dict(row.split(": ", 1) for row in rows[: rows.index("")])
        options = {key.removeprefix("option "): value for key, value in fields.items() if key.startswith("option ")}
        game_id, seats, result = fields["game"], int(fields["seats"]), fields.get("result", "")
        line = next((at for at, row in enumerate(rows, 1) if row.startswith("result: ")), 1)
        where = Where(line, 9, 9)
    game = load_game(game_id)
    return Base(name, rows, game, game.start(seats, options), result, where)


def text_of(rows: tuple[str, ...] | list[str]) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogatepass")


def sealed(rows: list[str]) -> bytes:
    """A record with the checksums that fit what its lines say."""
    crc, lines = 0, []
    for row in rows:
        start = row.encode("utf-8", "surrogatepass")[:-18]
        crc = zlib.crc32(start, crc)
        tail = b',"crc":"%08x"}\n' % crc
        crc = zlib.crc32(tail, crc)
        lines.append(start + tail)
    return b"".join(lines)


# Where the first fault is ---------------------------------------------------------------------------------------------


def items_of(name: str, rows: list[str]) -> list[Item]:
    """What stands in a file, as its form says it."""
    found: list[Item] = []
    if name == RECORD:
        for line, row in enumerate(rows, 1):
            value = json.loads(row)
            if "move" in value:
                if "label" in value:
                    found.append(Item(value["label"], line, row.index('"label":"') + 10, label=True))
                found.append(Item(value["move"], line, MOVE_COLUMN))
        return found
    body = rows.index("") + 1
    for line, row in enumerate(rows[body:], body + 1):
        at = 0
        if row.startswith("[") and "]" in row:
            at = row.index("]") + 1
            found.append(Item(row[1 : at - 1], line, 2, label=True))
            if not row[at:].strip():
                found.append(Item("", line, 1))
                continue
        for part in row[at:].split(";") if row.strip() else ():
            found.append(Item(part.strip(), line, at + len(part) - len(part.lstrip()) + 1))
            at += len(part) + 1
    return found


def first_fault(base: Base, rows: list[str], changed: Where | None = None) -> Where | None:
    """Where the first move stands that cannot be made; None if the game still comes out as the file says.

    Args:
        changed: the place that was changed: the word around it is where reading has to stop.
    """
    game, state = base.game, base.start
    items = items_of(base.name, rows)
    for item in items:
        node: Any = game.node(state)
        ends = Where(item.line, item.column, item.column + len(item.text))
        if item.label:
            known = {part.strip().casefold() for part in game.where(state).split(",")}
            column = item.column
            for part in item.text.split(","):
                if part.strip().casefold() not in known:
                    column += len(part) - len(part.lstrip())
                    return Where(item.line, column, column)
                column += len(part) + 1
            continue
        if isinstance(node, Terminal):
            return Where(item.line, item.column, item.column)
        if not item.text:
            return Where(item.line, max(1, item.column - 2), item.column)
        try:
            move = game.read(state, item.text)
        except UnreadableMove:
            if changed is not None and changed.line == item.line and ends.low <= changed.low <= ends.high:
                before = rows[item.line - 1][: changed.low - 1]
                # The tiny game of the tests says only which action it cannot read, not which word of it.
                word = item.column if game.info.id == TINY else max(item.column, before.rfind(" ") + 2)
                return Where(item.line, word, ends.high)
            return ends
        chance = isinstance(node, Chance)
        if isinstance(move, Action) is chance:
            return Where(item.line, item.column, item.column)
        if not (node.outcomes.weight(move) >= 1 if chance else move in node.actions):
            return Where(item.line, item.column, item.column)
        state = (game.resolve(state, move) if chance else game.act(state, move)).state
    over = isinstance(game.node(state), Terminal)
    return base.result_at if base.result not in ("", "unfinished") and not over else None
