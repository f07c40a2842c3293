"""Typed values: mappings take the types of a class' fields or a function's arguments, or an error names the key.

An error offers a value that would do where one can be guessed; the guess has passed the same check.
"""

from __future__ import annotations

import inspect
import math
import re
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from geobias.errors import InputError
from geobias.suggest import closest, override

Settings = TypeVar("Settings")
UNSET = "???"
_WORDS = {int: "a whole number", float: "a number", str: "text", Path: "a path", bool: "true or false"}
_YES, _NO, _NONE = {"yes", "on", "y", "1"}, {"no", "off", "n", "0"}, {"none", "nil", "~"}
_READ_AS_BOOL = 'YAML reads NO, no and off as false, and yes and on as true: write such a word in quotes, "NO".'


class _NoGuessError(Exception):
    """Nothing like the value would do."""


def from_mapping(cls: type[Settings], values: Mapping[str, Any], place: str = "") -> Settings:
    """Build a dataclass from a mapping; keys left out keep their defaults.

    Raises
    ------
    InputError : a key is unknown (the nearest is named), a value has the wrong type or is not among the choices,
        or a required one is unset ("???").
    """
    required = [f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING]  # type: ignore[arg-type]
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    members = _members(get_type_hints(cls), names, required, values, place)
    try:
        return cls(**members)
    except InputError as error:
        raise InputError(*(_placed(part, names, place) for part in (error.must, error.got, error.mend))) from None


def _placed(sentence: str, names: Sequence[str], place: str) -> str:
    """A class or a function of the library knows its own names alone; people type the whole key."""
    found = re.sub(rf"(?<![\w.'])({'|'.join(names)})(?==| must)", rf"{place}\1", sentence)
    return re.sub(r"(?<==)None\b", "null", found)


def arguments(function: Callable[..., Any], values: Mapping[str, Any], place: str = "") -> dict[str, Any]:
    """The arguments of a call, typed by the function's hints; raises as `from_mapping` does."""
    parameters = inspect.signature(function).parameters
    required = [name for name, parameter in parameters.items() if parameter.default is parameter.empty]
    return _members(get_type_hints(function), list(parameters), required, values, place)


def _members(
    hints: Mapping[str, Any], known: Sequence[str], required: Sequence[str], values: Mapping[str, Any], place: str
) -> dict[str, Any]:
    for key in values:
        if key not in known:
            raise unknown_key(f"{place}{key}", known, place)
    unset = [key for key in known if values.get(key, UNSET if key in required else None) == UNSET]
    typed = {key: value_of(hints[key], value, f"{place}{key}") for key, value in values.items() if key not in unset}
    for key in unset:
        raise InputError(f"'{place}{key}' must be set", "it has no value yet", f"Pass {place}{key}=<value>.")
    return typed


def unknown_key(name: str, known: Sequence[str], place: str) -> InputError:
    """The error for a key that is not in `known`, with the nearest right name."""
    near = closest(name.removeprefix(place), known)
    mend = f"Did you mean '{place}{near}'?" if near else f"There are {[place + k for k in sorted(known)]}."
    return InputError("every setting must be a known one", f"'{name}' is not", mend)


def check_least(settings: Any, place: str, **least: float) -> None:
    """Raise `InputError` where a number is less than it must be; None is let pass."""
    for name, smallest in least.items():
        value, full = getattr(settings, name), ".".join(filter(None, (place, name)))
        if value is not None and value < smallest:
            raise InputError(
                f"{full} must be at least {smallest}", f"it is {value}", f"Pass {full}={smallest} or more."
            )


def check_share(settings: Any, place: str, *names: str) -> None:
    """Raise `InputError` where a number does not lie between 0 and 1."""
    for name in names:
        if not 0 < getattr(settings, name) < 1:
            raise InputError(
                f"{place}.{name} must lie between 0 and 1", f"it is {getattr(settings, name)}", "Correct the value."
            )


def value_of(hint: Any, value: Any, name: str) -> Any:
    """The value in the type of the hint.

    >>> value_of(float, 1, "blur"), value_of(tuple[str, ...], ["NO", 7], "groups"), value_of(int | None, None, "size")
    (1.0, ('NO', '7'), None)
    """
    try:
        return _converted(hint, value, name)
    except InputError as error:
        if isinstance(value, Mapping) and any(map(is_dataclass, _options(hint))):
            raise  # it is of one of its own settings
        mend = " ".join(filter(None, (error.mend, _offer(hint, value, name)))) or "Correct the value."
        raise InputError(error.must, error.got, mend) from None


def _offer(hint: Any, value: Any, name: str) -> str:
    """The override that was meant, checked; or what is left to say."""
    try:
        guess = _guess(hint, value)
        _converted(hint, guess, name)
    except (_NoGuessError, InputError):
        return ""
    return f"Did you mean {override(name, guess)}?"


def _converted(hint: Any, value: Any, name: str) -> Any:
    origin, options = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if is_dataclass(hint) and isinstance(value, Mapping):
        return from_mapping(hint, value, f"{name}.")  # type: ignore[arg-type]
    if origin in (Union, types.UnionType):
        return _one_of(hint, value, name)
    if _shape(hint) != _shape_of(value) and not is_dataclass(hint):
        raise _wrong(hint, value, name)
    if _shape(hint) == "list":
        return tuple(_converted(options[0], item, f"{name}[{index}]") for index, item in enumerate(value))
    if _shape(hint) == "map":
        keys, items = options
        return {
            _converted(keys, key, f"{name}, a key"): _converted(items, v, f"{name}.{key}") for key, v in value.items()
        }
    if origin is Literal:
        if any(value == option and type(value) is type(option) for option in options):
            return value
        raise _wrong(hint, value, name)
    return _plain(hint, value, name)


