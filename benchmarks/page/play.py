"""Every game played by mouse on the page, in a real browser, from a bare mat.

    python benchmarks/page/play.py [GAME …] [--python PYTHON] [--chromium PATH]
        [--plies 6] [--seed 1] [--voice | --speaker] [--shots FOLDER] [--folder FOLDER]

Starts `companion referee GAME --source mouse`, which prints what is missing into FOLDER/out, lets
the table be laid by its button and then does what a visitor would: drags a card of whoever is to
move onto a place the page names, presses what is offered to be said, rolls the dice; whatever is
refused is put right by the button.  Tells how long after a card was let go the camera had read it,
the verdict stood on the page and the first sound was heard (`page_probe`), and what the browser
complained of.  Needs `playwright`; `--python` is the interpreter that has the companion, if it is
another one.
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

from benchmarks.page.probe import PROBE, REARM, SPEAKER, VOICE
from benchmarks.page.probe import told as measured

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
    """Somebody before the page, who hears what its socket says."""

    def __init__(self, browser: Browser, link: str, told: argparse.Namespace) -> None:
        self.page: Page = browser.new_page(viewport={"width": 1920, "height": 1080})
        self.shots, self.faults = told.shots, []
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.read: frozenset[str] = frozenset()
        self.found: list[dict[str, float]] = []
        self.page.add_init_script(PROBE)
        if told.voice or told.speaker:
            self.page.add_init_script(VOICE if told.voice else SPEAKER)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("websocket", lambda line: line.on("framereceived", self.hear))
        self.page.goto(link)
        self.wait(lambda: bool(self.view) and bool(self.table), 90)

    def hear(self, payload: str | bytes) -> None:
        if isinstance(payload, bytes):
            return
        told = json.loads(payload)
        if "view" in told:
            self.view = told
        elif "eyes" in told:
            self.read = frozenset(told["read"])
        elif "play" in told:
            self.table = told

    def wait(self, done: Callable[[], bool], seconds: float) -> float | None:
        """How long it took until `done`, None if it did not come to that."""
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
            self.page.screenshot(path=self.shots / f"{name}.png")

    def press(self, button: str) -> float | None:
        before = self.view["caption"]["n"]
        self.page.click(button)
        return self.answered(before)

    def drag(self, number: int, cell: str) -> None:
        mouse, before = self.page.mouse, self.view["caption"]["n"]
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
    """One thing a visitor may do now; what it was."""
    view, table = visitor.view, visitor.table
    if view["screen"] in ("refusal", "step", "fault"):
        visitor.press("#hands .lay button")
        return "put right"
    words = [i for i, each in enumerate(view["sayings"]) if " place " not in each["action"]]
    hands = {hand["seat"]: hand["cards"] for hand in table["hands"]}
    lays = [
        (may["seat"], cell)
        for may in view["may"]
        for cell in may["cells"]
        if may["verb"] == "place" and hands.get(may["seat"])
    ]
    if lays and (not words or rng.random() < 0.7):
        seat, cell = rng.choice(lays)
        card = rng.choice(hands[seat])
        visitor.drag(card["n"], cell)
        return f"{seat}: {card['name']} on {cell}"
    if words:
        at = rng.randrange(len(words))
        text = view["sayings"][words[at]]["text"]
        visitor.press(f"#may .choices button >> nth={at}")
        return f"said: {text}"
    if table["dice"] and not view["now"]["seats"]:
        visitor.press(f"#hands .dice button >> nth={rng.randrange(len(table['dice']))}")
        return "rolled"
    held = [(seat, card) for seat, cards in hands.items() for card in cards]
    bare = [c["id"] for c in view["board"]["cells"] if not c.get("loose") and not c.get("card")]
    if not held or not bare:
        visitor.page.wait_for_timeout(500)
        return "waited"
    (seat, card), cell = rng.choice(held), rng.choice(bare)
    visitor.drag(card["n"], cell)
    return f"{seat}: {card['name']} on {cell}, unasked"


def play(browser: Browser, link: str, game: str, told: argparse.Namespace) -> None:
    visitor = Visitor(browser, link, told)
    visitor.shot(f"{game}-0")
    visitor.page.click("#hands .lay button")
    laid = visitor.wait(lambda: visitor.view["screen"] != "set_up", 60)
    rng = random.Random(told.seed)
    print(f"{game}: laid and ready in {laid:.1f} s" if laid else f"{game}: NOT READY")
    for number in range(1, told.plies + 1):
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
    ask.add_argument("--folder", type=Path, default=Path())
    told = ask.parse_args()
    with sync_playwright() as player:
        own = ["--enable-speech-dispatcher"] if told.speaker else []  # else Linux has no voices
        browser = player.chromium.launch(
            executable_path=told.chromium, headless=not told.speaker, args=["--no-sandbox", *own]
        )
        for game in told.games:
            command = [told.python, "-m", "companion", "referee", game, "--source", "mouse"]
            command += ["--page", "--no-open", "--no-log", "--port", "0"]
            match = subprocess.Popen(
                command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                cwd=told.folder,
            )  # fmt: skip
            try:
                link = ""
                while not link and match.poll() is None:
                    found = re.search(r"http\S+", match.stderr.readline())
                    link = found[0] if found else ""
                play(browser, link, game, told)
            finally:
                match.terminate()
                match.wait(10)
        browser.close()


if __name__ == "__main__":
    main()
