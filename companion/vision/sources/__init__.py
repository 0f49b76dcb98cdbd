"""Sources of pictures: cameras, streams, videos, stills."""
