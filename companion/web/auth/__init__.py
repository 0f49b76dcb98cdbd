"""Access control of the page: links, sessions and connection limits."""
