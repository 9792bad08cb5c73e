"""The widget takes only messages of its form, and shows only what the builder made."""

import pytest

from rising_tutor.render.html import el
from rising_tutor.tutor.messages import Message, understood
from rising_tutor.ui.components.view import HtmlView


@pytest.mark.parametrize(
    "content",
    [
        None,
        1,
        "x",
        [],
        {},
        {"do": 1},
        {"do": "x", "arg": 1},
        {"do": "x", "at": True},
        {"do": "x", "at": "1"},
        {"do": "x", "fields": []},
        {"do": "x", "fields": {"a": 1}},
        {"do": "x" * 3000},
        {"do": "x", "arg": "y" * 3000},
        {"do": "x", "fields": {str(n): "" for n in range(100)}},
    ],
)
def test_other_messages_are_nothing(content: object) -> None:
    assert understood(content) is None


def test_only_changed_parts_are_sent() -> None:
    view = HtmlView(("a", "b"))
    sent: list[object] = []
    view.send = lambda content, buffers=None: sent.append(content)
    view.draw(a=el("p", "1"), b=el("p", "2"))
    assert sent == []
    view._take(view, {"do": "_ready"}, [])
    assert sent == [{"parts": {"a": "<p>1</p>", "b": "<p>2</p>"}}]
    view.draw(a=el("p", "1"), b=el("p", "3"))
    assert sent[1:] == [{"parts": {"b": "<p>3</p>"}}]


def test_plain_text_is_refused() -> None:
    with pytest.raises(TypeError):
        HtmlView(("a",)).draw(a="<p>")  # type: ignore[arg-type]


def test_messages_reach_the_handler() -> None:
    view = HtmlView(("a",))
    got: list[object] = []
    view.on_do(got.append)
    view._take(view, {"do": "press", "arg": "die:0", "at": 4}, [])
    view._take(view, {"do": 4}, [])
    assert got == [Message("press", "die:0", 4)]
