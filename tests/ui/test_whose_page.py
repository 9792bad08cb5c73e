"""A page's kernel answers only the browser that opened it, and no other site can start one in a person's name."""

import re
from collections.abc import Iterator

import pytest

from rising_tutor.server import screens
from tests.ui.conftest import TOKEN, Running, running, write_notebook
from tests.ui.page_socket import kernel_of, knock

PAGE = "/voila/render/app.ipynb"
OPEN = re.compile(r'<a class="go" id="rt_open" href="([^"]*)">Open the tutor</a>')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a page that costs little, and a browser that is logged in."""
    folder = tmp_path_factory.mktemp("whose")
    with running(folder, notebook=write_notebook(folder, "print('light')"), pool=0, gone_s=30) as one:
        one.log_in()
        yield one


def xsrf(server: Running) -> str:
    """The secret that the forms of our pages send back."""
    return next(str(cookie.value) for cookie in server.cookies if cookie.name == "_xsrf")


def test_the_kernel_of_a_page_is_not_there_for_another_browser(server: Running) -> None:
    kernel = kernel_of(server.get(PAGE))
    other = server.another_browser()
    other.get("/login")
    form = {"X-XSRFToken": xsrf(other)}
    assert other.get(f"/voila/api/shutdown/{kernel}", method="POST", headers=form).status == 404
    assert other.get(f"/api/kernels/{kernel}", method="DELETE", headers=form).status == 404
    assert other.get(f"/api/kernels/{kernel}").status == 404
    assert other.get(f"/voila/here/{kernel}").status == 404
    assert other.get(f"/voila/here/{kernel}", method="POST", headers=form).status == 404
    assert knock(other, f"/api/kernels/{kernel}/channels", other.url) == 404
    assert server.get(f"/voila/here/{kernel}").status == 204, "it lives"
    assert server.get(f"/api/kernels/{kernel}").status == 200
    assert knock(server, f"/api/kernels/{kernel}/channels", server.url) == 101
    form = {"X-XSRFToken": xsrf(server)}
    assert server.get(f"/voila/api/shutdown/{kernel}", method="POST", headers=form).status == 204
    assert server.get(f"/voila/here/{kernel}").status == 404


def test_a_warm_kernel_answers_nobody_before_its_page_is_opened(start_server, tmp_path) -> None:
    server = start_server(notebook=write_notebook(tmp_path, "print('light')"), pool=1)
    server.log_in()
    server.wait_for_kernels(1, 30)
    [warm] = server.kernels()
    kernel = re.search(r"kernel-([0-9a-f-]{36})", " ".join(warm.cmdline()))
    assert kernel is not None
    assert server.get(f"/voila/here/{kernel[1]}").status == 404
    assert knock(server, f"/api/kernels/{kernel[1]}/channels", server.url) == 404


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("dest", ["document", "iframe", "image", "empty"])
def test_a_request_of_another_site_starts_no_kernel_and_a_person_can_go_on(server: Running, site, dest) -> None:
    before = {kernel.pid for kernel in server.kernels()}
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": dest}
    answer = server.get(f"{PAGE}?game=%22fire%26", headers=headers)
    assert (answer.status, answer.headers.get_content_type()) == (403, "text/html")
    assert "jupyter-config-data" not in answer.body
    link = OPEN.search(answer.body)
    assert link is not None
    assert link[1] == "../../?game=%22fire%26"
    assert {kernel.pid for kernel in server.kernels()} <= before


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_an_own_link_and_a_typed_address_start_the_page(server: Running, site: str) -> None:
    assert "light" in server.get(PAGE, headers={"Sec-Fetch-Site": site}).body


def test_where_browsers_do_not_say_it_a_cookie_tells_the_own_requests(server: Running) -> None:
    """They say it of encrypted connections and of those within one machine, not in a class room."""
    other = server.another_browser()
    [mark] = [cookie for cookie in other.cookies if cookie.name.endswith("-here")]
    other.cookies.clear(mark.domain, mark.path, mark.name)
    answer = other.get(PAGE)
    assert (answer.status, bool(OPEN.search(answer.body))) == (403, True)
    assert "light" in other.get(PAGE).body, "the button of that page brings the cookie that it set"


def test_each_cookie_stays_away_from_requests_of_other_sites(server: Running) -> None:
    login = server.get(f"/?token={TOKEN}", cookies=False).headers.get_all("Set-Cookie")
    form = server.get("/login", cookies=False).headers.get_all("Set-Cookie")
    found = {cookie.partition("=")[0]: cookie for cookie in (*login, *form)}
    name = f"rising-tutor-{server.url.rpartition(':')[2]}"
    assert found.keys() == {name, f"{name}-here", "_xsrf"}
    assert {name: re.findall("SameSite=(\\w+)", cookie) for name, cookie in found.items()} == {
        name: ["Lax"],
        f"{name}-here": ["Strict"],
        "_xsrf": ["Strict"],
    }
    assert "HttpOnly" in found[name]


def test_the_token_by_hand_lets_in_and_puts_no_password_in_its_place(start_server, tmp_path) -> None:
    server = start_server(notebook=write_notebook(tmp_path, "print('light')"), pool=0)
    door = server.get("/login")
    assert 'name="password"' in door.body
    sent = f"/login?next=%2F&_xsrf={xsrf(server)}&password={TOKEN}&new_password=mine"
    assert "light" in server.get(sent, method="POST").body
    again = server.another_browser()
    assert again.get("/voila/here/0-0-0-0-0").status == 404, "the token is the token"
    assert not list((tmp_path / "config").glob("*.json"))


@pytest.mark.browser
def test_a_link_on_another_site_leads_to_a_button_and_by_it_to_the_page(server: Running, new_page, faults) -> None:
    faults.provoke("console: Failed to load resource: the server responded with a status of 403")
    page = new_page(server)
    page.goto(f"{server.url}/login?token={TOKEN}", wait_until="commit")
    page.get_by_text("light").wait_for(timeout=60_000)
    before = len(server.kernels())
    page.route(
        "http://elsewhere.test/",
        lambda route: route.fulfill(body=f"<a href='{server.url}{PAGE}?x=1#odds'>go</a>", content_type="text/html"),
    )
    faults.provoke("left this host: http://elsewhere.test/")
    page.goto("http://elsewhere.test/", wait_until="commit")
    page.get_by_text("go").click()
    button = page.get_by_role("link", name="Open the tutor")
    button.wait_for()
    assert page.get_by_role("heading").text_content() == "A link of another page led here"
    assert len(server.kernels()) <= before
    button.click()
    page.get_by_text("light").wait_for(timeout=60_000)
    assert page.url == f"{server.url}{PAGE}?x=1#odds"


def test_what_an_address_says_is_only_text_on_that_page() -> None:
    assert "<script>alert" not in screens.from_elsewhere('../../?"><script>alert(1)</script>')
