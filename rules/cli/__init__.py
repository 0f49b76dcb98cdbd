"""The command line of `python -m rules`, and shell completion for all programs."""
