"""Generator of `docs/reference/`: `python -m tools.make_reference`.

The pages are made from the commands' own help, from the exceptions that define exit codes, from
the manifest's schema, and from the models that read template keys. The log's page is made from a
match of a few plies, and the page of JSON answers from commands that are run.
`tests/docs/test_reference.py` compares the pages with the code.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from rules import Match, Record, Setup, load_game
from rules.records.log import accepted_data, dump_record, started_data
from rules.sim.playout import starter_setup
from tools.api_page import api_page
from tools.event_pages import events_page
from tools.notice_pages import log_schema, notices_page, phase_diagram
from tools.phase_pages import SHIPPED, phase_picture, phases_page
from tools.template_keys import template_keys

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "reference"
PROGRAMS = ("printkit", "companion", "rules")
GAMES_RULES = ("new", "check", "deck", "perft", "playout", "arena")

POSITION = "field b1=yr1/A c5=yr1/B\nturn 1 A\n"
ANSWERS = (
    "printkit cards yggdrasil --json",
    "printkit mat yggdrasil --json",
    "printkit check yggdrasil --json",
    "printkit shopping yggdrasil --json",
    "rules check yggdrasil --position position.txt --action 'A place y17 a3' --next --json",
    "rules deck yggdrasil orchard --json",
    "rules perft jiguan --depth 1 --json",
    "rules playout jiguan --games 2 --seed 1 --jobs 1 --json",
    "companion plan --camera 1080p --game yggdrasil --json",
    "companion rules YGG-6.4 --json",
    "companion scan deck.txt --deck-rules yggdrasil --no-save --json",
)
"""Commands for the page of JSON answers, run in a folder with `position.txt` and `deck.txt`."""

_COMMANDS = """\
# Commands

This page shows the `--help` of every command. Put `python3 play.py` before a
command, or activate `.venv`; `rules` is `python -m rules`.
"""
_EXIT_CODES = """\
# Exit codes

All programs use the same exit codes. They write data to stdout and messages to stderr; with
`--json`, an error is an object too.

| code | meaning |
|---|---|"""
_SCHEMA = """\
The schema is `rules/records/manifest.schema.json`. A fault in a file is reported with the name of
its field.
"""
_ANSWERS = """\
# JSON answers

With `--json` a command prints one object on stdout. These are the fields of real answers; only
the first entry of a list is shown.
"""
HEAD = "<!-- Written by tools/make_reference.py; do not edit. -->\n\n"


_RUNS = """
import contextlib, io, json, runpy, sys

found = []
for words in json.loads(sys.stdin.read()):
    sys.argv, sys.orig_argv = ["-m", *words[1:]], [sys.executable, "-m", *words]
    output, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        with contextlib.suppress(SystemExit):
            runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        texts = []
        for stream in (output, errors):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode("utf-8"))
    found.append(texts)
print(json.dumps(found))
"""


def run_all(lines: list[list[str]], folder: Path) -> list[tuple[str, str]]:
    """Return the stdout and stderr of each command line in a terminal of 80 columns.

    One process runs all of them, because starting Python takes longer than most commands.
    """
    env = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    env = {k: v for k, v in env.items() if k not in ("RULES_GAMES", "LANG", "LC_ALL")}
    done = subprocess.run(
        [sys.executable, "-c", _RUNS],
        cwd=folder,
        env={**env, "LC_ALL": "C.UTF-8"},
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(output, errors) for output, errors in json.loads(done.stdout)]


def commands() -> str:
    """Return the page with every command's help."""
    parts = [_COMMANDS]
    for program in PROGRAMS:
        if program == "rules":
            names: tuple[str, ...] = GAMES_RULES
        else:
            names = tuple(sorted(importlib.import_module(f"{program}.cli").COMMANDS))
        parts.append(f"\n## {program}\n")
        helps = run_all([[program, name, "--help"] for name in names], ROOT)
        for name, (output, _) in zip(names, helps, strict=True):
            text = output.replace(f"python -m {program}", program).strip()
            parts.append(f"\n### {program} {name}\n\n```text\n{text}\n```\n")
    return "".join(parts)


def exit_codes() -> str:
    """Return the page of exit codes, with the exceptions that cause them."""
    rows = [
        _EXIT_CODES,
        "| 0 | success |",
        "| 1 | findings: the deck, the action, the data or the picture has a fault |",
        "| 2 | usage error: the command is unclear, or names something that does not exist |",
        "| 3 | environment error: a camera, a disk, a library or a permission is missing |",
        "| 4 | internal error; `--debug` shows where it occurred |",
        "| 130 | interrupted |",
        "| 141 | the output was closed by its reader |",
        "\nExceptions with their exit codes and meanings:\n",
        "| exception | code | meaning |\n|---|---|---|",
    ]
    for module in ("rules.errors", "printkit.errors", "companion.errors"):
        for name, kind in sorted(vars(importlib.import_module(module)).items()):
            if inspect.isclass(kind) and issubclass(kind, Exception) and kind.__module__ == module:
                code = getattr(kind, "exit_code", 2 if module == "rules.errors" else "")
                first = (inspect.getdoc(kind) or "").partition("\n")[0]
                rows.append(f"| `{module.partition('.')[0]}.{name}` | {code} | {first} |")
    return "\n".join(rows) + "\n"


