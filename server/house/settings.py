"""How a house is run: every limit and every wait, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """Limits are counts, waits are seconds; a wait of 0 means at once, unless it says never."""

    # Tables
    rooms: int = 2000
    """Tables in all."""
    tables_per_account: int = 8
    watchers_per_table: int = 100
    largest_number: int = 1000
    """For an option of a game that takes any number: more points are not reached in anybody's lifetime, and what is
    kept of such a game has no bound."""
    queue: int = 32
    """Commands that may wait at one table."""
    open_grace: float = 120.0
    """An open table, or one whose game is over, closes when its players have been away for so long."""
    abandon_after: float = 7 * 24 * 3600.0
    """A running game ends when all its players have been away for so long."""
    claim_after: float = 180.0
    """A game may be claimed when the player whose turn it is has been away for so long; 0: never."""
    unload_after: float = 600.0
    """A table at which nobody is leaves memory (not the log) after so long."""

    # Lobby
    lobby_interval: float = 0.25
    """The least time between two states of the lobby."""
    crowd_interval: float = 2.0
    """The same where only the number of people who are here has changed."""
    lobby_rows: int = 50
    """Of each list."""
    bot_offer_after: float = 5.0
    """Who has waited for a match for so long is offered a bot."""

    # Talk, codes
    chat_length: int = 300
    """Characters."""
    chat_kept: int = 50
    """Lines that somebody new at the table gets to read."""
    chat_burst: int = 6
    """Lines that may be said in one go; after that one every `chat_every`."""
    chat_every: float = 2.0
    tries_per_account: int = 5
    """Wrong codes in a minute."""
    tries_in_all: int = 300
    """By everybody together: a handful of guests must not lock all others out; a code has 32 bits all the same."""

    # Bots
    bot_pause: float = 0.8
    """Bots wait so long before they act, so that people can follow."""
    bot_retry: float = 2.0
    """A bot whose move could not be kept tries again after so long."""
