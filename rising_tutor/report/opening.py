"""How a report begins: its title, what the file says of the game, and a summary that is made of numbers."""

from collections.abc import Iterator

from rising_tutor.analysis.ledger import CLASSES, ZERO
from rising_tutor.analysis.review.words import band_words, ended, interval_words, signed
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.probability.percents import percent, size
from rising_tutor.render.html import Child, Html, el
from rising_tutor.replay import result_text
from rising_tutor.report.telling import Telling


def title(telling: Telling) -> str:
    """What to call the game: its own title, or who played."""
    return dict(_fields(telling)).get("title", "").strip() or listed(telling.review.names)


def heading(telling: Telling, name: str) -> Html:
    """The title and what the file says of the game."""
    return el(
        "header",
        el("p", f"{telling.game.info.title}: a game in review", cls="rt-small rt-muted"),
        el("h1", title(telling)),
        el("dl", [el("div", el("dt", what), el("dd", words)) for what, words in _facts(telling, name)], cls="facts"),
    )


def summary(telling: Telling) -> Html:
    """Three sentences, how sure they are, and what is not reviewed and why."""
    review = telling.review
    sure = band_words(review.label)
    return el(
        "section",
        el("h2", "In short"),
        el("p", " ".join(sentences(telling)), cls="lead"),
        el(
            "p",
            el("span", f"V: {sure}", cls="rt-tag rt-tag--warn"),
            " Every number rests on V. ",
            el("a", "How these numbers come about", href="#method"),
            cls="rt-small",
        ),
        [el("p", note, cls="rt-small note") for note in review.notes],
        cls="rt-panel",
    )


def sentences(telling: Telling) -> Iterator[str]:
    """How it went, what luck and choices did to it, and the mistakes."""
    yield _course(telling)
    ledger = telling.review.ledger
    good = sum((source.good for source in telling.review.sources), ZERO)
    bad = sum((source.bad for source in telling.review.sources), ZERO)
    against = ledger.against_reference
    policy = telling.review.label.policy
    together = f"; these last two together, {signed(against)}, measure against {policy}" if against is not None else ""
    yield (
        f"Luck moved V by {signed(ledger.luck)} points ({signed(good)} and {signed(bad)}), choices by "
        f"{signed(ledger.skill)}, and {signed(ledger.horizon)} came from beyond the horizon{together}."
    )
    yield _mistakes(telling)


def _course(telling: Telling) -> str:
    ledger, label = telling.review.ledger, telling.review.label
    begun = f"{percent(ledger.start)} {interval_words(label, ledger.start)}".strip()
    if not ledger.lines:
        return f"The file has no lines yet; at the start V is {begun}."
    turn = telling.places[-1].name
    n = counted(len(ledger.lines), "line")
    # Where it is decided V is no chance any more: what it was before is told.
    open_values = [value for value in (ledger.start, *(line.after for line in ledger.lines)) if value not in (0, 1)]
    least, most = min(open_values, default=ledger.result), max(open_values, default=ledger.result)
    how = ended(ledger)
    end = f"The game was {how} in {turn} after {n}"
    if not how:
        now = f"{percent(ledger.result)} {interval_words(label, ledger.result)}".strip()
        end = f"The record ends in {turn} after {n} with V at {now}"
    return (
        f"{end}; the chance to win, V, was {begun} at the start, at most {percent(most)} and at "
        f"least {percent(least)} on the way."
    )


def _mistakes(telling: Telling) -> str:
    review = telling.review
    n_counted = sum(account.counted for account in review.accounts)
    if not n_counted:
        return "No choice counted: there was never more than one way, or all were worth the same."
    n_faults = len(review.mistakes)
    of = f"the {counted(n_counted, 'choice')}"
    worst = max(
        (account.worst for account in review.accounts if account.worst), key=lambda line: line.loss, default=None
    )
    if worst is None:
        return f"None of {of} that counted cost anything."
    where = f"in {telling.turn(worst)} by {telling.who(worst)}"
    cost = f"the costliest, {size(worst.loss, points=True)} points, was made {where}"
    if not n_faults:
        return f"None of {of} that counted cost {CLASSES[-1][0]} points or more; {cost}."
    kinds = [counts(name, sum(mistake.fault == name for mistake in review.mistakes)) for _, name in CLASSES]
    told = ", ".join(filter(None, kinds))
    return f"Of {of} that counted {n_faults} cost {CLASSES[-1][0]} points or more ({told}); {cost}."


def counts(name: str, n: int) -> str:
    """So many of a class of mistake; "" for none.

    >>> counts("slip", 1), counts("inaccuracy", 2), counts("blunder", 0)
    ('1 slip', '2 inaccuracies', '')
    """
    return counted(n, name) if n else ""


def _facts(telling: Telling, name: str) -> Iterator[tuple[str, Child]]:
    """What the file says, and nothing that it does not: a date only where it names one."""
    verified = telling.verified
    replay = verified.replay
    yield "Players", listed(telling.review.names)
    yield "Result", _result(telling)
    for key, words in _fields(telling):
        if key != "title" and words:
            yield capital(key.replace("-", " ").replace("_", " ").strip()), words
    if replay is not None and replay.header.options:
        titles = {option.name: option.title for option in telling.game.info.options}
        yield "Options", ", ".join(f"{titles.get(name, name)}: {value}" for name, value in replay.header.options)
    yield "File", name


def _result(telling: Telling) -> Child:
    result = telling.verified.result
    if result is None or not telling.review.ledger.finished:
        return "not finished"
    rule = telling.rules.get(result.reason)
    return [result_text(result), f": {rule.title}" if rule is not None else None]


def _fields(telling: Telling) -> Iterator[tuple[str, str]]:
    """The further fields of the header, without their sign."""
    replay = telling.verified.replay
    for key, words in replay.header.fields if replay is not None else ():
        yield key.removeprefix("_"), words
