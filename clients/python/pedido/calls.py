"""What the generated methods are made of."""

from __future__ import annotations

import secrets
import time
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, TypedDict, Union

from .connections import Incomplete, Response
from .transport import BadContent, Limits, Reading, Request, Retry, Transport, pause_before
from .values import Record, Results, json_of, search_of, value_of

Query = Optional[Mapping[str, Any]]
Body = Mapping[str, Any]
Id = Union[int, str]

PAGE_SIZE = 100
"""Of a list that is gone through: the most that every list gives at once."""
CHUNK_RECORDS = 500
CHUNK_BYTES = 1_000_000
SILENCE = 45.0
"""Seconds: the service sends a comment every 15, so when nothing comes for so long the line is dead."""
REOPEN = 1.0
"""Seconds before a stream that ended is opened again."""
_LIMITS = Limits._fields
_NDJSON = "application/x-ndjson"


class Options(TypedDict, total=False):
    """What a call takes besides: the first four always, the others where its operation has them."""

    attempt_timeout: float
    """Seconds for each attempt; 30 unless given. A long poll's ``wait`` comes on top."""
    timeout: float
    """Seconds for the whole call with its retries and pauses; 120 unless given."""
    max_retries: int
    """How often a request is sent again; 5 times unless given."""
    on_retry: Callable[[Retry], None]
    """Called before each pause, for a log."""
    headers: Mapping[str, str]
    """Sent besides."""
    idempotency_key: str
    """Instead of a key drawn for the call: one of your own, that a later process can use again."""
    if_match: Union[Record, str]
    """Only if the record is still as it was read: a record as the client gave it, or an ``ETag``."""
    if_new: bool
    """Only if there is no such record yet."""
    consistency: str
    """``strong``: what others wrote shows at once, also where the service reads from a replica."""
    at: str
    """The record as it was at this instant."""
    correction: str
    """Why a locked order is corrected: its status then locks nothing."""
    expand: list[str]
    """What is added to the record of those that it refers to: ``["customer"]``."""


class Resource:
    """What can be done with records of one kind."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _send(
        self,
        method: str,
        path: str,
        options: Mapping[str, Any],
        takes: str = "",
        query: Query = None,
        body: Any = None,
    ) -> Any:
        """Sends JSON where there is a body, and takes the record out of its envelope."""
        request, how = _request(method, path, query, options, takes)
        if body is not None:
            headers = {**request.headers, "Content-Type": "application/json"}
            request = request._replace(headers=headers, body=json_of(body))
        return self._record(request, how)

    def _record(self, request: Request, how: Mapping[str, Any]) -> Any:
        content, answer = self._transport.send(request, Reading.json, **how)
        data = content.get("data", content) if isinstance(content, dict) else content
        if not isinstance(data, (dict, list)):
            return data
        record = Record(data) if isinstance(data, dict) else Results(data)
        record.answer = answer
        return record

    def _file(
        self, method: str, path: str, options: Mapping[str, Any], takes: str = "", query: Query = None
    ) -> bytes:
        request, how = _request(method, path, query, options, takes)
        request = request._replace(headers={**request.headers, "Accept": "*/*"})
        return self._transport.send(request, Reading.all, **how)[0]

    def _upload(
        self,
        method: str,
        path: str,
        file: bytes,
        options: Mapping[str, Any],
        takes: str = "",
        query: Query = None,
    ) -> Any:
        """Sends a file as a form: the same bytes in each attempt."""
        request, how = _request(method, path, query, options, takes)
        boundary = secrets.token_hex(16)
        head = (
            f"--{boundary}\r\n"
            'Content-Disposition: form-data; name="file"; filename="file"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = head.encode() + bytes(file) + f"\r\n--{boundary}--\r\n".encode()
        kind = f"multipart/form-data; boundary={boundary}"
        headers = {**request.headers, "Content-Type": kind}
        return self._record(request._replace(headers=headers, body=body), how)

    def _list(
        self,
        path: str,
        options: Mapping[str, Any],
        takes: str = "",
        query: Query = None,
        has_pages: bool = True,
    ) -> List:
        start = {"pagination": "cursor"} if has_pages else {}

        def ask(asked: Mapping[str, Any]) -> Record:
            request, how = _request("GET", path, asked, options, takes)
            content, answer = self._transport.send(request, Reading.json, **how)
            page = Record(content)
            page.answer = answer
            return page

        return List(ask, query or {}, start)

    def _bulk(
        self,
        path: str,
        records: Iterable[Body],
        options: Mapping[str, Any],
        takes: str = "",
        query: Query = None,
    ) -> Iterator[Record]:
        request, how = _request("POST", path, query, options, takes)
        # Sent again, these say `unchanged` of what was written: they need no key.
        headers = {**request.headers, "Content-Type": _NDJSON, "Accept": _NDJSON}
        request = request._replace(headers=headers, idempotency_key=None)
        done = 0
        for lines in _chunks(records, is_whole=(query or {}).get("atomic") is True):
            count = len(lines)
            body = b"\n".join(lines)

            def read(reading: Reading) -> list[Record]:
                return _results(reading.all(), count)

            for result in self._transport.send(request._replace(body=body), read, **how)[0]:
                yield Record({**result, "line": done + result["line"]})
            done += count

    def _stream(
        self, path: str, options: Mapping[str, Any], takes: str = "", query: Query = None
    ) -> EventStream:
        filters = dict(query or {})
        after = filters.pop("after", None)
        start = filters.pop("cursor", after)

        def open_behind(cursor: Optional[str], lasting: Mapping[str, Any]) -> Response:
            request, how = _request("GET", path, filters, {**lasting, **options}, takes)
            position = {} if cursor is None else {"Last-Event-ID": cursor}
            headers = {**request.headers, "Accept": "text/event-stream", **position}
            return self._transport.open(request._replace(headers=headers), **how)

        return EventStream(open_behind, start)


class List:
    """A list, of which nothing is read before it is gone through: by cursors, so that nothing is
    skipped or repeated while others write."""

    def __init__(
        self, ask: Callable[[Mapping[str, Any]], Record], query: Mapping[str, Any], start: Mapping[str, str]
    ) -> None:
        self._ask = ask
        self._query = query
        self._start = start

    def __iter__(self) -> Iterator[Record]:
        for page in self.pages():
            for record in page["data"]:
                yield Record(record) if isinstance(record, dict) else record

    def page(self, query: Query = None) -> Record:
        """One page with its envelope; what is given here comes on top of the list's query."""
        return self._ask({**self._query, **(query or {})})

    def pages(self) -> Iterator[Record]:
        """All pages by cursors, each with the ``next_cursor`` to go on from."""
        filters = dict(self._query)
        after = filters.pop("after", None)
        cursor = filters.pop("cursor", after)
        while True:
            position = self._start if cursor is None else {"cursor": cursor}
            page = self._ask({"limit": PAGE_SIZE, **filters, **position})
            yield page
            # The feed's cursor is never null: at its end it stays the one that was sent.
            following = page.get("next_cursor")
            if following is None or following == cursor:
                return
            cursor = following


