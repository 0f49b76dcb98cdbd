"""Typesetting: line breaks, ruby, fitting texts into boxes."""
