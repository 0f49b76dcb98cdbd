"""Opening a page in a browser with a window of its own, never in a text browser.

Without a window (on a server or a console) Python falls back on text browsers. Those take over the
terminal in which the referee speaks, and could not show the page.
"""

import shlex
import webbrowser
from pathlib import PurePath
from typing import Final

_TEXT: Final = ("www-browser", "links", "links2", "elinks", "lynx", "w3m")
"""Browsers without windows; Debian's `www-browser` may be any of them."""


class _NoWindow(webbrowser.BaseBrowser):
    """Placeholder for a text browser, which opens nothing."""

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        """Open nothing."""
        del url, new, autoraise
        return False


def open_window(link: str) -> bool:
    """Open a link in a browser with a window; return whether a browser was asked to open it."""
    for name in _TEXT:
        webbrowser.register(name, None, _NoWindow(name))
    # never raises: the placeholder, which opens nothing, is always registered
    first = webbrowser.get()
    # A browser that `BROWSER` names with its path or options is found by these names.
    words = shlex.split(str(getattr(first, "name", "")))
    if words and PurePath(words[0]).name in _TEXT:
        return False
    return webbrowser.open(link)
