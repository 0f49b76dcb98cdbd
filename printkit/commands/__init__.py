"""The commands, one module each.

They contain options and help texts; other packages do the work.
"""
