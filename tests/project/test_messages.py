"""Every message exists in three languages with the same facts, and the code uses it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from string import Formatter

import companion.errors
import printkit.errors
import rules.errors
from rules import LANGUAGES, game_slugs
from rules.data_home import DATA
from rules.messages.catalogs import MODULES, SHARED, sentences
from rules.messages.message import UserError

ROOT = Path(__file__).resolve().parents[2]
NAMESPACES = ("", *game_slugs(), *MODULES)
NAMESPACE = "|".join(NAMESPACES[1:])


@dataclass(frozen=True, slots=True)
class Call:
    """A call that creates a `Message`, with the keys and facts visible in the source."""

    where: str
    keys: tuple[str, ...]
    pattern: str
    facts: frozenset[str]
    """The facts given by name."""
    more: bool
    """True if a mapping may add facts."""


def calls(tree: ast.Module, where: str = "") -> Iterator[Call]:
    """Yield a module's calls that create messages, errors with facts, or printkit's findings."""
    makers = {"Message": ""}
    if where.startswith("printkit"):
        makers |= dict.fromkeys(("error", "warning", "note"), "check.")
    for node in ast.walk(tree):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call) or not node.args:
            continue
        if name not in makers and not (name in keyed_errors() and node.keywords):
            continue
        key, facts = node.args[0], [each.arg for each in node.keywords]
        written = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
        keys = [each.value for each in written if isinstance(each, ast.Constant)]
        yield Call(
            f"{where}:{node.lineno}",
            tuple(makers.get(name, "") + str(each) for each in keys if each),
            pattern(key) if isinstance(key, ast.JoinedStr) else "",
            frozenset(filter(None, facts)),
            None in facts,
        )


@cache
def keyed_errors() -> frozenset[str]:
    """Return the names of the exceptions that take a message's key and its facts."""
    kinds = [vars(module).values() for module in (rules.errors, printkit.errors, companion.errors)]
    ours = [k for k in chain(*kinds) if isinstance(k, type) and issubclass(k, UserError)]
    return frozenset(k.__name__ for k in ours if k.__init__ is UserError.__init__)


def pattern(key: ast.JoinedStr) -> str:
    """Return a regular expression for the keys that an f-string can produce."""
    parts = (str(p.value) if isinstance(p, ast.Constant) else "" for p in key.values)
    return "".join(re.escape(part) if part else r"([\w-]+)" for part in parts)


@dataclass(frozen=True, slots=True)
class Sources:
    """The messages, text constants and composed keys of all modules with messages."""

    calls: tuple[Call, ...]
    constants: frozenset[str]
    patterns: frozenset[str]


@cache
def sources() -> Sources:
    """Read every module once, without keeping the syntax trees, which would take 100 MB."""
    files = [p for name in ("rules", "printkit", "companion") for p in (ROOT / name).rglob("*.py")]
    files += (ROOT / "templates" / "starter" / "game").glob("*.py")
    found: list[Call] = []
    constants, patterns = set(), set()
    for path in files:
        tree = ast.parse(path.read_text("utf-8"))
        found += calls(tree, str(path.relative_to(ROOT)))
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                patterns.add(pattern(node))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
    return Sources(tuple(found), frozenset(constants), frozenset(patterns))


@cache
def page_names() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the message keys in companion's page files, and the prefixes of composed keys."""
    files = [p for p in (ROOT / "companion/web/page").iterdir() if p.suffix in (".js", ".html")]
    text = "\n".join(path.read_text("utf-8") for path in files)
    names = re.findall(r'["`](\w+\.\w+)["`]', text)
    return frozenset(names), tuple(set(re.findall(r"`(\w+\.)\$\{", text)))


def calls_made() -> tuple[Call, ...]:
    return sources().calls


def facts(text: str) -> frozenset[str]:
    """Return the names in a sentence's braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def words(key: str) -> dict[str, str]:
    """Return a message's text by language, or an empty dict for an unknown key."""
    namespace, name = key.split(".", 1) if "." in key else ("", key)
    known = namespace in NAMESPACES
    found = (sentences(namespace).get(name) if known else None) or sentences("").get(name)
    return dict(found or {})


