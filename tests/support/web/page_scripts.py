"""The page's own files, and the results of their scripts in Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

__all__ = [
    "PAGE",
    "PAGES",
    "SCRIPTS",
    "STYLES",
    "needs_engine",
    "output_of",
    "rules_of",
    "run",
    "text",
]

PAGE = Path(__file__).resolve().parents[3] / "companion" / "web" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
PAGES = sorted(PAGE.glob("*.html"))
STYLES = sorted(PAGE.glob("*.css"))

needs_engine = pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def output_of(script: str) -> Any:  # noqa: ANN401 - whatever the script says
    """Return the JSON that a script writes."""
    call = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(call, capture_output=True, text=True, check=True)
    return json.loads(found.stdout)


def run(module: str, names: str, expression: str) -> Any:  # noqa: ANN401 - whatever the script says
    """Return the value of a JavaScript expression that uses `names` from a page's module."""
    return output_of(
        f"""import {{ {names} }} from {json.dumps((PAGE / module).as_uri())};
    console.log(JSON.stringify({expression}));"""
    )


def rules_of(selector: str) -> str:
    """Return all style rules with exactly this selector, alone or in a list."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text(PAGE / "page.css"))
    heads = ((re.sub(r"/\*.*?\*/", "", head, flags=re.DOTALL), body) for head, body in rules)
    return "".join(body for head, body in heads if selector in map(str.strip, head.split(",")))
