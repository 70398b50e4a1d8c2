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
  streamCampaignProgress,
  type ValidationProblem,
  validateWorkflow,
} from './client/index.ts';
import { client } from './client/client.gen.ts';
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

client.setConfig({ baseUrl: origin });
const receiver = await startReceiver();

await step('log_in', async () => {
  const { data } = await logIn({ body: credentials });
  assert(data, 'There is no session.');
  client.setConfig({ auth: ({ scheme }) => (scheme === 'bearer' ? data.access_token : undefined) });
});

const { data: endpoint } = await createWebhookEndpoint({ body: { url: receiverUrl } });
assert(endpoint, 'There is no endpoint.');
receiver.expect(endpoint.secret);

const workflow_id = await step('create_workflow', async () => {
  const { data } = await createWorkflow({ body: workflow });
  assert(data?.name === workflow.name, 'The workflow was not created.');
  return data.id;
});

await step('validate_workflow', async () => {
  const { data } = await validateWorkflow({ path: { workflow_id } });
  assert(data?.is_valid && data.faults.length === 0, 'The workflow is not valid.');
});

await step('publish_workflow', async () => {
  const { data } = await publishWorkflow({ path: { workflow_id } });
  assert(data?.id === workflow_id, 'The workflow was not published.');
});

const run_id = await step('place_call', async () => {
  const place = async () => {
    const { data } = await initiateCall({
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { workflow_id, to_number: toNumber, telephony_configuration_id: 1 },
    });
    assert(data && 'id' in data, 'There is no run.');
    return data;
  };
  const [first, again] = [await place(), await place()];
  assert(first.id === again.id, 'Two calls were placed.');
  return first.id;
});

const run = await step('poll_run', () =>
  until('completed run', async () => {
    const { data } = await getRun({ path: { run_id } });
    return data?.state === 'completed' ? data : undefined;
  }),
);

await step('two_pages', async () => {
  const page = async (cursor?: string) => {
    const { data } = await listRuns({ query: { limit: 1, cursor } });
    assert(data?.items.length === 1, 'There is no page.');
    return data;
  };
  const first = await page();
  assert(first.next_cursor !== null, 'There is one page alone.');
  const second = await page(first.next_cursor);
  assert(first.items[0]?.id !== second.items[0]?.id, 'Both pages are the same.');
});

await step('validation_error', async () => {
  const { error } = await createWorkflow({ body: { ...workflow, name: '' } });
  assert(error && !('code' in error), 'It was accepted.');
  const problem: ValidationProblem = error;
  assert(problem.detail[0]?.loc.includes('name'), 'The fault has no place.');
});

await step('problem', async () => {
  const { error } = await getRun({ path: { run_id: unknownId } });
  assert(error && 'code' in error, 'It was found.');
  const problem: Problem = error;
  assert(problem.code === 'not_found', `The code is ${problem.code}.`);
});

await step('read_null', async () => {
  const disposition: string | null = run.call_disposition;
  assert(disposition === null, 'It is not null.');
});

await step('unknown_enum', async () => {
  const { data } = await getCampaign({ path: { campaign_id: changedCampaign } });
  const state: string | undefined = data?.state;
  assert(state === 'hibernating', `The state is ${state}.`);
});

const source_id = await step('upload_csv', async () => {
  const { data } = await createCampaignSource({ body: new Blob([csv]) });
  assert(data?.total_rows === 5, 'The file was not read.');
  return data.id;
});

const campaign_id = await step('start_campaign', async () => {
  const { data: created } = await createCampaign({
    body: {
      name: workflow.name,
      workflow_id,
      source_type: 'csv',
      source_id,
      telephony_configuration_id: 1,
    },
  });
  assert(created?.state === 'created', 'There is no campaign.');
  const { data } = await startCampaign({ path: { campaign_id: created.id } });
  assert(data?.state === 'running', 'The campaign was not started.');
  return data.id;
});

await step('campaign_report', async () => {
  const { data } = await getCampaignReport({ path: { campaign_id }, parseAs: 'blob' });
  assert((await data?.text())?.includes('phone_number'), 'The report has no head.');
});

await step('campaign_stream', async () => {
  const reading = new AbortController();
  const { signal } = reading;
  const { stream } = await streamCampaignProgress({ path: { campaign_id }, signal });
  const { value: event } = await stream.next();
  assert(event?.event === 'progress', `The event is ${event?.event}.`);
  reading.abort();
});

await step('webhook_event', async () => {
  const { type, call } = await receiver.event<CallEndedEvent>(run_id);
  assert(type === 'call_ended', `The event is ${type}.`);
  assert(call.to_number === run.to_number, 'It is another call.');
});
receiver.stop();
