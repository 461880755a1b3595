"""What a call can fail with. Every error of the client is a PedidoError."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional

_PASSING = (408, 429)


class RequestInfo(NamedTuple):
    """What is known of a request, whatever became of it."""

    address: str
    """``PATCH /orders/42``, for a person who reads the message."""
    request_id: str
    """Finds the request in the service's log. All attempts of one call share it."""
    idempotency_key: Optional[str]
    """The key that a change was sent with: sent again with it, it is made once."""


class PedidoError(Exception):
    """Every error of the client."""

    def __init__(self, code: str, text: str, of: RequestInfo, may_pass: bool) -> None:
        super().__init__(f"{of.address}: {text} ({code}, request {of.request_id})")
        self.code = code
        """What became of the request: a code of the service, or one of the client's own."""
        self.request_id = of.request_id
        self.idempotency_key = of.idempotency_key
        self.attempts = 1
        """How often the request was sent."""
        self.may_pass = may_pass
        """Whether the same request may succeed a moment later."""


class ConnectionError(PedidoError):
    """There was no whole answer: whether a change was made is not known."""

    def __init__(
        self, of: RequestInfo, text: str = "no whole answer came", code: str = "connection"
    ) -> None:
        super().__init__(code, text, of, True)


class TimeoutError(ConnectionError):
    """No answer came in the time of an attempt, or of the whole call."""

    def __init__(self, of: RequestInfo, seconds: float) -> None:
        super().__init__(of, f"no answer in {seconds:.3g} s", "timeout")


class UnexpectedAnswerError(PedidoError):
    """Something else answered than the service: a proxy, or a server at another address."""

    def __init__(
        self,
        of: RequestInfo,
        status: int,
        headers: Mapping[str, str],
        body: str,
        is_broken: bool = False,
    ) -> None:
        may_pass = status >= 500 or status in _PASSING or is_broken
        super().__init__("unexpected_answer", f"unexpected answer with status {status}", of, may_pass)
        self.status = status
        self.headers = headers
        self.body = body[:2_000]
        """How the answer begins."""


class ProblemError(PedidoError):
    """A problem of the service. Each code has a class of its own."""

    def __init__(
        self, problem: Mapping[str, Any], status: int, headers: Mapping[str, str], of: RequestInfo
    ) -> None:
        code = problem["code"]
        may_pass = status >= 500 or status in _PASSING or code == "idempotency_in_flight"
        request_id = problem.get("request_id", of.request_id)
        super().__init__(code, problem["detail"], of._replace(request_id=request_id), may_pass)
        self.status = status
        self.title: str = problem["title"]
        self.detail: str = problem["detail"]
        """For a person."""
        self.errors: list[dict[str, Any]] = problem.get("errors", [])
        """All the errors of the request, each with its ``pointer``, a ``code`` and a sentence."""
        self.headers = headers
        self.problem = problem
        """All that the service says, such as ``existing_id`` of ``duplicate_fk_id``."""

    @property
    def etag(self) -> Optional[str]:
        """The record's present ``ETag``, which comes with ``precondition_failed``."""
        return self.headers.get("ETag")
