"""The server as a whole: its routes, its limits, what a page shows when something breaks."""

import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urljoin

import psutil
import pytest

from rising_tutor.server import screens
from rising_tutor.ui.frame import guard
from tests.testkit.processes import alive, wait_until
from tests.ui import browser
from tests.ui.conftest import TOKEN, Answer, Running, running, write_notebook
from tests.ui.page_socket import kernel_of, knock

PAGE = "/voila/render/app.ipynb"
LIGHT = "print('light')"
PROBE = """
import ipywidgets as w
from IPython.display import display
from rising_tutor.ui.frame.guard import guarded, h
from rising_tutor.ui.frame.browser import Session

line = w.HTML()
session = Session(kept="up to turn 7, roll 2")

def say(text):
    line.value = f"<p role='alert' class='said'>{h(text)}</p>"

def count(_):
    session.keep({"n": session.progress.get("n", 0) + 1})
    number.value = str(session.progress["n"])

@guarded(say)
def broken(_):
    raise ZeroDivisionError("a secret of the server")

def restored(progress):
    n = progress.get("n")
    if isinstance(n, int):
        session.progress = {"n": n}
        number.value = str(n)
    opened.value = "opened"

def rest(_):
    session.rest_s = 1

def elsewhere(_):
    opened.value = "another tab plays"

session.observe(elsewhere, "elsewhere")
number, opened = w.Label("0"), w.Label("")
number.add_class("number")
opened.add_class("opened")
one, two, three = w.Button(description="Count"), w.Button(description="Break"), w.Button(description="Rest")
one.on_click(count)
two.on_click(broken)
three.on_click(rest)
session.on_open(restored)
root = w.VBox([w.HTML("<h1>Probe</h1>"), one, two, three, number, opened, line, session])
root.add_class("rt-app")
root.add_class("rt-root")
display(root)
"""


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with little room, without warm kernels, and with a page that costs little."""
    folder = tmp_path_factory.mktemp("light")
    notebook = write_notebook(folder, LIGHT)
    with running(folder, notebook=notebook, pool=0, max_kernels=5, gone_s=5) as server:
        server.log_in()
        yield server


@pytest.fixture
def empty_light(start_server, tmp_path: Path) -> Running:
    """The same, fresh: for tests that count kernels, since a server counts one until its last thread is gone."""
    notebook = write_notebook(tmp_path, LIGHT)
    server: Running = start_server(notebook=notebook, pool=0, max_kernels=5, gone_s=5)
    server.log_in()
    return server


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose page has a button that breaks."""
    folder = tmp_path_factory.mktemp("probe")
    with running(folder, notebook=write_notebook(folder, PROBE), pool=1, pool_delay_s=0.5, gone_s=15) as server:
        server.log_in()
        yield server


@pytest.fixture
def no_new_kernel(light: Running) -> Iterator[None]:
    """Fails a test during which a kernel was started; those of earlier tests may still be ending."""
    before = {kernel.pid for kernel in light.kernels()}
    yield
    assert {kernel.pid for kernel in light.kernels()} <= before


def open_probe(page, server: Running) -> None:
    page.goto(server.entry, wait_until="commit")
    page.locator(".opened", has_text="opened").wait_for(timeout=60_000)


def end_kernel(server: Running, kernel: str) -> None:
    """End a kernel as a closing page does."""
    [xsrf] = [cookie.value for cookie in server.cookies if cookie.name == "_xsrf"]
    assert server.get(f"/voila/api/shutdown/{kernel}?_xsrf={quote(str(xsrf))}", method="POST").status == 204


# Doors ---------------------------------------------------------------------------------------------------------------


def test_it_listens_on_this_machine_only(light):
    listening = [c.laddr.ip for c in light.server().net_connections("inet") if c.status == psutil.CONN_LISTEN]
    assert set(listening) == {"127.0.0.1"}


def test_its_address_carries_the_token(light):
    assert light.log.read_text().count(TOKEN) == 1
    assert f"{light.url}/?token={TOKEN}\n" in light.log.read_text()


@pytest.mark.usefixtures("no_new_kernel")
@pytest.mark.parametrize("path", ["/", PAGE, f"{PAGE}?token=wrong", "/?token="])
def test_without_the_token_there_is_a_door_and_no_kernel(light, path):
    answer = light.get(path, cookies=False)
    assert answer.status == 302
    door_is = urljoin(path, answer.headers["Location"])
    assert door_is.startswith("/login?next=")
    door = light.get(door_is, cookies=False)
    assert (door.status, door.headers.get_content_type()) == (200, "text/html")
    assert "This server asks for its token" in door.body
    assert "http" not in re.sub(r"http-equiv", "", door.body)


