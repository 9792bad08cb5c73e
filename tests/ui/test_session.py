"""What a browser hands back is examined like a file."""

import pytest

from rising_tutor.ui.frame.browser import MAX_BYTES, MAX_DEPTH, Session, examined


def deep(levels: int) -> dict[str, object]:
    value: dict[str, object] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


REFUSED: dict[str, object] = {
    "none": None,
    "list": [],
    "text": "text",
    "number": 7,
    "not a number": {"a": float("nan")},
    "infinite": {"a": float("inf")},
    "large integer": {"a": 2**53 + 1},
    "surrogate": {"a": "\ud800"},
    "nul": {"a": "nul\x00"},
    "escape in a key": {"a\x1b[31m": 1},
    "long key": {"k" * 201: 1},
    "number as key": {1: "a"},
    "set": {"a": {1, 2}},
    "bytes": {"a": b"bytes"},
    "long text": {"a": "x" * (MAX_BYTES + 1)},
    "large in all": {"a": ["x" * 1000] * 1100},
    "too deep": deep(MAX_DEPTH + 1),
    "far too deep": deep(5000),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_plain_or_within_the_limits_is_refused(what):
    assert examined(REFUSED[what]) is None


def test_plain_data_is_taken_as_it_is():
    value = {"record": "line\nline\ttab\r\n", "turn": 7, "rate": 0.5, "done": [True, None, {"a": "ä <b>"}]}
    assert examined(value) == value
    assert examined(deep(MAX_DEPTH - 1)) is not None


def test_keep_counts_and_refuses_what_could_not_come_back():
    session = Session()
    session.keep({"turn": 1})
    session.keep({"turn": 2})
    assert (session.progress, session.revision) == ({"turn": 2}, 2)
    with pytest.raises(ValueError, match="plain"):
        session.keep({"turn": float("nan")})
    assert session.progress == {"turn": 2}


def test_a_dictionary_that_grows_is_sent_each_time():
    session, sent, facts = Session(), [], {"turn": 1}
    session.observe(lambda change: sent.append(change["new"]), "progress")
    session.keep(facts)
    facts["turn"] = 2
    session.keep(facts)
    assert sent == [{"turn": 1}, {"turn": 2}]


def test_on_open_calls_once_with_what_is_good():
    session, seen = Session(), []
    session.on_open(seen.append)
    session.restored = {"turn": 3}
    assert seen == []
    session.online = True
    session.online = False
    session.online = True
    assert seen == [{"turn": 3}]
    session.restored = ["no", "object"]
    session.on_open(seen.append)
    assert seen[1:] == [{}]
