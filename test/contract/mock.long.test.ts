import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { fromBuffer, type ZipFile } from 'yauzl';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredFor, document, type Operation, operations } from '../../scripts/mock/contract.ts';
import { nameOf } from '../../scripts/mock/stream-text.ts';
import { forPrism } from '../support/prism.ts';
import { atPresent } from '../../src/http/example-times.ts';
import { createClient, type Send } from '../support/client.ts';
import { exampleAnswer, type ExampleAnswer, exampleRequest } from '../support/examples.ts';
import { startMockProcess } from '../support/mock.ts';

type Node = Record<string, unknown>;

let mock: { url: string; close(): Promise<void> };
/** Throws if the contract does not declare the answer, its type or one of its headers. */
let send: Send;
beforeAll(async () => {
  mock = await startMockProcess();
  send = createClient(mock.url, { violationOf: () => undefined, reached: () => {} });
});
afterAll(() => mock.close());

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const format of ['int32', 'int64']) ajv.addFormat(format, true);
ajv.addSchema({ $id: 'contract', components: document.components });

const validators = new Map<string, ValidateFunction>();
/** Compiled once: most problems of all operations have one schema. */
function validatorOf(schema: string): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(JSON.parse(schema) as Node);
  validators.set(schema, validate);
  return validate;
}

/** What the schema of the declared response says against a body. */
function violationsOf(operation: Operation, status: number, body: unknown): string {
  const [media] = declaredFor(operation, status)?.content ?? [];
  const validate = validatorOf(
    JSON.stringify(media?.schema ?? {}).replaceAll('"#/', '"contract#/'),
  );
  return validate(body) ? '' : `${operation.id}: ${ajv.errorsText(validate.errors)}`;
}

/** The example's request with a credential, as the test client sends it. */
function requestOf(operation: Operation, more: Record<string, string> = {}) {
  const { method, path, headers, raw } = exampleRequest(operation.id);
  const credential = operation.session ? { token: 'a-token' } : { key: 'vap_a-key' };
  const options = { ...credential, headers: { ...headers, ...more } };
  return [method, path, raw === undefined ? options : { ...options, raw }] as const;
}

/** A request for each operation and each kind of caller that it accepts. */
const requests = operations.flatMap((operation) =>
  credentialsOf(operation).map((credentials) => ({ id: operation.id, credentials })),
);

function credentialsOf({ session, apiKey }: Operation): Record<string, string>[] {
  const kinds = [
    ...(session ? [{ authorization: 'Bearer a-token' }] : []),
    ...(apiKey ? [{ 'x-api-key': 'vap_a-key' }] : []),
  ];
  return kinds.length > 0 ? kinds : [{}];
}

/** A quarter of the operations, the next one on the next day: all take a minute. */
const ofToday = (of: readonly Operation[]): readonly Operation[] => {
  const day = Math.floor(Date.now() / 86_400_000);
  return of.filter((_, index) => (index + day) % 4 === 0);
};

