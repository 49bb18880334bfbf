"""What can be chosen for a game of the Fox."""

from core.game import OptionSpec

LAST, ALL = "last", "all"

OPTIONS = (
    OptionSpec("target", 21, (21, 16, 35), minimum=1, rule="F10"),
    OptionSpec("tricks_shown", LAST, (LAST, ALL), rule="F7"),
)
"""`target`: the points that end the game. `tricks_shown`: whose faces stay in view, the last trick's or all."""
