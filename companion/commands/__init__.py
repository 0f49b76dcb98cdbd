"""One module a command; each holds what the command says and nothing of how it works."""
