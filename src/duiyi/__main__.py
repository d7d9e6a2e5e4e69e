"""`python -m duiyi` is the command `duiyi`."""

import sys

from duiyi.cli import main

if __name__ == "__main__":
    sys.exit(main())
