"""Screenshots of the live page during a match of simulated players, for `tools.make_pictures`.

    python tools/page_picture.py COMPANION-PYTHON FOLDER MANIFEST… [--film] [--chromium PATH]

The program needs the package `playwright`. It writes three pictures into FOLDER: a move and a
refusal on a computer, and the same match on a telephone in Japanese. With `--film`, it writes the
page's pictures until the first refusal is over instead: NUMBER-r.png during the refusal, else
NUMBER.png.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

EARLIEST = 12
"""Minimum number of cards on the field for a picture; an empty field shows little."""
PATIENCE_MS = 600_000
AFTERWARDS = 6
"""Number of pictures of a film after the refusal."""


def main() -> None:
    """Start a match, and take the pictures."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("python")
    ask.add_argument("folder", type=Path)
    ask.add_argument("manifest", nargs="+")
    ask.add_argument("--chromium")
    ask.add_argument("--film", action="store_true")
    given = ask.parse_args()
    command = [given.python, "-m", "companion", "referee", "yggdrasil", "--source", "virtual"]
    command += ["--name", "A=Hana", "--name", "B=Leo", "--seed", "3"]
    command += ["--page", "--no-open", "--no-log", "--port", "0"]
    for manifest in given.manifest:
        command += ["-m", manifest]
    match = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        link = next(found[0] for line in match.stderr if (found := re.search(r"http\S+", line)))
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
            (film if given.film else take)(browser, link, given.folder)
            browser.close()
    finally:
        match.terminate()
        match.wait(10)


def take(browser: Browser, link: str, folder: Path) -> None:
    """Wait for each view, and save its picture."""
    mailbox = opened(browser, link, (1280, 720), "en", "dark")
    hand = opened(browser, link, (390, 844), "ja", "light")
    seen = "() => Number(document.querySelector('#light small')?.textContent.match(/\\d+/)?.[0])"
    mailbox.wait_for_function(f"() => ({seen})() >= {EARLIEST}", timeout=PATIENCE_MS)
    refused = "document.querySelector('#refusal')?.getClientRects().length > 0"
    mailbox.wait_for_function(f"() => {refused}", timeout=PATIENCE_MS)
    mailbox.wait_for_timeout(1200)  # until the animation has ended
    mailbox.screenshot(path=folder / "refusal.png")
    mailbox.wait_for_function(f"() => !({refused})", timeout=PATIENCE_MS)
    mailbox.wait_for_timeout(1200)
    mailbox.screenshot(path=folder / "move.png")
    hand.screenshot(path=folder / "hand.png")


def film(browser: Browser, link: str, folder: Path) -> None:
    """Save a picture of the page whenever it may have changed, until a refusal is over."""
    page = opened(browser, link, (1120, 630), "en", "dark", scale=1)
    refused = "document.querySelector('#refusal')?.getClientRects().length > 0"
    number = after = 0
    begun = False
    while after < AFTERWARDS:
        now = bool(page.evaluate(refused))
        begun = begun or now
        after += begun and not now
        page.screenshot(path=folder / f"{number:05}{'-r' if now else ''}.png")
        number += 1
        page.wait_for_timeout(250)


def opened(
    browser: Browser, link: str, size: tuple[int, int], lang: str, scheme: str, scale: int = 2
) -> Page:
    """Open the page in a separate window, with `scale` device pixels per CSS pixel."""
    window = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=lang,
        color_scheme=scheme,
        device_scale_factor=scale,
    )
    page = window.new_page()
    page.goto(link)
    page.wait_for_selector("#light strong", timeout=PATIENCE_MS)
    return page


if __name__ == "__main__":
    main()
