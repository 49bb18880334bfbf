"""The tags of what the house and its players say to each other: commands, answers, views, people.

The records of a game are registered by its own package, those of a room's log by core/events.py.
"""

from core import commands, game, people, tables
from core.wire.codec import register

register(game.Termination, "termination")
register(game.Outcome, "outcome")
register(game.ChanceSpec, "chance.spec")
register(game.OptionSpec, "option.spec")
register(game.Happening, "happening")

register(commands.Open, "cmd.open")
register(commands.PlayBot, "cmd.play_bot")
register(commands.Seek, "cmd.seek")
register(commands.Unseek, "cmd.unseek")
register(commands.JoinByCode, "cmd.join_by_code")
register(commands.Sit, "cmd.sit")
register(commands.SeatBot, "cmd.seat_bot")
register(commands.Stand, "cmd.stand")
register(commands.Ready, "cmd.ready")
register(commands.Act, "cmd.act")
register(commands.Say, "cmd.say")
register(commands.Resign, "cmd.resign")
register(commands.Claim, "cmd.claim")
register(commands.Rematch, "cmd.rematch")
register(commands.Leave, "cmd.leave")
register(commands.Ack, "ack")
register(commands.Refusal, "refusal")

register(people.Kind, "kind")
register(people.Presence, "presence")
register(people.Settings, "settings")
register(people.Profile, "profile")
register(people.ChatLine, "chat.line")

register(tables.Phase, "phase")
register(tables.Prompt, "prompt")
register(tables.SeatView, "seat.view")
register(tables.LogEntry, "log.entry")
register(tables.RoomView, "room.view")
register(tables.TableChanged, "table.changed")
register(tables.PresenceChanged, "presence.changed")
register(tables.ChatSaid, "chat.said")
register(tables.TableClosed, "table.closed")
register(tables.TableSummary, "table.summary")
register(tables.SeekStatus, "seek.status")
register(tables.LobbyView, "lobby.view")
