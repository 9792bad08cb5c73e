"""Each ability is fired in the engine, and what it did is compared with the facts that its sentence states.

A case returns facts in the words of `rise_sentences.read`, each computed from states, events and legal actions: who
chose or tossed, at which moment, what changed and by how much.
"""

from collections.abc import Callable

import pytest

from rising_tutor.core.node import Chance
from rising_tutor.games.rise_tcg.keywords import ABILITIES
from tests.testkit.rise import GAME, IDLE, Scene, Side
from tests.testkit.rise_sentences import read

Facts = set[str]
CASES: dict[str, Callable[[], Facts]] = {}
IDLY = {"tilted": (True, True), "cp": (0, 0)}
LANDMARKS = {
    "PhaseBegan": "",
    "Awoke": "awake",
    "DrewCard": "after the draw",
    "Entered": "enters",
    "LeftPlay": "dies",
    "AttackDeclared": "attackers",
    "BlockDeclared": "blockers",
    "Invoked": "invoked",
    "LockOpened": "unlocked",
    "ItemResolved": "resolves",
    "DamageTaken": "after damage",
}
"""Kinds of event, with the moment that one begins."""


def case(function: Callable[[], Facts]) -> Callable[[], Facts]:
    """Register a case under the ability that its name spells."""
    CASES[function.__name__.strip("_").replace("_", "-")] = function
    return function


def idle(play: str = "", **more) -> Side:
    """Return a side whose Summoners can do nothing."""
    return Side(play=play, **(IDLY | more))


# reading the engine ---------------------------------------------------------------------------------------------------


def moment(s: Scene, kind: str) -> str:
    """Return the moment at which the first event of a kind happened: that of the landmark before it."""
    at = next(n for n, event in enumerate(s.events) if type(event).__name__ == kind)
    for event in reversed(s.events[:at]):
        name = type(event).__name__
        other_died = name == "LeftPlay" and event.piece != getattr(s.events[at], "piece", 0)  # type: ignore[attr-defined]
        if name in LANDMARKS and not other_died:
            return f"when: {LANDMARKS[name] or f'{event.phase} begins'}"  # type: ignore[attr-defined]
    return "when: never"


def tosser(s: Scene, **names: int) -> Facts:
    """Return who tossed the first coin, by what each seat is called."""
    seat = s.told("CoinTossed")[0].seat + 1
    return {f"tosses: {name.replace('_', ' ')}" for name, one in names.items() if one == seat}


def named(s: Scene, **names: int) -> str:
    """Return what the seat that chooses now is called."""
    return next(name for name, seat in names.items() if seat == s.seat)


def counters(s: Scene, card: str) -> str:
    """Return the charge counters on a card in words."""
    piece = s.piece(card)
    n = piece.plus + piece.rage - piece.minus
    return f"{n:+d}/{n:+d}"


def place(s: Scene, card: str) -> str:
    """Return where a card that left play is."""
    for seat in (1, 2):
        for name, cards in (("cemetery", s.cemetery(seat)), ("exclusion zone", s.exclusion(seat))):
            if card in cards:
                return name
    return "in play" if any(card in s.in_play(seat) for seat in (1, 2)) else "nowhere"


def offered(play: str, option: str, *first: str) -> str:
    """Return at which moments an option is offered to the controller, after what is done `first`."""
    moments = {
        "main": Scene(Side(play=play), idle("snail")),
        "attack": Scene(Side(play=play), idle("snail")).do("to attack"),
        "end": Scene(Side(play=play), idle("snail"), step="end"),
        "other": Scene(Side(play=play), idle("snail"), step="end", active=2).do("pass turn"),
    }
    if moments["attack"].legal[-1] == "done":
        moments["attack"].do("done")
    assert moments["attack"].phase == "attack"
    found = []
    for name, s in moments.items():
        if s.seat == 1:
            s.do(*first)
            while s.state.chain:
                s.do("pass")
            found += [name] if s.offers(option) else []
    return "offered: " + " ".join(sorted(found))


def blockers(attacker: str, row: str) -> list[str]:
    """Return which cards of a row can block an attacker."""
    s = Scene(idle(attacker), idle(row)).attacks(attacker)
    return [text.rpartition(" ")[2] for text in s.offers("block")]


def blocks(blocker: str) -> str:
    """Return which attackers a card can block."""
    kinds = {"air": "sky-courier", "distance": "archer", "ground": "mouse"}
    return f"blocks: {' '.join(name for name, card in kinds.items() if blockers(card, blocker))}"


def fight(mine: str, theirs: str, *blocked: str, **options) -> Scene:
    """Declare all of `mine` as attackers and these blocks; tosses and questions stop it."""
    s = Scene(idle(mine), idle(theirs), **options).do("to attack")
    while s.offers("attack"):
        s.do(s.legal[0])
    for one in blocked:
        if s.tosses:
            s.do("toss heads")
        s.do(f"block {one}")
    if s.legal and s.legal[-1] == "done":
        s.do("done")
    return s


