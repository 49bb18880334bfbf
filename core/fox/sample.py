"""Worlds to think about: states that fit what a seat knows, each as likely as the next."""

from collections.abc import Iterable
from random import Random

from core.fox.cards import Card
from core.fox.knowledge import HIDDEN_BURY, FoxKnowledge, hidden_at_the_deal
from core.fox.rules import opening
from core.fox.state import BURY_FROM, DEAL, NOBODY, NONE, SEAT_BIT, STEPS, Deal, State
from core.fox.text import parse_action
from core.fox.worlds import Worlds, trace
from core.ids import Seat
from core.tricks import mask, members


def sample(knowledge: object, rng: Random) -> State:
    """A state that `knowledge` (a FoxKnowledge) does not tell from the true one.

    The distribution is uniform over all consistent worlds: a world is the other seat's dealt hand, the order of
    the whole deck, and the cards that seat put under it. Consistent means that every action of the round was
    possible and legal: answers that show a void, answers to a Monarch, cards that were played or swapped, one's
    own draws. How likely a player is to act so is not weighed. Raises TypeError for another game's knowledge.
    """
    if not isinstance(knowledge, FoxKnowledge) or knowledge.view.you is None:
        raise TypeError("not the knowledge of a seat at the Fox's table")
    if knowledge.turned is None:
        return opening(_deal(knowledge, NONE, (0, 0), ()))
    you = knowledge.view.you
    start, turned = mask(knowledge.start), knowledge.turned
    texts = [done.action for done in knowledge.done]
    actions = [
        (done.seat, BURY_FROM if done.action == HIDDEN_BURY else parse_action(done.action))
        for done in knowledge.done
    ]
    traces = trace(Seat(1 - you), turned, actions)
    hidden = hidden_at_the_deal(start, turned, mask(knowledge.won_before), knowledge.drew)
    lives = Worlds(hidden, len(knowledge.start), traces).draw(rng)

    dealt = mask([card for card, way in lives if way.dealt])
    held = mask([card for card, way in lives if way.held])
    drawn = _in_order((way.draw, card) for card, way in lives)
    buried = iter(_in_order((way.bury, card) for card, way in lives))
    deck = list(members(hidden & ~dealt & ~mask(drawn)))
    rng.shuffle(deck)
    theirs, yours = iter(drawn), iter(knowledge.drew)
    stock = (*(int(next(theirs if other else yours)) for other in traces.stock), *deck)
    log = tuple(
        seat << SEAT_BIT | (BURY_FROM + next(buried) if text == HIDDEN_BURY else action)
        for (seat, action), text in zip(actions, texts, strict=True)
    )
    hand = mask(knowledge.view.hand)
    dealt_hands, hands = ((dealt, start), (held, hand)) if you else ((start, dealt), (hand, held))
    return _state(knowledge, _deal(knowledge, turned, dealt_hands, stock), hands, len(traces.stock), log)


def _in_order(numbered: Iterable[tuple[int, Card]]) -> list[Card]:
    """The cards whose number is not negative, by that number."""
    return [card for number, card in sorted(numbered) if number >= 0]


def _deal(knowledge: FoxKnowledge, turned: int, hands: tuple[int, int], stock: tuple[int, ...]) -> Deal:
    """The round as it began, as far as its seat knows, and the rest as given."""
    view = knowledge.view
    rounds = tuple((score.tricks[0], *score.sevens) for score in view.rounds)
    if turned != NONE and STEPS.index(view.step) >= DEAL:
        rounds = rounds[:-1]
    tricks, sevens = [seat.tricks for seat in view.seats], [seat.sevens for seat in view.seats]
    for trick in knowledge.tricks:
        tricks[trick.winner] -= 1
        sevens[trick.winner] -= trick.sevens
    last = None
    if view.last_trick is not None and not knowledge.tricks:
        led, followed = view.last_trick.plays
        last = (int(led.seat), int(led.card), int(followed.card), int(view.last_trick.winner))
    return Deal(
        target=view.target,
        show_all=knowledge.show_all,
        rounds=rounds,
        dealer=int(view.dealer),
        leader=int(knowledge.done[0].seat if knowledge.done else view.leader),
        hands=hands,
        decree=turned,
        stock=stock,
        tricks=(tricks[0], tricks[1]),
        sevens=(sevens[0], sevens[1]),
        last=last,
    )


def _state(
    knowledge: FoxKnowledge, deal: Deal, hands: tuple[int, int], drawn: int, log: tuple[int, ...]
) -> State:
    """The moment of that deal that its seat sees."""
    view = knowledge.view
    lead, reply, *_ = (*(int(play.card) for play in view.table), NONE, NONE)
    return State(
        deal=deal,
        step=STEPS.index(view.step),
        turn=NOBODY if view.turn is None else int(view.turn),
        leader=int(view.leader),
        hand0=hands[0],
        hand1=hands[1],
        decree=NONE if view.decree is None else int(view.decree),
        drawn=drawn,
        lead=lead,
        reply=reply,
        tricks=(view.seats[0].tricks, view.seats[1].tricks),
        sevens=(view.seats[0].sevens, view.seats[1].sevens),
        log=log,
    )
