"""Exports: digital tables, SVG, previews."""
