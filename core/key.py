"""A query in at most 100 characters, there and back."""
