"""The msgpack codec: values of plain types, tuples and registered records, and nothing else.

A record travels as a map of one entry, ``{tag: [version, field, …]}``, an enum member as
``{tag: [version, value]}``; arrays are tuples; integers beyond 64 bits are extension 1 (big-endian two's
complement). Equal values give equal bytes. Values are checked against the annotations of their record on both
ways: what is written can be read, and a damaged row cannot build an object that its type forbids.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeVar, get_type_hints, overload

import msgpack

from core.wire.checks import SCALARS, Check, check_of
from core.wire.errors import WireError

MAX_BYTES = 4 << 20
"""The greatest packed size."""
MAX_TEXT = 1 << 16
"""The longest text or byte string inside, in bytes."""
MAX_ARRAY = 1 << 14
"""The longest tuple inside. msgpack reserves what a header claims before it has read it, at every level."""
MAX_BIG_INT = 64
"""The longest integer, in bytes."""
BIG_INT = 1
"""The extension type of integers beyond 64 bits."""

T = TypeVar("T")
Fields = tuple[Any, ...]
Upgrade = Callable[[Fields], Fields]


class _Record(NamedTuple):
    """How one registered class is taken apart and put together."""

    cls: type
    tag: str
    version: int
    names: tuple[str, ...]
    checks: tuple[Check, ...]
    nested: tuple[bool, ...]
    take: Callable[[Any], Fields]
    make: Callable[..., Any]
    upgrades: Mapping[int, Upgrade]
    validate: Callable[[Any], bool] | None


_by_type: dict[type, _Record] = {}
_by_tag: dict[str, _Record] = {}


def _anything(value: object) -> bool:
    """Whether a field annotated ``object`` may hold it: a registered record, or a tuple of what may stand here."""
    kind = type(value)
    if kind is tuple:
        return all(type(item) in SCALARS or _anything(item) for item in value)  # type: ignore[attr-defined]
    return kind in _by_type


def register(
    cls: type[T],
    tag: str,
    version: int = 1,
    *,
    upgrades: Mapping[int, Upgrade] | None = None,
    validate: Callable[[T], bool] | None = None,
) -> type[T]:
    """Let a frozen dataclass, a NamedTuple or an Enum of texts or numbers be packed under a tag.

    `version` rises when the fields change; `upgrades[n]` turns the fields of version n into those of n + 1.
    `validate` may refuse an unpacked object whose fields have the right types but make no sense together.
    Registering the same class again under the same tag changes nothing. Raises TypeError for classes that
    cannot be packed and ValueError for a tag or a class that is taken.
    """
    known = _by_tag.get(tag) or _by_type.get(cls)
    if known is not None:
        if known.cls is cls and known.tag == tag:
            return cls
        raise ValueError(f"{tag!r} or {cls.__name__} is registered already")
    record = _describe(cls, tag, version, dict(upgrades or {}), validate)
    _by_type[cls] = _by_tag[tag] = record
    return cls


def registered() -> tuple[type, ...]:
    """All classes that can be packed, in the order of their tags."""
    return tuple(_by_tag[tag].cls for tag in sorted(_by_tag))


def _describe(
    cls: type, tag: str, version: int, upgrades: Mapping[int, Upgrade], validate: Callable[[Any], bool] | None
) -> _Record:
    if issubclass(cls, Enum):
        members = {member.value: member for member in cls}
        check = Check(frozenset(type(value) for value in members))
        if not check.exact <= {str, int}:
            raise TypeError(f"the members of {cls.__name__} are neither texts nor numbers")
        return _Record(
            cls,
            tag,
            version,
            ("value",),
            (check,),
            (False,),
            lambda member: (member.value,),
            cls,
            upgrades,
            validate,
        )
    take: Callable[[Any], Fields]
    if is_dataclass(cls):
        parameters = getattr(cls, "__dataclass_params__")  # noqa: B009 - mypy does not know the name
        found = fields_of(cls)
        if not parameters.frozen or not all(field.init and not field.kw_only for field in found):
            raise TypeError(f"{cls.__name__} must be frozen, with positional fields only")
        names = tuple(field.name for field in found)
        take = _taker(names)
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = tuple(cls._fields)
        take = tuple
    else:
        raise TypeError(f"{cls.__name__} is no frozen dataclass, no NamedTuple and no Enum")
    hints = get_type_hints(cls)
    checks = tuple(check_of(hints[name], _anything) for name in names)
    nested = tuple(not check.scalar for check in checks)
    return _Record(cls, tag, version, names, checks, nested, take, cls, upgrades, validate)


def _taker(names: tuple[str, ...]) -> Callable[[Any], Fields]:
    """What reads those attributes of an object into a tuple."""
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _plain(value: Any) -> Any:
    """The value as msgpack takes it."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is tuple:
        return [_plain(item) for item in value]
    record = _by_type.get(kind)
    if record is None:
        raise WireError("not_packable", f"Objects of type {kind.__name__} cannot be packed.")
    fields = record.take(value)
    packed: list[Any] = [record.version]
    for item, check, nested, name in zip(fields, record.checks, record.nested, record.names, strict=True):
        if type(item) not in check.exact and not check.good(item):
            raise WireError("bad_fields", f"The field {name} of {record.tag} has a wrong type.")
        packed.append(_plain(item) if nested else item)
    return {record.tag: packed}


