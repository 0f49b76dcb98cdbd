"""Printing in the tests' own process: a separate process would import everything again."""

from __future__ import annotations

from pathlib import Path

from printkit import cli


def print_into(folder: Path, *words: str) -> list[Path]:
    """Run a printkit command that prints into `folder`; return all manifests there."""
    code = cli.run([*words, "--out", str(folder)])
    assert code == 0, words
    return sorted(folder.glob("*.manifest.json"))
