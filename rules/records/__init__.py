"""File formats shared by the programs: match log, print manifest, tag text."""
