"""The page Decks: the decks there are, and the one that is put together.

`#decks` shows all of them, `#decks?own=my-aang` opens an own one, `#decks?deck=aang` begins with a copy of one that
comes with the game. What is not saved is remembered by the browser.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.errors import RisingTutorError
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, empty_state
from rising_tutor.store.setting import game_in_use, is_shared
from rising_tutor.tutor.decks.builder import DeckBuilder, NoDecks, Taken
from rising_tutor.tutor.decks.library import LONGEST, Search
from rising_tutor.tutor.messages import PASTED, Message
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.decks import editor, shelf, table
from rising_tutor.ui.decks.own import builder_for, deck_files, games_with_decks
from rising_tutor.ui.frame.titles import title_picker

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

KEPT = "deck:"
"""Begins what a browser remembers a deck by that is not saved; the id of the game follows."""


class DecksPage(ipywidgets.VBox):
    """Either all decks, or the one that is worked on.

    Attributes:
        builder: the deck that is worked on, and the own decks.
        search: which cards are looked for; `shown` says whether in the deck or in all.
    """

    def __init__(self, host: "Host", builder: DeckBuilder, game: str) -> None:
        self.host = host
        self.builder = builder
        self.game = game
        self.search = Search()
        self.shown = table.IN_DECK
        self._most = table.PAGE
        self._read = ""
        self._pasted = 0
        self._deleted: tuple[str, str, bytes] | None = None
        self.shelf = HtmlView(("head", "notice", "draft", "own", "ready", "paste"), kind="rt-stack rt-deckshelf")
        self.picker = FilePicker(
            title="From a file",
            help="A deck file (.toml), at most 1 MiB. It stays on this machine.",
            accept=".toml,.txt",
        )
        self.head = HtmlView(("head", "notice"))
        self.left = HtmlView(("find", "cards", "file"), kind="rt-stack rt-deckleft")
        self.right = HtmlView(("verdict", "made", "card"), kind="rt-stack rt-deckright")
        columns = ipywidgets.HBox([self.left, self.right])
        columns.add_class("rt-deckgrid")
        self.all = ipywidgets.VBox([self.shelf, self.picker])
        self.one = ipywidgets.VBox([self.head, columns])
        note = HtmlView(("note",))
        note.draw(note=board_for(game_in_use(game)).origin_note)
        super().__init__([styles("decks.css"), self.all, self.one, note])
        self.add_class("rt-wrap")
        self.add_class("rt-deckpage")
        for view in (self.shelf, self.head, self.left, self.right):
            view.on_do(host.guard(self._done))
        self.picker.on_file(host.guard(self._file))
        self.builder.recall(host.kept(f"{KEPT}{game}"))
        self._show_all()

    def opened(self, args: Mapping[str, str]) -> None:
        """Show the deck that the address names; without words, all of them."""
        if args.get("own"):
            draft = self.builder.draft
            if draft is None or draft.own != args["own"]:
                self._open(args["own"])
            else:
                self._edit()
        elif args.get("deck"):
            self._begin(lambda: self.builder.start(args["deck"]))
        elif "new" in args:
            self._begin(self.builder.empty) if self.builder.draft is None else self._edit()
        else:
            self._show_all()

    # What is asked for ------------------------------------------------------------

    def _done(self, message: Message) -> None:
        act = self._acts(message.arg, message.fields).get(message.do)
        if act is None:
            self.host.handle(message)
        else:
            act()

    def _acts(self, arg: str, fields: Mapping[str, str]) -> Mapping[str, Callable[[], object]]:
        builder = self.builder
        return {
            "shelf": self._to_shelf,
            "edit": self._edit,
            "empty": lambda: self._begin(builder.empty),
            "start": lambda: self._begin(lambda: builder.start(arg)),
            "open": lambda: self._open(arg),
            "text": lambda: self._take(fields.get(PASTED, "")),
            "play-own": lambda: self._to_table(own=arg),
            "play-ready": lambda: self._to_table(deck=arg),
            "delete": lambda: self._delete(arg),
            "restore": self._restore,
            "in": lambda: self._change(lambda: builder.add(arg), arg),
            "out": lambda: self._change(lambda: builder.add(arg, -1), arg),
            "name": lambda: self._change(lambda: builder.call(fields.get("name", ""))),
            "kind": lambda: self._change(lambda: builder.choose_play(arg)),
            "leaders": lambda: self._change(lambda: self._choose_leaders(fields)),
            "unfit": lambda: self._change(builder.take_out_unfit),
            "undo": lambda: self._change(builder.undo),
            "show": lambda: self._look_at(arg),
            "find": lambda: self._look_for(fields),
            "more": self._look_for_more,
            "read": lambda: self._read_card(arg),
            "close-card": lambda: self._read_card(""),
            "save": lambda: self._save(builder.save),
            "save-new": lambda: self._save(builder.save_as_new),
            "play": self._play,
            "download": lambda: self.head.download(f"{builder.deck.id}.toml", builder.checked.text),
            "copied": lambda: self.host.tell(
                "The text is copied." if arg == "yes" else "The text could not be copied."
            ),
        }

    # All decks --------------------------------------------------------------------

    def _to_shelf(self) -> None:
        self.host.mark("decks")
        self._show_all()

    def _show_all(self, notice: Child = None) -> None:
        builder = self.builder
        where = "" if is_shared() else str(deck_files(self.host, game_in_use(self.game)).folder)
        self.shelf.draw(
            head=shelf.head(self.game, games_with_decks()),
            notice=join(notice) if notice is not None else EMPTY,
            draft=shelf.under_way(builder) or EMPTY,
            own=shelf.own_decks(builder, where),
            ready=shelf.ready_decks(builder),
            paste=shelf.paste(builder, self._pasted),
        )
        self.all.remove_class("rt-gone")
        self.one.add_class("rt-gone")

    def _begin(self, begin: Callable[[], object]) -> None:
        try:
            begin()
        except RisingTutorError as fault:
            self.host.say(f"{fault}.")
            self._show_all()
            return
        self.shown = table.IN_DECK if self.builder.deck.cards else table.ALL
        self._kept()
        self._edit()

    def _open(self, own: str) -> None:
        try:
            taken = self.builder.open(own)
        except RisingTutorError as fault:
            self.host.say(str(fault))
            self._show_all()
            return
        self._after(taken, "This file cannot be read as a deck. It stays as it is.")

    def _file(self, name: str, data: bytes) -> None:
        self._after(self.builder.take(data), f"{name[:80]} cannot be read as a deck. Nothing else was changed.")

    def _take(self, text: str) -> None:
        if not text.strip():
            self._show_all(el("p", "There is no text yet.", cls="rt-refuse", role="alert"))
            return
        self._after(self.builder.take(text), "This text cannot be read as a deck. Nothing was changed.")

    def _after(self, taken: Taken, refused: str) -> None:
        """A text was read as a deck, or refused with what is wrong with it."""
        if not taken.ok:
            self._show_all(shelf.faults(refused, taken.lost, refused=True))
            return
        self._pasted += 1
        self.shown = table.IN_DECK if self.builder.deck.cards else table.ALL
        self._kept()
        lost = "This could not be used, and is not in the deck:"
        self._edit(shelf.faults(lost, taken.lost, refused=False) if taken.lost else None)

    def _delete(self, own: str) -> None:
        name = next((one.deck.name for one in self.builder.own() if one.id == own), own)
        try:
            self._deleted = (own, name, self.builder.delete(own))
        except RisingTutorError as fault:
            self.host.say(str(fault))
            self._show_all()
            return
        self._kept()
        self._show_all(el("p", f"{name} is deleted. ", button("Undo", "restore"), role="status", cls="rt-panel"))
        self.shelf.focus("restore:")

    def _restore(self) -> None:
        if self._deleted is None:
            return
        own, name, text = self._deleted
        self.builder.restore(own, text)
        self._deleted = None
        self._kept()
        self._show_all(el("p", f"{name} is there again.", role="status", cls="rt-panel"))
        self.shelf.focus("own-decks")

    # One deck ---------------------------------------------------------------------

    def _edit(self, notice: Child = None) -> None:
        """Show the deck that is worked on; the address names it where it is kept."""
        draft = self.builder.draft
        if draft is None:
            self._show_all()
            return
        self.host.mark("decks", **({"own": draft.own} if draft.own else {"new": "1"}))
        self._draw(notice)
        self.one.remove_class("rt-gone")
        self.all.add_class("rt-gone")

    def _draw(self, notice: Child = None) -> None:
        builder = self.builder
        self.head.draw(head=editor.head(builder), notice=join(notice) if notice is not None else EMPTY)
        self.left.draw(
            find=table.finder(builder, self.search, self.shown),
            cards=table.card_table(builder, self.search, self.shown, self._most),
            file=editor.file(builder),
        )
        self.right.draw(
            verdict=editor.verdict(builder),
            made=editor.made(builder),
            card=editor.card(builder, self._read) or EMPTY,
        )

    def _change(self, change: Callable[[], object], word: str = "") -> None:
        change()
        self._kept()
        if self.builder.draft is None:
            self._to_shelf()
            return
        self._draw()
        if word:
            self.host.tell(self._said(word))

    def _said(self, word: str) -> str:
        """What came of a press, for those who listen."""
        builder = self.builder
        card = builder.library.of_word.get(word)
        name = card.name if card is not None else word
        wrong = builder.checked.at.get(word, ())
        faults = " ".join(f"{fault.what} ({fault.rule})." if fault.rule else f"{fault.what}." for fault in wrong)
        return f"{builder.counts.get(word, 0)} {name}, {builder.deck.n} cards. {faults}".strip()

    def _choose_leaders(self, fields: Mapping[str, str]) -> None:
        for at in range(self.builder.construction.leaders.n):
            chosen = fields.get(f"leader-{at}")
            if chosen is not None and chosen != self.builder.leaders()[at]:
                self.builder.choose_leader(at, chosen)

    def _look_at(self, shown: str) -> None:
        if shown in (table.IN_DECK, table.ALL):
            self.shown, self._most = shown, table.PAGE
            self._draw()

    def _look_for(self, fields: Mapping[str, str]) -> None:
        given = {name: fields.get(name, "")[:LONGEST] for name in ("query", "type", "trait", "cost", "fits")}
        self.search, self._most = Search(**given), table.PAGE
        self._draw()

    def _look_for_more(self) -> None:
        self._most += table.PAGE
        self._draw()

    def _read_card(self, card: str) -> None:
        was, self._read = self._read, card
        self._draw()
        if card:
            self.right.focus("card-read")
        elif was:
            self.left.focus(f"read:{was}")

    def _save(self, save: Callable[[], str]) -> bool:
        try:
            said = save()
        except RisingTutorError as fault:
            self._draw(el("p", f"{fault}.", cls="rt-refuse", role="alert"))
            return False
        self._kept()
        self._edit(el("p", said, cls="rt-panel", role="status"))
        return True

    def _play(self) -> None:
        found = self.builder.checked
        if not found.ok:
            why = found.wrong[0]
            cited = f" ({why.rule})" if why.rule else ""
            self._draw(el("p", f"It may not be played yet: {why.what}{cited}.", cls="rt-refuse", role="alert"))
            return
        if (not self.builder.changed or self._save(self.builder.save)) and self.builder.draft is not None:
            self._to_table(own=self.builder.draft.own)

    def _to_table(self, **deck: str) -> None:
        self.host.go("play", new="1", title=self.game, **deck)

    def _kept(self) -> None:
        """What is not in a file is remembered by the browser."""
        self.host.keep(**{f"{KEPT}{self.game}": self.builder.dump()})


def build(host: "Host") -> ipywidgets.Widget:
    """The page; for a game without decks, that it has none, and the way to those that have."""
    game = game_in_use(host.shown)
    try:
        return DecksPage(host, builder_for(host, game), str(game.info.id))
    except NoDecks as none:
        return _without(host, str(none))


def _without(host: "Host", why: str) -> HtmlView:
    view = HtmlView(("all",), kind="rt-wrap")
    view.on_do(host.guard(host.handle))
    games = games_with_decks()
    way = ("go", f"#play?new=1&title={host.shown}", "To the table")
    parts: list[Html] = [el("h1", "Decks"), empty_state("No decks here", why, way)]
    if games:
        parts.insert(1, el("div", el("p", "Games that are played with decks:"), title_picker("", games)))
    view.draw(all=el("div", parts, cls="rt-stack rt-titlebox"))
    return view
