"""Signatures of webhooks, as https://www.standardwebhooks.com has them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from typing import Any, Mapping, Sequence, Union

from .values import value_of


class WebhookVerificationError(Exception):
    """A request that nobody with the secret has sent, or not just now: answer it 400 or 401."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        """``headers`` lack the signature; the ``time`` is too far away; the ``signature`` is another."""


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    tolerance_seconds: float = 300,
) -> dict[str, Any]:
    """Verifies the signature of a webhook and gives its event.

    :param body: as it came: these bytes were signed, and not the JSON that they mean
    :param secrets: ``whsec_…``; while one is being replaced, the new and the old one
    :param tolerance_seconds: how far the clocks of both sides may be apart
    :raises WebhookVerificationError: where nobody with a secret has sent this just now
    """
    lower = {name.lower(): value for name, value in headers.items()}
    name, sent, signatures = (
        _header(lower, f"webhook-{part}") for part in ("id", "timestamp", "signature")
    )
    is_time = re.fullmatch(r"[0-9]{1,12}", sent) is not None
    if not is_time or abs(time.time() - int(sent)) > tolerance_seconds:
        raise WebhookVerificationError("time", f"This was sent at another time: {sent}.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{name}.{sent}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        digest = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        own = "v1," + base64.b64encode(digest).decode()
        # Takes the same time for every wrong signature.
        if any(hmac.compare_digest(own.encode(), one.encode()) for one in signatures.split(" ")):
            return value_of(content)
    raise WebhookVerificationError("signature", "None of the signatures is of these secrets.")


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value:
        return value
    raise WebhookVerificationError("headers", f"The header {name} is missing.")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(re.sub("^whsec_", "", secret), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("A secret of a webhook begins with whsec_.")
    return key
