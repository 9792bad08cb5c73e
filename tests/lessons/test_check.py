"""The author's linter: seeded faults are found at their places, sound files have none, nothing ends in a traceback."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rising_tutor.core.ids import GameId
from rising_tutor.lessons.check import CODES, Fault, check_file, check_files
from rising_tutor.lessons.lesson_file import lesson_files

EARLIER = """\
id = "before"
game = "fire-nation-rising"
kind = "lesson"
chapter = "Roll and assign"
order = 1
title = "A die on a card"
can = "Put a die on a card."
teaches = ["FNR-412", "FNR-407", "FNR-406", "FNR-408"]

[position]
teams = ["toph", "aang"]
at = { 1 = ["tyro", "june", "haru"] }
shown = "green E, blue W"

[[step]]
say = "A die goes where its symbol is needed."
rules = ["FNR-412", "FNR-407", "FNR-406", "FNR-408"]
"""
LATER = (
    EARLIER.replace('"before"', '"after"')
    .replace("order = 1\n", "order = 900\n")
    .replace('teaches = ["FNR-412", "FNR-407", "FNR-406", "FNR-408"]', 'teaches = ["FNR-501"]')
    .replace('rules = ["FNR-412", "FNR-407", "FNR-406", "FNR-408"]', 'rules = ["FNR-501"]')
)
LESSON = """\
id = "double-faces"
game = "fire-nation-rising"
kind = "lesson"
chapter = "Roll and assign"
order = 20
title = "Put a double where it counts"
can = "Use both symbols of a double face."
minutes = 4
teaches = ["FNR-414"]
assumes = ["FNR-412"]

[position]
teams = ["toph", "aang"]
rows = { toph = ["toph", "the-boulder 3"] }
at = { 2 = ["smellerbee-and-longshot", "june 2", "tyro"] }
location = 2
shown = "green EE F, blue W"

[[step]]
say = "A double face shows its symbol twice. It counts twice where both are needed."
rules = ["FNR-414"]
show = ["the-boulder", "location 2"]
do = "Use the ability of The Boulder."
goal = [{ fact = "the-boulder.used", is = true }]
limit = 1
hints = { goal = "Look for a cost with two Earth.", move = "Both halves are used." }
right = "The whole cost came from a single face."
wrong = [{ move = "green EE > smellerbee*", say = "One half is lost there." }]

[[step]]
say = "Dice that lie on no card can be rolled again."
rules = ["FNR-412"]
position = { shown = "green E, blue W" }
moves = ["green E > tyro"]
chance = ["rolled blue E"]
do = "Try for another symbol."
goal = [{ fact = "rolls", at_least = 2 }]
lost = [{ fact = "tyro.dice", at_most = 0 }]
limit = 1
hints = { rule = "FNR-408", goal = "One die is still in your hand." }
right = "The die on Tyro stayed where it was."

[[step]]
say = "Here a double face lies on a card that needs one of its symbols."
rules = ["FNR-414"]
position = { shown = "green EE F" }
hints = { goal = "Count the symbols that are needed." }
right = "One face paid for two."
wrong = [{ move = "The die may not*", say = "Tyro needs it twice." }]
[step.ask]
question = "What is left on Tyro after it?"
moves = ["green EE > tyro"]
choices = [
  { say = "Both symbols are paid", holds = [{ fact = "tyro.dice", is = 1 }] },
  { say = "The die may not lie there", holds = [{ fact = "tyro.dice", is = 0 }] },
]

[[step]]
say = "Three actions, and one is against the rules."
rules = ["FNR-406"]
position = { shown = "green E F" }
hints = { goal = "What comes first after every roll?" }
right = "Nothing was done with this roll yet."
wrong = [{ move = "green E > tyro", say = "Tyro takes it." }, { move = "discard *", say = "A die may be given up." }]
spot = ["green E > tyro", "roll", "discard green F"]

[[step]]
say = "Now break a rule on purpose."
rules = ["FNR-407"]
position = { shown = "green E F" }
do = "Roll at once, and read why not."
goal = [{ refused = "FNR-406" }]
hints = { goal = "The game asks for one thing after every roll." }
right = "First the dice that you have."
"""
SCENARIO = """\
id = "at-once"
game = "fire-nation-rising"
kind = "scenario"
order = 1
title = "Two at once"
can = "Cover June this turn."
assumes = ["FNR-414"]
position = { teams = ["toph", "aang"], at = { 1 = ["june 2", "tyro"] }, shown = "green E, red FF", waiting = "yellow" }

