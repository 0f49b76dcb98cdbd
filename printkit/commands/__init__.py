"""One module a command; each holds what the command asks and says, not how it works."""