def sick_turn(mine: str, theirs: str = "", coin: str = "toss heads", **options) -> Scene:
    """Begin a turn of seat 1 and take its cards, up to the toss of a Disease, which falls so."""
    return Scene(idle(mine), idle(theirs), step="turn", **options).passes().do("cards 1", coin)


def limits(s: Scene, card: str) -> Facts:
    """Return what the first card can no longer do this turn, as its lists of actions show it."""
    s.passes()
    found: Facts = set()
    if not s.offers(f"action {card}"):
        found.add("host: no act")
    if not s.offers(f"rage {card}"):
        found.add("host: no start")
    s.do("to attack")
    if not s.offers(f"attack {card}"):
        found.add("host: no attack")
    return found


def free_next_turn(s: Scene, card: str) -> Facts:
    """Return the fact that limits are gone when the turn is over."""
    held = bool(s.piece(card).limits) or s.piece(card).ruler >= 0 or bool(s.piece(card).rage)
    while s.state.turn == 4:
        s.do("pass turn" if "pass turn" in s.legal else s.legal[-1])
    piece = s.piece(card)
    return {"until: turn ends"} if held and not piece.limits and piece.ruler < 0 and not piece.rage else set()


# blocking -------------------------------------------------------------------------------------------------------------

ROW = "mouse sky-courier lookout archer plain-door watch-door"


@case
def flight() -> Facts:
    able = blockers("sky-courier", ROW)
    assert able == ["sky-courier-2", "lookout", "watch-door"]
    plane = {"plane: air"} if not blockers("sky-courier", "mouse") else set()
    return {"when: blockers", "blocked by: flight reach", blocks("sky-courier")} | plane


@case
def reach() -> Facts:
    return {"when: blockers", blocks("lookout")}


@case
def distance() -> Facts:
    able = blockers("archer", ROW.replace("mouse", "mouse sky-courier"))
    assert able == ["lookout", "archer-2", "plain-door", "watch-door"]
    door = {"door: distance"} if blockers("archer", "plain-door") else set()
    return {"when: blockers", "blocked by: distance reach door", blocks("archer")} | door


@case
def wall_pass() -> Facts:
    able = blockers("wall-walker", "mouse plain-door watch-door")
    return {"when: blockers"} | ({"blocked by: no door"} if able == ["mouse"] else set())


@case
def horde() -> Facts:
    s = fight("mouse snail", "brute-horde", "snail with brute-horde", "mouse with brute-horde")
    order = [event.card for event in s.told("DamageTaken") if event.card in ("mouse", "snail")]
    facts = {"when: blockers"} | ({"blocks: many"} if len(order) == 2 else set())
    chose = [event.seat for event in s.told("BlockDeclared")] == [1, 1]
    return facts | ({"order: controller"} if chose and order == ["snail", "mouse"] else set())


@case
def advantage() -> Facts:
    s = Scene(idle("court-duelist"), idle("snail plain-door")).do("to attack", "attack court-duelist")
    facts = {f"chooses: {named(s, controller=1, defender=2)}"}
    assert s.legal == ["choose snail", "choose plain-door"]
    s.do("choose snail")
    facts.add(moment(s, "TargetChosen"))
    if [event.card for event in s.told("BlockDeclared")] == ["snail"] and not s.offers("block"):
        facts.add("blocked by: the chosen one")
    alone = Scene(idle("court-duelist"), idle("snail!tilted")).do("to attack", "attack court-duelist").passes()
    facts |= {f"chooses summoner: {named(alone, controller=1, defender=2)}", "without blocker: unblocked"}
    return facts if alone.legal == ["choose ysolde@2", "choose bram@2"] else set()


# combat damage --------------------------------------------------------------------------------------------------------


def damage_moment(s: Scene) -> str:
    """Return the moment of the first hit of a combat: while damage is dealt, or after that."""
    names = s.happened("PhaseBegan", "DamageTaken", "SummonerHit", "CountersPut", "CombatOver")
    assert s.phase in ("damage", "end")
    hits = [event for event in s.events if type(event).__name__ in ("DamageTaken", "SummonerHit")]
    return "when: damage" if hits[0].step == "damage" and "CountersPut" not in names else "when: other"


@case
def pierce() -> Facts:
    s = fight("lance-rider", "bear!damage=1", "lance-rider with bear")
    facts = {f"chooses: {named(s, attacker=1, defender=2)}"}
    rest = s.values("lance-rider")[0] - s.values("bear")[1]
    s.do("choose bram@2")
    facts |= {damage_moment(s)} | ({"summoner of defender: rest"} if 22 - s.hp(2)[1] == rest > 0 else set())
    gone = Scene(idle("lance-rider hammer"), idle("bear")).do("to attack", "attack lance-rider").passes()
    gone.do("block lance-rider with bear", "action hammer 3", "choose bear").passes().do("choose bram@2")
    return facts | ({"without blocker: attack"} if 22 - gone.hp(2)[1] == 4 else set())


