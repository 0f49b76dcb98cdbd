"""Entry point of `python -m printkit` and of the console script `printkit`.

Ctrl-C and an unsuitable Python are handled before anything else is imported. This module parses on
Python 3.8, so that it can report the required version.
"""

import os
import signal
import sys
from importlib import import_module


def main() -> None:
    """Run the command line. Ctrl-C prints one word instead of a traceback, even during start-up."""
    signal.signal(signal.SIGINT, _leave)
    if sys.version_info < (3, 11):  # pip refuses an old Python, but a checkout does not
        sys.stderr.write(
            "You have Python {}.{}.{}, but 3.11 or newer is needed: start with a newer one, "
            "for example python3.11 play.py demo\n".format(*sys.version_info[:3])
        )
        sys.exit(3)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # finding plug-ins takes 30 ms
    from rules.process.interrupt import start

    start(lambda: import_module("printkit.cli").main)


def _leave(*_: object) -> None:
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(130)


if __name__ == "__main__":
    main()
