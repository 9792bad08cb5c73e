"""What stands around the pages of the app: a header, what the browser remembers, and addresses."""

from contextlib import suppress
from importlib import import_module
from typing import Any

from rising_tutor.render.html import Html, el
from rising_tutor.render.parts import button, icon
from rising_tutor.store.setting import game_in_use
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.decks.own import has_decks
from rising_tutor.ui.frame import titles
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.host import PAGES, Host, address, place

_TITLE = "Rising Tutor"


class Shell(Host):
    """The root of the app."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._opened = False
        self._address = ""
        super().__init__(session)
        _warm()
        session.on_open(self.guard(self._open))
        session.observe(self.guard(self._elsewhere), "elsewhere")

    @property
    def browser(self) -> str:  # type: ignore[override]
        """Stands for this browser in files."""
        return self.session.browser

    def keep(self, **facts: Any) -> None:
        """Remember these in the browser, beside what was remembered before."""
        super().keep(**facts)
        if not self.session.elsewhere:
            self.session.keep(self._facts)

    def safe(self, text: str) -> None:
        """Note how far what is done is kept, for the bar that appears when the kernel is gone."""
        self.session.kept = text

    def mark(self, page: str, **args: str) -> None:
        """Let the address name what is shown now, without a step in the browser's history."""
        self.args = args = self._with_title(page, args)
        was, self._address = self._address, address(page, args)
        # A browser that has gone on meanwhile keeps the address it went to.
        self.frame.say(here=self._address, was=was)

    def go(self, page: str, **args: str) -> None:
        """Show a page."""
        page = page if page in PAGES else "home"
        self._address = address(page, self._with_title(page, args))
        # The step in the browser's history comes before the page: what the page then says of itself belongs to that
        # step, and whoever sees the page can go back from it.
        self.frame.say(hash=self._address)
        super().go(page, **args)
        self.frame.say(top=1)

    def _open(self, facts: dict[str, Any]) -> None:
        self._facts = {**facts, **self._facts}
        self._opened = True
        if self.page:
            self._show(self.page, self.args)

    def _elsewhere(self, change: dict[str, Any]) -> None:
        if change["new"]:
            self.say(
                "Another tab of this browser is in use too and will be the one that a reload comes back to. "
                "Your game here is still kept on disk.",
                button("Play here instead", "take-over", cls="rt-btn--small"),
            )

    def _done(self, message: Message) -> None:
        match message.do:
            case "hash":
                self._address = message.arg
                page, args = place(message.arg)
                if (page, args) != (self.page, self.args) or not self.page:
                    self._show(page, args)
            case "take-over":
                # The other tab hears of it as soon as this one has stored something.
                self.session.elsewhere = False
                self.keep()
                self.say("")
            case _:
                super()._done(message)

    def _show(self, page: str, args: dict[str, str]) -> None:
        self.frame.say(title=f"{PAGES[page]} · {_TITLE}")
        if self._opened:
            super()._show(page, args)
            return
        # What the browser remembers decides what a page shows; it comes right after the page itself.
        self.page, self.args = page, args
        self.frame.draw(head=self._head())

    def _hush(self) -> None:
        """That another tab is in use holds on any page."""
        self.tell("")
        if not self.session.elsewhere:
            self.say("")

    def _decks(self) -> tuple[str, ...]:
        """The page Decks, for a game that is played with some."""
        return ("decks",) if has_decks(self._shown) else ()

    def _head(self) -> Html:
        links = [
            el(
                "a",
                PAGES[name],
                href=f"#{name}",
                data_do="go",
                data_arg=f"#{name}",
                data_key=f"nav:{name}",
                aria_current="page" if name == self.page else None,
            )
            for name in ("play", "learn", "replays", "odds", *self._decks(), "rules")
        ]
        mark = el(
            "a",
            icon("i-mk"),
            "Rising Tutor",
            cls="rt-mark",
            href="#home",
            data_do="go",
            data_arg="#home",
            aria_label="Rising Tutor, Home",
            aria_current="page" if self.page == "home" else None,
            data_key="nav:home",
        )
        theme = el(
            "button",
            icon("i-theme"),
            cls="rt-btn rt-btn--quiet rt-btn--icon",
            type="button",
            data_local="theme",
            aria_label="Dark or light",
        )
        return el(
            "div",
            el(
                "header",
                mark,
                el("nav", links, cls="rt-nav", aria_label="Main"),
                el("div", theme, cls="rt-head__end"),
                cls="rt-head",
            ),
            cls="rt-headwrap",
        )


def _warm() -> None:
    """Load what the first page needs while nobody waits: a kernel may be made before its page comes."""
    for name in ("home", "play"):
        with suppress(ModuleNotFoundError):
            import_module(f"rising_tutor.ui.{name}.page")
    game_in_use(titles.DEFAULT)
