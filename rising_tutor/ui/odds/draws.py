"""The odds lab of a card game as a widget: what is asked left, the answer right."""

from collections.abc import Callable, Mapping

import ipywidgets

from rising_tutor.probability.percents import percent
from rising_tutor.render.forms import field, submit, text
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, empty_state, fold, panel_head
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.tutor.odds.draw_answer import Answer, copies_words, deck_words, question_words
from rising_tutor.tutor.odds.draws import DrawsLab
from rising_tutor.ui.components.guess_form import guess_form
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.odds.answer import against_guess, guess_first
from rising_tutor.ui.odds.marks import bar_row, fraction, method_tag
from rising_tutor.ui.odds.question import notice
from rising_tutor.ui.odds.score import score


class DrawsView(ipywidgets.VBox):
    """The lab in two columns.

    Args:
        lab: the controller.
        guard: wraps each callback, so that a fault becomes a sentence on the page.
        changed: called after every change of the question or of what a browser should remember.
        other: called with a message that is not the lab's own; whether it was taken.
        note: stands below everything: where the cards come from.
    """

    def __init__(
        self,
        lab: DrawsLab,
        *,
        guard: Guard = as_it_is,
        changed: Callable[[], object] | None = None,
        other: Handle = unhandled,
        note: Html = EMPTY,
    ) -> None:
        self.lab = lab
        self._changed = changed or (lambda: None)
        self._other = other
        self._note = note
        self.left = HtmlView(("question",), kind="rt-stack rt-stickcol")
        self.right = HtmlView(("answer", "score", "note"), kind="rt-stack rt-oddsright")
        self.columns = ipywidgets.HBox([self.left, self.right])
        self.columns.add_class("rt-oddsgrid")
        super().__init__([styles("odds.css", "units.css"), self.columns])
        self.add_class("rt-oddslab")
        self.left.on_do(guard(self.handle))
        self.right.on_do(guard(self.handle))
        self.draw()

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was for the lab."""
        act = self._acts(message.arg, message.fields).get(message.do)
        if act is None:
            return self._other(message)
        act()
        self.draw()
        self._changed()
        return True

    def _acts(self, arg: str, fields: Mapping[str, str]) -> Mapping[str, Callable[[], object]]:
        lab = self.lab
        return {
            "ask": lambda: lab.try_to_ask(
                fields.get("deck", "").strip(), fields.get("see", "").strip(), fields.get("want", "").strip()
            ),
            "deck": lambda: lab.take_deck(arg),
            "example": lab.example,
            "guess": lambda: lab.state_guess(fields["guess"]) if "guess" in fields else None,
            "forget": self._forget,
            "recall": self._recall,
            "show": lab.reveal,
            "guess-first": lambda: lab.set_guess_first(on=arg == "on"),
        }

    def _forget(self) -> None:
        self.lab.record = self.lab.forgotten.forget(self.lab.record)
        self.right.focus("recall")

    def _recall(self) -> None:
        self.lab.record = self.lab.forgotten.recall(self.lab.record)
        self.right.focus("forget")

    def ask(self, words: Mapping[str, str]) -> None:
        """Ask what an address names. Raises `BadProblem`; the question then stays as it was."""
        self.lab.open(words)
        self.draw()

    def draw(self) -> None:
        """Show everything as it is now."""
        self.left.draw(question=_question(self.lab))
        self.right.draw(answer=_answer(self.lab), score=score(self.lab.record, self.lab.forgotten), note=self._note)


def _question(lab: DrawsLab) -> Html:
    typing = {"autocomplete": "off", "spellcheck": "false", "maxlength": "2000"}
    decks = [
        button(deck.name, "deck", deck.id, cls="rt-btn--small", aria_pressed=_pressed(lab, deck.id))
        for deck in lab.decks
    ]
    return el(
        "form",
        panel_head("The question"),
        field("Deck", text("deck", lab.fields["deck"], key="deck-text", placeholder=lab.deck_like, **typing)),
        el("div", decks, cls="rt-row rt-drawsdecks", role="group", aria_label="Decks"),
        field("What is known", text("see", lab.fields["see"], key="see", placeholder=lab.known_like, **typing)),
        field("What is wanted", text("want", lab.fields["want"], key="want", placeholder=lab.wanted_like, **typing)),
        notice(lab, "question"),
        el("div", submit("Ask", key="ask", cls="rt-btn--main"), cls="rt-row rt-under"),
        fold(
            "How to ask",
            el("dl", [[el("dt", el("code", words)), el("dd", said)] for words, said in lab.how_to], cls="rt-small"),
            cls="rt-more",
            key="how-to-ask",
        ),
        cls="rt-panel rt-drawsform",
        data_do="ask",
        novalidate=True,
        aria_label="The question",
    )


def _pressed(lab: DrawsLab, deck: str) -> str:
    return "true" if lab.fields["deck"] == deck else "false"


def _answer(lab: DrawsLab) -> Html:
    if lab.asked is None or lab.answer is None:
        text_ = "Choose a deck and say what is wanted by which card. The chance stands here then, as a fraction."
        return empty_state("Nothing is asked yet", text_, ("example", "", "Show me an example"))
    head: Child = question_words(lab.asked)
    inside: Child
    tag = None
    if lab.hidden:
        inside = [
            el("p", "What do you think, before it is told?", cls="rt-small rt-muted"),
            guess_form("Your guess, in percent", 100, notice(lab, "guess")),
        ]
    else:
        inside, tag = _told(lab, lab.answer), method_tag("exact")
    return el(
        "section",
        panel_head(head, tag, key="answer"),
        el("p", deck_words(lab.asked), ".", cls="rt-small rt-muted"),
        inside,
        guess_first(lab),
        cls="rt-panel",
        aria_label="Answer",
        aria_live="polite",
    )


def _told(lab: DrawsLab, answer: Answer) -> Child:
    first = answer.asked.wants[0]
    rows = [
        bar_row(
            f"{n}, {copies_words(answer, n)}",
            float(value),
            percent(value),
            best=n == first.copies,
        )
        for n, value in answer.copies
    ]
    notes = [el("li", sentence, [[" ", cite(rule)] for rule in rules]) for sentence, rules in answer.notes]
    return [
        el("div", el("b", percent(answer.value)), fraction(answer.value), cls="rt-big"),
        against_guess(lab.guess, float(answer.value)),
        el("ul", notes, cls="rt-muted rt-small rt-under rt-waylist"),
        el("h3", f"With other numbers of {first.cards}, the deck as large as it is", cls="rt-oddsh3"),
        el("ul", rows, cls="rt-bars rt-bars--tight"),
    ]
