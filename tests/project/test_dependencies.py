"""Imports are declared where they are needed, and asking for help loads nothing heavy."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

# Distributions whose import name is not their own.
IMPORTED_AS = {
    "fonttools": "fontTools",
    "opencv-python": "cv2",
    "pillow": "PIL",
    "pillow-heif": "pillow_heif",
    "pyyaml": "yaml",
    "zxing-cpp": "zxingcpp",
}
# Distributions that come as a part of a declared one.
PART_OF = {"pydantic_core": "pydantic", "click": "typer"}

# The extras that a module may import; the longest matching prefix decides.
EXTRAS = {
    "rules": (),
    "rules/sim/progress_bar.py": ("sim",),
    "rules/sim/plot.py": ("sim",),
    "rules/sim/cluster.py": ("cluster",),
    "printkit": ("print",),
    "artwork": ("print", "art"),
    "printkit/services/cut.py": ("print", "cut"),
    "printkit/pdf/fonts.py": ("print", "art"),  # subsetting a font is a designer's tool
    "companion": ("companion",),
    "companion/drawn_table": ("companion", "virtual"),
    "companion/robots": ("companion", "virtual"),
    "companion/simulator": ("companion", "virtual"),
    "companion/vision/sources/heif.py": ("companion", "heic"),
}
HEAVY = {
    "cv2",
    "distributed",
    "fontTools",
    "matplotlib",
    "numpy",
    "pypdfium2",
    "reportlab",
    "starlette",
    "uvicorn",
    "zxingcpp",
}


def provided(root: Path, extras: tuple[str, ...]) -> set[str]:
    """Return the import names that the dependencies of the project and of `extras` provide."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    names = [Requirement(line).name for line in lines]
    return {IMPORTED_AS.get(name, name) for name in names}


def imported(path: Path) -> set[str]:
    """Return the top-level names that a module imports from other distributions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add((node.module or "").split(".")[0])
    foreign = names - sys.stdlib_module_names - {"rules", "printkit", "companion", "artwork"}
    return {PART_OF.get(name, name) for name in foreign}


@pytest.mark.parametrize("package", ["rules", "printkit", "companion", "artwork"])
def test_every_import_is_declared(package: str, root: Path) -> None:
    undeclared = []
    allowed = {prefix: provided(root, extras) for prefix, extras in EXTRAS.items()}
    for path in sorted((root / package).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        prefix = max((each for each in EXTRAS if name.startswith(each)), key=len)
        surplus = imported(path) - allowed[prefix]
        undeclared += [f"{name}: {each}" for each in sorted(surplus)]

    assert undeclared == []


@pytest.mark.parametrize("program", ["rules.__main__", "printkit.cli", "companion.cli"])
def test_a_command_line_loads_nothing_heavy_to_begin_with(program: str, root: Path) -> None:
    build = f"{program}.build_app()" if program.endswith(".cli") else "pass"
    code = f"import sys, {program}; {build}; print(*sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, encoding="utf-8", check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
