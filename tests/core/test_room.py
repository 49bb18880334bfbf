"""What each command does to a table, and each refusal, with a game that the room has never heard of."""

from typing import Any

import pytest

from core import commands as cmd
from core import room
from core.game import Outcome, Termination
from core.ids import AccountId, CommandId, PromptId, Seat
from core.people import Kind
from core.tables import Phase, SeatView
from tests.core.house import ANA, BEN, BOTS, CAT, ROOM, House, started
from tests.core.toy import games


def open_table(**opening: Any) -> House:
    """A table for two at which Ana sits."""
    opening.setdefault("seats", 2)
    return House(games, "toy", **opening)


def finished() -> House:
    """A game that has been played to its end."""
    house = started(games, "toy")
    while house.play_on():
        pass
    assert house.state.phase is Phase.OVER
    return house


def test_a_table_opens_with_its_options_complete_and_its_opener_seated() -> None:
    """Missing options take their defaults; nobody has to act and nothing has been dealt."""
    view = open_table().view(ANA)
    assert view.options == (("rounds", 2),)
    assert view.phase is Phase.OPEN
    assert view.seats == (SeatView(ANA, Kind.KEY, "Ana"), SeatView(None, None, ""))
    assert (view.you, view.turn, view.table, view.commitment, view.seed) == (Seat(0), (), None, "", "")


def test_opening_refuses_unknown_games_and_options() -> None:
    """The refusal names what is wrong with it."""
    for game, options, code, params in (
        ("chess", (), "no_such_game", (("game", "chess"),)),
        ("toy", (("rounds", 0),), "bad_options", (("option", "rounds"), ("value", "0"))),
        ("toy", (("speed", 1),), "bad_options", (("option", "speed"),)),
    ):
        refusal = room.opening(CommandId("o"), room=ROOM, game=game, options=options, games=games)
        assert refusal == cmd.Refusal(CommandId("o"), code, params)
    with pytest.raises(ValueError, match="seats"):
        room.opening(CommandId("o"), room=ROOM, game="toy", seats=9, games=games)
    with pytest.raises(ValueError, match="every seat"):
        room.opening(CommandId("o"), room=ROOM, game="toy", seats=2, start=True, games=games)


def test_the_game_starts_when_every_seat_is_taken_and_ready() -> None:
    """Being ready alone starts nothing; the last one to be ready starts it."""
    house = open_table()
    assert house.do(ANA, cmd.Ready) == "ok"
    assert house.do(BEN, cmd.Sit) == "ok"
    assert house.state.phase is Phase.OPEN
    assert house.view(None).seats[0].ready
    assert house.do(ANA, cmd.Ready, False) == "ok"
    assert house.do(BEN, cmd.Ready) == "ok"
    assert house.state.phase is Phase.OPEN
    assert house.do(ANA, cmd.Ready) == "ok"
    view = house.view(ANA)
    assert (view.phase, view.match, view.turn) == (Phase.PLAYING, 1, (0, 1))
    assert len(view.commitment) == 64
    assert view.seed == ""


def test_a_command_that_asks_for_what_is_so_already_is_done_without_an_event() -> None:
    """Ready twice is one event."""
    house = open_table()
    assert house.do(ANA, cmd.Ready) == "ok"
    before = house.state
    assert house.do(ANA, cmd.Ready) == "ok"
    assert house.state is before


def test_sitting_is_refused_where_it_makes_no_sense() -> None:
    """Taken, full, out of range, seated already, too late."""
    house = open_table(seats=3)
    assert house.do(ANA, cmd.Sit) == "already_seated"
    assert house.do(BEN, cmd.Sit, Seat(0)) == "seat_taken"
    assert house.do(BEN, cmd.Sit, Seat(3)) == "no_such_seat"
    assert house.do(BEN, cmd.Sit, Seat(-1)) == "no_such_seat"
    assert house.do(BEN, cmd.Sit, Seat(2)) == "ok"
    assert house.do(CAT, cmd.Sit) == "ok"
    assert house.view(CAT).you == 1
    for seat in (None, Seat(0)):
        assert house.do(AccountId("key:dan"), cmd.Sit, seat) == "table_full"
    for account in (ANA, BEN, CAT):
        house.do(account, cmd.Ready)
    assert house.do(AccountId("key:dan"), cmd.Sit) == "game_running"
    assert finished().do(CAT, cmd.Sit) == "game_over"


