"""howfast at the command line: `howfast …` or `python -m bot …`."""

import sys

from bot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
