"""Each import contract finds a fault planted in a small project."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SOUND = {
    "rules/__init__.py": "from rules.core.judge import judge\n",
    "rules/core/judge.py": "import dataclasses\nimport re\n\njudge = (dataclasses, re)\n",
    "rules/__main__.py": "import time\n\nfrom rules.sim.playout import play\n",
    "rules/sim/progress_bar.py": "def bar():\n    import rich.bar\n",
    "rules/cli/playout.py": "from rules.sim import plot, progress_bar\n",
    "rules/sim/plot.py": "def draw():\n    from matplotlib import figure\n",
    "rules/sim/playout.py": "import random\n\nfrom rules.core import judge\n\nplay = random\n",
    "rules/players/search.py": "import random\nimport time\n\nfrom rules.core import judge\n",
    "rules/players/levels.py": "import random\n",
    "rules/players/analysis.py": "import random\n",
    "rules/players/parallel.py": "import random\n",
    "rules/sim/study_report.py": "from rules.sim import arena\n",
    "rules/sim/arena.py": "import random\n",
    "rules/sim/cluster.py": "def connect():\n    import distributed\n",
    "rules/cli/arena.py": "from rules.sim import arena, cluster\n",
    "rules/players/policies.py": "import random\n",
    "rules/games/__init__.py": "",
    "rules/games/ash/__init__.py": "from rules.core import judge\n",
    "rules/games/elm/__init__.py": "from rules.core import judge\n",
    "artwork/__init__.py": "import numpy\n\nfrom printkit import sheets\n",
    "printkit/__init__.py": "",
    "printkit/sheets/page.py": "import rules\n",
    "companion/__init__.py": "",
    "companion/readings.py": "import rules\n",
    "companion/frames.py": "import numpy\n",
    "companion/scan/__init__.py": "",
    "companion/scan/session.py": "from companion import readings\n",
    "companion/scan/saving.py": "import rules\n",
    "companion/vision/__init__.py": "import cv2\n\nfrom companion import frames, readings\n",
    "companion/referee/__init__.py": "from companion import readings\n",
    "companion/lookup/__init__.py": "import rules\n",
    "companion/drawn_table/__init__.py": "",
    "companion/robots/__init__.py": "import cv2\n",
    "companion/simulator/__init__.py": "import cv2\n",
    "companion/web/__init__.py": "",
    "companion/web/auth/roles.py": "import hashlib\n",
    "companion/web/live.py": "from companion.web.auth import roles\n",
    "companion/web/public.py": "import rules\n",
    "companion/web/scan/mailbox.py": "import rules\n",
    "companion/web/scan/routes.py": "import rules\n",
    "companion/web/scan/view.py": "import rules\n",
    "companion/web/server.py": "from companion.web import live\n",
    "companion/web/snapshot.py": "from companion import referee\n",
    "companion/web/story.py": "from companion import referee\n",
    "companion/web/views/view.py": "from companion.web import snapshot\n",
}

PLANTED = [
    ("rules-need-only-python", "rules/core/judge.py", "import numpy"),
    ("rules-need-only-python", "rules/games/ash/__init__.py", "import random"),
    ("rules-need-only-python", "rules/core/judge.py", "def late():\n    import datetime"),
    ("rules-need-only-python", "rules/core/judge.py", "from rules.sim import playout"),
    ("rules-need-only-python", "rules/sim/playout.py", "import printkit.sheets"),
    ("rules-need-only-python", "rules/players/search.py", "import numpy"),
    ("rules-need-only-python", "rules/sim/arena.py", "import distributed"),
    ("rules-need-only-python", "rules/core/judge.py", "from rules.sim import arena"),
    ("rules-need-only-python", "rules/players/nowhere.py", "import random"),
    ("rules-need-only-python", "rules/core/judge.py", "def late():\n    import matplotlib"),
    ("rules-need-only-python", "rules/core/judge.py", "from rules.sim import plot"),
    ("rules-need-only-python", "rules/sim/playout.py", "import matplotlib"),
    ("rules-need-only-python", "rules/sim/plot.py", "import rich"),
    ("rules-layers", "rules/core/judge.py", "def late():\n    import rules.catalog"),
    ("rules-layers", "rules/players/search.py", "def late():\n    from rules.sim import playout"),
    ("rules-layers", "rules/core/judge.py", "from rules import players"),
    ("rules-layers", "rules/messages/__init__.py", "from rules import data_home, process"),
    ("rules-layers", "rules/nowhere.py", "NOT_IN_A_LAYER = True"),
    ("printkit-layers", "printkit/pdf/__init__.py", "def late():\n    import printkit.cards"),
    ("printkit-layers", "printkit/sheets/page.py", "from printkit import mats"),
    ("printkit-layers", "printkit/nowhere.py", "NOT_IN_A_LAYER = True"),
    ("companion-layers", "companion/texts/__init__.py", "def late():\n    import companion.scan"),
    ("companion-layers", "companion/storage/__init__.py", "from companion import match_setup"),
    ("companion-layers", "companion/nowhere.py", "NOT_IN_A_LAYER = True"),
    ("vision-layers", "companion/vision/reader/__init__.py", "from companion.vision import mat"),
    ("vision-layers", "companion/vision/nowhere.py", "NOT_IN_A_LAYER = True"),
    ("games-apart", "rules/games/ash/__init__.py", "from rules.games import elm"),
    ("printer-and-referee-apart", "printkit/sheets/page.py", "from companion import readings"),
    ("printer-and-referee-apart", "companion/frames.py", "def f():\n    import printkit.sheets"),
    ("no-product-draws-art", "printkit/sheets/page.py", "def late():\n    import artwork"),
    ("no-product-draws-art", "rules/core/judge.py", "import artwork"),
    ("eye-and-judge-apart", "companion/vision/__init__.py", "from companion import referee"),
    ("eye-and-judge-apart", "companion/referee/__init__.py", "from companion import vision"),
    ("judge-without-pixels", "companion/referee/__init__.py", "import cv2"),
    ("tally-without-pixels", "companion/scan/session.py", "import cv2"),
    ("tally-without-pixels", "companion/scan/saving.py", "from companion import vision"),
    ("judge-without-pixels", "companion/readings.py", "from companion import frames"),
    ("judge-without-pixels", "companion/lookup/__init__.py", "from companion import frames"),
    ("page-without-pixels", "companion/web/auth/roles.py", "import cv2"),
    ("page-without-pixels", "companion/web/views/view.py", "from companion import vision"),
    (
        "nobody-needs-the-page",
        "companion/referee/__init__.py",
        "from companion.web.auth import roles",
    ),
    ("nobody-needs-the-page", "companion/vision/__init__.py", "def f():\n    import companion.web"),
]


def contracts(root: Path) -> dict[str, str]:
    """Return the name of each contract by its id."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return {each["id"]: each["name"] for each in config["tool"]["importlinter"]["contracts"]}


