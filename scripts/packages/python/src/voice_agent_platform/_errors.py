"""What a call can raise."""

from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class VoiceAgentPlatformError(Exception):
    """The base of all errors of a call. None of them has the request or its headers."""


class ConnectionFailedError(VoiceAgentPlatformError):
    """The request could not be sent, or its answer broke off."""


class ApiError(VoiceAgentPlatformError):
    """An answer that is no success, such as that of a proxy."""

    def __init__(self, message: str, response: httpx.Response) -> None:
        super().__init__(message)
        self.status = response.status_code
        self.request_id = response.headers.get("x-request-id")
        self.retry_after = retry_after(response.headers.get("retry-after"))


class ProblemError(ApiError):
    """A refusal as the contract defines it: with a `code`, which is `validation_failed` for a 422 with faults."""

    def __init__(self, message: str, response: httpx.Response, code: str, body: dict[str, Any]) -> None:
        super().__init__(message, response)
        self.code = code
        self.problem = {} if code == "validation_failed" else body
        self.errors: list[dict[str, Any]] = body["detail"] if code == "validation_failed" else []


def error_of(response: httpx.Response) -> ApiError:
    """The error that an answer means, whose body was read already."""
    status = response.status_code
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if isinstance(body, dict) and isinstance(body.get("code"), str):
        return ProblemError(f"{status} {body['code']}: {body.get('detail')}", response, body["code"], body)
    if status == 422 and isinstance(body, dict) and isinstance(body.get("detail"), list) and body["detail"]:
        first, *others = body["detail"]
        more = f" (and {len(others)} more)" if others else ""
        # Without the fault's `input`, which can be personal.
        message = f"422 validation_failed: {'.'.join(first['loc'])}: {first['msg']}{more}"
        return ProblemError(message, response, "validation_failed", body)
    return ApiError(f"The server answered {status} without a problem of this API.", response)


def retry_after(header: str | None) -> float | None:
    """The wait in seconds that a `Retry-After` asks for: seconds or a date (RFC 9110)."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
