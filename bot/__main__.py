"""howfast at the command line: `python -m bot`."""
