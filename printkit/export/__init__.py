"""Exports to digital tabletops, SVG and preview pictures."""