def wrong(call: Call) -> list[str]:
    """Report each key of a call that has no text, or whose text needs other facts."""
    found = []
    for key in call.keys:
        if not (text := words(key)):
            found.append(f"{call.where}: no sentence {key}")
        elif (asked := facts(text["en"])) != call.facts and not (call.more and asked > call.facts):
            found.append(f"{call.where}: {key} asks for {sorted(asked)}: {sorted(call.facts)}")
    return found


def words_of_data() -> set[str]:
    """Return the words of the data files that are not catalogues."""
    sheets = ROOT / "templates" / "sheets"
    catalogues = {sheets / f"{name}.toml" for name in ("faults", "words", "checks")}
    files = set((ROOT / "templates").rglob("*.toml")) - catalogues
    return {w for path in files for w in re.findall(r"[\w-]+", path.read_text("utf-8"))}


def every() -> Iterator[tuple[str, str]]:
    """Yield the namespace and the name of every message."""
    for namespace in NAMESPACES:
        yield from ((namespace, name) for name in sentences(namespace))


def test_every_sentence_has_every_language_and_the_same_facts() -> None:
    different = []
    for namespace, name in every():
        found = sentences(namespace)[name]
        asked = {lang: facts(found[lang]) for lang in LANGUAGES}
        if set(found) != set(LANGUAGES) or len(set(asked.values())) > 1:
            different.append(f"{namespace}.{name}: {asked}")
    assert different == []
    assert len(list(every())) > 1000


def test_every_message_has_its_sentence_and_gives_its_facts() -> None:
    assert [fault for call in calls_made() for fault in wrong(call)] == []
    assert len(calls_made()) > 1000


def test_every_sentence_is_reported() -> None:
    """Check that each key is written out, composed, or chosen in the same module."""
    keys = {key for call in calls_made() for key in call.keys}
    keyed = re.compile(rf"({NAMESPACE})\\\.[\w(]")
    patterns = {form for form in sources().patterns if keyed.match(form)}
    chosen = sources().constants | {f"kind_{word}" for word in sources().constants}
    fills = chosen | words_of_data()
    unsaid = []
    for namespace, name in every():
        key = f"{namespace}.{name}".lstrip(".")
        known_as = {key, name} if namespace else {name, *(f"{s}.{name}" for s in game_slugs())}
        filled, beginnings = page_names()
        if name in filled or (namespace == "page" and name.startswith(beginnings)):
            continue
        built = any(
            (found := re.fullmatch(form, key)) and fills.issuperset(found.groups())
            for form in patterns
        )
        if not built and keys.isdisjoint(known_as) and chosen.isdisjoint(known_as):
            unsaid.append(key)
    assert unsaid == []
    all_keys = [f"{namespace}.{name}".lstrip(".") for namespace, name in every()]
    made = {call.pattern for call in calls_made()} - {""}
    assert [p for p in made if not any(re.fullmatch(p, key) for key in all_keys)] == []


def test_no_sentence_of_all_games_hides_another() -> None:
    """Check that no key occurs in two of the message files shared by all games."""
    files = [set(tomllib.loads((DATA / name).read_text("utf-8"))) for name in SHARED]
    assert [one & other for one, other in combinations(files, 2)] == [set()] * 3


def test_a_message_without_its_sentence_or_facts_is_found() -> None:
    def faults(code: str) -> list[str]:
        return [fault for call in calls(ast.parse(code)) for fault in wrong(call)]

    assert not faults('Message("no_seat", name="C")')
    assert not faults('Message("deck_few" if few else "deck_many", **counts)')
    assert faults('Message("no_such_key")')
    assert faults('RulesError("no_such_key", name="C")')
    assert faults('UsageError("no_seat", name="C", near="")')
    assert not faults('SessionError("no_seat", name="C")')
    assert faults('Message("no_seat")')
    assert faults('Message("no_seat", name="C", near="")')
    assert faults('Message("no_seat" if one else "no_gate", name="C")')
