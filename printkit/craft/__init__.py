"""Objects to build from paper, such as dice, counters, walls, boxes and stickers."""
