"""The client of Pedido: every operation of the service as a method, with retries that make nothing
twice. It needs nothing but Python."""

from __future__ import annotations

import ssl
from typing import Any, Mapping, Optional, Union

from .calls import EventStream, List, Options
from .errors import (
    ConnectionError,
    PedidoError,
    ProblemError,
    TimeoutError,
    UnexpectedAnswerError,
)
from .generated.problems import *  # noqa: F403
from .generated.problems import PROBLEMS
from .generated.resources import Resources
from .transport import ClientCredentials, Limits, Retry, TokenSource, Transport
from .values import Answer, Record, Results
from .webhooks import WebhookVerificationError, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "ClientCredentials",
    "ConnectionError",
    "EventStream",
    "List",
    "Options",
    "Pedido",
    "PedidoError",
    "ProblemError",
    "Record",
    "Results",
    "Retry",
    "TimeoutError",
    "TokenSource",
    "UnexpectedAnswerError",
    "WebhookVerificationError",
    "verify_webhook",
    *(one.__name__ for one in PROBLEMS.values()),
]


class Pedido(Resources):
    """A client of the service at ``url``, which threads may share. It has nothing to close.

    :param token: ``pdo_…``, or a function that gives one: it is called before each request, and with
        the token that was refused after a 401
    :param client: in place of a token, OAuth 2.0 client credentials
    :param headers: sent with each request
    :param limits: ``attempt_timeout``, ``timeout``, ``max_retries``, ``on_retry`` and ``first_pause``
        for all calls
    :param context: of TLS, such as one with the certificate of a company's own authority
    :raises ValueError: where ``url`` is none
    """

    def __init__(
        self,
        url: str,
        token: Union[str, TokenSource, None] = None,
        *,
        client: Optional[ClientCredentials] = None,
        headers: Optional[Mapping[str, str]] = None,
        context: Optional[ssl.SSLContext] = None,
        **limits: Any,
    ) -> None:
        super().__init__(
            Transport(url, token, client, headers or {}, Limits(**limits), context)
        )