def _big(value: Any) -> msgpack.ExtType:
    """Called by msgpack for what it cannot pack itself: of plain values, only an integer beyond 64 bits."""
    size = value.bit_length() // 8 + 1
    if size > MAX_BIG_INT:
        raise WireError("too_large", "A number is too large to be packed.")
    return msgpack.ExtType(BIG_INT, value.to_bytes(size, "big", signed=True))


def _measure(plain: Any) -> None:
    kind = type(plain)
    if kind is list:
        if len(plain) > MAX_ARRAY:
            raise WireError("too_large", f"A tuple has more than {MAX_ARRAY} items.")
        for item in plain:
            _measure(item)
    elif kind is dict:
        for body in plain.values():
            _measure(body)
    elif kind is str or kind is bytes:
        size = len(plain.encode() if kind is str else plain)
        if size > MAX_TEXT:
            raise WireError("too_large", f"A text has more than {MAX_TEXT} bytes.")


def pack(obj: object) -> bytes:
    """The bytes of a value. Raises WireError for what is not registered, too large, or wrong in a field's type."""
    try:
        plain = _plain(obj)
        data: bytes = msgpack.packb(plain, default=_big, use_bin_type=True)
    except UnicodeEncodeError:
        raise WireError("not_packable", "A text holds half a character.") from None
    except (ValueError, OverflowError, RecursionError):
        raise WireError("too_large", "The value is nested too deeply or too large to be packed.") from None
    if len(data) > MAX_ARRAY:  # only then can a part of it be beyond what a reader takes
        _measure(plain)
    if len(data) > MAX_BYTES:
        raise WireError("too_large", f"The value needs {len(data)} bytes; {MAX_BYTES} are allowed.")
    return data


def _build(pairs: list[tuple[str, Any]]) -> Any:
    """Called by msgpack for each map, innermost first: put a record together."""
    if len(pairs) != 1:
        raise WireError("malformed", "A record must have one tag.")
    tag, body = pairs[0]
    record = _by_tag.get(tag)
    if record is None:
        raise WireError("unknown_tag", "The data hold a record of a kind that is not known here.")
    if type(body) is not tuple or not body or type(body[0]) is not int or body[0] < 1:
        raise WireError("malformed", f"The record {tag} has no version.")
    version: int = body[0]
    fields: Fields = body[1:]
    if version > record.version:
        raise WireError(
            "newer_version", f"The record {tag} has version {version}; this program knows {record.version}."
        )
    while version < record.version:
        upgrade = record.upgrades.get(version)
        if upgrade is None:
            raise WireError("older_version", f"The record {tag} of version {version} can no longer be read.")
        try:
            fields = tuple(upgrade(fields))
        except (TypeError, ValueError, LookupError, AttributeError):
            raise WireError("bad_fields", f"The record {tag} of version {version} is damaged.") from None
        version += 1
    if len(fields) != len(record.checks):
        raise WireError("bad_fields", f"The record {tag} has {len(fields)} fields, not {len(record.checks)}.")
    for item, check, name in zip(fields, record.checks, record.names, strict=True):
        if type(item) not in check.exact and not check.good(item):
            raise WireError("bad_fields", f"The field {name} of {tag} has a wrong type.")
    try:
        value = record.make(*fields)
        valid = record.validate is None or record.validate(value)
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
        valid = False
    if not valid:
        raise WireError("bad_fields", f"The fields of {tag} make no sense together.")
    return value


def _extension(code: int, data: bytes) -> int:
    if code != BIG_INT or not data:
        raise WireError("malformed", "The data hold an extension that is not known here.")
    return int.from_bytes(data, "big", signed=True)


@overload
def unpack(data: bytes) -> object: ...
@overload
def unpack(data: bytes, expected: type[T]) -> T: ...
@overload
def unpack(data: bytes, expected: object) -> object: ...
def unpack(data: bytes, expected: Any = None) -> Any:
    """The value of those bytes; `expected` is a class or a union of classes that it must be an instance of.

    Raises WireError, and nothing else, for whatever bytes it is given.
    """
    size = len(data)
    if size > MAX_BYTES:
        raise WireError("too_large", f"The data have {size} bytes; {MAX_BYTES} are allowed.")
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            object_pairs_hook=_build,
            ext_hook=_extension,
            max_str_len=min(size, MAX_TEXT),
            max_bin_len=min(size, MAX_TEXT),
            max_array_len=min(size, MAX_ARRAY),
            max_map_len=1,
            max_ext_len=MAX_BIG_INT,
        )
    except (msgpack.UnpackException, ValueError, TypeError, OverflowError, RecursionError):
        raise WireError("malformed", "The data are damaged or cut short.") from None
    # msgpack makes a timestamp object of its extension -1 without asking; fields refuse it by type, this the rest.
    if type(value) not in SCALARS and not _anything(value):
        raise WireError("malformed", "The data hold a value that is not known here.")
    if expected is not None and not isinstance(value, expected):
        raise WireError("wrong_type", "The data hold a record of another kind than expected.")
    return value
