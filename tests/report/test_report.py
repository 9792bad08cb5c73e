"""The report as a file: well-formed, alone, safe, and with the numbers of its ledger, whatever the game was like."""

import base64
import hashlib
import re
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.ledger import CLASSES, SKILL
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.analysis.review.words import ledger_rows, reference_lines, reference_words, signed
from rising_tutor.boards.rising import NOTE
from rising_tutor.core.registry import load_game
from rising_tutor.errors import CannotStore
from rising_tutor.plots import wins
from rising_tutor.plots.wins import track_of
from rising_tutor.render.theme import style_sheet
from rising_tutor.replay import Verified, verify
from rising_tutor.report import html_report, write_report
from rising_tutor.report.graph import SHEETS, drawing
from rising_tutor.report.mistakes import MOST_IN_FULL
from rising_tutor.report.telling import Telling
from tests.testkit.games import rules_of
from tests.testkit.settings import RISING
from tests.testkit.wandering import Wandering
from tests.testkit.written_value import WrittenValue

SAMPLES = Path("replays/fire-nation-rising")
HEAD = "replay: 1\ngame: fire-nation-rising\nseats: 2\n"
TEAMS = "option teams: aang,toph\n"
MINUS = "\u2212"
VOID = {"br", "hr", "img", "input", "meta", "link"}
HOSTILE = "</title><script>alert(1)</script>"
LONG = 400_000


