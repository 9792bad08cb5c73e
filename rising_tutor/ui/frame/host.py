"""What stands around a page: the line for messages, the rule reader, and which page is shown.

`Shell` is the one of the app, with a header and addresses; `Cell` the one of a widget in a notebook. A page is a module
with `build(host) -> Widget`. It may use

    host.go(page, **args)     show a page; `args` are words, kept in the address after `#`
    host.open_rule(rule_id)   show a rule in the reader
    host.say(text)            a sentence in the line with role=alert; an empty one clears it
    host.tell(text)           a sentence that a screen reader speaks, politely
    host.mark(page, **args)   what is shown now, for the address; no new step back
    host.browser              stands for this browser in files
    host.own_games()          the games to list in this browser, None for all
    host.may_write(key, store) whether this browser goes on with a kept game; else it may look
    host.guard(callback)      the callback, guarded: a fault becomes a sentence
    host.keep(**facts)        what this browser remembers over a reload
    host.kept(name)           what it remembered
    host.safe(text)           how far what is done is kept, for the bar that appears when the kernel is gone
    host.reviews              gives the review of a game, worked out once for all pages
    host.title                the id of the title that this browser is at; `choose` changes it

and may have on its widget `opened(args)`, called whenever the page comes into view; `away()`, called when another page
takes its place, which gives back what takes much memory; and `show_rule(html)`, which shows the reader in a place of
its own. Pages are built when they are first shown, and stay.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl, urlencode

import ipywidgets

from rising_tutor import catalogues
from rising_tutor.core.ids import Seat
from rising_tutor.errors import RisingTutorError, UnknownGame, UnknownRule
from rising_tutor.lessons.coverage import lessons_by_rule
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import empty_state, icon, rule_card
from rising_tutor.render.symbols import sprite
from rising_tutor.store.setting import is_shared
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.review.once import ReviewOnce
from rising_tutor.tutor.table import beats
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame import titles
from rising_tutor.ui.frame.guard import guarded, report_fault
from rising_tutor.ui.frame.words import Words, ignored

if TYPE_CHECKING:
    from rising_tutor.store.games import Store

P = ParamSpec("P")
R = TypeVar("R")

PAGES = {
    "home": "Home",
    "play": "Play",
    "learn": "Learn",
    "replays": "Replays",
    "odds": "Odds",
    "decks": "Decks",
    "rules": "Rules",
    "corpus": "Many games",
    "compare": "Compare the games",
}
#: So many characters of an address are read: those of a turn of the odds lab with all that was done in it.
_LONGEST = 2000
#: So many games a browser remembers as its own; as many as a list shows.
_REMEMBERED = 30
#: So many lessons that are about a rule the reader names; the page of the rule names all.
_LESSONS = 4


class Host(ipywidgets.VBox):
    """Pages and what they all use. `above` comes before them: what must be in the browser first."""

    browser = ""
    known = True
    """True once the browser of the learner is known."""
    kind = "rt-frame"
    """The class of the frame; that of the app tells its address."""

    def __init__(self, *above: ipywidgets.Widget) -> None:
        self.page = ""
        self.args: dict[str, str] = {}
        self._built: dict[str, ipywidgets.Widget] = {}
        self._boxes: dict[str, ipywidgets.VBox] = {}
        self._facts: dict[str, Any] = {}
        self.reviews = ReviewOnce()
        self._rule = ""
        self._shown = titles.DEFAULT
        self._told_on = ""
        self._said = ""
        self._ignored = False
        self._in_view = ""
        self.frame = HtmlView(("sprite", "head", "alert", "status"), kind=self.kind)
        self.reader = HtmlView(("reader",), kind="rt-readerbox")
        self.pages = ipywidgets.VBox([])
        self.pages.add_class("rt-stagebox")
        super().__init__([*above, self.frame, self.pages, self.reader])
        self.frame.on_do(self.guard(self._done))
        self.reader.on_do(self.guard(self._done))
        self.frame.draw(sprite=sprite(), head=self._head(), alert=self._alert(""), status=_status(""))

    @property
    def title(self) -> str:
        """The title that this browser is at."""
        kept = self._facts.get(titles.KEPT)
        return kept if isinstance(kept, str) and titles.known(kept) else titles.DEFAULT

    @property
    def shown(self) -> str:
        """The title that the page shown is about."""
        return self._shown

    def choose(self, title: str, **args: str) -> None:
        """Be at another title from now on, and show this page for it.

        Args:
            args: what the address names besides.
        """
        if titles.known(title):
            self.keep(**{titles.KEPT: title})
            self._shown = title
            self.go(self.page, **args)

    # What pages use ------------------------------------------------------------

    def guard(self, callback: Callable[P, R]) -> Callable[P, R | None]:
        """The callback, guarded: a fault becomes a sentence in the alert line."""
        return guarded(self.say)(callback)

    def say(self, text: str, way: Child = None) -> None:
        """Show a sentence in the alert line, with a button if there is a way on; an empty one clears it."""
        self._said = text
        self.frame.draw(alert=self._alert(text, way))

    def tell(self, text: str) -> None:
        """Let a screen reader speak a sentence."""
        self.frame.draw(status=_status(text))

    def keep(self, **facts: Any) -> None:
        """Remember these, beside what was remembered before."""
        self._facts.update(facts)

    def kept(self, name: str) -> Any:
        """What the browser remembered, unexamined; None if nothing."""
        return self._facts.get(name)

    def safe(self, text: str) -> None:
        """Note how far what is done is kept: "up to turn 7, roll 2"."""

    def with_game(self, key: str) -> list[str]:
        """The games that were played in this browser, this one the last."""
        kept = self._facts.get("games")
        before = [one for one in kept if isinstance(one, str) and one != key] if isinstance(kept, list) else []
        return [*before, key][-_REMEMBERED:]

    def own_games(self) -> frozenset[str] | None:
        """The games to list in this browser: its own where others use the server too; None for all."""
        if not is_shared():
            return None
        return frozenset(self.with_game(str(self._facts.get("game") or "")))

    def may_write(self, key: str, store: "Store") -> bool:
        """Whether this browser goes on with a kept game: with its own; with any where nobody else uses the server.

        Raises:
            NotHere: this can be no key.
            CannotStore: the owner of an older game cannot be written down.
        """
        own = self.own_games()
        return own is None or store.belongs_to(key, self.browser, listed=key in own)

    def mark(self, page: str, **args: str) -> None:
        """Let the address name what is shown now, without a step in the browser's history."""
        self.args = self._with_title(page, args)

    def go(self, page: str, **args: str) -> None:
        """Show a page."""
        page = page if page in PAGES else "home"
        self._show(page, self._with_title(page, args))

    def _with_title(self, page: str, args: dict[str, str]) -> dict[str, str]:
        """The words of an address, with the title where they would be taken for another one's."""
        shown = self._shown if page == self.page and self._shown else self.title
        return {**args, "title": shown} if titles.needs_title(page, args, shown) else args

    def follow(self, link: str) -> None:
        """Show the page that a link inside the app names."""
        page, args = place(link)
        self.go(page, **args)

    def handle(self, message: Message) -> bool:
        """Do what every page may ask for, a rule, a link or a title; whether it was one of these."""
        match message.do:
            case "rule":
                self.open_rule(message.arg)
            case "close-rule":
                self.open_rule("")
            case "go":
                self.follow(message.arg)
            case "title":
                self.choose(message.arg)
            case beats.KEPT:
                # Remembered here for every page; the page that is asked shows it.
                self.keep(**{beats.KEPT: beats.ON if beats.watched(message.arg) else beats.OFF})
                return False
            case _:
                return False
        return True

    def start(
        self,
        teams: tuple[str, ...],
        seats: int = 1,
        programs: Mapping[Seat, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Begin a game with these Teams on the page Play, a solo game unless it is said for how many and who plays."""
        if "play" not in self._built:
            self._built["play"] = self._build("play")
        begin = getattr(self._built["play"], "start", None)
        if begin is not None:
            begin(teams, seats, dict(options or {}), programs)
        self.go("play")

    def open_rule(self, rule_id: str) -> None:
        """Show a rule in the reader: beside the table if the page has a place for it, else in the side panel."""
        self._rule = rule_id
        panel = reader(rule_id) if rule_id else EMPTY
        show_rule = getattr(self._built.get(self._key(self.page)), "show_rule", None)
        self.reader.draw(reader=EMPTY if show_rule else panel)
        if show_rule is not None:
            show_rule(panel)
        elif rule_id:
            self.reader.focus("reader")

    def show_rule_in(self, view: HtmlView, panel: Html) -> None:
        """Show the reader in a view of a page that has a part for it, or in the side panel; it gets the focus."""
        part = "reader" if view is self.reader else "rule"
        view.draw(**{part: panel})
        if panel:
            view.focus("reader")

    # Inside --------------------------------------------------------------------

    def _done(self, message: Message) -> None:
        if message.do == "hush":
            self.say("")
        else:
            self.handle(message)

    def _head(self) -> Html:
        """What stands above the page."""
        return EMPTY

    def _show(self, page: str, args: dict[str, str]) -> None:
        self.page, self.args = page, args
        if titles.known(args.get("title")) and args["title"] != self.title:
            self.keep(**{titles.KEPT: args["title"]})
        self._shown = titles.title_for(page, args, self.title)
        self.frame.draw(head=self._head())
        key = self._key(page)
        if key != self._told_on:
            self._told_on = key
            self._hush()
        widget = self._built.get(key)
        if widget is None:
            widget = self._built[key] = self._build(page)
        self._bring(key, widget)
        opened = getattr(widget, "opened", None)
        if opened is not None:
            self._open_page(opened, Words({word: said for word, said in args.items() if word != "title"}))

    def _open_page(self, opened: Callable[[dict[str, str]], object], words: Words) -> None:
        """Let a page show what an address names; a word that it does not know is named, unless it says something."""
        if self._ignored:
            self.say("")
        self._said = ""
        self.guard(opened)(words)
        self._ignored = bool(words.unread) and not self._said
        if self._ignored:
            self.say(ignored(words.unread))

    def _bring(self, key: str, widget: ipywidgets.Widget) -> None:
        """Let this one be seen, and no other one."""
        if key not in self._boxes:
            # A box of its own: classes of an anywidget do not follow once it is shown.
            self._boxes[key] = ipywidgets.VBox([widget])
            self._boxes[key].add_class("rt-page")
            self.pages.children = (*self.pages.children, self._boxes[key])
        before, self._in_view = self._in_view, key
        away = getattr(self._built.get(before), "away", None) if before != key else None
        if away is not None:
            self.guard(away)()
        for name, box in self._boxes.items():
            (box.remove_class if name == key else box.add_class)("rt-gone")

    def _hush(self) -> None:
        """What was said of the page before is not said on the next one."""
        self.tell("")
        self.say("")

    def _key(self, page: str) -> str:
        """The name under which a page is built: one for each title where the page is about one."""
        other = page in titles.OF_A_TITLE and self._shown != titles.DEFAULT
        return f"{page}:{self._shown}" if other else page

    def _build(self, page: str) -> ipywidgets.Widget:
        if page == "learn" and not titles.has_lessons(self._shown):
            return self._notice(titles.no_lessons(self._shown))
        try:
            widget: ipywidgets.Widget = import_module(f"rising_tutor.ui.{page}.page").build(self)
        except Exception as fault:  # noqa: BLE001 - one page that cannot be built must not take the others along
            missing = isinstance(fault, ModuleNotFoundError) and fault.name == f"rising_tutor.ui.{page}.page"
            if not missing:
                report_fault(f"the page {page}")
            why = "This page is not there yet." if missing else "This page could not be set up."
            # What a file of a person's own says wrong is for that person to mend.
            said = f"{fault}. Mend it, then reload this page." if isinstance(fault, RisingTutorError) else ""
            widget = self._notice(join(el("h1", PAGES[page]), empty_state(why, said, ("go", "#home", "Back to Home"))))
        return widget

    def _notice(self, said: Html) -> HtmlView:
        """A page that only says something."""
        view = HtmlView(("all",), kind="rt-wrap")
        view.on_do(self.guard(self._done))
        view.draw(all=said)
        return view

    def _alert(self, text: str, way: Child = None) -> Html:
        """The alert line; it stands in the page from the start, so that what comes into it is spoken."""
        line = el("div", icon("i-no"), el("span", text), way, self._close("hush", "Close this message"), cls="rt-alert")
        return el("div", line if text else None, role="alert")

    def _close(self, do: str, label: str) -> Html:
        return el(
            "button",
            icon("i-close"),
            cls="rt-btn rt-btn--quiet rt-btn--icon",
            type="button",
            data_do=do,
            aria_label=label,
            data_hot="Escape",
        )


def _status(text: str) -> Html:
    return el("p", text, role="status", cls="rt-sr")


def reader(rule_id: str) -> Html:
    """The panel with one rule, as read from the catalogue."""
    game = titles.title_of_rule(rule_id) or titles.DEFAULT
    try:
        catalogue = catalogues.load(game)
        rule = catalogue.rule(rule_id)
    except (UnknownRule, UnknownGame):
        return empty_state("There is no such rule.", rule_id, ("close-rule", "", "Close"))
    at = catalogue.rules.index(rule)
    before = catalogue.rules[at - 1].id if at else ""
    after = catalogue.rules[at + 1].id if at + 1 < len(catalogue.rules) else ""
    phases = {phase.id: phase.name for phase in catalogue.phases}
    taught = [(where.link, where.title) for where in lessons_by_rule(game).get(rule.id, ())[:_LESSONS]]
    return rule_card(rule, phases.get(rule.phase, rule.phase), before, after, taught)


def place(address_part: str) -> tuple[str, dict[str, str]]:
    """The page and its words that an address names after `#`; Home for what names none.

    >>> place("#rules?rule=FNR-313")
    ('rules', {'rule': 'FNR-313'})
    >>> place("#elsewhere")
    ('home', {})
    """
    page, _, words = address_part.removeprefix("#").partition("?")
    if page not in PAGES:
        return "home", {}
    return page, dict(parse_qsl(words[:_LONGEST], max_num_fields=10)) if words else {}


def address(page: str, args: dict[str, str]) -> str:
    """The way back.

    >>> address("rules", {"rule": "FNR-313"})
    '#rules?rule=FNR-313'
    """
    return f"#{page}" + (f"?{urlencode(args)}" if args else "")
