"""Plays every game by mouse on the page, in a real browser, from a bare mat.

    python benchmarks/page/play.py [GAME …] [--python PYTHON] [--chromium PATH]
        [--plies 6] [--seed 1] [--voice | --speaker] [--shots FOLDER] [--folder FOLDER]
        [--sizes 390,hd] [--lang en] [--theme dark]

The program starts `companion referee GAME --source mouse`, which prints missing sheets into
FOLDER/out. When the table is set up, it acts like a player: it drags the active
seat's cards onto places that the page offers, presses offered declarations, and rolls the dice.
Refused actions are undone with a button. It prints the times from dropping a card until the camera
had read the card, the verdict was on the page, and the first sound was played (`probe`). It also
prints the browser's error messages. The package `playwright` is required. `--python` is the
interpreter with companion installed, if it is not this one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.page.measure import SIZES
from benchmarks.page.probe import PROBE, REARM, SPEAKER, VOICE, measured

GAMES = ("yggdrasil", "stratosphere", "jiguan", "dicebattle", "spherion")
MIDDLE = """cell => {
  const r = document.querySelector(`[data-spot="${cell}"]`).getBoundingClientRect();
  return [r.x + r.width / 2, r.y + r.height / 2];
}"""
HELD = """n => {
  const node = document.querySelector(`.held[data-n="${n}"]`);
  node.scrollIntoView({ block: "nearest" });
  const r = node.getBoundingClientRect();
  return [r.x + r.width / 2, r.y + r.height / 2];
}"""


class Visitor:
    """A simulated player at the page, who also receives the messages of its socket."""

    def __init__(self, browser: Browser, link: str, given: argparse.Namespace) -> None:
        width, height = SIZES["hd"]
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": height},
            locale=given.lang,
            color_scheme=given.theme,
        )
        self.shots, self.sizes, self.faults = given.shots, given.sizes.split(","), []
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.read: frozenset[str] = frozenset()
        self.found: list[dict[str, float]] = []
        self.page.add_init_script(PROBE)
        if given.voice or given.speaker:
            self.page.add_init_script(VOICE if given.voice else SPEAKER)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("websocket", lambda line: line.on("framereceived", self.receive))
        self.page.goto(link)
        self.wait(lambda: bool(self.view) and bool(self.table), 90)

    def receive(self, payload: str | bytes) -> None:
        if isinstance(payload, bytes):
            return
        message = json.loads(payload)
        if "view" in message:
            self.view = message
        elif "eyes" in message:
            self.read = frozenset(message["read"])
        elif "play" in message:
            self.table = message

    def wait(self, done: Callable[[], bool], seconds: float) -> float | None:
        """Wait until `done`; return the seconds it took, or None after `seconds`."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if done():
                return time.monotonic() - begun
            self.page.wait_for_timeout(15)
        return None

    def answered(self, before: int, seconds: float = 8) -> float | None:
        return self.wait(lambda: self.view["caption"]["n"] != before, seconds)

    def shot(self, name: str) -> None:
        if self.shots:
            self.shots.mkdir(parents=True, exist_ok=True)
            for size in (*self.sizes, "hd"):
                width, height = SIZES[size]
                self.page.set_viewport_size({"width": width, "height": height})
                self.page.wait_for_timeout(300)
                if size in self.sizes:
                    self.page.screenshot(path=self.shots / f"{name}-{size}.png")

    def press(self, button: str) -> float | None:
        before = self.view["caption"]["n"]
        self.page.click(button)
        return self.answered(before)

    def drag(self, number: int, cell: str) -> None:
        mouse, before = self.page.mouse, self.view["caption"]["n"]
        while self.page.locator("#hands .backs").count():
            self.page.locator("#hands .backs").first.click()
        self.page.evaluate(REARM, "" if cell in self.read else cell)
        x, y = self.page.evaluate(HELD, number)
        mouse.move(x, y)
        mouse.down()
        goal = self.page.evaluate(MIDDLE, cell)
        for i in range(1, 11):
            mouse.move(x + (goal[0] - x) * i / 10, y + (goal[1] - y) * i / 10)
            self.page.wait_for_timeout(30)
        mouse.up()
        self.wait(lambda: cell in self.read, 8)
        self.answered(before)
        self.page.wait_for_timeout(200)
        self.found.append(self.page.evaluate("window.measured"))


