import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { type SentSpan, startCollector } from '../support/collector.ts';
import { emptyUrl, onPostgres } from '../support/database.ts';
import { demoDirectory } from '../support/demo-directory.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { startReceiver } from '../webhooks/given.ts';

const patience = { timeout: 60_000 };
const parent = 'b7ad6b7169203331';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-${parent}-01`;

async function start(env: Record<string, string>, preload?: string): Promise<ServerProcess> {
  const server = await spawnServer(env, preload);
  onTestFinished(async () => void (await server.kill('SIGKILL')));
  return server;
}

/** The demo on the embedded database, or on PostgreSQL with a worker in a process of its own. */
async function startDemo(env: Record<string, string>): Promise<ServerProcess> {
  // A directory of its own: the calls of another process would report to that one, which is gone.
  if (!onPostgres) {
    const directory = mkdtempSync(join(tmpdir(), 'voice-agent-demo-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return start({ DATA_DIR: directory, DEMO: '1', ...env });
  }
  const shared = {
    DATABASE_URL: await emptyUrl(),
    SECRET_KEYS: Buffer.alloc(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...env,
  };
  const api = await start({ ...shared, DEMO: '1', DEMO_ON_POSTGRES: '1', ROLE: 'api' });
  await start({ ...shared, ROLE: 'worker', PUBLIC_URL: api.url });
  return api;
}

async function clientOf({ url }: ServerProcess) {
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every kind.
    return (await answer.json()) as any;
  };
  const { access_token } = await send('POST', '/auth/login', demoUser);
  const authorization = `Bearer ${access_token}`;
  return {
    secrets: [access_token, demoUser.password, demoUser.email],
    get: (path: string, headers = {}) =>
      send('GET', path, undefined, { authorization, ...headers }),
    post: (path: string, body: unknown, headers = {}) =>
      send('POST', path, body, { authorization, ...headers }),
  };
}

/** Prints the packages of OpenTelemetry that the process loads. */
const reporter = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const name = /@opentelemetry\\/([^/]+)/.exec(url)?.[1];
      if (name) process.stdout.write('loaded ' + name + '\\n');
      return next(url, context);
    },
  });
`)}`;
const loadedBy = (server: ServerProcess): string[] => [
  ...new Set(Array.from(server.output().matchAll(/^loaded (.+)$/gm), ([, name = '']) => name)),
];

const nameIn = (spans: readonly SentSpan[], name: string): boolean =>
  spans.some((span) => span.name === name);

describe('A trace', { timeout: 240_000 }, () => {
  test('goes from the request to the carrier, to its callback and to the webhooks', async () => {
    const collector = await startCollector();
    const receiver = await startReceiver();
    const server = await startDemo({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'calls',
    });
    const { post, secrets } = await clientOf(server);
    const { secret } = await post('/webhooks/endpoints', { url: receiver.url });
    const run = await post(
      '/telephony/initiate-call',
      { workflow_id: 3, to_number: '+12025550140', initial_context: { first_name: 'Grace' } },
      { traceparent, tracestate: 'vendor=state' },
    );
    const ofCall = () => collector.spans().filter((span) => span.traceId === traceId);
    await expect.poll(() => ofCall().length, patience).toBe(5);

    const [request] = ofCall().filter((span) => span.parentSpanId === parent);
    const others = ofCall().filter(({ spanId }) => spanId !== request?.spanId);
    expect(request).toMatchObject({
      name: 'POST /api/v1/telephony/initiate-call',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/telephony/initiate-call',
        'http.response.status_code': 202,
        'app.operation_id': 'initiateCall',
      },
      isError: false,
      resource: { 'service.name': 'calls' },
    });
    expect(others.map((span) => span.parentSpanId)).toEqual(others.map(() => request?.spanId));
    const named = Object.groupBy(others, ({ name }) => name);
    expect(Object.keys(named).toSorted()).toEqual([
      'POST /api/v1/telephony/callbacks/{provider}/{config_id}',
      'deliver webhook',
      'place call',
    ]);
    const placing = named['place call']?.[0];
    expect(placing?.attributes).toMatchObject({
      'app.run_id': run.id,
      'app.placement': 'accepted',
    });
    const isSameProcess =
      placing?.resource['service.instance.id'] === request?.resource['service.instance.id'];
    expect(isSameProcess).toBe(!onPostgres);
    const sent = receiver.received
      .filter((each) => each.run_id === run.id)
      .map(({ headers }) => String(headers['traceparent']));
    expect(sent.toSorted()).toEqual(
      named['deliver webhook']?.map(({ spanId }) => `00-${traceId}-${spanId}-01`).toSorted(),
    );
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('"initiateCall"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      request_id: expect.any(String),
      trace_id: traceId,
    });
    const text = collector.bodies.join('\n');
    for (const hidden of [...secrets, secret, '2025550140', 'Grace', receiver.url, 'vendor'])
      expect(text).not.toContain(hidden);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /^spans_total\{state="sent"\} [1-9]/m,
    );

    // The demo's campaign is calling. A root ends after what it caused.
    const roots = () => collector.spans().filter(({ name }) => name === 'campaign call');
    const inTraceOf = (root: SentSpan) =>
      collector.spans().filter(({ traceId: id }) => id === root.traceId);
    const placed = () => roots().filter((root) => nameIn(inTraceOf(root), 'place call'));
    await expect.poll(() => placed().length, patience).toBeGreaterThan(1);
    expect(new Set(roots().map((root) => root.traceId)).size).toBe(roots().length);
    for (const root of placed()) {
      const others = inTraceOf(root).filter(({ spanId }) => spanId !== root.spanId);
      expect(root.parentSpanId).toBe('');
      expect(new Set(others.map((span) => span.parentSpanId))).toEqual(new Set([root.spanId]));
    }
  });

  test('is sent if it is sampled, whoever decided it', async () => {
    const collector = await startCollector();
    const server = await start({
      DATA_DIR: await demoDirectory(),
      DEMO: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const { get } = await clientOf(server);
    await get('/auth/me');
    await get('/auth/me', { traceparent: `${traceparent.slice(0, -1)}0` });
    await get('/auth/me', { traceparent });

    expect(await server.kill('SIGTERM')).toBe(0);
    expect(collector.spans().map(({ name, traceId: id }) => [name, id])).toEqual([
      ['GET /api/v1/auth/me', traceId],
    ]);
  });
});

describe('A collector', { timeout: 240_000 }, () => {
  test('that hangs delays neither requests nor the stop', async () => {
    const collector = await startCollector({ hangs: true });
    const server = await start({
      DATA_DIR: await demoDirectory(),
      DEMO: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SHUTDOWN_TIMEOUT_SECONDS: '8',
    });
    const { get } = await clientOf(server);
    await expect.poll(() => collector.bodies.length, patience).toBeGreaterThan(0);

    const began = performance.now();
    for (let times = 0; times < 50; times++) await get('/auth/me');

    // The collector has 10 seconds for a request.
    expect(performance.now() - began).toBeLessThan(9000);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(server.output()).toContain('the last spans were lost');
  });

  test('that is away loses spans and gets the later ones', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => holder.once('listening', done));
    const { port } = holder.address() as AddressInfo;
    await new Promise((done) => holder.close(done));
    const server = await start({
      DATA_DIR: await demoDirectory(),
      DEMO: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    });
    const { get } = await clientOf(server);
    await expect.poll(() => server.output(), patience).toContain('spans are lost');

    const collector = await startCollector({ port });

    await get('/auth/me', { traceparent });
    const traces = () => collector.spans().map((span) => span.traceId);
    await expect.poll(traces, patience).toContain(traceId);
    await expect.poll(() => server.output(), patience).toContain('takes spans again');
  });
});

describe('The SDK', { timeout: 240_000 }, () => {
  test('is not loaded without a collector', async () => {
    const server = await start({ DATA_DIR: await demoDirectory(), DEMO: '1' }, reporter);
    const { get } = await clientOf(server);
    await get('/auth/me', { traceparent });

    // Of a bundle the API is a part.
    expect(loadedBy(server).filter((name) => name !== 'api')).toEqual([]);
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('spans_total');
  });

  test('is loaded with one', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const server = await start({ DATA_DIR: await demoDirectory(), ...env }, reporter);

    expect(loadedBy(server)).toContain('sdk-trace');
  });
});
