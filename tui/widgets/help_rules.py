"""The rules of The Fox in the Forest in our own words, with what surprises at the table."""

from tui.look import Look
from tui.widgets.help_lines import Line, head, item
from tui.words_cards import rank_name


def fox_rules(look: Look) -> tuple[Line, ...]:
    """The rules from above: in short, cards, tricks, the odd cards, points, the end, what surprises, fair deals."""
    return (*_play(look), *_odd_cards(look), *_points(look), *_surprises(look), *_fair(look))


def _play(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        Line(
            t(
                "Two players, thirteen tricks a round. Take many tricks, but not too many: who takes "
                "nearly all of them gets nothing for it."
            )
        ),
        head(t("The cards")),
        Line(
            t(
                "Three suits, Bells, Keys and Moons, with the cards 1 to 11 in each. Both players get 13 "
                "cards. One more is turned up: the decree. Its suit is trump. The other six lie face "
                "down: the draw deck."
            )
        ),
        head(t("A trick")),
        Line(
            t(
                "Whoever did not deal leads the first trick, with any card. The other has to play a card "
                "of the same suit if they hold one; without it any card will do. Nobody ever has to trump."
            )
        ),
        Line(
            t(
                "The highest trump wins the trick; without a trump, the highest card of the suit that was "
                "led. The winner leads the next one. After every round the other player deals."
            )
        ),
    )


def _odd_cards(look: Look) -> tuple[Line, ...]:
    t = look.t

    def label(rank: int) -> str:
        return f"{rank} {rank_name(look, rank)}"

    return (
        head(t("The odd cards")),
        item(label(1), t("If you play it and lose the trick, you lead the next one.")),
        item(
            label(3),
            t(
                "When you play it you may swap the decree with a card of your hand. The new trump counts "
                "at once, for this trick already."
            ),
        ),
        item(
            label(5),
            t(
                "When you play it you draw a card, then put a card of your hand under the draw deck: any, "
                "also the one you drew."
            ),
        ),
        item(label(7), t("Whoever wins the trick gets 1 point for each 7 in it.")),
        item(label(9), t("If it is the only 9 in the trick, it counts as a trump when the winner is found.")),
        item(
            label(11),
            t(
                "When it is led, the other has to answer with the 1 or with the highest card they hold of "
                "its suit."
            ),
        ),
    )


def _points(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("Points for the tricks of a round")),
        item("0-3", t("Humble: 6 points")),
        item("4", t("Defeated: 1 point")),
        item("5", t("Defeated: 2 points")),
        item("6", t("Defeated: 3 points")),
        item("7-9", t("Victorious: 6 points")),
        item("10-13", t("Greedy: nothing")),
        Line(
            t(
                "The points of the 7s come on top, also for the Greedy. They show at once and enter the "
                "total at the end of the round."
            )
        ),
        head(t("The end")),
        Line(
            t(
                "When somebody has 21 points or more after a round, the most points win. If both have the "
                "same, the more points in the last round win; if that is equal too, another round is "
                "played."
            )
        ),
        Line(t("A short game goes to 16, a long one to 35; any other number can be chosen as well.")),
    )


def _surprises(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("Finer points")),
        item(
            rank_name(look, 3),
            t(
                "It acts before the other card is played. Swapping is your choice, and any card may go, "
                "of the same suit too. The suit that was led stays the suit to follow."
            ),
        ),
        item(
            rank_name(look, 3),
            t(
                "Both know the card that was picked up and the new decree. A card that becomes the decree "
                "does nothing, and a 7 there scores nothing. With an empty hand there is nothing to swap."
            ),
        ),
        item(
            rank_name(look, 5),
            t(
                "Drawing and putting back are not a choice. Only you know what you put back, and it never "
                "comes up again. If it was your last card, the drawn one goes straight under the deck."
            ),
        ),
        item(
            rank_name(look, 9),
            t(
                "For following suit it is a card of its own suit only: when trump is led, an off-suit 9 "
                "neither has to nor may answer while you hold a trump."
            ),
        ),
        item(
            rank_name(look, 9),
            t(
                "Against a trump the numbers decide: 10 and 11 beat it, 8 and less lose. Two 9s in a "
                "trick are both ordinary cards."
            ),
        ),
        item(
            rank_name(look, 11),
            t(
                "It asks only when it is led. Whoever holds none of its suit plays anything. The highest "
                "card is the one with the highest number, whatever it can do."
            ),
        ),
        item(
            rank_name(look, 1),
            t(
                "If it wins, nothing special happens. Of two, the one that loses leads. In the last trick "
                "it changes nothing for the next round."
            ),
        ),
        Line(
            t(
                "Won tricks lie face down: the last one may be looked at until the next card is played, "
                "older ones not. A table can be opened that shows all tricks of the round."
            )
        ),
        Line(t("Rounds are always played to the end, even when somebody is past the goal already.")),
    )


def _fair(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("Fair deals")),
        Line(
            t(
                "A secret number, the seed, fixes all deals of a game before it starts. Its fingerprint "
                "(SHA-256), the seal, is shown at the start, the seed itself at the end: so anybody can "
                "check that no deal was changed on the way. It does not prove that the host chose the seed "
                "by chance."
            )
        ),
    )
