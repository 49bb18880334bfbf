"""How values become bytes and come back: msgpack, with a tag and a schema version on every record."""

from core.wire import contract as _contract  # noqa: F401 - whoever packs can pack the whole contract
from core.wire.codec import MAX_ARRAY, MAX_BYTES, MAX_TEXT, pack, register, registered, unpack
from core.wire.errors import WireError

__all__ = ["MAX_ARRAY", "MAX_BYTES", "MAX_TEXT", "WireError", "pack", "register", "registered", "unpack"]
