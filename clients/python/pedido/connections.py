"""Requests over HTTP, one connection for each thread."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
from typing import Iterator, Mapping, Optional
from urllib.parse import urlsplit

_CHUNK_BYTES = 65_536


class Incomplete(Exception):
    """The answer ended before it was whole."""


class Response:
    """An answer whose body is still to be read."""

    def __init__(
        self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> None:
        self._response = response
        # The connection lets go of its socket where the answer is its last one.
        self._socket = connection.sock or _socket_of(response)
        self._content: Optional[bytes] = None
        self.status = response.status
        self.headers = response.headers

    def read(self, until: float) -> bytes:
        """All of it. Raises socket.timeout at this time of ``time.monotonic``."""
        if self._content is None:
            self._content = b"".join(self.chunks(until))
        return self._content

    def chunks(self, until: Optional[float] = None, silence: float = 0) -> Iterator[bytes]:
        """Its bytes as they come, until a time or until nothing comes for so many seconds."""
        while True:
            left = silence if until is None else until - time.monotonic()
            if left <= 0:
                raise socket.timeout("the time is over")
            if self._socket is not None:
                self._socket.settimeout(left)
            try:
                chunk = self._response.read1(_CHUNK_BYTES)
            except http.client.HTTPException as error:
                raise Incomplete(str(error)) from error
            if not chunk:
                break
            yield chunk
        if self._response.length:
            raise Incomplete(f"{self._response.length} bytes are missing")
        # Until then its connection takes no other request.
        self._response.close()

    def close(self) -> None:
        self._response.close()


def _socket_of(response: http.client.HTTPResponse) -> Optional[socket.socket]:
    return getattr(getattr(response.fp, "raw", None), "_sock", None)


class Connections:
    """The connections to a service. A thread keeps its own for as long as the service said."""

    def __init__(self, url: str, context: Optional[ssl.SSLContext] = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url} is no address of a service.")
        self._parts = parts
        self._context = context or (
            ssl.create_default_context() if parts.scheme == "https" else None
        )
        self._kept = threading.local()
        self.path = parts.path.rstrip("/")

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes], until: float
    ) -> Response:
        """Sends a request and gives its answer once the head is there. Redirects are not followed."""
        connection = self._take()
        try:
            connection.timeout = _left(until)
            if connection.sock is None:
                connection.connect()
                connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sock.settimeout(_left(until))
            connection.request(method, self.path + path, body, dict(headers))
            answer = connection.getresponse()
            return Response(connection, answer)
        except BaseException:
            connection.close()
            raise
        finally:
            self._kept.connection = connection

    def leave(self) -> None:
        """Ends this thread's connection: what still comes on it is of a call that is over."""
        connection = getattr(self._kept, "connection", None)
        if connection is not None:
            connection.close()

    def keep(self, response: Response) -> None:
        """Its body was read: the next request may go on the same connection."""
        kept = re.search(r"timeout=(\d+)", response.headers.get("Keep-Alive", ""))
        self._kept.until = time.monotonic() + (int(kept[1]) - 1 if kept else 0)

    def detach(self) -> None:
        """Leaves this thread's connection to whoever reads its answer."""
        self._kept.connection = None

    def _take(self) -> http.client.HTTPConnection:
        connection = getattr(self._kept, "connection", None)
        # Later the service may have ended it, just when a request is on its way.
        if connection is not None and time.monotonic() < getattr(self._kept, "until", 0):
            return connection
        if connection is not None:
            connection.close()
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, context=self._context)
        return http.client.HTTPConnection(host, port)


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise socket.timeout("the time is over")
    return left
