"""Models that the catalog does not know, read from a model hub: dimensions and file sizes only."""