def test_who_does_not_sit_here_is_refused_whatever_they_ask() -> None:
    """A spectator cannot act, resign, claim or leave."""
    house = started(games, "toy")
    prompt = house.prompt(ANA)
    for kind, args in (
        (cmd.Stand, ()),
        (cmd.Ready, ()),
        (cmd.Act, (prompt.id, prompt.legal[0])),
        (cmd.Resign, ()),
        (cmd.Claim, ()),
        (cmd.Rematch, ()),
        (cmd.Leave, ()),
    ):
        assert house.do(CAT, kind, *args) == "not_seated"


def test_commands_at_the_wrong_time_are_refused() -> None:
    """Before, during and after a game: what is out of place says which time it is."""
    house = open_table()
    for kind in (cmd.Resign, cmd.Claim, cmd.Rematch):
        assert house.do(ANA, kind) == "no_game"
    assert house.do(ANA, cmd.Act, PromptId(""), "n1") == "no_game"
    house = started(games, "toy")
    for early in (cmd.Stand, cmd.Ready, cmd.Rematch, cmd.SeatBot):
        assert house.do(ANA, early) == "game_running"
    house = finished()
    for late in (cmd.Stand, cmd.Ready, cmd.Resign, cmd.Claim, cmd.SeatBot):
        assert house.do(ANA, late) == "game_over"
    assert house.do(ANA, cmd.Act, PromptId(""), "n1") == "game_over"


def test_a_closed_table_refuses_everything() -> None:
    """Whoever asks."""
    house = open_table()
    assert house.do(ANA, cmd.Stand) == "ok"
    assert (house.state.phase, house.state.reason) == (Phase.CLOSED, "empty")
    for kind in (cmd.Sit, cmd.SeatBot, cmd.Stand, cmd.Ready, cmd.Resign, cmd.Claim, cmd.Rematch, cmd.Leave):
        assert house.do(ANA, kind) == "table_closed"
    assert room.close(house.state, "swept") == ()
    assert room.rename(house.state, ANA, "Anna") == ()


def test_standing_up_frees_the_seat_and_passes_the_opener_on() -> None:
    """The table stays as long as a person sits there; a bot alone does not keep it."""
    house = open_table(seats=3)
    house.do(BEN, cmd.Sit)
    house.do(ANA, cmd.SeatBot)
    house.do(ANA, cmd.Ready)
    assert house.do(ANA, cmd.Stand) == "ok"
    view = house.view(None)
    assert (view.phase, view.opener, view.seats[0]) == (Phase.OPEN, BEN, SeatView(None, None, ""))
    assert house.do(BEN, cmd.Leave) == "ok"
    assert house.state.phase is Phase.CLOSED


def test_bots_are_seated_by_the_opener_only_and_are_always_ready() -> None:
    """One account for each seat; the first bot is the default; the last free seat may start the game."""
    house = open_table(seats=3)
    house.do(BEN, cmd.Sit)
    assert house.do(BEN, cmd.SeatBot) == "not_opener"
    assert house.do(CAT, cmd.SeatBot) == "not_opener"
    assert house.do(ANA, cmd.SeatBot, None, "deep") == "no_such_bot"
    assert house.do(ANA, cmd.SeatBot, Seat(1)) == "seat_taken"
    house.do(ANA, cmd.Ready)
    house.do(BEN, cmd.Ready)
    assert house.do(ANA, cmd.SeatBot, None, "clever") == "ok"
    assert house.state.phase is Phase.PLAYING
    bot = house.view(None).seats[2]
    assert bot == SeatView(AccountId("bot:clever/2"), Kind.BOT, "Clever bot", True, True)
    assert bot.account is not None
    assert room.bot_of(bot.account) == "clever"
    assert room.bot_of(ANA) is None
    assert (
        house.do(AccountId("bot:clever/2"), cmd.Act, house.prompt(bot.account).id, "n99") == "bad_action_text"
    )
    assert house.act(bot.account) == "ok"


