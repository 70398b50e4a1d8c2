import {
  AuthApi,
  CallEndedEventFromJSON,
  CampaignSourceType,
  CampaignsApi,
  CampaignStreamEventFromJSON,
  Configuration,
  type Problem,
  ProblemFromJSON,
  ResponseError,
  TelephonyApi,
  ValidationProblemFromJSON,
  WebhooksApi,
  WorkflowDefinitionFromJSON,
  WorkflowsApi,
} from './client/index.ts';
import {
  assert,
  changedCampaign,
  credentials,
  csv,
  idempotencyKey,
  origin,
  receiverUrl,
  startReceiver,
  step,
  thrown,
  toNumber,
  unknownId,
  until,
  workflow,
} from './support.ts';

const receiver = await startReceiver();

const configuration = await step('log_in', async () => {
  const anybody = new AuthApi(new Configuration({ basePath: origin }));
  const { accessToken } = await anybody.logIn({ logInRequest: credentials });
  return new Configuration({ basePath: origin, accessToken });
});
const campaigns = new CampaignsApi(configuration);
const telephony = new TelephonyApi(configuration);
const webhooks = new WebhooksApi(configuration);
const workflows = new WorkflowsApi(configuration);

/** The JSON of a refusal, which the client does not read. */
async function refusal(call: () => Promise<unknown>): Promise<unknown> {
  const error = await thrown(call);
  assert(error instanceof ResponseError, 'It is no refusal.');
  return error.response.json();
}

const endpoint = await webhooks.createWebhookEndpoint({
  createWebhookEndpointRequest: { url: receiverUrl },
});
receiver.expect(endpoint.secret);

const draft = {
  name: workflow.name,
  workflowDefinition: WorkflowDefinitionFromJSON(workflow.workflow_definition),
};
const workflowId = await step('create_workflow', async () => {
  const { id, name } = await workflows.createWorkflow({ createWorkflowRequest: draft });
  assert(name === draft.name, 'The workflow was not created.');
  return id;
});

await step('validate_workflow', async () => {
  const { valid } = await workflows.validateWorkflow({ workflowId });
  assert(valid, 'The workflow is not valid.');
});

await step('publish_workflow', async () => {
  const { id } = await workflows.publishWorkflow({ workflowId });
  assert(id === workflowId, 'The workflow was not published.');
});

const runId = await step('place_call', async () => {
  const initiateCallRequest = { workflowId, toNumber, telephonyConfigurationId: 1 };
  const place = () => telephony.initiateCall({ idempotencyKey, initiateCallRequest });
  const [first, again] = [await place(), await place()];
  assert(first.id === again.id, 'Two calls were placed.');
  return first.id;
});

const run = await step('poll_run', () =>
  until('completed run', async () => {
    const found = await workflows.getRun({ runId });
    return found.state === 'completed' ? found : undefined;
  }),
);

await step('two_pages', async () => {
  const first = await workflows.listRuns({ limit: 1 });
  assert(first.nextCursor !== null, 'There is one page alone.');
  const second = await workflows.listRuns({ limit: 1, cursor: first.nextCursor });
  assert(first.items[0]?.id !== second.items[0]?.id, 'Both pages are the same.');
});

await step('validation_error', async () => {
  const createWorkflowRequest = { ...draft, name: '' };
  const body = await refusal(() => workflows.createWorkflow({ createWorkflowRequest }));
  const { detail } = ValidationProblemFromJSON(body);
  assert(detail[0]?.loc.includes('name'), 'The fault has no place.');
});

await step('problem', async () => {
  const body = await refusal(() => workflows.getRun({ runId: unknownId }));
  const problem: Problem = ProblemFromJSON(body);
  assert(problem.code === 'not_found', `The code is ${problem.code}.`);
});

await step('read_null', async () => {
  const disposition: string | null = run.callDisposition;
  assert(disposition === null, 'It is not null.');
});

await step('unknown_enum', async () => {
  const { state } = await campaigns.getCampaign({ campaignId: changedCampaign });
  assert(state === 'hibernating', `The state is ${state}.`);
});

const sourceId = await step('upload_csv', async () => {
  const source = await campaigns.createCampaignSource({ body: new Blob([csv]) });
  assert(source.totalRows === 5, 'The file was not read.');
  return source.sourceId;
});

const campaignId = await step('start_campaign', async () => {
  const { id } = await campaigns.createCampaign({
    createCampaignRequest: {
      name: workflow.name,
      workflowId,
      sourceType: CampaignSourceType.Csv,
      sourceId,
      telephonyConfigurationId: 1,
    },
  });
  const { state } = await campaigns.startCampaign({ campaignId: id });
  assert(state === 'running', 'The campaign was not started.');
  return id;
});

await step('campaign_report', async () => {
  const report = await campaigns.getCampaignReport({ campaignId });
  assert((await report.text()).includes('phone_number'), 'The report has no head.');
});

await step('campaign_stream', async () => {
  // The answer itself: `streamCampaignProgress` would wait for its end and read it as JSON.
  const { raw } = await campaigns.streamCampaignProgressRaw({ campaignId });
  assert(raw.body, 'There is no stream.');
  let received = '';
  for await (const chunk of raw.body.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    if (received.includes('\n\n')) break;
  }
  const line = /^data: (.*)$/m.exec(received)?.[1];
  assert(line, 'There is no event.');
  const event = CampaignStreamEventFromJSON(JSON.parse(line));
  assert(event.event === 'progress', `The event is ${event.event}.`);
});

await step('webhook_event', async () => {
  // Events are JSON of the wire, whose names the client changes.
  const sent: { readonly call: { readonly run_id: number } } = await receiver.event(runId);
  const { event, call } = CallEndedEventFromJSON(sent);
  assert(event === 'call_ended', `The event is ${event}.`);
  assert(call.runId === run.id, 'It is another call.');
});
receiver.stop();