class EventStream:
    """Events as they happen, until the loop is left. Where the stream ends, it is opened again behind
    the last event: nothing is skipped or repeated. The first opening is given up like any call; after
    it nothing ends the stream but a problem that will not pass."""

    def __init__(
        self,
        open_behind: Callable[[Optional[str], Mapping[str, Any]], Response],
        start: Optional[str],
    ) -> None:
        self._open = open_behind
        self.cursor = start
        """Behind the event that was given last: another stream goes on from it."""

    def __iter__(self) -> Iterator[Record]:
        limits: dict[str, Any] = {}
        while True:
            response = self._open(self.cursor, limits)
            limits = {"max_retries": float("inf"), "timeout": float("inf")}
            try:
                yield from self._events(response)
            except (OSError, Incomplete):
                # Broken off: as at any other end, what follows is asked for again.
                pass
            finally:
                response.close()
            time.sleep(pause_before(1, REOPEN, 0))

    def _events(self, response: Response) -> Iterator[Record]:
        frame: dict[str, str] = {}
        for line in _lines(response.chunks(silence=SILENCE)):
            if line:
                # A comment has no name, and nobody looks for it.
                name, _, value = line.partition(":")
                before = [frame["data"]] if name == "data" and "data" in frame else []
                frame[name] = "\n".join([*before, value.removeprefix(" ")])
                continue
            self.cursor = frame.get("id", self.cursor)
            if frame.get("data") and frame.get("event") != "closing":
                yield Record(value_of(frame["data"]))
            frame = {}


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.rstrip(b"\r").decode()


def _request(
    method: str, path: str, query: Query, options: Mapping[str, Any], takes: str
) -> tuple[Request, dict[str, Any]]:
    """The request of a call, and how it is sent."""
    own = {name: value for name, value in options.items() if value is not None}
    limits = {name: own.pop(name) for name in _LIMITS if name in own}
    extra = own.pop("headers", {})
    unknown = [name for name in own if name not in takes.split()]
    if unknown:
        raise TypeError(f"{method} {path} has no option {', '.join(unknown)}.")
    beside = {name: own[name] for name in ("at", "correction", "expand") if name in own}
    headers: dict[str, str] = {}
    if "if_match" in own:
        headers["If-Match"] = _version(own["if_match"])
    if own.get("if_new"):
        headers["If-None-Match"] = "*"
    if "consistency" in own:
        headers["Prefer"] = f"consistency={own['consistency']}"
    key = None if method == "GET" else own.get("idempotency_key") or secrets.token_hex(16)
    wait = float((query or {}).get("wait") or 0)
    address = path + search_of({**(query or {}), **beside})
    request = Request(method, address, headers, None, key, wait)
    return request, {"limits": limits, "headers": extra}


def _version(record: Any) -> str:
    etag = record if isinstance(record, str) else getattr(record, "etag", None)
    if etag is None:
        raise TypeError(
            "if_match: this record has no ETag. Give one as a read or a change answered it (not a copy,"
            " nor one of a list), or the ETag itself."
        )
    return etag


def _chunks(records: Iterable[Body], is_whole: bool) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for record in records:
        lines.append(json_of(record))
        size += len(lines[-1])
        if not is_whole and (len(lines) >= CHUNK_RECORDS or size >= CHUNK_BYTES):
            yield lines
            lines, size = [], 0
    if lines:
        yield lines


def _results(text: bytes, count: int) -> list[Record]:
    """The results of so many lines. Where they end early, or say that the service gave up, the lines
    may be sent again."""
    try:
        results = [value_of(line) for line in text.split(b"\n") if line]
    except ValueError as error:
        raise BadContent(text, True) from error
    if len(results) != count or results[-1].get("status") == "failed":
        raise BadContent(text, True)
    return results
