"""The distributions: a wheel and an sdist, installed and used away from the checkout.

Nothing is downloaded. The environment contains only the wheel. The environment that runs the tests
lends it the libraries that the chosen extras would install, and no others. The checkout itself
cannot be found from there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pypdfium2
import pytest
from packaging.requirements import Requirement

import play

OURS = "printkit-companion"
# Read when Python starts there: libraries outside the chosen extras are unavailable.
LENT = """
import os, sys

class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in os.environ["LACKING"].split():
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Lacking())
"""
EDITABLE = "import hatchling.build, sys; hatchling.build.build_editable(sys.argv[1])"
Use = Callable[..., subprocess.CompletedProcess[str]]
Needed = Callable[[str], set[str]]


def done(*words: str | Path, **kwargs: object) -> str:
    result = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, **kwargs)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def build(checkout: Path, target: Path, **kwargs: object) -> None:
    done(sys.executable, "-m", "hatchling", "build", "-d", target, cwd=checkout, **kwargs)


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the sdist of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    build(root, folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> play.Checkout:
    """Return a new environment in which only the wheel, without dependencies, is installed."""
    checkout = play.Checkout(tmp_path_factory.mktemp("別の 場所"))
    play.make(checkout)
    done(*play.installer(checkout), "--no-deps", "--no-index", wheel)
    return checkout


@pytest.fixture(scope="module")
def site(installed: play.Checkout) -> Path:
    """Return the installed environment's package folder, which borrows this one's libraries."""
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(done(installed.python, "-c", asked).strip())
    # A line of a .pth adds a folder but reads no .pth in it, which would add our editable install.
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    (site / "sitecustomize.py").write_text(LENT, "utf-8")
    return site


@pytest.fixture(scope="module")
def needed(site: Path) -> Needed:
    """Return a function that lists the distributions that one of our extras would install."""
    (ours,) = metadata.distributions(name=OURS, path=[str(site)])

    def closure(extra: str) -> set[str]:
        found: set[tuple[str, str]] = set()
        open_ = {(OURS, extra)}
        while open_:
            name, asked = open_.pop()
            found.add((name, asked))
            for line in (ours.requires if name == OURS else metadata.requires(name)) or ():
                wish = Requirement(line)
                if wish.marker is None or wish.marker.evaluate({"extra": asked}):
                    open_ |= {(plain(wish.name), each) for each in ("", *wish.extras)} - found
        return {name for name, _ in found}

    return closure


def plain(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


@pytest.fixture(scope="module")
def owned() -> dict[str, set[str]]:
    """Return the distributions of each module; finding them reads every installed file's name."""
    found = metadata.packages_distributions()
    return {module: set(map(plain, owners)) for module, owners in found.items()}


