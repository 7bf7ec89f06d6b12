"""The offline program that fits the coefficients; nothing at run time imports it."""
