"""`rules`: the rules of a game, in our own words."""

import argparse
from collections.abc import Sequence
from typing import Any

from rising_tutor import catalogues
from rising_tutor.catalogues import Catalogue, Rule
from rising_tutor.cli.arguments import CalledWrong, add_game, add_json
from rising_tutor.cli.rules.compare import compare
from rising_tutor.cli.terminal import note, paragraph, picked, plain, say, say_json
from rising_tutor.core.ids import RuleId
from rising_tutor.core.registry import load_game, resolve

UNIT = "unit:"
"""Stands before the id of a teaching unit among the lessons of a rule."""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("rules", help="read and search the rules of a game")
    add_game(parser)
    parser.add_argument("rule", metavar="RULE_ID", nargs="?", help="one rule, such as FNR-313, or its number alone")
    parser.add_argument("--search", metavar="TEXT", help="only rules whose id, title or text contains this")
    parser.add_argument("--compare", metavar="OTHER", help="what another game of the family does differently")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the rules that were asked for."""
    game_id = resolve(args.game)
    if game_id not in catalogues.catalogued():
        raise CalledWrong(f"{game_id} has no rules to read; there is {', '.join(catalogues.catalogued())}")
    if args.compare is not None:
        return compare(game_id, args.compare, rule=args.rule, search=args.search, as_json=args.json)
    catalogue = catalogues.load(game_id)
    found = catalogue.rules if args.rule is None else (catalogue.typed(args.rule),)
    if args.search is not None:
        hits = catalogue.search(args.search)
        found = tuple(rule for rule in found if rule in hits)
        note(f"{len(found)} of {len(catalogue.rules)} rules contain {args.search!r}")
    if args.json:
        # These bring the solver and the course, which plain reading does without.
        from rising_tutor.lab.unit_file import taught  # noqa: PLC0415
        from rising_tutor.lessons.coverage import lessons_by_rule  # noqa: PLC0415

        game = load_game(game_id)
        cited, units, course = game.cited(), taught(game), lessons_by_rule(game_id)
        rules = []
        for rule in found:
            lessons = [where.item for where in course.get(rule.id, ())]
            lessons += [f"{UNIT}{unit.id}" for unit in units.get(rule.id, ())]
            rules.append(as_json(rule, cited.get(RuleId(rule.id), ()), lessons))
        say_json({"game": game_id, "edition": catalogue.edition, "rules": rules})
        return 0
    for place, rule in enumerate(found):
        if place:
            say()
        for line in as_lines(catalogue, rule):
            say(line)
    return 0


def as_json(rule: Rule, events: Sequence[str] = (), lessons: Sequence[str] = ()) -> dict[str, Any]:
    """A rule as the contract of the command line promises it."""
    fields = picked(rule, "id", "title", "text", "page", "also_pages", "section", "phase", "status", "gap")
    return fields | {"lessons": list(lessons), "events": list(events)}


def as_lines(catalogue: Catalogue, rule: Rule) -> list[str]:
    """A rule for people."""
    places = ", ".join((rule.place, *map(str, rule.also_pages)))
    facts = f"{places}; {catalogue.phase(rule.phase).name}; {rule.status_words}"
    return [plain(f"{rule.id}  {rule.title}"), paragraph(plain(rule.text), "  "), paragraph(plain(facts), "  ")]