@pytest.fixture
def use(
    installed: play.Checkout, needed: Needed, owned: dict[str, set[str]], tmp_path: Path
) -> Use:
    """Return a function that starts an installed program in an empty folder."""
    programs = installed.python.parent

    def start(extra: str, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        begin = [programs / program] if program != "rules" else [installed.python, "-m", "rules"]
        env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        there = needed(extra)
        lacking = " ".join(module for module, owners in owned.items() if not there & owners)
        return subprocess.run(
            [*begin, *words],
            cwd=tmp_path,
            env={**env, "LACKING": lacking, "LC_ALL": "C.UTF-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return start


# ── contents ────────────────────────────────────────────────────────────────


PACKAGES = ("rules", "printkit", "companion")
DATA = "rules/_data"


def shipped(root: Path) -> Iterator[str]:
    """Yield every file of the packages and of the data, by its path in the wheel."""
    rooms = {name: name for name in PACKAGES}
    rooms |= {name: f"{DATA}/{name}" for name in ("card_data", "templates")}
    for name, place in rooms.items():
        for path in (root / name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.name != ".DS_Store":
                yield f"{place}/{path.relative_to(root / name).as_posix()}"


def test_the_wheel_holds_every_file_and_is_small(root: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        licences = [name for name in archive.namelist() if ".dist-info/licenses/" in name]
    assert sorted(names) == sorted(shipped(root))
    assert licences
    wanted = {"card_data/jiguan/cards.csv", "templates/fonts/OFL-Noto.txt"}
    assert {f"{DATA}/{name}" for name in wanted} <= set(names)
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(names)
    assert wheel.stat().st_size <= 20_000_000


def test_nothing_but_the_packages_is_at_the_top_of_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_an_editable_install_leads_to_the_checkout_and_copies_nothing(
    root: Path, tmp_path: Path
) -> None:
    done(sys.executable, "-c", EDITABLE, tmp_path, cwd=root)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        (path,) = names
        lines = archive.read(path).decode("utf-8").splitlines()
    assert path.endswith(".pth")
    assert [Path(line).resolve() for line in lines] == [root.resolve()]


def test_the_sdist_makes_the_same_wheel_and_sdist_byte_for_byte(
    built: Path, wheel: Path, tmp_path: Path
) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (checkout,) = tmp_path.iterdir()
    assert (checkout / "tests" / "install" / Path(__file__).name).is_file()
    assert (checkout / ".ci" / "run").is_file(), "a test starts it"
    assert [path.name for path in (checkout / "out").iterdir()] == [".gitkeep"]
    (checkout / "PKG-INFO").unlink()  # every sdist gets its own
    # Another account, another day and another time zone: only contents count.
    for path in checkout.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (1_900_000_000 + len(path.name), 1_900_000_000))

    before = os.umask(0o077)
    try:
        build(checkout, tmp_path / "again", env={**os.environ, "TZ": "Asia/Tokyo"})
    finally:
        os.umask(before)

    for first in (wheel, source):
        assert (tmp_path / "again" / first.name).read_bytes() == first.read_bytes(), first.name


# ── used away from the checkout ─────────────────────────────────────────────


def test_each_program_is_used_where_there_is_no_checkout(use: Use, tmp_path: Path) -> None:
    printed = use("all", "printkit", "cards", "yggdrasil", "--deck", "orchard", "--owner", "sun")
    assert printed.returncode == 0, printed.stderr
    pdf, manifest = printed.stdout.split()
    with pypdfium2.PdfDocument(tmp_path / pdf) as document:
        document[0].render(scale=200 / 72).to_pil().save(tmp_path / "spread.png")

    scan = ("scan", "spread.png", "-m", manifest, "--no-save", "--json")
    counted = use("all", "companion", *scan)
    assert counted.returncode == 1, counted.stderr  # one page of three
    (deck,) = json.loads(counted.stdout)["decks"]
    assert deck["owner"] == "sun"

    judged = use("all", "rules", "deck", "yggdrasil", "orchard", "--lang", "ja")
    assert judged.returncode == 0, judged.stderr
    assert "ザ・ユグドラシル" in judged.stdout


@pytest.mark.parametrize("program", ["printkit", "companion", "rules"])
def test_each_program_comes_from_the_wheel(
    use: Use, installed: play.Checkout, site: Path, program: str
) -> None:
    report = use("", program, "--version")
    assert report.returncode == 0, report.stderr
    code = f"import {program}; print({program}.__file__)"
    place = done(installed.python, "-c", code, cwd=installed.root, env={"LACKING": ""}).strip()
    assert Path(place).is_relative_to(site)


# ── with fewer extras ───────────────────────────────────────────────────────


def lacks(result: subprocess.CompletedProcess[str], extra: str) -> None:
    """Require that the program exited with one line that names the missing extra."""
    assert result.returncode == 3, result.stderr
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert f"[{extra}]" in line


def test_who_only_prints_needs_nothing_of_the_camera(use: Use, needed: Needed) -> None:
    assert "opencv-python" not in needed("print")
    assert use("print", "printkit", "cards", "jiguan", "--owner", "sun").returncode == 0
    assert use("print", "companion", "rules", "YGG-6.4").returncode == 0
    lacks(use("print", "companion", "demo"), "virtual,print")


def test_who_cuts_with_scissors_needs_no_numpy(use: Use, needed: Needed) -> None:
    assert "numpy" not in needed("print")
    lacks(use("print", "printkit", "service", "yggdrasil", "--cut", "plain"), "cut")


def test_who_only_referees_needs_nothing_of_the_printer(use: Use) -> None:
    asked = use("companion", "companion", "doctor", "--list")
    assert asked.returncode in {0, 1}, asked.stderr  # 1: no camera was found
    assert "[companion]" not in asked.stderr
    lacks(use("companion", "printkit", "watch", "jiguan"), "print")


def test_without_extras_rules_are_judged_and_looked_up(use: Use, tmp_path: Path) -> None:
    assert use("", "rules", "deck", "yggdrasil", "orchard").returncode == 0
    assert use("", "companion", "rules", "YGG-6.4").returncode == 0
    lacks(use("", "printkit", "cards", "jiguan"), "print")
    (tmp_path / "deck.txt").write_text("20 Rising Vine\n", "utf-8")
    listed = ("scan", str(tmp_path / "deck.txt"), "--deck-rules", "yggdrasil")
    judged = use("", "companion", *listed)
    assert judged.returncode == 1, judged.stderr
    assert "YGG-2." in judged.stdout
    (tmp_path / "cards.jpg").write_bytes(b"\xff\xd8\xff")
    lacks(use("", "companion", "doctor", str(tmp_path / "cards.jpg")), "companion")


@pytest.mark.parametrize(
    ("gone", "program", "words"),
    [
        (f"{DATA}/card_data", "rules", "deck yggdrasil orchard"),
        (f"{DATA}/card_data", "companion", "rules YGG-6.4"),
        (f"{DATA}/templates", "printkit", "cards jiguan"),
        (f"{DATA}/templates/fonts", "printkit", "cards jiguan"),
        (f"{DATA}/templates/fonts/NotoSansJP-Regular.ttf", "printkit", "cards jiguan"),
    ],
)
def test_a_copy_that_is_not_whole_says_what_lacks(
    use: Use, site: Path, gone: str, program: str, words: str
) -> None:
    away = (site / gone).rename(site / "away")
    try:
        result = use("all", program, *words.split())
    finally:
        away.rename(site / gone)
    assert (result.returncode, result.stdout) == (3, "")
    (line,) = result.stderr.splitlines()
    assert Path(gone).name in line
    assert "install" in line
