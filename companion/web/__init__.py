"""The live page of a running match or scan, its views and its access control."""
