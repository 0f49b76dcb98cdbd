"""What a deck check finds, one form for every game."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DeckFinding", "DeckReport"]


@dataclass(frozen=True, slots=True)
class DeckFinding:
    """One clause a deck breaks, or a warning: the card it is about ("" for the whole), counts.

    `count` is what was found and `limit` what the clause allows.
    """

    clause: str
    card: str = ""
    count: int = 0
    limit: int = 0


@dataclass(frozen=True, slots=True)
class DeckReport:
    """Every violation, and apart from them the warnings; a deck with warnings is still legal."""

    violations: tuple[DeckFinding, ...] = ()
    warnings: tuple[DeckFinding, ...] = ()

    @property
    def legal(self) -> bool:
        """True when no clause is broken."""
        return not self.violations
