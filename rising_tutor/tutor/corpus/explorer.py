r"""Explores a table of many games: what is open, which games count, what is asked. A controller without a widget.

Messages that it takes, with the fields of their form:

    filter      game, seats, difficulty, player: which games count
    by          who a win is counted for, one of `BY`
    source      luck from one source, or "" for all
    rule        the costliest decisions under this rule only, or "*" for all

>>> from rising_tutor.analysis.corpus.questions import Corpus
>>> explorer = Explorer()
>>> explorer.show(Corpus.of_rows([]), "sample", "The sample")
>>> explorer.handle(Message("by", "players")), explorer.words()
(True, {'table': 'sample'})
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from rising_tutor.analysis.corpus.questions import BY, Corpus, Filter
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.valuation import valued_game
from rising_tutor.errors import RisingTutorError
from rising_tutor.lessons.learner.knowledge import rule_title
from rising_tutor.tutor.messages import Message

ALL: Final = "*"
_WORDS: Final = ("game", "seats", "difficulty", "player", "by", "luck", "rule")

Way = Callable[[str, str, int], str | None]
"""Game, file and line, counted from 1 -> the address of that line; None for a file that is not at hand."""


class Explorer:
    """What is open and what is asked of it.

    Attributes:
        corpus: the table that is open; None before.
        table: how the address names it; "" for a file of the user, which no address can name.
        title: what it is called on the page.
        asked: which games count.
        by: who a win is counted for.
        source: the source of luck; "" for all.
        rule: the rule of the costliest decisions; None for all.
    """

    def __init__(self, way: Way = lambda *_: None) -> None:
        self.way = way
        self.corpus: Corpus | None = None
        self.table = ""
        self.title = ""
        self.asked = Filter()
        self.by = "opening"
        self.source = ""
        self.rule: str | None = None

    def show(self, corpus: Corpus, table: str, title: str) -> None:
        """Opens a table. What is asked stays, as far as the table has it."""
        self.corpus, self.table, self.title = corpus, table, title
        self.restore(self.words())

    def handle(self, message: Message) -> bool:
        do, arg, fields = message.do, message.arg, message.fields
        match do:
            case "filter":
                self.restore({**self.words(), **{name: fields.get(name, "") for name in _WORDS[:4]}})
            case "by" | "rule":
                self.restore({**self.words(), do: arg})
            case "source":
                self.restore({**self.words(), "luck": fields.get("source", arg)})
            case _:
                return False
        return True

    def restore(self, words: Mapping[str, str]) -> None:
        """Asks what an address asks; a word that fits nothing in the table is passed over."""
        corpus = self.corpus
        if corpus is None:
            return
        known = {str(seats): int(seats) for seats in corpus.values("seats")}
        self.asked = Filter(
            _one_of(words.get("game", ""), corpus.values("game")),
            known.get(words.get("seats", ""), 0),
            _one_of(words.get("difficulty", ""), corpus.values("difficulty")),
            _one_of(words.get("player", ""), corpus.players()),
        )
        self.by = _one_of(words.get("by", ""), self.ways) or self.ways[0]
        self.source = _one_of(words.get("luck", ""), corpus.sources())
        rule = words.get("rule", ALL)
        self.rule = rule if rule in {one.rule for one in corpus.mistakes(self.asked)} else None

    def words(self) -> dict[str, str]:
        asked = self.asked
        words = {
            "table": self.table,
            "game": asked.game,
            "difficulty": asked.difficulty,
            "player": asked.player,
            "seats": str(asked.seats or ""),
            "by": "" if self.by == self.ways[0] else self.by,
            "luck": self.source,
        }
        words = {name: value for name, value in words.items() if value}
        return words if self.rule is None else {**words, "rule": self.rule}

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to group the games that were won, the usual one first: by team where there are teams."""
        return tuple(BY) if self.corpus is None else self.corpus.ways

    @property
    def others(self) -> bool:
        """Whether the table was made with another V than the one that is at hand."""
        return self.corpus is not None and any(
            model not in {_model_here(game) for game in self.corpus.values("game")}
            for model in self.corpus.values("model")
        )

    def source_name(self, source: str) -> str:
        """The name of a source of luck, for people; its id where no game at hand knows it."""
        for game in self.corpus.values("game") if self.corpus is not None else ():
            if source in _sources(game):
                return _sources(game)[source]
        return source

    def rule_title(self, rule: str) -> str:
        """The title of a rule; "" where no catalogue at hand has it."""
        games = self.corpus.values("game") if self.corpus is not None else ()
        return next((title for game in games if (title := rule_title(game, rule))), "")

    def titled(self, rule: str) -> str:
        return f"{rule} {self.rule_title(rule)}".strip()


def game_title(game_id: str) -> str:
    """The title of a game; its id where it is not at hand.

    >>> game_title("fire-nation-rising"), game_title("chess")
    ('Fire Nation Rising', 'chess')
    """
    return load_game(game_id).info.title if game_id in game_ids() else game_id


@cache
def _sources(game_id: str) -> dict[str, str]:
    valued = valued_game(load_game(game_id)) if game_id in game_ids() else None
    return valued.luck_sources() if valued is not None else {}


def _model_here(game_id: str) -> str:
    from rising_tutor.analysis.corpus.work import model_of  # noqa: PLC0415 - it loads V

    try:
        return model_of(load_game(game_id)) if game_id in game_ids() else ""
    except RisingTutorError:
        # V cannot be loaded here; whoever analyses a game is told why.
        return ""


def _one_of(word: str, known: tuple[str, ...]) -> str:
    return word if word in known else ""
