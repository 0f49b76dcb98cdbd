"""Cutting machines and their registration marks."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, choose, read_toml


class Machine(Strict):
    """A cut machine's registration marks, mm: filled square and the arms of two corners."""

    version: int = Field(ge=1)
    title: str
    marks: Literal["square-and-corners", "none"]
    inset: float = Field(ge=0)
    length: float = Field(ge=0)
    thickness: float = Field(ge=0)
    square: float = Field(ge=0)
    clear: float = Field(ge=0)
    facts: str
    read: str = Field(pattern=r"^\d{4}-\d{2}$")


class _Machines(Strict):
    machine: dict[str, Machine]


@cache
def machines() -> dict[str, Machine]:
    """Return every machine by its name."""
    return read_toml(TEMPLATES / "sheets" / "machines.toml", _Machines).machine


def load_machine(name: str) -> tuple[str, Machine]:
    """Return a machine and its proper name; raises `UsageError` with a near match."""
    known = choose("machine", name, machines())
    return known, machines()[known]
