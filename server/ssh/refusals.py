"""What clients read that want something else than to play: on stderr, before they end with a status of 1."""

_HELP = "Try: {command}\n"
NO_TERMINAL = "Inglenook is played on a terminal, and this connection has none.\n" + _HELP
NO_COMMANDS = "Inglenook runs no commands: it is a house for games.\n" + _HELP
NO_FILES = "Inglenook has no files to copy: it is a house for games.\n" + _HELP


def for_command(command: str) -> str:
    """The sentence for ``ssh host command``; old copying programs come that way too."""
    return NO_FILES if command.split(" ", 1)[0] in ("scp", "rsync") else NO_COMMANDS
