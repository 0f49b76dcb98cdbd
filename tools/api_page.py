"""The page of the public API, generated from the code of `rules`, `printkit` and `companion`."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType

INTRO = """# Public API

`rules`, `printkit` and `companion` are libraries as well as programs. Everything on this page can
be imported from the package itself; the package's modules are internal and may change. Importing a
package has no side effect, and heavy libraries are loaded by the function that needs them. All
three packages are typed.

The examples run as tests in a folder with a picture `table.jpg`, the manifests of its cards and
its mat, and a scan's `result.json`.
"""
_WIDEST = 96
RULES = """
## rules

The rules core needs only the standard library. [Events](events.md) lists the kinds of each game's
events.

```python
{example}
```
"""


def api_page() -> str:
    """Return the page as Markdown."""
    rules = importlib.import_module("rules")
    parts = [INTRO, RULES.format(example=_examples(rules.__doc__ or "")[0]), *_rules(rules)]
    for name in ("printkit", "companion"):
        module = importlib.import_module(name)
        parts += [f"\n## {name}\n\n{inspect.getdoc(module)}\n", *_functions(module)]
    return "".join(parts)


def _rules(rules: ModuleType) -> Iterator[str]:
    """Yield a table per folder of `rules`, with the names in the order of `__all__`."""
    homes: dict[str, list[str]] = {}
    for name in rules.__all__:
        homes.setdefault(_home(name).rpartition(".")[0], []).append(name)
    for folder in sorted(homes, key=lambda folder: (folder == "rules", folder)):
        summary = _summary(importlib.import_module(folder).__doc__ or "")
        heading = summary if folder != "rules" else "Installed games, and errors."
        yield f"\n### {heading.rstrip('.')}\n\n| name | meaning |\n|---|---|\n"
        for name in homes[folder]:
            yield f"| {_called(rules, name)} | {_meaning(name)} |\n"


def _functions(module: ModuleType) -> Iterator[str]:
    for name in module.__all__:
        function = getattr(module, name)
        doc = inspect.getdoc(function) or ""
        text = re.sub(r"\n>>> .*", "", doc, flags=re.DOTALL).rstrip()
        yield f"\n### {name}\n\n```python\n{_signature(name, function)}\n```\n\n{text}\n"
        for example in _examples(doc):
            yield f"\n```python\n{example}\n```\n"


def _signature(name: str, function: Callable[..., object]) -> str:
    """Return a function's signature; a long one has one parameter per line."""
    signature = inspect.signature(function)
    words: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        default = parameter.default
        given = "" if default is parameter.empty else f" = {default!r}"
        words.append(f"{parameter.name}: {parameter.annotation}{given}")
    line = f"{name}({', '.join(words)}) -> {signature.return_annotation}"
    if len(line) <= _WIDEST:
        return line
    body = "".join(f"    {word},\n" for word in words)
    return f"{name}(\n{body}) -> {signature.return_annotation}"


def _called(rules: ModuleType, name: str) -> str:
    value = getattr(rules, name)
    if inspect.isfunction(inspect.unwrap(value)):
        given = ", ".join(inspect.signature(value).parameters)
        return f"`{name}({given})`"
    return f"`{name}`"


def _meaning(name: str) -> str:
    """Return the first sentence of a name's docstring, as a table cell."""
    doc = _docs(_home(name)).get(name, "")
    return _summary(doc).replace("|", "\\|").replace("\n", " ")


def _summary(doc: str) -> str:
    return textwrap.dedent(doc).strip().partition("\n\n")[0].replace("\n", " ")


def _examples(doc: str) -> list[str]:
    """Return the blocks of a docstring that begin with a `>>>` prompt."""
    return [
        textwrap.dedent(block).strip("\n")
        for block in re.split(r"\n\s*\n", doc)
        if block.lstrip().startswith(">>>")
    ]


@cache
def _imports() -> dict[str, str]:
    """Return the module of every name that `rules` imports."""
    tree = ast.parse(inspect.getsource(importlib.import_module("rules")))
    return {
        alias.name: node.module or ""
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _home(name: str) -> str:
    return _imports()[name]


@cache
def _docs(module: str) -> dict[str, str]:
    """Return the docstring of each class, function and constant of a module."""
    body = ast.parse(inspect.getsource(importlib.import_module(module))).body
    found: dict[str, str] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = ast.get_docstring(node) or ""
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr):
            text = after.value.value if isinstance(after.value, ast.Constant) else ""
            found[target.id] = text if isinstance(text, str) else ""
    return found
