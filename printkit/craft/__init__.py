"""Things to build from paper: dice, counters, walls, boxes, stands, screens, stickers."""
