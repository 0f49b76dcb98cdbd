"""Turns card data and templates into print-ready PDFs and manifests."""

from printkit.api import (
    check_game,
    check_pdf,
    preview,
    print_cards,
    print_craft,
    print_learn,
    print_mat,
    print_missing,
    print_reference,
    print_rulebook,
)

__all__ = [
    "check_game",
    "check_pdf",
    "preview",
    "print_cards",
    "print_craft",
    "print_learn",
    "print_mat",
    "print_missing",
    "print_reference",
    "print_rulebook",
]