@case
def fightback() -> Facts:
    s = fight("ox", "shield-sergeant", "ox with shield-sergeant")
    printed = s.game.book.card["shield-sergeant"].attack
    taken = next(event.n for event in s.told("DamageTaken") if event.card == "ox")
    return {damage_moment(s)} | ({"attacker: twice the attack"} if taken == 2 * int(printed) else set())


@case
def splash() -> Facts:
    s = Scene(idle("tide-frog"), idle("snail ox plain-door")).attacks("tide-frog").do("block tide-frog with snail")
    facts = {f"chooses: {named(s, controller=1, defender=2)}"}
    facts |= {"can hit: creature door"} if s.legal == ["choose ox", "choose plain-door"] else set()
    s.do("choose plain-door")
    power = s.values("tide-frog")[0]
    facts |= {damage_moment(s)} | ({"another of defender: attack"} if s.values("plain-door")[1] == 4 - power else set())
    alone = fight("tide-frog", "snail", "tide-frog with snail")
    facts.add(f"chooses summoner: {named(alone, controller=1, defender=2)}")
    alone.do("choose bram@2")
    facts |= {"summoner of defender: attack"} if alone.hp(2)[1] == 22 - power else set()
    gone = Scene(idle("tide-frog hammer"), idle("snail ox")).do("to attack", "attack tide-frog").passes()
    gone.do("block tide-frog with snail", "action hammer 3", "choose snail").passes()
    return facts | ({"without blocker: nothing"} if gone.values("ox") == (5, 5) and gone.hp(2) == (24, 22) else set())


@case
def dodge() -> Facts:
    theirs = "fever-dancer!owner=1 allergy@fever-dancer"
    s = fight("ox", theirs, "ox with fever-dancer").do("toss heads")
    facts = {moment(s, "CoinTossed")} | tosser(s, attacker=1, controller=2)
    facts |= {"this: unhurt"} if s.in_play(2)[0] == "fever-dancer" and not s.piece("fever-dancer").damage else set()
    facts |= {"disease: on the attacker"} if s.piece("allergy").on == s.piece("ox").id else set()
    tails = fight("ox", theirs, "ox with fever-dancer").do("toss tails")
    assert place(tails, "fever-dancer") == "cemetery"
    return facts


# counters -------------------------------------------------------------------------------------------------------------


@case
def constancy() -> Facts:
    s = fight("razor-hound", "steady", "razor-hound with steady")
    allergic = Scene(Side(play="steady allergy@steady")).values("steady")
    return (
        {"this: no -1/-1"}
        if s.told("CountersKeptOff") and counters(s, "steady") == "+0/+0" and allergic == (3, 4)
        else set()
    )


@case
def bleed() -> Facts:
    s = fight("razor-hound", "ox", "razor-hound with ox")
    facts = {moment(s, "CountersPut"), f"blocker: {counters(s, 'ox')}"}
    dead = fight("razor-hound", "mouse", "razor-hound with mouse")
    return facts | ({"condition: in play"} if not dead.told("CountersPut") else set())


@case
def drain() -> Facts:
    s = fight("leech-moth", "watch-door", "leech-moth with watch-door")
    facts = {moment(s, "CountersPut"), f"this: {counters(s, 'leech-moth')}"}
    free = fight("leech-moth", "").do("choose bram@2")
    defending = fight("mouse", "leech-moth", "mouse with leech-moth")
    if not free.told("CountersPut") and not defending.told("CountersPut"):
        facts.add("condition: attacked and blocked")
    dead = fight("leech-moth", "high-archer!plus=5", "leech-moth with high-archer")
    return facts | ({"condition: in play"} if not dead.told("CountersPut") else set())


@case
def iron_skin() -> Facts:
    s = fight("mouse", "imposing", "mouse with imposing")
    facts = {moment(s, "CountersPut"), f"this: {counters(s, 'imposing')}"}
    attacked = fight("imposing", "snail", "imposing with snail")
    facts |= {"condition: blocked"} if not attacked.told("CountersPut") else set()
    dead = fight("ox", "imposing!damage=7", "ox with imposing")
    return facts | ({"condition: in play"} if not dead.told("CountersPut") else set())


@case
def allergy() -> Facts:
    s = Scene(Side(play="bear allergy@bear hammer"), IDLE)
    n = s.values("bear")[0] - 3
    facts = {f"host: {n:+d}/{s.values('bear')[1] - 3:+d}"}
    s.do("action hammer", "choose allergy").passes()
    facts |= {"while: attached"} if s.values("bear") == (3, 3) else set()
    return facts | (
        {"twice: adds"} if Scene(Side(play="bear allergy@bear allergy@bear")).values("bear") == (1, 1) else set()
    )


