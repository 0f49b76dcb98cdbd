"""Card templates and data files as checked values."""
