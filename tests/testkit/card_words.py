"""Sentences of Avatar cards read as claims about a game, and the changes of a table that they are compared with.

The reader knows English and the table, and never the data of a card: a sentence that names another player, zone, moment
or number than the engine does makes a claim that fails.

>>> claims("Pay 1 green: this strike gets +1 intercept. Use this power only once.").effects
('this strike gets +1 intercept',)
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from rising_tutor.games.quickstrike.vocabulary import COLOURS
from tests.testkit.card_tables import Seen

MOMENTS = (
    ("When this strike counterattacks", ("counter", "signature"), "own"),
    ("When you counterattack", ("counter", "signature"), "own"),
    ("When the opponent counterattacks", ("counter", "signature"), "foe"),
    ("Each time the opponent focuses a card", ("focus",), "foe"),
    ("Each time the opponent plays a card", ("play", "counter"), "foe"),
    ("Each time the opponent charges a zone", ("play", "counter", "power"), "foe"),
    ("When you play this card", ("play",), "own"),
    ("Each time the opponent flips a card", (), "foe"),
    ("Each time you flip a card", (), "own"),
    ("Before you flip a card", (), "own"),
    ("When you flip this strike", (), "own"),
)
"""Beginning of a sentence, actions after which its effect is seen, and who acts; a flip follows any action."""
LATER = ("when this strike counterattacks", "when it counterattacks", "when you counterattack from this zone this turn")
"""Effect of a power that waits for the counterattack."""


class Claims(NamedTuple):
    """A sentence in parts.

    Attributes:
        moment: beginning that names the moment; empty for a power.
        price: what is paid for a power.
        waits: the power works at the counterattack.
        effects: clauses of what happens.
    """

    moment: str
    price: str
    waits: bool
    effects: tuple[str, ...]


def claims(sentence: str) -> Claims:
    """Read a sentence of a triggered ability or a power."""
    text = re.sub(r" Use this power only once( per turn)?\.$", "", sentence).rstrip(".")
    moment = next((head for head, _, _ in MOMENTS if text.startswith(head)), "")
    price, waits = "", False
    if moment:
        _, _, text = text.partition(", ")
        if paid := re.match(r"you may (pay [^;]*); if you do, ", text):
            price, text = paid[1], text[paid.end() :]
    else:
        price, _, text = text.partition(": ")
        later = next((one for one in LATER if text.startswith(one)), "")
        if later:
            waits, text = True, text.removeprefix(f"{later}, ")
    return Claims(moment, price, waits, tuple(re.split(r", then (?!shuffle)|; if you do, ", text)))


# clauses --------------------------------------------------------------------------------------------------------------


Check = Callable[[re.Match[str], Seen], bool]
CHECKS: list[tuple[re.Pattern[str], Check]] = []
"""Clauses with what must differ; tried in order."""


def says(pattern: str) -> Callable[[Check], Check]:
    """Register the check of a clause."""

    def keep(check: Check) -> Check:
        CHECKS.append((re.compile(pattern), check))
        return check

    return keep


def _n(word: str) -> int:
    return 1 if word in ("one", "a", "an", "") else int(word)


def _whose(words: str) -> str:
    return "foe" if words in ("the opponent's", "their", "the opponent") else "own"


def _count(seen: Seen, who: str, what: str) -> int:
    return sum(bool(seen.dull[f"{who} {colour} {what}"]) for colour in COLOURS)


@says(
    r"(?:you )?(each player adds|add) (\d+) (green|yellow|red) energ(?:y|ies)"
    r"(?: for each of your (allies|charged zones))?"
)
def _adds(match: re.Match[str], seen: Seen) -> bool:
    per = {None: 1, "allies": _count(seen, "own", "ally"), "charged zones": _count(seen, "own", "charged")}[match[4]]
    each = match[1] == "each player adds"
    wanted = int(match[2]) * per
    elsewhere = [colour for colour in COLOURS if colour != match[3]]
    return (
        seen.delta(f"own {match[3]} energies") == wanted
        and (seen.clauses > 1 or seen.delta(f"foe {match[3]} energies") == (wanted if each else 0))
        and not any(seen.delta(f"own {colour} energies") for colour in elsewhere)
    )


@says(r"add 1 energy to each of your zones")
def _adds_everywhere(_match: re.Match[str], seen: Seen) -> bool:
    return all(seen.delta(f"own {colour} energies") == 1 for colour in COLOURS)


@says(r"add 1 energy to (?:that zone|your zone of the same colour)")
def _adds_there(_match: re.Match[str], seen: Seen) -> bool:
    return seen.delta(f"own {seen.zone} energies") == seen.total("own", "energies") == 1


@says(
    r"(?:you may )?(the opponent eliminates|eliminate) (up to )?(all|\d+ of|all of) ?(the opponent's|their|your) "
    r"(green |yellow |red |)energies(?: in (that zone|their zone of the same colour|this zone))?"
)
def _eliminates(match: re.Match[str], seen: Seen) -> bool:
    who = _whose(match[4])
    colours = [match[5].strip()] if match[5] else [seen.zone] if match[6] else list(COLOURS)
    # What is added or paid later in the same step is on one of the two tables, and not on the other.
    lay = [sum(int(one[f"{who} {colour} energies"]) for colour in colours) for one in (seen.dull, seen.before)]
    wanted = lay if match[3].startswith("all") else [min(n, int(match[3].split()[0])) for n in lay]
    gone = -sum(seen.delta(f"{who} {colour} energies") for colour in colours)
    others = [colour for colour in COLOURS if colour not in colours]
    zones = sum(bool(seen.before[f"{who} {colour} energies"]) for colour in colours)
    if match[1] == "the opponent eliminates" and not seen.chosen("foe", zones):
        return False
    if match[1] == "eliminate" and "foe Chosen" in seen.events and seen.clauses == 1:
        return False
    return gone in wanted and gone > 0 and not any(seen.delta(f"{who} {colour} energies") for colour in others)


@says(r"(?:you may )?move 1 of your (green|yellow|red) energies to (green|yellow|red)")
def _moves_energy(match: re.Match[str], seen: Seen) -> bool:
    return (seen.delta(f"own {match[1]} energies"), seen.delta(f"own {match[2]} energies")) == (-1, 1)


@says(
    r"(?:you may )?(the opponent charges|each player charges|charge) "
    r"(its zone|this zone|the zone it was in|one of your zones|one of their zones|"
    r"(?:your|their) (?:green|yellow|red) zone)"
)
def _charges(match: re.Match[str], seen: Seen) -> bool:
    each = match[1] == "each player charges"
    if match[2] == "one of their zones" and not each:
        return False  # nobody charges a zone of the opponent alone
    free = [colour for colour in COLOURS if not seen.dull[f"own {colour} charged"]]
    options = len(free) + match[0].startswith("you may")
    if match[2] == "one of your zones" and not seen.chosen("foe" if "opponent" in match[1] else "own", options):
        return False
    one = next((colour for colour in COLOURS if colour in match[2]), "")
    if match[2] in ("its zone", "this zone", "the zone it was in"):
        one = seen.zone
    right = len(seen.zones("own", +1)) == 1 and len(seen.zones("foe", +1)) == int(each)
    return right and (not one or seen.delta(f"own {one} charged") == 1)


@says(
    r"(?:you may )?(the opponent uncharges|uncharge) "
    r"(one of their zones|one of your zones|a zone of either player|that zone|all the opponent's zones)"
)
def _uncharges(match: re.Match[str], seen: Seen) -> bool:
    own, foe = -len(seen.zones("own", -1)), -len(seen.zones("foe", -1))
    if match[1] == "the opponent uncharges" and not seen.chosen("foe", _count(seen, "foe", "charged")):
        return False
    if match[1] == "uncharge" and match[2].startswith("one") and "foe Chosen" in seen.events and seen.clauses == 1:
        return False
    if match[2] == "all the opponent's zones":
        return own == 0 and foe == -_count(seen, "foe", "charged") < 0
    if match[2] == "that zone":
        return own == 0 and foe == seen.delta(f"foe {seen.zone} charged") == -1
    if match[2] == "a zone of either player":
        return own + foe == -1
    return (own, foe) == ((-1, 0) if match[2] == "one of your zones" else (0, -1))


@says(r"(?:you may )?eliminate all the opponent's allies")
def _eliminates_all_allies(_match: re.Match[str], seen: Seen) -> bool:
    return seen.allies("foe")[1] == ["", "", ""] != seen.allies("foe")[0]


@says(
    r"(?:you may )?(the opponent eliminates|each player eliminates|eliminate) "
    r"(one of their allies|one of your allies|one of the opponent's allies|an ally of either player|this ally|"
    r"their ally in that zone)"
)
def _eliminates_ally(match: re.Match[str], seen: Seen) -> bool:
    lost = {}
    for who in ("own", "foe"):
        before, after = seen.allies(who)
        lost[who] = sum(map(bool, before)) - sum(map(bool, after))
    if match[2] == "their ally in that zone":
        return lost == {"own": 0, "foe": 1} and seen.differs.get(f"foe {seen.zone} ally", ("", "x"))[1] == ""
    if match[1] == "each player eliminates":
        return all(n == min(1, _count(seen, who, "ally")) for who, n in lost.items()) and any(lost.values())
    if match[2] == "an ally of either player":
        return sum(lost.values()) == 1
    if match[1] == "the opponent eliminates" and not seen.chosen("foe", _count(seen, "foe", "ally")):
        return False
    if match[1] == "eliminate" and "foe Chosen" in seen.events and seen.clauses == 1:
        return False
    loses, other = ("own", "foe") if match[2] in ("one of your allies", "this ally") else ("foe", "own")
    return lost[loses] == 1 and (seen.clauses > 1 or lost[other] == 0)


@says(r"(?:you may )?put an ally of either player on top of its owner's deck")
def _onto_deck(_match: re.Match[str], seen: Seen) -> bool:
    return sum(sum(map(bool, seen.allies(who)[0])) - sum(map(bool, seen.allies(who)[1])) for who in ("own", "foe")) == 1


@says(r"the opponent moves one of their allies to an empty ally space of yours")
def _hands_over(_match: re.Match[str], seen: Seen) -> bool:
    (own, more), (foe, less) = seen.allies("own"), seen.allies("foe")
    moved = [name for name in more if name and more.count(name) > own.count(name)]
    return len(moved) == 1 and foe.count(moved[0]) - less.count(moved[0]) == 1


@says(
    r"you may (?:move (one of your allies|one of the opponent's allies|an ally of either player) to "
    r"(?:an empty ally space of (?:yours|theirs|the same player)|(that zone))|"
    r"swap this ally with another of your allies|rearrange your allies among your zones, at most one in each)"
)
def _rearranges(match: re.Match[str], seen: Seen) -> bool:
    moved = [who for who in ("own", "foe") if seen.allies(who)[0] != seen.allies(who)[1]]
    same = all(sorted(seen.allies(who)[0]) == sorted(seen.allies(who)[1]) for who in ("own", "foe"))
    right = {"one of the opponent's allies": ["foe"], "an ally of either player": moved}.get(match[1], ["own"])
    here = not match[2] or bool(seen.differs.get(f"own {seen.zone} ally", ("", ""))[1])
    return same and here and len(moved) == 1 and moved == right


@says(
    r"(?:you may )?search your deck for an ally named (\w+) and put it in one of your empty ally spaces, "
    r"then shuffle your deck"
)
def _searches(match: re.Match[str], seen: Seen) -> bool:
    before, after = seen.allies("own")
    new = [name for name in after if after.count(name) > before.count(name)]
    return len(new) == 1 and new[0].startswith(f"{match[1]},") and seen.delta("own deck") == -1


@says(
    r"(?:you may )?look at the top (card|(\d) cards) of your deck"
    r"(?:, keep one on top and discard (?:the other|the others)|( and put them back in any order)|"
    r"; you (may) discard it)"
)
def _looks(match: re.Match[str], seen: Seen) -> bool:
    n = int(match[2] or 1)
    gone = seen.events.count("own DiscardedFromDeck")
    if match[3]:
        return gone == 0 and f"own PutBack {n}" in seen.events
    return gone == (1 if match[4] else n - 1) and not any("PutBack" in event for event in seen.events)


@says(r"(turn|the opponent turns) the top card of (your|their) deck face up")
def _opens(match: re.Match[str], seen: Seen) -> bool:
    opened = {one for one in seen.events if one.endswith(" Opened")}
    return opened == {f"{_whose(match[2])} Opened"}


@says(r"the opponent shows the top card of their deck; you may have them discard it")
def _shows(_match: re.Match[str], seen: Seen) -> bool:
    return seen.events.count("foe DiscardedFromDeck") == 1  # a card that everybody knows is not opened again


@says(r"move this strike (up|down) one zone and defend there")
def _moves_itself(match: re.Match[str], seen: Seen) -> bool:
    up = (("red", "yellow"), ("yellow", "green"))
    ways = up if match[1] == "up" else tuple((after, before) for before, after in up)
    return "own StrikeMoved" in seen.events and seen.differs.get("defended") in ways


@says(r"defend one zone higher from now on \(yellow instead of red, or green instead of yellow\)")
def _defends_higher(_match: re.Match[str], seen: Seen) -> bool:
    return seen.differs.get("defended") in (("red", "yellow"), ("yellow", "green"))


@says(r"they discard that card and flip another one in the same zone")
def _flips_again(_match: re.Match[str], seen: Seen) -> bool:
    n = seen.events.count("foe Discarded")  # it can be paid for at each flip
    return n > 0 and (seen.delta("foe deck"), "defended" in seen.differs) == (-n, False)


@says(
    r"(it|this strike|that strike|your strike in this zone) gets ([+-]\d+) (force|intercept)"
    r"(?: and ([+-]\d+) (force|intercept))?(?: for each point of force of the attack (it stops))?"
)
def _gets(match: re.Match[str], seen: Seen) -> bool:
    found = {match[3]: int(match[2])} | ({match[5]: int(match[4])} if match[4] else {})
    if match[6]:
        found = {key: n * seen.stopped for key, n in found.items()}
    for value in ("force", "intercept"):
        keys = [key for key in seen.differs if key.endswith(value)]
        if {key.split()[0] for key in keys} - {"own"} or len(keys) != int(value in found):
            return False
        if keys:
            before, after = map(int, seen.differs[keys[0]])
            if after not in (before + found[value], max(0, before + found[value])):
                return False
    return True


def unproven(clause: str, seen: Seen) -> str:
    """Return why a clause is not what happened; empty where it is."""
    for pattern, check in CHECKS:
        match = pattern.fullmatch(clause)
        if match is not None:
            return "" if check(match, seen) else f"{clause!r} does not tell {seen.differs}"
    return f"{clause!r} is no clause that anybody knows"


def explained(clauses: tuple[str, ...], key: str, seen: Seen) -> bool:
    """Return True if a change is of a kind that the clauses speak of, or of another card that is flipped therefore."""
    word = key.rsplit(maxsplit=1)[-1]
    if word in ("force", "intercept") and (
        "defended" in seen.differs or re.search(r"deck|flip another", " ".join(clauses)) or "" in seen.differs[key]
    ):
        return True
    text = " ".join(clauses)
    wanted = {
        "energies": "energ|cost|pay",
        "charged": "charge",
        "ally": "all(y|ies)",
        "force": "force",
        "intercept": "intercept",
    }.get(word)
    return wanted is None or re.search(wanted, text) is not None