# death ----------------------------------------------------------------------------------------------------------------


def killed(card: str, more: str = "", **options) -> Scene:
    """Let seat 2 destroy a card that it owns and seat 1 controls, in a turn of seat 2."""
    s = Scene(idle(f"{card}!owner=2 {more}"), idle("hammer"), active=2, **options)
    return s.do("action hammer", f"choose {card}").passes()


@case
def reanimation() -> Facts:
    s = killed("restless-squire").do("toss heads")
    facts = {moment(s, "CoinTossed"), f"this: back {counters(s, 'restless-squire')}"} | tosser(s, controller=1, owner=2)
    facts |= {"for: controller"} if s.in_play(1) == ["restless-squire"] else set()
    again = (
        Scene(idle("restless-squire!reanimated hammer"), idle()).do("action hammer", "choose restless-squire").passes()
    )
    facts |= {f"second death: {place(again, 'restless-squire')}"} if not again.tosses else set()
    assert place(killed("restless-squire").do("toss tails"), "restless-squire") == "cemetery"
    return facts


@case
def inhume() -> Facts:
    s = killed("burial-priest", "mouse zombie").do("toss heads")
    facts = {moment(s, "CoinTossed"), f"chooses: {named(s, controller=1, owner=2)}"} | tosser(s, controller=1, owner=2)
    assert s.legal == ["choose mouse", "choose zombie"]
    mouse = killed("burial-priest", "mouse").do("toss heads")
    zombie = killed("burial-priest", "zombie").do("toss heads")
    facts |= {f"chosen: {counters(mouse, 'mouse')}", f"zombie: {zombie.piece('zombie').plus}"}
    back = Scene(idle("both-ways hammer mouse")).do("action hammer", "choose both-ways").passes()
    back.do("select reanimation of both-ways", "toss heads", "toss heads")
    facts |= {"condition: in the cemetery"} if counters(back, "mouse") == "+0/+0" else set()
    assert counters(killed("burial-priest", "mouse").do("toss tails"), "mouse") == "+0/+0"
    return facts


# what a player starts -------------------------------------------------------------------------------------------------


@case
def cloning() -> Facts:
    s = Scene(idle("vat-clone!owner=2"), IDLE).do("cloning vat-clone").passes().do("toss heads")
    facts = {offered("vat-clone", "cloning")} | tosser(s, controller=1, owner=2)
    facts |= {"copy: for controller"} if s.in_play(1) == ["vat-clone", "vat-clone-2"] else set()
    facts |= {"once"} if not s.offers("cloning vat-clone") and "cloning" in s.piece("vat-clone").used else set()
    facts |= (
        {"copy: not this turn"} if not s.offers("cloning vat-clone-2") and not s.piece("vat-clone-2").used else set()
    )
    tails = Scene(idle("steady-clone"), IDLE).do("cloning steady-clone").passes().do("toss tails")
    return facts | {"tails: other", f"this: {place(tails, 'steady-clone')}"}


@case
def diversion() -> Facts:
    s = Scene(idle("jester bear"), idle("mouse ox")).do("diversion jester").passes().do("toss heads")
    facts = {offered("jester", "diversion"), f"chooses: {named(s, controller=1, opponent=2)}"} | tosser(s, controller=1)
    s.do("choose ox")
    facts |= {"once"} if not s.offers("diversion") else set()
    s.attacks("bear")
    facts |= {"chosen: no block"} if s.legal == ["block bear with mouse", "done"] else set()
    tails = (
        Scene(idle("jester bear"), idle("mouse ox")).do("diversion jester").passes().do("toss tails").attacks("bear")
    )
    assert len(tails.offers("block")) == 2
    return facts


@case
def rage() -> Facts:
    s = Scene(idle("grave-brute"), IDLE).do("rage grave-brute").passes().do("toss heads")
    facts = {offered("grave-brute", "rage"), f"this: {counters(s, 'grave-brute')}"} | tosser(s, controller=1)
    facts |= {"heads: toss again"} if s.legal == ["choose grave-brute", "choose stop"] else set()
    s.do("choose grave-brute", "toss tails")
    facts |= {"tails: no toss"} if not s.tosses and not s.offers("choose") else set()
    facts |= {"once"} if not s.offers("rage") else set()
    return facts | free_next_turn(s, "grave-brute")


@case
def explosive() -> Facts:
    me = idle("bomber powder-keg@bomber")
    s = Scene(me, idle("bear sky-courier leech-moth plain-door")).do("to attack", "done", "explosive bomber")
    facts = {offered("sapper powder-keg@sapper", "explosive")}
    facts |= {"can hit: same plane"} if s.legal == ["choose sky-courier", "choose leech-moth"] else set()
    s.do("choose sky-courier").passes()
    facts |= {f"this: {place(s, 'bomber')}", f"chosen: {place(s, 'sky-courier')}"}
    bare = Scene(Side(play="sapper"), idle("bear")).do("to attack", "done")
    return facts | ({"needs: bomb"} if not bare.offers("explosive") else set())


