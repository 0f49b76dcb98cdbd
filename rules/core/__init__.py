"""Kernel: values, actions, events, verdicts, the judge, the match and the game interface."""
