"""A snapshot as one viewer sees it: plain JSON values in the viewer's language."""
