"""The rows of one game: its ledger as rows of the tables in `columns`.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.replay import Header
>>> in_force(load_game("fire").info, Header("fire-nation-rising", options=(("preset", "harder"), ("villains", "9"))))
{'difficulty': 'hard', 'villains': 9}
"""

import hashlib
import zlib
from fractions import Fraction
from typing import Any

import msgspec

from rising_tutor.analysis.corpus.columns import OPTIONS
from rising_tutor.analysis.ledger import LUCK, Ledger, LedgerLine
from rising_tutor.core.game import AnyGame, GameInfo
from rising_tutor.core.ids import Seat
from rising_tutor.core.teams import team_game
from rising_tutor.core.values import Value
from rising_tutor.decks.deck_file import SeatedDecks
from rising_tutor.replay import UNKNOWN, Header, Replay, Verified
from rising_tutor.replay.endings import result_word

Row = dict[str, Any]
OWN_LIST = "own"
"""In place of the name of a deck that does not come with the game."""


class GameRows(Value, frozen=True):
    """A game as rows. The name of its file is not in them: the same game may lie in another file tomorrow.

    Attributes:
        game: its row in the table of games, and `lines` those in the table of lines.
        remarks: what is no fault of the file but should be known.
    """

    game: Row
    lines: tuple[Row, ...]
    remarks: tuple[str, ...] = ()


class Packed(Value, frozen=True):
    """The rows of a game as they travel and are kept: a tenth of the size.

    Attributes:
        body: the rows; `unpack` gives them again.
        remarks: those of the rows.
    """

    body: bytes
    remarks: tuple[str, ...] = ()


def pack(rows: GameRows) -> Packed:
    """The rows, packed.

    >>> unpack(pack(GameRows({"result": "win"}, ())).body).game
    {'result': 'win'}
    """
    return Packed(zlib.compress(msgspec.json.encode(rows), 1), rows.remarks)


def unpack(body: bytes) -> GameRows:
    """The rows again. Raises `msgspec.DecodeError` or `zlib.error` for bytes that are none."""
    return msgspec.json.decode(zlib.decompress(body), type=GameRows)


def rows_of(verified: Verified, ledger: Ledger, model: str) -> GameRows:
    """The rows of a game."""
    replay, game = verified.replay, verified.game
    assert replay is not None
    cast = _Cast(game, verified)
    shared = _shared_columns(replay, verified, cast)
    value = {
        "method": ledger.label.method,
        "rules_version": ledger.label.rules_version,
        "content": ledger.label.content,
        "model": model,
    }
    decks = _decks(game, verified.start)
    lines = tuple(
        {**shared, **_line(line, cast, replay.header, moved.state), **value, **decks}
        for line, moved in zip(ledger.lines, verified.moves, strict=True)
    )
    counted = ledger.decisions()
    about = {
        **shared,
        "turns": max((line.turn for line in ledger.lines), default=0),
        "lines": len(lines),
        "decisions": len(counted),
        "faults": len(ledger.mistakes()),
        **_exact("start", ledger.start),
        **_exact("final", ledger.result),
        **_exact("luck", ledger.luck),
        **_exact("skill", ledger.skill),
        **_exact("horizon", ledger.horizon),
        "remainder": str(ledger.remainder),
        **value,
        "v_horizon": ledger.label.horizon,
        "v_policy": ledger.label.policy or None,
        "v_samples": ledger.label.samples,
        **decks,
    }
    return GameRows(about, lines, verified.remarks)


def game_id(replay: Replay) -> str:
    """What a game is known by: its setting and its moves, whatever form they are written in.

    >>> game_id(Replay(Header("x", seats=2))) == game_id(Replay(Header("x", seats=2, fields=(("_table", "3"),))))
    True
    """
    header = replay.header
    setting = (header.game, header.rules_version, header.content, header.seats, header.names, sorted(header.options))
    moves = [line.move for line in replay.lines]
    return hashlib.sha256(msgspec.json.encode((setting, moves))).hexdigest()[:16]


