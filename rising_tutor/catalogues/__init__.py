"""The rules of each game, rule by rule, in our own words.

A catalogue is data: `<game>.toml` beside this module, or `rules.toml` among the files of a game of another package. Its
ids are stable and stand in every refusal, every event, every lesson step and on the tests that prove them. What no
program can check stands in `<game>.untestable.toml`.

>>> catalogue = load("fire-nation-rising")
>>> catalogue.rule("FNR-313").title
'2c: attack the faced location'
>>> [rule.id for rule in catalogue.search("june")]
['FNR-438', 'FNR-1009']
>>> catalogue.phase("turn.2c.attack").name
'Step 2c: attack'
"""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

import msgspec

from rising_tutor.core.registry import files_of, game_ids
from rising_tutor.errors import UnknownGame, UnknownRule

__all__ = ["Catalogue", "Gap", "Phase", "Rule", "Status", "Variant", "catalogued", "load"]

Status = Literal["stated", "inferred", "gap"]
"""In the text of the rulebook; following from it; or our resolution where the text is silent or divided."""
Silence = Literal["silent", "divided"]
"""Reason for a gap: the text does not say it, or its passages (or sources of equal rank) differ."""

STATUS_WORDS: Mapping[str, str] = {
    "stated": "stated in the rulebook",
    "inferred": "follows from the rulebook",
    "silent": "the rulebook is silent: our resolution",
    "divided": "the rulebook is divided: our resolution",
}
"""Status of a rule in words; a gap by its reason."""

_RULES = ".toml"
_UNTESTABLE = ".untestable.toml"
_FROM_OUTSIDE = "rules.toml"


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the game that rules belong to."""

    id: str
    name: str
    summary: str


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One numbered rule.

    Attributes:
        id: stable id, for example `FNR-313`.
        title: a few words.
        text: the whole rule in our own words.
        check: what a test of it must show, as Given/When/Then.
        page: page of the rulebook; 0 where its text has no pages.
        also_pages: further pages that speak of it.
        section: section of the text, where it has no pages.
        phase: id of the phase it belongs to.
        status: how far the rulebook itself says so.
        gap: reason for a gap; empty for a rule that is none.
        testable: False where no program can check any part of it.
        untestable_reason: what cannot be checked and why; empty where everything can.
    """

    id: str
    title: str
    text: str
    check: str
    page: int = 0
    also_pages: tuple[int, ...] = ()
    section: str = ""
    phase: str
    status: Status
    gap: Silence | Literal[""] = ""
    testable: bool = True
    untestable_reason: str = ""

    @property
    def place(self) -> str:
        """Where the text says it: "page 5", or the section."""
        return f"page {self.page}" if self.page else f'section "{self.section}"'

    @property
    def status_words(self) -> str:
        """Status in words, for a gap with its reason."""
        return STATUS_WORDS[self.gap or ("silent" if self.status == "gap" else self.status)]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that players choose before a game, with the rules that speak of it."""

    id: str
    name: str
    default: int | str | tuple[int, ...]
    range: str
    rules: tuple[str, ...]


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the rulebook leaves open, and our answer.

    Attributes:
        kind: reason why it is open.
    """

    what: str
    resolution: str
    kind: Silence = "silent"


