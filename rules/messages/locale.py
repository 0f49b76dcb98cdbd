"""The language the system speaks, for programs that were not told one."""

from __future__ import annotations

import os

_SPOKEN = {"ja": "ja", "japanese": "ja", "zh": "zh-Hant", "chinese": "zh-Hant"}
"""The first part of a locale's name, here and on Windows; who reads either Chinese gets ours."""


def system_language() -> str:
    """One of `LANGUAGES`: the locale of messages, as POSIX orders the variables, else English."""
    import locale  # noqa: PLC0415 - only where nobody named a language

    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "") or locale.getlocale()[0] or ""
    return _SPOKEN.get(found.partition(".")[0].replace("-", "_").partition("_")[0].lower(), "en")
