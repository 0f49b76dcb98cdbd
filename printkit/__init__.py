"""Card data and templates in, print-ready PDF and manifest out."""
