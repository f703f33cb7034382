"""`python -m zenpuku`, and the program `zenpuku`: the command line, as the binary has it."""

import sys

from ._zenpuku import main as _main


def main() -> int:
    """Runs the command line with the arguments of the process; returns its exit code."""
    import signal

    # The command line handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
