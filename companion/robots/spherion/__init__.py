"""Robot players for Spherion: secret orders on paper."""