def in_force(info: GameInfo, header: Header) -> Row:
    """The options that have a column of their own, as they were in force; None where the game has no such option."""
    given = {name: text for name, text in header.options if text != UNKNOWN}
    usual = {option.name: option.default for option in info.options}
    preset = given.get("preset", usual.get("preset", ""))
    taken = dict(next((one.values for one in info.presets if one.name == preset), ()))
    found: Row = {}
    for column in OPTIONS:
        text = given.get(column.name, taken.get(column.name, usual.get(column.name)))
        whole = column.kind == "whole number"
        found[column.name] = text if text is None or not whole else int(text) if text.isdecimal() else None
    return found


class _Cast:
    def __init__(self, game: AnyGame, verified: Verified) -> None:
        self._game = team_game(game)
        self.teams: tuple[tuple[str, Seat], ...] = ()
        self.opening: str | None = None
        if self._game is None:
            return
        self.teams = self._game.teams(verified.state)
        for state in (*(moved.state for moved in verified.moves), verified.state):
            at = self._game.active_team(state)
            if at is not None:
                self.opening = self._game.teams(state)[at][0] or None
                break

    def team(self, seat: Seat | None, state: Any) -> str | None:
        """The team of a seat, if it has one only; else, and for chance, the one whose turn it is."""
        if self._game is None:
            return None
        own = [name for name, player in self.teams if player == seat]
        if len(own) == 1:
            return own[0] or None
        at = self._game.active_team(state)
        return None if at is None else self.teams[at][0] or None


def _shared_columns(replay: Replay, verified: Verified, cast: _Cast) -> Row:
    header, info = replay.header, verified.game.info
    end = verified.result
    return {
        "game_id": game_id(replay),
        "game": info.id,
        "seats": header.seats,
        "players": ", ".join(_player(header, Seat(seat)) or f"Player {seat + 1}" for seat in range(header.seats))
        if any(header.names)
        else None,
        "teams": ", ".join(name for name, _ in cast.teams if name) or None,
        "opening": cast.opening,
        **in_force(info, header),
        "options": " ".join(f"{name}={text}" for name, text in sorted(header.options)) or None,
        "result": result_word(end, shared=info.shared),
        "ended_by": end.reason if end is not None else None,
    }


def _line(line: LedgerLine, cast: _Cast, header: Header, state: Any) -> Row:
    chance = line.kind == LUCK
    return {
        "line": line.line,
        "turn": line.turn,
        "place": line.where,
        "kind": line.kind,
        "source": line.source or None,
        "seat": None if line.seat is None else line.seat + 1,
        "player": None if line.seat is None else _player(header, line.seat),
        "team": cast.team(line.seat, state),
        "rule": line.rule or None,
        "move": line.move,
        "best": line.best or None,
        "before": float(line.before),
        "after": float(line.after),
        **_exact("amount", line.amount),
        **_exact("horizon", line.horizon),
        "loss": float(line.loss),
        "fault": line.fault or None,
        "forced": line.forced,
        "exact": line.exact,
        "n_actions": None if chance else len(line.options),
    }


def _decks(game: AnyGame, start: Any) -> Row:
    """The deck of each seat and the card beside it; None where the game has none."""
    found = game.seat_decks(start) if isinstance(game, SeatedDecks) else ()
    decks, leaders = ([getattr(deck, name) for deck in found] for name in ("deck", "leader"))
    return {"decks": ", ".join(deck or OWN_LIST for deck in decks) or None, "leaders": ", ".join(leaders) or None}


def _player(header: Header, seat: Seat) -> str | None:
    return (header.names[seat] or None) if seat < len(header.names) else None


def _exact(name: str, amount: Fraction) -> Row:
    return {name: float(amount), f"{name}_num": str(amount.numerator), f"{name}_den": str(amount.denominator)}
