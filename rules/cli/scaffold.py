"""Scaffold of a new game, copied under a new name: `printkit init`, `rules new`.

The sample is a small complete game in `templates/starter`: data, templates, rules and tests. It is
returned as texts for the caller to write. A folder that contains files is rejected.
"""

import keyword
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from rules.data_home import DATA_FOLDERS, data_home
from rules.errors import RulesError

_STARTER: Final = Path(data_home(), "templates", "starter")
_ROOMS: Final = {
    "game": "rules/games/{slug}",
    "data": "card_data/{slug}",
    "cards": "templates/{slug}",
    "tests": "tests/rules/{slug}",
}
_WINDOWS: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Windows device names, which cannot name a file or folder."""
_PACKAGES: Final = ("rules", "printkit", "companion")
"""Names of this project's packages, which would be misleading as a game's name."""
_TAKEN_LETTERS: Final = "YJTDS"
"""Tag letters of the shipped games."""


def new_game(folder: Path) -> tuple[str, dict[str, str]]:
    """Return the slug of a game named after its new folder, and its files by relative path.

    Raise `RulesError` if the folder is not empty or its name is invalid or taken, and `OSError` if
    the sample cannot be read.
    """
    slug = _slug(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RulesError("not_empty", folder=str(folder))
    prefix = re.sub(r"[^A-Z]", "", slug.upper())[:3].ljust(3, "X")
    letter = next(c for c in (*slug.upper(), *"LMNOPQ") if c.isalpha() and c not in _TAKEN_LETTERS)
    files = {}
    for room, place in _ROOMS.items():
        for path in sorted((_STARTER / room).rglob("*")):
            if not path.is_file() or path.suffix == ".pyc":
                continue
            text = path.read_text("utf-8").replace('letter = "L"', f'letter = "{letter}"')
            text = re.sub(r"\bSTA\b", prefix, text).replace('"starter"', f'"{slug}"')
            name = path.relative_to(_STARTER / room).as_posix()
            files[f"{place.format(slug=slug)}/{name}"] = text
    for path in sorted(_STARTER.glob("README*.md")):
        files[path.name] = path.read_text("utf-8").replace("SLUG", slug)
    return slug, files


def write_game(folder: Path, files: Mapping[str, str]) -> None:
    """Write all files below a folder, or none: an incomplete game would block the next attempt.

    Raise `OSError` with the path of the file that could not be written.
    """
    made: list[Path] = []
    path = folder
    try:
        for name, text in files.items():
            path = folder / name
            made += _make_folders(path.parent)
            made.append(path)
            path.write_text(text, "utf-8")
    except OSError as error:
        _take_back(made)
        raise OSError(error.errno, error.strerror, str(path)) from error
    except KeyboardInterrupt:
        _take_back(made)
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Create a folder and its missing parents, and return the created folders."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _take_back(made: list[Path]) -> None:
    """Remove the created files and folders, the newest first."""
    for path in reversed(made):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _slug(folder: Path) -> str:
    """Return the game's slug for a folder's name; raise `RulesError` if it is invalid or taken."""
    name = folder.resolve().name
    slug = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", slug) or keyword.iskeyword(slug):
        raise RulesError("game_name", name=name)
    if _WINDOWS.fullmatch(slug):
        raise RulesError("game_device", name=name, other=f"{name}_game", system="Windows")
    if slug in _PACKAGES:
        raise RulesError("own_package", name=slug, other=f"{slug}_game")
    if any((home / slug / "game.toml").exists() for home in DATA_FOLDERS):
        raise RulesError("game_there", name=slug)
    return slug
