"""What to type: the command that installs what lacks, and what tells where one's own games lie."""

from __future__ import annotations

import os
import shlex
import sys


def install_command(extra: str) -> str:
    """Return the command that installs an extra (`print`, `companion` …).

    play.py says by an environment variable how it was typed.  In an activated environment of a
    checkout the variable is not set, and the note that play.py keeps there leads to it.
    """
    by = os.environ.get("PRINTKIT_STARTED_BY")
    if by is None and os.path.isfile(os.path.join(sys.prefix, "play.json")):  # noqa: PTH113, PTH118 - quick
        by = "python3 " + shlex.quote(os.path.join(os.path.dirname(sys.prefix), "play.py"))  # noqa: PTH118, PTH120 - quick
    return f"{by} setup" if by else f'pip install "printkit-companion[{extra}]"'


def games_commands(folder: str, *, windows: bool = os.name == "nt") -> list[str]:
    """What tells this window where one's own games lie; on Windows in the words of both its shells.

    PowerShell takes `set` for a variable of its own, which no program sees, and says nothing.

    >>> games_commands("/srv/lantern", windows=False)
    ['export RULES_GAMES=/srv/lantern']
    """
    if not windows:
        return [f"export RULES_GAMES={shlex.quote(folder)}"]
    quoted = folder.replace("'", "''")
    return [f"$env:RULES_GAMES='{quoted}'  # PowerShell", f'set "RULES_GAMES={folder}"  & rem cmd']
