"""A typed client of the Voice Agent Platform API, sync and async."""

from . import models
from ._core import Event, Options
from ._errors import ApiError, ConnectionFailedError, ProblemError, VoiceAgentPlatformError
from ._operations import AsyncOperations, Operations
from ._streams import Message, StreamParser, StreamTooLongError
from ._webhooks import WebhookVerificationError, verify_run_turn, verify_signature, verify_webhook


class Client(Operations):
    """Calls the API and waits. Close it, or use it in a `with` statement."""

    def __enter__(self) -> "Client":
        return self


class AsyncClient(AsyncOperations):
    """Calls the API on the event loop. Close it, or use it in an `async with` statement."""

    async def __aenter__(self) -> "AsyncClient":
        return self


__all__ = [
    "ApiError",
    "AsyncClient",
    "Client",
    "ConnectionFailedError",
    "Event",
    "Message",
    "Options",
    "ProblemError",
    "StreamParser",
    "StreamTooLongError",
    "VoiceAgentPlatformError",
    "WebhookVerificationError",
    "models",
    "verify_run_turn",
    "verify_signature",
    "verify_webhook",
]
