"""The Fox in the Forest: trick-taking for two."""

from core.fox import wire as _wire  # noqa: F401 - whoever plays can pack what the game is made of
from core.fox.game import FoxGame
from core.fox.state import State
from core.game import Game

FOX: Game[State] = FoxGame()
"""The game, as the registry hands it out."""
