"""The sync client without its operations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from ._core import (
    STREAM_RETRIES,
    Event,
    Options,
    Outgoing,
    Policy,
    authorization,
    continued,
    following_of,
    lost,
    read_json,
    root,
)
from ._errors import ApiError, ConnectionFailedError, error_of


class Caller:
    """The sync client without its operations."""

    def __init__(
        self,
        base_url: str,
        credential: str | Callable[[], str] | None = None,
        *,
        max_retries: int = 3,
        max_wait: float = 30.0,
        idle: float = 60.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._base_url = root(base_url)
        self._credential = credential
        self._policy = Policy(max_retries, max_wait)
        self._timeout = httpx.Timeout(idle, connect=10.0)
        self._http = http_client or httpx.Client()

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, request: Outgoing, options: Options, *, is_stream: bool = False) -> httpx.Response:
        """The successful answer, whose body is read unless it is streamed."""
        max_retries = options.get("max_retries", STREAM_RETRIES if is_stream else None)
        attempt = 0
        while True:
            value = self._credential() if callable(self._credential) else self._credential
            headers = {**authorization(value), **request.headers}
            try:
                response = self._once(request, headers, is_stream)
                on_response = options.get("on_response")
                if on_response is not None:
                    on_response(response)
                return response
            except (ApiError, ConnectionFailedError) as error:
                time.sleep(self._policy.wait(error, request, attempt, max_retries))
            attempt += 1

    def _once(self, request: Outgoing, headers: dict[str, str], is_stream: bool) -> httpx.Response:
        try:
            built = self._http.build_request(
                request.method,
                self._base_url + request.url,
                params=request.query,
                headers=headers,
                timeout=self._timeout,
                **request.arguments,
            )
            response = self._http.send(built, stream=True, follow_redirects=False)
            try:
                if not response.is_success or not is_stream:
                    response.read()
            except BaseException:
                response.close()
                raise
        except httpx.HTTPError as error:
            raise lost(request, error) from None
        if not response.is_success:
            response.close()
            raise error_of(response)
        return response

    def _json(self, kind: Any, method: str, template: str, *, options: Options, **arguments: Any) -> Any:
        return read_json(kind, self._open(Outgoing(method, template, **arguments), options))

    def _none(self, method: str, template: str, *, options: Options, **arguments: Any) -> None:
        self._open(Outgoing(method, template, **arguments), options)

    def _text(self, method: str, template: str, *, options: Options, **arguments: Any) -> str:
        return self._bytes(method, template, options=options, **arguments).decode()

    def _bytes(self, method: str, template: str, *, options: Options, **arguments: Any) -> bytes:
        return self._open(Outgoing(method, template, **arguments), options).content

    def _chunks(self, method: str, template: str, *, options: Options, **arguments: Any) -> Iterator[bytes]:
        request = Outgoing(method, template, **arguments)
        response = self._open(request, options, is_stream=True)
        try:
            yield from response.iter_bytes()
        except httpx.HTTPError as error:
            raise lost(request, error) from None
        finally:
            response.close()

    def _items(self, kind: Any, method: str, template: str, *, options: Options, **arguments: Any) -> Iterator[Any]:
        query = dict(arguments.pop("query", {}))
        while True:
            page = self._json(kind, method, template, options=options, query=query, **arguments)
            yield from page.items
            if page.next_cursor is None:
                return
            # The server has searched long and found nothing yet.
            if not page.items:
                time.sleep(1)
            query["cursor"] = page.next_cursor

    def _events(self, kind: Any, method: str, template: str, *, options: Options, **arguments: Any) -> Iterator[Event[Any]]:
        following = following_of(kind, arguments, self._policy.max_wait)
        while True:
            request = continued(method, template, arguments, following.parser.last_event_id)
            response = self._open(request, options, is_stream=True)
            try:
                for data in response.iter_bytes():
                    yield from following.events(data)
                    if following.is_over:
                        return
            except httpx.HTTPError:
                pass
            finally:
                response.close()
            time.sleep(following.wait())
