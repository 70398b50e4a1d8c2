import createClient from 'openapi-fetch';
import type { components, paths } from './client/api.ts';
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

type Schemas = components['schemas'];

const client = createClient<paths>({ baseUrl: origin });
const receiver = await startReceiver();

await step('log_in', async () => {
  const { data } = await client.POST('/api/v1/auth/login', { body: credentials });
  assert(data, 'There is no session.');
  client.use({
    onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${data.access_token}`),
  });
});

const { data: endpoint } = await client.POST('/api/v1/webhooks/endpoints', {
  body: { url: receiverUrl },
});
assert(endpoint, 'There is no endpoint.');
receiver.expect(endpoint.secret);

const workflow_id = await step('create_workflow', async () => {
  const { data } = await client.POST('/api/v1/workflow', { body: workflow });
  assert(data?.name === workflow.name, 'The workflow was not created.');
  return data.id;
});
const ofWorkflow = { params: { path: { workflow_id } } };

await step('validate_workflow', async () => {
  const { data } = await client.POST('/api/v1/workflow/{workflow_id}/validate', ofWorkflow);
  assert(data?.is_valid && data.faults.length === 0, 'The workflow is not valid.');
});

await step('publish_workflow', async () => {
  const { data } = await client.POST('/api/v1/workflow/{workflow_id}/publish', ofWorkflow);
  assert(data?.id === workflow_id, 'The workflow was not published.');
});

const run_id = await step('place_call', async () => {
  const place = async () => {
    const { data } = await client.POST('/api/v1/telephony/initiate-call', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
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
    const { data } = await client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id } } });
    return data?.state === 'completed' ? data : undefined;
  }),
);

await step('two_pages', async () => {
  const page = async (cursor?: string) => {
    const { data } = await client.GET('/api/v1/runs', {
      params: { query: { limit: 1, ...(cursor !== undefined && { cursor }) } },
    });
    assert(data?.items.length === 1, 'There is no page.');
    return data;
  };
  const first = await page();
  assert(first.next_cursor !== null, 'There is one page alone.');
  const second = await page(first.next_cursor);
  assert(first.items[0]?.id !== second.items[0]?.id, 'Both pages are the same.');
});

await step('validation_error', async () => {
  const { error, response } = await client.POST('/api/v1/workflow', {
    body: { ...workflow, name: '' },
  });
  assert(response.status === 422 && error && Array.isArray(error.detail), 'It was accepted.');
  const { detail }: Schemas['ValidationProblem'] = { ...error, detail: error.detail };
  assert(detail[0]?.loc.includes('name'), 'The fault has no place.');
});

await step('problem', async () => {
  const { error, response } = await client.GET('/api/v1/runs/{run_id}', {
    params: { path: { run_id: unknownId } },
  });
  assert(response.status === 404 && error && 'code' in error, 'It was found.');
  const problem: Schemas['Problem'] = error;
  assert(problem.code === 'not_found', `The code is ${problem.code}.`);
});

await step('read_null', async () => {
  const disposition: string | null = run.call_disposition;
  assert(disposition === null, 'It is not null.');
});

await step('unknown_enum', async () => {
  const { data } = await client.GET('/api/v1/campaign/{campaign_id}', {
    params: { path: { campaign_id: changedCampaign } },
  });
  const state: string | undefined = data?.state;
  assert(state === 'hibernating', `The state is ${state}.`);
});

const source_id = await step('upload_csv', async () => {
  const { data } = await client.POST('/api/v1/campaign-sources', {
    headers: { 'content-type': 'text/csv' },
    body: csv,
    bodySerializer: (body) => body,
  });
  assert(data?.total_rows === 5, 'The file was not read.');
  return data.id;
});

const campaign_id = await step('start_campaign', async () => {
  const { data: created } = await client.POST('/api/v1/campaign', {
    body: {
      name: workflow.name,
      workflow_id,
      source_type: 'csv',
      source_id,
      telephony_configuration_id: 1,
    },
  });
  assert(created?.state === 'created', 'There is no campaign.');
  const { data } = await client.POST('/api/v1/campaign/{campaign_id}/start', {
    params: { path: { campaign_id: created.id } },
  });
  assert(data?.state === 'running', 'The campaign was not started.');
  return data.id;
});
const ofCampaign = { params: { path: { campaign_id } } };

await step('campaign_report', async () => {
  const { data } = await client.GET('/api/v1/campaign/{campaign_id}/report', {
    ...ofCampaign,
    parseAs: 'text',
  });
  assert(data?.includes('phone_number'), 'The report has no head.');
});

await step('campaign_stream', async () => {
  const { data } = await client.GET('/api/v1/campaign/{campaign_id}/progress/stream', {
    ...ofCampaign,
    parseAs: 'stream',
  });
  assert(data, 'There is no stream.');
  let received = '';
  for await (const chunk of data.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    if (received.includes('\n\n')) break;
  }
  const line = /^data: (.*)$/m.exec(received)?.[1];
  assert(line, 'There is no event.');
  const event = JSON.parse(line) as Schemas['CampaignStreamEvent'];
  assert(event.event === 'progress', `The event is ${event.event}.`);
});

await step('webhook_event', async () => {
  const { type, call } = await receiver.event<Schemas['CallEndedEvent']>(run_id);
  assert(type === 'call_ended', `The event is ${type}.`);
  assert(call.to_number === run.to_number, 'It is another call.');
});
receiver.stop();
