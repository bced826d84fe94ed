"""JSON as it comes from outside, read without mercy."""

import json
from typing import Any, NoReturn


class BadJson(ValueError):
    """Bytes that are no JSON text, or one that means different things to different readers."""


def load_json(data: bytes) -> object:
    """The value in a JSON text. Raises BadJson, also for keys that stand twice and for NaN."""
    try:
        return json.loads(
            data.decode(), object_pairs_hook=_make_object, parse_constant=_refuse_constant
        )
    except BadJson:
        raise
    except UnicodeDecodeError:
        raise BadJson("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"not JSON: {error}") from None
    except RecursionError:
        raise BadJson("nested too deep") from None
    except ValueError:
        raise BadJson("a number is too long") from None


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadJson("a key stands twice in an object")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise BadJson(f"{name} is no JSON number")
