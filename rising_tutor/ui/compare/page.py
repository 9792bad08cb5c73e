"""The page Compare: games side by side, rule by rule, for people who know one and learn another.

`#compare?from=fire-nation-rising&to=dark-side-rising` compares two, `#compare` all of the first family; a game
names its family. `topic=tokens`, `find=double` and `show=all` say which rows.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import ipywidgets

from rising_tutor.catalogues import family
from rising_tutor.render.html import EMPTY, Html
from rising_tutor.render.parts import button
from rising_tutor.tutor.compare import Comparison
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.compare import tables as parts
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.titles import name_of

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host


class ComparePage(ipywidgets.VBox):
    """The choices, what goes wrong first, the words, the rows."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.comparison = Comparison(family.load_all())
        self.view = HtmlView(("head", "choices", "wrong", "words", "status", "rows"))
        super().__init__([styles("compare.css"), self.view])
        self.add_class("rt-wrap")
        self.add_class("rt-comparepage")
        self.view.on_do(host.guard(self._done))
        self._draw()

    def opened(self, args: Mapping[str, str]) -> None:
        """Show what the address asks for; without words, what was there before."""
        if not args:
            self.host.mark("compare", **self.comparison.words())
            return
        self.host.say(self._unfit([args[word] for word in ("from", "to") if args.get(word)]))
        self.comparison.restore(args)
        self._draw()

    def _unfit(self, games: Sequence[str]) -> str:
        """Why these cannot be compared, "" if they can."""
        families = set()
        for game in games:
            found = self.comparison.of(game)
            if found is None:
                return f"There is no game {game[:40]} to compare."
            families.add(found.family)
        if len(families) > 1:
            return f"{' and '.join(map(name_of, games))} are not compared with each other."
        return ""

    def _done(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if do == "row":
            if self.comparison.reveal(arg):
                self._draw()
                self.view.focus(f"row:{arg}")
        elif self.comparison.handle(message):
            self._draw()
        else:
            self.host.handle(message)
            return
        self.host.mark("compare", **self.comparison.words())

    def _draw(self) -> None:
        comparison = self.comparison
        self.view.draw(
            head=parts.head(),
            choices=parts.choices(comparison),
            wrong=parts.warnings(comparison),
            words=parts.words(comparison),
            status=parts.status(comparison),
            rows=parts.rows(comparison),
        )


def way(game: str = "") -> Html:
    """The way to this page, for the one who wants to learn this game; nothing for a game that is compared with none."""
    if game and family.family_of(game) is None:
        return EMPTY
    link = f"#compare?{urlencode({'to': game})}" if game else "#compare"
    return button("Compare the games, rule by rule", "go", link, cls="rt-btn--small", key="to-compare")


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return ComparePage(host)
