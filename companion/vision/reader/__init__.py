"""Tags in one picture: candidates, registration, matching."""
