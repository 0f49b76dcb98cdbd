"""The table drawn on the page and played by mouse, touch or keys."""