def test_the_token_leads_to_the_page_and_leaves_the_address(light):
    answer = light.get(f"/?token={TOKEN}&game=fire", cookies=False)
    assert (answer.status, urljoin("/", answer.headers["Location"])) == (302, f"{PAGE}?game=fire")
    answer = light.get(f"{PAGE}?token={TOKEN}&game=fire", cookies=False)
    assert (answer.status, urljoin(PAGE, answer.headers["Location"])) == (302, f"{PAGE}?game=fire")


@pytest.mark.usefixtures("no_new_kernel")
@pytest.mark.parametrize(("path", "method"), [("/", "HEAD"), (PAGE, "HEAD"), ("/health", "GET"), ("/health", "HEAD")])
def test_a_sign_of_life_starts_no_kernel(light, path, method):
    assert light.get(path, method=method).status == 200
    time.sleep(0.2)  # a kernel that was started would be there by then


@pytest.mark.usefixtures("no_new_kernel")
@pytest.mark.parametrize(
    "path",
    [
        "/voila/files/app.ipynb",
        "/voila/files/launcher.log",
        "/voila/files/../launcher.log",
        "/voila/tree",
        "/voila/api/contents",
        "/voila/api/contents/launcher.log",
        "/voila/render/launcher.log",
        "/voila/render/other.ipynb",
        "/voila/render/.hidden.ipynb",
        "/voila/render/..%2Fapp.ipynb",
        "/voila/static/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/voila/static/etc/passwd",
        "/voila/templates/rising/static/../index.html.j2",
        "/voila/templates/rising/static/%2e%2e/conf.json",
        "/voila/templates/rising",
        "/voila/templates/nobody/static/x.js",
        "/voila/labextensions/..%2f..%2fetc/passwd",
        "/api/contents",
        "/api/kernels",
        "/api/terminals",
        "/files/app.ipynb",
        "/static/etc/passwd",
        "/.git/config",
        "/nothing",
    ],
)
def test_what_is_not_the_page_is_not_served(light, path):
    before = light.log.stat().st_size
    answer = light.get(path)
    assert answer.status in {403, 404}, answer.body
    files = path.startswith(("/voila/static/", "/voila/templates/"))  # a script asks for these, no person
    assert ("Not Found" if answer.status == 404 else "Forbidden") in answer.body
    assert ("This server has no such page" in answer.body) is not files
    assert "Traceback" not in light.log.read_text()[before:]
    for secret in ("Traceback", "/site-packages", str(light.log.parent), "root:", "base_template", ".py"):
        assert secret not in answer.body


def test_the_page_carries_the_policy_and_names_no_other_host(light):
    answer = light.get(PAGE)
    assert answer.status == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", answer.body)
    assert "mermaid" not in answer.body
    assert "jupyterlab-plotly" not in answer.body
    assert TOKEN not in answer.body


def test_a_socket_needs_the_login_and_an_origin_of_ours(light):
    path = f"/api/kernels/{kernel_of(light.get(PAGE))}/channels"
    assert knock(light, path, light.url) == 101
    assert knock(light, path, light.url, cookies=False) == 403
    for foreign in ("http://evil.example", "null", f"{light.url}.evil.example", "http://127.0.0.1"):
        assert knock(light, path, foreign) == 403
    assert knock(light, path.replace("channels", "nothing"), light.url) == 404
    assert knock(light, path.replace("/api/kernels/", "/voila/query/").removesuffix("/channels"), light.url) >= 403


def test_another_site_cannot_end_a_kernel(light):
    kernel = kernel_of(light.get(PAGE))
    answer = light.get(f"/voila/api/shutdown/{kernel}", method="POST")
    assert answer.status == 403
    assert "_xsrf" in answer.body
    assert light.get(f"/voila/here/{kernel}").status == 204


# Kernels -------------------------------------------------------------------------------------------------------------


