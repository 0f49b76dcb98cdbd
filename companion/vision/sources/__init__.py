"""Provides sources of pictures: cameras, streams, videos, stills."""
