/** A program of a user: every kind of operation with the installed client, on the server or the mock at API. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, isProblem, verifyWebhook } from '@voice-agent-platform/client';

/** `DELIVERED` is a request to a webhook endpoint, for the mock, which sends none. */
const { API = '', CREDENTIAL = '', DELIVERED = '', WAV = '' } = process.env;
const delivered = DELIVERED === '' ? undefined : JSON.parse(DELIVERED);
const profileOfMock = '019b7e01-b600-7c41-9d52-3f1b8a6e4c10';

function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const result = await work();
  console.log(`ok ${name}`);
  return result;
}

const client = createClient({ baseUrl: API, credential: () => CREDENTIAL });
const workflow_definition = {
  nodes: [
    { id: 'hello', type: 'startCall', data: { prompt: 'Greet them.' } },
    { id: 'bye', type: 'endCall', data: { prompt: 'Say goodbye.' } },
  ],
  edges: [
    {
      id: 'on',
      source: 'hello',
      target: 'bye',
      data: { label: 'answered', condition: 'They have answered.' },
    },
  ],
};

const workflow_id = await step('create', async () => {
  const body = { name: 'First', workflow_definition };
  const first = await client.POST('/api/v1/workflow', { body });
  const second = await client.POST('/api/v1/workflow', { body: { ...body, name: 'Second' } });
  assert(second.response.headers.get('location'), 'There is no Location.');
  return first.data.id;
});

await step('change', async () => {
  const of = { path: { workflow_id } };
  const { response } = await client.GET('/api/v1/workflow/{workflow_id}', { params: of });
  const etag = response.headers.get('etag');
  assert(etag, 'There is no ETag.');
  const body = { name: 'Third' };
  const params = { ...of, header: { 'If-Match': etag } };
  const { data } = await client.PUT('/api/v1/workflow/{workflow_id}', { params, body });
  assert(data.id === workflow_id, 'It is another workflow.');
});

await step('list', async () => {
  const { data } = await client.GET('/api/v1/workflow', { params: { query: { limit: 1 } } });
  assert(data.items.length === 1 && data.items[0]?.name, 'There is no item.');
});

await step('pages', async () => {
  let pages = 0;
  const query = { params: { query: { limit: 1 } } };
  for await (const page of client.pages('/api/v1/workflow', query)) pages += page.items.length;
  let items = 0;
  for await (const { id } of client.items('/api/v1/workflow', query)) items += id > 0 ? 1 : 0;
  assert(items >= 2 && pages === items, `There are ${items} items on ${pages} pages.`);
});

await step('problem', async () => {
  const params = { path: { run_id: 2_000_000_000 } };
  const error = await client
    .GET('/api/v1/runs/{run_id}', { params })
    .catch((each: unknown) => each);
  assert(isProblem(error, 'not_found'), 'It was found.');
  assert(error.status === 404 && error.problem.param === 'run_id', 'The parameter is missing.');
  assert(error.requestId === error.problem.request_id, 'It has another request.');
});

await step('validation', async () => {
  const body = { name: '', workflow_definition };
  const error = await client.POST('/api/v1/workflow', { body }).catch((each: unknown) => each);
  assert(isProblem(error, 'validation_failed'), 'It was accepted.');
  assert(error.errors[0]?.loc.join('.') === 'body.name', 'The fault has no place.');
});

const source_id = await step('upload_csv', async () => {
  const { data } = await client.POST('/api/v1/campaign-sources', {
    body: 'phone_number,first_name\n+12025550185,Ada\n+12025550141,Ben\n',
  });
  assert(data.total_rows > 1, 'The file was not read.');
  return data.id;
});

const profile_id = await step('upload_form', async () => {
  const name = `Voice ${crypto.randomUUID()}`;
  const { data: made } = await client.POST('/api/v1/voice/profiles', { body: { name } });
  const profile_id = delivered ? profileOfMock : made.id;
  const { data } = await client.POST('/api/v1/voice/profiles/{profile_id}/samples', {
    params: { path: { profile_id } },
    body: { file: new Blob([readFileSync(WAV)]), reference_text: 'Hello.' },
  });
  assert(data.id, 'There is no sample.');
  return profile_id;
});

await step('download', async () => {
  const params = { path: { profile_id } };
  const { data } = await client.GET('/api/v1/voice/profiles/{profile_id}/export', { params });
  const head = new Uint8Array(await data.slice(0, 2).arrayBuffer());
  assert(String.fromCharCode(...head) === 'PK', 'It is no archive.');
});

await step('streamed_speech', async () => {
  const { data, response } = await client.POST('/api/v1/voice/speech/stream', {
    body: { text: 'Good morning. How are you?', encoding: 'pcm_s16le' },
  });
  let bytes = 0;
  for await (const part of data) bytes += part.length;
  assert(bytes > 100, `It has ${bytes} bytes of ${response.headers.get('content-type')}.`);
});

const campaign_id = await step('campaign', async () => {
  const of = { params: { path: { workflow_id } } };
  await client.POST('/api/v1/workflow/{workflow_id}/publish', of);
  const { data: telephony } = await client.POST('/api/v1/organizations/telephony-configs', {
    body: { name: 'Simulated', provider: 'simulated', credentials: {} },
  });
  const { data } = await client.POST('/api/v1/campaign', {
    body: {
      name: 'Reminders',
      workflow_id,
      source_type: 'csv',
      source_id,
      telephony_configuration_id: telephony.id,
    },
  });
  return data.id;
});

await step('stream', async () => {
  const params = { path: { campaign_id } };
  for await (const { data } of client.events('/api/v1/campaign/{campaign_id}/progress/stream', {
    params,
  })) {
    assert(data.event === 'progress', `The event is ${data.event}.`);
    assert(
      data.campaign_id === campaign_id && (data.total_rows ?? 0) > 1,
      'It is another campaign.',
    );
    break;
  }
});

await step('report', async () => {
  const params = { path: { campaign_id } };
  const { data } = await client.GET('/api/v1/campaign/{campaign_id}/report', { params });
  assert(data.includes('phone_number'), 'The report has no head.');
});

await step('webhook', async () => {
  if (delivered) {
    const event = await verifyWebhook(delivered);
    assert(event.type === 'call_ended', `The event is ${event.type}.`);
    return;
  }
  const received = Promise.withResolvers<string>();
  let secret = '';
  const receiver = createServer((request, response) => {
    text(request)
      .then((body) =>
        verifyWebhook({ body, headers: request.headers, secrets: ['whsec_AAAA', secret] }),
      )
      .then((event) => received.resolve(event.type === 'call_ended' ? `${event.call.run_id}` : ''))
      .catch(received.reject)
      .finally(() => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const { data: endpoint } = await client.POST('/api/v1/webhooks/endpoints', {
    body: { url: `http://127.0.0.1:${port}/` },
  });
  ({ secret } = endpoint);
  const params = { path: { endpoint_id: endpoint.id } };
  await client.POST('/api/v1/webhooks/endpoints/{endpoint_id}/test', { params });
  assert(await received.promise, 'There is no call.');
  receiver.close();
  await client.DELETE('/api/v1/webhooks/endpoints/{endpoint_id}', { params });
});
