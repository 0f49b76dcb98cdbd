"""The version of all packages.

This is the only place that states it. `pyproject.toml` reads it to build a wheel, the programs
print it (`--version`), and manifests and bundles contain it. CONTRIBUTING.md describes how to
release.
"""

__version__ = "0.1.0"

AUTHORS = "printkit contributors"
"""Author of a file whose game names no author."""
