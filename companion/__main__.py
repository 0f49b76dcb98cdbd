"""`python -m companion`, and where the script `companion` begins: Ctrl-C first, then the rest."""

import sys
from importlib import import_module


def main() -> None:
    """Run the command line; Ctrl-C is no traceback, however early it comes."""
    try:
        from rules.cli.interrupt import start
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    start(lambda: import_module("companion.cli").main)


if __name__ == "__main__":
    main()
