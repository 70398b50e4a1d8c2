"""The scenario with a client of openapi-generator's python: a class for each tag, with a method for each operation."""

from collections.abc import Callable
from typing import TypeVar

from openapi_client import (
    ApiClient,
    ApiException,
    AuthApi,
    CallEndedEvent,
    CallsApi,
    CampaignProgressEvent,
    CampaignsApi,
    CampaignSourcesApi,
    CampaignSourceType,
    CampaignStreamEvent,
    Configuration,
    CreateCampaignRequest,
    CreateWebhookEndpointRequest,
    CreateWorkflowRequest,
    InitiateCallRequest,
    LogInRequest,
    Problem,
    RunsApi,
    ValidationProblem,
    WebhooksApi,
    WorkflowDefinition,
    WorkflowRun,
    WorkflowsApi,
)
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

T = TypeVar("T")


def refusal(send: Callable[[], object], kind: type[T]) -> T:
    """What the API refused, as the type of its answer."""
    try:
        send()
    except ApiException as error:
        assert isinstance(error.data, kind), error.body
        return error.data
    raise AssertionError("It was not refused.")


receiver = Receiver()

session = AuthApi(ApiClient(Configuration(host=ORIGIN))).log_in(
    LogInRequest(email=EMAIL, password=PASSWORD)
)
client = ApiClient(Configuration(host=ORIGIN, access_token=session.access_token))
campaigns = CampaignsApi(client)
runs = RunsApi(client)
workflows = WorkflowsApi(client)
done("log_in")

endpoint = WebhooksApi(client).create_webhook_endpoint(
    CreateWebhookEndpointRequest(url=RECEIVER_URL)
)
receiver.secret = endpoint.secret

definition = WorkflowDefinition.from_dict(WORKFLOW_DEFINITION)
assert definition is not None
workflow = workflows.create_workflow(
    CreateWorkflowRequest(name=WORKFLOW_NAME, workflow_definition=definition)
)
assert workflow.name == WORKFLOW_NAME
done("create_workflow")

assert workflows.validate_workflow(workflow.id).is_valid
done("validate_workflow")

workflows.publish_workflow(workflow.id)
done("publish_workflow")


def place_call() -> WorkflowRun:
    return CallsApi(client).initiate_call(
        InitiateCallRequest(
            workflow_id=workflow.id, to_number=TO_NUMBER, telephony_configuration_id=1
        ),
        idempotency_key=IDEMPOTENCY_KEY,
    )


call = place_call()
assert place_call().id == call.id
done("place_call")


def completed_run() -> WorkflowRun | None:
    found = runs.get_run(call.id)
    return found if found.state == "completed" else None


run = until("completed run", completed_run)
done("poll_run")

first = runs.list_runs(limit=1)
assert first.next_cursor is not None
second = runs.list_runs(limit=1, cursor=first.next_cursor)
assert second.items[0].id != first.items[0].id
done("two_pages")

# The client itself refuses an empty name, except in a request that is made without its checks.
nameless = CreateWorkflowRequest.model_construct(name="", workflow_definition=definition)
refused = refusal(lambda: workflows.create_workflow(nameless), ValidationProblem)
assert "name" in refused.detail[0].loc
done("validation_error")

missing = refusal(lambda: runs.get_run(UNKNOWN_ID), Problem)
assert missing.code == "not_found"
done("problem")

disposition: str | None = run.call_disposition
assert disposition is None
done("read_null")

changed = campaigns.get_campaign(CHANGED_CAMPAIGN)
assert changed.state == "hibernating"
done("unknown_enum")

source = CampaignSourcesApi(client).create_campaign_source(CSV.read_bytes())
assert source.total_rows == 5
done("upload_csv")

campaign = campaigns.create_campaign(
    CreateCampaignRequest(
        name=WORKFLOW_NAME,
        workflow_id=workflow.id,
        source_type=CampaignSourceType.CSV,
        source_id=source.id,
        telephony_configuration_id=1,
    )
)
assert campaign.state == "created"
assert campaigns.start_campaign(campaign.id).state == "running"
done("start_campaign")

report = campaigns.get_campaign_report(campaign.id)
assert b"phone_number" in report
done("campaign_report")

# The usual method would wait for the stream's end: this one returns the bytes as they come.
stream = campaigns.stream_campaign_progress_without_preload_content(campaign.id)
data = next(line for line in stream if line.startswith(b"data: "))
stream.close()
progress = CampaignStreamEvent.from_json(data.removeprefix(b"data: ").decode()).actual_instance
assert isinstance(progress, CampaignProgressEvent)
assert progress.campaign_id == campaign.id and progress.event == "progress"
done("campaign_stream")

event = CallEndedEvent.from_dict(receiver.event(run.id))
assert event is not None and event.type == "call_ended" and event.call.run_id == run.id
done("webhook_event")
receiver.stop()
