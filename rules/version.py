"""The version of all packages, in this one place.

`pyproject.toml` reads it to build a wheel, the programs print it (`--version`), and manifests and
bundles contain it. CONTRIBUTING.md describes a release.
"""

__version__ = "0.1.0"

AUTHORS = "printkit contributors"
"""The author of a file, unless its game names one."""