def test_where_nobody_opened_the_table_whoever_sits_there_may_seat_bots() -> None:
    """A table made by quick match has no opener."""
    house = open_table(opener=None)
    assert house.do(CAT, cmd.SeatBot) == "not_opener"
    assert house.do(ANA, cmd.SeatBot) == "ok"
    assert house.view(None).seats[1].name == BOTS["simple"]


def test_an_action_answers_its_prompt_and_the_same_one_only() -> None:
    """An answer to a question that has gone is stale; without a question it is not your turn."""
    house = started(games, "toy")
    first, other = house.prompt(ANA), house.prompt(BEN)
    assert house.do(ANA, cmd.Act, other.id, first.legal[0]) == "stale_prompt"
    assert house.do(ANA, cmd.Act, PromptId(""), first.legal[0]) == "stale_prompt"
    assert house.do(ANA, cmd.Act, first.id, first.legal[0]) == "ok"
    assert house.do(ANA, cmd.Act, first.id, first.legal[1]) == "stale_prompt"
    assert house.do(ANA, cmd.Act, PromptId(""), first.legal[1]) == "not_your_turn"
    assert house.view(ANA).prompt is None
    assert house.view(ANA).turn == (1,)


def test_a_prompt_is_unchanged_by_what_others_do() -> None:
    """While Ana chooses, Ben's question keeps its name, and his answer to it is good."""
    house = started(games, "toy", seats=3, players=((ANA, "Ana"), (BEN, "Ben"), (CAT, "Cat")))
    before = house.prompt(BEN)
    house.act(ANA)
    house.act(CAT)
    house.append(room.rename(house.state, CAT, "Kat"))
    assert house.prompt(BEN) == before
    assert house.do(BEN, cmd.Act, before.id, before.legal[0]) == "ok"


def test_an_answer_after_the_end_is_stale() -> None:
    """Also when the game ended by somebody else's doing."""
    house = started(games, "toy")
    prompt = house.prompt(ANA)
    house.do(BEN, cmd.Resign)
    assert house.do(ANA, cmd.Act, prompt.id, prompt.legal[0]) == "stale_prompt"


def test_what_a_rule_says_reaches_the_player_and_nothing_changes() -> None:
    """Codes and params of the game's own errors; absurdly long texts are cut."""
    house = started(games, "toy")
    prompt = house.prompt(ANA)
    theirs = house.prompt(BEN).legal[0]
    before = house.state
    for action, code, params in (
        (theirs, "no_such_number", (("number", int(theirs[1:])),)),
        ("castle", "bad_action_text", (("text", "castle"),)),
        ("x" * 500, "bad_action_text", (("text", "x" * 64),)),
    ):
        answer = house.submit(ANA, cmd.Act(CommandId("a"), ROOM, prompt.id, action))
        assert answer == cmd.Refusal(CommandId("a"), code, params)
    assert house.state is before


def test_a_repeated_command_gets_its_first_answer() -> None:
    """Whatever has happened since; another account may use the same id."""
    house = started(games, "toy")
    mine, theirs = house.prompt(ANA), house.prompt(BEN)
    act = cmd.Act(CommandId("same"), ROOM, mine.id, mine.legal[0])
    first = house.submit(ANA, act)
    assert isinstance(first, cmd.Ack)
    assert isinstance(
        house.submit(BEN, cmd.Act(CommandId("same"), ROOM, theirs.id, theirs.legal[0])), cmd.Ack
    )
    log = len(house.log)
    assert house.submit(ANA, act) == first
    house.do(BEN, cmd.Leave)
    assert house.submit(ANA, act) == first
    assert len(house.log) == log + 3
    again = room.replay(house.log, games)
    assert again is not None
    assert room.answered(again, ANA, CommandId("same")) == first


