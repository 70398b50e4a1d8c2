"""The scenario with a client of openapi-python-client: a module for each operation, with a function `sync`."""

import io
import json

from client import AuthenticatedClient, Client
from client.api.auth import log_in
from client.api.campaigns import (
    create_campaign,
    create_campaign_source,
    get_campaign,
    get_campaign_report,
    start_campaign,
)
from client.api.telephony import initiate_call
from client.api.webhooks import create_webhook_endpoint
from client.api.workflows import (
    create_workflow,
    get_run,
    list_runs,
    publish_workflow,
    validate_workflow,
)
from client.models import (
    CallEndedEvent,
    Campaign,
    CampaignProgressEvent,
    CampaignSource,
    CampaignSourceType,
    CreateCampaignRequest,
    CreatedWebhookEndpoint,
    CreateWebhookEndpointRequest,
    CreateWorkflowRequest,
    InitiateCallRequest,
    LogInRequest,
    Problem,
    Session,
    ValidationProblem,
    Workflow,
    WorkflowDefinition,
    WorkflowRun,
    WorkflowRunPage,
    WorkflowValidation,
)
from client.types import File
from support import (
    CHANGED_CAMPAIGN,
    CSV,
    EMAIL,
    IDEMPOTENCY_KEY,
    ORIGIN,
    PASSWORD,
    RECEIVER_URL,
    TO_NUMBER,
    UNKNOWN_ID,
    WORKFLOW_DEFINITION,
    WORKFLOW_NAME,
    Receiver,
    done,
    until,
)

receiver = Receiver()

session = log_in.sync(
    client=Client(base_url=ORIGIN), body=LogInRequest(email=EMAIL, password=PASSWORD)
)
assert isinstance(session, Session)
client = AuthenticatedClient(base_url=ORIGIN, token=session.access_token)
done("log_in")

endpoint = create_webhook_endpoint.sync(
    client=client, body=CreateWebhookEndpointRequest(url=RECEIVER_URL)
)
assert isinstance(endpoint, CreatedWebhookEndpoint)
receiver.secret = endpoint.secret

draft = CreateWorkflowRequest(
    name=WORKFLOW_NAME,
    workflow_definition=WorkflowDefinition.from_dict(WORKFLOW_DEFINITION),
)
workflow = create_workflow.sync(client=client, body=draft)
assert isinstance(workflow, Workflow) and workflow.name == WORKFLOW_NAME
done("create_workflow")

validation = validate_workflow.sync(workflow.id, client=client)
assert isinstance(validation, WorkflowValidation) and validation.valid
done("validate_workflow")

published = publish_workflow.sync(workflow.id, client=client)
assert isinstance(published, Workflow)
done("publish_workflow")


def place_call(workflow_id: int) -> WorkflowRun:
    placed = initiate_call.sync(
        client=client,
        body=InitiateCallRequest(
            workflow_id=workflow_id, to_number=TO_NUMBER, telephony_configuration_id=1
        ),
        idempotency_key=IDEMPOTENCY_KEY,
    )
    assert isinstance(placed, WorkflowRun)
    return placed


call = place_call(workflow.id)
assert place_call(workflow.id).id == call.id
done("place_call")


def completed_run(run_id: int) -> WorkflowRun | None:
    found = get_run.sync(run_id, client=client)
    assert isinstance(found, WorkflowRun)
    return found if found.state == "completed" else None


run = until("completed run", lambda: completed_run(call.id))
done("poll_run")

first = list_runs.sync(client=client, limit=1)
assert isinstance(first, WorkflowRunPage) and first.next_cursor is not None
second = list_runs.sync(client=client, limit=1, cursor=first.next_cursor)
assert isinstance(second, WorkflowRunPage) and second.items[0].id != first.items[0].id
done("two_pages")

refused = create_workflow.sync(
    client=client,
    body=CreateWorkflowRequest(name="", workflow_definition=draft.workflow_definition),
)
assert isinstance(refused, ValidationProblem) and "name" in refused.detail[0].loc
done("validation_error")

missing = get_run.sync(UNKNOWN_ID, client=client)
assert isinstance(missing, Problem) and missing.code == "not_found"
done("problem")

disposition: str | None = run.call_disposition
assert disposition is None
done("read_null")

changed = get_campaign.sync(CHANGED_CAMPAIGN, client=client)
assert isinstance(changed, Campaign) and changed.state == "hibernating"
done("unknown_enum")

source = create_campaign_source.sync(
    client=client, body=File(payload=io.BytesIO(CSV.read_bytes()))
)
assert isinstance(source, CampaignSource) and source.total_rows == 5
done("upload_csv")

campaign = create_campaign.sync(
    client=client,
    body=CreateCampaignRequest(
        name=WORKFLOW_NAME,
        workflow_id=workflow.id,
        source_type=CampaignSourceType.CSV,
        source_id=source.source_id,
        telephony_configuration_id=1,
    ),
)
assert isinstance(campaign, Campaign) and campaign.state == "created"
started = start_campaign.sync(campaign.id, client=client)
assert isinstance(started, Campaign) and started.state == "running"
done("start_campaign")

report = get_campaign_report.sync(campaign.id, client=client)
assert isinstance(report, File) and b"phone_number" in report.payload.read()
done("campaign_report")

# The generated function would wait for the stream's end: its httpx client reads the events as they come.
with client.get_httpx_client().stream(
    "GET", f"/api/v1/campaign/{campaign.id}/progress/stream"
) as stream:
    data = next(line for line in stream.iter_lines() if line.startswith("data: "))
progress = CampaignProgressEvent.from_dict(json.loads(data.removeprefix("data: ")))
assert progress.campaign_id == campaign.id and progress.event == "progress"
done("campaign_stream")

event = CallEndedEvent.from_dict(receiver.event(run.id))
assert event.event == "call_ended" and event.call.run_id == run.id
done("webhook_event")
receiver.stop()
