"""How the installed client behaves towards a server that is a function."""

import asyncio
import json
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from voice_agent_platform import (
    ApiError,
    AsyncClient,
    Client,
    ConnectionFailedError,
    ProblemError,
    StreamParser,
    StreamTooLongError,
    WebhookVerificationError,
    verify_signature,
)

SECRET = "vap_secret-of-the-test"
Reply = httpx.Response | Exception


def given(*replies: Reply, **options: Any) -> tuple[Client, list[httpx.Request]]:
    """A client whose server answers with these, one after the other, and the requests that it gets."""
    requests: list[httpx.Request] = []
    left = list(replies)

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        reply = left.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    http_client = httpx.Client(transport=httpx.MockTransport(answer))
    options = {"max_wait": 1.5, **options}
    return Client("https://api.example/api/v1/", SECRET, http_client=http_client, **options), requests


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"code": code, "detail": "A sentence."}, headers=sent)


def lost() -> Exception:
    return httpx.ConnectError("refused")


class Parts(httpx.SyncByteStream):
    """A body that sends these parts and then breaks, if it is told to."""

    def __init__(self, *parts: str, error: Exception | None = None) -> None:
        self.parts, self.error, self.is_closed = parts, error, False

    def __iter__(self) -> Iterator[bytes]:
        for part in self.parts:
            yield part.encode()
        if self.error:
            raise self.error

    def close(self) -> None:
        self.is_closed = True


def progress(id: int, event: str = "progress") -> str:
    data = {"event": event, "campaign_id": 2, "state": "running", "total_rows": 1, "calls_in_progress": 0}
    counts = {"pending": 0, "waiting": 0, "dialing": 0, "done": 1, "skipped": 0}
    names = ("completed", "busy", "no_answer", "voicemail", "failed", "canceled", "unknown")
    data |= {"contacts": counts, "outcomes": dict.fromkeys(names, 0), "executed_count": 1}
    data |= {"at": "2026-01-05T10:00:00.000Z"}
    return f"id: {id}\nevent: {event}\ndata: {json.dumps(data)}\n\n"


def raised(call: Callable[[], object]) -> Exception:
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("It did not fail.")


CALL = {"workflow_id": 3, "to_number": "+12025550185"}


def sends_the_credential_and_follows_no_redirect() -> None:
    client, requests = given(httpx.Response(302, headers={"location": "https://evil.example/"}))
    error = raised(lambda: client.archive_api_key(7))
    assert isinstance(error, ApiError) and error.status == 302, error
    assert requests[0].headers["x-api-key"] == SECRET and len(requests) == 1
    assert str(requests[0].url).startswith("https://api.example/api/v1/auth/api-keys/7")


def never_shows_the_credential() -> None:
    client, _ = given(problem(403, "insufficient_scope"), lost(), max_retries=0)
    # h11 refuses it with a message that shows it.
    broken = Client("https://api.example", f"{SECRET}\nx")
    assert isinstance(raised(broken.log_out), ValueError)
    for call in (client.log_out, client.log_out, broken.log_out):
        error = raised(call)
        chain: BaseException | None = error
        while chain is not None:
            shown = "".join(traceback.format_exception(chain)) + repr(vars(chain))
            assert "secret-of" not in shown, shown
            assert not isinstance(chain, httpx.HTTPError) or chain.__suppress_context__
            chain = chain.__cause__


def repeats_a_get_after_429_503_and_a_lost_connection() -> None:
    begin = time.monotonic()
    client, requests = given(
        problem(429, "too_many_requests", retry_after="1"),
        lost(),
        problem(503, "stopping", retry_after="0"),
        httpx.Response(200, text="phone_number\n"),
    )
    assert client.get_campaign_report(2) == "phone_number\n"
    assert len(requests) == 4 and time.monotonic() - begin >= 1


def waits_and_repeats_no_more_than_it_may() -> None:
    client, requests = given(problem(429, "too_many_requests", retry_after="60"))
    error = raised(lambda: client.get_campaign_report(2))
    assert isinstance(error, ProblemError) and error.retry_after == 60 and len(requests) == 1
    client, requests = given(*(problem(503, "stopping", retry_after="0") for _ in range(3)), max_retries=2)
    raised(lambda: client.get_campaign_report(2))
    assert len(requests) == 3


def sends_a_post_again_with_the_same_key() -> None:
    client, requests = given(lost(), problem(409, "idempotency_in_progress"), problem(400, "request_malformed"))
    raised(lambda: client.initiate_call(CALL))
    keys = [request.headers["idempotency-key"] for request in requests]
    assert len(keys) == 3 and len(set(keys)) == 1 and len(keys[0]) == 36
    client, requests = given(problem(400, "request_malformed"))
    raised(lambda: client.initiate_call(CALL, idempotency_key="mine"))
    assert requests[0].headers["idempotency-key"] == "mine"


def never_repeats_what_is_not_safe_to_repeat() -> None:
    client, requests = given(lost(), problem(503, "stopping"), lost())
    login = {"email": "ada@example.com", "password": "wrong"}
    assert isinstance(raised(lambda: client.log_in(login)), ConnectionFailedError)
    raised(lambda: client.update_campaign(2, {"name": "New"}))
    with open(__file__, "rb") as file:
        raised(lambda: client.create_campaign_source(content=file))
    assert len(requests) == 3


