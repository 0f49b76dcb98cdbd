"""All stored settings are optional: without a home folder, or a writable one, programs run."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from companion.storage import files as keeping
from companion.storage.files import cache_folder, settings_folder
from companion.vision.sources.lens_memory import SavedLens

VARIABLES = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA")


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def homeless() -> NoReturn:
    raise RuntimeError("Could not determine home directory.")


def test_it_is_where_each_system_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert settings_folder() == tmp_path / ".config" / "companion"
    assert cache_folder() == tmp_path / ".cache" / "companion-virtual"
    monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert settings_folder() == tmp_path / "Roaming" / "companion"
    assert cache_folder() == tmp_path / "Local" / "companion-virtual"


def test_who_has_no_home_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", homeless)
    keeping._for_now.cache_clear()
    assert SavedLens("Camera").note(0.05)
    assert SavedLens("Camera").bend == 0.05, "as long as the program runs"
    cache_folder().mkdir()
    kept = keeping._for_now()
    assert cache_folder().parent == Path(kept.name) == settings_folder().parent
    keeping._for_now.cache_clear()
    kept.cleanup()
    assert not settings_folder().exists(), "the next program begins anew"


def test_a_home_that_is_closed_holds_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("a file")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    cache_folder().mkdir()
    assert not SavedLens("Camera").note(0.05)
