"""`python -m rising_tutor` is the command `rising-tutor`."""

import sys

from rising_tutor.cli import main

if __name__ == "__main__":
    sys.exit(main())
