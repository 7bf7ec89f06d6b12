"""Build time only: read the catalog's rows anew from their sources, as a diff to review."""
