"""Which rule is taught, cited, hinted at and assumed where: read from the lessons and scenarios themselves.

A rule that no step is about has to stand in a file `not-taught*.toml` beside the lessons, with its reason.

>>> found = coverage_of("fire-nation-rising")
>>> row = found.row("FNR-414")
>>> row.taught[0].item.startswith("lesson:")
True
"""

import re
from collections import defaultdict
from functools import cache
from typing import Final

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.lessons.lesson import LESSON, MISSION, SCENARIO, Lesson
from rising_tutor.lessons.lesson_file import SUFFIX, Course, course_folder, games_with, load_course
from rising_tutor.render.document import document, paper
from rising_tutor.render.html import Child, el
from rising_tutor.render.tables import Row, table

NOT_TAUGHT: Final = "not-taught"
"""Files whose name begins so list rules that no lesson is about."""
_STYLE: Final = paper(
    """
h1,h2{line-height:1.2} .scroll{overflow-x:auto} table{border-collapse:collapse;width:100%;font-size:10pt}
th,td{border:1px solid;padding:.25em .6em;text-align:left;vertical-align:top;font-weight:400} thead th{font-weight:600}
""",
    width="72em",
    text="11pt/1.5",
    margin="14mm",
)
_HEADS: Final = ("Rule", "Met in", "Taught in", "Cited in", "Hinted in", "Assumed in", "Not taught, because")


class NotTaught(Value, frozen=True):
    """A rule that no step is about."""

    id: str
    why: str


class NotTaughtFile(Value, frozen=True):
    """A file of such rules."""

    rule: tuple[NotTaught, ...] = ()


class Where(Value, frozen=True):
    """A place in the course.

    Attributes:
        item: `lesson:ID#STEP` with the number of the step from 1, `lesson:ID`, or `scenario:ID`.
        game: whose course it is in, where the courses of several games have one of this id; else "".
    """

    item: str
    title: str
    game: str = ""

    @property
    def link(self) -> str:
        """Where the app shows it.

        >>> Where("lesson:two-dice#3", "Two dice").link
        '#learn?lesson=two-dice&step=3'
        """
        kind, _, rest = self.item.partition(":")
        name, _, step = rest.partition("#")
        words = {kind: name, "step": step, "title": self.game}
        return "#learn?" + "&".join(f"{word}={said}" for word, said in words.items() if said)


class RuleRow(Value, frozen=True):
    """One rule of the catalogue.

    Attributes:
        taught: steps about it in the lesson that teaches it.
        met: missions with a step about it, the first one first.
        cited: steps of other lessons, and scenarios, that are about it.
        hinted: steps whose hint shows it, and that are not about it.
        assumed: lessons and scenarios that expect it to be known.
        why: why no step is about it, where that is so and said.
    """

    rule: str
    title: str
    phase: str
    taught: tuple[Where, ...]
    met: tuple[Where, ...]
    cited: tuple[Where, ...]
    hinted: tuple[Where, ...]
    assumed: tuple[Where, ...]
    why: str

    @property
    def somewhere(self) -> bool:
        return bool(self.taught or self.cited)


