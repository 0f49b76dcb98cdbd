"""Planning, typesetting and drawing of cards, control cards and tokens."""
