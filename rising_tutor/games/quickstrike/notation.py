"""Moves as text: short lines that a person can type, and what each means at a position.

flip pummel, paid ?, reveal skewer, look momo     what chance gave
energy skewer, search appa, search nothing        what a face-down energy is, what a searched deck gave
counter, play, focus, discard, reflip, signature  what was chosen; "paying 4 green and 1 red" where there is a choice
power, power katara, power on yellow              a payment power
choose 2 green                                    what an effect asked for

A card may be named by a beginning that fits one card only, or by its printed name.
"""

import difflib
import re
from collections.abc import Iterable

from rising_tutor.core.ids import Seat
from rising_tutor.core.naming import fitting, one_of_several
from rising_tutor.core.view import Viewer
from rising_tutor.decks.slots import mask
from rising_tutor.errors import MisplacedMove, UnreadableMove
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, choices, costs, tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Card, Energies
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import sidebar

PLAIN: dict[str, do.AvatarAction] = {
    "send": do.Send(),
    "receive": do.Receive(),
    "decline": do.Decline(),
    "discard": do.Discard(),
    "focus": do.Focus(),
    "concede": do.Concede(),
}
PAID: dict[str, type[do.Signature | do.CounterAttack | do.Play]] = {
    "signature": do.Signature,
    "counter": do.CounterAttack,
    "play": do.Play,
}
WORDS = frozenset(
    (*PLAIN, *PAID, *say.COLOURS, "choose", "coin", "reflip", "power", "paying", "and", "on", "ally", "nothing", "turn")
)
"""Words that a move can have beside the names of cards and numbers, and those of `TURNED`."""
NOTHING = "nothing"
_PAYING = re.compile(r"^(.*?)(?: paying (.*))?$")
_POWER = re.compile(r"^(?:(?P<word>[a-z][\w' ,.-]*?))??\s*(?:#(?P<n>\d{1,3}))?\s*(?:on (?P<target>\w+))?$")
_AMOUNT = re.compile(r"(\d{1,3}) (green|yellow|red)")
TURNED: dict[type, str] = {
    tasks.Reveal: "reveal",
    tasks.DiscardTop: "reveal",
    tasks.FlipCard: "flip",
    tasks.LookAt: "look",
    tasks.Spend: "paid",
    tasks.SettleEnergies: "energy",
    tasks.SearchDeck: "search",
}


def write(run: Run, move: do.AvatarAction | do.AvatarOutcome) -> str:
    """A move of this position as one line."""
    match move:
        case do.LeftOpen():
            return f"{turning(run)} ?"
        case do.Turned(card):
            return f"{turning(run)} {run.book.word.get(card, card)}"
        case do.NotThere():
            return f"{turning(run)} {NOTHING}"
        case do.Tossed(seat):
            return f"coin {seat + 1}"
        case do.Choose(option):
            return f"choose {option}"
        case do.Signature(pay) | do.CounterAttack(pay) | do.Play(pay):
            word = next(word for word, kind in PAID.items() if type(move) is kind)
            return word + _paying(pay, usual_payment(run, type(move)))
        case do.Reflip(source, pay):
            named = "" if source == "card" else f" {run.book.word.get(source, source)}"
            return f"reflip{named}{_paying(pay, _usual_reflip(run, source))}"
        case do.Power(source, index, pay, target):
            return _write_power(run, source, index, pay, target)
    return next((word for word, action in PLAIN.items() if action == move), type(move).__name__.casefold())


def turning(run: Run) -> str:
    """The word for a card that is turned over now."""
    task = run.t.agenda[-1] if run.t.agenda else None
    return TURNED.get(type(task), "flip")


def write_seen(run: Run, move: do.AvatarAction | do.AvatarOutcome, viewer: Viewer) -> str:
    """The same as a viewer may know it: without a card that only others see, and without what they do with it."""
    task = run.t.agenda[-1]
    match task, move:
        case tasks.LookAt(seen=seen), do.Turned() if not seen & mask(viewer):
            return f"{turning(run)} ?"
        case tasks.SettleEnergies(), do.Turned():
            return f"{turning(run)} ?"
        case tasks.Apply(effect=say.Look(), source=source), do.Choose() if source.seat != viewer:
            return "choose ?"
    return write(run, move)


def _turns_over(run: Run) -> bool:
    """Whether a card is turned over now."""
    return bool(run.t.agenda) and not run.t.reason and chance.drawn_by(run) is not None