@case
def bomb() -> Facts:
    armed = offered("sapper powder-keg@sapper", "explosive") != offered("sapper steel-harness@sapper", "explosive")
    return {"bomb: armed"} if armed else set()


@case
def copycat() -> Facts:
    s = Scene(idle("clockwork-parrot toll tap hammer", coins=9), idle("ox")).play("action toll", "choose ox")
    facts = {"needs: used this turn"} if s.offers("relaunch") == ["relaunch clockwork-parrot toll"] else set()
    facts.add(offered("clockwork-parrot tap", "relaunch", "action tap"))
    s.do("relaunch clockwork-parrot toll", "choose ox").passes()
    facts |= {"action: again"} if s.values("ox") == (5, 1) else set()
    facts |= {"price: paid again"} if s.coins() == 9 - 2 - 2 else set()
    facts |= {"once"} if not s.offers("relaunch") else set()
    gone = Scene(idle("clockwork-parrot tap hammer")).play("action tap", "action hammer", "choose tap")
    facts |= {"needs: in play"} if gone.offers("relaunch") == ["relaunch clockwork-parrot hammer"] else set()
    ill = Scene(idle("clockwork-parrot clerk paralysis@clerk"), step="turn").play(
        "action clerk", "cards 1", "toss heads"
    )
    facts |= {"needs: can act"} if not ill.offers("relaunch") else set()
    chain = Scene(Side(play="clockwork-parrot", hand="storm-bolt", coins=4), idle("ox"))
    chain.do("invoke storm-bolt with bram", "times 1", "choose ox")
    facts |= {"imminent: on the chain"} if chain.offers("relaunch") else set()
    assert not chain.passes().offers("relaunch")
    return facts


@case
def assimilation() -> Facts:
    s = Scene(idle("swarm-ooze!plus=2 swarm-ooze!minus=1"), idle("swarm-ooze")).do("stack swarm-ooze on swarm-ooze-2")
    facts = {offered("swarm-ooze swarm-ooze", "stack")}
    facts |= {"this: sum"} if s.values("swarm-ooze") == (1 + 2 + 1 - 1, 1 + 2 + 1 - 1) else set()
    facts |= (
        {"needs: own assimilation"} if not Scene(idle("swarm-ooze bear"), idle("swarm-ooze")).offers("stack") else set()
    )
    return facts | (
        {"text: top"} if s.in_play(1) == ["swarm-ooze"] and len(s.piece("swarm-ooze").parts) == 1 else set()
    )


# attached cards, prices, places ---------------------------------------------------------------------------------------


@case
def morpher() -> Facts:
    s = Scene(Side(hand="glass-mimic", play="sky-courier!plus=2 bear"), IDLE).do("invoke glass-mimic with bram")
    facts = {f"chooses: {named(s, controller=1, other=2)}"}
    s.do("choose sky-courier")
    facts.add(moment(s, "Copied"))
    facts |= {"this: printed copy"} if s.values("sky-courier-2") == (2, 2) else set()
    alone = Scene(Side(hand="glass-mimic"), IDLE).play("invoke glass-mimic with bram")
    return facts | {f"without another: {place(alone, 'glass-mimic')}"}


def attaching(card: str) -> Facts:
    """Return what happens as a card that is attached is invoked."""
    s = Scene(Side(hand=card, play="bear mouse"), IDLE).do(f"invoke {card} with bram")
    facts = {"target: chosen by player"} if s.seat == 1 and s.legal == ["choose bear", "choose mouse"] else set()
    s.do("choose bear")
    facts.add(moment(s, "TargetChosen"))
    facts |= {"attached: target"} if s.passes().piece(card).on == s.piece("bear").id else set()
    none = Scene(Side(hand=card), IDLE)
    return facts | ({"without target: refused"} if not none.offers("invoke") else set())


@case
def disease() -> Facts:
    s = Scene(idle("bear!owner=2"), idle("paranoia@bear hammer"), active=2).play("action hammer", "choose bear")
    gone = {"target gone: cemetery of owner"} if "paranoia" in s.cemetery(2) else set()
    return attaching("paranoia") | gone


@case
def equipment() -> Facts:
    s = Scene(idle("bear steel-harness@bear hammer"), IDLE).play("action hammer", "choose bear")
    back = Scene(idle("bear steel-harness@bear hammer"), IDLE).do("action hammer 3", "choose bear").passes()
    facts = attaching("steel-harness") | {f"target destroyed: {place(s, 'steel-harness')}"}
    return facts | ({"target to hand: hand of controller"} if "steel-harness" in back.hand(1) else set())


