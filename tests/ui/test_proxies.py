"""The app behind proxies that show it below a prefix: pages are styled, sockets work, no address leaves the prefix."""

from collections.abc import Iterator
from typing import Any

import pytest

from rising_tutor.cli import main
from rising_tutor.cli.app import base_url
from rising_tutor.server.addresses import relative
from rising_tutor.server.options import ServerOptions
from tests.testkit import prefix_proxy
from tests.testkit.processes import wait_until
from tests.ui import browser
from tests.ui.conftest import TOKEN, Running, running, write_notebook

PREFIX = "/user/anna/proxy/8866/"
BASE = "/tutor/anna/"
PAPER = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with `--base-url`."""
    with running(tmp_path_factory.mktemp("below"), base_url=BASE) as server:
        yield server


def works(page: Any, server: Running, proxy: prefix_proxy.Proxy) -> None:
    """Go in by the form of the token, do something, and leave."""
    page.goto(f"{proxy.prefix}?game=fire", wait_until="commit")
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", level=1).first.wait_for(timeout=60_000)
    assert page.url.startswith(f"{proxy.url}{proxy.prefix}voila/render/app.ipynb?game=fire")
    assert page.evaluate(PAPER) == "rgb(245, 239, 227)", "the styles of the page"
    browser.go(page, "#rules?rule=FNR-313", ".rt-rulecard")
    assert page.locator("#rt_lost").is_hidden()
    kernel = browser.kernel_of(page, server)
    page.close(run_before_unload=True)
    wait_until(lambda: not kernel.is_running(), 10)
    assert proxy.outside == []


@pytest.mark.browser
@pytest.mark.parametrize(
    "renames", [False, pytest.param(True, marks=pytest.mark.wide)], ids=["keeps the host", "renames the host"]
)
def test_the_app_works_behind_a_proxy_that_strips_its_prefix(app: Running, new_page, renames: bool) -> None:
    with prefix_proxy.running(app.url, PREFIX, renames=renames) as proxy:
        works(new_page(proxy), app, proxy)


@pytest.mark.wide
@pytest.mark.browser
def test_the_app_works_behind_a_proxy_that_passes_its_prefix_on(below: Running, new_page) -> None:
    with prefix_proxy.running(below.url.removesuffix(BASE.rstrip("/")), BASE, strips=False) as proxy:
        works(new_page(proxy), below, proxy)


def test_all_of_the_app_is_below_the_base_url(start_server, tmp_path) -> None:
    server = start_server(notebook=write_notebook(tmp_path, "print('light')"), pool=0, base_url=BASE)
    assert server.url.endswith(BASE.rstrip("/"))
    assert server.get(f"/?token={TOKEN}&x=1").url == f"{server.url}/voila/render/app.ipynb?x=1"
    assert "light" in server.get("").body, "also without the slash at its end"
    assert server.get("/health").status == 200
    assert "You are logged out" in server.get("/logout").body
    assert "This server asks for its token" in server.get("/").body
    paths = {cookie.path for cookie in server.cookies}
    assert paths == {BASE}
    top = Running(server.process, server.log, server.url.removesuffix(BASE.rstrip("/")))
    for path in ("/", "/health", "/voila/render/app.ipynb", "/login", "/tutor/"):
        answer = top.get(path)
        assert answer.status == 404
        assert f'href="{relative(BASE, path)}"' in answer.body, "the way to the start"


@pytest.mark.parametrize("named", ["", "/", "x", "/x", "x/", "/x/y/", "/user/a%40b.org/proxy/8866/", "~me"])
def test_a_base_url_may_be_given_with_or_without_its_slashes(named: str) -> None:
    made = base_url(named)
    assert made.strip("/") == named.strip("/")
    assert ServerOptions(base_url=made).base_url == made


@pytest.mark.parametrize(
    "named", ["/a b/", "/x?y", "/x#y", "//host/x", "/../x", "/x/./", "/ü/", "/x\n", "/(x)/", "x" * 201]
)
def test_what_is_no_path_is_no_base_url(named: str, capsys) -> None:
    assert main(["app", "--base-url", named]) == 2
    assert "is not a path such as /tutor/" in capsys.readouterr().err
