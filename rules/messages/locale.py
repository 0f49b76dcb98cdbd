"""Language of the operating system, the default of every program."""

import os

_SPOKEN = {"ja": "ja", "japanese": "ja", "zh": "zh-Hant", "chinese": "zh-Hant"}
"""Language by the first part of a locale's name, in its POSIX and Windows spellings.

Readers of either Chinese script get Traditional Chinese.
"""


def system_language() -> str:
    """Return the language of the message locale, by POSIX priority; the default is English."""
    import locale  # noqa: PLC0415 - needed only without an explicit language

    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "") or locale.getlocale()[0] or ""
    return _SPOKEN.get(found.partition(".")[0].replace("-", "_").partition("_")[0].lower(), "en")