class Read(HTMLParser):
    """The page as a tree of what matters, with every fault of its form."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.faults: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len(dict(attrs)) < len(attrs):
            self.faults.append(f"<{tag}> says an attribute twice")
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@cache
def lost() -> tuple[Review, Verified]:
    """A game with mistakes and luck of every size."""
    verified = verify(SAMPLES / "lost-by-a-team.replay")
    return review_of(verified, valuation=Wandering(verified.game)), verified


@cache
def lost_page() -> str:
    return html_report(*lost(), "lost-by-a-team.replay")


def page_of(text: str, **more: Any) -> tuple[str, Review]:
    """The report of a file, with a value function that is at once there."""
    verified = verify(text.encode(), "new.replay")
    review = review_of(verified, valuation=more.get("valuation", Wandering)(verified.game))
    return html_report(review, verified, "new.replay"), review


def table_after(page: str, title: str) -> list[list[str]]:
    """The cells of the table in the section of this title."""
    body = page[page.index(f"<h2>{title}") :].partition("</table>")[0]
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]


def number(shown: str) -> float:
    return 0.0 if shown.startswith("<") else float(shown.replace(MINUS, "-"))


def test_the_file_is_well_formed_and_has_one_title() -> None:
    read = Read(lost_page())
    assert read.faults == []
    assert lost_page().startswith("<!DOCTYPE html>")
    assert [attributes["lang"] for attributes in read.named("html")] == ["en"]
    assert len(read.named("h1")) == len(read.named("main")) == len(read.named("title")) - 2 - marks() == 1
    ids = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    # What leads somewhere leads to a place in the page.
    aims = [attributes["href"] or "" for _, attributes in read.tags if "href" in attributes]
    assert {aim.removeprefix("#") for aim in aims} <= set(ids)


def marks() -> int:
    """How many signs both drawings and the legend have, each with a title of its own."""
    review, verified = lost()
    telling = Telling(review, verified)
    track = track_of(review.ledger, telling.labels, telling.moment)
    return 2 * len(track.marks) + len({mark.kind for mark in track.marks})


@pytest.mark.parametrize("title", RISING)
def test_a_report_of_every_title_is_well_formed_and_cites_its_own_rules_only(title: str) -> None:
    verified = verify(SAMPLES.with_name(title) / "lost-by-a-team.replay")
    page = html_report(review_of(verified, valuation=Wandering(verified.game)), verified, "lost-by-a-team.replay")
    read = Read(page)
    assert read.faults == []
    # The value function of these tests cites one rule for everything.
    cited = set(re.findall(r"\b(?:FNR|DER|DSR)-\d+\b", page)) - {"FNR-416"}
    assert verified.result is not None
    assert verified.result.reason in cited <= rules_of(title)
    assert verified.game.info.title in read.words
    others = {load_game(other).info.title for other in RISING if other != title}
    assert not [other for other in others if other in page]


def test_the_file_needs_nothing_and_runs_nothing() -> None:
    page, read = lost_page(), Read(lost_page())
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=|javascript:", page, re.IGNORECASE)
    names = {tag for tag, _ in read.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert not [a for _, attributes in read.tags for a in attributes if a.startswith("on") or a == "style"]
    [policy] = [a["content"] or "" for a in read.named("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_the_styles_have_no_colour_and_no_token_of_their_own() -> None:
    css = Path("rising_tutor/report/report.css").read_text(encoding="utf-8")
    assert "#" not in css
    assert set(re.findall(r"var\((--rt-[a-z0-9-]+)", css)) <= set(re.findall(r"(--rt-[a-z0-9-]+)\s*:", style_sheet()))
    [style] = re.findall(r"<style>(.*?)</style>", lost_page(), re.DOTALL)
    for part in ("prefers-color-scheme:dark", "@media print", ".rt-ledger", ".rt-cite", "--rt-accent:#DDB0E0"):
        assert part in style
    assert style.count("{") == style.count("}")


def test_the_ledger_stands_in_it_and_adds_up() -> None:
    review, _ = lost()
    *rows, reference = table_after(lost_page(), "Why it was lost")
    assert rows == [[name, amount] for name, amount, _ in ledger_rows(review)]
    assert review.ledger.against_reference is not None
    assert reference == [reference_words(review.ledger), signed(review.ledger.against_reference)]
    assert "measure against nobody" in lost_page()
    *parts, result = [number(row[1]) for row in rows]
    assert sum(parts) == pytest.approx(result, abs=0.05 * len(rows))
    assert review.ledger.remainder == 0
    assert "remainder 0" in lost_page()
    assert "With the luck taken off, the result is" in lost_page()
    by_source = table_after(lost_page(), "Luck")
    assert [row[0] for row in by_source[1:]] == [source.name for source in review.sources if source.n]
    for _, _, good, bad, together in by_source[1:]:
        assert number(good) + number(bad) == pytest.approx(number(together), abs=0.15)


def test_every_mistake_has_its_better_action_and_its_reasons() -> None:
    review, verified = lost()
    page = lost_page()
    telling = Telling(review, verified)
    n = len(review.mistakes)
    assert n > 5
    assert f"Mistakes: {n}" in page
    body = page[page.index('class="rt-panel mistakes"') : page.index('class="halves"')]
    assert body.count("Better: ") == n
    order = [name for _, name in CLASSES if any(mistake.fault == name for mistake in review.mistakes)]
    heads = re.findall(r"<h3>(\w+) ", body)
    assert [head.lower() for head in heads] == [{"inaccuracy": "inaccuracies"}.get(one, f"{one}s") for one in order]
    for mistake in review.mistakes:
        assert sum((reason.amount for reason in mistake.reasons), Fraction(0)) == mistake.loss
        assert f"Line {mistake.line.line}, " in body
        assert telling.better(mistake.line) in Read(body).words
    parts = [number(part) for part in re.findall(rf"<span>([+{MINUS}<][^<]*)</span>", body)]
    assert sum(parts) == pytest.approx(-100 * float(sum(one.loss for one in review.mistakes)), abs=0.05 * len(parts))


def test_a_rule_that_is_cited_stands_in_it_in_our_words() -> None:
    review, verified = lost()
    page, telling = Read(lost_page()).words, Telling(review, verified)
    cited = {reason.rule for mistake in review.mistakes for reason in mistake.reasons} & set(telling.rules)
    assert verified.result is not None
    for rule in (*cited, verified.result.reason):
        assert telling.rules[rule].text in page
    assert "Wording: ours." in page


def test_the_summary_is_three_sentences_of_numbers() -> None:
    review, _ = lost()
    [short] = re.findall(r'<p class="lead">(.*?)</p>', lost_page())
    sentences = re.split(r"(?<=\.) (?=[A-Z])", short)
    assert len(sentences) == 3
    assert all(re.search(r"\d", sentence) for sentence in sentences)
    assert sentences[0].startswith("The game was lost in turn 17 after 191 lines; the chance to win, V, was 53.0 %")
    counted = sum(account.counted for account in review.accounts)
    assert f"Of the {counted} choices that counted {len(review.mistakes)} cost 2 points or more" in sentences[2]


def test_method_people_moves_and_origin_are_told() -> None:
    review, verified = lost()
    words = Read(lost_page()).words
    label = review.label
    for part in (label.method, label.horizon, label.policy, str(label.samples), *label.assumes, NOTE):
        assert part in words
    assert all(sentence in words for sentence in reference_lines(label))
    assert "95 % lie in this band" in words
    telling = Telling(review, verified)
    for line in review.ledger.lines:
        assert telling.words(line)[1:] in words
    for title in ("The players", "What nobody could have changed", "What helped most", "Could we still have won?"):
        assert title in words
    assert words.count("Choices that counted") == review.ledger.n_seats


def test_the_graph_has_line_band_half_and_signs_in_both_sizes() -> None:
    review, verified = lost()
    telling = Telling(review, verified)
    track = track_of(review.ledger, telling.labels, telling.moment)
    assert track.marks
    for sheet in SHEETS:
        svg = drawing(track, telling.turns, sheet)
        assert [svg.count(f'class="{name}"') for name in ("line", "band", "half")] == [1, 1, 1]
        assert svg.count('class="sign') == len(track.marks)
        assert wins.summary(track) in svg
        assert svg.count('class="tick"') <= sheet.ticks
        xy = [tuple(map(float, one.split(","))) for one in re.findall(r'class="line" points="([^"]*)', svg)[0].split()]
        assert xy[0] == pytest.approx((sheet.left, sheet.y(track.values[0])), abs=0.06)
        assert xy[-1] == pytest.approx((sheet.width - sheet.right, sheet.y(track.values[-1])), abs=0.06)
        assert all(0 <= x <= sheet.width and 0 <= y <= sheet.height for x, y in xy)
        assert xy == sorted(xy, key=lambda point: point[0])
        centres = [float(y) for y in re.findall(r'cy="([\d.]+)"', svg)]
        assert all(sheet.top <= y <= sheet.height - sheet.bottom for y in centres)


def test_what_a_file_says_is_shown_and_never_run() -> None:
    head = f'{HEAD}seat 1: {HOSTILE}\nseat 2: "><img src=x onerror=y>\n_date: 2026-11-21 & later\n_title: {HOSTILE}\n'
    page, review = page_of(f"{head}{TEAMS}\nfacing 1 # {HOSTILE} <b>\n")
    assert len(review.ledger.lines) == 1
    read = Read(page)
    assert read.faults == []
    assert not {tag for tag, _ in read.tags} & {"script", "img"}
    assert read.words.count(HOSTILE) >= 4
    assert "2026-11-21 & later" in read.words
    assert f"{HOSTILE} <b>" in read.words
    assert not [a for _, attributes in read.tags for a in attributes if a.startswith("on")]


def test_nothing_is_told_that_the_file_does_not_say() -> None:
    """No date but that of the file, no path, and the same bytes each time."""
    page = html_report(*lost(), "lost-by-a-team.replay")
    assert page == lost_page()
    assert not re.search(r"\b20\d\d-\d\d", page)
    assert "replays/" not in page


def test_options_stand_under_their_words() -> None:
    words = Read(page_of(f"{HEAD}{TEAMS}option hero_loss_limit: 9\n\nfacing 1\n")[0]).words
    assert "Teams: aang,toph, Hero loss limit: 9" in words
    assert "hero_loss_limit" not in words


def test_a_game_that_is_not_over() -> None:
    page, review = page_of(f"{HEAD}{TEAMS}\nfacing 1\n")
    assert not review.ledger.finished
    read = Read(page)
    assert read.faults == []
    for part in ("How it came to this", "At the last line", "The game is not over.", "not finished", "The record ends"):
        assert part in read.words
    assert "Could we still have won?" not in read.words


def test_a_game_without_a_line() -> None:
    page, _ = page_of(f"{HEAD}{TEAMS}\n")
    read = Read(page)
    assert read.faults == []
    assert "The file has no lines yet" in read.words
    assert not [a for a in read.named("svg") if "drawing" in (a.get("class") or "")]
    assert "How these numbers come about" in read.words


def test_a_game_with_a_fault_says_how_far_it_goes() -> None:
    page, _ = page_of(f"{HEAD}{TEAMS}\nfacing 1\nnonsense <x>\n")
    read = Read(page)
    assert read.faults == []
    assert "The file has 1 fault on row 7" in read.words
    assert "reviewed up to the first fault" in read.words


def test_a_game_without_mistakes() -> None:
    class Faultless(Wandering):
        def follow(self) -> Any:
            walk = super().follow()
            walk._loss = lambda _n: Fraction(0)
            return walk

    text = (SAMPLES / "lost-by-a-team.replay").read_text(encoding="utf-8")
    page, review = page_of(text, valuation=Faultless)
    assert not review.mistakes
    read = Read(page)
    assert read.faults == []
    assert "No choice cost 2 points or more." in read.words
    assert "that counted cost" in read.words


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_of_opponents_without_rules_board_and_value_function() -> None:
    text = "replay: 1\ngame: coin-and-hand\nseats: 2\noption points: 2\n\ndraw sun; draw fox\n"
    page, review = page_of(text, valuation=lambda game: PlainValuation(game, playouts=4))
    read = Read(page)
    assert read.faults == []
    assert "V counts for the first seat" in read.words
    assert "V is a plain one" in read.words
    assert len(review.accounts) == 2


@pytest.mark.slow
def test_a_long_game_of_nothing_but_blunders_stays_small() -> None:
    """Made of words, nearly every choice is a blunder."""
    verified = verify(SAMPLES / "black-sun-by-balance.replay")
    review = review_of(verified, valuation=WrittenValue(verified.game))
    page = html_report(review, verified, "long.replay")
    assert len(review.ledger.lines) > 600
    assert len(review.mistakes) > MOST_IN_FULL
    assert sum(line.kind == SKILL for line in review.ledger.lines) > 300
    assert f"the {MOST_IN_FULL} that cost most" in page
    assert Read(page).faults == []
    assert len(page.encode()) < LONG


def test_it_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    review, verified = lost()
    target = tmp_path / "report.html"
    target.write_text("before")
    write_report(review, verified, target)
    assert target.read_text(encoding="utf-8") == lost_page()
    with pytest.raises(CannotStore):
        write_report(review, verified, tmp_path / "no" / "report.html")
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
