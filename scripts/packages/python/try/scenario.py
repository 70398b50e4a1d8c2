"""A program of a user: every kind of operation with the installed client, on the server or the mock at API."""

import asyncio
import json
import os
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx

from voice_agent_platform import AsyncClient, Client, ProblemError, models, verify_webhook

API, CREDENTIAL = os.environ["API"], os.environ["CREDENTIAL"]
# A request to a webhook endpoint, for the mock, which sends none.
DELIVERED = json.loads(os.environ.get("DELIVERED", "null"))
PROFILE_OF_MOCK = "019b7e01-b600-7c41-9d52-3f1b8a6e4c10"
DEFINITION = {
    "nodes": [
        {"id": "hello", "type": "startCall", "data": {"prompt": "Greet them."}},
        {"id": "bye", "type": "endCall", "data": {"prompt": "Say goodbye."}},
    ],
    "edges": [
        {
            "id": "on",
            "source": "hello",
            "target": "bye",
            "data": {"label": "answered", "condition": "They have answered."},
        }
    ],
}


@contextmanager
def step(name: str) -> Iterator[None]:
    yield
    print(f"ok {name}", flush=True)


def refusal(call: object) -> ProblemError:
    try:
        call()  # type: ignore[operator]
    except ProblemError as error:
        return error
    raise AssertionError("It was accepted.")


def webhook(client: Client) -> models.WebhookEvent:
    if DELIVERED:
        return verify_webhook(DELIVERED["body"], DELIVERED["headers"], DELIVERED["secrets"])
    received: list[tuple[bytes, dict[str, str]]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.append((body, dict(self.headers.items())))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = client.create_webhook_endpoint({"url": f"http://127.0.0.1:{server.server_port}/"})
    client.test_webhook_endpoint(endpoint.id)
    client.delete_webhook_endpoint(endpoint.id)
    server.shutdown()
    body, headers = received[0]
    return verify_webhook(body, headers, ["whsec_AAAA", endpoint.secret])


with Client(API, lambda: CREDENTIAL) as client:
    with step("create"):
        locations: list[str] = []

        def keep(response: httpx.Response) -> None:
            locations.append(response.headers["location"])

        request = models.CreateWorkflowRequest.model_validate(
            {"name": "First", "workflow_definition": DEFINITION}
        )
        workflow = client.create_workflow(request, on_response=keep)
        client.create_workflow({"name": "Second", "workflow_definition": DEFINITION})
        assert locations
    with step("change"):
        etags: list[str] = []
        client.get_workflow(workflow.id, on_response=lambda response: etags.append(response.headers["etag"]))
        client.update_workflow(workflow.id, {"name": "Third"}, if_match=etags[0])
    with step("list"):
        page = client.list_workflows(limit=1)
        assert len(page.items) == 1 and page.next_cursor
    with step("pages"):
        assert len([each.name for each in client.iter_workflows(limit=1)]) >= 2
    with step("problem"):
        problem = refusal(lambda: client.get_run(2_000_000_000))
        assert (problem.status, problem.code) == (404, "not_found")
        assert problem.request_id == problem.problem["request_id"]
    with step("validation"):
        invalid = refusal(lambda: client.create_workflow({"name": "", "workflow_definition": DEFINITION}))
        assert invalid.code == "validation_failed" and invalid.errors[0]["loc"] == ["body", "name"]
    with step("upload_csv"):
        source = client.create_campaign_source(content="phone_number\n+12025550185\n+12025550141\n")
        assert source.total_rows and source.total_rows > 1
    with step("upload_form"):
        profile_id = client.create_voice_profile({"name": f"Voice {uuid.uuid4()}"}).id
        profile_id = PROFILE_OF_MOCK if DELIVERED else profile_id
        with open("hello.wav", "rb") as file:
            assert client.create_voice_sample(profile_id, file=file, reference_text="Hello.").id
    with step("download"):
        assert client.export_voice_profile(profile_id).startswith(b"PK")
    with step("streamed_speech"):
        speech = client.stream_speech({"text": "Good morning. How are you?", "encoding": "pcm_s16le"})
        assert sum(len(part) for part in speech) > 100
    with step("campaign"):
        client.publish_workflow(workflow.id)
        telephony = client.create_telephony_configuration(
            {"name": "Simulated", "provider": "simulated", "credentials": {}}
        )
        campaign = client.create_campaign(
            models.CreateCampaignRequest(
                name="Reminders",
                workflow_id=workflow.id,
                source_type="csv",
                source_id=source.id,
                telephony_configuration_id=telephony.id,
            )
        )
    with step("stream"):
        event = next(client.stream_campaign_progress(campaign.id)).data
        assert isinstance(event, models.CampaignProgressEvent) and event.campaign_id == campaign.id
    with step("report"):
        assert "phone_number" in client.get_campaign_report(campaign.id)
    with step("webhook"):
        ended = webhook(client)
        assert isinstance(ended, models.CallEndedEvent) and ended.call.run_id


async def main() -> None:
    async def credential() -> str:
        return CREDENTIAL

    async with AsyncClient(API, credential) as client:
        with step("async"):
            names = [each.name async for each in client.iter_workflows(limit=1)]
            assert len(names) >= 2
            async for event in client.stream_campaign_progress(campaign.id):
                assert event.event == "progress"
                break
            speech = client.stream_speech({"text": "Good morning.", "encoding": "mulaw"})
            assert sum([len(part) async for part in speech]) > 100
            with open("hello.wav", "rb") as file:
                await client.create_voice_sample(profile_id, file=file, reference_text="Hello.")
            try:
                await client.get_run(2_000_000_000)
            except ProblemError as error:
                assert error.code == "not_found"


asyncio.run(main())
