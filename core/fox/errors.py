"""Why the Fox refuses an action: one error per rule, each with a stable code."""

from core.game import IllegalAction


class UnknownAction(IllegalAction):
    """No action of this game has this number (`action`)."""

    code = "unknown_action"


class WrongStep(IllegalAction):
    """The action exists, but the table waits for another kind (`step`: lead, follow, swap or bury)."""

    code = "wrong_step"


class NotInHand(IllegalAction):
    """The card is not in the hand (`card`); a card on the table no longer is."""

    code = "not_in_hand"


class MustFollow(IllegalAction):
    """The lead suit (`suit`: B, K or M) is held and has to be followed (F5)."""

    code = "must_follow"


class MonarchDemands(IllegalAction):
    """A Monarch of `suit` was led: the 1 or the highest card held of that suit has to answer (F8, h)."""

    code = "monarch_demands"
