"""`python -m printkit` is the command line `printkit`; Ctrl-C while it starts is no traceback."""

import sys

try:
    from printkit.cli import main

    main()
except KeyboardInterrupt:
    print("interrupted", file=sys.stderr)
    sys.exit(130)
