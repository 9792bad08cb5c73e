"""What passes between a page and its kernel: hostile states and messages cost neither its socket nor its answers."""

import json
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from tornado import web
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rising_tutor.server.sockets import PageSocketHandler
from tests.testkit.loops import finish
from tests.ui.conftest import ROOT, Answer, Running, running, write_notebook
from tests.ui.page_socket import Line, frame, line

PAGE = "/voila/render/app.ipynb"
#: One widget of each class of ours, and a control that answers.
ONE_OF_EACH = """
import ipywidgets
from IPython.display import display
from rising_tutor.ui.frame.browser import Session
from rising_tutor.core.registry import load_game
from rising_tutor.render.html import el
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.plot_view import PlotView
from rising_tutor.ui.rules.reader import RuleReaderWidget
from rising_tutor.tutor.rules import RuleReader
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView

view = HtmlView(("all",), kind="answers")
view.on_do(lambda message: view.draw(all=el("p", message.arg)))
others = [Session(), FilePicker(), PlaybackBar(), PlotView(), styles("coach.css"),
          RuleReaderWidget(RuleReader("fire-nation-rising"))]
display(ipywidgets.VBox([view, *others]))
"""
#: Of every kind that JSON has, right for some traits and wrong for all others.
WRONG = (
    None,
    True,
    -1,
    2**63,
    0.5,
    float("nan"),
    "",
    "\u00b2",
    "\ud800",
    "IPY_MODEL_none",
    [],
    [None],
    [[1, 2], {"a": []}],
    {},
    {"a": None},
    {"IPY": [1]},
)
SECRETS = ("Traceback", "traceback", str(ROOT), "site-packages", "TraitError", 'File \\"')


