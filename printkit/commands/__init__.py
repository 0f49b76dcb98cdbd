"""Commands, one module each; the modules hold the commands' words, not how they work."""
