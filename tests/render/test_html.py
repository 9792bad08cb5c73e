"""No text from outside can become markup."""

from html.parser import HTMLParser

import pytest

from rising_tutor.render.html import Html, el, escape, join

TAGS = (
    "script",
    "img src=x onerror=alert(1)",
    "svg onload=alert(1)",
    "iframe src=javascript:alert(1)",
    "style",
    "link",
    "meta http-equiv=refresh",
    "base href=//a.b",
    "object",
    "embed",
    "math",
    "template",
    "form action=//a.b",
    "input",
    "a href=javascript:alert(1)",
    "body onload=alert(1)",
    "video",
    "audio",
    "details open ontoggle=alert(1)",
    "marquee",
)
FRAMES = ("<{}>", "</p><{}>", '"><{}>', "'><{}>", "<{}")
OTHERS = ("&lt;script&gt;", "javascript:alert(1)", "\u202egnp.exe", "\x00<b>", "]]><b>")
HOSTILE = [*(frame.format(tag) for tag in TAGS for frame in FRAMES), OTHERS[0]]


class Seen(HTMLParser):
    """What a browser would make of it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def seen(html: str) -> Seen:
    parser = Seen()
    parser.feed(html)
    parser.close()
    return parser


def test_there_are_enough_kinds() -> None:
    assert len(set(HOSTILE)) == 101


@pytest.mark.parametrize("text", [*HOSTILE, *OTHERS[1:]])
def test_hostile_text_stays_text(text: str) -> None:
    found = seen(el("p", text, "after", title=text))
    assert found.tags == ["p"]
    assert [name for name, _ in found.attributes] == ["title"]
    if text.isprintable():
        assert found.text == text + "after"
        assert found.attributes == [("title", text)]


def test_what_nobody_sees_is_shown() -> None:
    assert escape("a\u202eb\x00c") == "a\ufffdb\ufffdc"


def test_markup_is_kept_only_when_made_here() -> None:
    inner = el("b", "x")
    assert el("p", inner) == "<p><b>x</b></p>"
    assert el("p", str(inner)) == "<p>&lt;b&gt;x&lt;/b&gt;</p>"
    assert isinstance(join(inner, "y"), Html)


def test_nothing_and_lists() -> None:
    assert el("p", None, ["a", [1, None]], hidden=True, id=None, lang=False) == "<p hidden>a1</p>"
    assert el("br") == "<br>"


@pytest.mark.parametrize("tag", ["script", "style", "iframe", "a b", "", "1a"])
def test_elements_that_run_programs_are_refused(tag: str) -> None:
    with pytest.raises(ValueError, match="element"):
        el(tag)


@pytest.mark.parametrize("name", ["onclick", "style", "srcdoc", "src", "a b", "x>"])
def test_attributes_that_run_programs_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="attribute"):
        el("p", **{name: "x"})


@pytest.mark.parametrize("address", ["javascript:alert(1)", "//a.b", "https://a.b", "data:text/html,x", "#a b", "/x"])
def test_addresses_outside_the_page_are_refused(address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        el("a", "x", href=address)
