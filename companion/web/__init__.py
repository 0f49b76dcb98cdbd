"""The live page of a match or scan, its views and its access control."""
