/** How the installed client behaves towards a server that is a function; on no platform in particular. */
import {
  ApiError,
  ConnectionError,
  createClient,
  isProblem,
  ProblemError,
  StreamTooLongError,
  verifyWebhook,
  WebhookVerificationError,
} from '@voice-agent-platform/client';

type Reply = Response | (() => Promise<Response>);

const secretKey = 'vap_secret-of-the-test';

function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

const same = (value: unknown, wanted: unknown): void =>
  assert(
    JSON.stringify(value) === JSON.stringify(wanted),
    `${JSON.stringify(value)} is not ${JSON.stringify(wanted)}`,
  );

async function thrown(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(error !== undefined, 'It did not fail.');
  return error;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ code, status, detail: 'A sentence.', request_id: 'r-1' }, status, {
    'x-request-id': 'r-1',
    ...headers,
  });

const stream = (...parts: string[]): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );

/** A stream that sends this and then nothing, until it is canceled. */
const silent = (text: string): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

const lost: Reply = () => Promise.reject(new TypeError('fetch failed'));

/** A client whose server answers with these, one after the other, and the requests that it gets. */
function given(
  replies: readonly Reply[],
  options: { maxRetries?: number; maxWaitMs?: number } = {},
) {
  const requests: Request[] = [];
  const left = [...replies];
  const client = createClient({
    baseUrl: 'https://api.example/api/v1/',
    credential: secretKey,
    maxWaitMs: 1500,
    ...options,
    fetch: async (request) => {
      requests.push(request);
      const reply = left.shift();
      assert(reply, 'One request too many was sent.');
      return typeof reply === 'function' ? reply() : reply;
    },
  });
  return { client, requests };
}

const run = (client: ReturnType<typeof given>['client'], more: { signal?: AbortSignal } = {}) =>
  client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: 11 } }, ...more });

const progress = (id: number, event = 'progress'): string =>
  `id: ${id}\nevent: ${event}\ndata: {"event":"${event}","campaign_id":2}\n\n`;

const followed = (client: ReturnType<typeof given>['client'], more: object = {}) =>
  client.events('/api/v1/campaign/{campaign_id}/progress/stream', {
    params: { path: { campaign_id: 2 } },
    ...more,
  });

