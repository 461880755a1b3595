"""Sends requests until they are answered for good, and makes no change twice."""

from __future__ import annotations

import email.utils
import http.client
import random
import secrets
import socket
import ssl
import threading
import time
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence, TypeVar, Union
from urllib.parse import urlencode

from .connections import Connections, Incomplete, Response
from .errors import (
    ConnectionError,
    PedidoError,
    ProblemError,
    RequestInfo,
    TimeoutError,
    UnexpectedAnswerError,
)
from .generated.problems import PROBLEMS
from .values import Answer, value_of

T = TypeVar("T")

_LONGEST_PAUSE = 8.0
"""Seconds: the longest pause that the service did not ask for."""
_RENEWED_AFTER = 0.9
"""The part of its life after which an access token is renewed."""

TokenSource = Callable[[Optional[str]], str]
"""Gives the token to send. Called with one that the service has refused, for another."""


class ClientCredentials(NamedTuple):
    """In place of a token: one that short-lived access tokens are got for, by OAuth 2.0."""

    id: Union[int, str]
    """The ``id`` of a token."""
    secret: str
    """That token itself."""
    scopes: Optional[Sequence[str]] = None
    """All that it has, unless given."""


class Retry(NamedTuple):
    """What ``on_retry`` is called with before each pause, for a log."""

    error: PedidoError
    attempt: int
    """The attempt that failed, from 1."""
    pause: float
    """Seconds."""


class Limits(NamedTuple):
    """How long and how often a call is tried. Times are in seconds."""

    attempt_timeout: float = 30
    timeout: float = 120
    max_retries: int = 5
    on_retry: Optional[Callable[[Retry], None]] = None
    first_pause: float = 0.5


class Request(NamedTuple):
    """What is sent, the same in each attempt."""

    method: str
    path: str
    headers: Mapping[str, str] = {}
    body: Optional[bytes] = None
    idempotency_key: Optional[str] = None
    wait: float = 0
    """Seconds added to the time of an attempt: so long the service may hold the answer back."""


class Reading(NamedTuple):
    """Where an answer is read: until when, and on what."""

    response: Response
    until: float
    connections: Connections

    def all(self) -> bytes:
        content = self.response.read(self.until)
        self.connections.keep(self.response)
        return content

    def json(self) -> Any:
        text = self.all()
        if not self.response.headers.get("Content-Type", "").startswith("application/json"):
            raise BadContent(text, False)
        try:
            return value_of(text)
        except ValueError as error:
            raise BadContent(text, True) from error


class BadContent(Exception):
    """A success that has something else in it than it should."""

    def __init__(self, content: bytes, is_broken: bool) -> None:
        super().__init__()
        self.content = content
        self.is_broken = is_broken


