"""The table drawn on the page, played by mouse, touch or keys."""
