import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type WireRequest } from '../../scripts/bench/isolation/exchange.ts';
import { createRandom } from '../../scripts/chaos/random.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { maxHeaderSize } from '../../src/http/server.ts';
import { loadContract, type Operation, type Schema } from '../../src/http/operations.ts';
import { broken, fitting } from '../support/arbitrary.ts';
import type { Answer } from '../support/client.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';
import { wireFault, spoilt } from '../support/spoiling.ts';
import { askedInVain, bodyFor, subjects } from '../support/subjects.ts';
import type { Parameters } from '../support/subjects/parameters.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 12);
/** Looking for the smallest request that fails ends in time to show the one that was found. */
const settings = { numRuns, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true };

/** Operations that generated requests must not call, each with its reason. */
const dangerous: Record<string, string> = {
  downloadVoiceModel: 'It downloads whatever is named.',
  migrateModels: 'It moves files to whatever directory is named.',
  suspendOrganizationAsAdmin: 'It would suspend the organizations of other tests.',
  resumeOrganizationAsAdmin: 'It would resume the organizations that other tests have suspended.',
  logOut: 'It would end the session that the other requests use.',
  logOutEverywhere: 'It would end the session that the other requests use.',
};

const { operations } = loadContract();
const generated = operations
  .filter(({ id }) => !(id in dangerous))
  .map((operation) => [operation.id, operation] as const);

// What fails after its response is seen in the log alone.
let logged: Readonly<Record<string, unknown>>[];
let loggedBefore = 0;
beforeAll(async () => {
  ({ logged } = await sharedServer());
  loggedBefore = logged.length;
});
afterAll(() => {
  const failures = logged.slice(loggedBefore).filter(({ level }) => Number(level) >= 50);
  if (failures.length > 0) throw new Error(`The server logged ${JSON.stringify(failures)}`);
});

type Given = { readonly member: Member; readonly subject: Parameters };
const known = new Map<string, Promise<Given>>();

/** A caller of the operation, and an object of its organization that the path can name, the same for all properties. */
function given(operation: Operation): Promise<Given> {
  const making = known.get(operation.id) ?? make(operation);
  known.set(operation.id, making);
  return making;
}

async function make({ id, superAdmin }: Operation): Promise<Given> {
  const member = await newOrganization({ superAdmin });
  const { organization_id } = member;
  return { member, subject: (await subjects[id as OperationId]?.(member)) ?? { organization_id } };
}

type Arbitraries = { readonly path: fc.Arbitrary<string>; readonly body: fc.Arbitrary<unknown> };

function arbitraries(
  operation: Operation,
  subject: Parameters,
  make: (schema: Schema) => fc.Arbitrary<unknown>,
): Arbitraries {
  const values = (place: string): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(parameters.map(({ name, schema }) => [name, make(schema)])),
      { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
    );
  };
  const named = fc.tuple(values('path'), fc.constantFrom(subject, subject, {}));
  const path = fc.tuple(named, values('query')).map(([[params, known], query]) => {
    const filled = pathOf(operation, { ...params, ...known });
    const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
    return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
  });
  return {
    path: path.filter(fits),
    body: operation.bodySchema ? make(operation.bodySchema) : fc.constant(undefined),
  };
}

const pathOf = ({ path }: Operation, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name]) || '-');

/** Longer ones get 431 before their operation is known, which `slow-clients.long.test.ts` shows. */
const fits = (path: string): boolean => path.length < maxHeaderSize - 1024;

const encode = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  ).replace(/^\.+$/, '-');

