"""The async client without its operations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
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


class AsyncCaller:
    """The async client without its operations."""

    def __init__(
        self,
        base_url: str,
        credential: str | Callable[[], str | Awaitable[str]] | None = None,
        *,
        max_retries: int = 3,
        max_wait: float = 30.0,
        idle: float = 60.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._base_url = root(base_url)
        self._credential = credential
        self._policy = Policy(max_retries, max_wait)
        self._timeout = httpx.Timeout(idle, connect=10.0)
        self._http = http_client or httpx.AsyncClient()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _open(self, request: Outgoing, options: Options, *, is_stream: bool = False) -> httpx.Response:
        max_retries = options.get("max_retries", STREAM_RETRIES if is_stream else None)
        content = request.arguments.get("content")
        if content is not None and not isinstance(content, (bytes, str)):
            request.arguments["content"] = content.read()
        attempt = 0
        while True:
            value = self._credential() if callable(self._credential) else self._credential
            headers = {**authorization(value if value is None or isinstance(value, str) else await value), **request.headers}
            try:
                response = await self._once(request, headers, is_stream)
                on_response = options.get("on_response")
                if on_response is not None:
                    on_response(response)
                return response
            except (ApiError, ConnectionFailedError) as error:
                await asyncio.sleep(self._policy.wait(error, request, attempt, max_retries))
            attempt += 1

    async def _once(self, request: Outgoing, headers: dict[str, str], is_stream: bool) -> httpx.Response:
        try:
            built = self._http.build_request(
                request.method,
                self._base_url + request.url,
                params=request.query,
                headers=headers,
                timeout=self._timeout,
                **request.arguments,
            )
            response = await self._http.send(built, stream=True, follow_redirects=False)
            try:
                if not response.is_success or not is_stream:
                    await response.aread()
            except BaseException:
                await response.aclose()
                raise
        except httpx.HTTPError as error:
            raise lost(request, error) from None
        if not response.is_success:
            await response.aclose()
            raise error_of(response)
        return response

    async def _json(self, kind: Any, method: str, template: str, *, options: Options, **arguments: Any) -> Any:
        return read_json(kind, await self._open(Outgoing(method, template, **arguments), options))

    async def _none(self, method: str, template: str, *, options: Options, **arguments: Any) -> None:
        await self._open(Outgoing(method, template, **arguments), options)

    async def _text(self, method: str, template: str, *, options: Options, **arguments: Any) -> str:
        return (await self._bytes(method, template, options=options, **arguments)).decode()

    async def _bytes(self, method: str, template: str, *, options: Options, **arguments: Any) -> bytes:
        return (await self._open(Outgoing(method, template, **arguments), options)).content

    async def _chunks(self, method: str, template: str, *, options: Options, **arguments: Any) -> AsyncIterator[bytes]:
        request = Outgoing(method, template, **arguments)
        response = await self._open(request, options, is_stream=True)
        try:
            async for data in response.aiter_bytes():
                yield data
        except httpx.HTTPError as error:
            raise lost(request, error) from None
        finally:
            await response.aclose()

    async def _items(
        self, kind: Any, method: str, template: str, *, options: Options, **arguments: Any
    ) -> AsyncIterator[Any]:
        query = dict(arguments.pop("query", {}))
        while True:
            page = await self._json(kind, method, template, options=options, query=query, **arguments)
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            if not page.items:
                await asyncio.sleep(1)
            query["cursor"] = page.next_cursor

    async def _events(
        self, kind: Any, method: str, template: str, *, options: Options, **arguments: Any
    ) -> AsyncIterator[Event[Any]]:
        following = following_of(kind, arguments, self._policy.max_wait)
        while True:
            request = continued(method, template, arguments, following.parser.last_event_id)
            response = await self._open(request, options, is_stream=True)
            try:
                async for data in response.aiter_bytes():
                    for event in following.events(data):
                        yield event
                    if following.is_over:
                        return
            except httpx.HTTPError:
                pass
            finally:
                await response.aclose()
            await asyncio.sleep(following.wait())
