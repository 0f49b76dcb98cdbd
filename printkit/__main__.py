"""`python -m printkit` is the command line `printkit`."""

from printkit.cli import main

main()