describe('The mock', () => {
  test.each(requests)('returns the example of $id to $credentials', async ({ id, credentials }) => {
    const { method, path, headers, raw } = exampleRequest(id, { optional: true });
    // The cursor is that of another list.
    const { cursor: _, ...query } = Object.fromEntries(new URL(path, mock.url).searchParams);
    const where = `${path.split('?')[0]}?${new URLSearchParams(query).toString()}`;
    const expected = exampleAnswer(id);

    const answer = await fetch(mock.url + where, {
      method,
      headers: { ...headers, ...credentials, 'idempotency-key': randomUUID() },
      ...(raw === undefined ? {} : { body: raw }),
    });
    const body = decoded(await answer.text(), expected.type);

    expect({
      status: answer.status,
      type: answer.headers.get('content-type')?.split(';')[0],
    }).toEqual({ status: expected.status, type: expected.type });
    const bodies = atPresent(JSON.stringify(shown(expected) ?? [body]));
    expect(JSON.parse(bodies)).toContainEqual(body);
  });

  const created = operations.filter(({ location }) => location !== undefined);
  test.each(created.map((operation) => [operation.id, operation] as const))(
    'locates what %s creates',
    async (_, operation) => {
      const { headers, body } = await send(...requestOf(operation));

      const filled = operation.location?.replace(/\{(\w+)\}/g, (_all, name: string) => body[name]);
      expect(headers.get('location')).toBe(filled);
      const { status } = await send('GET', String(filled), { token: 'a-token' });
      expect(status).toBe(200);
    },
  );

  const lists = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'cursor'),
  );
  test.each(lists.map((operation) => [operation.id, operation] as const))(
    'has a second page of %s',
    async (_, operation) => {
      const [method, path, options] = requestOf(operation);

      const more = `${path}${path.includes('?') ? '&' : '?'}cursor=`;
      const first = await send(method, path, options);
      const second = await send(method, more + String(first.body.next_cursor), options);
      const unknown = await send(method, `${more}unknown`, options);

      expect(first.body.items.length).toBeGreaterThan(0);
      expect(second.body.items.length).toBeGreaterThan(0);
      expect(second.body.next_cursor).toBe(null);
      expect(first.body.items).not.toContainEqual(second.body.items[0]);
      expect(violationsOf(operation, 200, second.body)).toBe('');
      expect([unknown.status, unknown.body.detail[0].loc]).toEqual([422, ['query', 'cursor']]);
    },
  );

  test.each([
    ['without its file', 'name=Anna', ['body', 'file']],
    ['with an unknown field', 'nam=Anna', ['body', 'nam']],
    ['that is no form', undefined, ['body']],
  ])('refuses a form %s with 422', async (_, field, loc) => {
    const [name = '', value = ''] = field?.split('=') ?? [];
    const form = new FormData();
    form.set(name, value);
    const headers = { authorization: 'Bearer a-token' };
    const answer = await fetch(`${mock.url}/api/v1/voice/profiles/import`, {
      method: 'POST',
      headers:
        field === undefined ? { ...headers, 'content-type': 'multipart/form-data' } : headers,
      body: field === undefined ? 'no form' : form,
    });
    const { detail } = (await answer.json()) as { detail: { loc: string[] }[] };

    expect(answer.status).toBe(422);
    expect(detail.map((fault) => fault.loc)).toContainEqual(loc);
  });

  test('has an example of each problem of an operation, about its request', async () => {
    let count = 0;
    for (const operation of ofToday(operations)) {
      const object = document.paths[operation.path]?.[operation.method.toLowerCase()] as Node;
      for (const status of Object.keys(object['responses'] as Node).map(Number)) {
        if (status < 400) continue;
        for (const name of declaredFor(operation, status)?.content[0]?.examples.keys() ?? []) {
          const example = status === 422 ? '' : `, example=${name}`;
          const [method, path, options] = requestOf(operation, {
            prefer: `code=${status}${example}`,
          });

          const answer = await send(method, path, options);

          expect(answer.status, operation.id).toBe(status);
          expect(violationsOf(operation, status, answer.body)).toBe('');
          count += 1;
          if (status === 422) continue;
          expect([answer.body.code, answer.body.instance]).toEqual([name, path.split('?')[0]]);
        }
      }
    }
    expect(count).toBeGreaterThan(150);
  });

  test('invents valid answers for an operation, the same for the same seed', async () => {
    const json = operations.filter(({ contentType }) => contentType === 'application/json');
    for (const operation of ofToday(json)) {
      for (const seed of ['1', '2', '3']) {
        const request = requestOf(operation, { prefer: `dynamic=true, seed=${seed}` });
        const [first, again] = [await send(...request), await send(...request)];

        expect(violationsOf(operation, first.status, first.body)).toBe('');
        expect(again.text).toBe(first.text);
      }
    }
    expect(ofToday(json).length).toBeGreaterThan(30);
  });

  const streams = operations.filter(
    (operation) => mediaOf(operation, 'text/event-stream') !== undefined,
  );
  test.each(streams.map((operation) => [operation.id, operation] as const))(
    'streams every event of %s',
    async (_, operation) => {
      const { schema, examples } = mediaOf(operation, 'text/event-stream')!;
      const kinds = [...JSON.stringify(refer(schema)).matchAll(/"mapping":\{([^}]*)\}/g)].flatMap(
        ([, mapping = '']) => [...mapping.matchAll(/"(\w+)":/g)].map(([, kind]) => kind),
      );
      const usual = await send(...requestOf(operation, {}));
      const stopping = await send(...requestOf(operation, { prefer: 'example=stopping' }));
      const name = operation.eventName!;

      expect([...examples.values()].map((each) => (each as Node)[name])).toEqual(
        expect.arrayContaining(kinds),
      );
      const events = usual.text.trim().split('\n\n');
      expect(events.length).toBeGreaterThan(0);
      for (const event of events)
        expect(event).toMatch(new RegExp(`^id: \\d+\\nevent: (\\w+)\\ndata: \\{.*"${name}":"\\1"`));
      expect(stopping.text).toContain(`event: stopping\ndata: {"${name}":"stopping"}\n\n`);
      expect(usual.text).not.toContain('event: stopping');
    },
  );

  test.each([
    ['GET', '/console/assets/nothing', 404, 'not_found'],
    ['GET', '/console/%E0%A4%A', 404, 'not_found'],
    ['POST', '/console', 405, 'method_not_allowed'],
    ['GET', '//', 404, 'not_found'],
  ])('refuses %s %s as the server does', async (method, path, status, code) => {
    const response = await fetch(mock.url + path, { method });

    const { code: found } = (await response.json()) as { code: string };
    expect([response.status, found]).toEqual([status, code]);
  });

  test.each([
    [1_048_576, 201],
    [70 * 1_048_576, 201],
    [257 * 1_048_576, 413],
  ])('reads a file of %d bytes whole, up to the limit of its operation', async (bytes, status) => {
    const line = `${'x'.repeat(63)}\n`;
    const body = `phone_number\n${line.repeat(Math.ceil(bytes / 64))}`.slice(0, bytes);

    const response = await fetch(`${mock.url}/api/v1/campaign-sources`, {
      method: 'POST',
      headers: { authorization: 'Bearer a-token', 'content-type': 'text/csv' },
      body,
    });

    expect(response.status).toBe(status);
  });

  test('refuses what the contract refuses', async () => {
    const campaign = '/api/v1/campaign/2';
    const token = 'a-token';
    const patch = (headers: Record<string, string>, raw = '{"name":"Other"}') =>
      send('PATCH', campaign, {
        token,
        raw,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const { headers } = await send('GET', campaign, { token });
    const etag = headers.get('etag') ?? '';
    const start = (path: string) =>
      send('POST', `/api/v1/campaign/${path}`, { token, headers: { 'idempotency-key': 'once' } });

    expect({
      anonymous: (await send('GET', campaign)).status,
      wrong: (await send('GET', campaign, { token: 'wrong' })).status,
      wrongKey: (await send('GET', campaign, { key: 'vap_wrong' })).status,
      forSessions: (await send('GET', '/api/v1/auth/api-keys', { key: 'vap_a' })).body.code,
      missing: (await send('GET', '/api/v1/campaign/2000000000', { token })).body.param,
      path: (await send('GET', '/api/v1/nothing')).status,
      query: (await send('GET', '/api/v1/usage?from=2026-11-01&to=2026-11-30?from', { token }))
        .status,
      method: (await send('PUT', campaign, { token })).headers.get('allow'),
      type: (await patch({ 'content-type': 'text/plain' })).status,
      malformed: (await patch({}, '{"name":')).body.detail[0].type,
      unknownMember: (await patch({}, '{"nam":"x"}')).body.detail[0].loc,
      stale: (await patch({ 'if-match': '"older"' })).status,
      current: (await patch({ 'if-match': etag })).status,
      same: (await send('GET', campaign, { token, headers: { 'if-none-match': etag } })).status,
      key: [
        (await start('2/start')).status,
        (await start('2/start')).status,
        (await start('3/start')).body.code,
      ],
      undeclared: (await fetch(mock.url + campaign, { headers: { prefer: 'code=418' } })).status,
    }).toEqual({
      anonymous: 401,
      wrong: 401,
      wrongKey: 401,
      forSessions: 'api_key_not_allowed',
      missing: 'campaign_id',
      path: 404,
      query: 422,
      method: 'DELETE, GET, HEAD, OPTIONS, PATCH',
      type: 415,
      malformed: 'json_invalid',
      unknownMember: ['body', 'nam'],
      stale: 412,
      current: 200,
      same: 304,
      key: [200, 200, 'idempotency_key_reused'],
      undeclared: 404,
    });
  });

  test('shows the id of the path', async () => {
    const token = 'a-token';
    const other = await send('GET', '/api/v1/campaign/3', { token });

    expect(other.body.id).toBe(3);
  });

  test('lets pages of any origin call it', async () => {
    const origin = 'http://localhost:5173';
    const preflight = await fetch(`${mock.url}/api/v1/campaign`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    const answer = await fetch(`${mock.url}/api/v1/campaign`, { headers: { origin } });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization,content-type',
    );
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Location');
  });

  test('sends audio that plays, pictures and archives that open', async () => {
    const bytesOf = async (id: string): Promise<Buffer> => {
      const { path } = exampleRequest(id);
      const headers = { authorization: 'Bearer a-token' };
      return Buffer.from(await (await fetch(mock.url + path, { headers })).arrayBuffer());
    };

    const audio = await bytesOf('getGenerationAudio');
    expect([audio.toString('latin1', 0, 4), audio.readUInt32LE(4)]).toEqual([
      'RIFF',
      audio.length - 8,
    ]);
    const picture = await bytesOf('getVoiceProfileAvatar');
    expect(picture.toString('latin1', 0, 12)).toMatch(/^RIFF[^]{4}WEBP$/);
    const archive = await bytesOf('exportVoiceProfile');
    const { entryCount } = await promisify<Buffer, ZipFile>(fromBuffer)(archive);
    expect(entryCount).toBe(1);
  });
});

