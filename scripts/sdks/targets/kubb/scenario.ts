import { AxiosError } from 'axios';
import { fetch, setConfig } from './client/.kubb/fetch.ts';
import {
  type CallEndedEvent,
  type CreateCampaignSource201,
  type CreateCampaignSource422,
  type CreateWorkflow422,
  createCampaign,
  createWebhookEndpoint,
  createWorkflow,
  type GetRun404,
  getCampaign,
  getCampaignReport,
  getRun,
  initiateCall,
  listRuns,
  logIn,
  publishWorkflow,
  startCampaign,
  validateWorkflow,
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

setConfig({ baseURL: origin });
const receiver = await startReceiver();

await step('log_in', async () => {
  const { access_token } = await logIn({ data: credentials });
  setConfig({ baseURL: origin, headers: { authorization: `Bearer ${access_token}` } });
});

const endpoint = await createWebhookEndpoint({ data: { url: receiverUrl } });
receiver.expect(endpoint.secret);

const workflow_id = await step('create_workflow', async () => {
  const { id, name } = await createWorkflow({ data: workflow });
  assert(name === workflow.name, 'The workflow was not created.');
  return id;
});

await step('validate_workflow', async () => {
  const { valid, faults } = await validateWorkflow({ workflow_id });
  assert(valid && faults.length === 0, 'The workflow is not valid.');
});

await step('publish_workflow', async () => {
  const { id } = await publishWorkflow({ workflow_id });
  assert(id === workflow_id, 'The workflow was not published.');
});

const run_id = await step('place_call', async () => {
  const place = async () => {
    const run = await initiateCall({
      headers: { 'Idempotency-Key': idempotencyKey },
      data: { workflow_id, to_number: toNumber, telephony_configuration_id: 1 },
    });
    assert('id' in run, 'There is no run.');
    return run;
  };
  const [first, again] = [await place(), await place()];
  assert(first.id === again.id, 'Two calls were placed.');
  return first.id;
});

const run = await step('poll_run', () =>
  until('completed run', async () => {
    const found = await getRun({ run_id });
    return found.state === 'completed' ? found : undefined;
  }),
);

await step('two_pages', async () => {
  const page = async (cursor?: string) => {
    const found = await listRuns({ params: { limit: 1, cursor } });
    assert(found.items.length === 1, 'There is no page.');
    return found;
  };
  const first = await page();
  assert(first.next_cursor !== null, 'There is one page alone.');
  const second = await page(first.next_cursor);
  assert(first.items[0]?.id !== second.items[0]?.id, 'Both pages are the same.');
});

await step('validation_error', async () => {
  const error = await thrown(() => createWorkflow({ data: { ...workflow, name: '' } }));
  assert(error instanceof AxiosError && error.status === 422, 'It was accepted.');
  const { response }: AxiosError<CreateWorkflow422> = error;
  assert(response?.data.detail[0]?.loc.includes('name'), 'The fault has no place.');
});

await step('problem', async () => {
  const error = await thrown(() => getRun({ run_id: unknownId }));
  assert(error instanceof AxiosError && error.status === 404, 'It was found.');
  const { response }: AxiosError<GetRun404> = error;
  assert(response?.data.code === 'not_found', `The code is ${response?.data.code}.`);
});

await step('read_null', async () => {
  const disposition: string | null = run.call_disposition;
  assert(disposition === null, 'It is not null.');
});

await step('unknown_enum', async () => {
  const campaign = await getCampaign({ campaign_id: changedCampaign });
  const state: string = campaign.state;
  assert(state === 'hibernating', `The state is ${state}.`);
});

const source_id = await step('upload_csv', async () => {
  const { data } = await fetch<CreateCampaignSource201, CreateCampaignSource422, string>({
    method: 'POST',
    url: '/api/v1/campaign/sources',
    headers: { 'content-type': 'text/csv' },
    data: csv,
  });
  assert(data.total_rows === 5, 'The file was not read.');
  return data.source_id;
});

const campaign_id = await step('start_campaign', async () => {
  const created = await createCampaign({
    data: {
      name: workflow.name,
      workflow_id,
      source_type: 'csv',
      source_id,
      telephony_configuration_id: 1,
    },
  });
  assert(created.state === 'created', 'There is no campaign.');
  const { id, state } = await startCampaign({ campaign_id: created.id });
  assert(state === 'running', 'The campaign was not started.');
  return id;
});

await step('campaign_report', async () => {
  const report: unknown = await getCampaignReport({ campaign_id }, { responseType: 'text' });
  assert(String(report).includes('phone_number'), 'The report has no head.');
});

await step('webhook_event', async () => {
  const { event, call } = await receiver.event<CallEndedEvent>(run_id);
  assert(event === 'call_ended', `The event is ${event}.`);
  assert(call.to_number === run.to_number, 'It is another call.');
});
receiver.stop();