@case
def together() -> Facts:
    s = Scene(Side(hand="twin-oath-champion"), IDLE).do("invoke twin-oath-champion")
    spent = " ".join(str(1 - left) for left in s.cp())
    facts = {"when: invoked", f"points: {spent}"}
    assert s.happened("Invoked", "Entered")[0] == "Invoked"
    facts |= {"summoners: tilted"} if all(one.tilted for one in s.state.sides[0].summoners) else set()
    poor = Scene(Side(hand="twin-oath-champion", cp=(1, 0)), IDLE)
    return facts | ({"without points: refused"} if not poor.offers("invoke") else set())


@case
def return_() -> Facts:
    s = Scene(Side(hand="recall-horn"), idle("mouse!owner=1")).do("invoke recall-horn with bram").passes()
    return {moment(s, "Returned")} | ({"target: hand of controller"} if s.hand(2) == ["mouse"] else set())


@case
def lock() -> Facts:
    s = Scene(idle("ring-of-keys iron-postern"), IDLE).play("action ring-of-keys")
    facts = {moment(s, "DrewCard")} | ({"effect: happens"} if len(s.hand()) == 1 else set())
    facts |= {"door: opens"} if s.piece("iron-postern").open else set()
    again = Scene(idle("ring-of-keys iron-postern!free"), IDLE)
    return facts | ({"again: refused"} if not again.offers("action ring-of-keys") else set())


@case
def chained() -> Facts:
    facts: Facts = set()
    s = Scene(idle("chained-clerk chained-colossus mouse"), IDLE)
    facts |= {"chained: no act"} if not s.offers("action") else set()
    s.do("to attack")
    facts |= {"chained: no attack"} if s.offers("attack") == ["attack mouse"] else set()
    bound = Scene(idle("clockwork-parrot chained-rager"), IDLE, game=GAME)
    facts |= {"chained: no start"} if not bound.offers("rage") else set()
    facts |= {"chained: blocks"} if blockers("mouse", "chained-colossus") else set()
    free = Scene(idle("ring-of-keys chained-colossus", coins=4), IDLE).play("action ring-of-keys")
    facts.add(moment(free, "CountersPut").replace("unlocked", "freed"))
    return facts | ({"effect: happens"} if counters(free, "chained-colossus") == "+1/+1" else set())


@case
def symbiosis() -> Facts:
    printed = Scene(Side(play="shepherd")).values("shepherd")
    both, theirs = Scene(Side(play="shepherd pack-mother")), Scene(Side(play="shepherd"), Side(play="pack-mother"))
    facts = {"partner: bonus"} if both.values("shepherd") == (printed[0] + 1, printed[1] + 2) else set()
    facts |= {"no partner: none"} if printed == (1, 2) else set()
    return facts | ({"partner of others: none"} if theirs.values("shepherd") == printed else set())


@case
def multi_target() -> Facts:
    s = Scene(Side(play="sling", coins=3), idle("ox snail")).do("action sling")
    s.do("times 3", "choose ox", "choose ox", "choose snail")
    facts = {"when: paid", "price: times"} if s.coins() == 0 and not s.told("DamageTaken") else set()
    s.passes()
    facts |= {"targets: same or others"} if (s.values("ox"), s.values("snail")) == ((5, 3), (0, 2)) else set()
    chance = Scene(idle("lucky-sling", coins=3), IDLE).do("action lucky-sling").passes()
    return facts | ({"toss: once"} if not chance.told("TimesChosen") and chance.coins() == 2 else set())


@case
def fixed_price() -> Facts:
    def paid(*more: str) -> int:
        s = Scene(idle(f"sapper powder-keg@sapper bear {' '.join(more)}", coins=9), IDLE)
        return 9 - s.do("action powder-keg", "choose bear").coins()

    reduced = Scene(idle("market toll bear", coins=9), IDLE).do("action toll").passes()
    assert reduced.coins() == 9 - 1
    return {"when: paid"} | ({"price: not reduced"} if paid("market") == paid() == 3 else set())


def counted_as(card: str, index: int, word: str) -> Facts:
    """Return as what a card is counted by an effect that asks for it, beside a card without the ability."""
    more = f" {index}" if index > 1 else ""
    s = Scene(idle(f"counting bear {card}", coins=0), IDLE).play(f"action counting{more}")
    without = Scene(idle("counting bear", coins=0), IDLE).play(f"action counting{more}")
    return {f"counts as: {word}"} if (s.coins(), without.coins()) == (1, 0) else set()


CASES["food"] = lambda: counted_as("fruit", 1, "food")
CASES["water-element"] = lambda: counted_as("tide-frog", 6, "water")
CASES["fire-element"] = lambda: counted_as("ember-imp", 7, "fire")
CASES["ice-element"] = lambda: counted_as("frost-gate", 8, "ice")


