"""The odds lab of a card game: a deck, what is known of it, what is wanted, a guess and the answer; without a widget.

>>> from rising_tutor.core.registry import load_game
>>> lab = DrawsLab(load_game("avatar-tcg"))
>>> lab.ask("ame176: 4 pummel, 15 skewer", "", "1 pummel in 3 strikes")
>>> lab.hidden, lab.text()
(True, 'At least 1 pummel among the first 3 strikes; 19 strikes, 4 of them pummel')
>>> lab.reveal()
>>> lab.answer.value
Fraction(514, 969)
"""

import re
import secrets
from collections.abc import Mapping
from random import Random
from urllib.parse import urlencode

from rising_tutor.core.english import capital
from rising_tutor.core.game import AnyGame
from rising_tutor.decks.deck_file import DeckList, deck_game
from rising_tutor.decks.facts import facts_game
from rising_tutor.errors import BadProblem
from rising_tutor.lab.guesses import Record
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.tutor.decks.library import COST
from rising_tutor.tutor.odds.controller import Notice
from rising_tutor.tutor.odds.draw_answer import Answer, answer_to, deck_words, question_words
from rising_tutor.tutor.odds.draw_question import Asked, typed
from rising_tutor.tutor.odds.guesses import Forgotten, Guess, no_guess, read_percent, scored

FIELDS = ("deck", "see", "want")


class DrawsLab:
    """A question about draws, the guess before the answer, and the answer.

    Attributes:
        fields: deck, what is seen and what is wanted, as they were typed last.
        asked: the question; None before the first one that can be answered.
        answer: what was worked out for it.
        notice: why the last thing was not done.
        guess_first: whether answers stay hidden until a guess.
        guess: what was guessed about this question.
        record: all guesses of this browser, with their score.
        forgotten: those that were forgotten and can be brought back.
    """

    def __init__(self, game: AnyGame, *, guess_first: bool = True, record: Record | None = None) -> None:
        self.game = game
        self.fields = dict.fromkeys(FIELDS, "")
        self.asked: Asked | None = None
        self.answer: Answer | None = None
        self.notice: Notice | None = None
        self.guess_first = guess_first
        self.guess: Guess | None = None
        self.record = record or Record()
        self.forgotten = Forgotten()
        self._revealed = False
        self._rng = Random(secrets.token_hex(16))

    @property
    def decks(self) -> tuple[DeckList, ...]:
        """The decks that come with the game."""
        found = deck_game(self.game)
        return found.decks() if found is not None else ()

    def ask(self, deck: str, see: str, want: str) -> None:
        """Ask a question.

        Raises:
            BadProblem: it cannot be asked; the question then stays as it was.
        """
        asked = typed(self.game, deck, see, want)
        answer = answer_to(self.game, asked)
        self.fields = {"deck": deck, "see": see, "want": want}
        self.notice = None
        if asked != self.asked:
            self.asked, self.answer, self.guess = asked, answer, None
            self._revealed = not self.guess_first

    def try_to_ask(self, deck: str, see: str, want: str) -> None:
        """Ask what was typed; a fault stands in `notice`, beside what was typed."""
        self.fields = {"deck": deck[:2000], "see": see[:2000], "want": want[:2000]}
        try:
            self.ask(deck, see, want)
        except BadProblem as fault:
            self.notice = Notice("question", f"{capital(str(fault))}.")

    def take_deck(self, deck: str) -> None:
        """Ask the same of another deck; with nothing wanted yet it is only noted down."""
        self.fields["deck"] = deck[:2000]
        self.notice = None
        if self.fields["want"]:
            self.try_to_ask(deck, self.fields["see"], self.fields["want"])

    @property
    def wanted_like(self) -> str:
        """How a question of this game may read."""
        facts = facts_game(self.game)
        return facts.draw_example() if facts is not None else ""

    @property
    def known_like(self) -> str:
        """How cards of this game that are known may be written: two of its first deck."""
        words = [card for card, _ in self.decks[0].cards][:2] if self.decks else []
        return "; ".join(f"{where}: {card}" for where, card in zip(("top", "gone"), words, strict=False))

    @property
    def deck_like(self) -> str:
        """A deck for `wanted_like`: counts where it asks for one word, else the first deck."""
        found = re.fullmatch(r"\d+ ([\w-]+) in \d+", self.wanted_like)
        return f"8 {found[1]}, 42 other" if found else next((deck.id for deck in self.decks), "")

    @property
    def how_to(self) -> tuple[tuple[str, str], ...]:
        """Ways to ask with words of this game's first deck, and what each says."""
        facts = facts_game(self.game)
        if facts is None or not self.decks:
            return ()
        known = {fact.word: fact for fact in facts.card_facts()}
        cards = [known[word] for word, _ in self.decks[0].cards if word in known]
        types = tuple(dict.fromkeys(card.type for card in cards))
        first, last = cards[0], cards[-1]
        number = next(((card.type, name, n) for card in cards for name, n in card.numbers if name != COST), None)
        trait = next(((card.type, trait) for card in cards for trait in card.traits), None)
        lines = [(f"1 {first.word} in 10", "one of them or more among the first ten cards")]
        if len(types) > 1:
            lines.append((f"2 {types[0]} or {types[1]} in 10", "a type, or one of several"))
        if number is not None:
            kind, name, n = number
            said = f"a printed number: {n} exactly, {n}+ or more, {n}- or less; among the first 3 {kind} cards only"
            lines.append((f"1 {kind} with {name} {n}+ in 3 {kind}s", said))
        if trait is not None:
            both = f"no {types[-1]} in 4 and 1 {trait[1]} {trait[0]} in 4"
            lines.append((both, "several conditions, which must all hold"))
        seen = f"top: {first.word}, {last.word}; gone: 2 {first.word}"
        return (*lines, (seen, "what is known: on top, at the bottom, no longer in the deck"))

    def example(self) -> None:
        """A question that the game suggests, about its first deck."""
        facts = facts_game(self.game)
        if facts is not None and self.decks:
            self.try_to_ask(self.decks[0].id, "", facts.draw_example())

    def open(self, words: Mapping[str, str]) -> None:
        """Ask what an address names. Raises `BadProblem`; the question then stays as it was."""
        self.ask(*(words.get(name, "") for name in FIELDS))

    def words(self) -> dict[str, str]:
        """The question as words of an address."""
        if self.asked is None:
            return {}
        return {name: value for name in FIELDS if (value := getattr(self.asked, name))}

    def text(self) -> str:
        """The question in one line."""
        return "" if self.asked is None else f"{question_words(self.asked)}; {deck_words(self.asked)}"

    @property
    def hidden(self) -> bool:
        """Whether the answer waits for a guess."""
        return self.asked is not None and not self._revealed

    def state_guess(self, text: str) -> None:
        """Guess, in percent; then the answer is shown."""
        if self.answer is None or not self.hidden:
            return
        try:
            stated = read_percent(text)
        except BadProblem as fault:
            self.notice = Notice("guess", no_guess(fault))
            return
        self.notice = None
        self.guess = Guess(urlencode(self.words()), stated, chance=True)
        self._revealed = True
        self.record = scored(self.record, self.guess, Amount.exact(self.answer.value), self._rng)

    def reveal(self) -> None:
        self.notice = None
        self._revealed = True

    def set_guess_first(self, *, on: bool) -> None:
        self.guess_first = on
        if not on:
            self._revealed = True
