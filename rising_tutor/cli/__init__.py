"""The command line: `rising-tutor`, also `python -m rising_tutor`.

One module for each command; each has `add_parser(subparsers)` and runs through `args.run(args)`,
which returns the exit code: 0 done, 1 the input was read and found wrong, 2 the call itself was
wrong. Answers go to standard output, everything else to standard error.
"""

from rising_tutor.cli.program import main

__all__ = ["main"]
