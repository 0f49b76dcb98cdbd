"""A snapshot's view for one viewer: plain JSON values in the viewer's language."""