@pytest.mark.wide
def test_at_the_cap_a_page_waits_in_sight_and_comes_in_when_somebody_leaves(empty_light):
    held: list[str] = []

    def all_are_here() -> None:
        for kernel in held:
            assert empty_light.get(f"/voila/here/{kernel}").status == 204

    for _ in range(5):
        held.append(kernel_of(empty_light.get(PAGE)))
        all_are_here()
    answers: list[Answer] = []
    waiting = threading.Thread(target=lambda: answers.append(empty_light.get(PAGE)))
    waiting.start()
    for _ in range(4):
        waiting.join(0.5)
        all_are_here()
    assert waiting.is_alive()
    assert len(empty_light.kernels()) == 5
    end_kernel(empty_light, held[0])
    waiting.join()
    [answer] = answers
    assert answer.status == 200
    assert answer.body.startswith(screens.QUEUE + screens.telling(screens.standing(0, None)))
    assert "light" in answer.body
    for kernel in [*held[1:], kernel_of(answer)]:
        end_kernel(empty_light, kernel)


@pytest.mark.wide
def test_pages_that_come_at_once_wait_in_sight_and_all_are_served(empty_light):
    waited = False
    for _ in range(4):  # a busy machine may bring them one after the other
        answers = []
        threads = [threading.Thread(target=lambda kept=answers: kept.append(empty_light.get(PAGE))) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [answer.status for answer in answers] == [200] * 5
        assert all("light" in answer.body for answer in answers)
        assert len({kernel_of(answer) for answer in answers}) == 5
        for answer in answers:
            end_kernel(empty_light, kernel_of(answer))
        waited = any(answer.body.startswith(screens.QUEUE) for answer in answers)
        if waited:
            break
        empty_light.wait_for_kernels(0, 30)
    assert waited


@pytest.mark.wide
def test_one_browser_has_so_many_pages_and_another_one_still_comes_in(start_server, tmp_path):
    server = start_server(notebook=write_notebook(tmp_path, LIGHT), pool=0, max_kernels=5, per_browser=2)
    server.log_in()
    for _ in range(2):
        kernel = kernel_of(server.get(PAGE))
        assert server.get(f"/voila/here/{kernel}").status == 204
    answer = server.get(PAGE)
    assert (answer.status, answer.body) == (429, screens.too_many(2))
    server.cookies.clear()
    server.log_in()
    assert server.get(PAGE).status == 200


@pytest.mark.wide
def test_a_start_that_goes_wrong_is_tried_again_and_then_said(start_server, tmp_path):
    notebook = Path(write_notebook(tmp_path, LIGHT))
    server = start_server(notebook=str(notebook), pool=0)
    server.log_in()
    whole = notebook.read_text()
    notebook.write_text("no notebook")
    for last in (screens.AGAIN, screens.AGAIN, screens.BROKEN):
        answer = server.get(PAGE)
        assert answer.status == 503
        assert answer.body == screens.QUEUE + last
        assert str(tmp_path) not in answer.body
    notebook.write_text(whole)
    assert "light" in server.get(PAGE).body


def test_whoever_logs_out_meets_the_door_again(start_server, tmp_path):
    server = start_server(notebook=write_notebook(tmp_path, LIGHT), pool=0)
    server.log_in()
    answer = server.get("/logout")
    assert (answer.status, "You are logged out" in answer.body) == (200, True)
    assert "This server asks for its token" in server.get("/").body
    assert "Traceback" not in server.log.read_text()


def page_loads(server: Running, number: int, seconds: float, left: int = 0) -> None:
    """Load the page so often, in a row, never opening the socket; all must answer, and soon no kernel be left."""
    for _ in range(number):
        answer = server.get(PAGE)
        assert answer.status == 200
        assert "light" in answer.body
    server.wait_for_kernels(left, seconds)


@pytest.mark.wide
def test_page_loads_in_a_row_leave_no_kernel(start_server, tmp_path):
    """With room for all of them: how fast kernels go depends on the machine, and a full house has its own test."""
    server = start_server(notebook=write_notebook(tmp_path, LIGHT), pool=0, max_kernels=12, gone_s=5)
    server.log_in()
    page_loads(server, 10, 25)


@pytest.mark.long
def test_two_hundred_page_loads_in_a_row_leave_no_kernel_a_minute_later(start_server, tmp_path):
    server = start_server(notebook=write_notebook(tmp_path, LIGHT))
    server.log_in()
    page_loads(server, 200, 60, left=1)  # the warm one, which waits for the next page


@pytest.mark.wide
def test_a_page_takes_the_warm_kernel_and_it_is_replaced(probe):
    probe.wait_for_kernels(1, 20)
    [warm] = probe.kernels()
    before, still = -1.0, 0
    while still < 4:  # until its page is made: it has nothing left to do, also on a machine that is busy otherwise
        spent = sum(warm.cpu_times()[:2])
        still = still + 1 if spent <= before else 0
        before = spent
        time.sleep(0.7)
    answer = probe.get(PAGE)
    assert kernel_of(answer) in " ".join(warm.cmdline())
    probe.wait_for_kernels(2, 20)
    end_kernel(probe, kernel_of(answer))
    probe.wait_for_kernels(1, 5)
    assert warm.pid not in {kernel.pid for kernel in probe.kernels()}


@pytest.mark.wide
def test_a_warm_kernel_that_died_costs_nobody_the_page(probe):
    probe.wait_for_kernels(1, 20)
    probe.kernels()[0].kill()
    answer = probe.get(PAGE)
    assert answer.status == 200
    assert "application/vnd.jupyter.widget-view+json" in answer.body
    end_kernel(probe, kernel_of(answer))


# What a page shows ---------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_the_app_opens_and_its_closing_ends_its_kernel(app, page, open_app):
    open_app("game=fire")
    assert page.url == f"{app.url}{PAGE}?game=fire"
    assert page.title().endswith("Rising Tutor")
    assert page.locator("#loading").count() == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "rt-skip"
    kernel = browser.kernel_of(page, app)
    page.close(run_before_unload=True)
    assert psutil.wait_procs([kernel], timeout=5)[1] == []


@pytest.mark.browser
@pytest.mark.wide
def test_the_theme_is_that_of_the_system_until_one_is_chosen(probe, new_page):
    page = new_page(probe)
    is_dark = "document.body.classList.contains('theme-dark')"
    page.emulate_media(color_scheme="dark")
    page.goto(probe.entry, wait_until="commit")
    page.locator("#loading, .rt-root").first.wait_for()
    assert page.evaluate(is_dark)
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"!{is_dark}")
    page.locator(".rt-root").wait_for(timeout=60_000)
    page.evaluate("rtTheme.set('dark')")
    page.reload(wait_until="commit")
    page.locator("#loading, .rt-root").first.wait_for()
    assert page.evaluate(is_dark)
    page.locator(".rt-root").wait_for(timeout=60_000)