@case
def lightning_element() -> Facts:
    s = Scene(idle("counting", cemetery="storm-bolt recall-horn", coins=0), IDLE).play("action counting 9")
    return {"counts as: lightning"} if s.coins() == 1 else set()


# Diseases -------------------------------------------------------------------------------------------------------------


@case
def immunity() -> Facts:
    s = Scene(Side(hand="allergy", play="granite-idol bear"), IDLE).do("invoke allergy with bram").passes()
    facts = {"disease: refused"} if s.piece("allergy").on == s.piece("bear").id else set()
    idol = Scene(idle("granite-idol madness@granite-idol paralysis@granite-idol"), step="turn").passes().do("cards 1")
    return facts | ({"disease: no effect"} if not idol.tosses else set())


@case
def cold() -> Facts:
    s = Scene(idle("", coins=3), idle("cold@seat-1"), step="turn")
    facts = {moment(s, "ColdPaid").replace("awakening", "turn"), f"diseased: {s.coins() - 3:+d} coins"}
    facts |= {"turn: diseased"} if Scene(idle("cold@seat-2", coins=3), step="turn").coins() == 3 else set()
    facts |= (
        {"twice: the same"}
        if Scene(idle(coins=3), idle("cold@seat-1 cold@seat-1"), step="turn").coins() == 2
        else set()
    )
    poor = Scene(idle("", coins=0), idle("cold@seat-1"), step="turn")
    return facts | ({"without coins: cemetery of owner"} if poor.cemetery(2) == ["cold"] else set())


@case
def madness() -> Facts:
    s = Scene(Side(hand="madness", play="hammer"), idle("bear")).do("invoke madness with bram").passes()
    facts = {"host: controlled by infector"} if "bear" in s.in_play(1) else set()
    s.do("action hammer", "choose madness").passes()
    return facts | ({"while: attached"} if s.in_play(2) == ["bear"] else set())


def at_turn(s: Scene) -> Facts:
    """Return when and by whom the coin of a Disease was tossed, and that turns of others pass it by."""
    disease = s.told("CoinTossed")[0].card
    theirs = Scene(idle(), idle(f"bear {disease}@bear"), step="turn").passes().do("cards 1")
    facts = {"turn: controller"} if not theirs.tosses else set()
    return (
        facts | {moment(s, "CoinTossed")} | {one.replace("active", "player of the turn") for one in tosser(s, active=1)}
    )


def harmless(disease: str, coin: str = "toss tails") -> None:
    """Check that tails leave everything as it was."""
    s = sick_turn("bear!owner=2", f"{disease}@bear ox", coin)
    piece = s.piece("bear")
    assert (s.values("bear"), piece.limits, piece.ruler, piece.paranoid) == ((3, 3), (), -1, False)


@case
def dementia() -> Facts:
    harmless("dementia")
    s = sick_turn("grave-brute!defense=5!owner=2 dementia@grave-brute")
    facts = at_turn(s) | (
        {"host: takes its attack"} if s.piece("grave-brute").damage == s.values("grave-brute")[0] else set()
    )
    clerk = limits(sick_turn("clerk!defense=5 dementia@clerk"), "clerk") - {"host: no start"}
    return facts | clerk | limits(s, "grave-brute") | free_next_turn(s, "grave-brute")


@case
def amok() -> Facts:
    harmless("amok")
    s = sick_turn("grave-brute amok@grave-brute ox imposing plain-door")
    node = s.game.node(s.state)
    facts = at_turn(s) | ({"chosen: by chance"} if isinstance(node, Chance) and node.outcomes.total == 2 else set())
    s.do("hit ox")
    taken = s.piece("ox").damage == s.values("grave-brute")[0]
    facts |= {"another of controller: takes its attack"} if taken else set()
    clerk = limits(sick_turn("clerk amok@clerk"), "clerk") - {"host: no start"}
    return facts | clerk | limits(s, "grave-brute") | free_next_turn(s, "grave-brute")


@case
def trauma() -> Facts:
    harmless("trauma")
    s = sick_turn("bear", "trauma@bear")
    facts = at_turn(s) | {f"host: {place(s, 'bear')}", f"chooses: {named(s, controller=1, caster=2)}"}
    s.do("choose bram@2")
    return facts | {f"summoner of caster: {s.hp(2)[1] - 22}"}


@case
def paralysis() -> Facts:
    harmless("paralysis")
    s = sick_turn("clerk paralysis@clerk")
    brute = limits(sick_turn("grave-brute paralysis@grave-brute"), "grave-brute")
    assert "host: no start" not in brute
    return at_turn(s) | (limits(s, "clerk") - {"host: no start"}) | free_next_turn(s, "clerk")


