"""Settings: a nested mapping becomes typed dataclasses, or an error that names the key and the nearest right one."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from geobias.errors import InputError
from geobias.suggest import closest

Settings = TypeVar("Settings")
UNSET = "???"


def from_mapping(cls: type[Settings], values: Mapping[str, Any], place: str = "") -> Settings:
    """Build a dataclass from a mapping; keys left out keep their defaults.

    Raises
    ------
    InputError : a key is unknown (the nearest is named), a value has the wrong type or is not among the choices,
        or a required one is unset ("???").
    """
    hints = get_type_hints(cls)
    known = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    built = {}
    for key, value in values.items():
        name = f"{place}{key}"
        if key not in known:
            raise unknown_key(name, known, place)
        built[key] = _value(hints[key], value, name)
    for field in fields(cls):  # type: ignore[arg-type]
        if field.name not in built and field.default is MISSING and field.default_factory is MISSING:
            raise unset(f"{place}{field.name}")
    return cls(**built)


def unknown_key(name: str, known: Sequence[str], place: str) -> InputError:
    """The error for a key that is not in `known`, with the nearest right name."""
    near = closest(name.rpartition(".")[2], known)
    mend = f"Did you mean '{place}{near}'?" if near else f"There are {[place + k for k in sorted(known)]}."
    return InputError("every setting must be a known one", f"'{name}' is not", mend)


def unset(name: str) -> InputError:
    """The error for a setting that has no default."""
    return InputError(f"'{name}' must be set", "it has no value yet", f"Pass {name}=<value>.")


def _value(hint: Any, value: Any, name: str) -> Any:
    if isinstance(value, str) and value == UNSET:
        raise unset(name)
    if is_dataclass(hint):
        if not isinstance(value, Mapping):
            raise _wrong(name, "a group of settings", value)
        return from_mapping(hint, value, f"{name}.")  # type: ignore[arg-type]
    origin, options = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _optional(options, value, name)
    if origin is Literal:
        return _choice(options, value, name)
    if origin is tuple:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise _wrong(name, "a list, e.g. [au,nz]", value)
        return tuple(_value(options[0], item, f"{name}[{index}]") for index, item in enumerate(value))
    return _plain(hint, value, name)


def _optional(options: tuple[Any, ...], value: Any, name: str) -> Any:
    if value is None and type(None) in options:
        return None
    inner = [option for option in options if option is not type(None)]
    if len(inner) > 1 and all(map(is_dataclass, inner)):
        return _by_name(inner, value, name)
    errors = []
    for option in inner:
        try:
            return _value(option, value, name)
        except InputError as error:
            errors.append(error)
    raise errors[-1]


def _by_name(options: Sequence[Any], value: Any, name: str) -> Any:
    """One of several groups of settings, that whose `name` the value has; the first where it has none."""
    if not isinstance(value, Mapping):
        raise _wrong(name, "a group of settings", value)
    named = {word: option for option in options for word in get_args(get_type_hints(option)["name"])}
    chosen = _value(Literal[*named], value.get("name", next(iter(named))), f"{name}.name")
    return from_mapping(named[chosen], value, f"{name}.")


def _choice(options: tuple[Any, ...], value: Any, name: str) -> Any:
    if value in options:
        return value
    near = closest(value, options)
    mend = f"Did you mean {name}={near}?" if near else f"Choose {name} among them."
    raise InputError(f"'{name}' must be one of {list(options)}", f"it is {value!r}", mend)


def _plain(hint: Any, value: Any, name: str) -> Any:
    if hint is Any or get_origin(hint) in (dict, Mapping) or (get_origin(hint) or hint).__name__ == "Mapping":
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint is str and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, hint) or (hint in (int, float) and isinstance(value, bool)):
        words = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}
        raise _wrong(name, words.get(hint, hint.__name__), value)
    return value


def _wrong(name: str, wanted: str, value: Any) -> InputError:
    return InputError(f"'{name}' must be {wanted}", f"it is {value!r} ({type(value).__name__})", "Correct the value.")
