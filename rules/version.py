"""The version of everything here, in this one place.

`pyproject.toml` reads it when a wheel is built, the programs tell it (`--version`), manifests and
bundles carry it.  CONTRIBUTING.md says how it is raised.
"""

__version__ = "0.1.0"
