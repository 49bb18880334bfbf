"""How fast random games of the Fox are played through the public functions, every action checked."""

import random
import time

from core.game import Action
from core.registry import game


def measure(seconds: float, name: str = "fox", seed: int = 1) -> float:
    """Actions per second of CPU time in one process, over whole random games, deals included."""
    rules = game(name)
    new, chance, apply_chance = rules.new, rules.chance, rules.apply_chance
    to_act, legal_actions, apply = rules.to_act, rules.legal_actions, rules.apply
    number = random.Random(seed).random
    plies = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        state = new(rules.seats[0])
        while True:
            turn = to_act(state)
            if turn:
                seat = turn[0]
                legal: tuple[Action, ...] = legal_actions(state, seat)
                state = apply(state, seat, legal[int(number() * len(legal))])
                plies += 1
            else:
                spec = chance(state)
                if spec is None:
                    break
                keys = [number() for _ in range(spec.shuffle)]
                order = sorted(range(spec.shuffle), key=keys.__getitem__)
                state = apply_chance(state, (*order, *(int(number() * pick) for pick in spec.picks)))
    return plies / (time.process_time() - started)


if __name__ == "__main__":
    print(f"{measure(5.0):,.0f} plies/s")