/** The client checks that the response is a declared one. */
async function send(
  member: Member,
  operation: Operation,
  path: string,
  body: unknown,
): Promise<Answer> {
  const example = exampleRequest(operation.id);
  const { headers } = example;
  const raw =
    body === undefined
      ? streamedExample(operation, example)
      : { raw: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await member.server.send(operation.method, path, { token: member.token, ...raw });
  for (const [name, secret] of secretsIn(operation, body))
    if (answer.status >= 400 || !shown.includes(name))
      expect(answer.text).not.toContain(secret.slice(0, 64));
  return answer;
}

/** Bodies without a schema are sent as the contract shows them. */
const streamedExample = (
  { body }: Operation,
  { raw, headers }: ReturnType<typeof exampleRequest>,
) => (body === undefined || !body.isStream || raw === undefined ? {} : { raw, headers });

/** Members that no error repeats, not even their beginning, but whoever may read the object sees. */
const shown = [
  'voice_url',
  'stream_url',
  'relay_url',
  'account_sid',
  'connection_id',
  'public_key',
];

/** Members that the contract marks as secrets, with their values, unless the body holds these elsewhere too. */
function secretsIn(operation: Operation, body: unknown): (readonly [string, string])[] {
  const all = JSON.stringify(body) ?? '';
  const isSecret = (name: string, part: unknown): part is string =>
    typeof part === 'string' && operation.secrets.has(name) && /^[\x20-\x7e]{8,}$/.test(part);
  const walk = (value: unknown): (readonly [string, string])[] =>
    Object.entries(Object(value) as object).flatMap(([name, part]) =>
      isSecret(name, part) ? [[name, part] as const] : typeof part === 'string' ? [] : walk(part),
    );
  return walk(body).filter(([, secret]) => all.split(secret).length === 2);
}

/** The request of the contract's example for the object, without credentials. */
function plainRequest(operation: Operation, subject: Parameters): WireRequest {
  const { path, raw, headers } = exampleRequest(operation.id);
  const own = bodyFor(operation.id as OperationId, subject);
  const sent = own === undefined ? raw : JSON.stringify(own);
  const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
  return {
    method: operation.method,
    path: pathOf(operation, subject) + query,
    headers: Object.entries(headers),
    body: sent === undefined ? undefined : Buffer.from(sent),
  };
}

describe('A request that matches the schemas', () => {
  test.each(generated)(
    'of %s gets a declared response, and a fault only from a rule',
    async (_, operation) => {
      const { member, subject } = await given(operation);
      const { path, body } = arbitraries(operation, subject, fitting);
      await fc.assert(
        fc.asyncProperty(path, body, async (where, what) => {
          const answer = await send(member, operation, where, what);
          const inVain = answer.status === askedInVain[operation.id as OperationId];
          expect(inVain ? 0 : answer.status).toBeLessThan(500);
          const types =
            answer.status === 422
              ? answer.body.detail.map(({ type }: { type: string }) => type)
              : [];
          expect(types.filter((type: string) => type !== 'value_error')).toEqual([]);
        }),
        settings,
      );
    },
  );
});

describe('A request with a random error', () => {
  test.each(generated)('of %s gets a declared response', async (_, operation) => {
    const { member, subject } = await given(operation);
    const { path, body } = arbitraries(operation, subject, broken);
    await fc.assert(
      fc.asyncProperty(path, body, async (where, what) => {
        const { status } = await send(member, operation, where, what);
        expect(status === askedInVain[operation.id as OperationId] ? 0 : status).toBeLessThan(500);
      }),
      settings,
    );
  });
});

describe('A request that is broken on the wire', () => {
  // What breaks it hardly depends on its operation: all together try each way some forty times.
  const count = Math.ceil(numRuns / 2);
  const seed = Date.now() % 1_000_000;
  const indexed = generated.map(([id, operation], index) => [id, operation, index] as const);

  test.each(indexed)('of %s gets a declared response', async (_, operation, index) => {
    const { member, subject } = await given(operation);
    const session = ['authorization', `Bearer ${member.token}`] as const;
    const key = ['x-api-key', member.key] as const;
    const callers = [[session], [session], [session], [key], [session, key], []];
    const random = createRandom(seed + index);
    const { headers, ...plain } = plainRequest(operation, subject);
    const request = { ...plain, headers: [...headers, ...random.pick(callers)] };
    for (const sent of spoilt(request, { from: index * count, count, random })) {
      // Each on a connection of its own: what is broken ends it.
      const { exchange, close } = createExchange(member.server.url);
      const exchanged = await exchange(sent).finally(close);
      const what = `seed ${seed}, ${JSON.stringify({ ...sent, body: String(sent.body) })}`;
      expect(wireFault(sent, exchanged), what).toBeUndefined();
      const text = 'text' in exchanged ? exchanged.text : '';
      for (const secret of [member.token, member.key]) expect(text).not.toContain(secret);
    }
  });
});