def raises_faults_and_other_answers() -> None:
    fault = {"loc": ["body", "name"], "msg": "Must not be empty.", "type": "x", "input": "private", "ctx": {}}
    client, _ = given(
        httpx.Response(422, json={"detail": [fault, fault]}),
        httpx.Response(502, text="<html>Bad gateway</html>"),
        httpx.Response(200, text="<html>Log in</html>"),
    )
    invalid = raised(lambda: client.list_runs())
    assert isinstance(invalid, ProblemError) and len(invalid.errors) == 2
    assert str(invalid) == "422 validation_failed: body.name: Must not be empty. (and 1 more)"
    for status in (502, 200):
        error = raised(lambda: client.list_runs())
        assert type(error) is ApiError and error.status == status


def follows_pages_and_waits_before_it_follows_an_empty_one() -> None:
    begin = time.monotonic()
    client, requests = given(
        *(httpx.Response(200, json={"items": [], "next_cursor": cursor}) for cursor in ("a", None))
    )
    assert list(client.iter_runs(limit=2)) == []
    assert [request.url.query for request in requests] == [b"limit=2", b"limit=2&cursor=a"]
    assert time.monotonic() - begin >= 1


def stream(*parts: str, error: Exception | None = None) -> httpx.Response:
    return httpx.Response(200, stream=Parts(*parts, error=error))


def opens_a_broken_stream_again_after_the_last_event() -> None:
    client, requests = given(
        stream("retry: 10\n\n", progress(1), progress(2)[:20]),
        lost(),
        stream(": nothing\n\n", error=httpx.ReadTimeout("silent")),
        stream(progress(2), 'event: stopping\nretry: 5\ndata: {"event":"stopping"}\n\n'),
        stream(progress(3), progress(4, "complete"), progress(5)),
    )
    events = [f"{each.id} {each.event}" for each in client.stream_campaign_progress(2)]
    assert events == ["1 progress", "2 progress", "3 progress", "4 complete"], events
    sent = [request.headers.get("last-event-id") for request in requests]
    assert sent == [None, "1", "1", "1", "2"], sent
    client, requests = given(stream("retry: 1\n", progress(18)), problem(401, "unauthorized"))
    following = client.stream_campaign_progress(2, last_event_id="17")
    assert next(following).id == "18"
    assert isinstance(raised(lambda: next(following)), ProblemError)
    assert [request.headers["last-event-id"] for request in requests] == ["17", "18"]


def ends_a_connection_when_the_loop_is_left() -> None:
    body = Parts(progress(1), progress(2))
    client, _ = given(httpx.Response(200, stream=body))
    for _event in client.stream_campaign_progress(2):
        break
    assert body.is_closed


def does_the_same_on_the_event_loop() -> None:
    requests: list[httpx.Request] = []
    replies = [
        problem(503, "stopping", retry_after="0"),
        httpx.Response(200, text="phone_number\n"),
        httpx.Response(200, content=f"retry: 1\n{progress(1)}".encode()),
        httpx.Response(200, content=progress(2, "complete").encode()),
    ]

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return replies.pop(0)

    async def main() -> None:
        http_client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with AsyncClient("https://api.example", SECRET, http_client=http_client) as client:
            assert await client.get_campaign_report(2) == "phone_number\n"
            assert [each.id async for each in client.stream_campaign_progress(2)] == ["1", "2"]

    asyncio.run(main())
    assert [request.headers.get("last-event-id") for request in requests] == [None, None, None, "1"]


def reads_streams_as_the_standard_says() -> None:
    with open("streams.json", encoding="utf-8") as file:
        cases = json.load(file)
    assert len(cases) > 20
    for name, text, wanted in cases:
        for size in (1, 2, 3, 7, len(text) * 4):
            parser = StreamParser(1_000_000)
            sent = text.encode()
            events = [each for at in range(0, len(sent), size) for each in parser.push(sent[at : at + size])]
            got = [{"id": each.id, "event": each.event, "data": each.data} for each in events]
            assert got == wanted, (name, size, got)
    for parts in (["data: ", "x" * 60, "x" * 60], [":" + "x" * 120], ["data: 123456789\n"] * 20):
        bounded = StreamParser(100)
        error = raised(lambda: [bounded.push(part.encode()) for part in parts])
        assert isinstance(error, StreamTooLongError)


def verifies_signatures() -> None:
    with open("signatures.json", encoding="utf-8") as file:
        cases = json.load(file)
    assert len(cases) > 10
    for name, body, headers, secrets, now, tolerance, is_valid in cases:
        arguments: dict[str, Any] = {"now": now, **({} if tolerance is None else {"tolerance_seconds": tolerance})}
        try:
            assert verify_signature(body, headers, secrets, **arguments) == body.encode() and is_valid, name
        except WebhookVerificationError as error:
            assert not is_valid, (name, error)


for case in (
    sends_the_credential_and_follows_no_redirect,
    never_shows_the_credential,
    repeats_a_get_after_429_503_and_a_lost_connection,
    waits_and_repeats_no_more_than_it_may,
    sends_a_post_again_with_the_same_key,
    never_repeats_what_is_not_safe_to_repeat,
    raises_faults_and_other_answers,
    follows_pages_and_waits_before_it_follows_an_empty_one,
    opens_a_broken_stream_again_after_the_last_event,
    ends_a_connection_when_the_loop_is_left,
    does_the_same_on_the_event_loop,
    reads_streams_as_the_standard_says,
    verifies_signatures,
):
    try:
        case()
        print(f"ok {case.__name__}")
    except Exception:
        print(f"not ok {case.__name__}: {traceback.format_exc()}")