const mediaOf = (operation: Operation, type: string) =>
  declaredFor(operation, operation.status)?.content.find((media) => media.type === type);

/** A schema with its reference followed once. */
const refer = (schema: Node): unknown =>
  document.components['schemas']?.[String(schema['$ref']).split('/').pop() ?? ''] ?? schema;

describe('forPrism', () => {
  test('converts the events of a stream to text', () => {
    const progress = { event: 'progress', current: 5 };
    const complete = { event: 'complete', moved: 1 };
    const examples = { progress: { value: progress }, complete: { value: complete } };
    const content = { 'text/event-stream': { schema: { type: 'object' }, examples } };

    const { example, schema } = Object(forPrism({ content }).content['text/event-stream']);

    expect(schema).toEqual({ type: 'string' });
    expect(example).toBe(
      `id: 1\nevent: progress\ndata: ${JSON.stringify(progress)}\n\nid: 2\nevent: complete\ndata: ${JSON.stringify(complete)}\n\n`,
    );
  });
});

function decoded(text: string, type: string | undefined): unknown {
  if (type === 'text/event-stream') return eventsIn(text);
  const body = type === 'application/json' ? JSON.parse(text) : text;
  // The example is the last page; the mock has another one.
  return Object(body).next_cursor === undefined ? body : { ...body, next_cursor: null };
}

/** The possible response bodies; undefined if the contract shows none, as for audio. */
function shown({ type, bodies }: ExampleAnswer): readonly unknown[] | undefined {
  if (type === undefined) return [''];
  if (type === 'text/event-stream') return [bodies.flat().filter((each) => !isOtherEnd(each))];
  return bodies.length > 0 ? bodies : undefined;
}

const isOtherEnd = (event: unknown): boolean =>
  ['error', 'stopping'].includes(nameOf(event as Node));

/** The data of the events in a stream. */
const eventsIn = (text: string): unknown[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
