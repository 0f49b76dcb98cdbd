"""Opens a page in a graphical browser, never in a text browser.

Where there is none (on a server or a console), Python falls back on text browsers. They would take
over the referee's terminal, and could not show the page.
"""

import shlex
import webbrowser
from pathlib import PurePath
from typing import Final

_TEXT: Final = ("www-browser", "links", "links2", "elinks", "lynx", "w3m")
"""Text browsers; Debian's `www-browser` may be any of them."""


class _NoWindow(webbrowser.BaseBrowser):
    """A placeholder for a text browser, which opens nothing."""

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        """Open nothing."""
        del url, new, autoraise
        return False


def open_window(link: str) -> bool:
    """Open a link in a graphical browser; return whether one was asked to open it."""
    for name in _TEXT:
        webbrowser.register(name, None, _NoWindow(name))
    # never raises: the placeholder, which opens nothing, is always registered
    # `BROWSER` may name a text browser with its path or options.
    words = shlex.split(str(getattr(webbrowser.get(), "name", "")))
    if words and PurePath(words[0]).name in _TEXT:
        return False
    return webbrowser.open(link)
