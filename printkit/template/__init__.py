"""Card templates and their files as validated values."""
