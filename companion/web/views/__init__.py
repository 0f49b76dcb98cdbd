"""One viewer's view of a snapshot: plain JSON values in the viewer's language."""