def is_unnamed(run: Run, text: str) -> bool:
    """Whether a text says that a card is turned over, and not which: "paid ?", or "?" alone."""
    return text.casefold().split() in (["?"], [turning(run), "?"])


def _paying(pay: Energies, usual: Energies) -> str:
    return "" if pay == usual else f" paying {choices.energies(pay)}"


def usual_payment(run: Run, kind: type) -> Energies:
    """The first way to pay for the flipped card, or for the signature move; its cost where there is none."""
    t, seat = run.t, run.t.defender
    card: Card | None = run.move(seat, t.mats[seat].side) if kind is do.Signature else None
    if card is None and 0 <= t.zone < 3:
        card = run.lies(seat, t.zone)
    if card is None:
        return costs.NOTHING
    need = sidebar(run, seat, card)
    return (costs.payments(run.counts(seat), need) or [need])[0]


def _usual_reflip(run: Run, source: str) -> Energies:
    cost = reflip_costs(run).get(source, say.FREE)
    return (costs.power_payments(run, run.t.defender, cost) or [cost.energies])[0]


def reflip_costs(run: Run) -> dict[str, say.Cost]:
    """Where Reflip comes from now, and what it costs."""
    card = run.lies(run.t.defender, run.t.zone) if 0 <= run.t.zone < 3 else None
    return choices.reflips(run, card) if card is not None and deciding(run) else {}


def deciding(run: Run) -> bool:
    """Whether the defender decides about a card, or about the signature move."""
    task = run.t.agenda[-1] if run.t.agenda else None
    return isinstance(task, (tasks.Decide, tasks.SignatureStep))


def open_offers(run: Run) -> list[choices.Offer]:
    """The powers that are there now, payable or not."""
    return choices.offers(run) if deciding(run) else []


def _write_power(run: Run, source: str, index: int, pay: Energies, target: str) -> str:
    offers = open_offers(run)
    same = [offer for offer in offers if offer.word == source]
    ally = next((offer.source.card for offer in same if source == "ally"), "")
    named = {"strike": "", "ally": f" {run.book.word[ally]}" if ally else " ally"}.get(
        source, f" {run.book.word.get(source, source)}"
    )
    first = same[0].index if same else 0
    number = f" #{index}" if len(same) > 1 or index != first else ""
    offer = next((one for one in same if one.index == index), None)
    usual = (
        (costs.power_payments(run, run.t.defender, offer.cost) or [offer.cost.energies])[0] if offer else costs.NOTHING
    )
    on = f" on {target}" if target else ""
    return f"power{named}{number}{on}{_paying(pay, usual)}"


# reading ---------------------------------------------------------------------------------------------------------


def read(run: Run, text: str) -> do.AvatarAction | do.AvatarOutcome:
    """What a text means here. It need not be legal. Raises `UnreadableMove`."""
    asked = " ".join(text.casefold().split())
    word, _, rest = asked.partition(" ")
    if asked in PLAIN:
        return PLAIN[asked]
    if word == "choose" and rest:
        return do.Choose(_option(run, rest, text))
    if word == "coin" and rest in ("1", "2"):
        return do.Tossed(Seat(int(rest) - 1))
    if word in (*TURNED.values(), "turn") and rest:
        found = _read_card(run, text, rest)
        if word != "turn" and _turns_over(run) and word != turning(run):
            raise MisplacedMove(text, f"{turning(run)} and the name of a card")
        return found
    paying = _PAYING.match(asked)
    assert paying is not None
    head, pay = paying[1], _read_energies(paying[2], text)
    if head in PAID:
        return PAID[head](pay if pay is not None else usual_payment(run, PAID[head]))
    word, _, rest = head.partition(" ")
    if word == "reflip":
        source = "card" if not rest else _id_of(run, rest, text)
        return do.Reflip(source, pay if pay is not None else _usual_reflip(run, source))
    if word == "power":
        return _read_power(run, text, rest, pay)
    raise UnreadableMove(text, "a move", column=_first_unknown(run, text), suggestions=_near(run, asked))


def _column(text: str, part: str) -> int:
    """Where a part of a text begins, from 1."""
    return max(0, text.casefold().find(part)) + 1


def _first_unknown(run: Run, text: str) -> int:
    """Where the first word stands that no move has."""
    for found in re.finditer(r"\S+", text.casefold()):
        if (
            found[0] not in WORDS
            and found[0] not in TURNED.values()
            and not found[0].isdigit()
            and not run.book.find(found[0])
        ):
            return found.start() + 1
    return 1