const cases: Readonly<Record<string, () => Promise<void>>> = {
  async 'sends an API key as X-API-Key and a session token as bearer, asked for each request'() {
    const { client, requests } = given([json({ id: 11 })]);
    await run(client);
    same(requests[0]?.headers.get('x-api-key'), secretKey);
    same(requests[0]?.headers.get('authorization'), null);
    same(requests[0]?.url, 'https://api.example/api/v1/runs/11');
    same(requests[0]?.redirect, 'manual');

    let count = 0;
    const sent: (string | null)[] = [];
    const other = createClient({
      baseUrl: 'https://api.example',
      credential: async () => `token-${++count}`,
      fetch: async ({ headers }) => {
        sent.push(headers.get('authorization'));
        return json({});
      },
    });
    await run(other);
    await run(other);
    same(sent, ['Bearer token-1', 'Bearer token-2']);
  },

  async 'never shows the credential in an error'() {
    const { client } = given([problem(403, 'insufficient_scope'), lost], { maxRetries: 0 });
    const errors = [await thrown(run(client)), await thrown(run(client))];
    // Headers refuse it with a message that shows it.
    const broken = createClient({ baseUrl: 'https://api.example', credential: `${secretKey}\nx` });
    errors.push(await thrown(run(broken)));
    for (const error of errors) {
      assert(error instanceof Error, 'It is no error.');
      const { cause } = error;
      const shown = [error, cause].map((each) =>
        each instanceof Error
          ? `${each.message} ${each.stack} ${JSON.stringify(each, Object.getOwnPropertyNames(each))}`
          : '',
      );
      assert(!shown.join(' ').includes('secret-of'), `${error.message} shows the credential.`);
    }
  },

  async 'repeats a GET after 429, 503 and a lost connection'() {
    const begin = Date.now();
    const { client, requests } = given([
      problem(429, 'too_many_requests', { 'retry-after': '1' }),
      lost,
      problem(503, 'stopping', { 'retry-after': '0' }),
      json({ id: 11 }),
    ]);
    const { data } = await run(client);
    same([data.id, requests.length], [11, 4]);
    assert(Date.now() - begin >= 1000, 'It did not wait for Retry-After.');
  },

  async 'does not wait longer than it may'() {
    const { client, requests } = given([
      problem(429, 'too_many_requests', { 'retry-after': '60' }),
    ]);
    const error = await thrown(run(client));
    assert(isProblem(error, 'too_many_requests'), 'It is another error.');
    same([error.retryAfterMs, requests.length], [60_000, 1]);
  },

  async 'repeats as often as it may'() {
    const failing = Array.from({ length: 3 }, () =>
      problem(503, 'stopping', { 'retry-after': '0' }),
    );
    const { client, requests } = given(failing, { maxRetries: 2 });
    assert(isProblem(await thrown(run(client)), 'stopping'), 'It is another error.');
    same(requests.length, 3);
  },

  async 'sends a POST again with the same Idempotency-Key, which it makes'() {
    const { client, requests } = given([
      lost,
      problem(409, 'idempotency_in_progress'),
      json({}, 202),
    ]);
    await client.POST('/api/v1/telephony/initiate-call', {
      body: { workflow_id: 3, to_number: '+12025550185' },
    });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    same(keys.length, 3);
    assert(/^[0-9a-f]{32}$/.test(keys[0] ?? ''), `The key is ${keys[0]}.`);
    same(new Set(keys).size, 1);
    same(await requests[2]?.json(), { workflow_id: 3, to_number: '+12025550185' });
  },

  async "keeps the caller's Idempotency-Key"() {
    const { client, requests } = given([json({}, 202), json({}, 202)]);
    const body = { workflow_id: 3, to_number: '+12025550185' };
    await client.POST('/api/v1/telephony/initiate-call', {
      body,
      params: { header: { 'Idempotency-Key': 'mine' } },
    });
    await client.POST('/api/v1/telephony/initiate-call', {
      body,
      headers: { 'idempotency-key': 'mine' },
    });
    same(
      requests.map(({ headers }) => headers.get('idempotency-key')),
      ['mine', 'mine'],
    );
  },

  async 'never repeats what is not safe to repeat'() {
    const { client, requests } = given([lost, problem(503, 'stopping'), lost, lost]);
    const login = { email: 'ada@example.com', password: 'wrong' };
    assert(
      (await thrown(client.POST('/api/v1/auth/login', { body: login }))) instanceof ConnectionError,
      'It is another error.',
    );
    await thrown(
      client.PATCH('/api/v1/campaign/{campaign_id}', {
        params: { path: { campaign_id: 2 } },
        body: { name: 'New' },
      }),
    );
    const bytes = new Blob(['phone_number\n']).stream();
    await thrown(client.POST('/api/v1/campaign-sources', { body: bytes }));
    // An operation that takes no key ignores it.
    const withKey = { body: login, headers: { 'Idempotency-Key': 'mine' } };
    await thrown(client.POST('/api/v1/auth/login', withKey));
    same(requests.length, 4);
  },

  async 'does not repeat a refusal'() {
    const { client, requests } = given([problem(500, 'internal_error')]);
    same((await thrown(run(client))) instanceof ProblemError, true);
    same(requests.length, 1);
  },

  async 'reports a wrong argument at once'() {
    const { client, requests } = given([]);
    const of = { params: { path: { run_id: 11 } } };
    const error = await thrown(
      client.GET('/api/v1/runs/{run_id}', { ...of, headers: { 'no name': 'x' } }),
    );
    same([error instanceof TypeError, requests.length], [true, 0]);
  },

  async 'stops waiting when it is aborted'() {
    const controller = new AbortController();
    const { client, requests } = given([problem(503, 'stopping', { 'retry-after': '1' })]);
    setTimeout(() => controller.abort(new Error('enough')), 20);
    const begin = Date.now();
    const error = await thrown(run(client, { signal: controller.signal }));
    same([(error as Error).message, requests.length], ['enough', 1]);
    assert(Date.now() - begin < 900, 'It went on waiting.');
  },

  async 'throws problems with their code, members and request, and faults as errors'() {
    const fault = {
      loc: ['body', 'name'],
      msg: 'Must not be empty.',
      type: 'x',
      input: 'private',
      ctx: {},
    };
    const { client } = given([
      json({ code: 'insufficient_scope', detail: 'No.', required_scope: 'read' }, 403, {
        'x-request-id': 'r-2',
      }),
      json({ detail: [fault, fault] }, 422),
      new Response('<html>Bad gateway</html>', { status: 502 }),
      new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } }),
      new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
    ]);
    const scope = await thrown(run(client));
    assert(isProblem(scope, 'insufficient_scope'), 'It is another error.');
    const { required_scope } = scope.problem;
    same(
      [scope.status, scope.code, scope.requestId, required_scope],
      [403, 'insufficient_scope', 'r-2', 'read'],
    );

    const invalid = await thrown(run(client));
    assert(isProblem(invalid, 'validation_failed'), 'It is another error.');
    same([invalid.errors.length, invalid.errors[0]?.loc], [2, ['body', 'name']]);
    same(invalid.message, '422 validation_failed: body.name: Must not be empty. (and 1 more)');

    for (const status of [502, 200, 302]) {
      const error = await thrown(run(client));
      assert(error instanceof ApiError && !isProblem(error), 'It is a problem.');
      same(error.status, status);
    }
  },

  async 'follows pages, and waits before it follows an empty one'() {
    const begin = Date.now();
    const { client, requests } = given([
      json({ items: [{ id: 1 }, { id: 2 }], next_cursor: 'a' }),
      json({ items: [], next_cursor: 'b' }),
      json({ items: [{ id: 3 }], next_cursor: null }),
    ]);
    const ids: number[] = [];
    for await (const { id } of client.items('/api/v1/runs', { params: { query: { limit: 2 } } }))
      ids.push(id);
    same(ids, [1, 2, 3]);
    same(
      requests.map(({ url }) => new URL(url).search),
      ['?limit=2', '?limit=2&cursor=a', '?limit=2&cursor=b'],
    );
    assert(Date.now() - begin >= 1000, 'It did not wait.');
  },

  async 'opens a broken stream again after the last event, until its end'() {
    const { client, requests } = given([
      stream('retry: 10\n\n', progress(1), progress(2).slice(0, 20)),
      lost,
      stream(': nothing\n\n'),
      stream(progress(2), 'event: stopping\nretry: 5\ndata: {"event":"stopping"}\n\n'),
      stream(progress(3), progress(4, 'complete'), progress(5)),
    ]);
    const events: string[] = [];
    for await (const { id, data } of followed(client)) events.push(`${id} ${data.event}`);
    same(events, ['1 progress', '2 progress', '3 progress', '4 complete']);
    same(
      requests.map(({ headers }) => headers.get('last-event-id')),
      [null, '1', '1', '1', '2'],
    );
    same(requests[0]?.headers.get('accept'), 'text/event-stream');
  },

  async 'begins a stream after the given event, and ends it where the credential ends'() {
    const { client, requests } = given([
      stream('retry: 1\n', progress(18)),
      problem(401, 'unauthorized'),
    ]);
    const events = followed(client, {
      params: { path: { campaign_id: 2 }, header: { 'Last-Event-ID': '17' } },
    });
    same((await events.next()).value?.id, '18');
    assert(isProblem(await thrown(events.next()), 'unauthorized'), 'It is another error.');
    same(
      requests.map(({ headers }) => headers.get('last-event-id')),
      ['17', '18'],
    );
  },

  async 'opens a silent stream again'() {
    const { client, requests } = given([
      silent(`retry: 1\n${progress(1)}`),
      stream(progress(2, 'complete')),
    ]);
    const ids: string[] = [];
    for await (const { id } of followed(client, { idleMs: 30 })) ids.push(id);
    same([ids, requests.length], [['1', '2'], 2]);
  },

  async 'ends a connection when the loop is left'() {
    let isCanceled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(progress(1))),
      cancel: () => void (isCanceled = true),
    });
    const reply = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const { client } = given([reply]);
    for await (const { id } of followed(client)) if (id === '1') break;
    same(isCanceled, true);
  },

  async 'refuses an event that is too long, and what is no stream'() {
    const { client } = given([stream(`data: ${'x'.repeat(200)}`), json({})]);
    const long = followed(client, { maxEventLength: 100 });
    assert((await thrown(long.next())) instanceof StreamTooLongError, 'It is another error.');
    assert((await thrown(followed(client).next())) instanceof ApiError, 'It is another error.');
  },

  async 'sends forms and files with their types'() {
    const { client, requests } = given([json({}, 201), json({}, 201), json({}), json({}, 201)]);
    const file = new Blob([new Uint8Array([1, 2, 3])], { type: 'audio/wav' });
    await client.POST('/api/v1/voice/profiles/{profile_id}/samples', {
      params: { path: { profile_id: 'p' } },
      body: { file, reference_text: 'Hello.' },
    });
    await client.POST('/api/v1/campaign-sources', { body: 'phone_number\n+12025550185\n' });
    const avatar = { params: { path: { profile_id: 'p' } } };
    await client.PUT('/api/v1/voice/profiles/{profile_id}/avatar', {
      ...avatar,
      body: new Blob(['x'], { type: 'image/webp' }),
    });
    await client.POST('/api/v1/workflow', {
      body: { name: 'A', workflow_definition: { nodes: [], edges: [] } },
    });
    const types = requests.map(({ headers }) => headers.get('content-type')?.split(';')[0]);
    same(types, ['multipart/form-data', 'text/csv', 'image/webp', 'application/json']);
    const form = await requests[0]?.formData();
    same([form?.get('reference_text'), (form?.get('file') as Blob | null)?.size], ['Hello.', 3]);
    same(await requests[1]?.text(), 'phone_number\n+12025550185\n');
  },

  async 'reads texts, files and streams'() {
    const { client } = given([
      new Response('phone_number\n'),
      new Response(new Uint8Array([1, 2])),
      new Response(new Uint8Array([3])),
      new Response(null, { status: 204 }),
      new Response('phone_number\n'),
    ]);
    const ofCampaign = { params: { path: { campaign_id: 2 } } };
    const ofProfile = { params: { path: { profile_id: 'p' } } };
    const report = await client.GET('/api/v1/campaign/{campaign_id}/report', ofCampaign);
    const archive = await client.GET('/api/v1/voice/profiles/{profile_id}/export', ofProfile);
    const speech = await client.POST('/api/v1/voice/speech/stream', {
      body: { text: 'Hello.', encoding: 'mulaw' },
    });
    const none = await client.POST('/api/v1/auth/logout');
    const bytes = await client.GET('/api/v1/campaign/{campaign_id}/report', {
      ...ofCampaign,
      parseAs: 'arrayBuffer',
    });
    same([report.data, archive.data.size, none.data ?? null], ['phone_number\n', 2, null]);
    same((await speech.data.getReader().read()).value?.length, 1);
    same(bytes.data.byteLength, 13);
  },

  async 'verifies a webhook'() {
    // The test vector of the libraries of Standard Webhooks (libraries/javascript/src/webhook.test.ts, "sign function works").
    const signed = {
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      now: 1_614_265_330_000,
    };
    const error = await thrown(verifyWebhook(signed));
    same((error as Error).message, 'The body is signed and has no member type.');
    const other = await thrown(verifyWebhook({ ...signed, body: '{"test": 2432232315}' }));
    assert(other instanceof WebhookVerificationError, 'It is another error.');
    same(other.message, 'No signature is that of the body and a secret.');
  },
};

/** Runs all cases; returns a line for each, which begins with `ok` or `not ok`. */
export async function runCases(): Promise<string[]> {
  return Promise.all(
    Object.entries(cases).map(([name, work]) =>
      work().then(
        () => `ok ${name}`,
        (error: unknown) => `not ok ${name}: ${error instanceof Error ? error.stack : error}`,
      ),
    ),
  );
}
