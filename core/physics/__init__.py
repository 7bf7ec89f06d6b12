"""Functions of numbers: where the bytes lie, and how long it takes to read them."""