def _read_card(run: Run, text: str, word: str) -> do.Turned | do.LeftOpen | do.NotThere:
    if word == "?":
        return do.LeftOpen()
    if word == NOTHING:
        return do.NotThere()
    card = run.book.find(word)
    return do.Turned(card or run.book.of_word[_by_beginning(run, word, run.book.of_word, text, turning(run))])


def _by_beginning(run: Run, word: str, known: Iterable[str], text: str, before: str = "") -> str:
    """Return the word in `known` that a name or the beginning of one stands for.

    Args:
        known: words of cards.
        before: stands before each suggestion.
    """
    every = tuple(known)
    fits = fitting(word, every, _names(run, every))
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise UnreadableMove(text, one_of_several(word, fits), column=_column(text, word))
    near = tuple(f"{before} {one}".strip() for one in difflib.get_close_matches(word, every))
    raise UnreadableMove(text, "the name of a card", column=_column(text, word), suggestions=near)


def _id_of(run: Run, word: str, text: str) -> str:
    if word in run.book.card:
        return word
    return run.book.of_word.get(word) or run.book.of_word[_by_beginning(run, word, run.book.of_word, text)]


def _names(run: Run, words: Iterable[str]) -> dict[str, str]:
    """Return the printed name of each word of a card."""
    return {one: run.any_card(run.book.of_word[one]).name for one in words if one in run.book.of_word}


def _option(run: Run, rest: str, text: str) -> str:
    """Return the option that a text means, whole or by its beginning; what is not offered is left for `check`."""
    waits = run.t.agenda and not run.t.reason and chance.drawn_by(run) is None
    found = choices.choice(run) if waits else None
    offered = [one.option for one in found[1] if isinstance(one, do.Choose)] if found is not None else []
    if rest in offered:
        return rest
    fits = fitting(rest, offered, _names(run, offered))
    if len(fits) > 1:
        raise UnreadableMove(text, one_of_several(rest, fits), column=_column(text, rest))
    return fits[0] if fits else rest


def _read_power(run: Run, text: str, rest: str, pay: Energies | None) -> do.Power:
    found = _POWER.match(rest)
    if found is None:
        what = "power, and the card, a number as #1, or a zone as on green where there is a choice"
        raise UnreadableMove(text, what, column=_column(text, rest))
    offers = open_offers(run)
    source = _power_source(run, found["word"], offers, text)
    same = [offer for offer in offers if offer.word == source]
    index = int(found["n"]) if found["n"] else same[0].index if same else 0
    offer = next((one for one in same if one.index == index), None)
    usual = (
        (costs.power_payments(run, run.t.defender, offer.cost) or [offer.cost.energies])[0] if offer else costs.NOTHING
    )
    return do.Power(source, index, pay if pay is not None else usual, found["target"] or "")


def _power_source(run: Run, word: str | None, offers: list[choices.Offer], text: str) -> str:
    if not word:
        return "strike"
    there = {run.book.word.get(offer.source.card, "") for offer in offers} - {""}
    if word != "ally" and word not in there and len(fits := fitting(word, sorted(there), _names(run, there))) == 1:
        word = fits[0]
    for offer in offers:
        if offer.word == "ally" and word in ("ally", run.book.word[offer.source.card]):
            return "ally"
        if offer.word == "strike" and word == run.book.word[offer.source.card]:
            return "strike"
    return "ally" if word == "ally" else _id_of(run, word, text)


def _read_energies(text: str | None, whole: str) -> Energies | None:
    if text is None:
        return None
    if text == NOTHING:
        return costs.NOTHING
    counts = dict.fromkeys(say.COLOURS, 0)
    for part in text.split(" and "):
        found = _AMOUNT.fullmatch(part)
        if found is None:
            raise UnreadableMove(whole, 'energies such as "2 green and 1 red"', column=_column(whole, part))
        counts[found[2]] += int(found[1])  # type: ignore[index]
    return counts["green"], counts["yellow"], counts["red"]


def _near(run: Run, asked: str) -> tuple[str, ...]:
    over = not run.t.agenda or run.t.reason
    choice = None if over or chance.drawn_by(run) is not None else choices.choice(run)
    legal = [write(run, action) for action in choice[1]] if choice is not None else []
    return tuple(difflib.get_close_matches(asked, [*legal, *PLAIN, *PAID]))