class Coverage(Value, frozen=True):
    """All rules of a game.

    Attributes:
        phases: id of a phase -> its name, in playing order, those that have rules.
        stale: rules with a reason why they are not taught that are taught, or that there are not.
    """

    game: str
    title: str
    phases: tuple[tuple[str, str], ...]
    rows: tuple[RuleRow, ...]
    stale: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Rules that no step is about, without a reason."""
        return tuple(row.rule for row in self.rows if not row.somewhere and not row.why)

    def row(self, rule: str) -> RuleRow:
        """The row of a rule. Raises `KeyError`: the catalogue has no such rule."""
        for row in self.rows:
            if row.rule == rule:
                return row
        raise KeyError(rule)


def coverage_of(game: str) -> Coverage:
    """Which rule of a game is taught where.

    Raises:
        UnknownGame: the game has no catalogue.
        BadContent: a file of the course cannot be read.
    """
    catalogue = catalogues.load(game)
    course = load_course(GameId(game))
    reasons = {one.id: one.why for one in not_taught(game)}
    places = _places(course)
    rows = tuple(
        RuleRow(
            *(rule.id, rule.title, rule.phase),
            taught=tuple(places["taught", rule.id]),
            met=tuple(places["met", rule.id]),
            cited=tuple(places["cited", rule.id]),
            hinted=tuple(places["hinted", rule.id]),
            assumed=tuple(places["assumed", rule.id]),
            why=reasons.get(rule.id, ""),
        )
        for rule in catalogue.rules
    )
    known = {row.rule: row for row in rows}
    stale = tuple(rule for rule in reasons if rule not in known or known[rule].somewhere)
    used = {rule.phase for rule in catalogue.rules}
    phases = tuple((phase.id, phase.name) for phase in catalogue.phases if phase.id in used)
    return Coverage(game, catalogue.title, phases, rows, stale)


@cache
def not_taught(game: str) -> tuple[NotTaught, ...]:
    """The rules that no lesson needs to teach, with their reasons.

    Raises:
        BadContent: a file of them cannot be read.
    """
    folder = course_folder(GameId(game))
    if not folder.is_dir():
        return ()
    names = sorted(one.name for one in folder.iterdir() if re.match(rf"{NOT_TAUGHT}.*\{SUFFIX}\Z", one.name))
    files = (read_toml((folder / name).read_bytes(), NotTaughtFile, name) for name in names)
    return tuple(one for file in files for one in file.rule)


@cache
def lessons_by_rule(game: str) -> dict[str, tuple[Where, ...]]:
    """Rule -> what teaches it first, then what else is about it, each lesson once; a rule without any is not in it."""
    found: dict[str, tuple[Where, ...]] = {}
    for row in coverage_of(game).rows:
        first: dict[str, Where] = {}
        for where in (*row.taught, *row.cited):
            first.setdefault(where.item.partition("#")[0], where)
        if first:
            found[row.rule] = tuple(first.values())
    return found


def _named(lesson: Lesson) -> str:
    return lesson.game if len(games_with(lesson.id)) > 1 else ""


def _places(course: Course) -> dict[tuple[str, str], list[Where]]:
    """(field of `RuleRow`, rule) -> the places for it."""
    found = defaultdict[tuple[str, str], list[Where]](list)
    for mission in course.missions:
        for rule in dict.fromkeys(rule for step in mission.step for rule in step.rules):
            found["met", rule].append(Where(f"{MISSION}:{mission.id}", mission.title, _named(mission)))
    for lesson in (*course.lessons, *course.scenarios):
        for rule in dict.fromkeys(lesson.assumes):
            found["assumed", rule].append(Where(f"{lesson.kind}:{lesson.id}", lesson.title, _named(lesson)))
        for number, step in enumerate(lesson.step, 1):
            # A scenario is one item.
            at = "" if lesson.kind == SCENARIO else f"#{number}"
            place = Where(f"{lesson.kind}:{lesson.id}{at}", lesson.title, _named(lesson))
            for rule in dict.fromkeys(step.rules):
                kind = "taught" if rule in lesson.teaches and lesson.kind == LESSON else "cited"
                found[kind, rule].append(place)
            if step.hints.rule and step.hints.rule not in step.rules:
                found["hinted", step.hints.rule].append(place)
    return found


def as_html(found: Coverage) -> str:
    """One page that needs nothing beside itself."""
    heading = f"{found.title}: which rule is taught where"
    body: list[Child] = [el("h1", heading), el("p", _summary(found))]
    for phase, name in found.phases:
        rows = [
            Row(([el("b", one.rule), " ", one.title], *_cells(one)), {"id": one.rule})
            for one in found.rows
            if one.phase == phase
        ]
        shown = table(_HEADS, rows, caption=name, shown=True)
        body += [el("div", shown, cls="scroll", tabindex="0", role="region", aria_label=name)]
    return document(heading, body, style=_STYLE)


def _cells(rule: RuleRow) -> list[str]:
    listed = (rule.met, rule.taught, rule.cited, rule.hinted, rule.assumed)
    return [*(", ".join(_short(one.item) for one in places) for places in listed), rule.why]


def _short(item: str) -> str:
    """`lesson:two-dice#3` as a page says it.

    >>> _short("lesson:two-dice#3"), _short("scenario:save-katara")
    ('two-dice, step 3', 'scenario save-katara')
    """
    kind, _, rest = item.partition(":")
    name, _, step = rest.partition("#")
    name = name if kind == LESSON else f"{kind} {name}"
    return f"{name}, step {step}" if step else name


def _summary(found: Coverage) -> str:
    n_taught = sum(bool(row.taught) for row in found.rows)
    n_cited = sum(bool(row.cited and not row.taught) for row in found.rows)
    n_not = sum(bool(row.why and not row.somewhere) for row in found.rows)
    said = (
        f"{len(found.rows)} rules: {n_taught} are taught, {n_cited} more are cited, {n_not} are not taught and say why"
    )
    return f"{said}, {len(found.missing)} are missing." if found.missing else f"{said}."


def as_markdown(found: Coverage) -> str:
    """The same as a text for the documents of the project."""
    lines = [
        f"# {found.title}: which rule is taught where",
        "",
        f"Made by `rising-tutor lesson coverage --game {found.game} --out FILE.md`; a test compares it. Do not edit.",
        "",
        _summary(found),
    ]
    for phase, name in found.phases:
        lines += ["", f"## {_cell(name)}", "", f"| {' | '.join(_HEADS)} |", f"|{'---|' * len(_HEADS)}"]
        for row in found.rows:
            if row.phase == phase:
                lines.append(f"| {' | '.join(map(_cell, [f'{row.rule} {row.title}', *_cells(row)]))} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(re.sub(r"([|<>*_`\\\[\]])", r"\\\1", text).split())