class Transport:
    """Sends requests of one client; threads may share it."""

    def __init__(
        self,
        url: str,
        token: Union[str, TokenSource, None],
        client: Optional[ClientCredentials],
        headers: Mapping[str, str],
        limits: Limits,
        context: Optional[ssl.SSLContext],
    ) -> None:
        self._connections = Connections(url, context)
        self._headers = headers
        self._limits = limits
        self._token = _AccessTokens(self, client) if client else token

    def send(
        self,
        request: Request,
        read: Callable[[Reading], T],
        limits: Mapping[str, Any] = {},
        headers: Mapping[str, str] = {},
        is_authorized: bool = True,
    ) -> tuple[T, Answer]:
        """Attempts share one id and one ``Idempotency-Key``: a change is made once, however often its
        answer was lost.

        :raises PedidoError: the last attempt's
        """
        most = self._limits._replace(**limits)
        address = f"{request.method} {request.path.partition('?')[0]}"
        info = RequestInfo(address, secrets.token_hex(16), request.idempotency_key)
        end = time.monotonic() + most.timeout
        attempt = 0
        while True:
            attempt += 1
            try:
                left = min(end - time.monotonic(), most.attempt_timeout + request.wait)
                sent = {**self._head(request, info), **headers}
                data, response = self._attempt(request, sent, info, left, read, is_authorized)
                request_id = response.headers.get("X-Request-Id", info.request_id)
                return data, Answer(response.status, response.headers, request_id, attempt)
            except PedidoError as error:
                error.attempts = attempt
                pause = pause_before(attempt, most.first_pause, _retry_after(error))
                is_over = attempt > most.max_retries or time.monotonic() + pause >= end
                if not error.may_pass or is_over:
                    raise
                if most.on_retry:
                    most.on_retry(Retry(error, attempt, pause))
                time.sleep(pause)

    def open(self, request: Request, **how: Any) -> Response:
        """An answer whose body the caller reads as it comes, on a connection of its own."""

        def take(reading: Reading) -> Response:
            self._connections.detach()
            return reading.response

        return self.send(request, take, **how)[0]

    def ask_token(self, client: ClientCredentials) -> tuple[str, float]:
        """An access token and the time of ``time.monotonic`` from which another is asked for. Sent
        once: the calls that wait for it are what is tried again."""
        start = time.monotonic()
        form = {
            "grant_type": "client_credentials",
            "client_id": str(client.id),
            "client_secret": client.secret,
            **({"scope": " ".join(client.scopes)} if client.scopes else {}),
        }
        head = {"Content-Type": "application/x-www-form-urlencoded"}
        request = Request("POST", "/oauth/token", head, urlencode(form).encode())
        answer, _ = self.send(request, Reading.json, {"max_retries": 0}, is_authorized=False)
        return answer["access_token"], start + float(answer["expires_in"]) * _RENEWED_AFTER

    def _head(self, request: Request, info: RequestInfo) -> dict[str, str]:
        key = request.idempotency_key
        return {
            "Accept": "application/json",
            "X-Request-Id": info.request_id,
            **({"Idempotency-Key": key} if key is not None else {}),
            **request.headers,
            **self._headers,
        }

    def _attempt(
        self,
        request: Request,
        headers: dict[str, str],
        info: RequestInfo,
        seconds: float,
        read: Callable[[Reading], T],
        is_authorized: bool,
    ) -> tuple[T, Response]:
        until = time.monotonic() + seconds
        response: Optional[Response] = None
        try:
            response = self._authorized(request, headers, until, is_authorized)
            reading = Reading(response, until, self._connections)
            if not 200 <= response.status < 300:
                raise _problem(response, reading.all(), info)
            return read(reading), response
        except PedidoError:
            raise
        except BadContent as bad:
            text = bad.content.decode(errors="replace")
            status, head = (response.status, response.headers) if response else (0, {})
            raise UnexpectedAnswerError(info, status, head, text, bad.is_broken) from bad
        except socket.timeout as error:
            self._connections.leave()
            raise TimeoutError(info, seconds) from error
        except (OSError, http.client.HTTPException, Incomplete) as error:
            self._connections.leave()
            raise ConnectionError(info) from error

    def _authorized(
        self, request: Request, headers: dict[str, str], until: float, is_authorized: bool
    ) -> Response:
        """Asks with a token, and once more where that is refused and there is another."""

        def ask(token: Optional[str]) -> Response:
            own = {} if token is None else {"Authorization": f"Bearer {token}"}
            sent = {**headers, **own}
            return self._connections.ask(request.method, request.path, sent, request.body, until)

        token = self._token if is_authorized else None
        if not callable(token):
            return ask(token)
        sent = token(None)
        response = ask(sent)
        if response.status != 401:
            return response
        # It may be asked for on this connection.
        response.read(until)
        other = token(sent)
        return response if other == sent else ask(other)


class _AccessTokens:
    """The access tokens of a client. One is kept until its end is near, and another is asked for once,
    however many threads wait for it."""

    def __init__(self, transport: Transport, client: ClientCredentials) -> None:
        self._transport = transport
        self._client = client
        self._lock = threading.Lock()
        self._token: Optional[str] = None
        self._renew_at = 0.0

    def __call__(self, refused: Optional[str]) -> str:
        with self._lock:
            is_kept = self._token != refused and time.monotonic() < self._renew_at
            if self._token is None or not is_kept:
                self._token, self._renew_at = self._transport.ask_token(self._client)
            return self._token


def _problem(response: Response, content: bytes, info: RequestInfo) -> PedidoError:
    text = content.decode(errors="replace")
    try:
        body = value_of(text)
    except ValueError:
        body = None
    if isinstance(body, dict):
        if response.headers.get("Content-Type", "").startswith("application/problem+json"):
            known = PROBLEMS.get(body.get("code", ""), ProblemError)
            return known(body, response.status, response.headers, info)
        if "error_description" in body:
            # What a client is refused with has the form of OAuth 2.0 (RFC 6749, 5.2).
            code, detail = body.get("error", ""), body["error_description"]
            problem = {**body, "code": code, "title": code, "detail": detail, "errors": []}
            return ProblemError(problem, response.status, response.headers, info)
    return UnexpectedAnswerError(info, response.status, response.headers, text)


def pause_before(attempt: int, first: float, asked: float) -> float:
    """Seconds: twice as long each time, at random between half and all of it, so that many clients
    don't come back at the same moment; never less than the service asked for."""
    longest = min(_LONGEST_PAUSE, first * 2 ** min(attempt - 1, 20))
    return asked + longest * (0.5 + random.random() / 2)


def _retry_after(error: PedidoError) -> float:
    """Seconds that the service asks to wait."""
    text = getattr(error, "headers", {}).get("Retry-After") or ""
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