@case
def schizophrenia() -> Facts:
    harmless("schizophrenia")
    s = Scene(idle("clerk!owner=2", coins=4), Side(play="schizophrenia@clerk", coins=4), step="turn")
    s.passes().do("cards 1", "toss heads")
    facts, before = at_turn(s), (s.coins(1), s.coins(2))
    while s.seat == 1:
        assert not s.offers("action")
        s.do("pass" if "pass" in s.legal else "to attack")
    facts |= {"decides: infector"} if s.offers("action clerk") else set()
    s.do("action clerk").passes()
    facts |= {"pays: owner"} if (s.coins(1), s.coins(2)) == (before[0], before[1] - 1) else set()
    return facts | free_next_turn(s, "clerk")


@case
def parasite() -> Facts:
    s = (
        Scene(Side(hand="parasite", play="bear snail"), idle("ox"))
        .do("invoke parasite with bram", "choose ox")
        .passes()
    )
    s.do("toss heads")
    facts = {moment(s, "CoinTossed")} | tosser(s, caster=1, owner=2)
    facts |= {"heads: target"} if s.piece("parasite").on == s.piece("ox").id else set()
    tails = Scene(Side(hand="parasite", play="bear snail"), idle("ox")).do("invoke parasite with bram", "choose ox")
    tails.passes().do("toss tails")
    facts |= {"tails: other", "weakest of caster"} if tails.piece("parasite").on == tails.piece("snail").id else set()
    s = Scene(idle("madness@bear"), idle("bear parasite@bear!turns=3"), step="turn").passes().do("cards 1")
    facts |= {f"host: {counters(s, 'bear')}", moment(s, "CountersPut")}
    whose = [s.state.active]
    while s.seat == 1 or not s.offers("choose"):
        s.do("cards 1" if "cards 1" in s.legal else s.legal[-1])
        if len(s.told("CountersPut")) > len(whose):
            whose.append(s.state.active)
    facts |= {f"turns: {len(whose)}"} | ({"turn: anybody"} if whose == [0, 1, 0] else set())
    facts.add(f"chooses: {named(s, controller=1, owner=2)}")
    s.do("choose bram@2")
    return facts | {f"summoner of owner: {s.hp(2)[1] - 22}"}


@case
def paranoia() -> Facts:
    harmless("paranoia")
    s = sick_turn("imposing sling", "paranoia@imposing")
    facts = at_turn(s)
    s.passes().do("action sling", "times 2").passes()
    return facts | ({"host: twice the damage, once"} if s.piece("imposing").damage == 2 + 1 else set())


@case
def possession() -> Facts:
    s = Scene(idle("bodysnatcher"), idle("ox")).do("to attack", "attack bodysnatcher")
    s.do("toss heads")
    facts = {moment(s, "CoinTossed")} | tosser(s, controller=1)
    s.do("block bodysnatcher with ox")
    facts |= {moment(s, "ControlChanged")} | ({"blocker: controller"} if s.in_play(1) == ["ox"] else set())
    s.do("pass turn").passes()
    facts |= {"until: turn of owner"} if s.in_play(2) == ["ox"] and s.state.active == 1 else set()
    block = fight("ox", "bodysnatcher!defense=5", "ox with bodysnatcher")
    facts.add(moment(block.do("toss heads"), "CoinTossed"))
    facts |= {"attacker: controller"} if "ox" in block.in_play(2) else set()
    dead = Scene(idle("bodysnatcher"), idle("mouse")).do("to attack", "attack bodysnatcher", "toss heads")
    dead.do("block bodysnatcher with mouse")
    facts |= {"condition: in play"} if place(dead, "mouse") == "cemetery" else set()
    tails = Scene(idle("bodysnatcher"), idle("snail")).do("to attack", "attack bodysnatcher", "toss tails")
    assert tails.do("block bodysnatcher with snail").in_play(2) == ["snail"]
    return facts


def test_every_ability_has_a_case() -> None:
    assert set(CASES) == set(ABILITIES)


@pytest.mark.rule("RISE-906")
@pytest.mark.parametrize("ability", ABILITIES)
def test_an_ability_does_what_its_sentence_says_and_no_more(ability: str) -> None:
    assert CASES[ability]() == read(ABILITIES[ability].sentence)


@pytest.mark.parametrize(
    ("ability", "word", "other"),
    [
        ("iron-skin", "At the end of Damage Resolution, t", "T"),
        ("trauma", "2 damage", "3 damage"),
        ("explosive", "In the Attack phase of its controller, at Imminent speed, while", "While"),
        ("rage", "+1/+1", "+2/+2"),
        ("splash", "blocked", "hit"),
        ("reanimation", "its controller tosses", "its owner tosses"),
    ],
)
def test_a_sentence_that_leaves_out_or_changes_a_fact_is_found(ability: str, word: str, other: str) -> None:
    sentence = ABILITIES[ability].sentence
    assert word in sentence
    try:
        facts = read(sentence.replace(word, other))
    except AssertionError:
        return
    assert CASES[ability]() != facts
