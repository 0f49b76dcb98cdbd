"""Words of notices, in every language."""
