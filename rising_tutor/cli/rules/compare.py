"""`rules GAME --compare OTHER`: two games of a family side by side, row by row."""

from typing import Any

from rising_tutor.catalogues import typed_rule
from rising_tutor.catalogues.family import Family, Mistake, Row, family_of
from rising_tutor.cli.arguments import CalledWrong
from rising_tutor.cli.terminal import note, paragraph, picked, plain, say, say_json
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import resolve
from rising_tutor.errors import UnknownRule


def compare(known: GameId, other: str, *, rule: str | None, search: str | None, as_json: bool) -> int:
    """Prints what is the same and what differs, for somebody who knows the first game.

    Args:
        known: the game that somebody knows.
        other: the name of the one to learn.
        rule: only rows that name this rule.
        search: only rows that contain this.

    Raises:
        UnknownGame: there is no such game.
        UnknownRule: neither game has such a rule.
        CalledWrong: the two games are not compared.
    """
    learned = resolve(other)
    family = family_of(known)
    if family is None or learned not in family.games or learned == known:
        able = [game for game in family.games if game != known] if family is not None else []
        raise CalledWrong(f"{known} can be compared with {', '.join(able) or 'no game'}, not with {learned}")
    games = (str(known), str(learned))
    meant = {one.id for game in games if rule is not None and (one := typed_rule(game, rule)) is not None}
    if rule is not None and not meant:
        raise UnknownRule(rule.upper(), " or ".join(games))
    rows = [row for row in family.rows if family.relation(row, *games) != "none" and _fits(row, games, meant, search)]
    mistakes = family.first_mistakes(*games) if rule is None and search is None else ()
    if rule is not None or search is not None:
        note(f"{len(rows)} of {len(family.rows)} rows fit")
    if as_json:
        say_json(_document(family, games, rows, mistakes))
    else:
        _print(family, games, rows, mistakes, full=rule is not None)
    return 0


def _fits(row: Row, games: tuple[str, ...], rules: set[str], search: str | None) -> bool:
    cells = [row.cell[game] for game in games]
    if rules and all(rules.isdisjoint(cell.rules) for cell in cells):
        return False
    wanted = (search or "").strip().casefold()
    return any(wanted in text.casefold() for text in (row.title, *(cell.text for cell in cells)))


def _document(family: Family, games: tuple[str, ...], rows: list[Row], mistakes: tuple[Mistake, ...]) -> dict[str, Any]:
    return {
        "games": list(games),
        "mistakes": [picked(one, "row", "text") for one in mistakes],
        "rows": [
            {
                **picked(row, "id", "topic", "title"),
                "relation": family.relation(row, *games),
                "cells": {
                    game: {"here": family.has(row, game)} | picked(row.cell[game], "text", "rules") for game in games
                },
            }
            for row in rows
        ],
        "words": [
            {"id": word.id, "name": word.name, "in": {game: word.said[game] for game in games}} for word in family.words
        ],
    }


def _print(
    family: Family, games: tuple[str, ...], rows: list[Row], mistakes: tuple[Mistake, ...], *, full: bool
) -> None:
    if mistakes:
        say(f"What somebody who knows {games[0]} gets wrong first in {games[1]}")
        for one in mistakes:
            say(paragraph(plain(f"- {one.text}"), "  "))
    begun = bool(mistakes)
    for topic in family.topics:
        here = [row for row in rows if row.topic == topic.id]
        apart = [row for row in here if full or family.relation(row, *games) != "same"]
        same = [row.title for row in here if row not in apart]
        if here:
            if begun:
                say()
            begun = True
            say(f"== {topic.name}")
        for row in apart:
            say(plain(row.title))
            for game in games:
                cell = row.cell[game]
                cited = f" ({', '.join(cell.rules)})" if cell.rules else ""
                say(paragraph(plain(f"{game}: {cell.text}{cited}"), "  "))
        if same:
            say(paragraph(plain(f"The same: {'; '.join(same)}."), ""))