[[step]]
say = "Three dice were rolled."
rules = ["FNR-414"]
do = "Damage June."
goal = [{ fact = "june.sets", at_least = 1 }]
aim = ["june"]
hints = { goal = "Two dice are enough." }
right = "She takes the Damage."
"""
FILES = {
    "001-before.toml": EARLIER,
    "020-double-faces.toml": LESSON,
    "900-after.toml": LATER,
    "001-at-once.toml": SCENARIO,
}


def faults_of(files: dict[str, str]) -> tuple[Fault, ...]:
    return check_files([(name, text.encode()) for name, text in files.items()], course=False)


class Seeded(NamedTuple):
    """A fault put into a sound text.

    `at` stands, in the text with the fault, where the fault is to be reported; it is what was put in unless said.
    """

    name: str
    old: str
    new: str
    code: str
    at: str = ""
    file: str = "020-double-faces.toml"
    severity: str = "error"


WORD = "word " * 70
SCENE = "001-at-once.toml"
BEFORE = "001-before.toml"
READ = 'rules = ["FNR-412", "FNR-407", "FNR-406", "FNR-408"]\n'
BREAK = 'position = { shown = "green E F" }\ndo = "Roll at once, and read why not."\ngoal = [{ refused = "FNR-406" }]'
PLACE = """\
position = { begin = "turn", shown = "" }
do = "Place your token where you are hit least."
goal = [{ fact = "step", is = "turn.3.roll_assign" }, { fact = "team.toph.damage", at_most = 3 }]
limit = 1
chance = ["fire left-0"]
loss = 0.99"""
SEEDED = (
    Seeded("a text without its end", 'title = "Put', "title = Put", "toml", "Put a double"),
    Seeded("a table opened twice", '[[step]]\nsay = "Dice', '[position]\nsay = "Dice', "toml", "[position]\nsay"),
    Seeded("a key twice", "minutes = 4\n", "minutes = 4\nminutes = 4\n", "toml", "minutes = 4\nteaches"),
    Seeded(
        "an opponent where there is none",
        'do = "Use the ability of The Boulder."',
        'do = "Use the ability of The Boulder."\nreply = "greedy"',
        "reply",
        "reply = ",
    ),
    Seeded("words of a mission in a lesson", "minutes = 4", 'minutes = 4\nwon = "A Hero."', "mission", '"A Hero."'),
    Seeded("an unknown word of the lesson", "minutes = 4", "minuets = 4", "word"),
    Seeded("an unknown word of a step", "limit = 1\nhints = { rule", "limits = 1\nhints = { rule", "word", "limits"),
    Seeded("an unknown word of a test", "at_least = 2", "atleast = 2", "word", "atleast"),
    Seeded("an unknown word of hints", 'move = "Both', 'mover = "Both', "word", "mover"),
    Seeded("an unknown word of a position", "location = 2\nshown", "locations = 2\nshown", "word", "locations"),
    Seeded(
        "a lesson without title",
        'title = "Put a double where it counts"\n',
        "",
        "missing",
        'id = "double',
    ),
    Seeded(
        "a step without say", 'say = "Now break a rule on purpose."\n', "", "missing", '[[step]]\nrules = ["FNR-407"]'
    ),
    Seeded("a goal without do", 'do = "Try for another symbol."\n', "", "missing", 'goal = [{ fact = "rolls'),
    Seeded("a number as a text", "order = 20", 'order = "20"', "value", '"20"'),
    Seeded("a text in place of a list", 'rules = ["FNR-407"]', 'rules = "FNR-407"', "value", '"FNR-407"'),
    Seeded("a kind that there is not", 'kind = "lesson"', 'kind = "leson"', "value", '"leson"'),
    Seeded("a seed as a number", "limit = 1\nhints", "limit = 1\nseed = 7\nhints", "value", "7\nhints"),
    Seeded("a game that there is not", 'game = "fire-nation-rising"', 'game = "fire-nation"', "game", '"fire-nation"'),
    Seeded("a rule that there is not", 'rules = ["FNR-406"]', 'rules = ["FNR-4060"]', "rule", '"FNR-4060"'),
    Seeded("a hint with a rule that there is not", 'rule = "FNR-408"', 'rule = "FNR-40"', "rule", '"FNR-40"'),
    Seeded("a step without a rule", 'rules = ["FNR-407"]\n', "", "no-rule", '[[step]]\nsay = "Now'),
    Seeded("a card that there is not", 'show = ["the-boulder"', 'show = ["the-bolder"', "show", '"the-bolder"'),
    Seeded("a place that there is not", '"location 2"]', '"location 4"]', "show", '"location 4"'),
    Seeded("a marked card that lies in the deck", '"location 2"]', '"iroh"]', "show", '"iroh"'),
    Seeded("a step that says too much", "Now break a rule on purpose.", WORD, "length", f'"{WORD}'),
    Seeded(
        "a step of five sentences",
        "Now break a rule on purpose.",
        "One. Two. Three. Four. Five.",
        "length",
        '"One. Two',
    ),
    Seeded("a title that is too long", "Put a double where it counts", "a b c d e f g h i j", "length", '"a b c'),
    Seeded("what to do that is too long", "Try for another symbol.", WORD, "length", f'"{WORD}'),
    Seeded("an exclamation mark", "break a rule on purpose.", "break a rule!", "mark", "!"),
    Seeded("an emoji", "break a rule on purpose.", "break a rule \U0001f600", "mark", "\U0001f600"),
    Seeded("a lesson without chapter", 'chapter = "Roll and assign"\n', "", "chapter", '"lesson"'),
    Seeded(
        "a Team that there is not", 'teams = ["toph", "aang"]', 'teams = ["toph", "ang"]', "position", '["toph", "ang"]'
    ),
    Seeded("a card twice on the table", '"june 2", "tyro"]', '"june 2", "june"]', "position", '["smellerbee'),
    Seeded("too much Damage", "the-boulder 3", "the-boulder 30", "position", '["toph", "the-boulder 30"]'),
    Seeded(
        "a die that there is not",
        'shown = "green EE F, blue W"',
        'shown = "green EE F, pink W"',
        "position",
        '"green EE F, pink',
    ),
    Seeded(
        "dice that were never rolled before a turn",
        "location = 2\n",
        'location = 2\nbegin = "turn"\n',
        "position",
        '"green EE F, blue W"',
    ),
    Seeded(
        "a move of the tutor that is none", 'moves = ["green E > tyro"]', 'moves = ["green E > tyrol"]', "move", "tyrol"
    ),
    Seeded(
        "a move of the tutor that is refused",
        'moves = ["green E > tyro"]',
        'moves = ["green E > june"]',
        "refused",
        '"green E > june"',
    ),
    Seeded(
        "a question with a move that is none",
        'moves = ["green EE > tyro"]',
        'moves = ["green EE > tyrol"]',
        "move",
        "tyrol",
    ),
    Seeded("chance that cannot come", "rolled blue E", "rolled blue E W", "chance", '"rolled blue E W"'),
    Seeded("chance that is no outcome", "rolled blue E", "rolled blue X", "move", 'X"]'),
    Seeded(
        "chance where nothing is left to it",
        'hints = { goal = "Look',
        'chance = ["rolled blue E"]\nhints = { goal = "Look',
        "chance",
        '"rolled blue E"',
    ),
    Seeded("a fact that there is not", '"the-boulder.used"', '"the-boulder.use"', "fact"),
    Seeded(
        "a fact of a Team that does not play",
        '"the-boulder.used", is = true',
        '"team.zuko.heroes", is = 1',
        "fact",
        '"team.zuko.heroes"',
    ),
    Seeded("a truth compared with a number", "is = true", "is = 1", "fact", "1 }]\nlimit"),
    Seeded(
        "a text compared as a number",
        'fact = "rolls", at_least = 2',
        'fact = "step", at_least = 2',
        "fact",
        "2 }]\nlost",
    ),
    Seeded("a test without a comparison", ", is = true", "", "fact", '{ fact = "the-boulder.used" }'),
    Seeded(
        "a goal that cannot be reached",
        'fact = "the-boulder.used", is = true',
        'fact = "the-boulder.damage", is = 0',
        "unreachable",
        'goal = [{ fact = "the-b',
    ),
    Seeded(
        "a goal that holds already",
        'fact = "the-boulder.used", is = true',
        'fact = "the-boulder.damage", is = 3',
        "holds",
        'goal = [{ fact = "the-b',
    ),
    Seeded(
        "a test of lost that holds already", "at_most = 0", "at_most = 1", "lost", '{ fact = "tyro.dice", at_most = 1'
    ),
    Seeded(
        "a goal in a later step than until",
        "limit = 1\nhints = { rule",
        'limit = 1\nuntil = "turn.3"\nhints = { rule',
        "unreachable",
        '"turn.3"',
    ),
    Seeded(
        "a goal that any action reaches",
        'fact = "the-boulder.used", is = true',
        'fact = "dice", at_most = 3',
        "holds",
        'goal = [{ fact = "dice',
    ),
    Seeded(
        "nothing to decide",
        'goal = [{ refused = "FNR-406" }]',
        'goal = [{ fact = "step", not = "turn.3.roll_assign" }]',
        "nothing",
        severity="warning",
    ),
    Seeded("an answer where nothing is asked", READ, f'{READ}right = "Yes."\n', "value", "right =", BEFORE),
    Seeded(
        "a step whose solution gets no answer",
        'right = "She takes the Damage."\n',
        "",
        "answer",
        "[[step]]",
        SCENE,
        severity="note",
    ),
    Seeded(
        "a wrong answer that gets no sentence",
        'wrong = [{ move = "The die may not*", say = "Tyro needs it twice." }]\n',
        "",
        "answer",
        '[[step]]\nsay = "Here a double',
        severity="note",
    ),
    Seeded("a loss that accepts everything", BREAK, PLACE, "loss", "0.99", severity="warning"),
    Seeded(
        "a step that nobody can value",
        'aim = ["june"]\n',
        'until = ""\n',
        "not-judged",
        'goal = [{ fact = "june.sets',
        SCENE,
    ),
    Seeded(
        "an aim out of reach",
        'aim = ["june"]',
        'aim = ["june", "tyro"]',
        "unreachable",
        'goal = [{ fact = "june.sets',
        SCENE,
    ),
    Seeded("an aim that there is not", 'aim = ["june"]', 'aim = ["jun"]', "aim", '"jun"', SCENE),
    Seeded(
        "a wrong try that is the best",
        'move = "green EE > smellerbee*"',
        'move = "green EE > the-boulder"',
        "wrong",
        '"green EE > the-boulder"',
    ),
    Seeded(
        "a wrong try that is accepted",
        'limit = 1\nhints = { goal = "Look',
        'limit = 1\nloss = 1\nhints = { goal = "Look',
        "wrong",
        '"green EE > smellerbee*"',
    ),
    Seeded(
        "a wrong try that is no action",
        'move = "green EE > smellerbee*"',
        'move = "green EE > smelerbe"',
        "move",
        "smelerbe",
    ),
    Seeded(
        "a wrong try that nothing is like",
        'move = "green EE > smellerbee*"',
        'move = "purple *"',
        "wrong",
        '"purple *"',
    ),
    Seeded(
        "a move hint for another action",
        "Both halves are used.",
        "The double Earth goes on Tyro.",
        "hint",
        '"The double Earth',
    ),
    Seeded("a goal hint that is missing", 'goal = "Look for a cost with two Earth.", ', "", "hint", '{ move = "Both'),
    Seeded(
        "a hint that names the action",
        "Look for a cost with two Earth.",
        "Write green EE > the-boulder.",
        "leak",
        '"Write green',
    ),
    Seeded(
        "what to do that names die and target",
        "Use the ability of The Boulder.",
        "Put the double Earth on The Boulder.",
        "leak",
        '"Put the double Earth',
    ),
    Seeded(
        "a say that names die and target",
        "It counts twice where both are needed.",
        "Put the green EE on The Boulder.",
        "leak",
        '"A double face shows',
    ),
    Seeded(
        "a title that names die and target",
        "Put a double where it counts",
        "A double Earth pays The Boulder",
        "leak",
        '"A double Earth',
    ),
    Seeded(
        "a question that holds its answer",
        "What is left on Tyro after it?",
        "Both symbols are paid on Tyro, right?",
        "leak",
        '"Both symbols are paid on',
    ),
    Seeded("a question with two right answers", "is = 0 }] },", "is = 1 }] },", "choices", '{ say = "The die may'),
    Seeded("a question without a right answer", "is = 1 }] },", "is = 2 }] },", "choices", "choices = ["),
    Seeded(
        "two answers alike",
        "The die may not lie there",
        "Both symbols are paid.",
        "choices",
        '"Both symbols are paid."',
    ),
    Seeded("offers of which two are refused", '"discard green F"]', '"use tyro"]', "spot", '"use tyro"'),
    Seeded("offers that are all legal", '"roll", "discard', '"discard green E", "discard', "spot", "spot = ["),
    Seeded("offers alike", '"discard green F"]', '"green e > tyro"]', "spot", '"green e > tyro"'),
    Seeded("an offer that is no action", '"discard green F"]', '"discard gren F"]', "move", "gren"),
    Seeded(
        "a rule that refuses nothing here", 'refused = "FNR-406"', 'refused = "FNR-502"', "never-refused", "[{ refused"
    ),
    Seeded("a rule used before it is taught", 'rules = ["FNR-406"]', 'rules = ["FNR-501"]', "untaught", '"FNR-501"'),
    Seeded(
        "a rule assumed and never taught", 'assumes = ["FNR-412"]', 'assumes = ["FNR-902"]', "untaught", '"FNR-902"'
    ),
    Seeded("a rule taught twice", 'teaches = ["FNR-414"]', 'teaches = ["FNR-414", "FNR-407"]', "taught", '"FNR-407"'),
    Seeded(
        "a rule taught in no step", 'teaches = ["FNR-414"]', 'teaches = ["FNR-414", "FNR-415"]', "taught", '"FNR-415"'
    ),
    Seeded("an order used twice", "order = 900", "order = 1", "order", "1\ntitle", "900-after.toml"),
    Seeded("an id used twice", 'id = "at-once"', 'id = "before"', "order", '"before"', SCENE),
    Seeded("a name of the file that does not fit", "order = 20", "order = 21", "name", '"double-faces"'),
    Seeded("a scenario that is too long", "aim =", "# a line\n" * 30 + "aim =", "length", '"scenario"', SCENE),
    Seeded(
        "two kinds in one step",
        "spot = [",
        'goal = [{ fact = "rolls", at_least = 2 }]\ndo = "Roll."\nspot = [',
        "value",
        "spot = [",
    ),
    Seeded("a share that is none", "limit = 1\nhints", "limit = 1\nloss = 2.0\nhints", "value", "2.0"),
)


def place(text: str, part: str) -> tuple[int, int]:
    at = text.index(part)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def test_sound_files_have_no_fault() -> None:
    assert faults_of(FILES) == ()


def test_a_try_that_is_told_wrong_and_solves_the_step_is_found() -> None:
    file = next(one for one in lesson_files(GameId("death-eaters-rising")) if one.name == "505-damage.toml")
    sound = file.read_text(encoding="utf-8")
    # Without it the set alone, after stopping, brings the Damage that an ability is to do before.
    text = sound.replace(', { fact = "step", is = "turn.3.roll_assign" }]', "]")
    assert text != sound
    assert not [fault for fault in check_file(sound.encode(), file.name) if fault.severity == "error"]
    found = [fault for fault in check_file(text.encode(), file.name) if fault.code == "wrong"]
    assert place(text, '"stop", say = "The set alone') in [(one.line, one.column) for one in found]


def test_no_seeded_fault_stands_twice() -> None:
    assert len(SEEDED) >= 50
    assert len({one.name for one in SEEDED}) == len(SEEDED)
    assert {one.code for one in SEEDED} <= set(CODES)


@pytest.mark.slow
@pytest.mark.parametrize("seeded", SEEDED, ids=lambda one: one.name)
def test_a_seeded_fault_is_found_at_its_place(seeded: Seeded) -> None:
    sound = FILES[seeded.file]
    assert sound.count(seeded.old) >= 1
    text = sound.replace(seeded.old, seeded.new, 1)
    found = [fault for fault in faults_of({**FILES, seeded.file: text}) if fault.file == seeded.file]
    line, column = place(text, seeded.at or seeded.new)
    mine = [fault for fault in found if fault.code == seeded.code and fault.line == line]
    assert mine, [fault.as_text() for fault in found]
    assert mine[0].severity == seeded.severity
    if seeded.code != "toml":
        # Python's reader of TOML names the end of what it could not use.
        assert column in {fault.column for fault in mine}


def test_every_code_is_seeded_but_those_that_depend_on_chance_or_size() -> None:
    assert set(CODES) - {one.code for one in SEEDED} == {"nobody", "missed", "slow", "tie"}


def test_one_fault_does_not_hide_another() -> None:
    text = LESSON
    chosen = [
        one for one in SEEDED if one.file == "020-double-faces.toml" and one.code in ("mark", "show", "spot", "leak")
    ]
    chosen += [one for one in SEEDED if one.name in ("an unknown word of a test", "an order used twice")]
    put = []
    for one in chosen:
        if one.old in text and one.file == "020-double-faces.toml":
            text = text.replace(one.old, one.new, 1)
            put.append(one)
    found = {fault.code for fault in faults_of({**FILES, "020-double-faces.toml": text})}
    assert {one.code for one in put} <= found
    assert len(put) > 5


def test_two_faults_of_one_position_are_both_found() -> None:
    text = (
        LESSON.replace("the-boulder 3", "the-boulder 30")
        .replace('"june 2"', '"joon"')
        .replace("location = 2", "location = 2\nruin = 99")
    )
    found = [(fault.line, fault.column) for fault in _of(text) if fault.code == "position"]
    assert place(text, '["toph", "the-boulder 30"]') in found
    assert place(text, '["smellerbee-and-longshot", "joon"') in found or place(text, '"joon"') in found
    assert place(text, "99") in found
    assert len(found) == len(set(found))


def test_a_goal_that_the_chance_of_the_step_misses_is_found() -> None:
    # Ozai turns to location 2, where the token of the best line lies.
    hit = LESSON.replace(BREAK, PLACE.replace("fire left-0", "fire right-0").replace("\nloss = 0.99", ""))
    codes = {fault.code for card in ("left-0", "right-0", "stay-0") for fault in _of(hit.replace("right-0", card))}
    assert "missed" in codes


def _of(text: str) -> tuple[Fault, ...]:
    return faults_of({**FILES, "020-double-faces.toml": text})


def test_ties_are_stated() -> None:
    tied = LESSON.replace('fact = "the-boulder.used", is = true', 'fact = "dice", at_most = 2').replace(
        'move = "green EE > smellerbee*"', 'move = "use toph"'
    )
    notes = [fault for fault in faults_of({**FILES, "020-double-faces.toml": tied}) if fault.code == "tie"]
    assert [fault.severity for fault in notes] == ["note"]
    assert "green EE > tyro" in notes[0].message


def test_warnings_and_notes_say_what_they_are() -> None:
    fault = Fault("a.toml", 3, 4, "leak", "this says it", "something else", "warning")
    assert fault.as_text() == "a.toml:3:4: warning: this says it [leak]; expected something else"
    assert fault.as_json()["severity"] == "warning"


# Nothing ends in a traceback -----------------------------------------------------------

PIECES = (
    "[[step]]",
    "[position]",
    "]",
    "}",
    '"',
    "=",
    "0",
    "-1",
    "1e9",
    "true",
    "{",
    "[]",
    "*",
    ">",
    "\u202e",
    "99999999999",
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([LESSON, SCENARIO, EARLIER]))
def test_a_mutated_file_gives_faults_and_never_a_traceback(seed: int, text: str) -> None:
    rng = Random(seed)
    data = mutated(rng, text)
    for fault in check_file(data.encode("utf-8", "replace"), "020-double-faces.toml", course=False):
        assert fault.line >= 1
        assert fault.column >= 1
        assert fault.line <= data.count("\n") + 2
        assert fault.code in CODES


def mutated(rng: Random, text: str) -> str:
    lines = text.split("\n")
    kinds: list[Callable[[], None]] = [
        lambda: lines.pop(rng.randrange(len(lines))) and None,  # type: ignore[func-returns-value]
        lambda: lines.insert(rng.randrange(len(lines)), rng.choice(lines)),
        lambda: lines.insert(rng.randrange(len(lines)), rng.choice(PIECES)),
        lambda: swapped(rng, lines),
        lambda: changed(rng, lines),
    ]
    for _ in range(rng.randint(1, 3)):
        rng.choice(kinds)()
    return "\n".join(lines)


def swapped(rng: Random, lines: list[str]) -> None:
    """The value of one line on another."""
    full = [n for n, line in enumerate(lines) if " = " in line]
    one, other = rng.sample(full, 2)
    lines[one] = f"{lines[one].partition(' = ')[0]} = {lines[other].partition(' = ')[2]}"


def changed(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    words = lines[at].split(" ")
    words[rng.randrange(len(words))] = rng.choice(PIECES)
    lines[at] = " ".join(words)


@given(st.binary(max_size=60))
def test_bytes_of_any_kind_give_faults(data: bytes) -> None:
    assert check_file(data, "x.toml", course=False)
