import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.CallsApi;
import org.openapitools.client.api.CampaignSourcesApi;
import org.openapitools.client.api.CampaignsApi;
import org.openapitools.client.api.RunsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.api.WorkflowsApi;
import org.openapitools.client.model.CallEndedEvent;
import org.openapitools.client.model.CampaignProgressEvent;
import org.openapitools.client.model.CampaignSourceType;
import org.openapitools.client.model.CreateCampaignRequest;
import org.openapitools.client.model.CreateWebhookEndpointRequest;
import org.openapitools.client.model.CreateWorkflowRequest;
import org.openapitools.client.model.InitiateCallRequest;
import org.openapitools.client.model.LogInRequest;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.ValidationProblem;
import org.openapitools.client.model.WebhookEventName;
import org.openapitools.client.model.WorkflowDefinition;
import org.openapitools.client.model.WorkflowRun;
import org.openapitools.client.model.WorkflowRunPage;
import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.util.Objects;
import java.util.UUID;

/** The scenario with a client of openapi-generator's java: a class for each tag, an exception for each refusal. */
public final class Scenario {
  private static final String WORKFLOW_DEFINITION =
      """
      {
        "nodes": [
          { "id": "hello", "type": "startCall", "data": { "prompt": "Greet them." } },
          { "id": "bye", "type": "endCall", "data": { "prompt": "Say goodbye." } }
        ],
        "edges": [
          {
            "id": "on", "source": "hello", "target": "bye",
            "data": { "label": "answered", "condition": "They have answered." }
          }
        ]
      }
      """;
  private static final long UNKNOWN_ID = 9_007_199_254_740_991L;

  private Scenario() {}

  public static void main(String[] arguments) throws Exception {
    // Before anything else, as it decides how JSON is read.
    ApiClient client = new ApiClient();
    client.setBasePath(variable("API").replaceFirst("/api/v1$", ""));
    AuthApi auth = new AuthApi(client);
    CallsApi calls = new CallsApi(client);
    CampaignSourcesApi sources = new CampaignSourcesApi(client);
    CampaignsApi campaigns = new CampaignsApi(client);
    RunsApi runs = new RunsApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);
    WorkflowsApi workflows = new WorkflowsApi(client);
    String name = "SDK " + UUID.randomUUID().toString().substring(0, 8);
    Receiver receiver = new Receiver(Integer.parseInt(variable("RECEIVER_PORT")));

    var credentials = new LogInRequest().email(variable("EMAIL")).password(variable("PASSWORD"));
    client.setBearerToken(auth.logIn(credentials).getAccessToken());
    done("log_in");

    var endpoint =
        webhooks.createWebhookEndpoint(
            new CreateWebhookEndpointRequest()
                .url(receiver.url())
                .addEventsItem(WebhookEventName.CALL_ENDED),
            null);
    receiver.expect(endpoint.getSecret());

    var draft =
        new CreateWorkflowRequest()
            .name(name)
            .workflowDefinition(WorkflowDefinition.fromJson(WORKFLOW_DEFINITION));
    long workflowId = workflows.createWorkflow(draft, null).getId();
    done("create_workflow");

    check(workflows.validateWorkflow(workflowId).getIsValid(), "The workflow is not valid.");
    done("validate_workflow");

    var published = workflows.publishWorkflow(workflowId, null, null);
    check(published.getId() == workflowId, "The workflow was not published.");
    done("publish_workflow");

    var call =
        new InitiateCallRequest()
            .workflowId(workflowId)
            .toNumber("+1 202-555-0185")
            .telephonyConfigurationId(1L);
    String key = "sdk-" + UUID.randomUUID();
    long runId = calls.initiateCall(call, key).getId();
    check(calls.initiateCall(call, key).getId() == runId, "Two calls were placed.");
    done("place_call");

    WorkflowRun run = runs.getRun(runId);
    for (long end = now() + 60_000; !run.getState().equals("completed") && now() < end; ) {
      Thread.sleep(200);
      run = runs.getRun(runId);
    }
    check(run.getState().equals("completed"), "The run did not complete within a minute.");
    done("poll_run");

    WorkflowRunPage first = page(runs, null);
    WorkflowRunPage second = page(runs, Objects.requireNonNull(first.getNextCursor()));
    boolean isSame = first.getItems().get(0).getId().equals(second.getItems().get(0).getId());
    check(!isSame, "Both pages are the same.");
    done("two_pages");

    ApiException invalid = refusal(() -> workflows.createWorkflow(draft.name(""), null));
    var faults = ValidationProblem.fromJson(invalid.getResponseBody()).getDetail();
    check(faults.get(0).getLoc().contains("name"), "The fault has no place.");
    done("validation_error");

    ApiException missing = refusal(() -> runs.getRun(UNKNOWN_ID));
    var problem = Problem.fromJson(missing.getResponseBody());
    check(problem.getCode().equals("not_found"), "The code is " + problem.getCode());
    done("problem");

    check(run.getCallDisposition() == null, "It is not null.");
    done("read_null");

    long changedId = Long.parseLong(variable("CAMPAIGN"));
    var changed = campaigns.getCampaign(changedId, null, null);
    check(changed.getState().equals("hibernating"), "The state is " + changed.getState());
    done("unknown_enum");

    var source = sources.createCampaignSource(new File(variable("CSV")), null, null);
    check(source.getTotalRows() == 5, "The file was not read.");
    done("upload_csv");

    var created =
        campaigns.createCampaign(
            new CreateCampaignRequest()
                .name(name)
                .workflowId(workflowId)
                .sourceType(CampaignSourceType.CSV)
                .sourceId(source.getId())
                .telephonyConfigurationId(1L),
            null);
    long campaignId = created.getId();
    var started = campaigns.startCampaign(campaignId, null, null);
    check(started.getState().equals("running"), "The campaign was not started.");
    done("start_campaign");

    File report = campaigns.getCampaignReport(campaignId);
    check(Files.readString(report.toPath()).contains("phone_number"), "The report has no head.");
    done("campaign_report");

    // The call itself: `streamCampaignProgress` would wait for the stream's end.
    try (var answer = campaigns.streamCampaignProgressCall(campaignId, null, null).execute();
        var lines = new BufferedReader(answer.body().charStream())) {
      String line = lines.readLine();
      while (line != null && !line.startsWith("data: ")) line = lines.readLine();
      var progress = CampaignProgressEvent.fromJson(line.substring("data: ".length()));
      check(progress.getCampaignId() == campaignId, "It is another campaign.");
    }
    done("campaign_stream");

    var event = JSON.getGson().fromJson(receiver.event(runId), CallEndedEvent.class);
    check(event.getCall().getRunId() == runId, "It is another call.");
    done("webhook_event");
    receiver.stop();
    client.getHttpClient().dispatcher().executorService().shutdown();
    client.getHttpClient().connectionPool().evictAll();
  }

  private static WorkflowRunPage page(RunsApi runs, String cursor) throws ApiException {
    return runs.listRuns(
        null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        1, cursor);
  }

  private interface Request {
    void send() throws ApiException;
  }

  private static ApiException refusal(Request request) {
    try {
      request.send();
    } catch (ApiException refusal) {
      return refusal;
    }
    throw new IllegalStateException("It was not refused.");
  }

  private static String variable(String name) {
    return Objects.requireNonNull(System.getenv(name), name + " is missing.");
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private static void check(boolean condition, String message) {
    if (!condition) throw new IllegalStateException(message);
  }

  private static void done(String step) {
    System.out.println("ok " + step);
  }
}
