"""Values, actions, events, verdicts, the judge and the match."""