@pytest.mark.wide
@pytest.mark.browser
def test_nothing_is_lost_where_scripts_come_late_and_a_broken_callback_shows_a_sentence(probe, new_page):
    def late(route) -> None:
        answer = route.fetch()
        if "LabelModel" in answer.text():  # what stock widgets are made by, after our own
            time.sleep(1)
        route.fulfill(response=answer)

    page = new_page(probe)
    page.route(re.compile(r"/labextensions/.*\.js"), late)
    open_probe(page, probe)
    page.get_by_role("button", name="Break").click()
    alert = page.locator(".said")
    alert.wait_for()
    assert alert.text_content() == guard.FAILED
    assert alert.get_attribute("role") == "alert"
    assert "a secret of the server" in probe.log.read_text()
    assert "a secret of the server" not in page.content()


@pytest.mark.wide
@pytest.mark.browser
def test_a_killed_kernel_is_announced_within_ten_seconds_and_the_page_goes_on(probe, new_page, faults):
    page = new_page(probe)
    open_probe(page, probe)
    page.get_by_role("button", name="Count").click()
    page.get_by_role("button", name="Count").click()
    page.locator(".number", has_text="2").wait_for()
    page.wait_for_function("JSON.parse(localStorage['rising-tutor/progress/v1']).progress.n === 2")
    assert page.locator("#rt_lost").is_hidden()
    faults.provoke_lost_kernel()
    for kernel in probe.kernels():
        kernel.kill()
    begun = time.monotonic()
    page.locator("#rt_lost").wait_for(timeout=10_000)
    assert time.monotonic() - begun < 10
    assert "Your game is kept up to turn 7, roll 2." in page.locator("#rt_lost").text_content()
    page.get_by_role("button", name="Go on").click()
    page.locator(".opened", has_text="opened").wait_for(timeout=30_000)
    assert page.locator(".number").text_content() == "2"
    assert page.locator("#rt_lost").is_hidden()


