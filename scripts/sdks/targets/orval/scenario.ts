import {
  type CallEndedEvent,
  createCampaign,
  createCampaignSource,
  createWebhookEndpoint,
  createWorkflow,
  getCampaign,
  getCampaignReport,
  getRun,
  initiateCall,
  listRuns,
  logIn,
  type Problem,
  publishWorkflow,
  startCampaign,
  type ValidationProblem,
  validateWorkflow,
} from './client/api.ts';
import { settings } from './send.ts';
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
  toNumber,
  unknownId,
  until,
  workflow,
} from './support.ts';

settings.baseUrl = origin;
const receiver = await startReceiver();

await step('log_in', async () => {
  const { status, data } = await logIn(credentials);
  assert(status === 200, 'There is no session.');
  settings.token = data.access_token;
});

const endpoint = await createWebhookEndpoint({ url: receiverUrl });
assert(endpoint.status === 201, 'There is no endpoint.');
receiver.expect(endpoint.data.secret);

const workflow_id = await step('create_workflow', async () => {
  const { status, data } = await createWorkflow(workflow);
  assert(status === 201 && data.name === workflow.name, 'The workflow was not created.');
  return data.id;
});

await step('validate_workflow', async () => {
  const { status, data } = await validateWorkflow(workflow_id);
  assert(status === 200 && data.valid, 'The workflow is not valid.');
});

await step('publish_workflow', async () => {
  const { status, data } = await publishWorkflow(workflow_id);
  assert(status === 200 && data.id === workflow_id, 'The workflow was not published.');
});

const run_id = await step('place_call', async () => {
  const place = async () => {
    const call = { workflow_id, to_number: toNumber, telephony_configuration_id: 1 };
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { status, data } = await initiateCall(call, undefined, { headers });
    assert(status === 202, 'There is no run.');
    return data;
  };
  const [first, again] = [await place(), await place()];
  assert(first.id === again.id, 'Two calls were placed.');
  return first.id;
});

const run = await step('poll_run', () =>
  until('completed run', async () => {
    const { status, data } = await getRun(run_id);
    return status === 200 && data.state === 'completed' ? data : undefined;
  }),
);

await step('two_pages', async () => {
  const page = async (cursor?: string) => {
    const { status, data } = await listRuns({ limit: 1, ...(cursor !== undefined && { cursor }) });
    assert(status === 200 && data.items.length === 1, 'There is no page.');
    return data;
  };
  const first = await page();
  assert(first.next_cursor !== null, 'There is one page alone.');
  const second = await page(first.next_cursor);
  assert(first.items[0]?.id !== second.items[0]?.id, 'Both pages are the same.');
});

await step('validation_error', async () => {
  const { status, data } = await createWorkflow({ ...workflow, name: '' });
  assert(status === 422, 'It was accepted.');
  const problem: ValidationProblem = data;
  assert(problem.detail[0]?.loc.includes('name'), 'The fault has no place.');
});

await step('problem', async () => {
  const { status, data } = await getRun(unknownId);
  assert(status === 404, 'It was found.');
  const problem: Problem = data;
  assert(problem.code === 'not_found', `The code is ${problem.code}.`);
});

await step('read_null', async () => {
  const disposition: string | null = run.call_disposition;
  assert(disposition === null, 'It is not null.');
});

await step('unknown_enum', async () => {
  const { status, data } = await getCampaign(changedCampaign);
  assert(status === 200, 'There is no campaign.');
  const state: string = data.state;
  assert(state === 'hibernating', `The state is ${state}.`);
});

const source_id = await step('upload_csv', async () => {
  const { status, data } = await createCampaignSource(new Blob([csv], { type: 'text/csv' }));
  assert(status === 201 && data.total_rows === 5, 'The file was not read.');
  return data.source_id;
});

const campaign_id = await step('start_campaign', async () => {
  const created = await createCampaign({
    name: workflow.name,
    workflow_id,
    source_type: 'csv',
    source_id,
    telephony_configuration_id: 1,
  });
  assert(created.status === 201, 'There is no campaign.');
  const { status, data } = await startCampaign(created.data.id);
  assert(status === 200 && data.state === 'running', 'The campaign was not started.');
  return data.id;
});

await step('campaign_report', async () => {
  const { status, data } = await getCampaignReport(campaign_id);
  assert(status === 200, 'There is no report.');
  assert((await data.text()).includes('phone_number'), 'The report has no head.');
});

await step('webhook_event', async () => {
  const { event, call } = await receiver.event<CallEndedEvent>(run_id);
  assert(event === 'call_ended', `The event is ${event}.`);
  assert(call.to_number === run.to_number, 'It is another call.');
});
receiver.stop();
