"""Run the command: `python -m sergeantmajor` is `sergeantmajor`."""

import sys

from sergeantmajor.cli import main

if __name__ == "__main__":
    sys.exit(main())