def choose(visitor: Visitor, rng: random.Random) -> str:
    """Do one action that the page offers; return its description."""
    view, table = visitor.view, visitor.table
    if view["screen"] in ("refusal", "step", "fault"):
        visitor.press("#hands .lay button")
        return "put right"
    words = [i for i, each in enumerate(view["sayings"]) if " place " not in each["action"]]
    hands = {hand["seat"]: hand["cards"] for hand in table["hands"]}
    placements = [
        (may["seat"], cell)
        for may in view["may"]
        for cell in may["cells"]
        if may["verb"] == "place" and hands.get(may["seat"])
    ]
    if placements and (not words or rng.random() < 0.7):
        seat, cell = rng.choice(placements)
        card = rng.choice(hands[seat])
        visitor.drag(card["n"], cell)
        return f"{seat}: {card['name']} on {cell}"
    if words:
        at = rng.randrange(len(words))
        text = view["sayings"][words[at]]["text"]
        visitor.press(f"#may .choices button >> nth={at}")
        return f"said: {text}"
    if view["now"].get("throw"):
        visitor.press("#hands .dice button")
        return "rolled"
    held = [(seat, card) for seat, cards in hands.items() for card in cards]
    bare = [c["id"] for c in view["board"]["cells"] if not c.get("loose") and not c.get("card")]
    if not held or not bare:
        visitor.page.wait_for_timeout(500)
        return "waited"
    (seat, card), cell = rng.choice(held), rng.choice(bare)
    visitor.drag(card["n"], cell)
    return f"{seat}: {card['name']} on {cell}, unasked"


def play(browser: Browser, link: str, game: str, given: argparse.Namespace) -> None:
    visitor = Visitor(browser, link, given)
    visitor.shot(f"{game}-0")
    waited = visitor.wait(lambda: visitor.view["screen"] != "set_up", 60)
    rng = random.Random(given.seed)
    print(f"{game}: set up and ready in {waited:.1f} s" if waited else f"{game}: NOT READY")
    for number in range(1, given.plies + 1):
        done = choose(visitor, rng)
        visitor.page.wait_for_timeout(300)
        state, text = visitor.view["light"]["state"], visitor.view["caption"]["text"]
        print(f"  {done:44} {state:8} {text[:90]}")
        visitor.shot(f"{game}-{number}")
    print("\n".join(measured(visitor.found)))
    print(f"  faults: {visitor.faults or 'none'}")
    visitor.page.close()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("games", nargs="*", default=GAMES)
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    ask.add_argument("--plies", type=int, default=6)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--voice", action="store_true", help="pretend that the browser has voices")
    ask.add_argument(
        "--speaker", action="store_true", help="the computer's own voices, in a window on a screen"
    )
    ask.add_argument("--shots", type=Path)
    ask.add_argument("--sizes", default="hd", help="of the pictures in SHOTS")
    ask.add_argument("--lang", default="en")
    ask.add_argument("--theme", default="dark")
    ask.add_argument("--folder", type=Path, default=Path())
    given = ask.parse_args()
    with sync_playwright() as player:
        # without this option, Chromium has no voices on Linux
        own = ["--enable-speech-dispatcher"] if given.speaker else []
        browser = player.chromium.launch(
            executable_path=given.chromium, headless=not given.speaker, args=["--no-sandbox", *own]
        )
        for game in given.games:
            command = [given.python, "-m", "companion", "referee", game, "--source", "mouse"]
            command += ["--page", "--no-open", "--no-log", "--port", "0"]
            match = subprocess.Popen(
                command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                cwd=given.folder,
            )  # fmt: skip
            try:
                link = ""
                while not link and match.poll() is None:
                    found = re.search(r"http\S+", match.stderr.readline())
                    link = found[0] if found else ""
                play(browser, link, game, given)
            finally:
                match.terminate()
                match.wait(10)
        browser.close()


if __name__ == "__main__":
    main()
