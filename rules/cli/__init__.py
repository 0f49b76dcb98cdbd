"""The command line of `python -m rules`, and process helpers all programs share."""
