"""All that a player sees; imports core, never server."""

from tui import environment

environment.prepare()
