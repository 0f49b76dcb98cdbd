"""What to type: the command that installs what lacks, and what tells where one's own games lie."""

from __future__ import annotations

import os
import shlex


def install_command(extra: str) -> str:
    """What to type so that everything of an extra (`print`, `companion` …) is installed."""
    by = os.environ.get("PRINTKIT_STARTED_BY")
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
