"""Checks the page by keyboard in a real browser: tab stops, arrow keys, and persistent focus.

It then checks a drawn table, where the match is played on the page. A pressed button must keep the
focus when it is drawn again, labels of cards must follow the language, and the enlarged card must
hide no status.

    python benchmarks/page/keys.py [--python PYTHON] [--chromium PATH]

The exit code is 1 if a step has a wrong result. The package `playwright` is required. `--python`
is the interpreter with companion installed, if it is not this one.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
WHERE = """() => {
  const at = document.activeElement;
  return at.dataset?.cell || at.dataset?.entry || at.id || at.textContent;
}"""
STEPS = (
    ("referee", "Tab", "skip"),
    ("", "Tab", "a5"),
    ("", "ArrowDown", "a4"),
    ("", "ArrowDown", "a3"),
    ("", "ArrowRight", "b3"),
    ("refusal", "", "b3"),
    ("", "Tab", ""),
    ("referee", "l", "27"),
    ("", "ArrowDown", "26"),
    ("step", "", "skip"),
    ("referee", "/", "search"),
    ("", "Escape", "skip"),
)
"""The view to show, the key to press, and the expected focus; "" and "skip" allow any focus."""


def walk(page: Page, child: subprocess.Popen[str]) -> list[str]:
    """Walk through all steps; return every one with a wrong result."""
    wrong = []
    for view, key, goal in STEPS:
        if view:
            child.stdin.write(f"{view}\n")
            child.stdin.flush()
            child.stdout.readline()
            page.wait_for_selector(f'body[data-screen="{view}"]', state="attached")
            page.wait_for_timeout(400)
        if key:
            page.keyboard.press(key)
            page.wait_for_timeout(200)
        at = page.evaluate(WHERE)
        if goal not in ("", "skip") and at != goal:
            wrong.append(f"{view} {key}: {at!r} instead of {goal!r}")
    return wrong


KEPT = (
    ('[data-keep^="hand/"]', "Enter"),
    ('[data-keep^="hand/"]', "Enter"),
    ('[data-keep="box"]', "Enter"),
    ('[data-keep="box"]', "Enter"),
    ('[data-keep="menu"]', "Escape"),
    ('[data-keep="menu"]', "lang/ja"),
    ('[data-keep="menu"]', "lang/en"),
    ('[data-keep="lay"]', "Enter"),
)
"""Elements to press on the drawn table, and how: an opened sheet is closed by a key or by choosing
a language.
"""
FOCUS = "() => document.activeElement.dataset?.keep ?? document.activeElement.dataset?.n ?? ''"
PAPERS = "() => [...document.querySelectorAll('.paper')].map((n) => n.getAttribute('aria-label'))"
HIDDEN = """() => {
  const box = (id) => document.querySelector(id).getBoundingClientRect();
  const a = box("#zoom");
  const kept = ["#light", "#now", "#verdict", "#hands .lay .big"];
  return kept.filter((id) => document.querySelector(id)).filter((id) => {
    const b = box(id);
    return a.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
}"""


def press(page: Page, wanted: str, how: str) -> str:
    """Press one element; return a fault if it lost the focus, otherwise ""."""
    page.focus(wanted)
    name = page.evaluate(FOCUS)
    page.keyboard.press("Enter")
    page.wait_for_timeout(900)
    if how.startswith("lang/"):
        page.focus(f'#sheet [data-keep="{how}"]')
    if how != "Enter" or name == "menu":
        page.keyboard.press("Escape" if how == "Escape" else "Enter")
        page.wait_for_timeout(1500)
    at = page.evaluate(FOCUS)
    return "" if at == name else f"{how} at {name}: {at!r} instead of {name!r}"


def by_hand(page: Page) -> list[str]:
    """Return the faults at a drawn table, where the match is played on the page."""
    page.wait_for_selector('body[data-screen="referee"]', state="attached")
    page.wait_for_selector("#hands .hand.acts")
    page.wait_for_timeout(1500)
    wrong = [press(page, *step) for step in KEPT[:6]]
    labels = page.evaluate(PAPERS)
    wrong += [f"not Japanese: {label}" for label in labels if re.search(r"[A-Za-z]{2}|[.]", label)]
    wrong += [press(page, *step) for step in KEPT[6:]]
    page.focus(".hand.acts .backs")
    page.keyboard.press("Enter")
    page.focus(".hand.acts .held")
    for key in ("Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
        page.wait_for_timeout(1500)
        wrong += [
            f"hidden by the card that is shown large: {each}" for each in page.evaluate(HIDDEN)
        ]
    if not page.evaluate(FOCUS).isdecimal():
        wrong.append("a card that was laid by keys has lost the focus")
    return [each for each in wrong if each]


def at_the_mouse(python: str, page: Page) -> list[str]:
    command = [python, "-m", "companion", "referee", "yggdrasil", "--source", "mouse", "--page"]
    command += ["--no-open", "--no-log", "--port", "0"]
    match = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        link = None
        while link is None and match.poll() is None:
            link = re.search(r"http\S+", match.stderr.readline())
        page.goto(link[0])
        return by_hand(page)
    finally:
        match.terminate()
        with suppress(subprocess.TimeoutExpired):
            match.wait(10)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    given = ask.parse_args()
    child = subprocess.Popen(
        [given.python, "-m", "benchmarks.page.views", "--serve", "yggdrasil"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    link = json.loads(child.stdout.readline())["table"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.set_default_timeout(60_000)
        page.goto(link)
        wrong = walk(page, child)
        page.emulate_media(reduced_motion="reduce")
        moving = page.evaluate(
            "getComputedStyle(document.getElementById('frame')).transitionDuration"
        )
        wrong += [] if moving == "0s" else [f"the frame still moves: {moving}"]
        small = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-GB")
        small.set_default_timeout(60_000)
        wrong += at_the_mouse(given.python, small)
        browser.close()
    child.stdin.close()
    child.wait(60)
    print("\n".join(wrong) or f"{len(STEPS) + len(KEPT) + 3} steps, all where they should be")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
