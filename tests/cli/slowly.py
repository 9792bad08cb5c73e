"""A process that plays the tiny game until it is interrupted; it says "begun" once."""

import signal
import sys

from rising_tutor import cli
from rising_tutor.core import registry
from tests.testkit import coin_and_hand


def main() -> int:
    # A shell ignores the signal in what it starts in the background, and so in what that starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    registry.register(coin_and_hand.ENTRY)
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    return cli.main(["simulate", "coin", "--games", "999999999", "--jobs", "2"])
