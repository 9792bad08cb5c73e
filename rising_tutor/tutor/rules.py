"""What the rule reader shows: the controller behind it, without a widget.

>>> reader = RuleReader("fire-nation-rising")
>>> reader.search("june", phase="", status="")
('FNR-438', 'FNR-1009')
>>> card = reader.card("FNR-313")
>>> card["title"], card["previous"], card["next"]
('2c: attack the faced location', 'FNR-312', 'FNR-314')
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from rising_tutor import catalogues
from rising_tutor.catalogues import Catalogue, Rule
from rising_tutor.core.drive import play_out
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.registry import load_game
from rising_tutor.errors import RisingTutorError, UnknownRule
from rising_tutor.lessons.coverage import lessons_by_rule
from rising_tutor.render.parts import STATUS

if TYPE_CHECKING:
    from rising_tutor.lab.unit import Unit

#: Games that are played to see which rules come up. More would find little more and take longer than a blink.
SAMPLE_GAMES: Final = 6
_LIMIT: Final = 1_000
_RULE_ID: Final = re.compile(r"\b[A-Z]{2,4}-\d{1,4}\b")
_MOST_TERMS: Final = 8


class RuleReader:
    """The rules of one game as a reader shows them. Every answer is plain data for a page."""

    def __init__(self, game_id: str) -> None:
        self.catalogue: Catalogue = catalogues.load(game_id)

    @cached_property
    def game(self) -> AnyGame | None:
        try:
            return load_game(self.catalogue.game)
        except RisingTutorError:
            return None

    def index(self) -> dict[str, Any]:
        present = {rule.phase for rule in self.catalogue.rules}
        return {
            "title": self.catalogue.title,
            "edition": self.catalogue.edition,
            "phases": [[phase.id, phase.name] for phase in self.catalogue.phases if phase.id in present],
            "status": dict(STATUS),
            "rules": [
                [rule.id, rule.title, rule.phase, rule.status, rule.page or rule.section]
                for rule in self.catalogue.rules
            ],
        }

    def knows(self, rule_id: object) -> bool:
        return isinstance(rule_id, str) and rule_id in self._order

    def typed(self, text: str) -> str:
        """Return the id of the rule that a person means, by its id or its bare number; "" if there is none."""
        try:
            return self.catalogue.typed(text).id
        except UnknownRule:
            return ""

    def search(self, text: str, *, phase: str = "", status: str = "") -> tuple[str, ...]:
        """Ids of the rules that contain the text and belong to the phase and status; empty asks for all."""
        return tuple(
            rule.id
            for rule in self.catalogue.search(text)
            if (not phase or rule.phase == phase) and (not status or rule.status == status)
        )

    def card(self, rule_id: str) -> dict[str, Any]:
        """One rule with all that is around it, except where it came up in play (`used`).

        Raises:
            UnknownRule: there is no such rule.
        """
        rule = self.catalogue.rule(rule_id)
        at = self._order[rule.id]
        rules = self.catalogue.rules
        phase = self.catalogue.phase(rule.phase)
        return {
            "id": rule.id,
            "title": rule.title,
            "text": linked(rule.text),
            "check": linked(rule.check),
            "page": rule.page,
            "section": rule.section,
            "also_pages": list(rule.also_pages),
            "phase": [phase.id, phase.name],
            "status": rule.status,
            "status_word": rule.status_words,
            "notes": [[gap.what, linked(gap.resolution)] for gap in self.catalogue.gaps if rule.id in gap.resolution],
            "untestable": rule.untestable_reason,
            "terms": self._terms(rule),
            "options": self._options(rule),
            "taught": [
                *([where.link, where.title] for where in lessons_by_rule(self.catalogue.game).get(rule.id, ())),
                *([f"#odds?unit={unit.id}", unit.title] for unit in self._taught.get(rule.id, ())),
            ],
            "see_also": [[other.id, other.title, other.status] for other in self._see_also(rule)],
            "previous": rules[at - 1].id if at else "",
            "next": rules[at + 1].id if at + 1 < len(rules) else "",
            "place": f"{at + 1} of {len(rules)}",
        }

    def used(self, rule_id: str) -> dict[str, Any]:
        """Where the rule came up: in the game's own list of citations, and in a few games played at random."""
        if self.game is None:
            return {"cited": [], "events": [], "seen": 0, "games": 0}
        events, seen = self._seen.get(rule_id, ((), 0))
        cited = [spaced(kind) for kind in self.game.cited().get(RuleId(rule_id), ())]
        return {"cited": cited, "events": list(events), "seen": seen, "games": SAMPLE_GAMES}

    @cached_property
    def _taught(self) -> Mapping[str, tuple["Unit", ...]]:
        from rising_tutor.lab.unit_file import taught  # noqa: PLC0415 - brings the solver: when the first rule is read

        return taught(self.game) if self.game is not None else {}

    @cached_property
    def _order(self) -> dict[str, int]:
        return {rule.id: at for at, rule in enumerate(self.catalogue.rules)}

    @cached_property
    def _words(self) -> tuple[tuple[re.Pattern[str], str, str], ...]:
        found = []
        for term, meaning in self.catalogue.terms.items():
            names = [name.strip() for name in re.sub(r"\([^)]*\)", "", term).split("/")]
            pattern = "|".join(re.escape(name) + r"e?s?" for name in names if len(name) > 2)
            if pattern:
                found.append((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), term, meaning))
        return tuple(found)

    def _terms(self, rule: Rule) -> list[list[str]]:
        text = f"{rule.title}. {rule.text}"
        hits = [(match.start(), term, meaning) for word, term, meaning in self._words if (match := word.search(text))]
        return [[term, meaning] for _, term, meaning in sorted(hits)[:_MOST_TERMS]]

    def _options(self, rule: Rule) -> list[dict[str, str]]:
        options = self.game.info.options if self.game is not None else ()
        return [
            {"name": option.title, "default": default, "values": values, "help": option.help}
            for option in options
            for default, values in [option.readable]
            if rule.id in option.rules
        ]

    def _see_also(self, rule: Rule) -> list[Rule]:
        named = [found for found in _RULE_ID.findall(rule.text) if found in self._order and found != rule.id]
        naming = [other.id for other in self.catalogue.rules if rule.id in other.text and other.id != rule.id]
        together = [
            found
            for gap in self.catalogue.gaps
            if rule.id in gap.resolution
            for found in _RULE_ID.findall(gap.resolution)
            if found in self._order and found != rule.id
        ]
        return [self.catalogue.rule(found) for found in dict.fromkeys((*named, *naming, *together))]

    @cached_property
    def _seen(self) -> dict[str, tuple[tuple[str, ...], int]]:
        game = self.game
        if game is None:
            return {}
        sentences: dict[str, dict[str, str]] = {}
        counts: dict[str, int] = {}

        def watch(_state: Any, _move: Any, step: Any) -> None:
            for event in step.events:
                kinds = sentences.setdefault(event.rule, {})
                kind = type(event).__name__
                if kind not in kinds:
                    kinds[kind] = game.say(event)
                counts[event.rule] = counts.get(event.rule, 0) + 1

        low, high = game.info.min_seats, game.info.max_seats
        for number in range(SAMPLE_GAMES):
            play_out(game, seats=low + number % (high - low + 1), seed=number, limit=_LIMIT, watch=watch)
        return {rule: (tuple(kinds.values()), counts[rule]) for rule, kinds in sentences.items()}


def linked(text: str) -> list[list[str]]:
    """The text in pieces: `["t", words]` and `["r", rule id]`.

    >>> linked("Yes (FNR-427).")
    [['t', 'Yes ('], ['r', 'FNR-427'], ['t', ').']]
    """
    pieces: list[list[str]] = []
    at = 0
    for match in _RULE_ID.finditer(text):
        if match.start() > at:
            pieces.append(["t", text[at : match.start()]])
        pieces.append(["r", match.group()])
        at = match.end()
    if at < len(text):
        pieces.append(["t", text[at:]])
    return pieces


def spaced(kind: str) -> str:
    """The name of a kind of event in words.

    >>> spaced("DamageTaken")
    'damage taken'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind).lower()