def test_a_batch_is_answered_with_its_last_event() -> None:
    """The opening command led to several events; its answer names the newest."""
    house = started(games, "toy")
    assert room.answered(house.state, ANA, CommandId("open")) == cmd.Ack(
        CommandId("open"), ROOM, house.state.seq
    )
    assert [len(answers.done) for answers in house.state.answers] == [1]


def test_the_last_answers_are_kept_and_older_ones_forgotten() -> None:
    """64 for each account, and not for any number of accounts."""
    house = open_table(seats=3)
    for n in range(70):
        house.submit(ANA, cmd.Ready(CommandId(f"r{n}"), ROOM, n % 2 == 0))
    assert room.answered(house.state, ANA, CommandId("r5")) is None
    assert room.answered(house.state, ANA, CommandId("r6")) is not None
    for n in range(40):
        guest = AccountId(f"guest:{n}")
        assert house.do(guest, cmd.Sit) == "ok"
        assert house.do(guest, cmd.Stand) == "ok"
    assert len(house.state.answers) == 32


def test_command_ids_are_short() -> None:
    """They stand in the log and in the state."""
    house = open_table()
    for bad in ("", "x" * 65):
        answer = house.submit(ANA, cmd.Ready(CommandId(bad), ROOM))
        assert isinstance(answer, cmd.Refusal)
        assert answer.code == "bad_command_id"


def test_resigning_gives_the_game_to_the_others() -> None:
    """Scores stand as they are; the seed is shown."""
    house = started(games, "toy", seats=3, players=((ANA, "Ana"), (BEN, "Ben"), (CAT, "Cat")))
    assert house.do(BEN, cmd.Resign) == "ok"
    view = house.view(None)
    assert view.outcome == Outcome((0, 0, 0), (Seat(0), Seat(2)), Termination.RESIGNED)
    assert view.phase is Phase.OVER
    assert view.turn == ()
    assert len(view.seed) == 64


def test_a_claim_needs_somebody_who_is_away() -> None:
    """The house says who has been away for long enough; being away oneself gives no claim."""
    house = started(games, "toy")
    assert house.do(ANA, cmd.Claim) == "claim_too_early"
    house.absent = frozenset((Seat(0),))
    assert house.do(ANA, cmd.Claim) == "claim_too_early"
    house.absent = frozenset((Seat(1),))
    assert house.do(ANA, cmd.Claim) == "ok"
    assert house.view(None).outcome == Outcome((0, 0), (Seat(0),), Termination.CLAIMED)


def test_leaving_a_running_game_resigns_it() -> None:
    """The result keeps the name of who left; they watch from now on; a rematch is no longer possible."""
    house = started(games, "toy")
    assert house.do(BEN, cmd.Leave) == "ok"
    view = house.view(BEN)
    assert view.outcome is not None
    assert view.outcome.termination is Termination.RESIGNED
    assert view.you is None
    assert view.seats[1] == SeatView(None, None, "Ben")
    assert house.do(ANA, cmd.Rematch) == "opponent_left"
    assert house.do(BEN, cmd.Rematch) == "not_seated"
    assert house.do(ANA, cmd.Leave) == "ok"
    assert house.state.phase is Phase.CLOSED


def test_leaving_a_game_against_bots_closes_the_table() -> None:
    """Nobody is left to look at it."""
    house = started(games, "toy", players=((ANA, "Ana"), (room.bot_account("simple", Seat(1)), "Bot")))
    assert house.do(ANA, cmd.Leave) == "ok"
    assert (house.state.phase, house.state.reason) == (Phase.CLOSED, "empty")


