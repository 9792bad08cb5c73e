"""The player aid in a real browser: whatever a learner gets wrong, it prints on one sheet."""

import re
from random import Random
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.lessons.learner.aid import as_html, make_aid
from rising_tutor.lessons.learner.facts import Attempt, Header

AT = "2026-11-21T18:00:00Z"
RULES = [rule.id for rule in catalogues.load("fire-nation-rising").rules]
LONG = "W" * 40


def shuffled(seed: int) -> list[str]:
    return Random(seed).sample(RULES, len(RULES))


@pytest.mark.browser
@pytest.mark.parametrize(
    "wrong",
    [[], ["FNR-414"], RULES, sorted(RULES, key=len), shuffled(1)[:25], shuffled(2)[:40], shuffled(3), [*RULES, "ZZ-1"]],
    ids=["empty", "one", "all", "by length", "25", "40", "all shuffled", "with an unknown one"],
)
def test_it_prints_on_one_sheet(browser: Any, wrong: list[str]) -> None:
    facts = [Attempt(AT, f"spot:{rule}", (rule,), "wrong") for rule in wrong]
    # Rules that were missed at the same time come in the order of their ids: misses make another order.
    facts += [fact for n, fact in enumerate(facts[::2]) for _ in range(n % 3)]
    text = as_html(make_aid(Header(LONG, "fire-nation-rising", AT), facts))
    page = browser.new_page()
    try:
        page.set_content(text)
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    finally:
        page.close()
    assert sheets == 1
    assert overflow <= 0
