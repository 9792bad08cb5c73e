"""Games side by side: of which family, which ones, which rows. A controller without a widget.

Messages that it takes, with the fields of their form:

    family      arg: another family, with its first games and without what was searched
    games       known, learned: the game that somebody knows, and the one to learn or "" for all of them, where
                they are more than two
    show        "differences" or "all"
    find        topic, text: one topic only, and rows that contain the text
    clear       every row again

>>> from rising_tutor.catalogues.family import load_all
>>> comparison = Comparison(load_all())
>>> comparison.restore({"from": "fire-nation-rising", "to": "dark-side-rising", "topic": "tokens"})
>>> [line.row.id for line in comparison.lines()]
['moved-damage', 'consolation', 'token-kinds', 'same-turn', 'symbol-token']
>>> comparison.warnings()[0].mistakes[0].row
'sets'
>>> comparison.restore({"to": "rise-tcg"})
>>> comparison.games, comparison.words()
(('avatar-tcg', 'rise-tcg'), {'from': 'avatar-tcg', 'to': 'rise-tcg'})
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rising_tutor.catalogues.family import Family, Mistake, Relation, Row, Topic
from rising_tutor.core.values import Value
from rising_tutor.tutor.messages import Message

SHOWS: Final = {"differences": "Differences", "all": "All rows"}
_LONGEST: Final = 200
#: With all games on the page, so many mistakes for each of the others.
_FEW: Final = 3


class Line(Value, frozen=True):
    """A row as it is shown: how the games on the page relate, and in a few words which of them stands apart."""

    row: Row
    relation: Relation
    tag: str


class Warned(Value, frozen=True):
    """What somebody does wrong first in a game."""

    learned: str
    mistakes: tuple[Mistake, ...]


class Comparison:
    """What is compared and what of it is shown.

    Attributes:
        families: all there are; the first is shown where nothing else is asked for.
        family: the one whose games are on the page.
        learned: the one to learn; "" for all the others, and never so where there is only one other.
        show: which rows, one of `SHOWS`.
        topic: the only topic shown; "" for all.
    """

    def __init__(self, families: Sequence[Family]) -> None:
        self.families = families
        self.show = "differences"
        self.topic = self.text = ""
        self._begin(families[0])

    @property
    def games(self) -> tuple[str, ...]:
        others = (self.learned,) if self.learned else tuple(game for game in self.family.games if game != self.known)
        return (self.known, *others)

    def handle(self, message: Message) -> bool:
        do, arg, fields = message.do, message.arg, message.fields
        match do:
            case "family":
                found = next((family for family in self.families if family.family == arg), self.family)
                if found is not self.family:
                    self._begin(found)
            case "games":
                self._choose(fields.get("known", self.known), fields.get("learned", self.learned))
            case "show":
                self.show = arg if arg in SHOWS else self.show
            case "find":
                self.topic = self._topic(fields.get("topic", self.topic))
                self.text = fields.get("text", self.text)[:_LONGEST]
            case "clear":
                self.topic = self.text = ""
                self.show = "all"
            case _:
                return False
        return True

    def restore(self, words: Mapping[str, str]) -> None:
        """Shows what an address asks for; a word that fits nothing is passed over."""
        known, learned = words.get("from", ""), words.get("to", "")
        self.family = self.of(known) or self.of(learned) or self.families[0]
        games = self.family.games
        self.learned = learned if learned in games and learned != known else ""
        self.known = known if known in games else next(game for game in games if game != self.learned)
        self._settle()
        self.show = words.get("show", "") if words.get("show") in SHOWS else "differences"
        self.topic = self._topic(words.get("topic", ""))
        self.text = words.get("find", "")[:_LONGEST]

    def words(self) -> dict[str, str]:
        words = {
            "from": self.known if self.learned or self.known != self.families[0].games[0] else "",
            "to": self.learned,
            "show": "" if self.show == "differences" else self.show,
            "topic": self.topic,
            "find": self.text.strip(),
        }
        return {name: value for name, value in words.items() if value}

    def of(self, game: str) -> Family | None:
        """The family that compares a game, None for none."""
        return next((family for family in self.families if game in family.games), None)

    def lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self._found() if self.show == "all" or line.relation != "same")

    def parts(self) -> tuple[tuple[Topic, tuple[Line, ...]], ...]:
        lines = self.lines()
        parts = ((topic, tuple(line for line in lines if line.row.topic == topic.id)) for topic in self.family.topics)
        return tuple(part for part in parts if part[1])

    def hidden(self) -> int:
        return len(self._found()) - len(self.lines())

    def counts(self) -> tuple[int, int]:
        every = [self.family.relation(row, *self.games) for row in self.family.rows]
        there = [relation for relation in every if relation != "none"]
        return len(there), sum(relation != "same" for relation in there)

    def warnings(self) -> tuple[Warned, ...]:
        few = None if self.learned else _FEW
        return tuple(Warned(game, self.family.first_mistakes(self.known, game)[:few]) for game in self.games[1:])

    def reveal(self, row_id: str) -> bool:
        """Lets a row be among those shown; whether there is such a row."""
        if not self.family.has_row(row_id):
            return False
        if row_id not in {line.row.id for line in self.lines()}:
            self.topic = self.text = ""
        if row_id not in {line.row.id for line in self.lines()}:
            self.show = "all"
        return True

    def _begin(self, family: Family) -> None:
        """Shows a family from its first game on; whether equal rows are shown stays."""
        self.family = family
        self.known, self.learned = family.games[0], ""
        self.topic = self.text = ""
        self._settle()

    def _settle(self) -> None:
        """Of two games the other one is the one to learn: "all" would be the same."""
        if len(self.family.games) == 2:
            self.learned = next(game for game in self.family.games if game != self.known)

    def _choose(self, known: str, learned: str) -> None:
        """Takes two games; who picks the same one twice has exchanged them."""
        before, games = (self.known, self.learned), self.family.games
        self.known = known if known in games else self.known
        self.learned = learned if learned in games or not learned else self.learned
        if self.known == self.learned:
            changed_known = self.known != before[0]
            if changed_known:
                self.learned = before[0]
            else:
                self.known = before[1] or next(game for game in games if game != self.learned)
        self._settle()

    def _topic(self, word: str) -> str:
        return word if word in {topic.id for topic in self.family.topics} else ""

    def _found(self) -> tuple[Line, ...]:
        wanted = self.text.strip().casefold()
        rows = (row for row in self.family.rows if not self.topic or row.topic == self.topic)
        lines = (self._line(row) for row in rows if not wanted or self._contains(row, wanted))
        return tuple(line for line in lines if line.relation != "none")

    def _contains(self, row: Row, wanted: str) -> bool:
        cells = [row.cell[game] for game in self.games]
        texts = [row.title, *(cell.text for cell in cells), *(rule for cell in cells for rule in cell.rules)]
        return any(wanted in text.casefold() for text in texts)

    def _line(self, row: Row) -> Line:
        relation = self.family.relation(row, *self.games)
        return Line(row, relation, _tag(self.family, row, self.games, relation))


def _tag(family: Family, row: Row, games: tuple[str, ...], relation: Relation) -> str:
    if relation == "same":
        return "same"
    if relation == "one":
        return f"only {family.short[next(game for game in games if family.has(row, game))]}"
    if len(games) == 2:
        return "differs"
    letters = {game: row.answers[family.games.index(game)] for game in games}
    said = list(letters.values())
    apart = [game for game, letter in letters.items() if said.count(letter) == 1]
    if len(apart) != 1:
        return "all differ"
    name = family.short[apart[0]]
    return f"{name} differs" if family.has(row, apart[0]) else f"not {name}"
