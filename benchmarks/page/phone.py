"""Checks the phone's page in a real browser: live pictures over TLS, a lost camera, a wake lock.

    python benchmarks/page/phone.py [--chromium PATH]

The program serves the page at this computer's network address and opens the phone's link in
Chromium, whose camera is simulated. The camera's track is then ended, another tab is shown, and
both happen together. Each time the page must report this and continue by itself. It must keep the
screen awake only while it sends and is visible. Browser automation packages keep every tab
visible, so this script controls the browser directly. The exit code is 1 if a step has a wrong
result. `openssl` and a network are required, but no package.
"""

from __future__ import annotations

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import connect

from companion.web.auth.certificate import find_certificate
from companion.web.mailbox import Mailbox
from companion.web.phone import Inbox
from companion.web.serve import MatchPage, lan_address, open_page
from rules import Message

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--ignore-certificate-errors",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--remote-debugging-port=0",
)
COUNTING = """(() => {
  window.locks = []; window.asked = 0; localStorage.setItem("companion.lang", "en");
  const lock = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    const found = await lock(kind);
    window.locks.push(found);
    return found;
  };
  const camera = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (wanted) => { window.asked += 1; return camera(wanted); };
})()"""
STATE = """JSON.stringify({
  said: document.getElementById("status").innerText.split("\\n")[0], asked: window.asked,
  awake: window.locks.filter((each) => !each.released).length, seen: document.visibilityState })"""
END = 'document.getElementById("video").srcObject.getTracks()[0].stop()'
PRESS = 'document.getElementById("live").click()'
PATIENCE_S = 20.0
LOOK_S = 0.2


class Talk:
    """A client of the browser's debugging socket."""

    def __init__(self, url: str) -> None:
        self._line = connect(url, max_size=None, proxy=None, legacy=True)
        self._numbers = itertools.count(1)

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(timeout=PATIENCE_S))
            if answer.get("id") == number:
                return dict(answer.get("result", {}))

    def run(self, script: str) -> Any:  # noqa: ANN401 - any result of a script
        asked = {"expression": script, "returnByValue": True, "userGesture": True}
        return self.ask("Runtime.evaluate", **asked)["result"].get("value")


class Phone:
    """The phone's tab, another tab, and the inbox of the pictures that arrive."""

    def __init__(self, browser: Talk, tab: Talk, name: str, page: MatchPage, inbox: Inbox) -> None:
        self._browser, self._tab, self._name, self._inbox = browser, tab, name, inbox
        self._other = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        link = page.phone_link()
        granted = {"permissions": ["wakeLockScreen"], "origin": link.partition("/join")[0]}
        browser.ask("Browser.grantPermissions", **granted)
        tab.ask("Page.enable")
        tab.ask("Page.addScriptToEvaluateOnNewDocument", source=COUNTING)
        self.look(away=False)
        tab.ask("Page.navigate", url=link)
        while not tab.run('document.getElementById("live")?.textContent'):
            time.sleep(LOOK_S)

    def look(self, *, away: bool) -> None:
        self._browser.ask("Target.activateTarget", targetId=self._other if away else self._name)

    def run(self, script: str) -> None:
        self._tab.run(script)

    def wait(self, wanted: dict[str, object], *, sends: bool) -> str:
        """Wait for a state; return the difference that remains, or "" for none."""
        until, before = time.monotonic() + PATIENCE_S, self._inbox.newest(0, 0)[0]
        while True:
            state = json.loads(self._tab.run(STATE))
            state["said"] = "sending" if "arrived" in state["said"] else state["said"]
            sent = self._inbox.newest(0, 0)[0] - before
            if state == wanted and (sent > 2) is sends:
                return ""
            if time.monotonic() > until:
                return f"{state}, {sent} pictures; should be {wanted}"
            time.sleep(LOOK_S)


def steps(phone: Phone) -> list[tuple[str, str]]:
    """Run the steps; return each with its fault, or "" for none."""
    found = []

    def step(name: str, status: str, asked: int, seen: str = "visible", *, awake: int = 1) -> None:
        wanted = {"said": status, "asked": asked, "awake": awake, "seen": seen}
        found.append((name, phone.wait(wanted, sends=status == "sending")))

    phone.run(PRESS)
    step("live pictures", "sending", 1)
    phone.run(END)
    step("the camera is lost", "sending", 2)
    phone.look(away=True)
    step("another tab", "sending", 2, "hidden", awake=0)
    phone.look(away=False)
    step("back", "sending", 2)
    phone.look(away=True)
    phone.run(END)
    step("lost behind another tab", Message("page.phone.taken").render("en"), 2, "hidden", awake=0)
    phone.look(away=False)
    step("back, and asked for again", "sending", 3)
    phone.run(PRESS)
    step("stopped", Message("page.phone.stopped").render("en"), 3, awake=0)
    phone.look(away=True)
    phone.look(away=False)
    step("away and back, stopped", Message("page.phone.stopped").render("en"), 3, awake=0)
    return found


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    given = ask.parse_args()
    lan, folder = lan_address(), Path(tempfile.mkdtemp())
    inbox = Inbox(lambda: None)
    certificate = find_certificate(lan, folder)
    page = open_page(
        None, Mailbox(lambda *_: b""), port=0, lan=lan, take=inbox.put, certificate=certificate
    )
    command = [given.chromium, *FLAGS, f"--user-data-dir={folder / 'profile'}", "about:blank"]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = folder / "profile" / "DevToolsActivePort"
        while not address.is_file() or "\n" not in address.read_text():
            time.sleep(LOOK_S)
        port, path = address.read_text().splitlines()
        with urlopen(f"http://127.0.0.1:{port}/json") as answer:
            tab = next(each for each in json.load(answer) if each["type"] == "page")
        whole = Talk(f"ws://127.0.0.1:{port}{path}")
        phone = Phone(whole, Talk(tab["webSocketDebuggerUrl"]), tab["id"], page, inbox)
        found = steps(phone)
    finally:
        browser.terminate()
        browser.wait(10)
        page.close()
        with suppress(OSError):
            shutil.rmtree(folder)
    for name, wrong in found:
        print(f"{'wrong' if wrong else 'right'}  {name}{': ' if wrong else ''}{wrong}")
    return int(any(wrong for _, wrong in found))


if __name__ == "__main__":
    sys.exit(main())
