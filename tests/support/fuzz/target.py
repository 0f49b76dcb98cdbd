"""A fuzz target: a reader of outside data, and the promises that hold for any bytes.

`Target.check` gives bytes to the reader as a file or a network would. It raises for a broken
promise: any exception but the package's own error with a message, or a result that breaks an
invariant, such as `read(write(x)) == x`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.errors import UserError
from rules.messages.languages import LANGUAGES

CORPUS: Final = Path(__file__).resolve().parents[2] / "fuzz" / "corpus"
"""One folder per target: examples, and each input that once broke a promise."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader. `packages` are those whose branches guide a coverage-guided run."""

    check: Callable[[bytes], None]
    packages: tuple[str, ...]


def examples(name: str) -> Iterator[Path]:
    """Yield the files of a target's corpus."""
    yield from sorted(path for path in (CORPUS / name).iterdir() if path.is_file())


def helps(error: UserError) -> None:
    """Require a message in every language."""
    for lang in LANGUAGES:
        assert error.message.render(lang).strip(), repr(error)


def headed(data: bytes) -> tuple[str, bytes]:
    """Split data into the first line and the rest."""
    head, _, rest = data.partition(b"\n")
    return head.decode("latin-1").strip(), rest


def chosen(word: str, of: list[str]) -> str:
    """Return a name, or for any other word one of the names."""
    return word if word in of else of[sum(word.encode()) % len(of)]
