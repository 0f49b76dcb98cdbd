"""The rulebook: blocks, pages, booklet."""
