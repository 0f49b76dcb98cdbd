"""Measures the live page's speed in a real browser, and takes screenshots.

    python benchmarks/page/live.py GAME MANIFEST… [--python PYTHON] [--chromium PATH]
        [--seconds 40] [--stream FOLDER] [--shots FOLDER]

The program starts `companion referee GAME --page`, opens the page as a player would, and counts
the pictures that the browser draws. The camera is the simulated table, which renders ten pictures
per second itself. With `--stream FOLDER` it is a network camera that shows stored pictures, thirty
per second (`stream`). The buttons WHY?, PAUSE (twice) and UNDO are pressed. The package
`playwright` is required. `--python` is the interpreter with companion installed, if it is not this
one.
"""

from __future__ import annotations

import argparse
import itertools
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

COUNT = """() => {
  window.drawn = [];
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    window.drawn.push(performance.now());
    return draw.apply(this, all);
  };
}"""


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("game")
    ask.add_argument("manifest", nargs="+")
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    ask.add_argument("--seconds", type=float, default=40)
    ask.add_argument("--shots", type=Path)
    ask.add_argument("--stream", type=Path)
    given = ask.parse_args()
    camera, source = None, "virtual"
    if given.stream:
        show = [given.python, "-m", "benchmarks.page.stream", given.game, given.stream]
        camera = subprocess.Popen([*show, *given.manifest], stdout=subprocess.PIPE, text=True)
        source = camera.stdout.readline().strip()
    command = [given.python, "-m", "companion", "referee", given.game, "--source", source]
    command += ["--page", "--no-open", "--no-log", "--port", "0"]
    for manifest in given.manifest:
        command += ["-m", manifest]
    match = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        link = ""
        while not link and match.poll() is None:
            found = re.search(r"http\S+", match.stderr.readline())
            link = found[0] if found else ""
        watch(link, given)
    finally:
        match.terminate()
        match.wait(10)
        if camera is not None:
            camera.terminate()


def watch(link: str, given: argparse.Namespace) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
        page.goto(link)
        page.wait_for_selector("#light strong")
        page.evaluate(COUNT)
        begun = time.monotonic()
        captions: list[str] = []
        pressed = press(page)
        while time.monotonic() - begun < given.seconds:
            caption = page.inner_text("#caption")
            if not captions or captions[-1] != caption:
                captions.append(caption)
                if given.shots:
                    given.shots.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=given.shots / f"{given.game}-{len(captions):03}.png")
            time.sleep(0.1)
        drawn = page.evaluate("window.drawn")
        browser.close()
    gaps = [b - a for a, b in itertools.pairwise(drawn)]
    print(f"pictures drawn   {len(drawn)} in {given.seconds:.0f} s")
    if gaps:
        print(
            f"pictures a second {1000 * len(gaps) / sum(gaps):.1f}, gap p50 "
            f"{statistics.median(gaps):.0f} ms, worst {max(gaps):.0f} ms"
        )
    print(f"captions         {len(captions)}")
    print(f"buttons          {', '.join(f'{k}: {v}' for k, v in pressed.items())}")
    print(f"faults           {faults or 'none'}")


def press(page: Page) -> dict[str, str]:
    """Press each button; return the captions that follow."""
    answers = {}
    for name in ("WHY?", "PAUSE", "PAUSE", "UNDO"):
        page.wait_for_timeout(1200)
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_timeout(900)
        answers[f"{name}{len(answers)}"] = page.inner_text("#caption")[:60]
    return answers


if __name__ == "__main__":
    main()