def _one_of(hint: Any, value: Any, name: str) -> Any:
    """A value of a union: of the options that have its shape the first that takes it."""
    options = [option for option in get_args(hint) if option is not type(None)]
    if value is None and len(options) < len(get_args(hint)):
        return None
    if len(options) > 1 and all(map(is_dataclass, options)):
        return _by_name(options, value, name)
    fitting = [option for option in options if _shape(option) == _shape_of(value) or is_dataclass(option)]
    if len(fitting) == 1 and _shape_of(value) != "one":
        return _converted(fitting[0], value, name)
    for option in fitting:
        with suppress(InputError):
            return _converted(option, value, name)
    raise _wrong(hint, value, name)


def _by_name(options: Sequence[Any], value: Any, name: str) -> Any:
    """One of several groups of settings, that whose `name` the value has; the first where it has none."""
    if not isinstance(value, Mapping):
        raise _wrong(options[0], value, name)
    named = {word: option for option in options for word in get_args(get_type_hints(option)["name"])}
    chosen = value_of(Literal[*named], value.get("name", next(iter(named))), f"{name}.name")
    return from_mapping(named[chosen], value, f"{name}.")


def _plain(hint: Any, value: Any, name: str) -> Any:
    is_bool = isinstance(value, bool)
    if hint is float and isinstance(value, int) and not is_bool:
        return float(value)
    if hint is str and isinstance(value, (int, float)) and not is_bool:
        return str(value)
    right = isinstance(value, hint) and is_bool == (hint is bool)
    if not right or (isinstance(value, float) and not math.isfinite(value)):
        raise _wrong(hint, value, name)
    return value


def _shape(hint: Any) -> str:
    origin = get_origin(hint) or hint
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "map"
    return "list" if isinstance(origin, type) and origin is not str and issubclass(origin, Collection) else "one"


def _shape_of(value: Any) -> str:
    if isinstance(value, Mapping):
        return "map"
    return "list" if isinstance(value, Collection) and not isinstance(value, (str, bytes)) else "one"


def _wrong(hint: Any, value: Any, name: str) -> InputError:
    taken = _options(hint)
    why = ""
    if isinstance(value, bool) and str in taken:
        why = _READ_AS_BOOL
    elif _shape_of(value) == "one" and value is not None and str not in taken and "list" in map(_shape, taken):
        why = "A list needs brackets."
    got = f"{value!r} ({type(value).__name__})"
    if value is None:
        got, why = "null", "Leave it out for its default."
    elif any(get_origin(option) is Literal for option in taken) and isinstance(value, str):
        got = repr(value)
    return InputError(f"'{name}' must be {_described(taken)}", f"it is {got}", why)


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _described(options: Sequence[Any]) -> str:
    """What the options take, in words."""
    named = []
    for option in sorted(options, key=lambda option: _shape(option) != "one"):
        if get_origin(option) is Literal:
            named.append(f"one of {list(get_args(option))}")
        elif _shape(option) != "one":
            named.append("a list, e.g. [au,nz]" if _shape(option) == "list" else "a map, e.g. {au: nz}")
        elif is_dataclass(option):
            named.append("a group of settings")
        elif option is not Path or str not in options:
            named.append(
                "null" if option is type(None) else _WORDS.get(option, getattr(option, "__name__", str(option)))
            )
    return " or ".join(named)


def _guess(hint: Any, value: Any) -> Any:
    """What was meant, by the look of it.

    Raises
    ------
    _NoGuessError : it looks like nothing that the hint takes.
    """
    with suppress(InputError):
        return _converted(hint, value, "")
    options = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        if type(None) in options and str(value).strip().lower() in _NONE:
            return None
        for option in sorted(options, key=lambda option: _shape(option) != _shape_of(value)):
            with suppress(_NoGuessError):
                return _guess(option, value)
        raise _NoGuessError
    if _shape(hint) == "list" and value is not None and _shape_of(value) != "map":
        items = value.strip("()[]{} ").split(",") if isinstance(value, str) else value
        items = items if _shape_of(items) == "list" else [items]
        return [_guess(options[0], item.strip() if isinstance(item, str) else item) for item in items]
    if _shape(hint) == "map" and _shape_of(value) == "map":
        return {_guess(options[0], key): _guess(options[1], item) for key, item in value.items()}
    if get_origin(hint) is Literal:
        near = closest(value, options)
        return next((option for option in options if str(option) == near), None) or _no_guess()
    return _guess_plain(hint, value)


def _guess_plain(hint: Any, value: Any) -> Any:
    word = str(value).strip().lower()
    if hint is str and isinstance(value, bool):
        return "true" if value else "NO"
    if hint is bool and word in _YES | _NO:
        return word in _YES
    if hint in (int, float) and not isinstance(value, bool):
        with suppress(ValueError, OverflowError):
            number = float(word.replace(",", "."))
            return int(number) if hint is int and number.is_integer() else number
    return _no_guess()


def _no_guess() -> Any:
    raise _NoGuessError
