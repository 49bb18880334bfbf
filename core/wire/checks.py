"""From the annotation of a field to a quick check of its value."""

import types
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, NamedTuple, NewType, TypeAlias, TypeVar, Union, get_args, get_origin

SCALARS: frozenset[type] = frozenset((str, int, bool, float, bytes, type(None)))

Predicate: TypeAlias = Callable[[Any], bool]


class Check(NamedTuple):
    """A value is good if its exact type is one of `exact`, or if any of `more` says yes."""

    exact: frozenset[type]
    more: tuple[Predicate, ...] = ()

    def good(self, value: object) -> bool:
        """Whether the value fits."""
        if type(value) in self.exact:
            return True
        return any(test(value) for test in self.more)

    @property
    def scalar(self) -> bool:
        """Whether only plain values fit, so that nothing below them needs packing."""
        return not self.more and self.exact <= SCALARS


def check_of(annotation: Any, anything: Predicate) -> Check:
    """The check that an annotation stands for; `anything` decides about fields annotated ``object``.

    Raises TypeError for annotations that no packed value can satisfy (lists, dicts, sets …).
    """
    if isinstance(annotation, NewType):
        return check_of(annotation.__supertype__, anything)
    if annotation is None:
        return Check(frozenset((type(None),)))
    if annotation is object or annotation is Any or isinstance(annotation, TypeVar):
        return Check(SCALARS, (anything,))
    if annotation is float:
        # The type system lets an int stand for a float, and so does a caller with whole seconds.
        return Check(frozenset((float, int)))
    origin = get_origin(annotation)
    if origin is Union or origin is types.UnionType:
        return _either([check_of(part, anything) for part in get_args(annotation)])
    if origin is tuple:
        return Check(frozenset(), (_tuple_test(get_args(annotation), anything),))
    if isinstance(annotation, type):
        record = is_dataclass(annotation) or issubclass(annotation, Enum) or hasattr(annotation, "_fields")
        if annotation in SCALARS or record:
            return Check(frozenset((annotation,)))
    raise TypeError(f"a field of type {annotation!r} cannot be packed")


def _either(parts: list[Check]) -> Check:
    exact = frozenset[type]().union(*(part.exact for part in parts))
    return Check(exact, tuple(test for part in parts for test in part.more))


def _tuple_test(args: tuple[Any, ...], anything: Predicate) -> Predicate:
    if len(args) == 2 and args[1] is Ellipsis:
        each = check_of(args[0], anything)
        if not each.more:
            exact = each.exact
            return lambda value: type(value) is tuple and exact.issuperset(map(type, value))
        good = each.good
        return lambda value: type(value) is tuple and all(map(good, value))
    # An empty `args` is tuple[()]: only the empty tuple fits.
    checks = [check_of(arg, anything) for arg in args]

    def fits(value: Any) -> bool:
        if type(value) is not tuple or len(value) != len(checks):
            return False
        return all(check.good(item) for check, item in zip(checks, value, strict=True))

    return fits
