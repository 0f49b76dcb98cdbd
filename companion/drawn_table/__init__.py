"""A table drawn on the page and played with mouse, touch or keys."""
