"""Plays the tutorials by mouse on the page, in a real browser, with a picture of each step.

    python benchmarks/page/lesson.py [GAME …] [--python PYTHON] [--chromium PATH] [--lang en]
        [--size 1366x768] [--shots FOLDER] [--folder FOLDER] [--help-only]

The program starts `companion referee GAME --tutorial`, does what the page asks for, and reports
each step and its time. With `--help-only`, it presses "Do it for me" instead. The package
`playwright` is required.
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

from playwright.sync_api import Browser, sync_playwright

from benchmarks.page.play import GAMES, Visitor

_MOST_S = 60


class Learner(Visitor):
    """A simulated learner, who does what the page asks for."""

    @property
    def lesson(self) -> dict[str, object]:
        return self.view.get("lesson") or {}

    def ready(self) -> bool:
        return self.lesson.get("stage") in ("task", "learnt", "off_script")

    def act(self) -> None:
        """Use whatever glows: drag the card, or press buttons and cells one after the other."""
        wants = self.lesson["wants"]
        if ":" in wants["action"]:
            self.order(wants["action"])
            return
        held = self.page.query_selector_all(".held.taught")
        buttons = self.page.query_selector_all("#lesson .taught, .dice .taught, #may .taught")
        if held and wants["cells"]:
            self.drag(int(held[0].get_attribute("data-n")), wants["cells"][0])
        elif buttons:
            buttons[0].click()
        elif wants["cells"]:
            self.page.dblclick(f"[data-spot='{wants['cells'][0]}']", force=True)
        else:
            print("   (nothing glows: helped)")
            self.page.click("[data-keep='lesson/help']")

    def order(self, action: str) -> None:
        """Give an order part by part: a card of the hand, cells on the board, buttons."""
        begun = False
        for _ in range(8):
            if (self.lesson.get("wants") or {}).get("action") != action:
                return
            aims = self.page.query_selector_all(".aim.taught")
            if not begun and (held := self.page.query_selector(".held.taught")):
                held.click()
            elif aims:
                best = max(aims, key=lambda node: len(node.get_attribute("data-keep")))
                best.dispatch_event("click")
            elif button := self.page.query_selector("#may .taught"):
                button.click()
            begun = True
            self.page.wait_for_timeout(600)
            self.shot(f"order-{time.time():.0f}")


def learn(browser: Browser, link: str, game: str, given: argparse.Namespace) -> None:
    learner = Learner(browser, link, given)
    width, height = map(int, given.size.split("x"))
    learner.page.set_viewport_size({"width": width, "height": height})
    if given.lang != "en":
        learner.page.evaluate(f"localStorage.setItem('companion.lang', '{given.lang}')")
        learner.page.reload()
        learner.wait(lambda: learner.view.get("lang") == given.lang, 20)
    number = 0
    while True:
        begun = time.monotonic()
        if learner.wait(learner.ready, _MOST_S) is None:
            print(f"  STUCK: {learner.view['screen']} {learner.view['caption']['text']}")
            learner.shot(f"{game}-{given.lang}-stuck")
            break
        learner.page.wait_for_timeout(700)
        lesson, waited = learner.lesson, time.monotonic() - begun
        number += 1
        learner.shot(f"{game}-{given.lang}-{number:02}")
        step, stage, text, task = (lesson[key] for key in ("step", "stage", "text", "task"))
        print(f"  {step} {stage} {waited:.1f} s\n     {text}\n     → {task}")
        if stage != "task":
            break
        if given.help_only:
            learner.page.click("[data-keep='lesson/help']")
        else:
            learner.act()
        action = lesson["wants"]["action"]

        def gone(action: str = action) -> bool:
            return (learner.lesson.get("wants") or {}).get("action") != action

        if learner.wait(gone, 15) is None:
            print(f"  REFUSED: {learner.view['screen']} {learner.view['caption']['text']}")
            learner.shot(f"{game}-{given.lang}-{number:02}-refused")
            learner.page.click("[data-keep='lesson/help']")
            learner.wait(gone, 15)
        learner.page.wait_for_timeout(2500)
        learner.shot(f"{game}-{given.lang}-{number:02}-watch")
    print(f"  faults: {learner.faults or 'none'}")
    learner.page.close()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("games", nargs="*", default=GAMES)
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    ask.add_argument("--lang", default="en")
    ask.add_argument("--size", default="1366x768")
    ask.add_argument("--help-only", action="store_true")
    ask.add_argument("--shots", type=Path)
    ask.add_argument("--folder", type=Path, default=Path())
    given = ask.parse_args()
    given.voice = given.speaker = False
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        for game in given.games:
            command = [given.python, "-m", "companion", "referee", game, "--tutorial"]
            command += ["--page", "--no-open", "--port", "0", "--lang", given.lang]
            match = subprocess.Popen(
                command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                cwd=given.folder,
            )  # fmt: skip
            try:
                link = ""
                while not link and match.poll() is None:
                    line = match.stderr.readline()
                    found = re.search(r"http\S+", line)
                    link = found[0] if found else ""
                print(game, link)
                threading.Thread(target=match.stderr.read, daemon=True).start()
                if link:
                    learn(browser, link, game, given)
            finally:
                match.terminate()
                match.wait(20)


if __name__ == "__main__":
    main()
