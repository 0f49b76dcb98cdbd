"""Files for print services and cut machines."""
