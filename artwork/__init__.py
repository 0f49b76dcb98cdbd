"""Programs that draw the shipped games' art into `templates/`; development only."""
