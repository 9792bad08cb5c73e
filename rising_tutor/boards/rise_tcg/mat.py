"""One seat's side of a table of Rise TCG: battlefield, two Summoners, Stock, Ether and piles, the hand of others."""

from typing import Final

from rising_tutor.boards.rise_tcg import places
from rising_tutor.boards.rise_tcg.cards import (
    abilities,
    classes,
    fights,
    name_of,
    numbers,
    opens,
    points,
    spoken,
    strip,
)
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.states import states_of
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, is_door, level
from rising_tutor.games.rise_tcg.state import player_ref, summoner_ref
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite
from rising_tutor.render.symbols import use

_BACKS: Final = 8
"""So many backs are drawn of a hand; its number says how many there are."""


def mat(scene: Scene, seat: int) -> Html:
    """A seat's side of the table."""
    pieces = [piece for piece in scene.run.of(seat) if not piece.on]
    shown: list[Child] = [_piece(scene, piece) for piece in pieces]
    if not shown:
        shown = [el("p", "Nothing on the battlefield.", cls="rt-space")]
    return el(
        "section",
        _who(scene, seat),
        el(
            "div",
            el("div", shown, cls="rt-battle"),
            el("div", [_summoner(scene, seat, at) for at in range(2)], cls="rt-sums"),
            _piles(scene, seat),
            cls="rt-board",
        ),
        cls="rt-mat rt-mat--near" if seat == scene.near else "rt-mat",
        aria_label=f"{capital(scene.whose(seat))} side",
        data_rove=True,
        data_key=f"mat:{seat}",
    )


def _who(scene: Scene, seat: int) -> Html:
    """Whose side it is, whose turn, what lies beside the Stock, and of another seat the hand."""
    view, called = scene.view, scene.called(seat)
    side = view.sides[seat]
    tags: list[Child] = []
    if called == "you":
        tags.append(el("span", "you", cls="rt-tag rt-tag--you"))
    if side.out:
        tags.append(el("span", "out of the game", cls="rt-tag rt-tag--threat"))
    elif view.turn and seat == view.active:
        tags.append(el("span", "has the turn", cls="rt-tag"))
    beside = [_attached(scene, piece) for piece in scene.run.on(player_ref(seat))]
    return el(
        "div",
        el("h2", "Your side" if called == "you" else capital(called)),
        tags,
        _choose(scene, player_ref(seat)),
        el("span", beside, cls="rt-hangs") if beside else None,
        _other_hand(scene, seat) if seat != scene.near or scene.view.viewer is None else None,
        cls="rt-who",
    )


def _other_hand(scene: Scene, seat: int) -> Html:
    """A hand as backs: how many cards, and which of them are known."""
    side, run = scene.view.sides[seat], scene.run
    known = [run.book.card[side.kinds[slot.card]].name for slot in side.hand if slot.card >= 0]
    known += [run.card_of(owned).name for owned in side.guests]
    hidden = side.n_hand - len(known)
    backs = [el("i", use("i-mk")) for _ in range(min(hidden, _BACKS))]
    names = places.at("hand", seat)
    return el(
        "span",
        "hand ",
        el("span", backs, cls="rt-fan", aria_hidden="true") if backs else None,
        el("span", el("b", counted(side.n_hand, "card")), f", {hidden} hidden" if hidden else None),
        " ",
        cite("RISE-1019") if hidden else None,
        [" known: ", el("b", listed(known))] if known else None,
        cls="rt-fact rt-otherhand",
        data_beat=scene.beat(names),
    )


# The battlefield ------------------------------------------------------------------------------------------------------


def _piece(scene: Scene, piece: Piece) -> Html:
    """A card in play; what is attached to it hangs below."""
    run = scene.run
    card = run.book.card[piece.card]
    fighting = is_creature(run, piece) or is_door(run, piece)
    now = (attack(run, piece), defense(run, piece)) if fighting else None
    said = states_of(scene, piece)
    name = places.piece(piece.card, piece.copy)
    part = places.of_piece(piece.id)
    tilt = [use("i-tilt")] if piece.tilted else []
    chain = [f"number {n} of the chain is aimed at it" for n in scene.aimed_at(piece.id)]
    chain += [f"number {n} of the chain comes from it" for n in scene.sent_from(piece.id)]
    states = (
        "is-tilted" if piece.tilted else "",
        "is-side" if any(fight.attacker == piece.id for fight in scene.view.fights) else "",
        "is-marked" if scene.marked(name) else "",
    )
    shown = el(
        "div",
        strip(card, *tilt, rank=False),
        el(
            "span",
            name_of(scene.piece_name(piece)),
            abilities(card),
            el("span", ", ".join(said), cls="rt-tc__mod") if said else None,
            el("span", numbers(*now, card), _badges(scene, piece.id), cls="rt-tc__foot")
            if now is not None and fights(card)
            else _badges(scene, piece.id),
            cls="rt-tc__in",
        ),
        cls=classes(card, "s", *states),
        aria_label=spoken(card, now, ("tilted" if piece.tilted else "", *said, *chain)),
        data_beat=scene.beat(name),
        **opens(scene, part),
    )
    hanging = [_attached(scene, one) for one in run.on(piece.id)]
    return el(
        "div",
        shown,
        scene.mark(name),
        _choose(scene, piece.id),
        el("span", hanging, cls="rt-hangs") if hanging else None,
        cls="rt-spot",
    )


