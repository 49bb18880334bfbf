"""The Fox in the Forest as a `Game`: its functions under the names that every game has."""

from core.fox import rules
from core.fox.happenings import happenings, horizon
from core.fox.knowledge import knowledge
from core.fox.looks import view
from core.fox.options import OPTIONS
from core.fox.position import parse_position, position_text
from core.fox.sample import sample
from core.fox.text import action_text, parse_action


class FoxGame:
    """Two players, 13 tricks a round, rounds until somebody has the target (see the modules of this package)."""

    id = "fox"
    version = 1
    seats = (2, 2)
    options = OPTIONS

    # Functions rather than methods: calling one costs nothing on top.
    new = staticmethod(rules.new)
    chance = staticmethod(rules.chance)
    apply_chance = staticmethod(rules.apply_chance)
    to_act = staticmethod(rules.to_act)
    legal_actions = staticmethod(rules.legal_actions)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    scores = staticmethod(rules.scores)
    view = staticmethod(view)
    knowledge = staticmethod(knowledge)
    sample = staticmethod(sample)
    happenings = staticmethod(happenings)
    horizon = staticmethod(horizon)
    action_text = staticmethod(action_text)
    parse_action = staticmethod(parse_action)
    position_text = staticmethod(position_text)
    parse_position = staticmethod(parse_position)