class Catalogue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """All rules of one game, ordered by id.

    Attributes:
        game: id of the game.
        title: name of the game as printed.
        edition: the rulebook that pages refer to, without an article: it stands after one.
        phases: steps of the game, in playing order.
        rules: every rule, in the order of the ids.
        terms: word of the game -> what it means.
        variants: what can be chosen before a game.
        gaps: open questions and their resolutions.
    """

    game: str
    title: str
    edition: str
    phases: tuple[Phase, ...] = msgspec.field(name="phase")
    rules: tuple[Rule, ...] = msgspec.field(name="rule")
    terms: Mapping[str, str]
    variants: tuple[Variant, ...] = msgspec.field(name="variant")
    gaps: tuple[Gap, ...] = msgspec.field(name="gap")

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id.

        Raises:
            UnknownRule: the game has no such rule.
        """
        try:
            return self._rules_by_id[rule_id]
        except KeyError:
            raise UnknownRule(rule_id, self.game) from None

    def typed(self, text: str) -> Rule:
        """Return the rule that a person means: by its id in any case, or by its bare number.

        Raises:
            UnknownRule: the game has no such rule.

        >>> load("avatar-tcg").typed("502").id, load("avatar-tcg").typed("qs-502").id
        ('QS-502', 'QS-502')
        """
        wanted = text.strip().upper()
        numbered = self._ids_by_number.get(wanted, wanted)
        if numbered not in self._rules_by_id:
            raise UnknownRule(wanted, self.game)
        return self._rules_by_id[numbered]

    def search(self, text: str) -> tuple[Rule, ...]:
        """The rules whose id, title or text contains `text`, in order, upper and lower case being the same.

        Surrounding blanks do not count; a blank `text` finds every rule.
        """
        wanted = text.strip().casefold()
        return tuple(
            rule for rule in self.rules if any(wanted in field.casefold() for field in (rule.id, rule.title, rule.text))
        )

    def phase(self, phase_id: str) -> Phase:
        """The phase with this id.

        Raises:
            KeyError: no rule belongs to such a phase. Phase ids are written by us and never typed by a user.
        """
        return self._phases_by_id[phase_id]

    # Looked up for every event that is explained, so both are made once and kept.
    @cached_property
    def _rules_by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _ids_by_number(self) -> dict[str, str]:
        return {rule.id.rpartition("-")[2].upper(): rule.id for rule in self.rules}

    @cached_property
    def _phases_by_id(self) -> dict[str, Phase]:
        return {phase.id: phase for phase in self.phases}


class _Uncheckable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    reason: str


class _Untestable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of `<game>.untestable.toml`: whole rules, and clauses of rules that are tested otherwise."""

    rule: tuple[_Uncheckable, ...] = ()
    part: tuple[_Uncheckable, ...] = ()


def catalogued() -> tuple[str, ...]:
    """Ids of the games that have a catalogue, sorted."""
    brought = {str(game) for game in game_ids() if _brought(game) is not None}
    return tuple(sorted(_ours() | brought))


@cache
def _ours() -> frozenset[str]:
    names = (file.name for file in Path(__file__).parent.iterdir())
    return frozenset(
        name.removesuffix(_RULES) for name in names if name.endswith(_RULES) and not name.endswith(_UNTESTABLE)
    )


def _brought(game_id: str) -> Path | None:
    folder = files_of(game_id)
    file = folder / _FROM_OUTSIDE if folder is not None else None
    return file if file is not None and file.is_file() else None


def load(game_id: str) -> Catalogue:
    """The catalogue of the game with exactly this id, read once.

    Raises:
        UnknownGame: no catalogue has this id.
    """
    brought = _brought(game_id)
    if brought is not None:
        return _read(brought)
    if game_id not in _ours():
        # Asked before a path is built from the id, so that no id can lead out of this folder.
        raise UnknownGame(game_id, catalogued())
    return _of_ours(game_id)


def typed_rule(game_id: str, text: str) -> Rule | None:
    """Return the rule of a game that a person means, see `Catalogue.typed`; None if there is none."""
    try:
        return load(game_id).typed(text)
    except (UnknownGame, UnknownRule):
        return None


def found_rule(game_id: str, rule_id: str) -> Rule | None:
    """A rule of a game; None where the game has no catalogue, or its catalogue no such rule."""
    try:
        return load(game_id).rule(rule_id)
    except (UnknownGame, UnknownRule):
        return None


def status_of(game_id: str, rule_id: str) -> str:
    """How a rule is known; one that is not there counts as stated."""
    rule = found_rule(game_id, rule_id)
    return rule.status if rule is not None else "stated"


@cache
def _read(file: Path) -> Catalogue:
    return msgspec.toml.decode(file.read_bytes(), type=Catalogue)


@cache
def _of_ours(game_id: str) -> Catalogue:
    """One of our catalogues, with the reasons why some of its rules cannot be tested."""
    folder = Path(__file__).parent
    catalogue = _read(folder / f"{game_id}{_RULES}")
    untestable = msgspec.toml.decode((folder / f"{game_id}{_UNTESTABLE}").read_bytes(), type=_Untestable)
    whole = {entry.id for entry in untestable.rule}
    reasons = {entry.id: entry.reason for entry in (*untestable.rule, *untestable.part)}
    rules = tuple(
        msgspec.structs.replace(rule, testable=rule.id not in whole, untestable_reason=reasons[rule.id])
        if rule.id in reasons
        else rule
        for rule in catalogue.rules
    )
    return msgspec.structs.replace(catalogue, rules=rules)