@pytest.mark.wide
@pytest.mark.browser
def test_a_kernel_that_hangs_is_announced_within_ten_seconds_and_the_line_goes_when_it_answers(probe, new_page, faults):
    page = new_page(probe)
    open_probe(page, probe)
    kernel = browser.kernel_of(page, probe)
    kernel.suspend()
    begun = time.monotonic()
    page.locator("#rt_lost", has_text="has not answered for a while").wait_for(timeout=10_000)
    assert time.monotonic() - begun < 10
    kernel.resume()
    page.locator("#rt_lost").wait_for(state="hidden", timeout=30_000)
    kernel.suspend()
    page.locator("#rt_lost").wait_for(timeout=30_000)
    faults.provoke_lost_kernel()
    page.get_by_role("button", name="Go on").click()
    page.locator(".opened", has_text="opened").wait_for(timeout=60_000)
    assert psutil.wait_procs([kernel], timeout=10)[1] == [], "it was ended though it hung"


@pytest.mark.wide
@pytest.mark.browser
def test_a_page_that_waits_says_where_it_stands_and_becomes_the_page(start_server, new_page, tmp_path, faults):
    server = start_server(notebook=write_notebook(tmp_path, PROBE), pool=0, max_kernels=1)
    first, second = new_page(server), new_page(server)
    open_probe(first, server)
    for go in (lambda: second.goto(server.entry, wait_until="commit"), lambda: second.reload(wait_until="commit")):
        go()
        second.locator("#rt_standing", has_text="You are the next. Every place").wait_for()
    faults.provoke_lost_kernel()
    first.close(run_before_unload=True)
    second.locator(".opened", has_text="opened").wait_for(timeout=60_000)
    assert second.locator("#rt_queue").count() == 0
    assert second.title() != ""


@pytest.mark.wide
@pytest.mark.browser
def test_two_tabs_never_mix_and_a_page_at_rest_ends_its_kernel(probe, new_page, faults):
    faults.provoke_lost_kernel()
    page = new_page(probe)
    open_probe(page, probe)
    second = page.context.new_page()
    open_probe(second, probe)
    second.get_by_role("button", name="Count").click()
    page.locator(".opened", has_text="another tab plays").wait_for()
    for _ in range(2):
        page.get_by_role("button", name="Count").click()
    page.locator(".number", has_text="2").wait_for()
    assert second.evaluate("JSON.parse(localStorage['rising-tutor/progress/v1']).progress.n") == 1
    second.close(run_before_unload=True)
    page.get_by_role("button", name="Rest").click()
    page.locator("#rt_lost", has_text="was not used for a while").wait_for(timeout=10_000)
    probe.wait_for_kernels(1, 5)  # the warm one


@pytest.mark.wide
@pytest.mark.browser
@pytest.mark.parametrize(
    "spoilt", ["no json {", '{"progress": {"n": "' + "x" * 4_900_000 + '"}}'], ids=["no json", "huge"]
)
def test_a_spoilt_store_is_a_new_beginning(probe, new_page, spoilt):
    page = new_page(probe)
    page.goto(f"{probe.url}/login")
    page.evaluate("text => localStorage.setItem('rising-tutor/progress/v1', text)", spoilt)
    open_probe(page, probe)
    assert page.locator(".number").text_content() == "0"


# The watchdog --------------------------------------------------------------------------------------------------------


@pytest.mark.wide
def test_a_server_that_freezes_or_dies_is_started_again_and_the_login_holds(start_server, tmp_path):
    quick = "watch.SILENCE_S, watch.ANSWER_S, watch.PROBE_S = 2.0, 0.5, 0.2"
    server = start_server(quick, notebook=write_notebook(tmp_path, LIGHT), pool=0)
    server.log_in()
    assert server.get(PAGE).status == 200
    [orphan] = server.kernels()
    cookies = list(server.cookies)
    for harm in (signal.SIGSTOP, signal.SIGKILL):
        before = server.server()
        before.send_signal(harm)
        # The socket stays open all the while: the question waits and is answered by the new server.
        assert server.get("/health", timeout=60).status == 200
        assert server.server().pid != before.pid
    assert server.get(PAGE).status == 200
    assert [c.value for c in server.cookies if c.name == cookies[0].name] == [cookies[0].value]
    assert orphan.pid not in {kernel.pid for kernel in server.kernels()}
    wait_until(lambda: not alive(orphan), 20)
    assert server.log.read_text().count("starting it again") == 2
    # And no server outlives a launcher that is gone without a word.
    everybody = [server.server(), *server.kernels()]
    assert len(everybody) == 2
    server.process.kill()
    wait_until(lambda: not any(map(alive, everybody)), 20)
