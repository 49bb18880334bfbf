"""The wire format: every record comes back equal, and damaged bytes give a WireError or something harmless."""

import types
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Any, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.room  # noqa: F401 - registers the records of a room and its log
from core.commands import Act, Sit
from core.events import Acted, Logged
from core.game import Outcome, Termination
from core.ids import CommandId, Epoch, PromptId, RoomId, Seat, Seq
from core.people import Profile
from core.tables import RoomView
from core.wire import MAX_ARRAY, MAX_BYTES, MAX_TEXT, WireError, pack, register, registered, unpack

SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=20) | st.binary(max_size=20)
)
CONTRACT = tuple(
    cls
    for cls in registered()
    if cls.__module__.startswith(("core.", "tests.")) and cls.__module__ != "core.fox.state"
)


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Values that a field with that annotation may hold."""
    if isinstance(annotation, NewType):
        return values(annotation.__supertype__)
    if annotation in (None, type(None)):
        return st.none()
    if annotation is object:
        return SCALARS | st.tuples(SCALARS, st.sampled_from(Termination))
    simple: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers(-(2**70), 2**70),
        str: st.text(max_size=20),
        bool: st.booleans(),
        float: st.floats(allow_nan=False),
        bytes: st.binary(max_size=40),
    }
    if annotation in simple:
        return simple[annotation]
    args = get_args(annotation)
    if get_origin(annotation) in (Union, types.UnionType):
        return st.one_of(*map(values, args))
    if get_origin(annotation) is tuple:
        if args[-1:] == (Ellipsis,):
            return st.lists(values(args[0]), max_size=3).map(tuple)
        return st.tuples(*map(values, args))
    if issubclass(annotation, Enum):
        return st.sampled_from(annotation)
    hints = get_type_hints(annotation)
    names = [field.name for field in fields(annotation)] if is_dataclass(annotation) else annotation._fields
    return st.tuples(*(values(hints[name]) for name in names)).map(lambda held: annotation(*held))


@pytest.mark.parametrize("cls", CONTRACT, ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_record_of_the_contract_comes_back_equal(cls: type, data: st.DataObject) -> None:
    """Packing and unpacking a record gives an equal one of the same class, and equal records equal bytes."""
    record = data.draw(values(cls))
    packed = pack(record)
    back: object = unpack(packed, cls)
    assert back == record
    assert type(back) is cls
    assert pack(back) == packed


@settings(max_examples=100, deadline=None)
@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4).map(tuple)))
def test_plain_values_and_tuples_come_back_equal(value: object) -> None:
    """Tuples stay tuples, booleans stay booleans, numbers of any size come back."""
    back = unpack(pack(value))
    assert back == value
    assert repr(back) == repr(value)


LOGGED = Logged(Seq(3), Epoch(1), 12.5, None, CommandId("c"), Acted(Seat(1), PromptId("1.2.1"), "K10"))
SAMPLES: tuple[object, ...] = (
    LOGGED,
    Act(CommandId("a"), RoomId("raven-42"), PromptId("1.2.1"), "swap B2"),
    Outcome((21, 12), (Seat(0),), Termination.FINISHED),
    (1, (2**70, None), "text", b"bytes", 1.5, True),
)


def harmless(data: bytes) -> bool:
    """Whether the bytes are refused with a sentence, or are a value that packs again (so all its types fit)."""
    try:
        value = unpack(data)
    except WireError as error:
        return bool(error.code) and str(error).endswith(".")
    return repr(unpack(pack(value))) == repr(value)  # by repr: a NaN equals nothing


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_never_give_anything_but_a_value_or_a_wire_error(data: bytes) -> None:
    """Whatever the bytes are: a value that packs again, or WireError with a code and a sentence."""
    assert harmless(data)


@settings(max_examples=300, deadline=None)
@given(
    sample=st.sampled_from(SAMPLES), flips=st.lists(st.tuples(st.integers(0), st.integers(0, 7)), max_size=3)
)
def test_flipped_bits_never_build_an_object_that_its_type_forbids(
    sample: object, flips: list[tuple[int, int]]
) -> None:
    """A damaged record is refused, or is still a well-typed record: it packs again, which checks every field."""
    data = bytearray(pack(sample))
    for place, bit in flips:
        data[place % len(data)] ^= 1 << bit
    assert harmless(bytes(data))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_every_truncation_is_refused(sample: object) -> None:
    """No proper beginning of a packed value is a value, and nothing may follow one."""
    data = pack(sample)
    for length in range(len(data)):
        with pytest.raises(WireError):
            unpack(data[:length])
    with pytest.raises(WireError):
        unpack(data + b"\x00")


def refused(data: object) -> str:
    """The code with which hand-made data are refused."""
    with pytest.raises(WireError) as caught:
        unpack(data if isinstance(data, bytes) else msgpack.packb(data))
    return caught.value.code


def test_what_is_wrong_has_a_code() -> None:
    """Unknown tags, newer versions, wrong fields and foreign msgpack values are told apart."""
    assert refused({"no.such.tag": [1]}) == "unknown_tag"
    assert refused({"ack": [2, "id", None, 0]}) == "newer_version"
    assert refused({"ack": [0, "id", None, 0]}) == "malformed"
    assert refused({"ack": [True, "id", None, 0]}) == "malformed"
    assert refused({"ack": "id"}) == "malformed"
    assert refused({"ack": []}) == "malformed"
    assert refused({}) == "malformed"
    assert refused({"ack": [1, "id", None, 0], "refusal": [1, "id", "code", []]}) == "malformed"
    assert refused({"ack": [1, "id", None]}) == "bad_fields"
    assert refused({"ack": [1, "id", None, "0"]}) == "bad_fields"
    assert refused({"ack": [1, "id", None, True]}) == "bad_fields"
    assert refused({"termination": [1, "bored"]}) == "bad_fields"
    assert refused({1: [1]}) == "malformed"
    assert refused(msgpack.ExtType(7, b"x")) == "malformed"
    assert refused(msgpack.ExtType(1, b"")) == "malformed"
    assert refused(msgpack.Timestamp(5)) == "malformed"
    assert refused([msgpack.Timestamp(5)]) == "malformed"
    assert refused(b"") == "malformed"


def test_another_kind_than_expected_is_refused() -> None:
    """The reader says what it wants, one class or several."""
    data = pack(Sit(CommandId("c"), RoomId("raven-42")))
    assert unpack(data, Sit | Act) == Sit(CommandId("c"), RoomId("raven-42"))
    with pytest.raises(WireError) as caught:
        unpack(data, Act)
    assert caught.value.code == "wrong_type"


def test_what_could_not_be_read_is_not_written() -> None:
    """Wrong field types, unregistered classes, lists, dicts and half characters are refused when packing."""
    wrong: Any = "three"
    for value in (Sit(CommandId("c"), RoomId("r"), wrong), [1], {"a": 1}, {1}, object(), "\ud800"):
        with pytest.raises(WireError) as caught:
            pack(value)
        assert caught.value.code in ("bad_fields", "not_packable")


def test_sizes_are_limited_on_both_ways() -> None:
    """Long texts, long tuples, deep nesting, huge numbers and huge totals are refused."""
    deep: tuple[object, ...] = ()
    for _ in range(5000):
        deep = (deep,)
    for value in (deep, 1 << 600, ("x" * MAX_TEXT,) * (MAX_BYTES // MAX_TEXT + 1)):
        with pytest.raises(WireError) as caught:
            pack(value)
        assert caught.value.code == "too_large"
    assert refused(msgpack.packb("x" * (MAX_TEXT + 1))) == "malformed"
    assert refused(msgpack.packb([0] * (MAX_ARRAY + 1))) == "malformed"
    assert refused(b"\xdd\xff\xff\xff\xff" * 200) == "malformed"
    assert refused(b"\x00" * (MAX_BYTES + 1)) == "too_large"
    assert refused(b"\x91" * 100_000 + b"\x00") == "malformed"


def test_a_limit_holds_when_packing_as_when_unpacking() -> None:
    """A text or a tuple that no reader would take is not packed either."""
    for value in ("x" * (MAX_TEXT + 1), (0,) * (MAX_ARRAY + 1), ("é" * MAX_TEXT,)):
        with pytest.raises(WireError) as caught:
            pack(value)
        assert caught.value.code == "too_large"


@dataclass(frozen=True)
class Card:
    """A record that has been through two changes."""

    suit: int
    rank: int
    worn: bool


def test_older_versions_are_upgraded_step_by_step() -> None:
    """Version 1 was a text, version 2 had no `worn`; a version that nobody can upgrade is refused."""

    def from_text(fields: tuple[Any, ...]) -> tuple[Any, ...]:
        (text,) = fields
        return ("BKM".index(text[0]), int(text[1:]))

    register(
        Card,
        "test.card",
        4,
        upgrades={1: from_text, 2: lambda held: (*held, False), 3: lambda held: held},
    )
    register(Card, "test.card", 4)
    assert unpack(msgpack.packb({"test.card": [1, "K10"]})) == Card(1, 10, False)
    assert unpack(msgpack.packb({"test.card": [2, 1, 10]})) == Card(1, 10, False)
    assert unpack(pack(Card(2, 3, True))) == Card(2, 3, True)
    assert refused({"test.card": [1, "X10"]}) == "bad_fields"
    assert refused({"test.card": [1]}) == "bad_fields"
    assert refused({"test.card": [5, 1, 10, False]}) == "newer_version"

    class Coin(NamedTuple):
        value: int

    register(Coin, "test.coin", 2)
    assert refused({"test.coin": [1, 5]}) == "older_version"


def test_an_object_may_be_refused_as_a_whole() -> None:
    """`validate` and a constructor that raises both turn well-typed nonsense away."""

    class Span(NamedTuple):
        low: int
        high: int

    @dataclass(frozen=True)
    class Share:
        of: int

        def __post_init__(self) -> None:
            if 100 % self.of:
                raise ValueError(self.of)

    register(Span, "test.span", validate=lambda span: span.low <= span.high)
    register(Share, "test.share")
    assert unpack(pack(Span(1, 2))) == Span(1, 2)
    assert refused({"test.span": [1, 2, 1]}) == "bad_fields"
    assert unpack(pack(Share(5))) == Share(5)
    assert refused({"test.share": [1, 3]}) == "bad_fields"
    assert refused({"test.share": [1, 0]}) == "bad_fields"


def test_only_immutable_records_of_packable_fields_can_be_registered() -> None:
    """A mutable dataclass, a list inside, keyword-only or hidden fields, and a tag that is taken are refused."""

    @dataclass
    class Mutable:
        x: int

    @dataclass(frozen=True)
    class WithList:
        x: list[int]

    @dataclass(frozen=True, kw_only=True)
    class Keyword:
        x: int

    @dataclass(frozen=True)
    class Hidden:
        x: int = field(init=False, default=3)

    class Mixed(Enum):
        A = ()

    for bad in (Mutable, WithList, Keyword, Hidden, Mixed, int):
        with pytest.raises(TypeError):
            register(bad, f"test.bad.{bad.__name__}")
    with pytest.raises(ValueError, match="ack"):
        register(Keyword, "ack")
    with pytest.raises(ValueError, match="Profile"):
        register(Profile, "test.profile")


def test_enums_of_texts_and_of_numbers_keep_their_class() -> None:
    """An enum member is not the plain value it equals."""

    class Level(IntEnum):
        LOW = 1
        HIGH = 2

    class Mood(StrEnum):
        CALM = "calm"

    register(Level, "test.level")
    register(Mood, "test.mood")
    back = unpack(pack((Level.HIGH, Mood.CALM, 2, "calm")))
    assert [type(item) for item in back] == [Level, Mood, int, str]  # type: ignore[attr-defined]


def test_a_sentence_never_quotes_a_value() -> None:
    """What is packed may be secret: an error names the tag and the field alone."""
    with pytest.raises(WireError) as caught:
        unpack(msgpack.packb({"ev.game_seeded": [1, "hush-hush"]}))
    assert "hush" not in str(caught.value)
    assert "seed" in str(caught.value)
    wrong: Any = ("hush-hush",)
    with pytest.raises(WireError) as caught:
        pack(RoomView(wrong, *[None] * 9))  # type: ignore[arg-type]
    assert "hush" not in str(caught.value)
