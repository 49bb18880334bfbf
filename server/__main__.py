"""`python -m server` is the `inglenook` command."""

from server.cli import main

main(prog_name="inglenook")
