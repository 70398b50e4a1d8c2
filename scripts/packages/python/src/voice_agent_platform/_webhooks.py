"""Requests that are signed as Standard Webhooks defines it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from . import models

_TIME = re.compile(r"[0-9]{1,12}\Z", re.ASCII)
# Signatures after these are not looked at, so that a header costs no more than a few of them.
_MAX_SIGNATURES = 16
_T = TypeVar("_T")


class WebhookVerificationError(Exception):
    """A request that its signature does not prove. The message says why and never has a secret or a signature."""


def verify_signature(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> bytes:
    """Verifies a signature (`v1`, HMAC-SHA256) in constant time and returns the body."""
    id_, timestamp, signatures = (
        _header(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if not _TIME.match(timestamp):
        raise WebhookVerificationError("webhook-timestamp is not a time in seconds.")
    # Also if the tolerance is not a number.
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance_seconds:
        raise WebhookVerificationError(
            f"webhook-timestamp is more than {tolerance_seconds} seconds from the time of this machine."
        )
    content = body.encode() if isinstance(body, str) else body
    signed = f"{id_}.{timestamp}.".encode() + content
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise WebhookVerificationError("There is no secret.")
    sent = [each[3:].encode() for each in signatures.split(" ") if each.startswith("v1,")]
    for key in keys:
        wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(wanted, each) for each in sent[:_MAX_SIGNATURES]):
            return content
    raise WebhookVerificationError("No signature is that of the body and a secret.")


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> models.WebhookEvent:
    """Verifies a request to a webhook endpoint and returns its event."""
    content = verify_signature(body, headers, secrets, tolerance_seconds=tolerance_seconds, now=now)
    adapter: TypeAdapter[models.WebhookEvent] = TypeAdapter(models.WebhookEvent)
    return _parsed(adapter, content)


def verify_run_turn(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> models.RunTurnEvent:
    """Verifies a request to the `runtime_url` of a workflow and returns the turn."""
    content = verify_signature(body, headers, secrets, tolerance_seconds=tolerance_seconds, now=now)
    return _parsed(TypeAdapter(models.RunTurnEvent), content)


def _parsed(adapter: TypeAdapter[_T], content: bytes) -> _T:
    try:
        return adapter.validate_json(content)
    except ValidationError:
        raise WebhookVerificationError("The body is signed and is no event of this version.") from None


def _header(headers: Mapping[str, str], name: str) -> str:
    value = next((value for key, value in headers.items() if key.lower() == name), "")
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError('A secret is not "whsec_" and base64.')
    return key
