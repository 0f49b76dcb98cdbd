"""Shows and measures every view of the live page in a real browser.

    python benchmarks/page/views.py [--python PYTHON] [--chromium PATH] [--out FOLDER]
        [--games yggdrasil,spherion] [--langs en,ja,zh-Hant] [--themes dark,light]
        [--sizes 320,hd,4k] [--views referee,refusal,…]

Positions come from seeded play without a camera; a drawn mat replaces its picture. A screenshot of
each view is stored in FOLDER. Faults found by `measure` and the browser's error messages are
printed. The package `playwright` is required. `--python` is the interpreter with companion
installed, if it is not this one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.page.measure import MEASURE, SIZES

VIEWS = (
    "coach",
    "set_up",
    "referee",
    "decided",
    "refusal",
    "why",
    "later",
    "question",
    "consent",
    "step",
    "fault",
    "trouble",
    "paused",
    "ended",
    "over",
    "spectator",
    "spectator:set_up",
    "seat",
    *(
        "mouse:referee",
        "mouse:decided",
        "mouse:refusal",
        "mouse:why",
        "mouse:later",
        "mouse:step",
        "mouse:resumed",
        "mouse:fault",
        "mouse:ended",
        "mouse:over",
    ),
)
"""Views to show; the prefix `mouse:` means a drawn table, `spectator:` a guest's page."""


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--chromium")
    ask.add_argument("--out", type=Path, default=Path("out/page"))
    ask.add_argument("--games", default="yggdrasil,spherion,stratosphere,dicebattle,jiguan")
    ask.add_argument("--langs", default="en,ja,zh-Hant")
    ask.add_argument("--themes", default="dark,light")
    ask.add_argument("--sizes", default="320,hd,4k")
    ask.add_argument("--views", default=",".join(VIEWS))
    ask.add_argument("--serve", help=argparse.SUPPRESS)
    given = ask.parse_args()
    if given.serve:
        from benchmarks.page.moments import serve

        serve(given.serve)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    faults, seen = [], 0
    for game in given.games.split(","):
        found, count = look(game, given)
        faults += found
        seen += count
    print(f"{seen} views looked at, {len(faults)} faults; pictures in {given.out}")
    for fault in faults:
        print(f"  {fault}")
    sys.exit(1 if faults else 0)


def look(game: str, given: argparse.Namespace) -> tuple[list[str], int]:
    from playwright.sync_api import sync_playwright

    child = subprocess.Popen(
        [given.python, "-m", "benchmarks.page.views", "--serve", game],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    links = json.loads(child.stdout.readline())
    faults: list[str] = []
    seen = 0
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        for lang in given.langs.split(","):
            for theme in given.themes.split(","):
                for size in given.sizes.split(","):
                    width, height = SIZES[size]
                    pages = {}
                    child.stdin.write("referee\n")  # resets the state of the previous page
                    child.stdin.flush()
                    child.stdout.readline()
                    errors: list[str] = []
                    for who in ("table", "spectator", "seat", "mouse"):
                        page = browser.new_context(
                            viewport={"width": width, "height": height},
                            locale=lang,
                            color_scheme=theme,
                        ).new_page()
                        page.set_default_timeout(180_000)  # long enough for a busy machine
                        page.on("pageerror", lambda e, s=errors: s.append(str(e)))
                        page.on(
                            "console",
                            lambda m, s=errors: s.append(m.text) if m.type == "error" else None,
                        )
                        if who in links:
                            page.goto(links[who])
                        pages[who] = page
                    for view in given.views.split(","):
                        child.stdin.write(f"{view}\n")
                        child.stdin.flush()
                        answer = child.stdout.readline().strip()
                        if answer == "none":
                            continue
                        page = pages.get(view.partition(":")[0], pages["table"])
                        if answer != "shown":
                            page.goto("about:blank")
                            page.goto(answer)
                            page.wait_for_selector("body [data-cell]", state="attached")
                        page.wait_for_timeout(400)
                        name = f"{game}-{view.replace(':', '_')}-{lang}-{theme}-{size}"
                        page.screenshot(path=given.out / f"{name}.png")
                        seen += 1
                        found = page.evaluate(MEASURE)
                        wrong = {k: v for k, v in found.items() if v}
                        faults += [f"{name}: {wrong}"] if wrong else []
                    faults += [f"{game}-{lang}-{theme}-{size}: {each}" for each in set(errors)]
                    for page in pages.values():
                        page.context.close()
        browser.close()
    child.stdin.close()
    child.wait(180)
    return faults, seen


if __name__ == "__main__":
    main()
