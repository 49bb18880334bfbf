"""The start of the `inglenook` command: Ctrl-C while everything is being loaded ends it without a word."""

import signal


def run() -> None:
    """Load the command and run it."""
    # Python's own handler would print a traceback from the middle of an import. A running server has handlers of
    # its own, and whatever else the command does is over at once.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from server.cli import main

    main(prog_name="inglenook")


if __name__ == "__main__":
    run()
