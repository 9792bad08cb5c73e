"""The page Odds: the lab, of dice or of draws, and the units.

`#odds?deck=aang&want=1+strike+in+3` opens a question about draws, `#odds?pool=2g1b&need=WWE` one about dice, with
`roll` and `pick` also the dice on the table and what was picked for them (`tutor.odds.turn_address`);
`#odds?unit=one-die` a unit. What was asked stands in the address, so that a copied link asks it again.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.core.english import capital
from rising_tutor.decks.facts import facts_game
from rising_tutor.errors import BadProblem
from rising_tutor.lab import guesses
from rising_tutor.probability.dice_turn.dice_game import dice_game, no_odds
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.render.html import Html, el
from rising_tutor.render.parts import button, empty_state, one_of
from rising_tutor.replay import verify
from rising_tutor.store.games import Store
from rising_tutor.store.setting import game_in_use
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.draws import DrawsLab
from rising_tutor.tutor.odds.guesses import remembered
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.titles import title_picker
from rising_tutor.ui.odds.draws import DrawsView
from rising_tutor.ui.odds.view import OddsView
from rising_tutor.ui.units.view import UnitsWidget

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

_TABS = {"lab": "Lab", "units": "Units"}


class OddsPage(ipywidgets.VBox):
    """Two tabs: the lab, and the units that teach it.

    Attributes:
        units: the units.
        view: the lab.
    """

    def __init__(self, host: "Host", store: Store | None = None) -> None:
        self.host = host
        self.store = store or Store()
        game = self.game = game_in_use(host.shown)
        first, record = host.kept("odds_guess_first") is not False, remembered(host.kept("odds_guesses"))
        self.lab: OddsLab | DrawsLab
        self.tab = "lab"
        self.head = HtmlView(("head",))
        note = board_for(game).origin_note
        self.view: OddsView | DrawsView
        if dice_game(game) is not None:
            self.lab = OddsLab(dice_kit(game), guess_first=first, record=record)
            self.view = OddsView(self.lab, guard=host.guard, changed=self._changed, other=host.handle, note=note)
        else:
            self.lab = DrawsLab(game, guess_first=first, record=record)
            self.view = DrawsView(self.lab, guard=host.guard, changed=self._changed, other=host.handle, note=note)
        self.units = UnitsWidget(
            game,
            guard=host.guard,
            keep=self._keep_guesses,
            kept=lambda: guesses.dump(self.lab.record),
            open_rule=host.open_rule,
            changed=self._unit_opened,
            note=note,
        )
        self.units.add_class("rt-oddsunits")
        self._unit = ""
        self._refused = False
        super().__init__([self.head, self.view, self.units])
        self.add_class("rt-wrap")
        self.add_class("rt-oddspage")
        self.head.on_do(host.guard(self._done))
        self._show("lab")

    def opened(self, args: Mapping[str, str]) -> None:
        """Show the question or the unit that the address names; without words, what was there before."""
        if "unit" in args or args.get("face") == "units":
            self._show("units")
            self._hush()
            try:
                self.units.show_unit(args.get("unit", self._unit))
                self._unit = args.get("unit", self._unit)
            except BadProblem:
                self._refuse(f"There is no unit {args['unit'][:40]}.")
            return
        if not args:
            self._show(self.tab)
            return
        self._show("lab")
        self._hush()
        try:
            self.view.ask(args)
        except BadProblem as fault:
            self._refuse(f"This link asks nothing that can be answered. {capital(str(fault))}.")
            return
        self._mark()

    def _done(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if do == "face" and arg in _TABS:
            self._show(arg)
            self._mark()
        elif do == "linked":
            self.host.tell("The link is copied." if arg == "yes" else "The link stands in the address of the page.")
            self._show(self.tab, copied=arg == "yes")
        elif do == "my-game":
            self._take_game()
        elif do == "title" and self.tab == "units":
            self.host.choose(arg, face="units")
        else:
            self.host.handle(message)

    def _take_game(self) -> None:
        """Ask about the dice step of the game of this browser.

        Raises:
            NotHere, UnreadableReplay: there is no such game any more.
        """
        key = self.host.kept("game")
        verified = verify(self.store.record(key if isinstance(key, str) else "").encode(), game=self.game)
        found = dice_game(self.game)
        question = found.odds_question(verified.state) if found is not None and verified.state is not None else None
        if question is None or not isinstance(self.view, OddsView):
            self._refuse("Your game is not at its dice now: it has a pool to take while the dice of a turn are rolled.")
            return
        self._hush()
        self.view.take_question(question)
        self.host.tell(f"Taken from your game: {self.lab.text()}.")

    def _refuse(self, text: str) -> None:
        """Say what could not be done."""
        self._refused = True
        self.host.say(text)

    def _hush(self) -> None:
        """What this page refused is over; what others said stays."""
        if self._refused:
            self._refused = False
            self.host.say("")

    def _unit_opened(self, unit: str) -> None:
        """Another unit is shown: the address names it."""
        self._unit = unit
        self._mark()

    def _keep_guesses(self, text: str) -> None:
        """The units added to the guesses, which the lab scores too."""
        self.lab.record = remembered(text)
        self.host.keep(odds_guesses=text)

    def _changed(self) -> None:
        """The question changed, or what a browser should remember did."""
        self._mark()
        self.host.keep(odds_guess_first=self.lab.guess_first, odds_guesses=guesses.dump(self.lab.record))
        self._show(self.tab)

    def _mark(self) -> None:
        if self.tab == "units":
            self.host.mark("odds", **({"unit": self._unit} if self._unit else {"face": "units"}))
        else:
            self.host.mark("odds", **self.lab.words())

    def _show(self, face: str, *, copied: bool | None = None) -> None:
        if face != self.tab:
            # What is guessed on one tab counts on the other.
            (self.view if face == "lab" else self.units).draw()
        self.tab = face
        (self.view.remove_class if face == "lab" else self.view.add_class)("rt-off")
        (self.units.remove_class if face == "units" else self.units.add_class)("rt-off")
        self.head.draw(head=self._head(copied=copied))

    def _head(self, *, copied: bool | None) -> Html:
        label = {None: "Copy link", True: "Link copied", False: "The link stands in the address"}[copied]
        ways = [button(label, "linked", key="copy-link", data_local="link")]
        if self.host.kept("game") and isinstance(self.view, OddsView):
            ways.insert(0, button("Take the pool of my game", "my-game"))
        return el(
            "div",
            el("h1", "Odds lab"),
            title_picker(self.game.info.id),
            one_of("Lab or units", "face", _TABS, self.tab) if self.units.controller.units else None,
            el("div", ways if self.tab == "lab" else None, cls="rt-row rt-oddshead__ways"),
            cls="rt-oddshead",
        )


def build(host: "Host") -> ipywidgets.Widget:
    """The page; for a game without odds of any kind, why there are none, and ways on."""
    game = game_in_use(host.shown)
    if dice_game(game) is not None or facts_game(game) is not None:
        return OddsPage(host)
    none = HtmlView(("all",), kind="rt-wrap")
    none.on_do(host.guard(host.handle))
    way = ("go", f"#play?new=1&title={game.info.id}", "To the table")
    none.draw(
        all=el(
            "div",
            el("h1", "Odds lab"),
            title_picker(game.info.id),
            empty_state(f"No odds for {game.info.title}", no_odds(game), way),
            cls="rt-stack rt-titlebox",
        )
    )
    return none