def test_a_rematch_starts_when_all_want_it_at_the_same_table() -> None:
    """The seats stay, the count of games rises, the old seed and result are gone from the view."""
    house = finished()
    old = house.view(None)
    assert house.do(ANA, cmd.Rematch) == "ok"
    assert house.view(BEN).seats[0].rematch
    assert house.do(ANA, cmd.Rematch, False) == "ok"
    assert house.do(BEN, cmd.Rematch) == "ok"
    assert house.state.phase is Phase.OVER
    assert house.do(ANA, cmd.Rematch) == "ok"
    view = house.view(ANA)
    assert (view.phase, view.match, view.outcome, view.seed) == (Phase.PLAYING, 2, None, "")
    assert view.commitment != old.commitment
    assert view.prompt is not None
    assert view.log[0].n == 1
    assert not view.seats[0].rematch
    assert [seat.account for seat in view.seats] == [ANA, BEN]


def test_a_bot_always_wants_a_rematch() -> None:
    """Against a bot one wish is enough."""
    house = started(games, "toy", players=((ANA, "Ana"), (room.bot_account("simple", Seat(1)), "Bot")))
    house.do(ANA, cmd.Resign)
    assert house.do(ANA, cmd.Rematch) == "ok"
    assert house.state.match == 2


def test_an_abandoned_game_ends_without_a_winner_and_its_table_closes() -> None:
    """The house's sweep; a table without a running game just closes."""
    house = started(games, "toy")
    with pytest.raises(ValueError, match="abandoned"):
        room.close(house.state, "swept")
    house.append(room.abandon(house.state, games))
    view = house.view(ANA)
    assert view.outcome == Outcome((0, 0), (), Termination.ABANDONED)
    assert (view.phase, house.state.reason) == (Phase.CLOSED, "abandoned")
    assert len(view.seed) == 64
    assert room.abandon(house.state, games) == ()
    idle = open_table()
    idle.append(room.abandon(idle.state, games))
    assert (idle.state.phase, idle.state.reason) == (Phase.CLOSED, "abandoned")


def test_a_new_name_reaches_the_table() -> None:
    """Only where that account sits, and only if it differs."""
    house = open_table()
    house.append(room.rename(house.state, ANA, "Anna"))
    assert house.view(None).seats[0].name == "Anna"
    assert room.rename(house.state, ANA, "Anna") == ()
    assert room.rename(house.state, BEN, "Benno") == ()


def test_a_private_tables_code_is_for_those_who_sit_there() -> None:
    """Spectators and the lobby do not get it."""
    house = open_table(private=True, code="lusab-babad")
    assert house.view(ANA).code == "lusab-babad"
    assert house.view(BEN).code == ""
    assert house.view(None).private
    assert "lusab" not in repr(house.state) + repr(house.log) + repr(room.summary(house.state, BEN, 0, games))


def test_the_summary_says_who_plays_how_it_stands_and_whether_it_is_your_turn() -> None:
    """Open, running and over; by viewer."""
    house = open_table()
    row = room.summary(house.state, BEN, 2, games)
    assert (row.names, row.scores, row.watchers, row.your_seat) == (("Ana", ""), (0, 0), 2, None)
    house = started(games, "toy")
    assert room.summary(house.state, ANA, 0, games).your_turn
    house.act(ANA)
    row = room.summary(house.state, ANA, 0, games)
    assert (row.your_seat, row.your_turn) == (Seat(0), False)
    house = finished()
    assert house.state.outcome is not None
    row = room.summary(house.state, BEN, 0, games)
    assert (row.phase, row.scores, row.your_turn) == (Phase.OVER, house.state.outcome.scores, False)


def test_a_game_needs_its_entropy() -> None:
    """Without 32 bytes nothing starts."""
    house = open_table()
    house.do(BEN, cmd.Sit)
    house.do(BEN, cmd.Ready)
    with pytest.raises(ValueError, match="entropy"):
        room.decide(house.state, ANA, cmd.Ready(CommandId("r"), ROOM), entropy=b"short", games=games)
