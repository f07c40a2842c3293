"""`python -m geobias`."""

import sys

from geobias.cli import main

if __name__ == "__main__":
    sys.exit(main())
