"""The version and the authors of everything here, in this one place.

`pyproject.toml` reads the version when a wheel is built, the programs tell it (`--version`),
manifests, logs and bundles carry it.  CONTRIBUTING.md says how it is raised.
"""

__version__ = "0.1.0"

AUTHORS = "printkit contributors"
"""The author of a file, unless its game names one."""