@pytest.fixture(scope="module")
def each(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose page has one widget of each class."""
    folder = tmp_path_factory.mktemp("each")
    with running(folder, notebook=write_notebook(folder, ONE_OF_EACH), pool=0) as server:
        server.log_in()
        yield server


@pytest.fixture(scope="module")
def loaded(each: Running) -> Answer:
    """A page of that server."""
    return each.get(PAGE)


@pytest.fixture
def page_of_each(each: Running, loaded: Answer) -> Callable[[Callable[[Line, str], Coroutine[Any, Any, None]]], None]:
    """Runs a test with that page, its socket and its control that answers."""

    async def with_page(test: Callable[[Line, str], Coroutine[Any, Any, None]]) -> None:
        async with line(each, loaded) as page:
            await test(page, await the_view(page))

    return lambda test: finish(with_page(test))


async def the_view(page: Line) -> str:
    """The control that answers, ready."""
    [view] = [key for key, one in (await page.widgets()).items() if one["state"].get("kind") == "answers"]
    await page.press(view, "_ready")
    return view


async def answers(page: Line, view: str, word: str) -> None:
    """Fails unless the next press is answered."""
    await page.press(view, "say", word)
    await page.until(lambda m: f"<p>{word}</p>" in json.dumps(m["content"]))


@pytest.mark.wide
def test_after_a_state_of_any_wrong_type_the_page_answers_and_no_traceback_reaches_it(each):
    async def run() -> None:
        async with line(each, each.get(PAGE)) as page:
            widgets = await page.widgets()
            view = await the_view(page)
            ours = {key: one for key, one in widgets.items() if one["model_name"] in ("AnyModel", "VBoxModel")}
            assert len(ours) == 8
            for i, wrong in enumerate(WRONG):
                for widget, about in ours.items():
                    # The code of a widget is the browser's own; nobody else runs it.
                    for name in about["state"].keys() - {"_esm", "_css"}:
                        if widget != view or name != "names":
                            await page.update(widget, **{name: wrong})
                await answers(page, view, f"answer {i}")
            said = json.dumps(page.heard)
            assert [secret for secret in SECRETS if secret in said] == []
            assert {message["kind"] for message in page.heard if message["channel"] == "iopub"} <= {
                "status", "comm_msg", "comm_open", "comm_close", "iopub_welcome"
            }  # fmt: skip

    finish(run())
    # What went wrong is not lost: the terminal of the server has it.
    assert "TraitError" in each.log.read_text()


def shifted(sound: bytes, part: int, by: int) -> bytes:
    """A frame that says of a part that it begins elsewhere."""
    at = 8 * (part + 1)
    there = int.from_bytes(sound[at : at + 8], "little") + by
    return sound[:at] + (there % 2**64).to_bytes(8, "little") + sound[at + 8 :]


#: Each made of a sound frame.
BROKEN: dict[str, Callable[[bytes], bytes | str]] = {
    "empty": lambda _: b"",
    "text": lambda _: "hello",
    "a number": lambda _: "5",
    "one byte": lambda _: b"\x05",
    "cut short": lambda sound: sound[:-40],
    "cut in its table": lambda sound: sound[:20],
    "more parts than bytes": lambda sound: (2**62).to_bytes(8, "little") + sound[8:],
    "a part that begins before the one before": lambda sound: shifted(sound, 2, -30),
    "a part that begins far behind the end": lambda sound: shifted(sound, 3, 2**40),
    "no channel of ours": lambda sound: sound.replace(b"shell", b"stars"),
    "no text": lambda sound: sound.replace(b"comm_msg", b"comm_\xff\xfeg"),
    "no JSON": lambda sound: sound.replace(b'"comm_msg"', b"]comm_msg["),
    "not a number": lambda sound: sound.replace(b'"5.3"', b"NaN  "),
    "no kind": lambda sound: sound.replace(b'"msg_type"', b'"msg_tipe"'),
    "a kind that is a list": lambda sound: sound.replace(b'"comm_msg"', b'[["abcd"]]'),
    "code to run": lambda _: frame("execute_request", {"code": "import os; os._exit(1)"}),
}


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("name", BROKEN)
def test_a_message_that_is_none_costs_the_page_nothing(page_of_each, name):
    async def run(page: Line, view: str) -> None:
        sound = frame("comm_msg", {"comm_id": view, "data": {"method": "custom", "content": {}}})
        broken = BROKEN[name](sound)
        assert broken != sound
        await page.socket.write_message(broken, binary=isinstance(broken, bytes))
        await answers(page, view, "still here")

    page_of_each(run)


def test_half_a_character_is_answered_like_any_other_text(page_of_each):
    async def run(page: Line, view: str) -> None:
        await page.press(view, "say", "a\ud800b")
        await page.until(lambda m: "<p>a?b</p>" in json.dumps(m["content"]))
        sound = frame("comm_msg", {"comm_id": view, "data": {"method": "custom", "content": {"do": "\ud800"}}})
        for part in (b'"a page"', b'"username": ""'):
            assert part in sound
            half = sound.replace(part, part[:-1] + b"\\ud800" + b'"')
            for offset in range(2, 6):
                half = shifted(half, offset, len(half) - len(sound))
            await page.socket.write_message(half, binary=True)
            await answers(page, view, "heard")

    page_of_each(run)


class Stub:
    """A socket handler without a socket."""

    def __init__(self) -> None:
        self.seen: list[object] = []
        self.connection: object = self

    def set_nodelay(self, value: bool) -> None:
        self.seen.append(("nodelay", value))


def test_a_socket_sends_at_once_before_it_sends_anything(monkeypatch):
    async def opened(self: Stub, kernel_id: str) -> None:
        self.seen.append(("open", kernel_id))

    monkeypatch.setattr(VoilaKernelWebsocketHandler, "open", opened)
    stub = type("Page", (Stub, PageSocketHandler), {})()
    finish(stub.open("kernel"))
    assert stub.seen == [("nodelay", True), ("open", "kernel")]


def test_a_page_that_leaves_while_its_socket_opens_is_no_fault_of_the_server(monkeypatch):
    """As at a reload: Jupyter closed the connection and then asked it for its protocol."""

    async def left_meanwhile(self: Stub) -> None:
        self.connection = None

    monkeypatch.setattr(VoilaKernelWebsocketHandler, "pre_get", left_meanwhile)
    stub = type("Page", (Stub, PageSocketHandler), {})()
    with pytest.raises(web.HTTPError, match="410"):
        finish(stub.pre_get())
    stub.on_close()
