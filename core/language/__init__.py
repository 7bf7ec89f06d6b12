"""The words and sentences of each language: data, not code."""
