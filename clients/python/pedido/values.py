"""What is sent and what comes: figures are exact, records know the answer that they came with."""

from __future__ import annotations

import datetime
import json
from decimal import Decimal
from typing import Any, Mapping, NamedTuple, Optional, Union
from urllib.parse import quote, urlencode


class Answer(NamedTuple):
    """The head of an answer."""

    status: int
    headers: Mapping[str, str]
    request_id: str
    attempts: int
    """How often the request was sent."""


class Record(dict):
    """A record as the service answered it: a dictionary with the answer's head beside it."""

    answer: Optional[Answer] = None

    @property
    def etag(self) -> Optional[str]:
        """The version, for ``if_match``. Records of lists and events come without."""
        return self.answer.headers.get("ETag") if self.answer else None


class Results(list):
    """An answer that is a list, with the answer's head beside it."""

    answer: Optional[Answer] = None


def json_of(value: Any) -> bytes:
    """JSON in UTF-8. Takes Decimal, date and datetime, too.

    :raises ValueError: where a Decimal has more digits than a JSON number keeps
    """
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
    ).encode()


def value_of(text: Union[bytes, str]) -> Any:
    """What JSON means: numbers with a point are Decimal, to the cent as they were sent."""
    return json.loads(text, parse_float=Decimal)


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        if value == value.to_integral_value():
            return int(value)
        number = float(value)
        if Decimal(repr(number)) != value:
            raise ValueError(f"{value} has more digits than a JSON number keeps.")
        return number
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} can't be sent as JSON.")


def segment(value: Any) -> str:
    """A part of a path. Nothing in it can lead to another path: ``..`` and nothing at all would."""
    text = "" if value is None else str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'"{text}" can\'t stand in a path.')
    return quote(text, safe="")


def search_of(query: Mapping[str, Any]) -> str:
    """The query of an address; what is None is left out."""
    given = {name: _text(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text(value: Any) -> str:
    """A list has commas between its values; one in a value stands behind a backslash."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_text(one).replace("\\", "\\\\").replace(",", "\\,") for one in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return str(value)
