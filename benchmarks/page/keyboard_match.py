"""Plays a whole match of Ji Guan on the page by keyboard alone: Tab, Enter and arrow keys.

    python benchmarks/page/keyboard_match.py [--python PYTHON] [--chromium PATH] [--seconds 240]

The exit code is 1 if an element could not be reached with Tab, or the match did not end in time.
The package `playwright` is required. `--python` is the interpreter with companion installed, if it
is not this one.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Page, sync_playwright

from benchmarks.page.keys import ROOT

MOST_TABS = 150
SETTLED_MS = 3500
BUTTON = re.compile(r"flip/|say/. (pass|ready)")


class KeyboardPlayer:
    """A player who touches no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.missed: list[str] = []
        self.placed: set[str] = set()

    def press(self, wanted: str) -> None:
        """Walk to an element with Tab, and press it."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("(css) => document.activeElement?.matches(css)", wanted):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        self.missed.append(wanted)

    def act(self) -> str:
        """Press an offered button, or place a beast for a seat that has not done so."""
        names = [b.get_attribute("data-keep") for b in self.page.query_selector_all("#may button")]
        button = next((name for name in names if BUTTON.match(name or "")), None)
        if button:
            self.placed.clear()
            self.press(f'[data-keep="{button}"]')
            return button
        for hand in self.page.query_selector_all(".hand.acts"):
            seat = hand.get_attribute("data-hand")
            beast = hand.query_selector('.held[aria-label*="rank"]')
            if beast and seat not in self.placed:
                self.placed.add(seat)
                self.press(f'.held[data-n="{beast.get_attribute("data-n")}"]')
                for key in ("ArrowDown", "Enter"):  # the first arrow leads to a lit cell
                    self.page.wait_for_timeout(500)
                    self.page.keyboard.press(key)
                return f"{seat} places a beast"
        self.placed.clear()
        return "waited"


def play(page: Page, seconds: float) -> bool:
    """Play until the match is over; return False if it was not over in time."""
    player, begun = KeyboardPlayer(page), time.monotonic()
    player.press("[data-keep=sides]")
    while page.get_attribute("body", "data-screen") != "ended":
        if player.missed or time.monotonic() - begun > seconds:
            print(f"not over; not reached with Tab: {player.missed or 'nothing'}")
            return False
        done = player.act()
        page.wait_for_timeout(SETTLED_MS)
        print(f"{done:24} {page.inner_text('#verdict .what')}")
    return True


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    ask.add_argument("--seconds", type=float, default=240)
    given = ask.parse_args()
    command = [given.python, "-m", "companion", "referee", "jiguan", "--source", "mouse", "--page"]
    command += ["--no-open", "--no-log", "--port", "0"]
    match = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        link = None
        while link is None and match.poll() is None:
            link = re.search(r"http\S+", match.stderr.readline())
        threading.Thread(target=match.stderr.read, daemon=True).start()
        with sync_playwright() as player:
            browser = player.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-GB")
            page.set_default_timeout(60_000)
            page.goto(link[0])
            page.wait_for_selector("[data-keep=sides]")
            over = play(page, given.seconds)
            browser.close()
    finally:
        match.terminate()
        match.wait(20)
    sys.exit(0 if over else 1)


if __name__ == "__main__":
    main()
