"""The playback bar and a kernel that answers when it likes: in the end bar and table stand where the person went."""

from typing import Any

import pytest

from rising_tutor.ui.components.playback_bar import PlaybackBar

PLAY = """async ([source, seed]) => {
  const { default: bar } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const facts = { n: 9, at: 0, game: 1, units: ["action"], stops: {}, labels: [[0, "setup"]], marks: [], jumps: [] };
  const heard = {}, answers = [];
  const model = {
    get: (name) => facts[name],
    on: (names, call) => names.split(" ").forEach((name) => (heard[name] ||= []).push(call)),
    off: () => {},
    // A kernel answers in order: first what changed, then that it is done, and between the two a person can move.
    send: ({ go, ask }) => answers.push(
      () => { if (facts.at !== go) { facts.at = go; heard["change:at"].forEach((call) => call()); } },
      () => heard["msg:custom"].forEach((call) => call({ ask, asked: go, shown: facts.at })),
    ),
  };
  const root = document.body.appendChild(document.createElement("div"));
  bar.render({ model, el: root });
  const range = root.querySelector("input[type=range]");
  let state = seed, wanted = 0;
  const any = (n) => { state = (state * 48271) % 2147483647; return state % n; };
  for (let step = 0; step < 60; step += 1) {
    if (any(2) && answers.length) { answers.shift()(); continue; }
    wanted = [2, 5, 9][any(3)];
    range.value = String(wanted);
    range.dispatchEvent(new Event("input"));
    if (Number(range.value) !== wanted) return [seed, "at once", wanted, range.value];
  }
  while (answers.length) answers.shift()();
  return [seed, Number(range.value) - wanted, facts.at - wanted];
}"""


@pytest.mark.browser
def test_a_late_answer_never_moves_the_bar_from_where_the_person_went(page: Any) -> None:
    page.goto("about:blank")
    for seed in range(1, 60):
        assert page.evaluate(PLAY, [str(PlaybackBar._esm), seed]) == [seed, 0, 0]


SILENT = """async (source) => {
  const { default: bar } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const labels = [[0, "setup"], [3, "turn 1"]];
  const facts = { n: 9, at: 2, game: 1, units: ["action"], stops: {}, labels, marks: [], jumps: [] };
  const model = { get: (name) => facts[name], on: () => {}, off: () => {}, send: () => {} };
  const root = document.body.appendChild(document.createElement("div"));
  bar.render({ model, el: root });
  const range = root.querySelector("input[type=range]");
  const said = () => root.querySelector(".rt-bar__pos").textContent;
  const shows = () => [said(), range.value, range.getAttribute("aria-valuetext")].join("|");
  const before = shows();
  for (const name of ["next", "last"]) root.querySelector(`[data-bar=${name}]`).click();
  const pressed = shows();
  range.value = "7";
  range.dispatchEvent(new Event("input"));
  const dragged = [said(), range.value].join("|");
  dispatchEvent(new CustomEvent("rt-lost", { detail: document.body }));
  return [before, pressed, dragged, shows()];
}"""


@pytest.mark.browser
def test_without_an_answer_the_bar_says_nothing_new_and_a_lost_kernel_takes_the_handle_back(page: Any) -> None:
    page.goto("about:blank")
    before, pressed, dragged, lost = page.evaluate(SILENT, str(PlaybackBar._esm))
    assert before == "setup · action 2 of 9|2|setup, action 2 of 9"
    assert pressed == before
    assert dragged == "setup · action 2 of 9|7"
    assert lost == before