def manifest() -> str:
    """Return the page of the manifest's fields, from its JSON Schema."""
    schema = json.loads((ROOT / "rules" / "records" / "manifest.schema.json").read_text("utf-8"))
    parts = [
        f"# The print manifest\n\n{schema['description']} {_SCHEMA}",
        *_fields("The file", schema),
    ]
    for name, part in schema["$defs"].items():
        parts += _fields(name, part) if "properties" in part else _plain(name, part)
    return "\n".join(parts) + "\n"


def _fields(name: str, part: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n## {name}\n"
    if "description" in part and name != "The file":
        yield part["description"] + "\n"
    yield "| field | type | required | meaning |\n|---|---|---|---|"
    for field, form in part["properties"].items():
        needed = "yes" if field in part.get("required", ()) else ""
        yield f"| `{field}` | {_form(form)} | {needed} | {form.get('description', '')} |"


def _plain(name: str, part: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n## {name}\n"
    yield f"{_form(part)}. {part.get('description', '')}".strip()


def _form(form: Mapping[str, Any]) -> str:
    """Return a schema's type in a few words."""
    if "$ref" in form:
        name = form["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "const" in form:
        return f"`{json.dumps(form['const'])}`"
    if "enum" in form:
        return ", ".join(f"`{json.dumps(v, ensure_ascii=False)}`" for v in form["enum"])
    if form.get("type") == "array":
        return f"list of {_form(form.get('items', {}))}".strip()
    if "anyOf" in form:
        return " or ".join(_form(each) for each in form["anyOf"])
    bounds = (
        ("minimum", "≥ {}"),
        ("exclusiveMinimum", "> {}"),
        ("maximum", "≤ {}"),
        ("exclusiveMaximum", "< {}"),
    )
    limits = [text.format(f"{form[key]:,}") for key, text in bounds if key in form]
    kind = form.get("type", "anything")
    if pattern := form.get("pattern"):
        limits.append(f"`{pattern}`".replace("|", "\\|"))
    return " ".join([kind if isinstance(kind, str) else " or ".join(kind), *limits])


def log() -> str:
    """Return the page on the log's format, with the first lines of a match."""
    from rules.records import log as _log

    game = load_game("yggdrasil")
    setup = starter_setup(game, Setup("yggdrasil"))
    match = Match(game, setup)
    lines, last = [], ""
    entries = [("match_started", started_data(setup, "…"))]
    while len(entries) < 4:
        seats = game.to_act(match.state)
        action = (
            game.sample(match.state, lambda _: 0)
            if "chance" in seats
            else next(iter(game.legal(match.state)))
        )
        entries.append(("accepted", accepted_data(match.play(action))))
    for seq, (kind, data) in enumerate(entries):
        line, last = dump_record(Record(seq, kind, data), last)
        lines.append(line)
    text = inspect.getdoc(_log) or ""
    shown = "\n".join(line if len(line) < 400 else f"{line[:300]} … {line[-60:]}" for line in lines)
    return (
        f"# The match log\n\n```text\n{text}\n```\n\nThe fields of all kinds that companion writes "
        "are listed under [Notices](notices.md), and those of "
        "events under [Events](events.md).\n\nThe first lines of a match (long lines are "
        f"shortened in the middle):\n\n```text\n{shown}\n```\n"
    )


def answers() -> str:
    """Return the page of the fields that commands print with `--json`."""
    parts = [_ANSWERS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "position.txt").write_text(POSITION, "utf-8")
        deck = (ROOT / "card_data" / "yggdrasil" / "decks" / "orchard.txt").read_text("utf-8")
        (folder / "deck.txt").write_text(deck, "utf-8")
        answered = run_all([shlex.split(line) for line in ANSWERS], folder)
        for line, (output, errors) in zip(ANSWERS, answered, strict=True):
            try:
                data = json.loads(output)
            except ValueError as error:
                raise SystemExit(f"{line}: {output[:200]} {errors[:300]}") from error
            rows = "\n".join(f"| `{path}` | {kind} |" for path, kind in _paths(data))
            parts.append(f"\n## `{line}`\n\n| field | type |\n|---|---|\n{rows}\n")
    return "".join(parts)


def _paths(data: object, at: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and type of every field in a JSON value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _paths(value, f"{at}.{key}" if at else str(key))
    elif isinstance(data, list) and data and isinstance(data[0], dict | list):
        yield from _paths(data[0], f"{at}[]")
    elif isinstance(data, list):
        yield at, f"list of {_type(data[0])}" if data else "list"
    else:
        yield at, _type(data)


def _type(value: object) -> str:
    names = {bool: "true or false", str: "text", type(None): "null or a value"}
    return (
        "number"
        if isinstance(value, int | float) and not isinstance(value, bool)
        else names.get(type(value), "object")
    )


PAGES = {
    "api.md": api_page,
    "commands.md": commands,
    "events.md": events_page,
    "exit-codes.md": exit_codes,
    "json.md": answers,
    "log.md": log,
    "manifest.md": manifest,
    "notices.md": notices_page,
    "phases.md": phases_page,
    "templates.md": template_keys,
}
FILES = {
    "reference/log.schema.json": log_schema,
    "pictures/phases.svg": phase_diagram,
    **{f"pictures/phases-{slug}.svg": partial(phase_picture, slug) for slug in SHIPPED},
}
"""Files in `docs` that the pages show."""


def main() -> None:
    """Write every page and file."""
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(HEAD + page(), "utf-8")
    for name, content in FILES.items():
        (FOLDER.parent / name).write_text(content(), "utf-8")


if __name__ == "__main__":
    main()