def _attached(scene: Scene, piece: Piece) -> Html:
    """An Equipment or a Disease, where it hangs."""
    card = scene.run.book.card[piece.card]
    sort = "Disease" if "disease" in card.abilities else "Equipment"
    name = places.piece(piece.card, piece.copy)
    label = f"{scene.piece_name(piece)}, {sort} of {scene.called(piece.controller)}, read it"
    return scene.read_button(
        places.of_piece(piece.id),
        [el("b", scene.piece_name(piece)), _choose_words(scene, piece.id)],
        label,
        data_item=True,
        tabindex="-1",
        data_beat=scene.beat(name),
    )


def _badges(scene: Scene, ref: int) -> Html | None:
    """Numbers of the chain on what it is aimed at, hollow on what it comes from."""
    found: list[Child] = []
    for index, item in enumerate(scene.view.chain):
        n = scene.number(index)
        mine = "me" if item.seat == scene.near else "it"
        if item.source == ref:
            found.append(el("i", n, cls=f"rt-bd rt-bd--from rt-bd--{mine}"))
        if ref in item.targets:
            found.append(el("i", n, cls=f"rt-bd rt-bd--{mine}"))
    return el("span", found, cls="rt-aims", aria_hidden="true") if found else None


def _choose(scene: Scene, ref: int) -> Html | None:
    """A button on what can be chosen now."""
    option = do.Choose(ref)
    if not scene.look.live or option not in scene.look.actions:
        return None
    number = str(scene.look.actions.index(option))
    label = f"Choose {scene.name(ref)}"
    return button(
        "choose", "act", number, cls="rt-btn--small rt-btn--fits", key=f"at:{ref}", data_fits=True, aria_label=label
    )


def _choose_words(scene: Scene, ref: int) -> Html | None:
    """The word on an attached card that can be chosen: its choice stands in the tray."""
    return el("span", "can be chosen", cls="rt-xs") if do.Choose(ref) in scene.look.actions else None


# Summoners and piles --------------------------------------------------------------------------------------------------


def _summoner(scene: Scene, seat: int, at: int) -> Html:
    run = scene.run
    summoner = run.t.sides[seat].summoners[at]
    card = run.summoner_card(summoner)
    ref = summoner_ref(seat, at)
    dead = summoner.hp <= 0
    now = level(run, summoner)
    first, _, rest = card.name.partition(",")
    name = places.at(summoner.card, seat)
    hanging = [_attached(scene, one) for one in run.on(ref)]
    said = [
        f"{first}, {rest.strip()}" if rest else first,
        "Summoner",
        "dead" if dead else f"{summoner.hp} HP",
        f"level {now}",
        "" if dead else f"{summoner.cp} of {counted(now, 'capacity point')}",
        "tilted" if summoner.tilted and not dead else "",
        *(f"number {n} of the chain is aimed at it" for n in scene.aimed_at(ref)),
        *(f"number {n} of the chain comes from it" for n in scene.sent_from(ref)),
    ]
    states = ["rt-sm", "is-tilted" if summoner.tilted and not dead else "", "is-dead" if dead else ""]
    states += ["is-marked" if scene.marked(name, summoner.card) else ""]
    shown = el(
        "div",
        el("b", first, el("small", rest.strip()) if rest else None),
        el("span", "dead" if dead else [str(summoner.hp), el("small", "HP")], cls="rt-sm__hp", aria_hidden="true"),
        el(
            "span",
            f"level {now}",
            points(summoner.cp, now) if not dead else None,
            el("span", use("i-tilt"), "tilted", cls="rt-sm__tilt") if summoner.tilted and not dead else None,
            cls="rt-sm__state",
        ),
        _badges(scene, ref),
        cls=" ".join(part for part in states if part),
        aria_label=", ".join(part for part in said if part),
        data_beat=scene.beat(name),
        **opens(scene, places.of_summoner(seat, at)),
    )
    return el(
        "div",
        shown,
        scene.mark(name, summoner.card),
        _choose(scene, ref),
        el("span", hanging, cls="rt-hangs") if hanging else None,
        cls="rt-spot",
    )


def _piles(scene: Scene, seat: int) -> Html:
    """Stock, Ether, library, cemetery, and what is out of the game."""
    side = scene.view.sides[seat]
    stock: list[Child] = [
        el("span", use(sign), el("b", n), word, cls="rt-pile", data_beat=scene.beat(places.at(word_of, seat)))
        for sign, n, word, word_of in (
            ("g-coin", side.coins, "coin" if side.coins == 1 else "coins", "stock"),
            ("g-ether", side.ether, "Ether", "ether"),
        )
    ]
    piles: list[Child] = [
        scene.read_button(
            f"{pile}:{seat}",
            [use(sign), el("b", n), word],
            f"{capital(scene.whose(seat))} {long}, {counted(n, 'card')}",
            data_item=True,
            tabindex="-1",
            data_beat=scene.beat(places.at(pile, seat)),
        )
        for pile, sign, n, word, long in (
            ("library", "i-lib", side.n_library, "library", "library"),
            ("cemetery", "i-grave", len(side.cemetery), "cemetery", "cemetery"),
            ("out", "i-out", len(side.exclusion), "out", "cards out of the game"),
        )
    ]
    return el("div", stock, piles, cls="rt-piles", role="group", aria_label="Stock, Ether and piles")
