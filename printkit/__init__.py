"""Card data and templates in, print-ready PDF and manifest out."""

__version__ = "0.1.0"
