"""The page without a mouse, in a real browser: stops, arrows, and a focus that outlives a new view.

    python tests/benchmarks/page_keys.py [--python PYTHON] [--chromium PATH]

Exit code 1 if a step leads elsewhere than it should.  Needs the package `playwright`; `--python` is
the interpreter that has the companion, if it is another one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
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
"""The view that comes, the key that is pressed, and where that leads; "skip": anywhere."""


def walk(page: Page, child: subprocess.Popen[str]) -> list[str]:
    """Every step that leads elsewhere."""
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


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    told = ask.parse_args()
    child = subprocess.Popen(
        [told.python, "-m", "tests.benchmarks.page_views", "--serve", "yggdrasil"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    link = json.loads(child.stdout.readline())["table"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=told.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.set_default_timeout(60_000)
        page.goto(link)
        wrong = walk(page, child)
        page.emulate_media(reduced_motion="reduce")
        moving = page.evaluate(
            "getComputedStyle(document.getElementById('frame')).transitionDuration"
        )
        wrong += [] if moving == "0s" else [f"the frame still moves: {moving}"]
        browser.close()
    child.stdin.close()
    child.wait(60)
    print("\n".join(wrong) or f"{len(STEPS)} steps, all where they should be")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
