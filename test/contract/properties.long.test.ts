import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxHeaderSize } from '../../src/http/server.ts';
import { loadContract, type Operation, type Schema } from '../../src/http/operations.ts';
import { broken, fitting } from '../support/arbitrary.ts';
import type { Answer } from '../support/client.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

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

type Arbitraries = { readonly path: fc.Arbitrary<string>; readonly body: fc.Arbitrary<unknown> };

function arbitraries(
  operation: Operation,
  make: (schema: Schema) => fc.Arbitrary<unknown>,
): Arbitraries {
  const values = (place: string): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(parameters.map(({ name, schema }) => [name, make(schema)])),
      { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
    );
  };
  const path = fc.tuple(values('path'), values('query')).map(([params, query]) => {
    const filled = operation.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => encode(params[name]) || '-',
    );
    const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
    return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
  });
  return {
    path: path.filter(fits),
    body: operation.bodySchema ? make(operation.bodySchema) : fc.constant(undefined),
  };
}

/** Longer ones get 431 before their operation is known, which `slow-clients.long.test.ts` shows. */
const fits = (path: string): boolean => path.length < maxHeaderSize - 1024;

const encode = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  ).replace(/^\.+$/, '-');

/** The client checks that the response is a declared one. */
function send(member: Member, operation: Operation, path: string, body: unknown): Promise<Answer> {
  const example = exampleRequest(operation.id);
  const { headers } = example;
  const raw =
    body === undefined
      ? streamedExample(operation, example)
      : { raw: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  return member.server.send(operation.method, path, { token: member.token, ...raw });
}

/** Bodies without a schema are sent as the contract shows them. */
const streamedExample = (
  { body }: Operation,
  { raw, headers }: ReturnType<typeof exampleRequest>,
) => (body === undefined || !body.isStream || raw === undefined ? {} : { raw, headers });

describe('A request that matches the schemas', () => {
  test.each(generated)(
    'of %s gets a declared response, and a fault only from a rule',
    async (_, operation) => {
      const member = await newOrganization({ superAdmin: operation.superAdmin });
      const { path, body } = arbitraries(operation, fitting);
      await fc.assert(
        fc.asyncProperty(path, body, async (where, what) => {
          const answer = await send(member, operation, where, what);
          expect(answer.status).toBeLessThan(500);
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
    const member = await newOrganization({ superAdmin: operation.superAdmin });
    const { path, body } = arbitraries(operation, broken);
    await fc.assert(
      fc.asyncProperty(path, body, async (where, what) => {
        expect((await send(member, operation, where, what)).status).toBeLessThan(500);
      }),
      settings,
    );
  });
});
