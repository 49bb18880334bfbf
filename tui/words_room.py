"""What happens at any table, whatever is played there, in the player's words."""

from core.game import Happening, Termination
from core.tables import Phase, RoomView
from tui.look import Look


def room_line(look: Look, view: RoomView, what: Happening, who: str) -> str | None:
    """A line of the log for what is no matter of a game's rules; "" for no line, None for what a game words."""
    match what.code:
        case "seated":
            return look.t("{name} sits down", name=what.args[0])
        case "stood" | "left":
            return look.t("{name} has left the table", name=what.args[0])
        case "game_started":
            seal = " ".join(view.commitment[at : at + 8] for at in range(0, len(view.commitment), 8))
            return look.t("seal of the deals: {seal}", seal=seal)
        case "resigned":
            return look.t("{who}: the game given up", who=who)
        case "claimed":
            return look.t("{who}: the game claimed", who=who)
        case "abandoned":
            return look.t("the game was given up")
        case "game_over":
            return ""
    return None


def result_title(look: Look, view: RoomView) -> str:
    """Who has won, in a sentence."""
    outcome = view.outcome
    if outcome is None:
        return ""
    if not outcome.winners:
        return look.t("The game has no winner.")
    if view.you is not None and outcome.winners == (view.you,):
        return look.t("You win!")
    names = ", ".join(view.seats[seat].name for seat in outcome.winners)
    if len(outcome.winners) > 1:
        return look.t("{names} share the win.", names=names)
    return look.t("{name} wins.", name=names)


def result_reason(look: Look, view: RoomView) -> str:
    """How the game came to its end, if not by being played out."""
    outcome = view.outcome
    if outcome is None:
        return ""
    losers = [seat.name for n, seat in enumerate(view.seats) if n not in outcome.winners]
    mine = view.you is not None and view.you not in outcome.winners
    match outcome.termination:
        case Termination.RESIGNED:
            if mine:
                return look.t("You gave the game up.")
            return look.t("{name} gave the game up.", name=", ".join(losers))
        case Termination.CLAIMED:
            if mine:
                return look.t("You were away, and the game was claimed.")
            return look.t("{name} was away, and the game was claimed.", name=", ".join(losers))
        case Termination.ABANDONED:
            return look.t("Nobody came back to it.")
    return ""


def rematch_line(look: Look, view: RoomView) -> str:
    """Who wants another game."""
    others = [seat for n, seat in enumerate(view.seats) if n != view.you]
    if any(seat.account is None for seat in others):
        return look.t("The other player has left the table.")
    if view.you is None:
        wanting = [seat.name for seat in view.seats if seat.rematch]
        return look.t("{name} wants a rematch.", name=wanting[0]) if wanting else ""
    me = view.seats[view.you]
    if me.rematch:
        return look.t("You want a rematch; waiting for {name}.", name=others[0].name)
    if any(seat.rematch for seat in others):
        return look.t("{name} wants a rematch: press r to play.", name=others[0].name)
    return look.t("Press r for a rematch.")


def waiting_line(look: Look, view: RoomView) -> str:
    """What an open table waits for, from the viewer's side."""
    if view.phase is not Phase.OPEN:
        return ""
    free = sum(1 for seat in view.seats if seat.account is None)
    if view.you is None:
        return (
            look.t("A seat is free: press s to sit down.") if free else look.t("The game is about to begin.")
        )
    if not view.seats[view.you].ready:
        return look.t("Press r when you are ready to play.")
    if free:
        return look.t("Waiting for somebody to sit down. Press b to play a bot.")
    return look.t("Waiting for the other player to be ready.")
