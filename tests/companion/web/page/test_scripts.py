"""The page's scripts: names declared once, and imports that exist.

A browser refuses a whole module for one duplicate name, and shows an empty page.
"""

import re
from collections import Counter

import pytest

from tests.support.web.page_scripts import SCRIPTS, text

DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE
)
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+\.js)";', re.MULTILINE)
NAMESPACE_USE = r"(?<![\w.]){name}\.(\w+)"


def imports(source: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """List each imported file, with the exported and the local name of each import."""
    found, code = [], IMPORTED.sub("", source)
    for namespace, names, file in IMPORTED.findall(source):
        if namespace:
            used = re.findall(NAMESPACE_USE.format(name=namespace), code)
            found.append((file, [(name, "") for name in used]))
        else:
            pairs = [name.split(" as ") for name in names.replace("\n", " ").split(",")]
            found.append((file, [(pair[0].strip(), pair[-1].strip()) for pair in pairs if pair[0]]))
    return found


def faults(name: str, source: str, exports: dict[str, set[str]]) -> list[str]:
    """List names declared twice, and imported names that the imported file does not export."""
    local = [own for _, names in imports(source) for _, own in names if own]
    counts = Counter([*DECLARED.findall(source), *local])
    return [
        *(f"{name}: {word} is declared {n} times" for word, n in counts.items() if n > 1),
        *(
            f"{name}: {file} does not export {word}"
            for file, names in imports(source)
            for word, _ in names
            if word.strip() and word not in exports[file]
        ),
    ]


def test_every_name_is_declared_once_and_every_import_exists() -> None:
    sources = {path.name: text(path) for path in SCRIPTS}
    exports = {name: set(EXPORTED.findall(source)) for name, source in sources.items()}

    assert len(SCRIPTS) > 20
    assert sum(len(imports(source)) for source in sources.values()) > 60
    assert [f for name, source in sources.items() for f in faults(name, source, exports)] == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("function a() {}\nasync function a() {}\n", "x.js: a is declared 2 times"),
        ('import { b } from "./y.js";\nconst b = 1;\n', "x.js: b is declared 2 times"),
        ('import { c } from "./y.js";\n', "x.js: y.js does not export c"),
        ('import * as y from "./y.js";\ny.d();\n', "x.js: y.js does not export d"),
    ],
)
def test_a_planted_fault_is_found(source: str, fault: str) -> None:
    assert faults("x.js", source, {"y.js": {"b"}}) == [fault]