def layers(root: Path) -> set[str]:
    """Return the modules named in the layers of import contracts."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        f"{container}.{module.strip()}"
        for each in config["tool"]["importlinter"]["contracts"]
        for container in each.get("containers", ())
        for layer in each["layers"]
        for module in re.split("[:|]", layer)
    }


def build(project: Path, root: Path) -> None:
    for name, text in SOUND.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
        for package in list(Path(name).parents)[:-1]:
            (project / package / "__init__.py").touch()
    for module in layers(root):
        path = project / module.replace(".", "/")
        if not path.with_suffix(".py").exists():
            path.mkdir(parents=True, exist_ok=True)
            (path / "__init__.py").touch()
    for name in ("pyproject.toml", "tests/__init__.py", "tests/support/import_contracts.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, project / name)


def broken(project: Path) -> tuple[set[str], str]:
    """Lint the project at `project`; return the names of broken contracts and the whole output."""
    command = "from importlinter.cli import lint_imports_command as c; c()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-logo", "--no-cache"],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    output = done.stdout + done.stderr
    names = {
        line.removesuffix(" BROKEN") for line in output.splitlines() if line.endswith(" BROKEN")
    }
    assert done.returncode == (1 if names else 0), output
    return names, output


def test_a_sound_project_keeps_every_contract(tmp_path: Path, root: Path) -> None:
    build(tmp_path, root)

    names, output = broken(tmp_path)

    assert names == set()
    assert f"Contracts: {len(contracts(root))} kept, 0 broken." in output


@pytest.mark.parametrize(("contract", "module", "line"), PLANTED)
def test_a_planted_import_breaks_its_contract(
    tmp_path: Path, root: Path, contract: str, module: str, line: str
) -> None:
    build(tmp_path, root)
    with (tmp_path / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")

    names, output = broken(tmp_path)

    assert contracts(root)[contract] in names, output


def test_every_contract_has_a_planted_import(root: Path) -> None:
    assert set(contracts(root)) == {contract for contract, _, _ in PLANTED}
