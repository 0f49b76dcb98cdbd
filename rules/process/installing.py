"""Commands for the user to type, to install an extra or to set the folders of external games."""

import os
import shlex
import sys


def install_command(extra: str) -> str:
    """Return the command that installs an extra (`print`, `companion` …).

    play.py passes the command that started it in an environment variable. In an activated
    environment of a checkout, the variable is not set. There, the file play.json shows that play.py
    created the environment.
    """
    by = os.environ.get("PRINTKIT_STARTED_BY")
    if by is None and os.path.isfile(os.path.join(sys.prefix, "play.json")):  # noqa: PTH113, PTH118 - faster than pathlib
        by = "python3 " + shlex.quote(os.path.join(os.path.dirname(sys.prefix), "play.py"))  # noqa: PTH118, PTH120 - faster than pathlib
    return f"{by} setup" if by else f'pip install "printkit-companion[{extra}]"'


def games_commands(folder: str, *, windows: bool = os.name == "nt") -> list[str]:
    """Return the command that sets `RULES_GAMES`; on Windows, one for each of the two shells.

    In PowerShell, `set` silently sets a variable that is not passed to programs.

    >>> games_commands("/srv/lantern", windows=False)
    ['export RULES_GAMES=/srv/lantern']
    """
    if not windows:
        return [f"export RULES_GAMES={shlex.quote(folder)}"]
    quoted = folder.replace("'", "''")
    return [f"$env:RULES_GAMES='{quoted}'  # PowerShell", f'set "RULES_GAMES={folder}"  & rem cmd']
