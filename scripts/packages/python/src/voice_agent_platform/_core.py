"""What both clients know of requests, repetitions and streams."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import IO, Any, Generic, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError
from typing_extensions import NotRequired, TypedDict

from ._errors import ApiError, ConnectionFailedError, ProblemError, error_of
from ._streams import StreamParser

T = TypeVar("T")
Content = bytes | str | IO[bytes]
File = bytes | IO[bytes]
_REPEATABLE = {"GET", "PUT", "DELETE"}
_FIRST_PAUSE = 0.5
# After these events a stream does not go on.
_LAST = {"complete", "error"}
_MAX_EVENT_LENGTH = 8 * 1_048_576
# A server that starts again needs longer than a request waits.
STREAM_RETRIES = 10


class Options(TypedDict):
    """What every call takes."""

    on_response: NotRequired[Callable[[httpx.Response], object]]
    """Is called with the answer, for its headers."""
    max_retries: NotRequired[int]


@dataclass(frozen=True)
class Event(Generic[T]):
    """An event of a stream. `id` is what `last_event_id` takes to continue after it."""

    id: str
    event: str
    data: T


@lru_cache(maxsize=None)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read_json(kind: Any, response: httpx.Response) -> Any:
    try:
        return _adapter(kind).validate_json(response.content)
    except ValidationError:
        raise ApiError(f"The body of the answer with {response.status_code} is not that of the contract.", response) from None


def _json_of(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_unset=True)
    if isinstance(value, Mapping):
        return {name: _json_of(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_of(each) for each in value]
    return value.isoformat() if isinstance(value, (date, datetime)) else value


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, (date, datetime)) else str(value)


class Outgoing:
    """A request that can be built again for each attempt."""

    def __init__(
        self,
        method: str,
        template: str,
        *,
        path: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        header: Mapping[str, Any] | None = None,
        body: Any = None,
        form: Mapping[str, Any] | None = None,
        content: Content | None = None,
        media: str | None = None,
        is_keyed: bool = False,
    ) -> None:
        self.name = f"{method} {template}"
        self.method = method
        parts = {name: quote(_text(value), safe="") for name, value in (path or {}).items()}
        self.url = re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], template)
        self.query: list[tuple[str, str | int | float | bool | None]] = [
            (name, _text(each))
            for name, value in (query or {}).items()
            if value is not None
            for each in (value if isinstance(value, (list, tuple)) else [value])
        ]
        self.headers = {name: _text(value) for name, value in (header or {}).items() if value is not None}
        if is_keyed:
            self.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        self.arguments: dict[str, Any] = {}
        is_stream = False
        if body is not None:
            self.arguments["content"] = json.dumps(_json_of(body)).encode()
            self.headers["Content-Type"] = "application/json"
        if form is not None:
            sent = {name: value for name, value in form.items() if value is not None}
            files = {name: value for name, value in sent.items() if not isinstance(value, str)}
            self.arguments["files"] = files
            self.arguments["data"] = {name: value for name, value in sent.items() if isinstance(value, str)}
            is_stream = any(not isinstance(value, bytes) for value in files.values())
        if content is not None:
            self.arguments["content"] = content
            self.headers["Content-Type"] = media or "application/octet-stream"
            is_stream = not isinstance(content, (bytes, str))
        is_safe = method in _REPEATABLE or "Idempotency-Key" in self.headers
        self.is_repeatable = is_safe and not is_stream


class Policy:
    """When a request is sent again: after 429, 503 and a lost connection, for a bounded time."""

    def __init__(self, max_retries: int, max_wait: float) -> None:
        self.max_retries = max_retries
        self.max_wait = max_wait

    def wait(self, error: Exception, request: Outgoing, attempt: int, max_retries: int | None) -> float:
        """The seconds before the next attempt; raises the error if there is none."""
        limit = self.max_retries if max_retries is None else max_retries
        if attempt >= limit or not request.is_repeatable:
            raise error
        asked: float | None = None
        if isinstance(error, ApiError):
            in_progress = isinstance(error, ProblemError) and error.code == "idempotency_in_progress"
            if error.status not in (429, 503) and not (in_progress and attempt > 0):
                raise error
            asked = error.retry_after
        if asked is not None and asked > self.max_wait:
            raise error
        growing = min(_FIRST_PAUSE * 2**attempt, self.max_wait) * (0.5 + random.random() / 2)
        return growing if asked is None else asked


def authorization(value: str | None) -> dict[str, str]:
    if value is None:
        return {}
    # A credential that a header cannot have would be shown by the error of the header.
    if not re.fullmatch(r"[\x21-\x7e]+", value):
        raise ValueError("The credential is empty, or has characters that a header cannot have.")
    return {"X-API-Key": value} if value.startswith("vap_") else {"Authorization": f"Bearer {value}"}


def lost(request: Outgoing, error: httpx.HTTPError | httpx.StreamError) -> ConnectionFailedError:
    # Without the cause: it has the request with its headers.
    return ConnectionFailedError(f"{request.name}: {type(error).__name__}: {error}")


class Following:
    """What a stream remembers over its connections."""

    def __init__(self, kind: Any, last_event_id: str, max_wait: float) -> None:
        self._adapter = _adapter(kind)
        self._max_wait = max_wait
        self._quiet = 0
        self._retry_ms = 1000
        self.parser = StreamParser(_MAX_EVENT_LENGTH, last_event_id)
        self.is_over = False

    def events(self, data: bytes) -> Iterator[Event[Any]]:
        for message in self.parser.push(data):
            self._quiet = -1
            if message.event != "stopping":
                yield Event(message.id, message.event, self._adapter.validate_json(message.data))
            if message.event in _LAST:
                self.is_over = True
                return

    def wait(self) -> float:
        """The seconds before the stream is opened again."""
        if self.parser.retry_ms is not None:
            self._retry_ms = self.parser.retry_ms
        self._quiet += 1
        self.parser = StreamParser(_MAX_EVENT_LENGTH, self.parser.last_event_id)
        pause = max(self._retry_ms, 50) / 1000 * 2 ** min(max(self._quiet - 1, 0), 10)
        return float(min(pause, self._max_wait))


def following_of(kind: Any, arguments: dict[str, Any], max_wait: float) -> Following:
    header = arguments.get("header") or {}
    return Following(kind, header.get("Last-Event-ID") or "", max_wait)


def continued(method: str, template: str, arguments: dict[str, Any], last_event_id: str) -> Outgoing:
    header = {"Accept": "text/event-stream", "Last-Event-ID": last_event_id or None}
    return Outgoing(method, template, **{**arguments, "header": header})


def root(base_url: str) -> str:
    return base_url.rstrip("/").removesuffix("/api/v1")
